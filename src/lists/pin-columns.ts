import { headerOf } from "../service/fields";
import type { CellValue, ColumnMark, Table } from "../sheet/table";
import type { ColumnsWish, OwnColumn } from "./own-columns";

/** The memory of an attempt to make columns, from round to round. */
export interface Placing {
  hasInserted: boolean;
  /** The names in the first row before anything was inserted: a table names what is inserted. */
  namesBefore: Set<string> | null;
  /** Marks that were pinned. */
  pinned: Set<string>;
  /** The intention that was pinned, also when somebody deletes the column that it is pinned to. */
  intention: Intention | null;
}

/** Pinned before the first column is inserted: an attempt that begins anew knows what is left of the one before. */
export interface Intention {
  value: string;
  /** The number of columns that the sheet had. */
  gridColumns: number;
  columns: OwnColumn[];
}

const isIntention = (mark: string): boolean => /^\w+>/.test(mark);

/** Reads the intention of an attempt that has not ended; `null` when there is none. */
export function intentionIn(marks: ColumnMark[], group: string): Intention | null {
  const value = marks.find((mark) => mark.value.startsWith(`${group}>`))?.value;
  if (value === undefined) return null;
  const { gridColumns, columns } = JSON.parse(value.slice(group.length + 1)) as Omit<Intention, "value">;
  return { value, gridColumns, columns };
}

const intentionOf = (group: string, gridColumns: number, columns: OwnColumn[]): Intention => ({
  value: `${group}>${JSON.stringify({ gridColumns, columns })}`,
  gridColumns,
  columns,
});

/** Nobody inserts more columns between two calls. */
const INSERTED_MEANWHILE = 8;

/** The place where a column is to be pinned. */
interface Spot extends OwnColumn {
  column: number;
  /** A column of the sheet that has this name already. */
  isNamed: boolean;
}

/** Headers are the same whatever their letter case and signs: `Location Country` is `location.country`. */
export const plainHeader = (header: CellValue): string =>
  String(header)
    .toLowerCase()
    .replace(/[\s._-]+/g, " ")
    .trim();

/** True if a column's name is a field's: its own, or the header that people read. */
export const isHeaderOf = (header: CellValue, field: string): boolean =>
  [field, headerOf(field)].some((name) => plainHeader(name) === plainHeader(header));

/** The field of a column that grows at its end; the mark ends with it. */
const fieldOf = ({ mark, header }: OwnColumn): string =>
  mark.includes("~") ? mark.slice(mark.indexOf("~") + 1) : header;

/**
 * Pins the columns that are missing, inserting what has to be inserted, and takes marks off again that have come to
 * columns of somebody else's because these were moved meanwhile.
 * @returns false when the column to insert after is gone
 */
export function pinMissing(table: Table, marks: ColumnMark[], wish: ColumnsWish, placing: Placing): boolean {
  const missing = wish.columns.filter(({ mark }) => !marks.some(({ value }) => value === mark));
  const spots =
    wish.place === "end" ? spotsAtEnd(table, marks, wish, missing) : spotsAfter(table, marks, wish, missing, placing);
  if (!spots) return false;
  // At the end the hidden column comes first: whoever begins again knows the list by it.
  for (const { mark, column } of wish.place === "end" ? spots.reverse() : spots) {
    placing.pinned.add(mark);
    table.pin(column, mark);
  }
  table.flush();
  const wrong = misplaced(table, table.marks(), spots, placing);
  if (wrong.length > 0) table.unpin(wrong);
  return true;
}

/** The inserted columns, right of the one that is named and of those of the list that touch it. */
function spotsAfter(
  table: Table,
  marks: ColumnMark[],
  { group, place, columns }: ColumnsWish,
  missing: OwnColumn[],
  placing: Placing,
): Spot[] | null {
  const columnOf = (wanted: string): number | undefined => marks.find(({ value }) => value === wanted)?.column;
  const anchor = place === "end" ? undefined : columnOf(place.after);
  if (anchor === undefined) return null;
  const left = intentionIn(marks, group) ?? placing.intention;
  const intention = left ?? intentionOf(group, table.gridColumns(), missing);
  placing.intention = intention;
  if (!left) table.pin(anchor, intention.value);
  else placing.hasInserted ||= table.gridColumns() > left.gridColumns;
  const begun = intention.columns.flatMap(({ mark }) => columnOf(mark) ?? []);
  const isOwn = (column: number): boolean =>
    marks.some(
      (mark) =>
        mark.column === column &&
        (mark.value.startsWith(`${group}=`) || columns.some(({ mark: own }) => own === mark.value)),
    );
  let after = begun.length > 0 ? Math.max(...begun) : anchor;
  while (isOwn(after + 1)) after++;
  const inserted = placing.hasInserted ? freshColumnsAfter(table, marks, after, missing.length, placing) : 0;
  if (inserted < missing.length) {
    placing.namesBefore ??= new Set(firstRow(table).map(String));
    table.insertColumnsAfter(after + inserted, missing.length - inserted);
    placing.hasInserted = true;
  }
  return missing.map((each, i) => ({ ...each, column: after + 1 + i, isNamed: false }));
}

/** Columns of the same name, else right of everything. */
function spotsAtEnd(table: Table, marks: ColumnMark[], { group }: ColumnsWish, missing: OwnColumn[]): Spot[] {
  const header = firstRow(table);
  const pinned = marks.filter(({ value }) => !isIntention(value));
  const taken = new Set(pinned.filter(({ value }) => value.startsWith(group)).map(({ column }) => column));
  let last = header.length;
  const nextFree = (): number => {
    do last++;
    while (pinned.some(({ column }) => column === last));
    return last;
  };
  const spots = missing.map((each): Spot => {
    const index = header.findIndex((cell, i) => cell !== "" && isHeaderOf(cell, fieldOf(each)) && !taken.has(i + 1));
    if (index < 0) return { ...each, column: nextFree(), isNamed: false };
    taken.add(index + 1);
    return { ...each, column: index + 1, isNamed: true };
  });
  const isNew = spots.filter(({ isNamed }) => !isNamed);
  const gridColumns = table.gridColumns();
  if (last > gridColumns) table.insertColumnsAfter(gridColumns, last - gridColumns);
  if (isNew.length > 0 && !intentionIn(marks, group))
    table.pin(
      isNew[0]?.column ?? 1,
      intentionOf(
        group,
        gridColumns,
        missing.filter((_, i) => !spots[i]?.isNamed),
      ).value,
    );
  return spots;
}

/** The marks of spots that have come to stand elsewhere. */
function misplaced(table: Table, marks: ColumnMark[], spots: Spot[], placing: Placing): string[] {
  const found = spots.map(({ mark }) => marks.find(({ value }) => value === mark)?.column ?? 0);
  const cells = readColumns(table, Math.min(...found), Math.max(...found));
  return spots.flatMap((spot, i) => {
    const { mark, isNamed } = spot;
    const column = found[i] ?? 0;
    const isAlone = marks.every((other) => other.column !== column || other.value === mark || isIntention(other.value));
    const content = cells.map((row) => row[column - Math.min(...found)] ?? "");
    const isAsMeant = isNamed ? isHeaderOf(content[0] ?? "", fieldOf(spot)) : isFresh(content, placing);
    return column > 0 && isAlone && isAsMeant ? [] : [mark];
  });
}

/** Counts the columns in a row there that were just inserted. */
function freshColumnsAfter(table: Table, marks: ColumnMark[], after: number, most: number, placing: Placing): number {
  const cells = readColumns(table, after + 1, Math.min(after + most, table.gridColumns()));
  const isTaken = (column: number): boolean => marks.some((mark) => mark.column === column);
  let fresh = 0;
  while (
    fresh < most &&
    !isTaken(after + 1 + fresh) &&
    isFresh(
      cells.map((row) => row[fresh] ?? ""),
      placing,
    )
  )
    fresh++;
  return fresh;
}

/**
 * Nothing stands in a column that was just inserted, but the name that a table has given it, wherever its header is:
 * `Column 1`, `Spalte 1`.
 */
function isFresh(cells: CellValue[], { namesBefore }: Placing): boolean {
  const [name, ...others] = cells.filter((cell) => cell !== "");
  if (name === undefined) return true;
  const isNew = namesBefore && cells[0] === name ? !namesBefore.has(String(name)) : /\D \d+$/.test(String(name));
  return isNew && others.length === 0;
}

function readColumns(table: Table, from: number, to: number): CellValue[][] {
  const rows = table.lastRow();
  const columns = Math.min(to, table.gridColumns()) - from + 1;
  return rows > 0 && from > 0 && columns > 0 ? table.read({ row: 1, column: from, rows, columns }) : [];
}

/** The first row, as far as the sheet has content. */
function firstRow(table: Table): CellValue[] {
  const width = table.lastColumn();
  // Somebody may insert columns before it is read.
  const columns = Math.min(table.gridColumns(), width + INSERTED_MEANWHILE);
  const cells = width > 0 ? (table.read({ row: 1, column: 1, rows: 1, columns })[0] ?? []) : [];
  const named = cells.reduce<number>((last, cell, i) => (cell === "" ? last : i + 1), 0);
  return cells.slice(0, Math.max(width, named));
}
