import type { Worksheet } from "@univerjs/core";
import { FormulaDataModel } from "@univerjs/engine-formula";
import { BLOCKED_SPILL, whyBlocked } from "../univer/blocked-spill";
import { extrasOf } from "../univer/cell-values";
import type { Grid } from "./grid";

/** Why the formula in a cell (counted from 0) shows an error, if that is known. */
export function errorReason(grid: Grid, sheet: Worksheet, row: number, column: number): string | undefined {
  const data = sheet.getCellRaw(row, column);
  if (data?.v === "#ERROR!") return extrasOf(data).error;
  if (data?.v !== BLOCKED_SPILL || !(data.f || data.si)) return undefined;
  return whyBlocked(grid.get<FormulaDataModel>(FormulaDataModel), sheet.getUnitId(), sheet, row, column);
}
