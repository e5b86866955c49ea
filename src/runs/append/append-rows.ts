import { type RowValues, writeBlock } from "../../lists/write-block";
import type { Refusal } from "../../result";
import type { CellValue } from "../../sheet/table";
import { typedCell } from "../../sheet/typed-cell";
import { refusal } from "../run-refusal";
import type { AppendList, AppendParts, ListColumns, OpenAppendList } from "./append-list";
import { isSameColumns, openList } from "./columns";
import { readTail, restoreTail, type TailRows } from "./tail-rows";

/** A row to be written. */
export interface NewRow {
  /** For the hidden column, unlike all others. */
  mark: string;
  /** In the order of the list's columns. */
  cells: CellValue[];
}

/** Somebody who moves columns at the very moment of each write is waited out so often. */
const MAX_ROUNDS = 3;

/** Rows are added to a sheet in blocks, enough for some more of the same size: each addition is three calls. */
const ADDED_ROWS = 1_000;
const ADDED_TIMES = 4;

/** Why a list cannot be found. */
export const missingList = ({ book }: AppendParts, sheetId: number): Refusal =>
  refusal(book.table(sheetId) ? "COLUMN_GONE" : "SHEET_GONE");

/** Google fails now and then for some seconds: what nobody refuses is written again after these waits. */
const FAILED_WAITS_MS = [1_000, 3_000, 6_000];

/**
 * Writes rows below everything that stands in the list's sheet, wherever its columns are, and sees afterwards that they
 * have come to stand there: people insert and sort meanwhile. 4 calls of an undisturbed sheet.
 * @param leftAt where the last row was written; 0 when that is not known
 * @returns the row of the first one
 */
export function appendRows(
  parts: AppendParts,
  list: AppendList,
  found: OpenAppendList,
  rows: NewRow[],
  leftAt: number,
): number | Refusal {
  const { book, clock } = parts;
  let open: OpenAppendList | null = found;
  let expected = rows;
  let firstRow = 0;
  let failures = 0;
  for (let round = 1; round <= MAX_ROUNDS && expected.length > 0; ) {
    if (!open) return missingList(parts, list.sheetId);
    const tail = readTail(open, round === 1 && failures === 0 ? leftAt : 0, expected.length);
    const row = tail.lastRow + 1;
    firstRow = firstRow || row;
    const unwritten = writeRows(parts, list, open, row, expected);
    if (unwritten !== null && typeof unwritten !== "string") return unwritten;
    if (unwritten !== null) {
      const waitMs = FAILED_WAITS_MS[failures++];
      if (waitMs === undefined || !book.table(list.sheetId))
        return book.table(list.sheetId) ? refusal("PROTECTED", unwritten) : missingList(parts, list.sheetId);
      clock.sleep(waitMs);
      open = openList(book, list);
      if (open) expected = missingOf(open, expected);
      continue;
    }
    round++;
    const back = showsMoves(list, open, tail) ? open : openList(book, list);
    if (back && isUndisturbed(back, open, tail, row, expected)) return firstRow;
    // Columns may have been moved just before that reading, too.
    book.flush();
    const now = openList(book, list);
    if (now && isSameColumns(now.columns, open.columns)) {
      restoreTail(now, tail);
      expected = missingOf(now, expected);
    } else if (now) {
      // Some cells went along with their columns and some did not: their rows are made anew.
      parts.sheets.deleteRows(list.sheetId, row, expected.length);
    }
    open = now;
    book.flush();
  }
  return expected.length === 0 ? firstRow : refusal("NOT_WRITTEN");
}

/** @returns Google's words when some rows are not written though no cell of theirs refuses: what stands of them is cleared */
function writeRows(
  parts: AppendParts,
  list: AppendList,
  { table, columns }: OpenAppendList,
  row: number,
  rows: NewRow[],
): Refusal | string | null {
  const lastRow = row + rows.length - 1;
  const full = table.hasRow(lastRow) ? null : addRows(parts, list.sheetId, rows.length);
  if (full) return full;
  const fields = writtenColumns(columns, list.columns);
  const numbers = fields.map(({ column }) => column);
  let left: RowValues[] = rows.map(({ cells }, i) => ({
    row: row + i,
    values: fields.map(({ index }) => cells[index] ?? ""),
  }));
  const seal = { column: columns.key, cell: (each: number) => rows[each - row]?.mark ?? "" };
  for (;;) {
    const { unwritten, words, hasProgress } = writeBlock(table, {
      columns: numbers,
      rows: left,
      seal,
      toCell: typedCell,
    });
    if (unwritten.length === 0) return null;
    const open = new Set(unwritten.map((cell) => cell.row));
    const next = left.filter((each) => open.has(each.row));
    if (!hasProgress || next.length === left.length) {
      const blanks = next.map((each) => ({ row: each.row, values: numbers.map(() => "") }));
      if (hasProgress) writeBlock(table, { columns: numbers, rows: blanks });
      return words;
    }
    left = next;
  }
}

/** Where a spreadsheet is all but full, there may be room for just these. */
function addRows({ sheets }: AppendParts, sheetId: number, count: number): Refusal | null {
  let words = "";
  for (const rows of [Math.max(ADDED_ROWS, ADDED_TIMES * count), count]) {
    try {
      sheets.addRows(sheetId, rows);
      return null;
    } catch (thrown) {
      words = thrown instanceof Error ? thrown.message : String(thrown);
    }
  }
  return refusal("SHEET_FULL", words);
}

/** Where the cells of a row go, from left to right; the hidden column is not among them. */
function writtenColumns({ fields }: ListColumns, wished: string[]): { column: number; index: number }[] {
  const own = fields.filter(({ field }) => wished.includes(field));
  return own.map(({ field, column }) => ({ column, index: wished.indexOf(field) })).sort((a, b) => a.column - b.column);
}

/**
 * Whether the rows before tell if columns have moved, without finding the columns again: the hidden column is the last
 * one, and was read where it is, so that whatever is moved before it changes what stands there.
 */
function showsMoves({ kind }: AppendList, { columns }: OpenAppendList, { keys }: TailRows): boolean {
  const isLast = columns.fields.every(({ column }) => column < columns.key);
  return isLast && kind.isKey(keys[keys.length - 1] ?? "");
}

/** In one call: the rows stand where they were written, and those before them as they did. */
function isUndisturbed(
  now: OpenAppendList,
  before: OpenAppendList,
  tail: TailRows,
  row: number,
  rows: NewRow[],
): boolean {
  if (!isSameColumns(now.columns, before.columns)) return false;
  const from = row - tail.rows.length;
  const width = tail.rows[0]?.length ?? now.columns.key - tail.column + 1;
  const block = { row: from, column: tail.column, rows: row + rows.length - from, columns: width };
  try {
    const cells = now.table.read(block);
    const isKept = tail.rows.every((cellsBefore, i) => JSON.stringify(cellsBefore) === JSON.stringify(cells[i]));
    const marks = cells.slice(tail.rows.length).map((each) => each[now.columns.key - tail.column]);
    return isKept && rows.every(({ mark }, i) => marks[i] === mark);
  } catch {
    // The sheet is gone, or shorter than it was.
    return false;
  }
}

/** Those that stand nowhere in the sheet. */
function missingOf({ table, columns }: OpenAppendList, rows: NewRow[]): NewRow[] {
  const lastRow = table.lastRow();
  const cells = lastRow > 0 ? table.read({ row: 1, column: columns.key, rows: lastRow, columns: 1 }) : [];
  const there = new Set(cells.map(([cell]) => cell));
  return rows.filter(({ mark }) => !there.has(mark));
}
