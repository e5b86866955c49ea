import { BooleanNumber, type IRange, type IRowData, RANGE_TYPE, type Worksheet } from "@univerjs/core";
import { ISheetRowFilteredService } from "@univerjs/engine-formula";
import { SetRowDataMutation, SetRowHiddenMutation, SetRowVisibleMutation } from "@univerjs/sheets";
import type { Area } from "../../apps-script/workbook/cell";
import type { Engine } from "./engine";

export interface Filter {
  area: Area;
  hiddenRows: number[];
}

/** Univer's open parts have no filter: the sheet keeps its area, and its rows are marked, so that they move as rows do. */
interface SheetExtras {
  filterArea?: Area;
}

interface RowExtras {
  filteredOut?: true;
  hiddenByHand?: true;
}

function rowExtras(row: IRowData | null | undefined): RowExtras {
  return (row?.custom ?? {}) as RowExtras;
}

function sheetExtras(sheet: Worksheet): SheetExtras {
  return (sheet.getConfig().custom ?? {}) as SheetExtras;
}

function rowsWhere(sheet: Worksheet, holds: (row: IRowData) => boolean): number[] {
  return Object.entries(sheet.getConfig().rowData)
    .filter(([, row]) => row && holds(row as IRowData))
    .map(([index]) => Number(index) + 1);
}

export function readFilter(sheet: Worksheet): Filter | null {
  const { filterArea } = sheetExtras(sheet);
  if (!filterArea) return null;
  return { area: filterArea, hiddenRows: rowsWhere(sheet, (row) => rowExtras(row).filteredOut === true) };
}

/** Lets formulas (`SUBTOTAL`) tell rows that the filter hides from rows hidden by hand. */
export function tellFormulasOfFilters(engine: Engine): void {
  engine.get<ISheetRowFilteredService>(ISheetRowFilteredService).register((unitId, univerSheetId, row) => {
    const sheet = unitId === engine.unitId ? engine.model.getSheetBySheetId(univerSheetId) : null;
    return rowExtras(sheet?.getConfig().rowData[row] as IRowData | undefined).filteredOut === true;
  });
}

/** Rows hidden by hand, without those that only the filter hides. */
export function rowsHiddenByHand(sheet: Worksheet): Set<number> {
  const isHidden = (row: IRowData) =>
    row.hd === BooleanNumber.TRUE && (rowExtras(row).filteredOut !== true || rowExtras(row).hiddenByHand === true);
  return new Set(rowsWhere(sheet, isHidden));
}

export function setFilter(engine: Engine, sheet: Worksheet, filter: Filter | null): void {
  const target = { unitId: engine.unitId, subUnitId: sheet.getSheetId() };
  const before = new Set(readFilter(sheet)?.hiddenRows ?? []);
  const after = new Set(filter?.hiddenRows ?? []);
  const byHand = rowsHiddenByHand(sheet);
  const rowData: Record<number, Partial<IRowData>> = {};
  for (const row of new Set([...before, ...after])) {
    const { filteredOut, hiddenByHand, ...others } = rowExtras(sheet.getConfig().rowData[row - 1] as IRowData);
    const marks: RowExtras = after.has(row) ? { filteredOut: true } : {};
    if (byHand.has(row)) marks.hiddenByHand = true;
    rowData[row - 1] = { custom: { ...others, ...marks } };
  }
  engine.run(SetRowDataMutation.id, { ...target, rowData });
  const ranges = (rows: number[]) => rows.map((row) => rowRange(sheet, row));
  const appearing = [...before].filter((row) => !after.has(row) && !byHand.has(row));
  if (appearing.length > 0) engine.run(SetRowVisibleMutation.id, { ...target, ranges: ranges(appearing) });
  if (after.size > 0) engine.run(SetRowHiddenMutation.id, { ...target, ranges: ranges([...after]) });
  sheet.getConfig().custom = { ...sheet.getConfig().custom, filterArea: filter?.area };
}

function rowRange(sheet: Worksheet, row: number): IRange {
  return {
    startRow: row - 1,
    endRow: row - 1,
    startColumn: 0,
    endColumn: sheet.getColumnCount() - 1,
    rangeType: RANGE_TYPE.ROW,
  };
}
