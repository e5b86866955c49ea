import { isRefused, type Refusal, refusal, wordsOf } from "../result";
import { checkOf, isPasted, isWantedBy, readAnsweredFor, writeAnsweredFor, writeWanted } from "../sheet/pinned-columns";
import { type Book, type CellAt, type CellValue, spansOf, type Table } from "../sheet/table";
import {
  areSameColumns,
  grouped,
  HIDDEN_COLUMN,
  isSame,
  keyAt,
  type ListShape,
  type OpenList,
  openList,
  openWhatIsLeft,
  putBack,
  type ReadableList,
  readAll,
  readPinned,
  readWindow,
  rowsByKey,
  type WindowRow,
  type WrittenCell,
} from "./pinned-list";
import { MOST_ATTEMPTS } from "./steady";
import { type RowValues, writeBlock } from "./write-block";

/** Results for one input. */
export interface BesideEntry {
  /** The key of the input. */
  key: string;
  /** In the order of the list's fields. */
  cells: CellValue[];
  /** The row of the input when it was scanned. Rows move: it is looked for everywhere if it is there no more. */
  rows: number[];
}

/** The outcome of writing entries, known by their keys. */
export interface WriteOutcome {
  /** Entries that now stand in the sheet, or whose row says there that a cell has refused its value. */
  writtenKeys: string[];
  /** To be written again: Google failed, or somebody moved rows all the while. */
  leftKeys: string[];
  /** Entries without a place: the input was deleted, a merge covers its cells, or the page was written before. */
  lostKeys: string[];
  writtenRows: number;
  /** Cells whose own rule refused the result; it stands in their note. */
  refusedCells: number;
  /** Google's, for what was left; shown and never parsed. */
  words: string;
}

/** The outcome before anything is written. */
export const nothingWritten = (): WriteOutcome => ({
  writtenKeys: [],
  leftKeys: [],
  lostKeys: [],
  writtenRows: 0,
  refusedCells: 0,
  words: "",
});

/** The writing job, and the day. */
export interface Writer {
  jobId: string;
  /** Days since 1970. */
  day: number;
  /** Writes no results, only that the job wants these rows: the wish goes along with them. */
  isWish?: boolean;
}

/** Before a list is written, this many columns on each side are read as well: some 10,000 cells at a time in all. */
const AROUND_COLUMNS = 25;

/** Rows with no larger gap between them are read in one call. */
const MAX_GAP_ROWS = 300;

/** Between reading and writing nobody moves a row further than this by inserting or deleting rows above it. */
const MARGIN_ROWS = 20;

interface Placed {
  key: string;
  cells: CellValue[];
  row: number;
}

/**
 * Writes results beside their inputs wherever those are now, and reads back if they stand there. What was written over
 * something that has moved meanwhile is put back.
 */
export function writeBeside(
  book: Book,
  shape: ListShape,
  writer: Writer,
  entries: BesideEntry[],
): WriteOutcome | Refusal {
  const outcome = nothingWritten();
  // Keys whose status vanishes in a merge: their rows are tagged as if a rule had refused it.
  const covered = new Set<string>();
  for (let round = 1; round <= MOST_ATTEMPTS && entries.length > 0; round++) {
    // What was read for the round before is read anew.
    if (round > 1) book.flush();
    const list = openList(book, { ...shape, around: AROUND_COLUMNS });
    if (isRefused(list)) return list;
    const { placed, done, lost, seen } = placeEntries(list, writer, entries, round > 1);
    outcome.leftKeys = entries.map(({ key }) => key);
    outcome.lostKeys = [];
    // If columns moved while this was read, other cells would be taken for the list's, and written over for good.
    book.flush();
    const still = openList(book, shape);
    if (isRefused(still)) return still;
    if (!areSameColumns(list, still)) continue;
    outcome.lostKeys = lost;
    const written = writePlaced(list, writer, placed, seen, covered);
    outcome.words = written.words;
    if (placed.length > 0 && placed.every(({ row }) => written.unwritten.has(row))) break;
    const now = openList(book, shape);
    const takeBack = (): Refusal | null => putBack(book, list, cellsOf(list, writer, placed), seen, writer.jobId);
    if (isRefused(now)) return takeBack() ?? now;
    const back = readBack(now, [...seen.keys()]);
    const strayed = placed.filter(({ row, key }) => keyAt(back, row) !== key);
    if (areSameColumns(list, now) && strayed.length === 0) {
      outcome.refusedCells += written.refusedCells;
      // A merge swallows results in the cells that it covers, without an error.
      const vanished = placed.filter(({ row, key }) => {
        const isUnwritten = writer.isWish || written.unwritten.has(row);
        return !isUnwritten && !isDoneBy(back.get(row) as WindowRow, key, writer);
      });
      if (vanished.some(({ key }) => !covered.has(key)) && round < MOST_ATTEMPTS) {
        for (const { key } of vanished) covered.add(key);
        continue;
      }
      outcome.writtenRows = done.length + placed.length - written.unwritten.size - vanished.length;
      outcome.lostKeys = [...lost, ...vanished.map(({ key }) => key)];
      outcome.leftKeys = placed.flatMap(({ key, row }) => (written.unwritten.has(row) ? [key] : []));
      break;
    }
    const refused = takeBack();
    if (refused) return refused;
  }
  const left = new Set(outcome.leftKeys);
  const lost = new Set(outcome.lostKeys);
  outcome.writtenKeys = entries.flatMap(({ key }) => (left.has(key) || lost.has(key) ? [] : [key]));
  return outcome;
}

/** The rows to which answers go. */
interface Placement {
  placed: Placed[];
  /** Rows that have this job's result already. */
  done: { key: string; row: number }[];
  lost: string[];
  seen: Map<number, WindowRow>;
}

/** The last row to read when entries are expected down to this one; makes no call as long as the sheet has that row. */
function lastRowNear(table: Table, expected: number): number {
  if (!table.hasCell(expected, 1)) return table.lastRow();
  let row = expected + MARGIN_ROWS;
  while (!table.hasCell(row, 1)) row--;
  return row;
}

/** Finds the rows for answers just before they are written: where the inputs were expected, else wherever they are. */
function placeEntries(list: OpenList, writer: Writer, entries: BesideEntry[], isAnew: boolean): Placement {
  const expected = entries.flatMap(({ rows }) => rows);
  const lastRow = lastRowNear(list.table, Math.max(...expected));
  const hints = expected.filter((row) => row <= lastRow);
  const near = hints.flatMap((row) => [Math.max(1, row - MARGIN_ROWS), row, Math.min(lastRow, row + MARGIN_ROWS)]);
  let seen = isAnew ? new Map<number, WindowRow>() : readRows(list, near);
  if (entries.some(({ key, rows }) => rows.some((row) => keyAt(seen, row) !== key))) {
    // Somebody has sorted, inserted, deleted or edited.
    seen = readAll(list);
  }
  // Content that was put back may have gone astray as well: the tag alone does not tell that all results are there.
  const outputs = isAnew && !writer.isWish ? outputsOf(list) : [];
  const isReady = (row: WindowRow, key: string, cells: CellValue[]): boolean =>
    isDoneBy(row, key, writer) &&
    (readAnsweredFor(row.answeredFor)?.isRefused ||
      outputs.every(({ column, field }) => isSame(row.at(column), cells[list.shape.fields.indexOf(field)] ?? "")));
  const placement: Placement = { placed: [], done: [], lost: [], seen };
  const { placed, done, lost } = placement;
  const taken = new Set<number>();
  const place = (row: number, { key, cells }: BesideEntry): void => {
    taken.add(row);
    if (isReady(seen.get(row) as WindowRow, key, cells)) done.push({ key, row });
    else placed.push({ key, cells, row });
  };
  const missing: { entry: BesideEntry; count: number }[] = [];
  for (const entry of entries) {
    const rows = new Set(entry.rows);
    const here = [...rows].filter((row) => keyAt(seen, row) === entry.key);
    for (const row of here) place(row, entry);
    if (here.length < rows.size) missing.push({ entry, count: rows.size - here.length });
  }
  if (missing.length === 0) return placement;

  const rowsOf = rowsByKey(seen);
  for (const { entry, count } of missing) {
    const { key, cells } = entry;
    const rows = rowsOf.get(key) ?? [];
    // Rows that have their result, or carry the job's wish, come before others with the same input.
    const rank = (row: number): number => {
      const content = seen.get(row) as WindowRow;
      return isReady(content, key, cells) ? 2 : Number(isWantedBy(content.answeredFor, writer.jobId));
    };
    const free = rows.filter((row) => !taken.has(row)).sort((a, b) => rank(b) - rank(a));
    for (const row of free.slice(0, count)) place(row, entry);
    if (rows.length === 0) lost.push(key);
  }
  return placement;
}

/** True if a row has this job's result for the input it holds, or its wish. */
function isDoneBy({ answeredFor, status }: WindowRow, key: string, { jobId, isWish }: Writer): boolean {
  if (isWish) return isWantedBy(answeredFor, jobId);
  const answered = readAnsweredFor(answeredFor);
  return answered?.jobId === jobId && answered.key === key && (answered.isRefused || status !== "");
}

function readRows(list: ReadableList, rows: number[]): Map<number, WindowRow> {
  const seen = new Map<number, WindowRow>();
  for (const { from, to } of spansOf(rows, MAX_GAP_ROWS))
    for (const each of readWindow(list, from, to)) seen.set(each.row, each);
  return seen;
}

/** Reads the rows that were written once more; none when the sheet has become too short for them. */
function readBack(list: ReadableList, rows: number[]): Map<number, WindowRow> {
  try {
    return readRows(list, rows);
  } catch {
    return new Map();
  }
}

/** The columns for results, from left to right: each wished field. */
const outputsOf = ({ columns, shape }: ReadableList): { column: number; field: string }[] =>
  columns.outputs.filter(({ field }) => shape.fields.includes(field)).sort((a, b) => a.column - b.column);

/** The hidden cell beside results. */
const tagOf = ({ jobId, day }: Writer, { key, cells }: Placed, isRefused = false): string =>
  writeAnsweredFor({ jobId, day, checks: cells.map(checkOf), key, isRefused });

/**
 * Keeps what somebody has pasted into hidden cells that are to be written over: in notes on the inputs, which no undoing
 * takes away, else on the cells of the status.
 * @returns the rows whose text cannot be kept
 */
function keepPasted(
  { table, columns, statusColumn }: OpenList,
  placed: Placed[],
  seen: Placement["seen"],
): { unkept: number[]; words: string } {
  const lines = placed.flatMap(({ row }) => {
    const cell = seen.get(row)?.answeredFor ?? "";
    return isPasted(cell) ? [{ row, text: `Sheetscout's hidden column held “${cell}” here.` }] : [];
  });
  if (lines.length === 0) return { unkept: [], words: "" };
  let words = "";
  for (const column of [columns.input, statusColumn]) {
    try {
      table.addToNotes(column, lines);
      table.flush();
      return { unkept: [], words: "" };
    } catch (thrown) {
      words = wordsOf(thrown);
    }
  }
  return { unkept: lines.map(({ row }) => row), words };
}

function writePlaced(
  list: OpenList,
  writer: Writer,
  all: Placed[],
  seen: Placement["seen"],
  covered: Set<string>,
): { unwritten: Set<number>; refusedCells: number; words: string } {
  const { unkept, words: unkeptWords } = keepPasted(list, all, seen);
  const placed = all.filter(({ row }) => !unkept.includes(row));
  if (writer.isWish) {
    const spans = spansOf(placed.map(({ row }) => row));
    if (spans.length > 0) list.table.writeEverywhere(list.columns.answeredFor, spans, writeWanted(writer.jobId));
    list.table.flush();
    return { unwritten: new Set(unkept), refusedCells: 0, words: unkeptWords };
  }
  const outputs = outputsOf(list);
  const placedIn = new Map(placed.map((each) => [each.row, each]));
  const rows: RowValues[] = placed.map(({ row, cells }) => ({
    row,
    values: outputs.map(({ field }) => cells[list.shape.fields.indexOf(field)] ?? ""),
  }));
  const { refused, unwritten, words } = writeBlock(list.table, {
    columns: outputs.map(({ column }) => column),
    rows,
    seal: {
      column: list.columns.answeredFor,
      cell(row, columns) {
        const own = placedIn.get(row) as Placed;
        // Without a status the row would be asked again and again.
        return tagOf(writer, own, columns.includes(list.statusColumn) || covered.has(own.key));
      },
    },
  });
  return {
    unwritten: new Set([...unkept, ...unwritten.map(({ row }) => row)]),
    refusedCells: refused.length + placed.filter(({ key }) => covered.has(key)).length,
    words: words || unkeptWords,
  };
}

/** The cells that `writePlaced` has written. */
function cellsOf(list: OpenList, writer: Writer, placed: Placed[]): WrittenCell[] {
  const { fields } = list.shape;
  const outputs = writer.isWish ? [] : outputsOf(list);
  return placed.flatMap((each) => {
    const { row, cells } = each;
    const tag = writer.isWish ? writeWanted(writer.jobId) : tagOf(writer, each);
    return [
      ...outputs.map(({ column, field }) => ({ row, column, field, value: cells[fields.indexOf(field)] ?? "" })),
      { row, column: list.columns.answeredFor, field: null, value: tag },
    ];
  });
}

/** The outcome of clearing a job's results. */
export interface Cleared {
  /** Rows that could not be cleared: somebody moves rows all the while, or Google fails. */
  left: number;
  /** Google's, for what was left. */
  words: string;
}

/**
 * Clears the results of a job in the rows whose hidden cell says that they are its own, wherever they are. What was
 * cleared instead because it has moved meanwhile is put back.
 * @param fields the columns to clear; the hidden one always goes along
 * @param isKept true for a cell that stays
 */
export function clearBeside(
  book: Book,
  shape: ListShape,
  jobId: string,
  fields: string[],
  isKept: (row: WindowRow, field: string, column: number) => boolean = () => false,
): Cleared | Refusal {
  const cleared: Cleared = { left: 0, words: "" };
  for (let round = 1; round <= MOST_ATTEMPTS; round++) {
    // If columns moved while this is read, no row would look like the job's own.
    const found = readPinned(book, { ...shape, fields, around: AROUND_COLUMNS }, readAll, openWhatIsLeft);
    if (isRefused(found)) return found;
    const { list, read: seen } = found;
    const { answeredFor } = list.columns;
    if (answeredFor === null) return refusal("COLUMN_GONE", HIDDEN_COLUMN);
    const isWish = ({ answeredFor }: WindowRow): boolean => isWantedBy(answeredFor, jobId);
    const own = [...seen.values()].filter((row) => isWish(row) || isOwn(row, jobId));
    cleared.left = own.length;
    if (own.length === 0) return cleared;
    const outputs = outputsOf(list);
    const cells = own.flatMap((row): WrittenCell[] => [
      ...outputs
        // Beside a wish stand the results of an earlier job.
        .filter(({ field, column }) => !isWish(row) && !isKept(row, field, column))
        .map((each) => ({ ...each, row: row.row, value: "" })),
      { row: row.row, column: answeredFor, field: null, value: "" },
    ]);
    const cellsOfRow = grouped(cells, ({ row }) => row);
    const columnsOf = (row: number): number[] => cellsOfRow.get(row)?.map(({ column }) => column) ?? [];
    const unwritten: CellAt[] = [];
    for (const rows of grouped(cellsOfRow.keys(), (row) => columnsOf(row).join()).values()) {
      const columns = columnsOf(rows[0] as number);
      const blank = rows.map((row) => ({ row, values: columns.map((): CellValue => "") }));
      const written = writeBlock(list.table, { columns, rows: blank });
      unwritten.push(...written.unwritten);
      cleared.words ||= written.words;
    }
    const now = openWhatIsLeft(book, { ...shape, fields });
    const takeBack = (): Refusal | null => putBack(book, list, cells, seen, jobId);
    if (isRefused(now)) return takeBack() ?? now;
    const back = readAll(now);
    cleared.left = new Set(unwritten.map(({ row }) => row)).size;
    if (areSameColumns(list, now) && own.every(({ row }) => keyAt(back, row) === keyAt(seen, row))) continue;
    const refused = takeBack();
    if (refused) return refused;
    // A row keeps its tag as long as it keeps one of its results: it is cleared again.
    cleared.left = own.length;
  }
  return cleared;
}

/**
 * True if a row holds a result of a job. If its hidden cell names another input than the row has, it may stand beside
 * another row than its own: somebody has sorted without it, or edited the input. A row without an input is known by the
 * checks of its results.
 */
export const isOwn = ({ answeredFor, input }: Pick<WindowRow, "answeredFor" | "input">, jobId: string): boolean =>
  isAnsweredBy(answeredFor, jobId) && (input.kind !== "text" || readAnsweredFor(answeredFor)?.key === input.key);

/** True for a hidden cell of a job's answer, whatever stands beside it. */
export const isAnsweredBy = (answeredFor: CellValue, jobId: string): boolean =>
  readAnsweredFor(answeredFor)?.jobId === jobId;
