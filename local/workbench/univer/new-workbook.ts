import type { ICellData, IWorkbookData, IWorksheetData } from "@univerjs/core";
import type { CellInput, CellStyle } from "../../apps-script/workbook/cell";
import { widestRow } from "../../lists/widest-row";
import type { WorkbookSnapshot } from "../messages";
import { univerStyle } from "./cell-styles";
import { cellDataFor } from "./cell-values";
import { gidOf } from "./sheet-ids";

/** A sheet's first content. Rows may differ in length; `null` leaves a cell blank. */
export interface SheetContent {
  name: string;
  rows: (CellInput | null)[][];
  /** The widths of the first columns. */
  columnWidthsPx?: number[];
  /** Styles of areas, in order. */
  styles?: { row: number; column: number; rows: number; columns: number; style: CellStyle }[];
  frozenRows?: number;
}

/** Google's size of a new sheet. */
const NEW_SHEET = { rows: 1_000, columns: 26 };
/** Google's width of a new column. */
const COLUMN_WIDTH_PX = 100;

/**
 * A workbook's data with these sheets; their ids are their places. The cells stand in the data from the beginning: to
 * write 50,000 rows into an open workbook takes Univer several copies of them.
 */
export function newWorkbook(name: string, sheets: readonly SheetContent[]): WorkbookSnapshot {
  const data: Partial<IWorkbookData> = {
    id: "workbench",
    name,
    sheetOrder: sheets.map((_, index) => String(index)),
    sheets: Object.fromEntries(sheets.map((sheet, index) => [String(index), sheetData(String(index), sheet)])),
  };
  return { data, spilled: {} };
}

/** The sheets of a workbook that is not open, in order. */
export function sheetsIn({ data }: WorkbookSnapshot): { sheetId: number; name: string }[] {
  const { sheetOrder = [], sheets = {} } = data as Partial<IWorkbookData>;
  return sheetOrder.map((id) => ({ sheetId: gidOf(id), name: sheets[id]?.name ?? "" }));
}

/** Puts a sheet before all others of a workbook that is not open: a new one, or one of its own. */
export function putFirst(
  { data, spilled }: WorkbookSnapshot,
  sheetId: number,
  content?: SheetContent,
): WorkbookSnapshot {
  const { sheetOrder = [], sheets = {} } = data as Partial<IWorkbookData>;
  const id = sheetOrder.find((each) => gidOf(each) === sheetId) ?? String(sheetId);
  const order = [id, ...sheetOrder.filter((each) => each !== id)];
  const added = content && { [id]: sheetData(id, content) };
  return { data: { ...data, sheetOrder: order, sheets: { ...sheets, ...added } }, spilled };
}

/** A sheet's data with all its cells. */
export function sheetData(id: string, { name, rows, columnWidthsPx, styles, frozenRows = 0 }: SheetContent) {
  const cellData: Record<number, Record<number, ICellData>> = {};
  rows.forEach((row, at) => {
    const cells: Record<number, ICellData> = {};
    row.forEach((input, column) => {
      if (input) cells[column] = withoutBlanks(cellDataFor(input));
    });
    cellData[at] = cells;
  });
  for (const area of styles ?? []) {
    for (let row = area.row - 1; row < area.row - 1 + area.rows; row++) {
      for (let column = area.column - 1; column < area.column - 1 + area.columns; column++) {
        const cells = cellData[row];
        cellData[row] = { ...cells, [column]: { ...cells?.[column], s: univerStyle(area.style) } };
      }
    }
  }
  const data: Partial<IWorksheetData> = {
    id,
    name,
    rowCount: Math.max(NEW_SHEET.rows, rows.length),
    columnCount: Math.max(NEW_SHEET.columns, widestRow(rows)),
    defaultColumnWidth: COLUMN_WIDTH_PX,
    cellData,
    columnData: Object.fromEntries((columnWidthsPx ?? []).map((w, index) => [index, { w }])),
    freeze: { xSplit: 0, ySplit: frozenRows, startRow: frozenRows || -1, startColumn: -1 },
  };
  return data;
}

/** Fields that a cell has not are left out: the data are sent to every page. */
function withoutBlanks({ f, v, t }: ICellData): ICellData {
  return f ? { f } : { v, t };
}
