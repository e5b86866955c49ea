import type { Refusal } from "../result";
import { type Pinned, type PinnedColumns, pinnedColumns } from "../sheet/pinned-columns";
import type { Block, Book, CellValue, ColumnMark, Table } from "../sheet/table";
import type { ListRow } from "./judge-row";
import { kindOf, type RunKind } from "./kind";
import type { RunRecord } from "./run-record";
import { isRefused, refusal } from "./run-refusal";

/** Where a list can be read: its columns for results may be still to be made. */
export interface ReadableList {
  kind: RunKind;
  table: Table;
  columns: Pinned & { input: number };
  statusColumn: number | null;
}

/** A run's columns as they stand now, all there. */
export interface OpenList extends ReadableList {
  columns: PinnedColumns;
  statusColumn: number;
}

/** The column that says of each row how it went: the first of the wished fields. */
export const statusFieldOf = (fields: string[]): string => fields[0] as string;

type RunPlace = Pick<RunRecord, "sheetId" | "group" | "fields" | "find">;

/** Finds a run's sheet and addresses wherever they are; says what is gone. */
export function openToRead(book: Book, run: RunPlace): ReadableList | Refusal {
  const found = book.pinnedTable(run.sheetId);
  if (!found) return book.table(run.sheetId) ? refusal("COLUMN_GONE", kindOf(run).inputColumn) : refusal("SHEET_GONE");
  return readableList(found.table, found.marks, run);
}

/** The list in a sheet whose pinned columns are known. */
export function readableList(table: Table, marks: ColumnMark[], run: RunPlace): ReadableList | Refusal {
  const pinned = pinnedColumns(marks, run.group);
  const { input } = pinned;
  const kind = kindOf(run);
  if (input === null) return refusal("COLUMN_GONE", kind.inputColumn);
  const statusColumn = pinned.outputs.find(({ field }) => field === statusFieldOf(run.fields))?.column ?? null;
  return { kind, table, columns: { ...pinned, input }, statusColumn };
}

/** Finds a run's sheet and all columns it writes wherever they are; says what is gone. */
export function openList(book: Book, run: RunPlace): OpenList | Refusal {
  const list = openToRead(book, run);
  if (isRefused(list)) return list;
  const { columns, statusColumn } = list;
  if (statusColumn === null) return refusal("COLUMN_GONE", `the column ${statusFieldOf(run.fields)}`);
  const { answeredFor } = columns;
  if (answeredFor === null) return refusal("COLUMN_GONE", "Sheetscout's hidden column");
  return { ...list, columns: { ...columns, answeredFor }, statusColumn };
}

/** Where results are written, from left to right: each wished field, and the hidden column. */
export function writtenColumns({ columns }: OpenList, fields: string[]): { column: number; field: string | null }[] {
  const outputs: { column: number; field: string | null }[] = columns.outputs.filter(({ field }) =>
    fields.includes(field),
  );
  return [...outputs, { column: columns.answeredFor, field: null }].sort((a, b) => a.column - b.column);
}

/**
 * Reads rows of a list in one call: all columns from its first to its last, and the one after it, which has to be put
 * back when somebody deletes a column before it in the moment of writing.
 */
export function readWindow(
  { kind, table, columns, statusColumn }: ReadableList,
  from: number,
  to: number,
): WindowRow[] {
  const { input, answeredFor, anonId, foundStatus, outputs } = columns;
  const all = [input, answeredFor ?? input, anonId ?? input, foundStatus ?? input];
  const numbers = [...all, ...outputs.map(({ column }) => column)];
  const first = Math.min(...numbers);
  const block: Block = { row: from, column: first, rows: to - from + 1, columns: Math.max(...numbers) - first + 1 };
  return readOneMore(table, block).map((cells, index) => {
    const at = (column: number | null): CellValue => (column === null ? "" : (cells[column - first] ?? ""));
    return {
      row: from + index,
      at,
      input: kind.readInput(at(input)),
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

/** A row as it was read; `at` gives the cell of a column as numbered then, `""` outside of what was read. */
export interface WindowRow extends ListRow {
  row: number;
  at(column: number): CellValue;
}
