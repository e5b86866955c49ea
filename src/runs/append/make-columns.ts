import { type NamedColumn, nameColumns } from "../../sheet/name-columns";
import type { ColumnMark, Table } from "../../sheet/table";
import type { ListKind } from "./append-list";
import { fieldMark, keyMarkOf, matchColumns, plainHeader, readColumns, readFields, readHeader } from "./columns";

/** Somebody who moves columns at the very moment of each attempt is waited out so often. */
const MAX_ROUNDS = 4;

/** Where a column is to be pinned. */
interface Place extends NamedColumn {
  column: number;
  /** It is a new one, not one that the sheet has under this name. */
  isBlank: boolean;
}

/**
 * Makes the columns of a list that are missing, to the right of everything, and pins all of them. Interrupted anywhere
 * and begun again, it makes no column twice. Marks come first and are looked at before anything is written: people who
 * move columns meanwhile must not find a header over their own.
 * @returns false when the columns keep moving
 * @throws when the first row is protected
 */
export function makeColumns(table: Table, kind: ListKind, group: string, wished: string[]): boolean {
  const key: NamedColumn = { mark: keyMarkOf(kind, group), header: kind.keyHeader };
  const fields = wished.map((field): NamedColumn => ({ mark: fieldMark(group, field), header: field }));
  let marks = table.marks();
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const places = findPlaces(table, marks, group, { fields, key });
    if (places.length > 0) {
      marks = pinPlaces(table, places);
      continue;
    }
    const naming = nameColumns(table, marks, [...fields, key]);
    if (naming.refusals?.isProtected) throw new Error(naming.refusals.words);
    if (naming.marks === marks) {
      const columns = readColumns(marks, kind, group);
      if (columns) table.hideColumn(columns.key);
      return true;
    }
    marks = naming.marks;
  }
  return false;
}

/** Where the columns that are not pinned yet are to be: under their names, else to the right of everything. */
function findPlaces(
  table: Table,
  marks: ColumnMark[],
  group: string,
  { fields, key }: { fields: NamedColumn[]; key: NamedColumn },
): Place[] {
  const isMissing = ({ mark }: NamedColumn): boolean => !marks.some(({ value }) => value === mark);
  if (![...fields, key].some(isMissing)) return [];
  const header = readHeader(table);
  const matched = matchColumns(
    header,
    readFields(marks, group),
    fields.map((each) => each.header),
  );
  const columnOf = (name: string): number | null => matched.find(({ field }) => field === name)?.column ?? null;
  let last = header.length;
  const nextFree = (): number => {
    do last++;
    while (marks.some(({ column }) => column === last));
    return last;
  };
  const place = (each: NamedColumn, column: number | null): Place => ({
    ...each,
    column: column ?? nextFree(),
    isBlank: column === null,
  });
  const places = fields.filter(isMissing).map((each) => place(each, columnOf(each.header)));
  // On the right of the others, and pinned before them: whoever begins again knows the list by it.
  return isMissing(key) ? [place(key, header.indexOf(key.header) + 1 || null), ...places] : places;
}

/**
 * Pins columns, or takes the marks off again when they have come to others.
 * @returns the marks there are now
 */
function pinPlaces(table: Table, places: Place[]): ColumnMark[] {
  const beyond = Math.max(...places.map(({ column }) => column)) - table.gridColumns();
  if (beyond > 0) table.insertColumnsAfter(table.gridColumns(), beyond);
  for (const { column, mark } of places) table.pin(column, mark);
  const marks = table.marks();
  if (isAsMeant(table, marks, places)) return marks;
  table.unpin(places.map(({ mark }) => mark));
  return table.marks();
}

function isAsMeant(table: Table, marks: ColumnMark[], places: Place[]): boolean {
  const header = readHeader(table);
  return places.every(({ mark, header: name, isBlank }) => {
    const column = marks.find(({ value }) => value === mark)?.column ?? 0;
    if (!isBlank) return plainHeader(header[column - 1] ?? "") === plainHeader(name);
    const isOwn = marks.filter((each) => each.column === column).length === 1;
    return isOwn && (column > header.length || isBlankColumn(table, column));
  });
}

function isBlankColumn(table: Table, column: number): boolean {
  return table.read({ row: 1, column, rows: table.lastRow(), columns: 1 }).every(([cell]) => cell === "");
}
