import { writeBlock } from "../lists/write-block";
import { columnBefore } from "../sheet/moved-column";
import type { CellValue, ColumnMark } from "../sheet/table";
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
  const columns = writtenColumns(before, fields).map(({ column }) => column);
  const old = columns.map((column) => columnBefore(pinsOf(before), pinsOf(now), column));
  const rows = written.map(({ row }) => ({
    row,
    values: old.map((column): CellValue => (column === null ? "" : (seen.get(row)?.at(column) ?? ""))),
  }));
  writeBlock(now.table, { columns, rows });
}

const pinsOf = ({ columns }: OpenList): ColumnMark[] => [
  { column: columns.input, value: "" },
  { column: columns.answeredFor, value: ":" },
  ...columns.outputs.map(({ column, field }) => ({ column, value: field })),
];
