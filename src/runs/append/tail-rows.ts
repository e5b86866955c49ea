import { writeBlock } from "../../lists/write-block";
import type { CellValue } from "../../sheet/table";
import { typedCell } from "../../sheet/typed-cell";
import type { OpenAppendList } from "./append-list";

/** Nobody inserts more rows in the second between finding the end of a list and writing there. */
const TAIL_ROWS = 30;

/** The last rows of a list before something is written below them. */
export interface TailRows {
  lastRow: number;
  /** Of the first column read. */
  column: number;
  rows: CellValue[][];
  /** What their hidden cells hold. */
  keys: CellValue[];
}

/**
 * Reads the end of a list: when somebody inserts rows above in the moment of writing, its last rows come to stand where
 * is written. One call when the end is where it was left, and otherwise two.
 * @param leftAt where that was; 0 when it is not known
 * @param count so many rows are to be written
 */
export function readTail({ table, columns }: OpenAppendList, leftAt: number, count: number): TailRows {
  const numbers = [...columns.fields.map(({ column }) => column), columns.key];
  const column = Math.min(...numbers);
  const width = Math.max(...numbers) - column + 1;
  const isKnown = leftAt > 0 && table.hasRow(leftAt + count);
  for (let lastRow = isKnown ? leftAt : table.lastRow(), isFirst = isKnown; ; isFirst = false) {
    const from = Math.max(2, lastRow - TAIL_ROWS + 1);
    const beyond = isFirst ? count : TAIL_ROWS;
    const to = lastRow + (table.hasRow(lastRow + beyond) ? beyond : 0);
    if (to < from) return { lastRow, column, rows: [], keys: [] };
    const cells = table.read({ row: from, column, rows: to - from + 1, columns: width });
    const rows = cells.slice(0, lastRow - from + 1);
    const keys = rows.map((row) => row[columns.key - column] ?? "");
    const isEnd = !isFirst || (keys[keys.length - 1] ?? "") !== "";
    if (isEnd && cells.slice(rows.length).every((row) => row.every((cell) => cell === ""))) {
      return { lastRow, column, rows, keys };
    }
    lastRow = table.lastRow();
  }
}

/** Puts rows that were written over to the end of the list. Rows that only moved stand somewhere and stay there. */
export function restoreTail({ table, columns }: OpenAppendList, tail: TailRows): void {
  const lastRow = table.lastRow();
  if (lastRow < 1 || tail.rows.length === 0) return;
  const cells = table.read({ row: 1, column: columns.key, rows: lastRow, columns: 1 });
  const there = new Set(cells.map(([cell]) => cell));
  const lost = tail.rows.filter((_, i) => tail.keys[i] !== "" && !there.has(tail.keys[i]));
  const width = tail.rows[0]?.length ?? 0;
  const numbers = Array.from({ length: width }, (_, i) => tail.column + i);
  const rows = lost.map((values, i) => ({ row: lastRow + 1 + i, values }));
  if (rows.length > 0) writeBlock(table, { columns: numbers, rows, toCell: typedCell });
}
