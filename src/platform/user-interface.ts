/** @throws Google's error where nobody sees a menu: in a cell above all (facts 3.1) */
export function ensureUserInterface(): void {
  SpreadsheetApp.getUi();
}

/**
 * Opens the sidebar, or replaces the open one.
 * @param tab the name of the tab it shows first
 * @param theme its colours; the page reads both from its root element
 */
export function showSidebarPage(tab: string, theme: string): void {
  const page = HtmlService.createHtmlOutputFromFile("sidebar").setTitle("Sheetscout");
  page.setContent(
    page.getContent().replace('<div id="app">', `<div id="app" data-tab="${tab}" data-theme="${theme}">`),
  );
  SpreadsheetApp.getUi().showSidebar(page);
}

/** The text of an .html file of the add-on, named without its ending. */
export const readHtmlFile = (name: string): string => HtmlService.createHtmlOutputFromFile(name).getContent();
