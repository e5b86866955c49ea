import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import type { FrameLocator, Locator } from "playwright-core";
import { holdAnswers, holdCalls } from "./sidebar-support/hold-calls";
import { judgeLook, startJudgedWorld } from "./sidebar-support/judge-look";
import { comeBack, letHalfAMinutePass, openSidebar, type WorkbenchWorld } from "./sidebar-support/workbench-world";
import { untilSelected } from "./support/open-page";

// What one part of the sidebar changes is seen by the others.

let world: WorkbenchWorld;
beforeAll(async () => {
  world = await startJudgedWorld("sandbox-key", true);
});
afterAll(() => world.close());

let sheets = 0;
let sheet = "";
beforeEach(async () => {
  world.service.controls.setAccount("sandbox-key", { credits: 10_000 });
  sheets++;
  sheet = `Leads ${sheets}`;
  world.session.keyboard.addSheet(sheet);
  world.session.keyboard.select(sheet, "B2");
  await untilSelected(world.page, "B2");
});

function fillSheet(header: string, texts: string[], fromRow = 2): void {
  const { keyboard } = world.session;
  keyboard.paste(sheet, "A1", [["Name", header]]);
  keyboard.paste(
    sheet,
    `A${fromRow}`,
    texts.map((text, i) => [`Name ${i}`, text]),
  );
}

const people = (count: number, name = "person"): string[] =>
  Array.from({ length: count }, (_, i) => `${name}${i}.${sheets}@company${i % 5}.example`);

const button = (place: FrameLocator | Locator, name: string) => place.getByRole("button", { name, exact: true });
const tab = (sidebar: FrameLocator, name: string) => sidebar.getByRole("tab", { name });
const heading = (sidebar: FrameLocator, name: string) => sidebar.getByRole("heading", { name, exact: true });

async function verify(sidebar: FrameLocator, label: string): Promise<void> {
  await button(sidebar, label).click();
  await heading(sidebar, "Done: “Email”").waitFor();
  await button(sidebar, "New verification").click();
  await sidebar.getByText("Everything here is verified.").waitFor();
}

test("after an undo in the list of past jobs, the dry run has the rows that are to be done again @slow", async () => {
  fillSheet("Email", people(3));
  const sidebar = await openSidebar(world, "Verify emails in this column");
  await verify(sidebar, "Verify 3 emails");
  fillSheet("Email", people(1, "later"), 5);
  await button(sidebar, "Read the sheet again").click();
  await verify(sidebar, "Verify 1 email");
  await tab(sidebar, "Account").click();
  const past = sidebar.locator(".past-job").nth(1);
  await button(past, "Undo this verification").click();
  await past.getByText("1 row holds another job's results; those stay.").waitFor();
  await button(past, "Undo").click();
  await past.getByText("undone").waitFor();
  await tab(sidebar, "Verify").click();
  await button(sidebar, "Verify 3 emails").click();
  await heading(sidebar, "Done: “Email”").waitFor();
  await sidebar
    .getByText("What was paid for before, here or elsewhere, is free; so is a found email that is not VALID.")
    .waitFor();
});

test("the undo of an earlier job says that new rows are no longer checked, and the tab offers to check them again @slow", async () => {
  fillSheet("Email", people(12));
  const sidebar = await openSidebar(world, "Verify emails in this column");
  await button(sidebar, "Try 10 first · 5 credits at most").click();
  await heading(sidebar, "First 10 emails done: “Email”").waitFor();
  await button(sidebar, "New verification").click();
  await sidebar.getByText("Check new rows automatically").click();
  await sidebar.getByLabel("Credits a day, at most").fill("20");
  await button(sidebar, "Check new rows automatically").click();
  await button(sidebar, "Stop checking").waitFor();
  await tab(sidebar, "Account").click();
  const past = sidebar.locator(".past-job").filter({ hasText: "paused" }).first();
  await button(past, "Undo this verification").click();
  await past
    .getByText("From then on, new rows are no longer checked automatically: a check would do these rows again.")
    .waitFor();
  await judgeLook(world, sidebar, "undo-ends-watch");
  await button(past, "Undo").click();
  await past.waitFor({ state: "detached" });
  await tab(sidebar, "Verify").click();
  await button(sidebar, "Verify 12 emails").waitFor();
  expect(await button(sidebar, "Stop checking").count()).toBe(0);
});

test("a job that ends is told so in the list of past jobs, though nobody opens the list again @slow", async () => {
  fillSheet("Email", people(30));
  const release = holdCalls(world, "stepJob", 1);
  const sidebar = await openSidebar(world, "Verify emails in this column");
  await button(sidebar, "Verify 30 emails").click();
  await heading(sidebar, "Verifying “Email”").waitFor();
  await tab(sidebar, "Account").click();
  const past = sidebar.locator(".past-job").first();
  await past.waitFor();
  release();
  await past.getByText("30 different emails").waitFor();
  expect(await past.getByText("running").count()).toBe(0);
});

test("the credits left are those of now where the sheet is read again, and after a minute where the user comes back @slow", async () => {
  const { setAccount, calls } = world.service.controls;
  fillSheet("Email", people(30));
  const sidebar = await openSidebar(world, "Verify emails in this column");
  await sidebar.getByText("leaves at least 9,985").waitFor();
  setAccount("sandbox-key", { credits: 400 });
  await button(sidebar, "Read the sheet again").click();
  await sidebar.getByText("leaves at least 385").waitFor();
  setAccount("sandbox-key", { credits: 4 });
  for (let i = 0; i < 2; i++) await letHalfAMinutePass(sidebar);
  const before = calls().length;
  await comeBack(world);
  await sidebar.getByText("you have 4").waitFor();
  await comeBack(world);
  await button(sidebar, "Verify 30 emails").waitFor();
  expect(calls()).toHaveLength(before + 1);
});

test("a list that is split leads to its copy, which can be deleted again @slow", async () => {
  const [first = "", ...others] = people(5);
  fillSheet("Email", [others.join("; "), first]);
  const sidebar = await openSidebar(world, "Verify emails in this column");
  await button(sidebar, "Verify 2 emails").waitFor();
  await sidebar.getByText("Cells to look at").click();
  await button(sidebar, "Split into rows").focus();
  await world.page.keyboard.press("Enter");
  await button(sidebar, "Verify 5 emails").waitFor();
  await sidebar.locator("[role=tabpanel]:focus").waitFor();
  const text = `“${sheet}, one address a row” is a copy with a row for each address: 5 rows. “${sheet}” stays as it is.`;
  await sidebar.getByRole("tabpanel").getByText(text).waitFor();
  await sidebar.getByRole("status").getByText(text).waitFor({ state: "attached" });
  await judgeLook(world, sidebar, "split-copy");
  await button(sidebar, "Undo: delete this sheet").click();
  await button(sidebar, "Delete it").click();
  await sidebar.getByText(text).first().waitFor({ state: "detached" });
  await sidebar.locator("[role=tabpanel]:focus").waitFor();
});

test("the undo of a search tells of the job in its sheet, which is not offered to go on afterwards @slow", async () => {
  fillSheet("Website", ["three-emails.example"]);
  const sidebar = await openSidebar(world, "Find emails for this column of companies");
  await button(sidebar, "Find emails for 1 company").click();
  await button(sidebar, "Verify these emails").click();
  const release = holdCalls(world, "stepJob", 0);
  await sidebar.getByRole("button", { name: /^Verify \d emails?$/ }).click();
  await heading(sidebar, "Verifying “Email”").waitFor();
  await tab(sidebar, "Account").click();
  const search = sidebar.locator(".past-job").filter({ hasText: "Find emails" }).first();
  await button(search, "Undo this search").click();
  await search.getByText("1 unfinished job works in this sheet, and cannot go on then.").waitFor();
  await button(search, "Undo").click();
  await search.getByText("undone").waitFor();
  release();
  await tab(sidebar, "Verify").click();
  await heading(sidebar, "Paused: “Email”").waitFor();
  await tab(sidebar, "Account").click();
  expect(await button(sidebar.locator(".past-job").first(), "Resume").count()).toBe(0);
});

test("formulas below the list that show nothing, which only a look counts, cost one dry run at most @slow", async () => {
  fillSheet("Email", people(3));
  world.session.keyboard.paste(sheet, "A9", [['=""']]);
  const sidebar = await openSidebar(world, "Verify emails in this column");
  await button(sidebar, "Verify 3 emails").waitFor();
  let plans = 0;
  const end = holdCalls(world, "planJob", 0, () => ++plans < 0);
  for (let entry = 0; entry < 4; entry++) {
    const look = holdAnswers(world, "lookAtSheet");
    await comeBack(world);
    await look.first;
    look.release();
    await button(sidebar, "Verify 3 emails").waitFor();
  }
  end();
  expect(plans).toBeLessThan(2);
});
