import { shiftArea } from "../sheet/areas";
import type { CellInput, CellStyle } from "./cell";
import type { Change } from "./change";
import type { FormulaCell, MemorySheet } from "./memory-sheet";

/** The parts of a workbook that a change needs. */
export interface ChangeTarget {
  sheet(sheetId: number): MemorySheet;
  sheetList: MemorySheet[];
  addSheet(sheet: { sheetId: number; name: string; rows: number; columns: number }, index: number): void;
  newFormula(text: string): FormulaCell;
  forget(formula: FormulaCell): void;
}

function setInput(target: ChangeTarget, sheet: MemorySheet, row: number, column: number, input: CellInput): void {
  // Clearing a large area must not fill it with blank cells.
  if ("value" in input && input.value === null && sheet.at(row, column) === undefined) return;
  const cell = sheet.make(row, column);
  if (cell.formula !== undefined) target.forget(cell.formula);
  delete cell.formula;
  delete cell.spilledBy;
  delete cell.spilledFormat;
  if ("formula" in input) {
    cell.formula = target.newFormula(input.formula);
    cell.value = null;
  } else cell.value = input.value;
}

function restyle(sheet: MemorySheet, row: number, column: number, style: CellStyle): void {
  if (sheet.at(row, column) === undefined && Object.values(style).every((value) => value === null)) return;
  const cell = sheet.make(row, column);
  const merged: Record<string, unknown> = { ...cell.style, ...style };
  for (const [name, value] of Object.entries(merged)) if (value === null) delete merged[name];
  cell.style = merged as CellStyle;
}

/** A filter follows its cells, and its hidden rows theirs (google.filters-follow). */
function filterAfter(filter: MemorySheet["filter"], change: Change): MemorySheet["filter"] {
  const area = filter && shiftArea(filter.area, change);
  if (area === null) return null;
  const { hiddenRows = [] } = filter ?? {};
  if (!("dimension" in change) || change.dimension === "columns") return { area, hiddenRows };
  return { area, hiddenRows: hiddenRows.flatMap((row) => shiftArea({ ...area, row, rows: 1 }, change)?.row ?? []) };
}

/** Carries out one change on the sheets' grids. */
export function applyChange(target: ChangeTarget, change: Change): void {
  switch (change.type) {
    case "addSheet":
      target.addSheet(change, change.index);
      return;
    case "removeSheet":
      target.sheetList.splice(target.sheetList.indexOf(target.sheet(change.sheetId)), 1);
      return;
    case "moveSheet": {
      const moved = target.sheet(change.sheetId);
      target.sheetList.splice(target.sheetList.indexOf(moved), 1);
      target.sheetList.splice(change.index, 0, moved);
      return;
    }
  }
  const sheet = target.sheet(change.sheetId);
  switch (change.type) {
    case "setCells":
      eachOf(change, change.cells, (row, column, input) => setInput(target, sheet, row, column, input));
      return;
    case "setStyles":
      eachOf(change, change.styles, (row, column, style) => restyle(sheet, row, column, style));
      return;
    case "setNotes":
      eachOf(change, change.notes, (row, column, note) => {
        if ((note === null || note === "") && sheet.at(row, column) === undefined) return;
        const cell = sheet.make(row, column);
        if (note === null || note === "") delete cell.note;
        else cell.note = note;
      });
      return;
    case "setStyle": {
      const { row, column, rows, columns } = change.area;
      for (let r = row; r < row + rows; r++) {
        for (let c = column; c < column + columns; c++) restyle(sheet, r, c, change.style);
      }
      return;
    }
    case "insert":
      sheet.insert(change);
      sheet.filter = filterAfter(sheet.filter, change);
      return;
    case "delete":
      sheet.delete(change);
      sheet.filter = filterAfter(sheet.filter, change);
      return;
    case "move":
      sheet.move(change, change.before);
      sheet.filter = filterAfter(sheet.filter, change);
      return;
    case "reorderRows":
      sheet.reorder(change.area, change.order);
      return;
    case "setHidden":
      for (let n = 0; n < change.count; n++) sheet.bands[change.dimension].hidden[change.index - 1 + n] = change.hidden;
      return;
    case "setSize":
      for (let n = 0; n < change.count; n++) sheet.bands[change.dimension].pixels[change.index - 1 + n] = change.pixels;
      return;
    case "setFilter":
      sheet.filter = change.filter;
      return;
    case "setFrozen":
      sheet.frozen = { rows: change.rows, columns: change.columns };
      return;
    case "renameSheet":
      sheet.name = change.name;
      return;
    case "setSheetHidden":
      sheet.isHidden = change.hidden;
  }
}

function eachOf<T>(
  start: { row: number; column: number },
  rows: (T | undefined)[][],
  act: (row: number, column: number, value: T) => void,
): void {
  rows.forEach((values, rowOffset) => {
    values.forEach((value, columnOffset) => {
      if (value !== undefined) act(start.row + rowOffset, start.column + columnOffset, value);
    });
  });
}
