import type { Change } from "../workbook/change";
import type { SheetInfo, Workbook } from "../workbook/workbook";

/** The changes that add a copy of a sheet, cells and all: what lies over them is `Extras.duplicateSheet`'s. */
export function copyOfSheet(
  workbook: Workbook,
  { sheetId: from, rows, columns, ...sheet }: SheetInfo,
  copy: { sheetId: number; name: string; index: number },
): Change[] {
  const { sheetId } = copy;
  const start = { sheetId, row: 1, column: 1 };
  const area = { row: 1, column: 1, rows, columns };
  const cells = workbook
    .read(from, area)
    .map((row) => row.map(({ formula, value }) => (formula ? { formula } : { value })));
  const hidden = (["rows", "columns"] as const).flatMap((dimension) =>
    [...workbook.hidden(from, dimension)].map((index) => ({ dimension, index })),
  );
  return [
    { type: "addSheet", rows, columns, ...copy },
    { type: "setStyles", ...start, styles: workbook.readStyles(from, area) },
    { type: "setCells", ...start, cells },
    { type: "setNotes", ...start, notes: workbook.readNotes(from, area) },
    ...hidden.map((band) => ({ type: "setHidden" as const, sheetId, count: 1, hidden: true, ...band })),
    { type: "setFilter", sheetId, filter: workbook.filter(from) },
    { type: "setFrozen", sheetId, rows: sheet.frozenRows, columns: sheet.frozenColumns },
  ];
}
