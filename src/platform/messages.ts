const TITLE = "Sheetscout";

/** Shows a text in the corner of the spreadsheet; it may be called again while a script runs (facts 3.2). */
export function showToast(text: string, seconds: number): void {
  SpreadsheetApp.getActive().toast(text, TITLE, seconds);
}

/** Asks a yes-or-no question. The script waits, and holds no lock afterwards (facts 2.6). */
export function confirm(question: string): boolean {
  const ui = SpreadsheetApp.getUi();
  return ui.alert(TITLE, question, ui.ButtonSet.YES_NO) === ui.Button.YES;
}
