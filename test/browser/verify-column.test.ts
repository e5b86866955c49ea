import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { FrameLocator } from "playwright-core";
import { judgeLook, startJudgedWorld } from "./sidebar-support/judge-look";
import { openSidebar, type WorkbenchWorld } from "./sidebar-support/workbench-world";

// Judging a state takes four drawings and two audits, which are slow on a busy machine.

const MENU_ITEM = "Verify emails in this column";

let world: WorkbenchWorld;
beforeAll(async () => {
  world = await startJudgedWorld("sandbox-key", true);
});
afterAll(() => world.close());

let sheets = 0;
let sheet = "";
beforeEach(addSheet);

/** A blank sheet in front. */
function addSheet(): void {
  sheets++;
  sheet = `Leads ${sheets}`;
  world.session.keyboard.addSheet(sheet);
  world.session.keyboard.select(sheet, "B2");
}

/** A list of people, with a blank, a wrong address, a repetition, and some that a domain search has found among them. */
function fillSheet(people: number, found = 0): void {
  const rows = Array.from({ length: people }, (_, i) => [
    `Person ${i}`,
    `person${i}.${sheets}@company${i % 5}.example`,
    `Company ${i % 5}`,
    "",
  ]);
  const valid = Array.from({ length: found }, (_, i) => ["Found", `found${i}.${sheets}@company0.example`, "", "VALID"]);
  const odd = [
    ["Nobody", "", "", ""],
    ["Wrong", "not-an-address", "", ""],
    ["Again", `person0.${sheets}@company0.example`, "", ""],
  ];
  const header = ["Name", "Email", "Company", found > 0 ? "verification.status" : ""];
  world.session.keyboard.paste(sheet, "A1", [header, ...rows, ...odd, ...valid]);
}

const verifyButton = (sidebar: FrameLocator) => sidebar.getByRole("button", { name: /^Verify [\d,]+ emails?$/ });
const statuses = (): string[] => world.session.keyboard.shows(sheet, "D2:D60").flat().filter(Boolean);

describe("verifying a column in the sidebar", () => {
  test("tells the cost beforehand, writes the results, and sums them up", async () => {
    fillSheet(40);
    const sidebar = await openSidebar(world, MENU_ITEM);
    await verifyButton(sidebar).waitFor();
    const dryRun = sidebar.locator(".dry-run");
    for (const text of ["43", "not an email address", "duplicates (free)", "to verify", "40"]) {
      expect(await dryRun.textContent()).toContain(text);
    }
    await sidebar.locator(".actions").getByText("20 credits at most · leaves at least 9,980").waitFor();
    await judgeLook(world, sidebar, "verify-dry-run");

    await verifyButton(sidebar).click();
    await sidebar.getByRole("progressbar").waitFor();
    await sidebar.getByText(/of 40 emails/).waitFor();
    await sidebar.locator(".status-bar").waitFor();
    await judgeLook(world, sidebar, "verify-run");

    await sidebar.getByRole("heading", { name: "Done: “Email”" }).waitFor();
    expect(statuses()).toHaveLength(42);
    await sidebar.getByText("41 rows verified · 20 credits spent").waitFor();
    await sidebar.getByText("not an email address").waitFor();
    await judgeLook(world, sidebar, "verify-summary");

    await sidebar.getByRole("button", { name: "Insert chart" }).click();
    await sidebar.getByText("The chart is in the sheet “Summary of Email”.").waitFor();

    await sidebar.getByRole("button", { name: "Undo this verification" }).click();
    await sidebar.getByText(/^This clears \d+ results and deletes the columns: email_status/).waitFor();
    await judgeLook(world, sidebar, "verify-undo");
    await sidebar.getByRole("button", { name: "Undo", exact: true }).click();
    await verifyButton(sidebar).waitFor();
    await sidebar.getByText("Verifying the same emails again is free, so it may cost less.").waitFor();
    // The chart's sheet may be in front, but the user goes on with the emails.
    await sidebar.getByLabel(`Emails in “${sheet}”`).waitFor();
    expect(world.session.keyboard.shows(sheet, "A1:D1")).toEqual([["Name", "Email", "Company", ""]]);
  });

  test("by keyboard alone: ten first, then the rest after the sidebar was closed and opened", async () => {
    fillSheet(30, 2);
    let sidebar = await openSidebar(world, MENU_ITEM);
    await sidebar.getByText("already marked VALID (free)").waitFor();
    await sidebar.getByRole("button", { name: "Try 10 first · 5 credits at most" }).focus();
    await world.page.keyboard.press("Enter");
    await sidebar.getByRole("heading", { name: "First 10 done: “Email”" }).waitFor();
    // The repetition of one of the ten has its result as well; all other rows are left alone.
    expect(statuses()).toHaveLength(11);
    expect(statuses().every((status) => /^(VALID|INVALID|CATCH_ALL)$/.test(status))).toBe(true);

    sidebar = await openSidebar(world, MENU_ITEM);
    await sidebar.getByText("Paused: “Email”").waitFor();
    await judgeLook(world, sidebar, "verify-resume");
    await sidebar.getByRole("button", { name: "Verify the other 20 · 10 credits at most" }).focus();
    await world.page.keyboard.press("Enter");
    await sidebar.getByRole("heading", { name: "Done: “Email”" }).waitFor();
    expect(statuses()).toHaveLength(34);
    // The whole job is summed up, not only what was done since it was resumed.
    await sidebar.getByText("33 rows verified · 15 credits spent").waitFor();
    await sidebar.getByRole("button", { name: "New verification" }).click();
    await sidebar
      .getByText("Everything here is verified. To do it again, choose “All rows, even verified ones”.")
      .waitFor();
    await sidebar.getByRole("button", { name: "Summary" }).click();
    await sidebar.getByText("33 rows verified").waitFor();
  });

  test("can be looked up by the name of its sheet, also while one of another sheet is paused", async () => {
    fillSheet(3);
    const first = sheet;
    let sidebar = await openSidebar(world, MENU_ITEM);
    await verifyButton(sidebar).click();
    await sidebar.getByRole("heading", { name: "Done: “Email”" }).waitFor();
    addSheet();
    fillSheet(20);
    sidebar = await openSidebar(world, MENU_ITEM);
    await sidebar.getByText(`Last verification: “Email” in “${first}”, today`).waitFor();
    await sidebar.getByRole("button", { name: /^Try 10 first/ }).click();
    await sidebar.getByRole("heading", { name: "First 10 done: “Email”" }).waitFor();

    sidebar = await openSidebar(world, MENU_ITEM);
    await sidebar.getByText(`Paused: “Email” in “${sheet}”`).waitFor();
    await judgeLook(world, sidebar, "verify-resume-and-last");
    await sidebar.getByText(`Last verification: “Email” in “${first}”`).waitFor();
    await sidebar.getByRole("button", { name: "Summary" }).click();
    await sidebar.getByText("4 rows verified").waitFor();
    // Those that are left go, the last one later.
    world.session.keyboard.delete(sheet, "rows", 13, 9);
    await sidebar.getByRole("button", { name: "New verification" }).click();
    await sidebar.getByText("1 of 20 emails is left.").waitFor();
    await sidebar.getByRole("button", { name: "Verify the other one · 0.5 credits at most" }).waitFor();
    world.session.keyboard.delete(sheet, "rows", 12, 1);
    await sidebar.getByRole("button", { name: "Read the sheet again" }).click();
    await sidebar.getByText("No emails are left.").waitFor();
    expect(await sidebar.getByLabel("Credit limit for the whole job").count()).toBe(0);
    await sidebar.getByRole("button", { name: "Finish · free" }).click();
    await sidebar.getByRole("heading", { name: "Done: “Email”" }).waitFor();
    await sidebar.getByRole("button", { name: "New verification" }).click();
    await sidebar.getByText(`Last verification: “Email” in “${sheet}”`).waitFor();
  });

  test("counts what others have put beside the results before it is undone, and keeps it unless told otherwise", async () => {
    fillSheet(3);
    const sidebar = await openSidebar(world, MENU_ITEM);
    await verifyButton(sidebar).click();
    await sidebar.getByRole("heading", { name: "Done: “Email”" }).waitFor();
    world.session.keyboard.type(sheet, "D20", "my note");
    await sidebar.getByRole("button", { name: "Undo this verification" }).click();
    await sidebar.getByText("1 cell there was filled or changed by hand.").waitFor();
    await sidebar.getByText(/deletes the columns: email_sub_status/).waitFor();
    await sidebar.getByLabel("Delete it too").check();
    await sidebar.getByText(/deletes the columns: email_status/).waitFor();
    await sidebar.getByLabel("Keep what stands in them").check();
    await sidebar.getByText(/deletes the columns: email_sub_status/).waitFor();
    await judgeLook(world, sidebar, "verify-undo-others");
    await sidebar.getByRole("button", { name: "Undo", exact: true }).click();
    await verifyButton(sidebar).waitFor();
    expect(statuses()).toEqual(["my note"]);
    // The hidden column stays as long as a column of results does.
    expect(world.session.keyboard.shows(sheet, "C1:D1")).toEqual([["verified for", "email_status"]]);
  });

  test("says beforehand that results will replace what was typed over earlier ones", async () => {
    fillSheet(3);
    const sidebar = await openSidebar(world, MENU_ITEM);
    await verifyButton(sidebar).click();
    await sidebar.getByRole("heading", { name: "Done: “Email”" }).waitFor();
    world.session.keyboard.type(sheet, "D3", "called");
    await sidebar.getByRole("button", { name: "New verification" }).click();
    await sidebar.getByLabel("Rows").selectOption("all");
    await sidebar.locator(".actions").getByText("1 cell beside these rows was filled or changed by hand.").waitFor();
    await judgeLook(world, sidebar, "verify-typed-over");
  });

  test("says which rows stay when it is undone, as they do not fit what is noted beside them", async () => {
    fillSheet(4);
    const sidebar = await openSidebar(world, MENU_ITEM);
    await verifyButton(sidebar).click();
    await sidebar.getByRole("heading", { name: "Done: “Email”" }).waitFor();
    world.session.keyboard.paste(sheet, "B2", [["edited@company1.example"], ["edited@company2.example"]]);
    await sidebar.getByRole("button", { name: "Undo this verification" }).click();
    const told = sidebar.getByText("2 rows do not fit what Sheetscout has noted beside them: they stay.");
    await told.waitFor();
    await sidebar.getByText(/^\d+ cells stand in rows that do not fit\.$/).waitFor();
    await judgeLook(world, sidebar, "verify-undo-unfit");
    await sidebar.getByLabel("Delete it too").check();
    await told.waitFor({ state: "detached" });
    await sidebar.getByLabel("Keep what stands in them").check();
    await told.waitFor();
    await sidebar.getByRole("button", { name: "Undo", exact: true }).click();
    await verifyButton(sidebar).waitFor();
    expect(statuses()).toHaveLength(2);
  });

  test("asks no more to undo what can no longer be undone", async () => {
    fillSheet(3);
    const sidebar = await openSidebar(world, MENU_ITEM);
    await verifyButton(sidebar).click();
    await sidebar.getByRole("heading", { name: "Done: “Email”" }).waitFor();
    await sidebar.getByRole("button", { name: "Undo this verification" }).click();
    const undo = sidebar.getByRole("button", { name: "Undo", exact: true });
    await undo.waitFor();
    const [header = []] = world.session.keyboard.shows(sheet, "A1:H1");
    world.session.keyboard.delete(sheet, "columns", header.indexOf("verified for") + 1, 1);
    await undo.click();
    await sidebar.locator(".notice strong", { hasText: "hidden column was deleted" }).waitFor();
    await sidebar.locator("button:focus", { hasText: "Undo this verification" }).waitFor();
    expect(await undo.count()).toBe(0);
  });
});
