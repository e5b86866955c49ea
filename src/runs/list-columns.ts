import type { Refusal } from "../result";
import { completeColumns, type PinnedColumns, pinnedColumns } from "../sheet/pinned-columns";
import type { Block, Book, CellValue, Table } from "../sheet/table";
import type { ListRow } from "./judge-row";
import type { RunRecord } from "./run-record";
import { refusal } from "./run-refusal";

/** A run's columns as they stand now. */
export interface OpenList {
  table: Table;
  columns: PinnedColumns;
  statusColumn: number;
}

/** The column that says of each row how it went: the first of the wished fields. */
export const statusFieldOf = (fields: string[]): string => fields[0] as string;

/** Finds a run's sheet and columns wherever they are; says what is gone. */
export function openList(book: Book, run: Pick<RunRecord, "sheetId" | "group" | "fields">): OpenList | Refusal {
  const found = book.pinnedTable(run.sheetId);
  if (!found)
    return book.table(run.sheetId) ? refusal("COLUMN_GONE", "the column of addresses") : refusal("SHEET_GONE");
  const { table, marks } = found;
  const statusField = statusFieldOf(run.fields);
  const columns = completeColumns(pinnedColumns(marks, run.group), statusField);
  if ("missing" in columns) return refusal("COLUMN_GONE", columns.missing);
  const statusColumn = columns.outputs.find(({ field }) => field === statusField)?.column as number;
  return { table, columns, statusColumn };
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
export function readWindow({ table, columns, statusColumn }: OpenList, from: number, to: number): WindowRow[] {
  const { input, answeredFor, anonId, foundStatus, outputs } = columns;
  const all = [input, answeredFor, anonId ?? input, foundStatus ?? input, ...outputs.map(({ column }) => column)];
  const first = Math.min(...all);
  const block: Block = { row: from, column: first, rows: to - from + 1, columns: Math.max(...all) - first + 2 };
  return table.read(block).map((cells, index) => {
    const at = (column: number): CellValue => cells[column - first] ?? "";
    return {
      ...{ row: from + index, at },
      input: at(input),
      status: at(statusColumn),
      answeredFor: at(answeredFor),
      anonId: anonId === null ? "" : at(anonId),
      foundStatus: foundStatus === null ? "" : at(foundStatus),
    };
  });
}

/** A row as it was read; `at` gives the cell of a column as numbered then, `""` outside of what was read. */
export interface WindowRow extends ListRow {
  row: number;
  at(column: number): CellValue;
}
