import type { Book, CellValue, ColumnMark, Table } from "../../sheet/table";

/** Where the columns of a list of companies are now. */
export interface FillColumns {
  /** By field, in the order of the sheet; what people have deleted is not there. */
  fields: { field: string; column: number }[];
  /** The hidden column with the fill and the company of each row. */
  key: number;
}

/** A list of companies as found. */
export interface OpenFill {
  table: Table;
  columns: FillColumns;
}

/** Marks with "=" are results: they are not offered as columns of addresses. */
const KEY = "=company";
const KEY_HEADER = "filled by";

/** Fields are pinned with another sign: a website just filled may be the input of *Find emails*. */
const fieldMark = (group: string, field: string): string => `${group}~${field}`;
const keyMark = (group: string): string => `${group}${KEY}`;

/** The list of companies in a sheet; `null` when there is none. */
export function groupIn(marks: ColumnMark[]): string | null {
  const mark = marks.find(({ value }) => value.endsWith(KEY));
  return mark ? mark.value.slice(0, -KEY.length) : null;
}

/** The columns of a list; `null` when its hidden one is gone. */
export function readColumns(marks: ColumnMark[], group: string): FillColumns | null {
  const key = marks.find(({ value }) => value === keyMark(group))?.column;
  if (key === undefined) return null;
  const fields: FillColumns["fields"] = [];
  for (const { column, value } of [...marks].sort((a, b) => a.column - b.column)) {
    const field = value.startsWith(`${group}~`) ? value.slice(group.length + 1) : "";
    // A copied column brings its mark along; the first one stays the list's.
    if (field !== "" && !fields.some((each) => each.field === field)) fields.push({ field, column });
  }
  return { fields, key };
}

/** Finds a list wherever it is; `null` when its sheet or its hidden column is gone. */
export function openFill(book: Book, { sheetId, group }: { sheetId: number; group: string }): OpenFill | null {
  const found = book.pinnedTable(sheetId);
  const columns = found ? readColumns(found.marks, group) : null;
  return found && columns ? { table: found.table, columns } : null;
}

/** Headers are the same whatever their letter case and signs: `Location Country` is `location.country`. */
const plain = (header: CellValue): string =>
  String(header)
    .toLowerCase()
    .replace(/[\s._-]+/g, " ")
    .trim();

/** Which of the wished columns a sheet has already, by their marks or their headers. */
export function matchColumns(
  header: CellValue[],
  known: FillColumns["fields"],
  wished: string[],
): { field: string; column: number | null }[] {
  const taken = new Set(known.map(({ column }) => column));
  return wished.map((field) => {
    const pinned = known.find((each) => each.field === field)?.column;
    if (pinned !== undefined) return { field, column: pinned };
    const index = header.findIndex((cell, i) => plain(cell) === plain(field) && !taken.has(i + 1));
    if (index < 0) return { field, column: null };
    taken.add(index + 1);
    return { field, column: index + 1 };
  });
}

/**
 * Makes the columns that are missing, to the right of everything, and pins all of them. Interrupted anywhere and begun
 * again, it makes no column twice: those with a header are found by it.
 */
export function makeColumns(table: Table, group: string, wished: string[]): void {
  const marks = table.marks();
  const width = table.lastColumn();
  const header = width > 0 ? (table.read({ row: 1, column: 1, rows: 1, columns: width })[0] ?? []) : [];
  const known = readColumns(marks, group);
  const matched = matchColumns(header, known?.fields ?? fieldsIn(marks, group), wished);
  const missing = matched.filter(({ column }) => column === null).map(({ field }) => field);
  const oldKey = known?.key ?? header.indexOf(KEY_HEADER) + 1;
  const names = oldKey > 0 ? missing : [...missing, KEY_HEADER];
  const right = Math.max(width, ...marks.map(({ column }) => column), 0);
  const beyond = right + names.length - table.gridColumns();
  if (beyond > 0) table.insertColumnsAfter(table.gridColumns(), beyond);
  if (names.length > 0) table.write({ row: 1, column: right + 1, rows: 1, columns: names.length }, [names]);
  const keyColumn = oldKey > 0 ? oldKey : right + names.length;
  for (const { field, column } of matched) {
    const value = fieldMark(group, field);
    if (marks.some((mark) => mark.value === value)) continue;
    table.pin(column ?? right + 1 + missing.indexOf(field), value);
  }
  // Last: what is interrupted before is not yet a list.
  if (known === null) {
    table.hideColumn(keyColumn);
    table.pin(keyColumn, keyMark(group));
  }
}

function fieldsIn(marks: ColumnMark[], group: string): FillColumns["fields"] {
  return readColumns([...marks, { column: 0, value: keyMark(group) }], group)?.fields ?? [];
}

/** What the hidden column holds: which fill and page has brought which company. */
export interface RowKey {
  fillId: string;
  search: number;
  page: number;
  key: string;
}

export const writeRowKey = ({ fillId, search, page, key }: RowKey): string => `${fillId}.${search}.${page}:${key}`;

/** Reads a hidden cell; `null` for what a fill has not written. */
export function readRowKey(cell: CellValue | undefined): RowKey | null {
  const match = /^([a-z0-9]{1,40})\.(\d+)\.(\d+):([\s\S]*)$/.exec(String(cell ?? ""));
  if (!match) return null;
  const [, fillId = "", search, page, key = ""] = match;
  return { fillId, search: Number(search), page: Number(page), key };
}
