import { lookFromTrigger } from "./assertions/executions";
import { pagePart } from "./assertions/page";
import { giveResult, showArgument, tryService } from "./formulas";
import { writeReport } from "./report";
import { countAssertions, forgetFindings, readFindings, readTimes, runAssertions, takeFromPage } from "./run";

/** Defined by the build: the version of package.json. */
declare const ADDON_VERSION: string;

const TITLE = "Sheetscout live check";
const WIDTH_PX = 640;
const HEIGHT_PX = 460;

/** Adds the menu when the sheet is opened. */
export function onOpen(): void {
  SpreadsheetApp.getUi()
    .createMenu("Sheetscout check")
    .addItem("Run the live check", "runLiveCheck")
    .addItem("Show the text to paste", "showLiveCheckText")
    .addItem("Begin anew", "forgetLiveCheck")
    .addToUi();
}

/** Menu: runs the assertions that have not run yet; in the end a page looks for itself and shows the text. */
export function runLiveCheck(): void {
  const left = runAssertions();
  if (left === 0) {
    const page = HtmlService.createHtmlOutputFromFile("page").setWidth(WIDTH_PX).setHeight(HEIGHT_PX);
    SpreadsheetApp.getUi().showModalDialog(page, TITLE);
  } else {
    SpreadsheetApp.getUi().alert(`${left} assertions are left: choose Run the live check once more.`);
  }
}

/** Menu: the text to paste into an issue. */
export function showLiveCheckText(): void {
  const escaped = writeText().replace(/&/g, "&amp;").replace(/</g, "&lt;");
  const page = HtmlService.createHtmlOutput(
    `<p>Copy this into an issue:</p><textarea readonly style="width:100%;height:380px">${escaped}</textarea>`,
  );
  SpreadsheetApp.getUi().showModalDialog(page.setWidth(WIDTH_PX).setHeight(HEIGHT_PX), TITLE);
}

function writeText(): string {
  const day = Utilities.formatDate(new Date(), "Etc/GMT", "yyyy-MM-dd");
  const heading = `Sheetscout live check ${ADDON_VERSION}, ${day}, language ${Session.getActiveUserLocale()}`;
  return writeReport(heading, readFindings(), countAssertions(), readTimes());
}

/** The page: something that crosses from script to page. */
export function givePagePart(name: string, value: unknown): unknown {
  return pagePart(name, value);
}

/** The page: takes what it saw, and gives the text to paste. */
export function finishLiveCheck(seen: Record<string, string>, callMs: [number, number]): string {
  takeFromPage(seen, callMs);
  return writeText();
}

/** A clock trigger: looks at what it finds. */
export function seeFromTrigger(event: Record<string, unknown>): void {
  lookFromTrigger(event);
}

/** Menu: forgets what was seen, so that the next run begins anew. */
export function forgetLiveCheck(): void {
  forgetFindings();
  SpreadsheetApp.getUi().alert("The next run begins anew.");
}

/**
 * Describes what it is given.
 *
 * @param value Anything.
 * @return A description.
 * @customfunction
 */
export function CHECK_ARGUMENT(value: unknown): string {
  return showArgument(value);
}

/**
 * Gives a value by its name.
 *
 * @param name The name.
 * @return The value.
 * @customfunction
 */
export function CHECK_RESULT(name: string): unknown {
  return giveResult(name);
}

/**
 * Tries a service inside a custom function.
 *
 * @param name What to try.
 * @return What came of it.
 * @customfunction
 */
export function CHECK_SERVICE(name: string): string {
  return tryService(name);
}

/**
 * The moment at which it runs.
 *
 * @param number Any number, to tell formulas apart.
 * @return Milliseconds.
 * @customfunction
 */
export function CHECK_MOMENT(number: number): string {
  return `${number} ${Date.now()}`;
}

/**
 * Takes 2 seconds.
 *
 * @param number Any number, to tell formulas apart.
 * @return "answered".
 * @customfunction
 */
export function CHECK_PAUSE(number: number): string {
  Utilities.sleep(2_000);
  return number >= 0 ? "answered" : "";
}
