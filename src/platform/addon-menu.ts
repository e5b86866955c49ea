/** An item of the menu and the public function it calls. */
export interface MenuItem {
  caption: string;
  functionName: string;
}

/** Adds *Extensions ▸ Sheetscout*. Uses only what is allowed before the add-on is enabled in a document (facts 3.1). */
export function addAddonMenu(items: MenuItem[]): void {
  const menu = SpreadsheetApp.getUi().createAddonMenu();
  for (const { caption, functionName } of items) menu.addItem(caption, functionName);
  menu.addToUi();
}
