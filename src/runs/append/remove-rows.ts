import type { Refusal } from "../../result";
import { spansOf } from "../../sheet/pieces";
import type { CellValue } from "../../sheet/table";
import { refusal } from "../run-refusal";
import type { AppendList, AppendParts, ListPlace } from "./append-list";
import { missingList } from "./append-rows";
import { openList } from "./columns";
import { wordsOf } from "./prepare-sheet";
import { readCells } from "./read-rows";

/** What undoing takes out of a list. */
export interface RemovedRows {
  rows: number;
  /** The whole sheet, which was made for the list and holds nothing else. */
  isWholeSheet: boolean;
  /** Rows that are still there: a sorted list takes a call a row, and Google ends every execution after 6 minutes. */
  left: number;
}

/** Of the 6 minutes (facts 2.1). */
const LONGEST_MS = 240_000;

/**
 * Takes rows out of a list, wherever they have been moved, or the whole sheet when it was made for the list and nothing
 * else stands in it.
 * @param isOwn by the hidden cell
 * @param isMeant false only counts
 */
export function removeRows(
  parts: AppendParts,
  list: AppendList & Pick<ListPlace, "hasMadeSheet">,
  isOwn: (key: CellValue) => boolean,
  isMeant: boolean,
): RemovedRows | Refusal {
  const { book, sheets, clock } = parts;
  const { sheetId } = list;
  const latestMs = clock.nowMs() + LONGEST_MS;
  const open = openList(book, list);
  if (!open) return missingList(parts, sheetId);
  const lastRow = open.table.lastRow();
  const rows = readCells(open, open.columns.key, lastRow).flatMap((key, i) => (isOwn(key) ? [i + 2] : []));
  const isAlone = rows.length === Math.max(0, lastRow - 1) && open.table.lastColumn() <= open.columns.fields.length + 1;
  const isWholeSheet = list.hasMadeSheet && isAlone;
  const removed: RemovedRows = { rows: rows.length, isWholeSheet, left: isMeant ? 0 : rows.length };
  if (!isMeant) return removed;
  try {
    if (isWholeSheet) sheets.deleteSheet(sheetId);
    // From below: what is deleted moves what stands under it.
    else
      for (const { from, to } of spansOf(rows).reverse()) {
        if (clock.nowMs() > latestMs) removed.left += to - from + 1;
        else sheets.deleteRows(sheetId, from, to - from + 1);
      }
  } catch (thrown) {
    return refusal("PROTECTED", wordsOf(thrown));
  }
  book.flush();
  return removed;
}
