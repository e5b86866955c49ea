/** @throws Google's error where nobody sees a menu: in a cell above all (facts 3.1) */
export function ensureUserInterface(): void {
  SpreadsheetApp.getUi();
}
