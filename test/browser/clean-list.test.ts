import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { FrameLocator } from "playwright-core";
import { judgeLook, startJudgedWorld } from "./sidebar-support/judge-look";
import { openSidebar, type WorkbenchWorld } from "./sidebar-support/workbench-world";
import { untilSelected } from "./support/open-page";

const SHEET = "Contacts";

let world: WorkbenchWorld;
beforeAll(async () => {
  world = await startJudgedWorld("sandbox-key", true);
  const { keyboard } = world.session;
  keyboard.addSheet("Unsubscribed");
  keyboard.paste("Unsubscribed", "A1", [["Email"], ["found@recovered.example"]]);
  keyboard.addSheet("Names");
  keyboard.paste("Names", "A1", [["Name"], ["Ada"], ["Bob"]]);
  keyboard.addSheet(SHEET);
  keyboard.paste(SHEET, "A1", [
    ["Name", "Email"],
    ["Ada", "ada.valid@reliable.example"],
    ["Ada again", "ada.valid@reliable.example"],
    ["Bob", "bob.gone@reliable.example"],
    ["Desk", "info@reliable.example"],
    ["Any", "anyone@catch-all.example"],
    ["Found", "found@recovered.example"],
    ["Slow", "anyone@smtp-timeout.example"],
    ["Temp", "temp@disposable.example"],
    ["Out", "ola@catch-all.example (unsubscribed)"],
  ]);
  keyboard.paste(SHEET, "C1", [["Unsubscribed"]]);
  keyboard.paste(SHEET, "C10", [["yes"]]);
  keyboard.select(SHEET, "B2");
  await untilSelected(world.page, "B2");
});
afterAll(() => world.close());

const button = (sidebar: FrameLocator, name: string | RegExp) => sidebar.getByRole("button", { name });

const names = (sheet: string): unknown[] => world.session.keyboard.shows(sheet, "A1:A20").flat().filter(Boolean);

const sheetNames = (): string[] => world.document.workbook.sheets().map(({ name }) => name);

test("a clean list is made where the summary of a verification stands, and taken back", async () => {
  const sidebar = await openSidebar(world, "Verify emails in this column");
  await button(sidebar, /^Verify \d+ emails$/).click();
  await button(sidebar, "Make a clean list").click();
  await sidebar.getByRole("heading", { name: "Make a clean list" }).waitFor();
  const make = button(sidebar, /^Make a list of/);
  await make.waitFor();
  expect(await make.textContent()).toContain("2 rows");

  // Who ticks this box mails them: it must not read as one that keeps them out.
  const added = sidebar.getByRole("group", { name: "Also include" });
  const box = added.getByLabel("People not to be mailed: “Email” or “Unsubscribed” says so · 1");
  expect(await box.isChecked()).toBe(false);
  await sidebar.getByLabel("Catch-all domains · 1").check();
  expect(await make.textContent()).toContain("3 rows");
  await sidebar.getByLabel("Leave out people who unsubscribed, or other lists").check();
  await sidebar.getByText("First choose the sheet that names them.").waitFor();
  await sidebar.getByLabel("Sheet that names them").selectOption(SHEET);
  const own = sidebar.getByLabel("Column that names them");
  await own.waitFor();
  await own.selectOption({ label: (await own.locator("option", { hasText: "Unsubscribed" }).textContent()) ?? "" });
  await sidebar.getByText("What it says of its own rows counts without this box.").waitFor();
  await sidebar.getByLabel("Sheet that names them").selectOption("Names");
  await sidebar.getByText("2 cells could not be read as an address or a domain.").waitFor();
  await sidebar
    .getByText("The chosen column names nobody. Choose another column or sheet, or untick the box.")
    .waitFor();
  expect(await make.getAttribute("aria-disabled")).toBe("true");
  await sidebar.getByLabel("Sheet that names them").selectOption("Unsubscribed");
  await sidebar.getByText("1 address.").waitFor();
  expect(await make.textContent()).toContain("2 rows");
  const piles = await sidebar.locator(".figure-list").textContent();
  for (const text of ["left out by your column1", "duplicates1", "throw-away1", "bounce1", "not known1"])
    expect(piles).toContain(text);
  await sidebar.getByLabel("Show only").selectOption("Risky");
  await sidebar.getByRole("status").filter({ hasText: "Only Risky is shown." }).waitFor({ state: "attached" });
  expect(world.session.keyboard.visibleRows(SHEET, "A1:A9")).toEqual([1, 5, 6]);
  await sidebar
    .getByRole("paragraph")
    .filter({ hasText: "1 of them is not to be mailed: “Email” or “Unsubscribed” says so." })
    .waitFor();
  await button(sidebar, "Select duplicates by address").click();
  await sidebar.getByRole("paragraph").filter({ hasText: "1 row is selected." }).waitFor();
  await judgeLook(world, sidebar, "clean-list");

  const [entry = ""] = world.session.keyboard.shows("Unsubscribed", "A2")[0] ?? [];
  world.session.keyboard.clear("Unsubscribed", "A2");
  await make.click();
  await sidebar.locator(".notice", { hasText: "fewer entries than when it was counted" }).waitFor();
  world.session.keyboard.type("Unsubscribed", "A2", String(entry));
  await button(sidebar, "Read the sheet again").click();
  await button(sidebar, "Read the sheet again").waitFor({ state: "detached" });
  await make.click();
  await sidebar.getByRole("paragraph").filter({ hasText: "2 rows in “Clean list of Contacts”" }).waitFor();
  expect(names("Clean list of Contacts")).toEqual(["Name", "Ada", "Any"]);
  await judgeLook(world, sidebar, "clean-list-made");

  world.session.keyboard.renameSheet("Clean list of Contacts", "May");
  await button(sidebar, "Undo: delete this sheet").click();
  await sidebar.locator(":focus", { hasText: "This deletes the sheet “May” with its 2 rows." }).press("Escape");
  world.session.keyboard.renameSheet("May", "Clean list of Contacts");
  await button(sidebar, "Undo: delete this sheet").click();
  await sidebar.getByText("This deletes the sheet “Clean list of Contacts” with its 2 rows.").waitFor();
  await sidebar.getByText("Colours, rules and comments in it go too.").waitFor();
  expect(sheetNames()).toContain("Clean list of Contacts");
  await button(sidebar, "Delete it").press("Enter");
  await make.waitFor();
  await sidebar.locator("h2:focus", { hasText: "Make a clean list" }).waitFor();
  expect(sheetNames()).not.toContain("Clean list of Contacts");
  expect(names(SHEET)).toHaveLength(10);

  await button(sidebar, "Back to verifying").click();
  await button(sidebar, "Make a clean list").click();
  // The filter is still set.
  const showOnly = sidebar.getByLabel("Show only");
  await showOnly.waitFor();
  expect(await showOnly.inputValue()).toBe("Risky");
  await sidebar.getByText("Only Risky is shown. 3 rows say so.").waitFor();
  world.session.keyboard.type(SHEET, "B5", "sales@reliable.example");
  await showOnly.selectOption("OK to send");
  await sidebar.getByText("Only OK to send is shown.").first().waitFor();
  await showOnly.selectOption("Risky");
  await sidebar.getByText("3 rows say so. 1 of them was changed since it was verified.").first().waitFor();
  world.session.keyboard.type(SHEET, "B5", "info@reliable.example");
  await showOnly.selectOption("All rows");
  await sidebar.getByRole("status").filter({ hasText: "All rows are shown" }).waitFor({ state: "attached" });
  expect(world.session.keyboard.visibleRows(SHEET, "A1:A9")).toHaveLength(9);
  await button(sidebar, "Back to verifying").click();
  await button(sidebar, "Make a clean list").waitFor();
});

test("the verification is among the past jobs, and is run again with its choices @slow", async () => {
  const sidebar = await openSidebar(world);
  await sidebar.getByRole("tab", { name: "Account" }).click();
  await sidebar.getByText("Verify emails: “Email” in “Contacts”").waitFor();
  await sidebar.getByText(/[89] different emails/).waitFor();
  await judgeLook(world, sidebar, "past-jobs");
  const item = sidebar.getByRole("listitem", { name: "Verify emails: “Email” in “Contacts”", exact: true });
  for (const name of ["Show", "Run again", "Undo this verification"]) {
    const about = await item.getByRole("button", { name }).getAttribute("aria-describedby");
    expect(await item.locator(`[id="${about}"]`).textContent()).toMatch("“Email” in “Contacts”");
  }
  await button(sidebar, "Write them to a sheet").click();
  await sidebar.getByText("They are in “Sheetscout jobs”.").waitFor();
  await button(sidebar, "Run again").click();
  await sidebar.getByText("Emails in “Contacts”").waitFor();
});

test("the menu opens it for the sheet in front, and what is not known can be tried again for nothing @slow", async () => {
  world.session.keyboard.select(SHEET, "B2");
  await untilSelected(world.page, "B2");
  const sidebar = await openSidebar(world, "Make a clean list");
  await button(sidebar, "Try 1 not known again").click();
  await button(sidebar, "Verify 1 email").waitFor();
  expect(await sidebar.getByRole("heading", { name: "Make a clean list" }).count()).toBe(0);
  await button(sidebar, "Verify 1 email").click();
  await sidebar.getByRole("heading", { name: "Done: “Email”" }).waitFor();
  await sidebar.getByText("0 credits spent").waitFor();
  await sidebar.getByRole("tab", { name: "Account" }).click();
  await sidebar
    .locator(".past-job")
    .first()
    .getByText(/ · 0 credits spent( ·|$)/)
    .waitFor({ timeout: 20_000 });
});

test("nobody needs a key to clean a list that a colleague has verified @slow", async () => {
  world.session.keyboard.select(SHEET, "B2");
  await untilSelected(world.page, "B2");
  await world.session.callFromSidebar("removeKey", "[]");
  const sidebar = await openSidebar(world, "Make a clean list");
  await button(sidebar, /^Make a list of/).click();
  await sidebar.getByRole("paragraph").filter({ hasText: "rows in “Clean list of Contacts”" }).waitFor();
  await judgeLook(world, sidebar, "clean-list-no-key");
  await button(sidebar, "Undo: delete this sheet").click();
  await button(sidebar, "Delete it").press("Enter");
  await button(sidebar, "Back to verifying").click();
  await sidebar.getByRole("heading", { name: "Connect your account" }).waitFor();
  await world.session.callFromSidebar("checkAndSaveKey", '["sandbox-key"]');
});

test("for a sheet that knows of no verification, such as a clean list, it says what to do @slow", async () => {
  world.session.keyboard.select("Names", "A1");
  await untilSelected(world.page, "A1");
  const sidebar = await openSidebar(world, "Make a clean list");
  await sidebar.getByText("No emails in this sheet have been verified.", { exact: true }).waitFor();
  await sidebar.getByText("To leave out more people, make another one from the list that it was made from").waitFor();
  await judgeLook(world, sidebar, "clean-list-of-a-copy");
});
