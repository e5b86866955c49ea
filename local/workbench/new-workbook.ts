import type { CellInput, CellStyle } from "../apps-script/workbook/cell";
import type { Actor, Change } from "../apps-script/workbook/change";
import type { Workbook } from "../apps-script/workbook/workbook";
import { widestRow } from "../lists/widest-row";
import type { WorkbookSnapshot } from "./messages";

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

/** Google's size of a new sheet (facts 5.1). */
const NEW_SHEET = { rows: 1_000, columns: 26 };
/** Google's width of a new column. */
const COLUMN_WIDTH_PX = 100;

/** A workbook's data with blank sheets of these names. */
export function blankWorkbook(name: string, sheets: readonly SheetContent[]): WorkbookSnapshot {
  const data = {
    id: "workbench",
    name,
    sheetOrder: sheets.map((_, index) => String(index)),
    sheets: Object.fromEntries(
      sheets.map((sheet, index) => [
        String(index),
        {
          id: String(index),
          name: sheet.name,
          rowCount: rowsFor(sheet),
          columnCount: columnsFor(sheet),
          defaultColumnWidth: COLUMN_WIDTH_PX,
          cellData: {},
        },
      ]),
    ),
  };
  return { data, spilled: {} };
}

/** Writes the sheets' first contents; their ids are their places, as `blankWorkbook` gives them. */
export function fillSheets(workbook: Workbook, sheets: readonly SheetContent[], by: Actor): void {
  workbook.apply(
    sheets.flatMap((sheet, sheetId) => contentChanges(sheetId, sheet)),
    by,
  );
}

/** Puts a sheet before all others. */
export function addFirstSheet(workbook: Workbook, sheetId: number, sheet: SheetContent, by: Actor): void {
  const { name } = sheet;
  const size = { rows: rowsFor(sheet), columns: columnsFor(sheet) };
  workbook.apply([{ type: "addSheet", sheetId, name, index: 0, ...size }, ...contentChanges(sheetId, sheet)], by);
}

function contentChanges(sheetId: number, sheet: SheetContent): Change[] {
  const cells = sheet.rows.map((row) => row.map((cell) => cell ?? undefined));
  const band = { sheetId, dimension: "columns" as const, count: 1 };
  return [
    { type: "setCells", sheetId, row: 1, column: 1, cells },
    ...(sheet.styles ?? []).map(({ style, ...area }): Change => ({ type: "setStyle", sheetId, area, style })),
    ...(sheet.columnWidthsPx ?? []).map(
      (pixels, index): Change => ({ type: "setSize", ...band, index: index + 1, pixels }),
    ),
    ...(sheet.frozenRows ? [{ type: "setFrozen", sheetId, rows: sheet.frozenRows, columns: 0 } satisfies Change] : []),
  ];
}

const rowsFor = ({ rows }: SheetContent): number => Math.max(NEW_SHEET.rows, rows.length);
const columnsFor = ({ rows }: SheetContent): number => Math.max(NEW_SHEET.columns, widestRow(rows));
