import type { Refusal } from "../../result";
import type { CellValue } from "../../sheet/table";
import { refusal } from "../run-refusal";
import type { AppendList, AppendParts, OpenAppendList } from "./append-list";
import { missingList } from "./append-rows";
import { isSameColumns, openList } from "./columns";

/** What is read while somebody inserts rows or columns is read again. */
const MAX_READINGS = 3;

/** Reads something of a whole list, until nobody has moved anything meanwhile. */
export function readSteadily<Read>(
  parts: AppendParts,
  list: AppendList,
  found: OpenAppendList,
  read: (open: OpenAppendList, lastRow: number) => Read,
): Read | Refusal {
  const { book } = parts;
  let before: OpenAppendList | null = found;
  for (let reading = 1; before && reading <= MAX_READINGS; reading++) {
    const lastRow = before.table.lastRow();
    const value = read(before, lastRow);
    // Else the second reading could be the first one again.
    book.flush();
    const now = openList(book, list);
    if (now && isSameColumns(now.columns, before.columns) && now.table.lastRow() === lastRow) return value;
    before = now;
  }
  return before ? refusal("COLUMN_GONE", "its columns keep moving") : missingList(parts, list.sheetId);
}

/** The cells of a column below the header. */
export function readCells({ table }: OpenAppendList, column: number, lastRow: number): CellValue[] {
  if (lastRow < 2) return [];
  return table.read({ row: 2, column, rows: lastRow - 1, columns: 1 }).map(([cell]) => cell ?? "");
}
