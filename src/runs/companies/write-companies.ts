import type { Refusal } from "../../result";
import { spansOf } from "../../sheet/pieces";
import type { CellValue, Table } from "../../sheet/table";
import { typedCell } from "../../sheet/typed-cell";
import { type RowValues, writeRows } from "../../sheet/write-rows";
import { refusal } from "../run-refusal";
import { type FillColumns, type OpenFill, openFill, readRowKey } from "./fill-columns";
import type { FillParts } from "./fill-parts";
import type { FillRecord } from "./fill-record";
import { readTail, restoreTail, type TailRows } from "./tail-rows";

/** A company to be written. */
export interface NewCompany {
  /** For the hidden column. */
  mark: string;
  /** In the order of the fill's columns. */
  cells: CellValue[];
}

/** Somebody who moves columns at the very moment of each write is waited out so often. */
const MAX_ROUNDS = 3;

/** Rows are added to a sheet in blocks: each addition is a call. */
const ADDED_ROWS = 1_000;

/**
 * Writes companies below everything that stands in the list's sheet, wherever its columns are, and sees afterwards that
 * they have come to stand there: people insert and sort meanwhile.
 * @param leftAt where the last company was written; 0 when that is not known
 * @returns the row of the first one
 */
export function writeCompanies(
  parts: FillParts,
  fill: FillRecord,
  found: OpenFill,
  companies: NewCompany[],
  leftAt: number,
): number | Refusal {
  const { book } = parts;
  let open: OpenFill | null = found;
  let expected = companies;
  let firstRow = 0;
  for (let round = 1; round <= MAX_ROUNDS && expected.length > 0; round++) {
    if (!open) return refusal(book.table(fill.sheetId) ? "COLUMN_GONE" : "SHEET_GONE");
    const tail = readTail(open, round === 1 ? leftAt : 0, expected.length);
    const row = tail.lastRow + 1;
    firstRow = firstRow || row;
    const refused = writeBlock(parts, fill, open, row, expected);
    if (refused) return refused;
    book.flush();
    const back = showsMoves(open, tail) ? open : openFill(book, fill);
    if (back && isUndisturbed(back, open, tail, row, expected)) return firstRow;
    // Columns may have been moved just before that reading, too.
    const now = openFill(book, fill);
    if (now && isSame(now.columns, open.columns)) {
      restoreTail(now, tail);
      expected = missingOf(now, expected);
    } else if (now) {
      // Some cells went along with their columns and some did not: their rows are made anew.
      parts.sheets.deleteRows(fill.sheetId, row, expected.length);
    }
    open = now;
    book.flush();
  }
  return expected.length === 0 ? firstRow : refusal("NOT_WRITTEN");
}

function writeBlock(
  parts: FillParts,
  fill: FillRecord,
  { table, columns }: OpenFill,
  row: number,
  companies: NewCompany[],
): Refusal | null {
  const lastRow = row + companies.length - 1;
  if (!table.hasRow(lastRow)) {
    try {
      parts.sheets.addRows(fill.sheetId, Math.max(ADDED_ROWS, companies.length));
    } catch (thrown) {
      return refusal("SHEET_FULL", thrown instanceof Error ? thrown.message : String(thrown));
    }
  }
  const written = writtenColumns(columns, fill.columns);
  const rows: RowValues[] = companies.map(({ mark, cells }, i) => ({
    row: row + i,
    values: written.map(({ index }) => (index === null ? mark : (cells[index] ?? ""))),
  }));
  const numbers = written.map(({ column }) => column);
  return writeWhole(table, numbers, rows) ? null : writeByColumn(table, numbers, rows);
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

/** Where the cells of a company go, from left to right; `index` is `null` for the hidden column. */
function writtenColumns({ fields, key }: FillColumns, wished: string[]): { column: number; index: number | null }[] {
  const own = fields.filter(({ field }) => wished.includes(field));
  const cells = own.map(({ field, column }) => ({ column, index: wished.indexOf(field) as number | null }));
  return [...cells, { column: key, index: null }].sort((a, b) => a.column - b.column);
}

export const isSame = (one: FillColumns, other: FillColumns): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Whether the rows before tell if columns have moved, without finding the columns again: the hidden column is the last
 * one, and was read where it is, so that whatever is moved before it changes what stands there.
 */
function showsMoves({ columns }: OpenFill, { keys }: TailRows): boolean {
  const isLast = columns.fields.every(({ column }) => column < columns.key);
  return isLast && readRowKey(keys[keys.length - 1]) !== null;
}

/** In one call: the companies stand where they were written, and the rows before them as they did. */
function isUndisturbed(now: OpenFill, before: OpenFill, tail: TailRows, row: number, companies: NewCompany[]): boolean {
  if (!isSame(now.columns, before.columns)) return false;
  const from = row - tail.rows.length;
  const width = tail.rows[0]?.length ?? now.columns.key - tail.column + 1;
  const block = { row: from, column: tail.column, rows: row + companies.length - from, columns: width };
  try {
    const cells = now.table.read(block);
    const isKept = tail.rows.every((cellsBefore, i) => JSON.stringify(cellsBefore) === JSON.stringify(cells[i]));
    const marks = cells.slice(tail.rows.length).map((each) => each[now.columns.key - tail.column]);
    return isKept && companies.every(({ mark }, i) => marks[i] === mark);
  } catch {
    // The sheet is gone, or shorter than it was.
    return false;
  }
}

/** Those that stand nowhere in the sheet. */
function missingOf({ table, columns }: OpenFill, companies: NewCompany[]): NewCompany[] {
  const rows = table.lastRow();
  const cells = rows > 0 ? table.read({ row: 1, column: columns.key, rows, columns: 1 }) : [];
  const there = new Set(cells.map(([cell]) => cell));
  return companies.filter(({ mark }) => !there.has(mark));
}
