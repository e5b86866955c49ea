import { INTERCEPTOR_POINT, SheetInterceptorService } from "@univerjs/sheets";
import { BLOCKED_SPILL, REFERENCE_ERROR } from "../univer/blocked-spill";
import { extrasOf } from "../univer/cell-values";
import { errorReason } from "./cell-error";
import type { Grid } from "./grid";

const MARK_PX = 6;
const ERROR_COLOR = "#d93025";
const NOTE_COLOR = "#202124";

/** Draws the corner by which Google marks a cell with an error or a note, and names errors as Google does. */
export function markCellsWithNotes(grid: Grid): void {
  const interceptors = grid.get<SheetInterceptorService>(SheetInterceptorService);
  interceptors.intercept(INTERCEPTOR_POINT.CELL_CONTENT, {
    handler: (cell, { row, col, worksheet, rawData }, next) => {
      const isBlocked = rawData?.v === BLOCKED_SPILL && Boolean(rawData.f || rawData.si);
      const isError = isBlocked || errorReason(grid, worksheet, row, col) !== undefined;
      if (!isError && !extrasOf(rawData).note) return next(cell);
      const mark = { color: isError ? ERROR_COLOR : NOTE_COLOR, size: MARK_PX };
      return next({ ...(cell ?? rawData), ...(isBlocked && { v: REFERENCE_ERROR }), markers: { tr: mark } });
    },
  });
}
