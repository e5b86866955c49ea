import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Browser, Page } from "playwright-core";
import { createHost } from "../../local/apps-script/create-host";
import { realClock } from "../../local/clock/clock";
import { openBrowser } from "./support/open-browser";
import { clickCell, openPage, scrollTo, shown, typeInto, waitUntilDrawn, waitUntilShown } from "./support/open-page";
import { openWorkbench } from "./support/open-workbench";

/** What these tests ask Univer's facade. */
interface PageGlobals {
  univerAPI: {
    getActiveWorkbook(): {
      getActiveSheet(): {
        getSheetName(): string;
        getVisibleRange(): Record<"startRow" | "endRow" | "startColumn" | "endColumn", number>;
      };
    };
  };
}

const SOURCE = `
function onOpen() {
  SpreadsheetApp.getUi().createAddonMenu()
    .addItem("Greet", "greet").addItem("Where am I", "where").addItem("Far away", "far").addItem("New sheet", "newSheet").addItem("Rules", "rules").addItem("Chart", "chart")
    .addSubMenu(SpreadsheetApp.getUi().createMenu("More").addItem("Fail", "fail").addItem("Form", "form")).addToUi();
}
function greet() {
  const ui = SpreadsheetApp.getUi();
  const answer = ui.prompt("Your name", "What shall I call you?", ui.ButtonSet.OK_CANCEL);
  if (answer.getSelectedButton() !== ui.Button.OK) return;
  SpreadsheetApp.getActiveSpreadsheet().toast("One moment", "Greeting", -1);
  SpreadsheetApp.getActiveSpreadsheet().toast("Hello " + answer.getResponseText(), "Greeting", 60);
}
function where() { SpreadsheetApp.getActiveRange().setValue(SpreadsheetApp.getActiveRange().getA1Notation()); }
function far() { SpreadsheetApp.getActiveSheet().getRange("Z90").activate().setValue("here"); }
function newSheet() { SpreadsheetApp.getActiveSpreadsheet().insertSheet("Made by a script").getRange("A1").setValue("new"); }
function rules() {
  const sheet = SpreadsheetApp.getActiveSpreadsheet().getSheetByName("Sheet1");
  sheet.getRange("E1:E3").setValues([["yes"], ["no"], ["yes"]]);
  const whenYes = SpreadsheetApp.newConditionalFormatRule().whenTextEqualTo("yes").setBackground("#00ff00");
  sheet.setConditionalFormatRules([whenYes.setRanges([sheet.getRange("E1:E9")]).build()]);
  const yesOrNo = SpreadsheetApp.newDataValidation().requireValueInList(["yes", "no"]).setAllowInvalid(false);
  sheet.getRange("E1:E9").setDataValidation(yesOrNo.build());
  SpreadsheetApp.setActiveSheet(sheet);
}
function chart() {
  const sheet = SpreadsheetApp.getActiveSpreadsheet().insertSheet("Charted");
  sheet.getRange("A1:B4").setValues([["Status", "Rows"], ["VALID", 30], ["INVALID", 12], ["CATCH_ALL", 8]]);
  const make = (type, row) => sheet.insertChart(sheet.newChart().setChartType(type).addRange(sheet.getRange("A1:B4"))
    .setNumHeaders(1).setPosition(row, 4, 10, 5).setOption("title", "A summary").setOption("width", 400)
    .setOption("height", 200).build());
  make(Charts.ChartType.BAR, 2);
  make(Charts.ChartType.PIE, 14);
}
function fail() { throw new Error("Nothing works today"); }
function form() {
  const html = '<p id="out">…</p><button id="go">Go</button><button id="wait">Wait</button><button id="bye">Bye</button><script>' +
    'document.getElementById("go").onclick = () => google.script.run' +
    '.withSuccessHandler((x) => { document.getElementById("out").textContent = x; }).twice(21);' +
    'document.getElementById("wait").onclick = () => google.script.run' +
    '.withFailureHandler((error) => { document.getElementById("out").textContent = String(error); }).sleepLong();' +
    'document.getElementById("bye").onclick = () => google.script.host.close();' + '<' + '/script>';
  SpreadsheetApp.getUi().showModalDialog(HtmlService.createHtmlOutput(html).setWidth(320).setHeight(180), "A form");
}
function sleepLong() { Utilities.sleep(60000); }
function twice(x) { return "twice is " + 2 * x; }
`;
const SCOPES = ["spreadsheets.currentonly", "script.container.ui"].map(
  (scope) => `https://www.googleapis.com/auth/${scope}`,
);

describe("a script's way to the person at the page", () => {
  let workbench: Awaited<ReturnType<typeof openWorkbench>>;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    const createTheHost = async () =>
      createHost({
        title: "Greetings",
        files: [{ name: "Code.js", source: SOURCE }],
        manifest: { timeZone: "Etc/GMT", oauthScopes: SCOPES },
        clock: realClock,
        fetch: () => Promise.reject(new Error("nothing is fetched")),
      });
    const sheets = [{ name: "Sheet1", rows: [] }];
    [workbench, browser] = await Promise.all([openWorkbench({ createHost: createTheHost, sheets }), openBrowser()]);
    ({ page } = await openPage(browser, workbench.address));
  });
  afterAll(async () => {
    await browser.close();
    await close();
  });

  let isClosed = false;
  async function close() {
    if (isClosed) return;
    isClosed = true;
    await workbench.close();
  }

  async function choose(...captions: string[]) {
    await page.getByRole("menuitem", { name: "Extensions" }).click();
    for (const name of ["Greetings", ...captions]) await page.getByRole("menuitem", { name, exact: true }).click();
  }

  test("asks in a box, waits for the answer, and shows a toast, in place of an earlier one, until it is closed", async () => {
    await choose("Greet");
    await page.getByRole("dialog").getByRole("textbox").fill("Ann");
    await page.getByRole("button", { name: "OK" }).click();
    await page.getByText("Hello Ann").waitFor();
    expect(await page.locator(".toast").count()).toBe(1);
    await page.getByRole("button", { name: "Close message" }).click();
    expect(await page.getByText("Hello Ann").count()).toBe(0);
  });

  test("knows what is selected", async () => {
    await clickCell(page, "C4");
    await choose("Where am I");
    await waitUntilShown(page, "Sheet1", "C4", "C4");
  });

  test("scrolls to what it selects", async () => {
    await choose("Far away");
    await waitUntilShown(page, "Sheet1", "Z90", "here");
    await page.waitForFunction(
      () => {
        const { univerAPI } = globalThis as unknown as PageGlobals;
        const shown = univerAPI.getActiveWorkbook().getActiveSheet().getVisibleRange();
        return shown.startColumn <= 25 && 25 <= shown.endColumn && shown.startRow <= 89 && 89 <= shown.endRow;
      },
      undefined,
      { polling: 20 },
    );
    await scrollTo(page, 1);
  });

  test("brings the sheet to the front that it makes", async () => {
    await choose("New sheet");
    await waitUntilShown(page, "Made by a script", "A1", "new");
    await page.waitForFunction(
      () => {
        const { univerAPI } = globalThis as unknown as PageGlobals;
        return univerAPI.getActiveWorkbook().getActiveSheet().getSheetName() === "Made by a script";
      },
      undefined,
      { polling: 20 },
    );
    expect(await shown(page, "Sheet1", "C4")).toBe("C4");
  });

  test("draws the colours of its rules, also when values change and rows are inserted @slow", async () => {
    await choose("Rules");
    await waitUntilDrawn(page, "E1", "#00ff00");
    await waitUntilDrawn(page, "E2", "none");
    await typeInto(page, "E2", "yes");
    await waitUntilDrawn(page, "E2", "#00ff00");
    workbench.workbook.apply([{ type: "insert", sheetId: 0, dimension: "rows", index: 1, count: 1 }], {
      kind: "script",
      user: "you@sandbox.example",
    });
    await waitUntilDrawn(page, "E1", "none");
    await waitUntilDrawn(page, "E4", "#00ff00");
    const { page: later } = await openPage(browser, workbench.address);
    await waitUntilDrawn(later, "E4", "#00ff00");
    await later.close();
  });

  test("has its charts drawn where it put them, from what the cells show, in front of their sheet alone @slow", async () => {
    await choose("Chart");
    const charts = page.getByRole("img", { name: /^Chart A summary/ });
    await charts.nth(1).waitFor();
    const bar = page.getByRole("img", { name: "Chart A summary. VALID: 30, INVALID: 12, CATCH_ALL: 8" }).first();
    await bar.waitFor();
    expect(await bar.boundingBox()).toMatchObject({ width: 400, height: 200 });
    await typeInto(page, "B2", "31");
    await page
      .getByRole("img", { name: /VALID: 31, INVALID: 12/ })
      .first()
      .waitFor();
    const top = async () => (await charts.first().boundingBox())?.y ?? Number.NaN;
    const before = await top();
    await scrollTo(page, 3);
    while (!((await top()) < before));
    await page.getByText("Sheet1", { exact: true }).click();
    await charts.first().waitFor({ state: "hidden" });
  });

  test("has its validation reject what is typed @slow", async () => {
    await typeInto(page, "E3", "maybe");
    await page.getByRole("dialog").getByText("in cell E3 violates the data validation rules").waitFor();
    await page.getByRole("button", { name: "OK" }).click();
    await waitUntilShown(page, "Sheet1", "E3", "yes");
  });

  test("tells why a menu item has failed", async () => {
    await choose("More", "Fail");
    await page.getByRole("dialog").getByText("Nothing works today").waitFor();
    await page.getByRole("button", { name: "OK" }).click();
  });

  test("shows a dialog of its size whose page calls the script and closes itself", async () => {
    await choose("More", "Form");
    const frame = page.frameLocator(".script-dialog iframe");
    await frame.getByRole("button", { name: "Go" }).click();
    await frame.getByText("twice is 42").waitFor();
    expect(await page.locator(".script-dialog iframe").boundingBox()).toMatchObject({ width: 320, height: 180 });
    await frame.getByRole("button", { name: "Bye" }).click();
    await page.locator(".script-dialog").waitFor({ state: "detached" });
  });

  test("loses its calls with the connection, and says so", async () => {
    await choose("More", "Form");
    const frame = page.frameLocator(".script-dialog iframe");
    await frame.getByRole("button", { name: "Wait" }).click();
    await close();
    await frame.getByText("NetworkError: Connection failure due to HTTP 0").waitFor();
    await page.getByText("Not connected: start the workbench again").waitFor();
  });
});
