import { SetSelectionsOperation, SetWorksheetActiveOperation } from "@univerjs/sheets";
import type { PageArea, PageMessage } from "../messages";
import type { Grid } from "./grid";

/** Calls back when something else is selected or another sheet comes to the front. */
export function onSelection(grid: Grid, act: () => void): void {
  // Univer's own event leaves out the first click.
  grid.commands.onCommandExecuted(({ id }) => {
    if (id === SetSelectionsOperation.id || id === SetWorksheetActiveOperation.id) queueMicrotask(act);
  });
}

/** The sheet in front and the selected cell's column, counted from 1. */
export function selectedColumn(grid: Grid): { sheetName: string; column: number } | null {
  const sheet = grid.api.getActiveWorkbook()?.getActiveSheet();
  const cell = sheet?.getActiveCell();
  return sheet && cell ? { sheetName: sheet.getSheetName(), column: cell.getColumn() + 1 } : null;
}

/** Tells the server what is selected: scripts ask for the active range. */
export function reportSelection(grid: Grid, send: (message: PageMessage) => void): () => void {
  const report = () => {
    const sheet = grid.api.getActiveWorkbook()?.getActiveSheet();
    const ranges = sheet?.getSelection()?.getActiveRangeList() ?? [];
    if (!sheet || ranges.length === 0) return;
    const areas = ranges.map((range) => ({
      row: range.getRow() + 1,
      column: range.getColumn() + 1,
      rows: range.getHeight(),
      columns: range.getWidth(),
    }));
    send({ type: "select", sheetName: sheet.getSheetName(), areas });
  };
  onSelection(grid, report);
  return report;
}

/** Shows what a script has selected; the last area is the active range. */
export function select(grid: Grid, sheetName: string, areas: readonly PageArea[]): void {
  const workbook = grid.api.getActiveWorkbook();
  const sheet = workbook?.getSheetByName(sheetName);
  const area = areas.at(-1);
  if (!workbook || !sheet || !area) return;
  workbook.setActiveSheet(sheet);
  sheet.setActiveRange(sheet.getRange(area.row - 1, area.column - 1, area.rows, area.columns));
}
