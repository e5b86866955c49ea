import type { Worksheet } from "@univerjs/core";
import { FormulaDataModel } from "@univerjs/engine-formula";
import { INTERCEPTOR_POINT, SheetInterceptorService } from "@univerjs/sheets";
import { CellAlertManagerService } from "@univerjs/sheets-ui";
import { BLOCKED_SPILL, REFERENCE_ERROR, whyBlocked } from "../univer/blocked-spill";
import { extrasOf } from "../univer/cell-values";
import { type Place, placeOfCell } from "./cell-place";
import { byId, make } from "./elements";
import { type Grid, onSelection } from "./grid";

/** Says why the formula in a cell (counted from 0) shows an error, if that is known. */
function errorReason(grid: Grid, sheet: Worksheet, row: number, column: number): string | undefined {
  const data = sheet.getCellRaw(row, column);
  if (data?.v === "#ERROR!") return extrasOf(data).error;
  if (data?.v !== BLOCKED_SPILL || !(data.f || data.si)) return undefined;
  return whyBlocked(grid.get<FormulaDataModel>(FormulaDataModel), sheet.getUnitId(), sheet, row, column);
}

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

interface Position {
  row: number;
  column: number;
}

interface NoteText {
  title: string;
  text: string;
}

/** The distance between a cell and its note. */
const GAP_PX = 4;

/** Shows the note of the cell under the pointer, else of the selected one: why it shows an error, or what somebody noted. */
export function showCellNotes(grid: Grid): void {
  const box = byId("cell-note");
  let hovered: Position | undefined;

  const noteAt = ({ row, column }: Position): NoteText | undefined => {
    const sheet = grid.api.getActiveWorkbook()?.getActiveSheet().getSheet();
    if (!sheet) return undefined;
    const error = errorReason(grid, sheet, row, column);
    if (error !== undefined) return { title: "Error", text: error };
    const { note } = extrasOf(sheet.getCellRaw(row, column));
    return note ? { title: "", text: note } : undefined;
  };
  const selected = (): Position | undefined => {
    const cell = grid.api.getActiveWorkbook()?.getActiveSheet().getActiveCell();
    return cell ? { row: cell.getRow(), column: cell.getColumn() } : undefined;
  };
  const show = () => {
    const candidates = [hovered, selected()].filter((position) => position !== undefined);
    const position = candidates.find(noteAt);
    const note = position && noteAt(position);
    const cell = position && placeOfCell(grid, position.row, position.column);
    box.hidden = !note || !cell?.isInView;
    if (!note || !cell) return;
    const title = note.title ? [make("strong", { textContent: note.title })] : [];
    box.replaceChildren(...title, make("span", { textContent: note.text }));
    placeBeside(cell, box);
  };

  // Univer's own box says no more than that there is an error.
  const alerts = grid.get<CellAlertManagerService>(CellAlertManagerService);
  const showAlert = alerts.showAlert.bind(alerts);
  alerts.showAlert = (alert) => {
    if (!noteAt({ row: alert.location.row, column: alert.location.col })) showAlert(alert);
  };

  const { Event } = grid.api;
  grid.api.addEvent(Event.CellHover, ({ row, column }) => {
    hovered = { row, column };
    show();
  });
  grid.api.addEvent(Event.Scroll, show);
  onSelection(grid, show);
  grid.onMutation(() => queueMicrotask(show));
  byId("grid").addEventListener("pointerleave", () => {
    hovered = undefined;
    show();
  });
}

/** To the right of the cell where there is room, else below or above it. */
function placeBeside(cell: Place, box: HTMLElement): void {
  const right = cell.right + GAP_PX;
  const fitsBeside = right + box.offsetWidth <= innerWidth;
  const below = cell.bottom + GAP_PX;
  const fitsBelow = below + box.offsetHeight <= innerHeight;
  const above = cell.top - GAP_PX - box.offsetHeight;
  const left = fitsBeside ? right : Math.min(cell.left, innerWidth - box.offsetWidth);
  const top = fitsBeside ? Math.min(cell.top, innerHeight - box.offsetHeight) : fitsBelow ? below : above;
  Object.assign(box.style, { left: `${left}px`, top: `${top}px` });
}
