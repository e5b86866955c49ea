import { isRefused, type Refusal, refusal } from "../result";
import type { Input } from "../sheet/cell-text";
import { type Pinned, type PinnedColumns, pinnedColumns } from "../sheet/pinned-columns";
import type { Block, Book, CellValue, ColumnMark, Table } from "../sheet/table";

/** A list whose results stand beside its inputs: where it is, and what its columns hold. */
export interface ListShape {
  sheetId: number;
  /** Begins the marks of its columns. */
  group: string;
  /** Columns of results; the first one says of a row how it went. */
  fields: string[];
  /** The content of the input column, as a message names it. */
  inputColumn: string;
  readInput(cell: CellValue): Input;
}

/** A list that can be read: its columns for results may be still to be made. */
export interface ReadableList {
  shape: ListShape;
  table: Table;
  marks: ColumnMark[];
  columns: Pinned & { input: number };
  statusColumn: number | null;
}

/** A list's columns as they stand now, all there. */
export interface OpenList extends ReadableList {
  columns: PinnedColumns;
  statusColumn: number;
}

/** A row as it was read. */
export interface WindowRow {
  row: number;
  input: Input;
  status: CellValue;
  answeredFor: CellValue;
  /** Of a domain search; `""` when the list has no such columns. */
  anonId: CellValue;
  foundStatus: CellValue;
  /** The cell of a column as numbered then, `""` outside of what was read. */
  at(column: number): CellValue;
}

/** Finds a list's sheet and inputs wherever they are; says what is gone. */
export function openToRead(book: Book, shape: ListShape): ReadableList | Refusal {
  const found = book.pinnedTable(shape.sheetId);
  if (!found) return book.table(shape.sheetId) ? refusal("COLUMN_GONE", shape.inputColumn) : refusal("SHEET_GONE");
  return readableList(found.table, found.marks, shape);
}

/** The list in a sheet whose pinned columns are known. */
export function readableList(table: Table, marks: ColumnMark[], shape: ListShape): ReadableList | Refusal {
  const pinned = pinnedColumns(marks, shape.group);
  const { input } = pinned;
  if (input === null) return refusal("COLUMN_GONE", shape.inputColumn);
  const statusColumn = pinned.outputs.find(({ field }) => field === shape.fields[0])?.column ?? null;
  return { shape, table, marks, columns: { ...pinned, input }, statusColumn };
}

/** Finds a list's sheet and all columns that are written wherever they are; says what is gone. */
export function openList(book: Book, shape: ListShape): OpenList | Refusal {
  const list = openToRead(book, shape);
  return isRefused(list) ? list : withAllColumns(list);
}

/** Says which of a list's columns is gone. */
export function withAllColumns(list: ReadableList): OpenList | Refusal {
  const { columns, statusColumn, shape } = list;
  if (statusColumn === null) return refusal("COLUMN_GONE", `the column ${shape.fields[0]}`);
  const { answeredFor } = columns;
  if (answeredFor === null) return refusal("COLUMN_GONE", "Sheetscout's hidden column");
  return { ...list, columns: { ...columns, answeredFor }, statusColumn };
}

/** Somebody who moves columns at the very moment of each reading is waited out so often. */
const MAX_READINGS = 3;

/**
 * Reads a list by a function of its columns, again as long as somebody moves columns between finding and reading:
 * inputs would look blank, and cells be taken for those of other columns.
 */
export function readSteadily<Read extends object>(
  book: Book,
  shape: ListShape,
  read: (list: ReadableList) => Read,
): { list: ReadableList; read: Read } | Refusal {
  for (let reading = 1; ; reading++) {
    // The work of others shows only after a flush.
    book.flush();
    const list = openToRead(book, shape);
    if (isRefused(list)) return list;
    let done: Read | null = null;
    try {
      done = read(list);
    } catch (thrown) {
      // Rows that somebody deletes between counting and reading are outside of the sheet.
      if (reading === MAX_READINGS) throw thrown;
    }
    book.flush();
    const now = openToRead(book, shape);
    if (done && !isRefused(now) && areSameColumns(list, now)) return { list: now, read: done };
    if (reading === MAX_READINGS) return isRefused(now) ? now : refusal("COLUMNS_MOVING");
  }
}

/** All rows of a list, from the first. */
export function readRows(list: ReadableList): WindowRow[] {
  const lastRow = list.table.lastRow();
  return lastRow > 0 ? readWindow(list, 1, lastRow) : [];
}

/** True if no column was moved, made or deleted between two findings of a list. */
export const areSameColumns = (one: ReadableList, other: ReadableList): boolean =>
  JSON.stringify(one.columns) === JSON.stringify(other.columns);

/**
 * All columns of a list, and one more on both sides, which have to be put back when somebody moves columns meanwhile.
 */
export function windowOf({ columns }: ReadableList): { first: number; last: number } {
  const { input, answeredFor, anonId, foundStatus, outputs } = columns;
  const all = [input, answeredFor ?? input, anonId ?? input, foundStatus ?? input];
  const numbers = [...all, ...outputs.map(({ column }) => column)];
  return { first: Math.max(1, Math.min(...numbers) - 1), last: Math.max(...numbers) + 1 };
}

/** Reads rows of a list in one call. */
export function readWindow(list: ReadableList, from: number, to: number): WindowRow[] {
  const { shape, table, columns, statusColumn } = list;
  const { input, answeredFor, anonId, foundStatus } = columns;
  const { first, last } = windowOf(list);
  const block: Block = { row: from, column: first, rows: to - from + 1, columns: last - first };
  return readOneMore(table, block).map((cells, index) => {
    const at = (column: number | null): CellValue => (column === null ? "" : (cells[column - first] ?? ""));
    return {
      row: from + index,
      at,
      input: shape.readInput(at(input)),
      status: at(statusColumn),
      answeredFor: at(answeredFor),
      anonId: at(anonId),
      foundStatus: at(foundStatus),
    };
  });
}

function readOneMore(table: Table, block: Block): CellValue[][] {
  try {
    return table.read({ ...block, columns: block.columns + 1 });
  } catch {
    // The sheet ends with the list.
    return table.read(block);
  }
}
