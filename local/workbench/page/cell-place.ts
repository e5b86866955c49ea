import { IRenderManagerService, SHEET_VIEWPORT_KEY } from "@univerjs/engine-render";
import { byId } from "./elements";
import type { Grid } from "./grid";

/** A rectangle in the window, in pixels. */
export interface Place {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The part of the window with the cells that scroll: without headers and frozen rows and columns. */
export function gridPlace(grid: Grid): Place | null {
  const workbook = grid.api.getActiveWorkbook();
  const render = workbook && grid.get<IRenderManagerService>(IRenderManagerService).getRenderById(workbook.getId());
  const main = render?.scene.getViewport(SHEET_VIEWPORT_KEY.VIEW_MAIN);
  const canvas = canvasPlace();
  if (!main || !canvas) return null;
  return { left: canvas.left + main.left, top: canvas.top + main.top, right: canvas.right, bottom: canvas.bottom };
}

const canvasPlace = (): DOMRect | undefined =>
  byId("grid").querySelector("canvas[id^=univer-sheet-main-canvas]")?.getBoundingClientRect();

/**
 * The place in the window of a cell of the sheet in front (counted from 0). Univer's own answer ignores scrolling and
 * zoom. `isInView` is false for a cell that has been scrolled behind the headers or the frozen cells.
 */
export function placeOfCell(grid: Grid, row: number, column: number): (Place & { isInView: boolean }) | null {
  const workbook = grid.api.getActiveWorkbook();
  const sheet = workbook?.getActiveSheet();
  const render = workbook && grid.get<IRenderManagerService>(IRenderManagerService).getRenderById(workbook.getId());
  const main = render?.scene.getViewport(SHEET_VIEWPORT_KEY.VIEW_MAIN);
  const canvas = canvasPlace();
  if (!sheet || !render || !main || !canvas) return null;
  const { left, top, right, bottom } = sheet.getRange(row, column).getCellRect();
  const { xSplit, ySplit } = sheet.getSheet().getFreeze();
  const scrolledX = column < xSplit ? 0 : main.viewportScrollX;
  const scrolledY = row < ySplit ? 0 : main.viewportScrollY;
  const { scaleX, scaleY } = render.scene.getAncestorScale();
  return {
    left: canvas.left + (left - scrolledX) * scaleX,
    right: canvas.left + (right - scrolledX) * scaleX,
    top: canvas.top + (top - scrolledY) * scaleY,
    bottom: canvas.top + (bottom - scrolledY) * scaleY,
    isInView: (row < ySplit || bottom - scrolledY > main.top) && (column < xSplit || right - scrolledX > main.left),
  };
}
