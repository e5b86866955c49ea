import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import type { FrameLocator } from "playwright-core";
import { ALL_COMPANIES, foldOf, openCompanies, openPreview, pasteSearch } from "./sidebar-support/companies-page";
import { holdAnswers } from "./sidebar-support/hold-calls";
import { comeBack, openSidebar, startWorld, type WorkbenchWorld } from "./sidebar-support/workbench-world";

// Google takes seconds for a call: what the user does meanwhile counts.

const MENU_ITEM = "Find emails for this column of companies";

let world: WorkbenchWorld;
let call: WorkbenchWorld["session"]["callFromSidebar"];
beforeAll(async () => {
  world = await startWorld({ isQuick: true });
  call = world.session.callFromSidebar;
  await world.session.callFromSidebar("checkAndSaveKey", '["sandbox-key"]');
});
afterEach(() => {
  world.session.callFromSidebar = call;
});
afterAll(() => world.close());

let sheets = 0;
/** Adds a sheet of companies, and comes to it. */
function addList(companies: number): string {
  sheets++;
  const name = `List ${sheets}`;
  const rows = Array.from({ length: companies }, (_, i) => [
    `company${i}-${sheets}.example`,
    `other${i}-${sheets}.example`,
  ]);
  world.session.keyboard.addSheet(name);
  world.session.keyboard.paste(name, "A1", [["Website", "Other website"], ...rows]);
  world.session.keyboard.select(name, "A2");
  return name;
}
const button = (sidebar: FrameLocator, name: string) => sidebar.getByRole("button", { name, exact: true });
const headerOf = (sidebar: FrameLocator) => sidebar.getByLabel("Header", { exact: true });
const columnsOf = (sidebar: FrameLocator, sheet: string) => sidebar.getByLabel(`Companies in “${sheet}”`);

test("a user who comes back during the first look is followed, and so is one who has chosen by hand @slow", async () => {
  const first = addList(3);
  const look = holdAnswers(world, "planJob");
  const sidebar = await openSidebar(world, MENU_ITEM);
  await look.first;
  addList(4);
  await comeBack(world);
  look.release();
  await button(sidebar, "Find emails for 4 companies").waitFor();

  world.session.keyboard.select(first, "A2");
  await comeBack(world);
  await button(sidebar, "Find emails for 3 companies").waitFor();
  const choice = holdAnswers(world, "planJob");
  await columnsOf(sidebar, first).selectOption("B: Other website");
  await choice.first;
  addList(5);
  await comeBack(world);
  choice.release();
  await button(sidebar, "Find emails for 5 companies").waitFor();
});

test("the choice of a header is for the column in view, though another sheet has come to the front @slow", async () => {
  const shown = addList(6);
  const sidebar = await openSidebar(world, MENU_ITEM);
  await button(sidebar, "Find emails for 6 companies").waitFor();
  // Nor for the column that a choice under way replaces.
  const choice = holdAnswers(world, "planJob");
  await columnsOf(sidebar, shown).selectOption("B: Other website");
  await headerOf(sidebar).selectOption("None");
  choice.release();
  await button(sidebar, "Find emails for 7 companies").waitFor();
  await sidebar.locator("option:checked", { hasText: "B: Other website" }).waitFor({ state: "attached" });
  await headerOf(sidebar).selectOption("Row 1: Website, Other website");
  await button(sidebar, "Find emails for 6 companies").waitFor();
  const look = holdAnswers(world, "planJob");
  const other = addList(9);
  await comeBack(world);
  await look.first;
  await headerOf(sidebar).selectOption("None");
  look.release();
  await button(sidebar, "Find emails for 7 companies").waitFor();
  expect(await columnsOf(sidebar, shown).count()).toBe(1);
  await comeBack(world);
  await button(sidebar, "Find emails for 9 companies").waitFor();
  expect(await columnsOf(sidebar, other).count()).toBe(1);
  expect(await headerOf(sidebar).inputValue()).toBe("1");
});

test("a header chosen by hand stays when another column of its sheet is selected, until another sheet is @slow", async () => {
  const shown = addList(10);
  const sidebar = await openSidebar(world, MENU_ITEM);
  await button(sidebar, "Find emails for 10 companies").waitFor();
  await headerOf(sidebar).selectOption("None");
  await button(sidebar, "Find emails for 11 companies").waitFor();
  for (const [cell, column] of [
    ["B2", "B"],
    ["A2", "A"],
  ] as const) {
    world.session.keyboard.select(shown, cell);
    await comeBack(world);
    await columnsOf(sidebar, shown)
      .locator("option:checked", { hasText: `${column}: ` })
      .waitFor({ state: "attached" });
    await button(sidebar, "Find emails for 11 companies").waitFor();
    expect(await headerOf(sidebar).inputValue()).toBe("0");
  }
  addList(12);
  await comeBack(world);
  await button(sidebar, "Find emails for 12 companies").waitFor();
  expect(await headerOf(sidebar).inputValue()).toBe("1");
});

test("a refusal that passes leaves the chosen column @slow", async () => {
  const sheet = addList(8);
  const sidebar = await openSidebar(world, MENU_ITEM);
  await columnsOf(sidebar, sheet).selectOption("B: Other website");
  await sidebar.locator("option:checked", { hasText: "B: Other website" }).waitFor({ state: "attached" });
  const { session } = world;
  session.callFromSidebar = async (name, args) =>
    name === "planJob"
      ? '{"ok":false,"code":"BUSY","message":"Another one is working.","remedy":""}'
      : call.call(session, name, args);
  await sidebar.getByLabel("Rows").selectOption("all");
  await sidebar.locator(".notice", { hasText: "Another one is working." }).waitFor();
  session.callFromSidebar = call;
  await button(sidebar, "Try again").click();
  await button(sidebar, "Find emails for 8 companies").waitFor();
  await sidebar.locator("option:checked", { hasText: "B: Other website" }).waitFor({ state: "attached" });
});

test("a column that is chosen again is counted with what stands in it @slow", async () => {
  world.session.keyboard.addSheet("Filled");
  world.session.keyboard.paste("Filled", "A1", [["Website"], ["reliable.example"]]);
  world.session.keyboard.select("Filled", "A2");
  const sidebar = await openSidebar(world, "Add details to this column of companies");
  await button(sidebar, "Add details of 1 company").click();
  await sidebar.getByRole("heading", { name: "Done: “Website”" }).waitFor();
  const [header = []] = world.session.keyboard.shows("Filled", "A1:L1");
  world.session.keyboard.type("Filled", `${"ABCDEFGHIJKL"[header.indexOf("Company name")]}2`, "my note");
  await button(sidebar, "New look-up").click();
  await sidebar.getByLabel("Rows").selectOption("all");
  const told = sidebar.getByText("1 cell beside these rows was filled or changed by hand.");
  await told.waitFor();
  await foldOf(sidebar, "Columns to add").click();
  await sidebar.getByLabel("Company name", { exact: true }).uncheck();
  await told.waitFor({ state: "detached" });
  await sidebar.getByLabel("Company name", { exact: true }).check();
  await told.waitFor();
});

test("nothing is sold below other filters than were previewed or counted @slow", async () => {
  const sidebar = await openCompanies(world);
  await pasteSearch(sidebar, ALL_COMPANIES);
  const search = holdAnswers(world, "previewSearch");
  await button(sidebar, "Preview").click();
  await search.first;
  await pasteSearch(sidebar, { company_type: "Public" });
  search.release();
  await sidebar.locator(".notice", { hasText: "The filters have changed meanwhile" }).waitFor();
  expect(await button(sidebar, "Add to sheet").count()).toBe(0);

  const include = Array.from({ length: 501 }, (_, i) => `nobody${i}.test`);
  await pasteSearch(sidebar, { company: { websites: { include: ["reliable.example", ...include] } } });
  await button(sidebar, "Preview").click();
  const count = holdAnswers(world, "countSearch");
  await button(sidebar, "Count all").click();
  await count.first;
  await button(sidebar, "Clear all").click();
  count.release();
  await button(sidebar, "Preview").click();
  await sidebar.locator(".search .notice, .search .problem").first().waitFor();
  expect(await button(sidebar, "Add to sheet").count()).toBe(0);
});

test("the last choice of a place for a list holds, and nothing is added before it is known @slow", async () => {
  addList(1);
  const sidebar = await openPreview(world, { company_type: "Public" });
  const add = button(sidebar, "Add to sheet");
  const place = holdAnswers(world, "readListColumn");
  await sidebar.getByText("At the end of the open sheet").click();
  await place.first;
  expect(await sidebar.getByLabel("At the end of the open sheet").isChecked()).toBe(true);
  expect(await add.getAttribute("aria-disabled")).toBe("true");
  await sidebar.getByLabel("A new sheet").check();
  place.release();
  await sidebar.locator(".plan-text").waitFor();
  expect(await sidebar.getByLabel("A new sheet").isChecked()).toBe(true);
  expect(await sidebar.getByLabel("Sheet name").count()).toBe(1);
});

test("choices whose name somebody takes meanwhile can be replaced @slow", async () => {
  addList(1);
  const sidebar = await openSidebar(world, MENU_ITEM);
  await foldOf(sidebar, "Saved choices").click();
  await sidebar.getByLabel("Save these choices as").fill("Ours");
  await sidebar.getByLabel("For everybody in this spreadsheet").check();
  // A colleague saves choices under the same name a moment before.
  world.session.callFromSidebar = async (name, args) => {
    if (name !== "changePresets") return call.call(world.session, name, args);
    world.session.callFromSidebar = call;
    await call.call(world.session, name, args);
    return call.call(world.session, name, args);
  };
  await button(sidebar, "Save").click();
  await sidebar.locator(".notice", { hasText: "This name is used already." }).waitFor();
  await button(sidebar, "Replace “Ours” for everybody").click();
  await sidebar.getByRole("status").filter({ hasText: "Ours is replaced." }).waitFor({ state: "attached" });
  await sidebar.locator(".notice", { hasText: "This name is used" }).waitFor({ state: "detached" });
});
