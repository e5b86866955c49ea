import { plainHeader } from "../../lists/pin-columns";
import type { Book, CellValue, ColumnMark, Table } from "../../sheet/table";
import type { AppendList, ListColumns, ListKind, OpenAppendList } from "./append-list";

/** Fields are pinned with another sign than results: an email just found may be the input of a verification. */
export const fieldMark = (group: string, field: string): string => `${group}~${field}`;
/** The mark of the hidden column. */
export const keyMarkOf = ({ keyMark }: ListKind, group: string): string => group + keyMark;

/** The list of a kind in a sheet; `null` when there is none. */
export function groupIn(marks: ColumnMark[], { keyMark }: ListKind): string | null {
  const mark = marks.find(({ value }) => value.endsWith(keyMark));
  return mark ? mark.value.slice(0, -keyMark.length) : null;
}

/** The columns of a list; `null` when its hidden one is gone. */
export function readColumns(marks: ColumnMark[], kind: ListKind, group: string): ListColumns | null {
  const key = marks.find(({ value }) => value === keyMarkOf(kind, group))?.column;
  return key === undefined ? null : { fields: readFields(marks, group), key };
}

/** Finds a list wherever it is; `null` when its sheet or its hidden column is gone. */
export function openList(book: Book, { kind, sheetId, group }: Omit<AppendList, "columns">): OpenAppendList | null {
  const found = book.pinnedTable(sheetId);
  const columns = found ? readColumns(found.marks, kind, group) : null;
  return found && columns ? { table: found.table, columns } : null;
}

/** Whether no column of a list was moved, made or deleted between two findings. */
export const isSameColumns = (one: ListColumns, other: ListColumns): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The pinned columns of a list but the hidden one, from left to right. */
export function readFields(marks: ColumnMark[], group: string): ListColumns["fields"] {
  const fields: ListColumns["fields"] = [];
  for (const { column, value } of [...marks].sort((a, b) => a.column - b.column)) {
    const field = value.startsWith(`${group}~`) ? value.slice(group.length + 1) : "";
    // A copied column brings its mark along; the first one stays the list's.
    if (field !== "" && !fields.some((each) => each.field === field)) fields.push({ field, column });
  }
  return fields;
}

/** Which of the wished columns a sheet has already, by their marks or their headers. */
export function matchColumns(
  header: CellValue[],
  known: ListColumns["fields"],
  wished: string[],
): { field: string; column: number | null }[] {
  const taken = new Set(known.map(({ column }) => column));
  return wished.map((field) => {
    const pinned = known.find((each) => each.field === field)?.column;
    if (pinned !== undefined) return { field, column: pinned };
    const index = header.findIndex((cell, i) => plainHeader(cell) === plainHeader(field) && !taken.has(i + 1));
    if (index < 0) return { field, column: null };
    taken.add(index + 1);
    return { field, column: index + 1 };
  });
}

/** The names in the first row. */
export function readHeader(table: Table): CellValue[] {
  const width = table.lastColumn();
  return width > 0 ? (table.read({ row: 1, column: 1, rows: 1, columns: width })[0] ?? []) : [];
}
