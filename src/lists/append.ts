import { isRefused, type Refusal, refusal, wordsOf } from "../result";
import { headersOf, isDateField } from "../service/fields";
import { takeMarksAway } from "../sheet/cell-text";
import { readTop } from "../sheet/find-column";
import { columnOf, type FieldColumn, fieldColumns, fieldMark, type RowTag, readTag } from "../sheet/pinned-columns";
import { type Book, type CellValue, type ColumnMark, spansOf, type Table } from "../sheet/table";
import type { SheetWorld } from "../world";
import type { OwnColumn } from "./column-places";
import { makeOwnColumns } from "./own-columns";
import { isHeaderOf, widthOf } from "./show-columns";
import { MOST_ATTEMPTS, readSteadily } from "./steady";
import { type RowValues, writeBlock } from "./write-block";

/** The marks that tell lists of one type from those of another. */
export interface ListType {
  /** Ends the mark of the hidden column. Marks with "=" are results: they are not offered as columns of inputs. */
  tagMark: string;
  /** The name of the hidden column. */
  tagHeader: string;
  /** The name of a new sheet that was given none. */
  sheetName: string;
  /**
   * True if a row is the one that its hidden cell was written for: people may sort without that column. False if nothing
   * tells.
   * @param at the cell of a field; `undefined` when its column was deleted
   */
  fits(tag: RowTag, columns: string[], at: (field: string) => CellValue | undefined): boolean;
  /** Ends the mark of a column of results beside the list that new rows fill as well. */
  besideMark?: string;
}

/** A list that grows at its end: its columns are pinned, and a hidden one says which job has brought each row. */
export interface AppendList {
  type: ListType;
  sheetId: number;
  /** Begins the marks of its columns. */
  group: string;
  /** The columns that are written, in the order of the cells. */
  columns: string[];
  /** True if the sheet was made for it. */
  hasMadeSheet: boolean;
  /** The job that appends. */
  jobId: string;
}

/** A list as found. */
export interface OpenAppendList {
  list: AppendList;
  table: Table;
  /** All that is pinned in its sheet. */
  marks: ColumnMark[];
  /** Its columns, without those that people have deleted; last, under its mark, the one beside them. */
  fields: FieldColumn[];
  /** The hidden column. */
  tagColumn: number;
}

/** A row to be written. */
export interface NewRow {
  /** For the hidden column; no other row has the same. */
  tag: string;
  /** In the order of the list's columns; then that of the column beside them, if the type knows one. */
  cells: CellValue[];
}

/** Rows are added to a sheet for several writes at once: each addition is three calls. */
const ADDED_ROWS = 1_000;
const ADDED_TIMES = 4;

/** The row of names is among these: a few titles may stand above it, and further down a company may have such a name. */
const MOST_HEADER_ROW = 10;

/** Nobody inserts more rows in the second between finding the end of a list and writing there. */
const TAIL_ROWS = 30;

const tagMarkOf = ({ type, group }: AppendList): string => group + type.tagMark;

/** The group of a list of a type in a sheet; `null` when there is none. */
export function groupIn(marks: ColumnMark[], { tagMark }: ListType): string | null {
  const mark = marks.find(({ value }) => value.endsWith(tagMark));
  return mark ? mark.value.slice(0, -tagMark.length) : null;
}

/** The place of a list, and the way to take its sheet back when the job cannot begin. */
export interface PlacedList {
  list: Pick<AppendList, "sheetId" | "group" | "hasMadeSheet">;
  /** To be kept along with the job, which is known to have made the sheet then. */
  also: Record<string, string>;
  takeBack(): void;
}

/** A new sheet, or one that more rows are added to. */
type ListTarget = { kind: "new"; sheetName: string } | { kind: "append"; sheetId: number };

const wishedName = ({ sheetName }: ListType, target: ListTarget): string =>
  target.kind === "new" ? target.sheetName.trim() || sheetName : "";

/** The name that the sheet of a new list would get. */
export const freeNameFor = (book: Book, type: ListType, target: ListTarget): string =>
  target.kind === "new" ? book.freeName(wishedName(type, target)) : "";

/**
 * Makes the sheet of a new list, or finds the one that more rows are added to; under the document lock. The columns come
 * with the first write. The name of a new sheet is written down until the job is kept: a start that is repeated after an
 * interruption makes no second sheet, and one that was made in vain belongs to the job that fills it.
 * @param freeName the name for a new one
 */
export function placeList(
  { book, store, newId }: SheetWorld,
  type: ListType,
  target: ListTarget,
  freeName = (): string => freeNameFor(book, type, target),
): PlacedList | Refusal {
  const name = `making${type.tagMark}`;
  try {
    const [wishedBefore, nameBefore] = (store.get(name) ?? "").split("\n");
    const found = nameBefore ? book.findSheet(nameBefore) : null;
    const left = found?.lastRow() === 0 ? found : null;
    const wished = wishedName(type, target);
    const known = target.kind === "append" ? book.table(target.sheetId) : wished === wishedBefore ? left : null;
    if (target.kind === "append" && !known) return refusal("LIST_GONE");
    const table = known ?? makeSheet(wished);
    const hasMadeSheet = target.kind === "new" || target.sheetId === left?.id;
    return {
      list: { sheetId: table.id, group: (known && groupIn(known.marks(), type)) ?? newId(), hasMadeSheet },
      also: { [name]: "" },
      takeBack() {
        if (hasMadeSheet && table.lastRow() === 0) table.remove();
      },
    };
  } catch (thrown) {
    return refusal("SHEET_NOT_MADE", wordsOf(thrown));
  }

  function makeSheet(wished: string): Table {
    const free = freeName();
    store.set(name, `${wished}\n${free}`);
    return book.addSheet(free);
  }
}

/** Finds a list wherever it is; says what is gone. */
export function openAppendList(book: Book, list: AppendList): OpenAppendList | Refusal {
  const found = book.pinnedTable(list.sheetId);
  const tagColumn = found && columnOf(found.marks, tagMarkOf(list));
  if (!found || tagColumn === null)
    return book.table(list.sheetId) ? refusal("COLUMN_GONE", "Sheetscout's hidden column") : refusal("LIST_GONE");
  const fields = fieldsIn(found.marks, list.group);
  const mark = list.type.besideMark ?? null;
  const column = mark === null ? undefined : found.marks.find(({ value }) => value.endsWith(mark))?.column;
  if (mark !== null && column !== undefined) fields.push({ field: mark, column });
  return { list, ...found, fields, tagColumn };
}

/** The pinned columns of a list but the hidden one, from left to right. */
export const fieldsIn = (marks: ColumnMark[], group: string): FieldColumn[] =>
  fieldColumns(marks, fieldMark(group, ""));

/** True if no column of a list was moved, made or deleted between two findings. */
const areSameColumns = (one: OpenAppendList, other: OpenAppendList): boolean =>
  one.tagColumn === other.tagColumn && JSON.stringify(one.fields) === JSON.stringify(other.fields);

/** The row of names, from 1: the first that names one of the fields, as titles may stand above it; else the first row. */
export function readHeader(table: Table, fields: readonly string[]): { row: number; cells: CellValue[] } {
  const top = readTop(table, MOST_HEADER_ROW);
  const isName = (cell: CellValue): boolean => cell !== "" && fields.some((field) => isHeaderOf(cell, field));
  const at = Math.max(
    0,
    top.findIndex((cells) => cells.some(isName)),
  );
  return { row: at + 1, cells: top[at] ?? [] };
}

/** Stands for cells when no row has come yet: names and addresses are about so long. */
const UNSEEN_CELL = "-".repeat(20);

/**
 * Makes the columns of a list that are missing.
 * @param remember keeps which marks were made
 * @param sample rows that come next, by which the columns of a blank sheet get their widths
 * @returns why there are none; `null` when they are there
 */
export function makeAppendColumns(
  world: SheetWorld,
  list: AppendList,
  remember: (made: string[]) => void,
  sample: CellValue[][] = [],
): Refusal | null {
  const table = world.book.table(list.sheetId);
  if (!table) return refusal("LIST_GONE");
  const headers = headersOf(list.columns);
  const fields = list.columns.map((field, at): OwnColumn => {
    const header = headers[at] ?? field;
    const widthPx = widthOf([header, ...(sample.length > 0 ? sample.map((cells) => cells[at] ?? "") : [UNSEEN_CELL])]);
    return { mark: fieldMark(list.group, field), header, style: { note: field, widthPx } };
  });
  const tagColumn = { mark: tagMarkOf(list), header: list.type.tagHeader, isHidden: true };
  const headerRow = readHeader(table, list.columns).row;
  const wish = { group: list.group, columns: [...fields, tagColumn], place: "end" as const, headerRow, remember };
  const result = makeOwnColumns(world, table, wish);
  if (result.isThere) return null;
  if (!world.book.table(list.sheetId)) return refusal("LIST_GONE");
  const words = [result.columns.join(", "), result.words].filter((each) => each !== "").join(" – ");
  return result.why === "refused" ? refusal("COLUMNS_REFUSED", words) : refusal("COLUMNS_MOVING");
}

/** Reads something of a whole list, when nobody moves its columns or adds rows meanwhile. */
export function readAppended<Read>(
  book: Book,
  list: AppendList,
  read: (open: OpenAppendList) => Read,
): { list: OpenAppendList; read: Read } | Refusal {
  const placesOf = ({ tagColumn, fields, table }: OpenAppendList) => [
    tagColumn,
    fields,
    table.lastRow(),
    table.lastColumn(),
  ];
  return readSteadily(book, () => openAppendList(book, list), placesOf, read);
}

/** The cells of a column below the header. */
export function readCells({ table }: OpenAppendList, column: number): CellValue[] {
  const rows = table.lastRow() - 1;
  return rows < 1 ? [] : table.read({ row: 2, column, rows, columns: 1 }).map(([cell]) => cell ?? "");
}

/** The hidden cells below the header; `null` where no job has written. */
export const readTags = (open: OpenAppendList): (RowTag | null)[] => readCells(open, open.tagColumn).map(readTag);

/**
 * Writes rows below everything that stands in the list's sheet, wherever its columns are, and checks afterwards that they
 * stand there: people insert and sort meanwhile.
 * @param leftAt the row that was written last; 0 if it is not known
 * @returns the row of the first one
 */
export function appendRows(
  book: Book,
  found: OpenAppendList,
  rows: NewRow[],
  leftAt: number,
): { row: number } | Refusal {
  const { list } = found;
  let open = found;
  let expected = rows;
  let firstRow = 0;
  for (let round = 1; round <= MOST_ATTEMPTS && expected.length > 0; round++) {
    const tail = readTail(open, round === 1 ? leftAt : 0, expected.length);
    const row = tail.lastRow + 1;
    firstRow = firstRow || row;
    const refused = writeRows(open, row, expected);
    const now = openAppendList(book, list);
    if (isRefused(now)) return refused && book.table(list.sheetId) ? refused : now;
    if (refused) return refused;
    const written = undisturbed(now, open, tail, row, expected);
    if (written) {
      const columns = writtenColumns(open);
      const cells = expected.flatMap((each, i) =>
        columns.map(({ column, index }) => ({
          ...{ row: row + i, column },
          value: index === null ? each.tag : (each.cells[index] ?? ""),
        })),
      );
      takeMarksAway(open.table, cells, (at, column) => written[at - row]?.[column - tail.column]);
      return { row: firstRow };
    }
    // If columns moved while this is read, rows that are there would look lost.
    const seen = readAppended(book, list, (now) => new Set(readCells(now, now.tagColumn)));
    if (isRefused(seen)) return seen;
    if (areSameColumns(seen.list, open)) {
      restoreTail(seen.list, tail, seen.read);
      expected = expected.filter(({ tag }) => !seen.read.has(tag));
    } else takeBack(seen.list, expected);
    book.flush();
    const next = openAppendList(book, list);
    if (isRefused(next)) return next;
    open = next;
  }
  return expected.length === 0 ? { row: firstRow } : refusal("NOT_WRITTEN", "somebody moves rows or columns");
}

/** The columns for the cells of a row, from left to right; `index` is `null` for the hidden column. */
function writtenColumns({ fields, tagColumn, list }: OpenAppendList): { column: number; index: number | null }[] {
  const names = [...list.columns, list.type.besideMark];
  const own = fields.filter(({ field }) => names.includes(field));
  const cells = own.map(({ field, column }) => ({ column, index: names.indexOf(field) as number | null }));
  return [...cells, { column: tagColumn, index: null }].sort((a, b) => a.column - b.column);
}

function writeRows(open: OpenAppendList, row: number, rows: NewRow[]): Refusal | null {
  const { table } = open;
  const full = table.hasCell(row + rows.length - 1, 1) ? null : addRows(table, rows.length);
  if (full) return full;
  const columns = writtenColumns(open);
  const values: RowValues[] = rows.map(({ tag, cells }, i) => ({
    row: row + i,
    values: columns.map(({ index }) => (index === null ? tag : (cells[index] ?? ""))),
  }));
  const numbers = columns.map(({ column }) => column);
  const dateColumns = open.fields.flatMap(({ field, column }) => (isDateField(field) ? [column] : []));
  const { unwritten, words } = writeBlock(table, { columns: numbers, rows: values, dateColumns });
  return unwritten.length > 0 ? refusal("NOT_WRITTEN", words) : null;
}

/** A spreadsheet that is all but full may have room for just these. */
function addRows(table: Table, count: number): Refusal | null {
  let words = "";
  for (const rows of [Math.max(ADDED_ROWS, ADDED_TIMES * count), count]) {
    try {
      table.addRows(rows);
      return null;
    } catch (thrown) {
      words = wordsOf(thrown);
    }
  }
  return refusal("SHEET_FULL", words);
}

/** The last rows of a list before something is written below them. */
interface TailRows {
  lastRow: number;
  /** Of the first column read. */
  column: number;
  rows: CellValue[][];
  /** The content of their hidden cells. */
  tags: CellValue[];
}

/**
 * Reads the end of a list: if somebody inserts rows above at the moment of writing, its last rows move to where the new
 * ones are written. One call when the end is where it was left, and otherwise two.
 */
function readTail({ table, fields, tagColumn }: OpenAppendList, leftAt: number, count: number): TailRows {
  const numbers = [...fields.map(({ column }) => column), tagColumn];
  const column = Math.min(...numbers);
  const width = Math.max(...numbers) - column + 1;
  const isKnown = leftAt > 0 && table.hasCell(leftAt + count, 1);
  for (let lastRow = isKnown ? leftAt : table.lastRow(), isFirst = isKnown; ; isFirst = false) {
    const from = Math.max(2, lastRow - TAIL_ROWS + 1);
    const beyond = isFirst ? count : TAIL_ROWS;
    const to = lastRow + (table.hasCell(lastRow + beyond, 1) ? beyond : 0);
    if (to < from) return { lastRow, column, rows: [], tags: [] };
    const cells = table.read({ row: from, column, rows: to - from + 1, columns: width });
    const rows = cells.slice(0, lastRow - from + 1);
    const tags = rows.map((row) => row[tagColumn - column] ?? "");
    const isEnd = !isFirst || (tags[tags.length - 1] ?? "") !== "";
    if (isEnd && cells.slice(rows.length).every((row) => row.every((cell) => cell === ""))) {
      return { lastRow, column, rows, tags };
    }
    table.flush();
    lastRow = table.lastRow();
  }
}

/** The cells of the rows if these stand where they were written, and those before them as they did; one call. */
function undisturbed(
  now: OpenAppendList,
  before: OpenAppendList,
  tail: TailRows,
  row: number,
  rows: NewRow[],
): CellValue[][] | null {
  if (!areSameColumns(now, before)) return null;
  const from = row - tail.rows.length;
  const width = tail.rows[0]?.length ?? now.tagColumn - tail.column + 1;
  const block = { row: from, column: tail.column, rows: row + rows.length - from, columns: width };
  try {
    const cells = now.table.read(block);
    const isKept = tail.rows.every((cellsBefore, i) => JSON.stringify(cellsBefore) === JSON.stringify(cells[i]));
    const written = cells.slice(tail.rows.length);
    return isKept && rows.every(({ tag }, i) => written[i]?.[now.tagColumn - tail.column] === tag) ? written : null;
  } catch {
    // The sheet is gone, or shorter than it was.
    return null;
  }
}

/** Puts rows that were written over back at the end of the list. Rows that only moved stay where they are. */
function restoreTail({ table }: OpenAppendList, tail: TailRows, tags: Set<CellValue>): void {
  const lastRow = table.lastRow();
  const lost = tail.rows.filter((_, i) => tail.tags[i] !== "" && !tags.has(tail.tags[i] ?? ""));
  const width = tail.rows[0]?.length ?? 0;
  const columns = Array.from({ length: width }, (_, i) => tail.column + i);
  const rows = lost.map((values, i) => ({ row: lastRow + 1 + i, values }));
  if (rows.length > 0) writeBlock(table, { columns, rows });
}

/**
 * Columns were moved while rows were written: some cells went along and some did not. The rows that carry one of the new
 * tags in any column are taken away, to be written anew.
 */
function takeBack({ table }: OpenAppendList, rows: NewRow[]): void {
  const [lastRow, width] = [table.lastRow(), table.lastColumn()];
  if (lastRow < 1 || width < 1) return;
  const tags = new Set(rows.map(({ tag }) => tag));
  const from = Math.max(1, lastRow - rows.length - TAIL_ROWS + 1);
  const cells = table.read({ row: from, column: 1, rows: lastRow - from + 1, columns: width });
  const written = cells.flatMap((row, i) => (row.some((cell) => tags.has(String(cell))) ? [from + i] : []));
  table.keepOneBesides("rows", written.length);
  for (const span of spansOf(written).reverse()) table.deleteRows(span.from, span.to - span.from + 1);
}

/** Many times what one write takes: by then an execution that still holds the lease is dead. */
const LEASE_MS = 60_000;

/** Turns need the same lock: whoever does not get it by then comes again. */
const LOCK_WAIT_MS = 10_000;

const leaseName = (sheetId: number): string => `lease:${sheetId}`;

/**
 * Lets one execution at a time append rows or columns to a sheet. The document lock, which turns need too, is not held
 * meanwhile.
 * @returns `null` if somebody else holds the lease
 */
export function withSheetLease<Done>(world: SheetWorld, sheetId: number, work: () => Done): Done | null {
  const { book, lock, store, clock, newId } = world;
  const name = leaseName(sheetId);
  const own = newId();
  let endsMs = 0;
  if (!lock.tryLock(LOCK_WAIT_MS)) return null;
  try {
    const [, untilMs = "0"] = (store.get(name) ?? "").split(".");
    if (Number(untilMs) > clock.nowMs()) return null;
    endsMs = clock.nowMs() + LEASE_MS;
    store.set(name, `${own}.${endsMs}`);
  } finally {
    lock.release();
  }
  try {
    // What was read before it was taken may have changed.
    book.flush();
    return work();
  } finally {
    // One that has run out may be somebody else's by now.
    if (clock.nowMs() < endsMs || (store.get(name) ?? "").startsWith(`${own}.`)) store.remove(name);
  }
}
