import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Browser } from "playwright-core";
import { sampleSheets } from "../../local/workbench/sample-sheets";
import { openBrowser } from "./support/open-browser";
import { clickCell, openPage, scrollTo, typeInto, waitUntilShown } from "./support/open-page";
import { openWorkbench } from "./support/open-workbench";

const SHEET = "Verify emails";

describe("the workbench's page", () => {
  let workbench: Awaited<ReturnType<typeof openWorkbench>>;
  let browser: Browser;
  let opened: Awaited<ReturnType<typeof openPage>>;
  beforeAll(async () => {
    [workbench, browser] = await Promise.all([openWorkbench({ sheets: sampleSheets() }), openBrowser()]);
    opened = await openPage(browser, workbench.address);
  });
  afterAll(async () => {
    await browser.close();
    await workbench.close();
  });

  test("shows the sample sheets computed by the add-on", async () => {
    const { page } = opened;
    await waitUntilShown(page, SHEET, "B2", "VALID");
    await waitUntilShown(page, SHEET, "B6", "CATCH_ALL");
    await waitUntilShown(page, SHEET, "C3", "INVALID");
    await waitUntilShown(page, "Email count", "B2", "24");
    await waitUntilShown(page, "Email count", "C2", "24");
    await waitUntilShown(page, "Domain emails", "A3", "email");
    await waitUntilShown(page, "Domain emails", "F3", "email_anon_id");
    await waitUntilShown(page, "Domain emails", "G4", "VALID");
    expect(await page.title()).toBe("Test document");
  });

  test("computes a formula typed into a cell @slow", async () => {
    const { page } = opened;
    await typeInto(page, "F16", "=VERIFY_EMAIL(A2)");
    await waitUntilShown(page, SHEET, "F16", "VALID");
  });

  test("offers the add-on's functions with their help while a formula is typed @slow", async () => {
    const { page } = opened;
    await clickCell(page, "F17");
    await page.keyboard.type("=VERI");
    await page.getByText("Checks whether email addresses exist").waitFor();
    await page.keyboard.type("FY_EMAIL(");
    // As in Sheets: whole at once, below the cell and from its left edge on, with the arguments and an example.
    const about = page.getByText("Optional. What to show, separated by commas");
    await about.waitFor();
    await page.getByText('VERIFY_EMAIL(A2,"email_status, mx_record_main")').waitFor();
    const card = page.locator('div[class~="univer-w-[250px]"]', { has: about });
    expect((await card.boundingBox())?.width).toBeCloseTo(320, 0);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
  });

  test("shows why a formula fails beside the selected cell, wherever it is scrolled to, and no longer beside another @slow", async () => {
    const { page } = opened;
    await typeInto(page, "F18", "=readSettings(A2)");
    await waitUntilShown(page, SHEET, "F18", "#ERROR!");
    await clickCell(page, "F18");
    const note = page.getByRole("tooltip");
    await note.getByText("This is not a formula").waitFor();
    const top = async () => (await note.boundingBox())?.y ?? Number.NaN;
    const before = await top();
    await scrollTo(page, 7);
    while (!((await top()) < before - 100));
    await scrollTo(page, 2);
    while ((await top()) !== before);
    await clickCell(page, "A4");
    await note.waitFor({ state: "hidden" });
  });

  test("names a formula without room and its reason as Google does @slow", async () => {
    const { page } = opened;
    await typeInto(page, "C18", "in the way");
    await typeInto(page, "C17", "=VERIFY_EMAIL(A2:A3)");
    await waitUntilShown(page, SHEET, "C17", "#REF!");
    await clickCell(page, "C17");
    await page.getByRole("tooltip").getByText("it would overwrite data in C18.").waitFor();
  });

  test("shows the same in two pages, whoever types @slow", async () => {
    const { page } = opened;
    const other = await openPage(browser, workbench.address);
    await typeInto(other.page, "A20", "from the other page");
    await waitUntilShown(page, SHEET, "A20", "from the other page");
    await page.bringToFront();
    await typeInto(page, "A20", "info@reliable.example");
    await typeInto(page, "F20", "=VERIFY_EMAIL(A20)");
    await waitUntilShown(other.page, SHEET, "F20", "VALID");
    expect(other.errors).toEqual([]);
    await other.page.close();
  });

  test("takes what is typed after rows were inserted to where it belongs @slow", async () => {
    const { page } = opened;
    await typeInto(page, "A22", "below");
    await waitUntilShown(page, SHEET, "A22", "below");
    workbench.workbook.apply([{ type: "insert", sheetId: 0, dimension: "rows", index: 22, count: 1 }], {
      kind: "script",
      user: "you@sandbox.example",
    });
    await waitUntilShown(page, SHEET, "A23", "below");
    await typeInto(page, "B23", "beside");
    // The page shows it before the workbench has it.
    const row = () => workbench.workbook.read(0, { row: 23, column: 1, rows: 1, columns: 2 }).flat();
    while (row()[1]?.value !== "beside") await page.waitForTimeout(50);
    expect(row()[0]?.value).toBe("below");
  });

  test("sorts the sheet below its frozen rows, with formulas and results; undoing then touches no other row @slow", async () => {
    const { page } = opened;
    const addresses = () => workbench.workbook.read(0, { row: 1, column: 1, rows: 20, columns: 1 }).flat();
    await typeInto(page, "A16", "zz@reliable.example");
    await clickCell(page, "A3");
    await page.getByRole("menuitem", { name: "Data" }).click();
    await page.getByRole("menuitem", { name: "Sort sheet by column A (Z to A)" }).click();
    await waitUntilShown(page, SHEET, "A2", "zz@reliable.example");
    await waitUntilShown(page, SHEET, "A3", "xkqzjvwp83@reliable.example");
    await waitUntilShown(page, SHEET, "A1", "Email");
    await waitUntilShown(page, SHEET, "B3", "INVALID");
    const sorted = addresses();
    await clickCell(page, "A3");
    await page.keyboard.press("Control+z");
    await typeInto(page, "F18", "=A2");
    await waitUntilShown(page, SHEET, "F18", "zz@reliable.example");
    expect(addresses()).toEqual(sorted);
  });

  test("has loaded nothing from elsewhere and met no error", () => {
    expect(opened.elsewhere).toEqual([]);
    expect(opened.errors).toEqual([]);
  });
});
