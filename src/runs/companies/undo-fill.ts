import type { Refusal } from "../../result";
import { spansOf } from "../../sheet/pieces";
import { refusal } from "../run-refusal";
import { type OpenFill, openFill, readRowKey } from "./fill-columns";
import type { FillParts } from "./fill-parts";
import { type FillRecord, readFill, removeFill } from "./fill-record";
import type { FillUndo } from "./views";

/**
 * Takes the rows of a fill out of the sheet, wherever they have been moved, or the whole sheet when the fill made it and
 * nothing else stands in it. Spent credits do not come back.
 * @param isMeant false only counts
 */
export function undoFill(parts: FillParts, fillId: string, isMeant: boolean): FillUndo | Refusal {
  const { book, sheets, store } = parts;
  const fill = readFill(store, fillId);
  if (!fill) return refusal("RUN_GONE");
  const list = openFill(book, fill);
  if (!list) return refusal(book.table(fill.sheetId) ? "COLUMN_GONE" : "SHEET_GONE");
  const rows = ownRows(list, fill);
  const isWholeSheet = fill.hasMadeSheet && rows.length === Math.max(0, list.table.lastRow() - 1);
  const view: FillUndo = { rows: rows.length, isWholeSheet };
  if (!isMeant) return view;
  try {
    if (isWholeSheet) sheets.deleteSheet(fill.sheetId);
    // From below: what is deleted moves what stands under it.
    else for (const { from, to } of spansOf(rows).reverse()) sheets.deleteRows(fill.sheetId, from, to - from + 1);
  } catch (thrown) {
    return refusal("PROTECTED", thrown instanceof Error ? thrown.message : String(thrown));
  }
  book.flush();
  removeFill(store, fillId);
  return view;
}

function ownRows({ table, columns }: OpenFill, fill: FillRecord): number[] {
  const lastRow = table.lastRow();
  if (lastRow < 2) return [];
  const cells = table.read({ row: 2, column: columns.key, rows: lastRow - 1, columns: 1 });
  return cells.flatMap(([cell], i) => (readRowKey(cell)?.fillId === fill.id ? [i + 2] : []));
}
