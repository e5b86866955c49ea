import type { Refusal } from "../../result";
import { spansOf } from "../../sheet/pieces";
import type { CellValue, Table } from "../../sheet/table";
import { typedCell } from "../../sheet/typed-cell";
import { type RowValues, writeRows } from "../../sheet/write-rows";
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

/**
 * Writes rows below everything that stands in the list's sheet, wherever its columns are, and sees afterwards that they
 * have come to stand there: people insert and sort meanwhile. 3 calls of an undisturbed sheet.
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
  const { book } = parts;
  let open: OpenAppendList | null = found;
  let expected = rows;
  let firstRow = 0;
  for (let round = 1; round <= MAX_ROUNDS && expected.length > 0; round++) {
    if (!open) return missingList(parts, list.sheetId);
    const tail = readTail(open, round === 1 ? leftAt : 0, expected.length);
    const row = tail.lastRow + 1;
    firstRow = firstRow || row;
    const refused = writeBlock(parts, list, open, row, expected);
    if (refused) return book.table(list.sheetId) ? refused : missingList(parts, list.sheetId);
    book.flush();
    const back = showsMoves(list, open, tail) ? open : openList(book, list);
    if (back && isUndisturbed(back, open, tail, row, expected)) return firstRow;
    // Columns may have been moved just before that reading, too.
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

function writeBlock(
  parts: AppendParts,
  list: AppendList,
  { table, columns }: OpenAppendList,
  row: number,
  rows: NewRow[],
): Refusal | null {
  const lastRow = row + rows.length - 1;
  const full = table.hasRow(lastRow) ? null : addRows(parts, list.sheetId, rows.length);
  if (full) return full;
  const written = writtenColumns(columns, list.columns);
  const values: RowValues[] = rows.map(({ mark, cells }, i) => ({
    row: row + i,
    values: written.map(({ index }) => (index === null ? mark : (cells[index] ?? ""))),
  }));
  const numbers = written.map(({ column }) => column);
  return writeWhole(table, numbers, values) ? null : writeByColumn(table, numbers, values);
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

/** @returns false when a cell refuses what it is given: nothing of its block is written then (facts 5.4) */
function writeWhole(table: Table, columns: number[], rows: RowValues[]): boolean {
  try {
    for (const { from, to } of spansOf(columns)) {
      const values = rows.map((row) =>
        Array.from({ length: to - from + 1 }, (_, i) => typedCell(row.values[columns.indexOf(from + i)] ?? "")),
      );
      table.write({ row: rows[0]?.row ?? 1, column: from, rows: rows.length, columns: to - from + 1 }, values);
    }
    return true;
  } catch {
    return false;
  }
}

/** Only columns with a cell that refuses are written cell by cell: that takes a call each. */
function writeByColumn(table: Table, columns: number[], rows: RowValues[]): Refusal | null {
  for (const [i, column] of columns.entries()) {
    const cells = rows.map(({ row, values }) => ({ row, values: [values[i] ?? ""] }));
    if (writeWhole(table, [column], cells)) continue;
    const first = writeRows(table, [column], cells.slice(0, 1), typedCell);
    if (first.isProtected) return refusal("PROTECTED", first.words);
    writeRows(table, [column], cells.slice(1), typedCell);
  }
  return null;
}

/** Where the cells of a row go, from left to right; `index` is `null` for the hidden column. */
function writtenColumns({ fields, key }: ListColumns, wished: string[]): { column: number; index: number | null }[] {
  const own = fields.filter(({ field }) => wished.includes(field));
  const cells = own.map(({ field, column }) => ({ column, index: wished.indexOf(field) as number | null }));
  return [...cells, { column: key, index: null }].sort((a, b) => a.column - b.column);
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
