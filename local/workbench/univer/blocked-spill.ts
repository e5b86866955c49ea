import type { IRange, Worksheet } from "@univerjs/core";
import type { FormulaDataModel } from "@univerjs/engine-formula";
import { MESSAGES } from "../../apps-script/messages";
import { toA1 } from "../../apps-script/sheet/a1";
import { hasContent } from "./cell-values";

/** Univer shows this when a formula's rows find no room; Google shows `#REF!` with the reason as its note. */
export const BLOCKED_SPILL = "#SPILL!";
export const REFERENCE_ERROR = "#REF!";

type Ranges = Record<number, Record<number, IRange>>;

/**
 * Google's words for why the formula in a cell (counted from 0) could not show all its rows (google.spill): content in
 * the way, or the end of the sheet. `undefined` if it is not that cell's own spill that is blocked.
 */
export function whyBlocked(
  formulas: FormulaDataModel,
  unitId: string,
  sheet: Worksheet,
  row: number,
  column: number,
): string | undefined {
  const ranges = (formulas.getArrayFormulaRange()?.[unitId]?.[sheet.getSheetId()] ?? {}) as Ranges;
  const range = ranges[row]?.[column];
  if (!range) return undefined;
  const missingRows = range.endRow + 1 - sheet.getRowCount();
  if (missingRows > 0) return MESSAGES.insertMore("rows", missingRows);
  const missingColumns = range.endColumn + 1 - sheet.getColumnCount();
  if (missingColumns > 0) return MESSAGES.insertMore("columns", missingColumns);
  for (let r = range.startRow; r <= range.endRow; r++)
    for (let c = range.startColumn; c <= range.endColumn; c++) {
      const isOwn = r === row && c === column;
      if (!isOwn && (hasContent(sheet.getCellRaw(r, c)) || isSpilledFromElsewhere(sheet, ranges, range, r, c)))
        return MESSAGES.wouldOverwrite(toA1({ row: r + 1, column: c + 1, rows: 1, columns: 1 }));
    }
  return undefined;
}

function isSpilledFromElsewhere(sheet: Worksheet, ranges: Ranges, own: IRange, row: number, column: number): boolean {
  return Object.values(ranges).some((line) =>
    Object.values(line ?? {}).some(
      (other) =>
        other &&
        other !== own &&
        row >= other.startRow &&
        row <= other.endRow &&
        column >= other.startColumn &&
        column <= other.endColumn &&
        sheet.getCellRaw(other.startRow, other.startColumn)?.v !== BLOCKED_SPILL,
    ),
  );
}
