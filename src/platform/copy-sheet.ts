import { harmless } from "../sheet/cell-text";
import { type CellValue, NEW_GRID, type RowCopy, spansOf } from "../sheet/table";
import { readSheets } from "./sheet-memory";

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;

const COLUMN_PX = 150;

const NO_COLOUR = "#ffffff";

/**
 * Writes all rows at once, so that a crash leaves the sheet blank or complete.
 * @param opened the sheets that this execution has worked with, among them the source of the rows
 * @returns what stands in the sheet, read after it was sent
 */
export function fillCopySheet(
  sheet: Sheet,
  { cells, numberFormats, backgrounds, madeOf }: RowCopy,
  headerRows: number,
  opened: ReadonlyMap<number, Sheet>,
): CellValue[][] {
  const source = madeOf && opened.get(madeOf.sheetId);
  const [rows, columns] = [cells.length, cells[0]?.length ?? 0];
  if (rows > NEW_GRID.rows) sheet.insertRowsAfter(NEW_GRID.rows, rows - NEW_GRID.rows);
  if (columns > NEW_GRID.columns) sheet.insertColumnsAfter(NEW_GRID.columns, columns - NEW_GRID.columns);
  if (source) likenWidths(sheet, source, madeOf.columns);
  else sheet.setColumnWidths(1, columns, COLUMN_PX);
  const range = sheet.getRange(1, 1, rows, columns);
  range.setValues(neutralCells(cells));
  // Formats come after the values: a cell of plain text would show the mark of a text (google.text-format).
  range.setNumberFormats(numberFormats);
  if (backgrounds.some((row) => row.some((colour) => colour !== NO_COLOUR))) range.setBackgrounds(backgrounds);
  if (headerRows > 0) {
    sheet.getRange(1, 1, headerRows, columns).setFontWeight("bold");
    sheet.setFrozenRows(headerRows);
  }
  readSheets();
  return range.getValues() as CellValue[][];
}

/** No text is taken for a formula, a number or a date. */
export const neutralCells = (cells: CellValue[][]): CellValue[][] => cells.map((row) => row.map(harmless));

/** Reading and setting each width would take two calls for each column. */
function likenWidths(sheet: Sheet, source: Sheet, columns: number[]): void {
  let at = 1;
  for (const { from, to } of spansOf(columns)) {
    const count = to - from + 1;
    const target = sheet.getRange(1, at, 1, count);
    source.getRange(1, from, 1, count).copyTo(target, SpreadsheetApp.CopyPasteType.PASTE_COLUMN_WIDTHS, false);
    at += count;
  }
}
