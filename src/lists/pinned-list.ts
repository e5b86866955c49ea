import { isRefused, type Refusal, refusal } from "../result";
import type { Input } from "../sheet/cell-text";
import {
  columnBefore,
  type Pinned,
  type PinnedColumns,
  pinnedColumns,
  readTag,
  writeWanted,
} from "../sheet/pinned-columns";
import type { Block, Book, CellValue, ColumnMark, Table } from "../sheet/table";
import { MOST_ATTEMPTS, readSteadily } from "./steady";
import { type RowValues, writeBlock } from "./write-block";

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
  /** The columns on each side of it that are read as well: somebody may drag one to where results are being written. */
  around?: number;
}

/** A list that can be read: its columns for results may not be made yet. */
export interface ReadableList {
  shape: ListShape;
  table: Table;
  marks: ColumnMark[];
  columns: Pinned & { input: number };
  statusColumn: number | null;
  /** The last column that is read. */
  lastColumn: number;
}

/** A list with all its columns, as they stand now. */
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
  /** Of a domain search; `""` when the list has no such columns, or they tell of another address. */
  anonId: CellValue;
  foundStatus: CellValue;
  /** The cell of a column, by its number at that time; `""` outside of what was read. */
  at(column: number): CellValue;
}

/** Finds a list's sheet and inputs wherever they are; says what is gone. */
export function openToRead(book: Book, shape: ListShape): ReadableList | Refusal {
  const list = openWhatIsLeft(book, shape);
  return isRefused(list) || list.columns.input > 0 ? list : refusal("COLUMN_GONE", shape.inputColumn);
}

/** A list whose inputs may be gone: then all of them look blank. */
export function openWhatIsLeft(book: Book, shape: ListShape): ReadableList | Refusal {
  const found = book.pinnedTable(shape.sheetId);
  if (!found) return book.table(shape.sheetId) ? refusal("COLUMN_GONE", shape.inputColumn) : refusal("SHEET_GONE");
  const pinned = pinnedColumns(found.marks, shape.group);
  return readableList(shape, found, { ...pinned, input: pinned.input ?? 0 });
}

/** A list by its columns. */
export function readableList(
  shape: ListShape,
  { table, marks }: Pick<ReadableList, "table" | "marks">,
  columns: ReadableList["columns"],
): ReadableList {
  const statusColumn = columns.outputs.find(({ field }) => field === shape.fields[0])?.column ?? null;
  const last = Math.max(...numbersOf(columns));
  let lastColumn = last + (shape.around ?? 0);
  while (lastColumn > last && !table.hasCell(1, lastColumn)) lastColumn--;
  return { shape, table, marks, columns, statusColumn, lastColumn: lastColumn + 1 };
}

const numbersOf = ({ outputs, ...pinned }: ReadableList["columns"]): number[] => [
  ...[pinned.input, pinned.answeredFor, pinned.anonId, pinned.foundStatus, pinned.foundBy].map(
    (at) => at ?? pinned.input,
  ),
  ...outputs.map(({ column }) => column),
];

/** Finds a list's sheet and all columns that are written wherever they are; says what is gone. */
export function openList(book: Book, shape: ListShape): OpenList | Refusal {
  const list = openToRead(book, shape);
  return isRefused(list) ? list : withAllColumns(list);
}

/** The column that says which job has answered a row, as a message names it. */
export const HIDDEN_COLUMN = "Sheetscout's hidden column";

/** Makes sure that a list has all its columns; says which one is gone. */
function withAllColumns(list: ReadableList): OpenList | Refusal {
  const { columns, statusColumn, shape } = list;
  if (statusColumn === null) return refusal("COLUMN_GONE", `the column ${shape.fields[0]}`);
  const { answeredFor } = columns;
  if (answeredFor === null) return refusal("COLUMN_GONE", HIDDEN_COLUMN);
  return { ...list, columns: { ...columns, answeredFor }, statusColumn };
}

/** Reads a list by a function of its columns, when nobody moves columns meanwhile. */
export const readPinned = <Read>(
  book: Book,
  shape: ListShape,
  read: (list: ReadableList) => Read,
  open = openToRead,
): { list: ReadableList; read: Read } | Refusal =>
  readSteadily(
    book,
    () => open(book, shape),
    ({ columns }) => columns,
    read,
  );

/** All rows of a list, from the first. */
export function readRows(list: ReadableList): WindowRow[] {
  const lastRow = list.table.lastRow();
  return lastRow > 0 ? readWindow(list, 1, lastRow) : [];
}

/** True if no column was moved, made or deleted between two findings of a list. */
export const areSameColumns = (one: ReadableList, other: ReadableList): boolean =>
  JSON.stringify(one.columns) === JSON.stringify(other.columns);

/**
 * All columns of a list, and those on both sides which have to be put back when somebody moves columns meanwhile: one, or
 * as many as its shape wishes.
 */
function windowOf({ columns, shape, lastColumn }: ReadableList): { first: number; last: number } {
  return { first: Math.max(1, Math.min(...numbersOf(columns)) - (shape.around ?? 1)), last: lastColumn };
}

/** Reads rows of a list in one call. */
export function readWindow(list: ReadableList, from: number, to: number): WindowRow[] {
  const { shape, table, columns, statusColumn } = list;
  const { input, answeredFor, anonId, foundStatus, foundBy } = columns;
  const { first, last } = windowOf(list);
  const block: Block = { row: from, column: first, rows: to - from + 1, columns: last - first };
  return readOneMore(table, block).map((cells, index) => {
    const at = (column: number | null): CellValue => (column === null ? "" : (cells[column - first] ?? ""));
    const text = shape.readInput(at(input));
    const isFound = foundBy === null || isFoundAs(text, at(foundBy));
    return {
      row: from + index,
      at,
      input: text,
      status: at(statusColumn),
      answeredFor: at(answeredFor),
      anonId: isFound ? at(anonId) : "",
      foundStatus: isFound ? at(foundStatus) : "",
    };
  });
}

/** True for the address that was found: somebody may have typed another one over it, which the search knows nothing of. */
const isFoundAs = (input: Input, tag: CellValue): boolean =>
  input.kind === "text" && (readTag(tag)?.key.endsWith(` ${input.key.replace(/\s+/g, "")}`) ?? false);

function readOneMore(table: Table, block: Block): CellValue[][] {
  try {
    return table.read({ ...block, columns: block.columns + 1 });
  } catch {
    // The sheet ends with the list.
    return table.read(block);
  }
}

/** A cell that was written. */
export interface WrittenCell {
  row: number;
  column: number;
  /** Of the column as it was found; `null` for the hidden one. */
  field: string | null;
  value: CellValue;
}

/** The content of some rows when they were read, and the content now. */
interface SeenTwice {
  before: Map<number, WindowRow>;
  now: Map<number, WindowRow>;
}

/** Cells that were written into a list. */
interface Written {
  /** As it was found before. */
  list: ReadableList;
  cells: WrittenCell[];
  /** The content that its rows are to have where those cells do not belong. */
  rows: Map<number, WindowRow>;
}

/**
 * Repairs what was written to the wrong cells because somebody moved columns or rows between reading and writing: these
 * get back what they held before, also those that have moved on since. A row whose results are not all there loses its
 * new tag. What is not known is left blank with the job's wish, to be done again.
 * @returns why it cannot be done; `null` when it is
 */
export function putBack(
  book: Book,
  before: ReadableList,
  written: WrittenCell[],
  rowsBefore: Map<number, WindowRow>,
  jobId: string,
): Refusal | null {
  const first: Written = { list: before, cells: written, rows: rowsBefore };
  let last: Written | null = null;
  for (let round = 1; round <= MOST_ATTEMPTS; round++) {
    const settled = readPinned(book, before.shape, readAll, openWhatIsLeft);
    if (isRefused(settled)) return settled;
    // If somebody has moved columns or rows meanwhile, what was put back stands over something else.
    const again: Written | null = last && !isWhereWritten(last, settled) ? putBackOnce(last, settled, jobId) : null;
    last = again ?? putBackOnce(first, settled, jobId);
    if (!last) break;
    book.flush();
  }
  return null;
}

/** A list and its rows, read when nobody moved columns. */
interface Settled {
  list: ReadableList;
  read: Map<number, WindowRow>;
}

const isWhereWritten = ({ list, cells }: Written, { list: now, read }: Settled): boolean =>
  areSameColumns(list, now) && cells.every(({ row, column, value }) => isSame(read.get(row)?.at(column) ?? "", value));

/** @returns what was put back; `null` if nothing had to be */
function putBackOnce(
  { list: before, cells: written, rows: rowsBefore }: Written,
  { list: now, read }: Settled,
  jobId: string,
): Written | null {
  const back: WrittenCell[] = [];
  const seen: SeenTwice = { before: rowsBefore, now: read };
  const byRow = grouped(written, ({ row }) => row);
  // Rows that may have been written over: the same ones as numbered, and those that carry a new tag since they were
  // moved.
  const touched = new Map(byRow);
  const rowOfTag = new Map<CellValue, number>(
    written.flatMap(({ row, field, value }) => (field === null && value ? [[value, row]] : [])),
  );
  for (const { row, answeredFor } of read.values()) {
    const cells = byRow.get(rowOfTag.get(answeredFor) ?? 0);
    if (cells) touched.set(row, [...cells, ...(byRow.get(row) ?? [])]);
  }
  const shownIn = (row: number, column: number): CellValue => seen.now.get(row)?.at(column) ?? "";
  const holdsWritten = (row: number, column: number): boolean =>
    seen.now.has(row) && (touched.get(row) ?? []).some(({ value }) => isSame(shownIn(row, column), value));
  const columnBefore = columnMapper(before, now, seen, (row) => !touched.has(row));
  const kept: KeptColumn[] = [];
  for (let { first: column, last } = windowOf(now); column <= last; column++) {
    const { from, isSure } = columnBefore(column);
    if (isSure && from !== null && ![...touched.keys()].some((row) => holdsWritten(row, column)))
      kept.push({ now: column, before: from });
  }
  const { input, answeredFor, outputs } = now.columns;
  const overwritten = [...touched].flatMap(([row, cells]) =>
    cells.some(({ field, value }) => field !== INPUT && isSame(shownIn(row, input), value)) ? [row] : [],
  );
  const rowBefore = rowMapper(seen, new Set(overwritten), kept);

  const haveMoved = !areSameColumns(before, now);
  const columnOf = (field: string | null): number | null | undefined =>
    field === null ? answeredFor : outputs.find((each) => each.field === field)?.column;
  const isThere = (row: number, { field, value }: WrittenCell): boolean =>
    isSame(shownIn(row, columnOf(field) ?? 0), value);
  /** True for a cell that holds what was written for its row. */
  const isRight = (row: number, column: number): boolean => {
    const meant = byRow.get(rowBefore(row) ?? 0) ?? [];
    const own = meant.find(({ field }) => columnOf(field) === column);
    return own !== undefined && isThere(row, own) && (own.field !== null || meant.every((cell) => isThere(row, cell)));
  };
  for (let { first: column, last } = windowOf(now); column <= last; column++) {
    const { from: old, isSure } = columnBefore(column);
    const rows: RowValues[] = [];
    for (const [row, cells] of touched) {
      if (!holdsWritten(row, column) || isRight(row, column)) continue;
      const from = rowBefore(row);
      const isInput = keyAt(read, row) !== null || overwritten.includes(row);
      const unknown = isInput && column === answeredFor ? writeWanted(jobId) : "";
      const content = old === null ? "" : from === undefined ? unknown : (seen.before.get(from)?.at(old) ?? "");
      const isWritten = cells.some((cell) => cell.column === column || columnOf(cell.field) === column);
      // Elsewhere the same stands by chance unless columns have moved: even then nothing is taken away.
      const isMeant = isWritten || (haveMoved && isSure && content !== "");
      if (content !== shownIn(row, column) && isMeant) rows.push({ row, values: [content] });
    }
    writeBlock(now.table, { columns: [column], rows });
    const field = column === input ? INPUT : OTHER;
    back.push(...rows.map(({ row, values: [value = ""] }) => ({ row, column, field, value })));
  }
  return back.length > 0 ? { list: now, cells: back, rows: withCells(now, read, back) } : null;
}

/** What is put back belongs to a column, and to no field: these are no fields' names. */
const INPUT = "(input)";
const OTHER = "";

/** Rows of a list as they are once some of their cells are written. */
function withCells(
  { columns, shape }: ReadableList,
  rows: Map<number, WindowRow>,
  cells: WrittenCell[],
): Map<number, WindowRow> {
  const changed = new Map(rows);
  for (const [number, own] of grouped(cells, ({ row }) => row)) {
    const row = rows.get(number);
    if (!row) continue;
    const at = (column: number): CellValue => own.find((cell) => cell.column === column)?.value ?? row.at(column);
    changed.set(number, { ...row, at, input: shape.readInput(at(columns.input)) });
  }
  return changed;
}

/** A column that nothing was written into, as numbered now and before. */
interface KeptColumn {
  now: number;
  before: number;
}

/**
 * Finds the number that a row had before: by its input, or, where that was written over, by its other cells. A row that
 * these do not identify has moved as far as those above and below, if they agree.
 * @param overwritten rows whose inputs were written over, as a column was inserted at that moment
 */
function rowMapper(
  { before, now }: SeenTwice,
  overwritten: Set<number>,
  kept: KeptColumn[],
): (row: number) => number | undefined {
  const rowsOf = rowsByKey(before);
  const rowsNow = rowsByKey(now);
  const countOf = (rows: Map<string, number[]>, key: string): number => rows.get(key)?.length ?? 0;
  const textOf = (row: WindowRow | undefined, side: keyof KeptColumn): string =>
    kept.map((column) => row?.at(column[side])).join("\n");
  /** Earlier rows whose input stands nowhere now, or that had none. */
  const missing = new Set(
    [...before.keys()].filter((row) => {
      const key = keyAt(before, row);
      return key === null || countOf(rowsNow, key) < countOf(rowsOf, key);
    }),
  );
  const missingOf = grouped(missing, (row) => textOf(before.get(row), "before"));
  const told = new Map<number, number>();
  const keyNow = (row: number): string | null => (overwritten.has(row) ? null : keyAt(now, row));
  for (const [row, content] of now) {
    const key = keyNow(row);
    const text = textOf(content, "now");
    const [only, ...others] = (key !== null ? rowsOf.get(key) : text.trim() && missingOf.get(text)) || [];
    if (only !== undefined && others.length === 0) told.set(row, only);
  }
  const taken = new Set(told.values());
  /** The rows by which the next one that can be told has moved; `null` when there is none. */
  const shiftFrom = (row: number, step: 1 | -1): number | null => {
    for (let at = row; now.has(at); at += step) {
      const from = told.get(at);
      if (from !== undefined) return at - from;
    }
    return null;
  };
  return (row) => {
    if (told.has(row)) return told.get(row);
    const above = shiftFrom(row, -1);
    const below = shiftFrom(row, 1);
    const from = row - (above ?? below ?? 0);
    const key = keyNow(row);
    if (key !== null) return [...(rowsOf.get(key) ?? [])].sort((a, b) => Math.abs(a - from) - Math.abs(b - from))[0];
    return (below ?? above) === (above ?? below) && missing.has(from) && !taken.has(from) ? from : undefined;
  };
}

/** Items by a key, in their order; those without one are left out. */
export function grouped<Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key | null): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** The rows of each input. */
export const rowsByKey = (rows: Map<number, WindowRow>): Map<string, number[]> =>
  grouped(rows.keys(), (row) => keyAt(rows, row));

/**
 * Finds the number that a column had before, `null` for one that somebody has inserted: by its mark, by what its other
 * rows hold, or, less surely, by its neighbours.
 * @param isWhole true for a row in which nothing was written
 */
function columnMapper(
  before: ReadableList,
  now: ReadableList,
  seen: SeenTwice,
  isWhole: (row: number) => boolean,
): (column: number) => { from: number | null; isSure: boolean } {
  const rowBefore = rowMapper(seen, new Set(), []);
  const rows = [...seen.now.values()].flatMap((is) => {
    const was = isWhole(is.row) && seen.before.get(rowBefore(is.row) ?? 0);
    return was ? [{ is, was }] : [];
  });
  const isPinned = ({ marks }: ReadableList, column: number): boolean => marks.some((mark) => mark.column === column);
  const known = new Map<number, number>();
  for (let { first: column, last } = windowOf(now); column <= last; column++) {
    if (isPinned(now, column) || rows.every(({ is }) => is.at(column) === "")) continue;
    const same: number[] = [];
    for (let { first: old, last: lastOld } = windowOf(before); old <= lastOld; old++)
      if (!isPinned(before, old) && rows.every(({ is, was }) => isSame(is.at(column), was.at(old)))) same.push(old);
    if (same.length === 1) known.set(column, same[0] as number);
  }
  const taken = new Set(known.values());
  return (column) => {
    const sure = known.get(column);
    if (sure !== undefined) return { from: sure, isSure: true };
    const from = columnBefore(before.marks, now.marks, column);
    return { from: from !== null && taken.has(from) ? null : from, isSure: isPinned(now, column) };
  };
}

/** The input in a row; `null` when there is none. */
export function keyAt(seen: Map<number, WindowRow>, row: number): string | null {
  const input = seen.get(row)?.input;
  return input?.kind === "text" ? input.key : null;
}

/** All rows of a list by their numbers. */
export const readAll = (list: ReadableList): Map<number, WindowRow> =>
  new Map(readRows(list).map((row) => [row.row, row]));

/** A text that a cell may take for a date. */
const MAY_BE_DATE = /^(?=.*\d)[\p{L}\d\s.,/-]+$|^[\d\s.,:/TZ+-]+$/u;

/** True if a cell shows what was written, even if the sheet has made a number or a date of a text. */
export const isSame = (cell: CellValue, written: CellValue): boolean =>
  cell === written ||
  String(cell) === String(written) ||
  (cell instanceof Date && typeof written === "string" && MAY_BE_DATE.test(written));
