/** @throws Google's error where there is no menu, above all in a cell (google.custom-function-services) */
export function ensureUserInterface(): void {
  SpreadsheetApp.getUi();
}

/** Opens or replaces the sidebar. The page reads `tab` and `theme` from its root element. */
export function showSidebarPage(tab: string, theme: string): void {
  const page = HtmlService.createHtmlOutputFromFile("sidebar").setTitle("Sheetscout");
  page.setContent(
    page.getContent().replace('<div id="app">', `<div id="app" data-tab="${tab}" data-theme="${theme}">`),
  );
  SpreadsheetApp.getUi().showSidebar(page);
}

export function showGuidePage(): void {
  const page = HtmlService.createHtmlOutputFromFile("guide").setWidth(GUIDE_PX.width).setHeight(GUIDE_PX.height);
  SpreadsheetApp.getUi().showModelessDialog(page, "Sheetscout guide");
}

/** The guide's table fits in, and the sheet stays visible on a small screen. */
const GUIDE_PX = { width: 640, height: 520 };

/** @param name the name of an .html file without its ending */
export const readHtmlFile = (name: string): string => HtmlService.createHtmlOutputFromFile(name).getContent();

/** Uses only what is allowed before the add-on is enabled in a document (google.modes). */
export function addAddonMenu(items: Record<string, string>): void {
  const menu = SpreadsheetApp.getUi().createAddonMenu();
  for (const [caption, functionName] of Object.entries(items)) menu.addItem(caption, functionName);
  menu.addToUi();
}

const TITLE = "Sheetscout";

export function showToast(text: string, seconds: number): void {
  SpreadsheetApp.getActive().toast(text, TITLE, seconds);
}

/** The script waits, and holds no lock afterwards (google.alert). */
export function confirm(question: string): boolean {
  const ui = SpreadsheetApp.getUi();
  return ui.alert(TITLE, question, ui.ButtonSet.YES_NO) === ui.Button.YES;
}
