import { giveResult, showArgument, tryService } from "./formulas";
import { writeReport } from "./report";
import { countAssertions, forgetFindings, readFindings, runAssertions } from "./run";

/** Defined by the build: the version of package.json. */
declare const ADDON_VERSION: string;

/** Adds the menu when the sheet is opened. */
export function onOpen(): void {
  SpreadsheetApp.getUi()
    .createMenu("Sheetscout check")
    .addItem("Run the live check", "runLiveCheck")
    .addItem("Show the text to paste", "showLiveCheckText")
    .addItem("Begin anew", "forgetLiveCheck")
    .addToUi();
}

/** Menu: runs the assertions that have not run yet, and shows the text at the end. */
export function runLiveCheck(): void {
  if (runAssertions()) {
    showLiveCheckText();
  } else {
    const left = countAssertions() - readFindings().length;
    SpreadsheetApp.getUi().alert(`${left} assertions are left: choose Run the live check once more.`);
  }
}

/** Menu: the text to paste into an issue. */
export function showLiveCheckText(): void {
  const day = Utilities.formatDate(new Date(), "Etc/GMT", "yyyy-MM-dd");
  const heading = `Sheetscout live check ${ADDON_VERSION}, ${day}, language ${Session.getActiveUserLocale()}`;
  const text = writeReport(heading, readFindings(), countAssertions());
  const escaped = text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  const page = HtmlService.createHtmlOutput(
    `<p>Copy this into an issue:</p><textarea readonly style="width:100%;height:380px">${escaped}</textarea>`,
  );
  SpreadsheetApp.getUi().showModalDialog(page.setWidth(640).setHeight(460), "Sheetscout live check");
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
