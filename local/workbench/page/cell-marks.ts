import { INTERCEPTOR_POINT, SheetInterceptorService } from "@univerjs/sheets";
import type { Grid } from "./grid";

const MARK_PX = 6;
const ERROR_COLOR = "#d93025";
const NOTE_COLOR = "#202124";

/** Draws the corner by which Google marks a cell with an error or a note. */
export function markCellsWithNotes(grid: Grid): void {
  const interceptors = grid.get<SheetInterceptorService>(SheetInterceptorService);
  interceptors.intercept(INTERCEPTOR_POINT.CELL_CONTENT, {
    handler: (cell, location, next) => {
      const extras = location.rawData?.custom as { error?: string; note?: string } | undefined;
      const isError = extras?.error !== undefined && location.rawData?.v === "#ERROR!";
      if (!isError && !extras?.note) return next(cell);
      const mark = { color: isError ? ERROR_COLOR : NOTE_COLOR, size: MARK_PX };
      return next({ ...(cell ?? location.rawData), markers: { tr: mark } });
    },
  });
}
