import { writeBlock } from "../lists/write-block";
import { writeWanted } from "../sheet/answered-for";
import { columnBefore, isUnmoved } from "../sheet/moved-column";
import { spansOf } from "../sheet/pieces";
import { pinnedColumns } from "../sheet/pinned-columns";
import type { Table } from "../sheet/table";
import { rowFilter } from "./read-column";
import type { RunRecord } from "./run-record";

/** Somebody who moves columns at the very moment of each attempt is waited out so often. */
const MAX_ROUNDS = 3;

/** Rows that are chosen by where they are. */
export const isByPlace = ({ rows }: Pick<RunRecord, "rows">): boolean =>
  rows.kind === "selected" || rows.kind === "visible";

/**
 * Rows chosen by where they are carry the wish with them, wherever they are moved.
 * @returns false when the columns keep moving
 */
export function markWanted(table: Table, run: Pick<RunRecord, "id" | "group" | "rows" | "hasHeader">): boolean {
  if (!isByPlace(run)) return true;
  const lastRow = table.lastRow();
  const isChosen = rowFilter(table, run.rows, lastRow);
  const rows = Array.from({ length: lastRow }, (_, index) => index + 1).filter(
    (row) => isChosen(row) && !(run.hasHeader && row === 1),
  );
  if (rows.length === 0) return true;
  const [from = 1] = rows;
  const to = rows[rows.length - 1] ?? from;
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const marks = table.marks();
    const column = pinnedColumns(marks, run.group).answeredFor;
    if (column === null) return true;
    // Whoever inserts or deletes a column just now moves a neighbour to where is written.
    const first = Math.max(1, column - 1);
    const columns = Math.min(table.gridColumns(), column + 1) - first + 1;
    const before = table.read({ row: from, column: first, rows: to - from + 1, columns });
    table.flush();
    if (!isUnmoved(table.marks(), marks)) continue;
    table.writeEverywhere(column, spansOf(rows), writeWanted(run.id));
    table.flush();
    const now = table.marks();
    if (isUnmoved(now, marks)) return true;
    const old = columnBefore(marks, now, column) ?? 0;
    const cells = rows.map((row) => ({ row, values: [before[row - from]?.[old - first] ?? ""] }));
    writeBlock(table, { columns: [column], rows: cells });
  }
  return false;
}
