import type { CellValue } from "../sheet/table";
import { writeRows } from "../sheet/write-rows";
import { type OpenList, type WindowRow, writtenColumns } from "./list-columns";
import type { RowKey } from "./place-answers";

/**
 * Somebody inserted or deleted a column in the moment between reading and writing, and the results were written over
 * other columns: gives those the cells they had. They were read together with the list's own.
 * @param now where the columns are
 * @param before where they were when the results were written
 */
export function putBackColumns(
  now: OpenList,
  before: OpenList,
  written: RowKey[],
  seen: Map<number, WindowRow>,
  fields: string[],
): void {
  const shift = now.columns.input - before.columns.input;
  const wasAt = new Map<number, number>([
    [now.columns.input, before.columns.input],
    [now.columns.answeredFor, before.columns.answeredFor],
    ...now.columns.outputs.flatMap(({ field, column }): [number, number][] => {
      const old = before.columns.outputs.find((each) => each.field === field);
      return old ? [[column, old.column]] : [];
    }),
  ]);
  const columns = writtenColumns(before, fields).map(({ column }) => column);
  const rows = written.map(({ row }) => ({
    row,
    values: columns.map((column): CellValue => seen.get(row)?.at(wasAt.get(column) ?? column - shift) ?? ""),
  }));
  writeRows(now.table, columns, rows);
}
