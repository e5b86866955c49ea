import type { PageMessage } from "../messages";
import type { Grid } from "./grid";

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
  const { Event } = grid.api;
  for (const event of [Event.SelectionChanged, Event.ActiveSheetChanged] as const) grid.api.addEvent(event, report);
  return report;
}
