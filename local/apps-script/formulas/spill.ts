import { MESSAGES } from "../messages";
import { columnName } from "../sheet/a1";
import type { CellValue } from "../workbook/cell";
import type { FormulaCell, MemoryCell, MemorySheet } from "../workbook/memory-sheet";

function isTaken(cell: MemoryCell | undefined, by: FormulaCell): boolean {
  if (cell === undefined || cell.formula === by || cell.spilledBy === by) return false;
  return cell.formula !== undefined || cell.spilledBy !== undefined || cell.value !== null;
}

/** Says why rows cannot be shown from a cell on: content in the way, or the end of the grid (google.spill). */
function obstacle(sheet: MemorySheet, row: number, column: number, formula: FormulaCell, values: CellValue[][]) {
  const columns = values[0]?.length ?? 0;
  const missingRows = row + values.length - 1 - sheet.rows;
  if (missingRows > 0) return MESSAGES.insertMore("rows", missingRows);
  const missingColumns = column + columns - 1 - sheet.columns;
  if (missingColumns > 0) return MESSAGES.insertMore("columns", missingColumns);
  for (let r = 0; r < values.length; r++) {
    for (let c = 0; c < columns; c++) {
      if (isTaken(sheet.at(row + r, column + c), formula)) {
        return MESSAGES.wouldOverwrite(`${columnName(column + c)}${row + r}`);
      }
    }
  }
  return null;
}

/** Puts a result into its cell, or over the cells it needs if all of them are free, else `#REF!` (google.spill). */
export function placeResult(
  sheet: MemorySheet,
  row: number,
  column: number,
  formula: FormulaCell,
  result: CellValue | CellValue[][],
): void {
  if (!Array.isArray(result)) {
    formula.value = result;
    return;
  }
  formula.spill = { row, column, rows: result.length, columns: result[0]?.length ?? 0 };
  const note = obstacle(sheet, row, column, formula, result);
  if (note !== null) {
    formula.value = { error: "#REF!", note };
    return;
  }
  formula.value = result[0]?.[0] ?? null;
  result.forEach((values, r) => {
    values.forEach((value, c) => {
      if (r === 0 && c === 0) return;
      const cell = sheet.make(row + r, column + c);
      cell.value = value;
      cell.spilledBy = formula;
      cell.spilledFormat = formula.numberFormats?.[r]?.[c];
    });
  });
}

/** Takes a formula's spilled values out of the cells around it. */
export function takeBackSpill(sheet: MemorySheet, formula: FormulaCell): void {
  if (formula.spill === null) return;
  const { row, column, rows, columns } = formula.spill;
  formula.spill = null;
  for (let r = row; r < row + rows; r++) {
    for (let c = column; c < column + columns; c++) {
      const cell = sheet.at(r, c);
      if (cell?.spilledBy !== formula) continue;
      delete cell.spilledBy;
      delete cell.spilledFormat;
      cell.value = null;
    }
  }
}
