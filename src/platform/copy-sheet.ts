import { neutralText } from "../sheet/cell-text";
import type { CellValue, RowCopy } from "../sheet/table";
import { changeSheets, insertNamed, namesOfSheets, readSheets } from "./sheet-memory";

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;

/** google.grid-does-not-grow */
const NEW_GRID = { rows: 1_000, columns: 26 };

/** Wide enough for most addresses. */
const COLUMN_PX = 150;

const NO_COLOUR = "#ffffff";

/**
 * Makes a sheet of rows, in one write: a crash leaves a blank sheet or all of them. Leaves none when Google fails.
 * @returns what stands in it, read after it was sent
 */
export function addCopySheet(
  spreadsheet: Spreadsheet,
  wanted: string,
  rows: RowCopy,
): { sheet: Sheet; name: string; cells: CellValue[][] } {
  changeSheets();
  const { sheet, name } = insertNamed(spreadsheet, wanted);
  try {
    const cells = fill(sheet, rows);
    namesOfSheets.set(sheet.getSheetId(), name);
    return { sheet, name, cells };
  } catch (thrown) {
    // Tried again, it makes another one.
    changeSheets();
    spreadsheet.deleteSheet(sheet);
    throw thrown;
  }
}

function fill(sheet: Sheet, { cells, numberFormats, backgrounds }: RowCopy): CellValue[][] {
  const [rows, columns] = [cells.length, cells[0]?.length ?? 0];
  if (rows > NEW_GRID.rows) sheet.insertRowsAfter(NEW_GRID.rows, rows - NEW_GRID.rows);
  if (columns > NEW_GRID.columns) sheet.insertColumnsAfter(NEW_GRID.columns, columns - NEW_GRID.columns);
  sheet.setColumnWidths(1, columns, COLUMN_PX);
  const range = sheet.getRange(1, 1, rows, columns);
  range.setValues(cells.map((row) => row.map((cell) => (typeof cell === "string" ? neutralText(cell) : cell))));
  // After the values: in a cell of plain text the mark of a text would be seen (google.text-format).
  range.setNumberFormats(numberFormats);
  if (backgrounds.some((row) => row.some((colour) => colour !== NO_COLOUR))) range.setBackgrounds(backgrounds);
  sheet.getRange(1, 1, 1, columns).setFontWeight("bold");
  readSheets();
  return range.getValues() as CellValue[][];
}
