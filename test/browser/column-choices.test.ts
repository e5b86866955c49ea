import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { FrameLocator } from "playwright-core";
import { foldOf } from "./sidebar-support/companies-page";
import { holdAnswers } from "./sidebar-support/hold-calls";
import { judgeLook } from "./sidebar-support/judge-look";
import { addList } from "./sidebar-support/people-list";
import { comeBack, openSidebar, startWorld, type WorkbenchWorld } from "./sidebar-support/workbench-world";
import { untilSelected } from "./support/open-page";

const MENU_ITEM = "Verify emails in this column";

let world: WorkbenchWorld;
beforeAll(async () => {
  world = await startWorld({ isQuick: true });
  await world.session.callFromSidebar("checkAndSaveKey", '["sandbox-key"]');
});
afterAll(() => world.close());

let sheet = "";
beforeEach(async () => {
  sheet = addList(world, 30);
  // A slow page would tell of this selection only after the next one.
  await untilSelected(world.page, "B2");
});

const button = (sidebar: FrameLocator, name: string) => sidebar.getByRole("button", { name, exact: true });
const chosenColumn = (sidebar: FrameLocator, name = sheet): Promise<string | null> =>
  sidebar.getByLabel(`Emails in “${name}”`).locator("option:checked").textContent();

/** The pointer enters the sidebar, and the look that this takes is answered. */
async function enter(): Promise<void> {
  const look = holdAnswers(world, "lookAtSheet");
  await comeBack(world);
  await look.first;
  look.release();
}

/** Lists what is done from now on: the sidebar's calls but for looks at a job, and sheets that are inserted. */
function record(): { calls: string[]; end(): void } {
  const calls: string[] = [];
  const { session } = world;
  const call = session.callFromSidebar;
  session.callFromSidebar = (name, args) => {
    if (name !== "unattendedJobs") calls.push(name);
    return call.call(session, name, args);
  };
  const untrace = world.host.onTrace(({ event, detail }) => {
    if (event === "call" && detail === "Spreadsheet.insertSheet") calls.push(detail);
  });
  return {
    calls,
    end(): void {
      session.callFromSidebar = call;
      untrace();
    },
  };
}

const sheetIdNow = (): number => world.workbook.sheets().find(({ name }) => name === sheet)?.sheetId ?? -1;
const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);

describe("a pointer that enters the sidebar", () => {
  test("costs a look, and a dry run only when something has changed, also beside an unfinished job @slow", async () => {
    let sidebar = await openSidebar(world, MENU_ITEM);
    await button(sidebar, "Try 10 first · 5 credits at most").click();
    await sidebar.getByRole("heading", { name: "First 10 emails done: “Email”" }).waitFor();
    sidebar = await openSidebar(world, MENU_ITEM);
    await button(sidebar, "Verify the remaining 20 · 10 credits at most").waitFor();
    const { calls, end } = record();
    for (let entry = 0; entry < 5; entry++) await enter();
    // The job leaves the second one, whose status is there.
    world.session.keyboard.paste(sheet, "A32", [["New", "new@company1.example", "", ""]]);
    await enter();
    await button(sidebar, "Verify the remaining 21 · 10.5 credits at most").waitFor();
    end();
    await button(sidebar, "Dismiss").click();
    expect(calls).toEqual([...times(6, "lookAtSheet"), "planJob", "summariseJob"]);
  });

  test("reads no visible rows, which changes the document for a moment, unless the user asks @slow", async () => {
    const sidebar = await openSidebar(world, MENU_ITEM);
    await button(sidebar, "Verify 30 emails").waitFor();
    const { calls, end } = record();
    await sidebar.getByLabel("Rows").selectOption("Visible rows");
    await sidebar.getByText("Leaves out rows that you or a filter had hidden when you chose this.").waitFor();
    world.session.keyboard.select(sheet, "B9");
    await enter();
    const other = addList(world, 7);
    await enter();
    await sidebar.getByText("Another sheet or column is open now.").waitFor();
    expect(await chosenColumn(sidebar)).toBe("B: Email");
    await button(sidebar, "Read them").click();
    await button(sidebar, "Verify 7 emails").waitFor();
    end();
    const read = ["planJob", "Spreadsheet.insertSheet"];
    expect(calls).toEqual([...read, ...times(2, "lookAtSheet"), ...read]);
    expect(await chosenColumn(sidebar, other)).toBe("B: Email");
    expect(await sidebar.getByText("Another sheet or column is open now.").count()).toBe(0);
  });
});

test("a header that was sorted into the list is told of on the form and where a job is resumed @slow", async () => {
  let sidebar = await openSidebar(world, MENU_ITEM);
  await button(sidebar, "Try 10 first · 5 credits at most").click();
  await sidebar.getByRole("heading", { name: "First 10 emails done: “Email”" }).waitFor();
  world.session.keyboard.sort(sheet, "A1:I31", 2, false);
  world.session.keyboard.select(sheet, "B2");
  sidebar = await openSidebar(world, MENU_ITEM);
  await button(sidebar, "Verify the remaining 20 · 10 credits at most").waitFor();
  const told = sidebar.getByText("The header is now in row 31").filter({ visible: true });
  expect(await told.count()).toBe(2);
  await button(sidebar, "Dismiss").click();
  await button(sidebar, "Dismiss").waitFor({ state: "detached" });
  await button(sidebar, "Verify 20 emails").waitFor();
  expect(await told.count()).toBe(1);
  expect(await sidebar.getByText("filled or changed by hand").count()).toBe(0);
});

test("the columns ticked for one job are those of the next, also where the sidebar is opened anew @slow", async () => {
  let sidebar = await openSidebar(world, MENU_ITEM);
  await button(sidebar, "Verify 30 emails").waitFor();
  await foldOf(sidebar, "Columns to add").click();
  await sidebar.getByLabel("disposable").uncheck();
  await sidebar.getByLabel("Was it free").check();
  await button(sidebar, "Verify 30 emails").click();
  await sidebar.getByRole("heading", { name: "Done: “Email”" }).waitFor();
  const letters = sidebar.getByText(`In columns D–I of “${sheet}”`);
  await letters.waitFor();
  world.session.keyboard.select(sheet, "A20");
  await button(sidebar, "Show").click();
  await untilSelected(world.page, "D1");
  addList(world, 5);
  sidebar = await openSidebar(world, MENU_ITEM);
  await button(sidebar, "Verify 5 emails").waitFor();
  await foldOf(sidebar, "Columns to add").click();
  await sidebar.getByRole("checkbox", { name: "Was it free", checked: true }).waitFor();
  expect(await sidebar.getByLabel("disposable").isChecked()).toBe(false);
  // For the tests that follow, the usual ones.
  await sidebar.getByLabel("disposable").check();
  await sidebar.getByLabel("Was it free").uncheck();
  await button(sidebar, "Verify 5 emails").click();
  await sidebar.getByRole("heading", { name: "Done: “Email”" }).waitFor();
});

describe("the choices of a job over a column", () => {
  test("are those of the column that is selected, though most of it are no emails @slow", async () => {
    world.session.keyboard.select(sheet, "D2");
    const sidebar = await openSidebar(world, MENU_ITEM);
    await button(sidebar, "Verify 3 emails").waitFor();
    expect(await chosenColumn(sidebar)).toBe("D: Contact");
  });

  test("follow the sheet, the column and the rows that the user goes to @slow", async () => {
    const sidebar = await openSidebar(world, MENU_ITEM);
    await button(sidebar, "Verify 30 emails").waitFor();
    expect(await chosenColumn(sidebar)).toBe("B: Email");

    world.session.keyboard.select(sheet, "C5");
    await comeBack(world);
    await sidebar.locator("option:checked", { hasText: "C: Second email" }).waitFor({ state: "attached" });

    // Twice, while the first look is under way; what is typed meanwhile stays.
    const { first, release } = holdAnswers(world, "lookAtSheet");
    await comeBack(world);
    await first;
    await sidebar.getByLabel("Credit limit").fill("500");
    const other = addList(world, 7);
    await comeBack(world);
    release();
    await button(sidebar, "Verify 7 emails").waitFor();
    expect(await chosenColumn(sidebar, other)).toBe("B: Email");
    expect(await sidebar.getByLabel("Credit limit").inputValue()).toBe("500");

    await sidebar.getByLabel("Rows").selectOption("Selected rows");
    await sidebar.getByText("Select rows in the sheet, then come back here.").waitFor();
    world.session.keyboard.select(other, "B3:B5");
    await comeBack(world);
    await button(sidebar, "Verify 3 emails").waitFor();
    world.session.keyboard.select(other, "B3:B3");
    world.session.keyboard.select(other, "B4:B5");
    await untilSelected(world.page, "B4:B5");
    await comeBack(world);
    await button(sidebar, "Verify 2 emails").click();
    await sidebar.getByRole("heading", { name: "Done: “Email”" }).waitFor();
    const written = world.session.keyboard.shows(other, "D2:D8").flat().map(Boolean);
    expect(written).toEqual([false, false, true, true, false, false, false]);
  });

  test("tell of a job that another page has started on the column meanwhile @slow", async () => {
    const sidebar = await openSidebar(world, MENU_ITEM);
    await button(sidebar, "Verify 30 emails").waitFor();
    const column = { sheetId: sheetIdNow(), column: 2, header: null, sample: [], headerRow: 1, rows: { kind: "todo" } };
    const others = { fields: ["email_status"], alsoFoundValid: false, toAsk: 30, capHalves: null };
    await world.session.callFromSidebar("startJob", JSON.stringify([{ kind: "verify", ...column, ...others }]));
    await comeBack(world);
    await sidebar.getByText(`Not finished: “Email” in “${sheet}”`).waitFor();
    await button(sidebar, "Dismiss").click();
    await button(sidebar, "Dismiss").waitFor({ state: "detached" });
  });

  test("keep a column chosen by hand as long as nobody goes elsewhere @slow", async () => {
    const sidebar = await openSidebar(world, MENU_ITEM);
    await button(sidebar, "Verify 30 emails").waitFor();
    await sidebar.getByLabel(`Emails in “${sheet}”`).selectOption("A: Name");
    await sidebar
      .getByText("No emails in this column. Choose another column above, or open the sheet with your emails.")
      .waitFor();
    world.session.keyboard.type(sheet, "A2", "typed@company1.example");
    world.session.keyboard.select(sheet, "A3");
    await comeBack(world);
    await button(sidebar, "Verify 1 email").waitFor();
    expect(await chosenColumn(sidebar)).toContain("A:");
  });

  test("stay above the whole dry run at the usual heights of windows @slow", async () => {
    const { page } = world;
    const size = page.viewportSize() ?? { width: 1280, height: 720 };
    world.session.keyboard.paste(sheet, "B32", [["nobody"], [""], ["person0@"], ["Ada <ada@company1.example>"]]);
    for (const height of [700, 800]) {
      await page.setViewportSize({ width: 1024, height });
      const sidebar = await openSidebar(world, MENU_ITEM);
      await button(sidebar, "Verify 31 emails").waitFor();
      const shown = [
        sidebar.getByLabel("Rows"),
        ...(await sidebar.locator(".figure-list > div").all()),
        button(sidebar, "Try 10 first · 5 credits at most"),
      ];
      const boxes = await Promise.all(shown.map((element) => element.boundingBox()));
      const [rows, first] = boxes;
      const frame = await page.locator("#sidebar iframe").boundingBox();
      expect((rows?.y ?? 9_999) + (rows?.height ?? 0)).toBeLessThanOrEqual(first?.y ?? 0);
      for (const box of boxes)
        expect((box?.y ?? 9_999) + (box?.height ?? 0)).toBeLessThanOrEqual((frame?.y ?? 0) + (frame?.height ?? 0));
      // Little stands over what is chosen, and nothing covers it.
      const ends = await sidebar.locator(".figure-list").boundingBox();
      const price = await sidebar.locator(".actions").boundingBox();
      expect((ends?.y ?? 9_999) + (ends?.height ?? 0)).toBeLessThanOrEqual(price?.y ?? 0);
      expect(price?.height).toBeLessThan((frame?.height ?? 0) / 4);
    }
    await page.setViewportSize(size);
  });

  test("keep price and buttons in sight in a low window, and say why there is nothing to do @slow", async () => {
    const { page } = world;
    const size = page.viewportSize() ?? { width: 1280, height: 720 };
    await page.setViewportSize({ ...size, height: 420 });
    const sidebar = await openSidebar(world, MENU_ITEM);
    const price = sidebar.getByText("15 credits at most");
    await price.waitFor();
    const frame = await page.locator("#sidebar iframe").boundingBox();
    for (const element of [
      price,
      button(sidebar, "Verify 30 emails"),
      button(sidebar, "Try 10 first · 5 credits at most"),
    ]) {
      const box = await element.boundingBox();
      expect((box?.y ?? 9_999) + (box?.height ?? 0)).toBeLessThanOrEqual((frame?.y ?? 0) + (frame?.height ?? 0));
    }
    // No field gets the focus behind them.
    for (const field of await sidebar.getByRole("tabpanel").locator(":is(input, select):visible").all()) {
      await field.focus();
      const box = await field.boundingBox();
      expect((box?.y ?? 9_999) + (box?.height ?? 0)).toBeLessThanOrEqual((await price.boundingBox())?.y ?? 0);
    }
    await page.setViewportSize(size);
    await sidebar.getByLabel("Rows").selectOption("Verified some time ago");
    await sidebar.getByText("Nothing here was verified over 90 days ago.").waitFor();
    await sidebar.getByLabel("Verified over … days ago").fill("abc");
    await sidebar.getByText("Give a number of days, at least 1.").waitFor();
    await sidebar.getByText("The price appears once the number above is right.").waitFor();
    await sidebar.getByLabel("Verified over … days ago").fill("30");
    await sidebar.getByText("Nothing here was verified over 30 days ago.").waitFor();
  });

  test("keep their buttons in place while a limit is no number, and say what a limit permits of the rest @slow", async () => {
    const sidebar = await openSidebar(world, MENU_ITEM);
    await button(sidebar, "Verify 30 emails").waitFor();
    await sidebar.getByText("15 credits at most").waitFor();
    await sidebar.getByLabel("Credit limit").fill("0");
    // The price is that of another limit.
    await sidebar.getByText("The price appears once the number above is right.").waitFor();
    expect(await sidebar.getByText(/credits at most/).count()).toBe(0);
    expect(await button(sidebar, "Verify 30 emails").getAttribute("aria-disabled")).toBe("true");
    await sidebar.getByLabel("Credit limit").fill("6.3");
    await sidebar.getByText("Give whole or half credits, at least 0.5, or leave it empty.").waitFor();
    expect(await button(sidebar, "Verify 30 emails").getAttribute("aria-disabled")).toBe("true");
    // It can be pressed, and does nothing.
    await button(sidebar, "Try 10 first").click({ force: true });
    await sidebar.getByLabel("Credit limit").fill("6.5");
    await sidebar.locator(".figure-list > div", { hasText: /^your limit pays for13$/ }).waitFor();
    await sidebar.locator(".figure-list > div", { hasText: /calls a day0\.1%$/ }).waitFor();
    await judgeLook(world, sidebar, "verify-limited");
    // The limit may not suffice for all.
    const isReady = sidebar.locator('[aria-disabled="false"]');
    // The pointer has come into the sidebar, so the list may just be counted again.
    await button(sidebar, "Verify emails · 6.5 credits at most").and(isReady).waitFor();
    await button(sidebar, "Try 10 first · 5 credits at most").click();
    await button(sidebar, "Resume · 1.5 credits at most").waitFor();
    await sidebar.getByText("20 of 30 emails are left.").waitFor();
    await sidebar.getByLabel("Credit limit for the whole job").fill("none");
    await button(sidebar, "Resume").waitFor();
    await sidebar.getByLabel("Credit limit for the whole job").fill("20");
    await sidebar.getByRole("button", { name: "Verify the remaining 20 · 10 credits at most" }).click();
    await sidebar.getByText("30 rows verified").waitFor();
  });
});

test("a choice of columns, its tooltip, the header and the header's note tell the same @slow", async () => {
  const sidebar = await openSidebar(world, MENU_ITEM);
  await button(sidebar, "Verify 30 emails").waitFor();
  await foldOf(sidebar, "Columns to add").click();
  await sidebar.getByText("Email status is always added.").waitFor();
  const choice = sidebar.getByLabel("Mail provider", { exact: true });
  await choice.check();
  const tooltip = await sidebar.locator("label", { has: choice }).getAttribute("title");
  expect(tooltip).toBe("smtp_provider: Who runs the mail server, as far as the service can tell.");
  expect(await choice.getAttribute("aria-description")).toBe(tooltip);
  await button(sidebar, "Verify 30 emails").click();
  await sidebar.getByRole("heading", { name: "Done: “Email”" }).waitFor();
  const header = world.session.keyboard.shows(sheet, "A1:Z1")[0] ?? [];
  const column = header.indexOf("Mail provider") + 1;
  expect(world.workbook.readNotes(sheetIdNow(), { row: 1, column, rows: 1, columns: 1 })).toEqual([[tooltip]]);
});

test("cells that are read otherwise are listed, selected by a click, and get a column with what was asked @slow", async () => {
  world.session.keyboard.paste(sheet, "B5", [["a@odd.example; b@odd.example"]]);
  world.session.keyboard.paste(sheet, "B9", [["c@odd.example, d@odd.example"]]);
  const sidebar = await openSidebar(world, MENU_ITEM);
  await foldOf(sidebar, "Cells to look at").click();
  await sidebar.getByText("2 rows: several addresses: the first is asked").waitFor();
  await button(sidebar, "Select").click();
  // The page shows both, and tells the server so.
  await untilSelected(world.page, "B9");
  const request = JSON.stringify([{ sheetId: sheetIdNow() }]);
  const look = JSON.parse(await world.session.callFromSidebar("lookAtSheet", request));
  expect(look.data.selection).toEqual([5, 9].map((row) => ({ from: row, to: row })));
  const columns = foldOf(sidebar, "Columns to add");
  await columns.click();
  const counted = Number((await columns.textContent())?.replace(/\D/g, ""));
  await sidebar.getByText("Address asked is added too, because 2 rows of “Cells to look at” will be asked.").waitFor();
  const ticked = sidebar.locator("details", { has: columns }).getByRole("checkbox", { checked: true });
  expect(counted).toBe(["Email status", "Address asked"].length + (await ticked.count()));
  await button(sidebar, "Verify 30 emails").click();
  await sidebar.getByRole("heading", { name: "Done: “Email”" }).waitFor();
  const shown = world.session.keyboard.shows(sheet, "A1:Z9");
  const asked = shown[0]?.indexOf("Address asked") ?? 0;
  expect([5, 9].map((row) => shown[row - 1]?.[asked])).toEqual(["a@odd.example", "c@odd.example"]);
  addList(world, 5);
  await foldOf(await openSidebar(world, MENU_ITEM), `Columns to add ${counted - 1}`).waitFor();
});

test("choices are saved under a name, come back for another list, tell what is gone, and are deleted @slow", async () => {
  const lists = world.session.keyboard;
  lists.addSheet("Customers");
  lists.paste("Customers", "A1", [["Customer"], ["company1.example"]]);
  lists.addSheet("Firms");
  lists.paste("Firms", "A1", [["Website"], ["company1.example"], ["company2.example"]]);
  lists.select("Firms", "A2");
  await untilSelected(world.page, "A2");
  let sidebar = await openSidebar(world, "Add details to this column of companies");
  await sidebar.getByLabel("Leave out companies I have").check();
  await sidebar.getByLabel("Sheet that names them").selectOption("Customers");
  await button(sidebar, "Add details of 1 company").waitFor();
  await foldOf(sidebar, "Saved choices").click();
  await button(sidebar, "Save").click();
  await sidebar.getByText("Type a name for these choices.").waitFor();
  await sidebar.getByLabel("Save these choices as").fill("Without customers");
  await sidebar.getByLabel("For everybody in this spreadsheet").check();
  await button(sidebar, "Save").click();
  await sidebar.getByLabel("Save these choices as").fill("without CUSTOMERS");
  await button(sidebar, "Replace “Without customers” for everybody").waitFor();
  const shared = await sidebar.getByText("shared", { exact: true }).boundingBox();
  const remove = await button(sidebar, "Delete Without customers").boundingBox();
  expect((shared?.x ?? 0) + (shared?.width ?? 0)).toBeCloseTo(remove?.x ?? -1, 0);
  await judgeLook(world, sidebar, "presets");
  await sidebar.getByLabel("Save these choices as").fill("Without nobody");
  await sidebar.getByLabel("For everybody in this spreadsheet").uncheck();
  await sidebar.getByLabel("Save these choices as").press("Enter");
  await button(sidebar, "Delete Without nobody").waitFor();
  sidebar = await openSidebar(world, "Add details to this column of companies");
  await button(sidebar, "Add details of 2 companies").waitFor();
  await foldOf(sidebar, "Saved choices").click();
  await button(sidebar, "Without customers").click();
  await button(sidebar, "Add details of 1 company").waitFor();
  expect(await sidebar.getByLabel("Sheet that names them").locator("option:checked").textContent()).toBe("Customers");
  lists.type("Customers", "A1", "Another");
  await button(sidebar, "Without customers").click();
  await sidebar.getByText("The column “Customer” of “Customers” is gone: choose again what to leave out.").waitFor();
  await button(sidebar, "Delete Without customers").press("Enter");
  await sidebar.getByText("This deletes “Without customers” for everybody in this spreadsheet.").waitFor();
  await judgeLook(world, sidebar, "presets-question");
  await button(sidebar, "Cancel").press("Enter");
  const focused = sidebar.locator(":focus");
  await focused.and(button(sidebar, "Delete Without customers")).waitFor();
  await world.page.keyboard.press("Enter");
  await button(sidebar, "Delete it").press("Enter");
  await focused.and(button(sidebar, "Without nobody")).waitFor();
  await button(sidebar, "Delete Without nobody").press("Enter");
  await focused.and(sidebar.getByLabel("Save these choices as")).waitFor();
  expect(await button(sidebar, "Without customers").count()).toBe(0);
});

test("all companies of a column may be left out, which is told; another column is offered first @slow", async () => {
  const lists = world.session.keyboard;
  lists.addSheet("Both");
  lists.paste("Both", "A1", [
    ["Company", "Have"],
    ["company1.example", "company1.example"],
    ["company2.example", ""],
  ]);
  lists.select("Both", "A2");
  await untilSelected(world.page, "A2");
  const sidebar = await openSidebar(world, "Add details to this column of companies");
  await sidebar.getByLabel("Leave out companies I have").check();
  await sidebar.getByLabel("Sheet that names them").selectOption("Both");
  await button(sidebar, "Add details of 1 company").waitFor();
  await sidebar.getByLabel("Column that names them").selectOption("A: Company");
  await sidebar.getByText("Your column to leave out names every company that is left here.").waitFor();
});

test("the sheets to leave out are those that are there when the user comes back @slow", async () => {
  const lists = world.session.keyboard;
  for (const name of ["Old", "Left"]) lists.addSheet(name);
  for (const name of ["Old", "Left"]) lists.paste(name, "A1", [["Have"], ["company1.example"]]);
  lists.paste("Sheet1", "A1", [["Company"], ["company1.example"], ["company2.example"]]);
  lists.select("Sheet1", "A2");
  await untilSelected(world.page, "A2");
  const sidebar = await openSidebar(world, "Add details to this column of companies");
  await sidebar.getByLabel("Leave out companies I have").check();
  const sheets = sidebar.getByLabel("Sheet that names them");
  await sheets.selectOption("Old");
  await button(sidebar, "Add details of 1 company").waitFor();
  lists.deleteSheet("Old");
  await comeBack(world);
  await sidebar.getByText("The sheet was deleted. Choose another one.").waitFor();
  expect(await sheets.locator("option:checked").textContent()).toBe("Choose a sheet");
  await sheets.selectOption("Left");
  await button(sidebar, "Add details of 1 company").waitFor();
  expect(await sidebar.getByText("The sheet was deleted.").count()).toBe(0);
  await sheets.selectOption("Choose a sheet");
  // Somebody deletes it between the reading of the sheets and the choice.
  lists.deleteSheet("Left");
  await sheets.selectOption("Left");
  await sidebar.getByText("The sheet was deleted. Choose another one.").waitFor();
  await sidebar.getByText("First choose the sheet that names them.").waitFor();
  await sidebar.getByLabel("Leave out companies I have").uncheck();
  await sidebar.getByLabel("Leave out companies I have").check();
  await sheets.waitFor();
  expect(await sidebar.getByText("The sheet was deleted.").count()).toBe(0);
});
