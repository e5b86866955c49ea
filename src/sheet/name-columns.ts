import { columnBefore, isUnmoved } from "./moved-column";
import type { CellValue, ColumnMark, Table } from "./table";
import { type Refusals, writeRows } from "./write-rows";

/** A pinned column and what stands in its first row. */
export interface NamedColumn {
  mark: string;
  header: string;
}

/** What came of naming columns. */
export interface Naming {
  /** The marks there are now; the very array given when no column was moved meanwhile. Else nothing was named. */
  marks: ColumnMark[];
  /** The marks of those that had no name. */
  nameless: string[];
  /** What the first row did not take. */
  refusals: Refusals | null;
}

/** Gives pinned columns without a name theirs. What was written over a column moved meanwhile is put back. */
export function nameColumns(table: Table, marks: ColumnMark[], wanted: NamedColumn[]): Naming {
  const width = Math.max(table.lastColumn(), ...marks.map(({ column }) => column));
  const header = table.read({ row: 1, column: 1, rows: 1, columns: width })[0] ?? [];
  const found = wanted.flatMap(({ mark, header: name }) => {
    const column = marks.find(({ value }) => value === mark)?.column ?? 0;
    return header[column - 1] === "" ? [{ mark, name, column }] : [];
  });
  if (found.length === 0) return { marks, nameless: [], refusals: null };
  // Else it is not known which header belongs to which mark.
  const before = table.marks();
  if (!isUnmoved(before, marks)) return { marks: before, nameless: [], refusals: null };
  const nameless = found.map(({ mark }) => mark);
  const columns = found.map(({ column }) => column);
  const refusals = writeRows(table, columns, [{ row: 1, values: found.map(({ name }) => name) }]);
  const now = table.marks();
  if (isUnmoved(now, marks)) return { marks, nameless, refusals };
  const widthNow = Math.min(width, table.gridColumns());
  const headerNow = table.read({ row: 1, column: 1, rows: 1, columns: widthNow })[0] ?? [];
  const values = columns.map((column) => headerBefore({ marks, header }, { marks: now, header: headerNow }, column));
  writeRows(table, columns, [{ row: 1, values }]);
  return { marks: now, nameless, refusals };
}

/** The pinned columns and the first row at one moment. */
interface Seen {
  marks: ColumnMark[];
  header: CellValue[];
}

/** What stood above a column before it was written over. */
function headerBefore(before: Seen, now: Seen, column: number): CellValue {
  const from = columnBefore(before.marks, now.marks, column);
  if (from !== null) return before.header[from - 1] ?? "";
  // Pins on both sides have moved differently: it came along with those on the right, or was inserted before them.
  const moves = now.marks.flatMap((mark) => {
    const old = before.marks.find(({ value }) => value === mark.value);
    return old ? [{ to: mark.column, by: mark.column - old.column }] : [];
  });
  const right = moves.filter(({ to }) => to > column).sort((a, b) => a.to - b.to)[0]?.by ?? 0;
  const left = moves.filter(({ to }) => to < column).sort((a, b) => b.to - a.to)[0]?.by ?? 0;
  const name = before.header[column - right - 1] ?? "";
  const hasStayed = now.header[column - right + left - 1] === name;
  return hasStayed ? "" : name;
}
