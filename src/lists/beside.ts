import { isRefused, type Refusal } from "../result";
import { columnBefore, isWantedBy, readAnsweredFor, writeAnsweredFor, writeWanted } from "../sheet/pinned-columns";
import { spansOf } from "../sheet/spans";
import type { Book, CellValue } from "../sheet/table";
import {
  areSameColumns,
  type ListShape,
  type OpenList,
  openList,
  type ReadableList,
  readRows as readAllRows,
  readSteadily,
  readWindow,
  type WindowRow,
  withAllColumns,
} from "./pinned-list";
import { type RowValues, writeBlock } from "./write-block";

/** Results for one input. */
export interface BesideEntry {
  /** Of the input. */
  key: string;
  /** In the order of the list's fields. */
  cells: CellValue[];
  /** Where the input stood when it was scanned. Rows move: it is looked for everywhere if it stands there no more. */
  rows: number[];
}

/** What came of writing results. */
export interface BesideOutcome {
  /** Every row that wants it has its result, or is told by a note to refuse it. */
  writtenKeys: string[];
  /** Google failed, or somebody moved rows all the while: to be written again. */
  leftKeys: string[];
  /** The input stands nowhere any more where it has no result yet. */
  lostKeys: string[];
  writtenRows: number;
  refusedCells: number;
  /** Google's, for what was left; shown and never parsed. */
  words: string;
}

/** Who writes, and when. */
export interface Writer {
  jobId: string;
  /** Days since 1970. */
  day: number;
  /** Writes no results, only that the job wants these rows: the wish goes along with them. */
  isWish?: boolean;
}

/** Somebody who moves rows at the very moment of each write is waited out with the next write. */
const MAX_ROUNDS = 3;

/** Rows so near are read in one call. */
const MAX_GAP_ROWS = 300;

/** Rows that somebody inserts or deletes above move so far at most in the moment between reading and writing. */
const MARGIN_ROWS = 20;

interface Placed {
  key: string;
  cells: CellValue[];
  row: number;
}

/**
 * Writes results beside their inputs wherever those are now, and reads back whether they have come to stand there. What
 * was written over something that has moved meanwhile is put back.
 */
export function writeBeside(
  book: Book,
  shape: ListShape,
  writer: Writer,
  entries: BesideEntry[],
): BesideOutcome | Refusal {
  const outcome: BesideOutcome = {
    writtenKeys: [],
    leftKeys: [],
    lostKeys: [],
    writtenRows: 0,
    refusedCells: 0,
    words: "",
  };
  const rowsOf = new Map<string, Set<number>>();
  let open = entries;
  for (let round = 1; round <= MAX_ROUNDS && open.length > 0; round++) {
    book.flush();
    const list = openList(book, shape);
    if (isRefused(list)) return list;
    const { placed, done, lost, seen } = placeEntries(list, writer, open, round > 1);
    if (round === 1) outcome.lostKeys = lost;
    const written = writePlaced(list, writer, placed);
    outcome.words = written.words;
    outcome.leftKeys = open.map(({ key }) => key);
    if (written.isInVain) break;
    const now = openList(book, shape);
    if (isRefused(now)) return now;
    const back = readRows(now, [...seen.keys()]);
    const strayed = placed.filter(({ row, key }) => keyAt(back, row) !== key);
    if (areSameColumns(list, now) && strayed.length === 0) {
      for (const { key, row } of [...done, ...placed]) if (!written.unwritten.has(row)) note(rowsOf, key, row);
      outcome.refusedCells += written.refusedCells;
      const left = new Set(placed.flatMap(({ key, row }) => (written.unwritten.has(row) ? [key] : [])));
      outcome.leftKeys = [...left];
      open = [];
      break;
    }
    const settled = readSteadily(book, shape, (each) => readRows(each, [...seen.keys()]));
    if (isRefused(settled)) return settled;
    const keys = new Map(placed.map(({ row, key }) => [row, key]));
    const isRight = ({ row, field }: WrittenCell, role: Role): boolean =>
      role === field && keyAt(settled.read, row) === keys.get(row);
    restore(list, settled, cellsOf(list, writer, placed), seen, writer.jobId, isRight);
    book.flush();
  }
  const left = new Set(outcome.leftKeys);
  const lost = new Set(outcome.lostKeys);
  outcome.writtenKeys = entries.flatMap(({ key }) => (left.has(key) || lost.has(key) ? [] : [key]));
  outcome.writtenRows = [...rowsOf.values()].reduce((sum, rows) => sum + rows.size, 0);
  return outcome;
}

const note = (rowsOf: Map<string, Set<number>>, key: string, row: number): void => {
  rowsOf.set(key, (rowsOf.get(key) ?? new Set()).add(row));
};

/** Where answers go. */
interface Placement {
  placed: Placed[];
  /** Rows that have this job's result already. */
  done: { key: string; row: number }[];
  lost: string[];
  seen: Map<number, WindowRow>;
}

/** Finds the rows for answers just before they are written: where the inputs were expected, else wherever they are. */
function placeEntries(list: OpenList, writer: Writer, entries: BesideEntry[], isAnew: boolean): Placement {
  const lastRow = list.table.lastRow();
  const hints = entries.flatMap(({ rows }) => rows).filter((row) => row <= lastRow);
  const near = hints.flatMap((row) => [Math.max(1, row - MARGIN_ROWS), row, Math.min(lastRow, row + MARGIN_ROWS)]);
  const seen = isAnew ? new Map<number, WindowRow>() : readRows(list, near);
  const placed: Placed[] = [];
  const done: Placement["done"] = [];
  const missing: BesideEntry[] = [];
  for (const { key, cells, rows } of entries) {
    const gone: number[] = [];
    for (const row of new Set(rows)) {
      const content = seen.get(row);
      if (!content || keyAt(seen, row) !== key) gone.push(row);
      else if (isDoneBy(content, key, writer)) done.push({ key, row });
      else placed.push({ key, cells, row });
    }
    if (gone.length > 0) missing.push({ key, cells, rows: gone });
  }
  if (missing.length === 0) return { placed, done, lost: [], seen };

  // Somebody has sorted, inserted, deleted or edited.
  if (lastRow > 0) for (const each of readWindow(list, 1, lastRow)) seen.set(each.row, each);
  const taken = new Set(placed.map(({ row }) => row));
  const rowsOf = new Map<string, number[]>();
  for (const [row] of [...seen].sort(([a], [b]) => a - b)) {
    const key = keyAt(seen, row);
    if (key !== null && !taken.has(row)) rowsOf.set(key, [...(rowsOf.get(key) ?? []), row]);
  }
  const lost: string[] = [];
  for (const { key, cells, rows } of missing) {
    const all = rowsOf.get(key) ?? [];
    const ready = all.filter((row) => isDoneBy(seen.get(row) as WindowRow, key, writer));
    done.push(...ready.map((row) => ({ key, row })));
    const free = all.filter((row) => !ready.includes(row));
    // A row that carries the job's wish comes before others with the same input.
    const isWanted = (row: number): boolean => isWantedBy(seen.get(row)?.answeredFor ?? "", writer.jobId);
    const best = [...free].sort((a, b) => Number(isWanted(b)) - Number(isWanted(a))).slice(0, rows.length);
    placed.push(...best.map((row) => ({ key, cells, row })));
    const isThere = best.length > 0 || ready.length > 0 || placed.some((each) => each.key === key);
    if (!isThere) lost.push(key);
  }
  return { placed, done, lost, seen };
}

/** True if a row has this job's result for the input it holds, or its wish. */
function isDoneBy({ answeredFor, status }: WindowRow, key: string, { jobId, isWish }: Writer): boolean {
  if (isWish) return isWantedBy(answeredFor, jobId);
  const answered = readAnsweredFor(answeredFor);
  return answered?.jobId === jobId && answered.key === key && (answered.isRefused || status !== "");
}

/** The input in a row; `null` when there is none. */
function keyAt(seen: Map<number, WindowRow>, row: number): string | null {
  const input = seen.get(row)?.input;
  return input?.kind === "text" ? input.key : null;
}

const readAll = (list: ReadableList): Map<number, WindowRow> => new Map(readAllRows(list).map((row) => [row.row, row]));

function readRows(list: ReadableList, rows: number[]): Map<number, WindowRow> {
  const seen = new Map<number, WindowRow>();
  const lastRow = list.table.lastRow();
  for (const { from, to } of spansOf(
    rows.filter((row) => row <= lastRow),
    MAX_GAP_ROWS,
  ))
    for (const each of readWindow(list, from, Math.min(to, lastRow))) seen.set(each.row, each);
  return seen;
}

/** Where results are written, from left to right: each wished field. */
const outputsOf = ({ columns, shape }: OpenList): { column: number; field: string }[] =>
  columns.outputs.filter(({ field }) => shape.fields.includes(field)).sort((a, b) => a.column - b.column);

function writePlaced(
  list: OpenList,
  { jobId, day, isWish }: Writer,
  placed: Placed[],
): { unwritten: Set<number>; refusedCells: number; words: string; isInVain: boolean } {
  if (isWish) {
    const spans = spansOf(placed.map(({ row }) => row));
    if (spans.length > 0) list.table.writeEverywhere(list.columns.answeredFor, spans, writeWanted(jobId));
    list.table.flush();
    return { unwritten: new Set(), refusedCells: 0, words: "", isInVain: false };
  }
  const outputs = outputsOf(list);
  const keys = new Map(placed.map(({ row, key }) => [row, key]));
  const rows: RowValues[] = placed.map(({ row, cells }) => ({
    row,
    values: outputs.map(({ field }) => cells[list.shape.fields.indexOf(field)] ?? ""),
  }));
  const { refused, unwritten, words, hasProgress } = writeBlock(list.table, {
    columns: outputs.map(({ column }) => column),
    rows,
    seal: {
      column: list.columns.answeredFor,
      cell: (row, columns) =>
        writeAnsweredFor({
          jobId,
          day,
          key: keys.get(row) ?? "",
          // Without a status the row would be asked again and again.
          isRefused: columns.includes(list.statusColumn),
        }),
    },
  });
  return {
    unwritten: new Set(unwritten.map(({ row }) => row)),
    refusedCells: refused.length,
    words,
    isInVain: placed.length > 0 && !hasProgress,
  };
}

/** A cell that was written. */
interface WrittenCell {
  row: number;
  column: number;
  /** Of the column as it was found; `null` for the hidden one. */
  field: string | null;
  value: CellValue;
}

/** The field of a column, `null` for the hidden one, `undefined` for one that is not ours. */
type Role = string | null | undefined;

/** What stood in some rows when they were read, and what stands there now. */
interface SeenTwice {
  before: Map<number, WindowRow>;
  now: Map<number, WindowRow>;
}

/**
 * Somebody has moved columns or rows in the moment between reading and writing: cells that hold what was written where it
 * does not belong get what they held before. What is not known is left blank with the job's wish, to be done again. What
 * has moved away in one piece needs nothing.
 * @param settled the list and its rows, read when nobody moved columns
 * @param isRight true for a cell that may hold what was written
 */
function restore(
  before: OpenList,
  { list: now, read }: { list: ReadableList; read: Map<number, WindowRow> },
  written: WrittenCell[],
  rowsBefore: Map<number, WindowRow>,
  jobId: string,
  isRight: (cell: WrittenCell, role: Role, rowBefore: number | undefined) => boolean,
): void {
  const roleOf = (column: number): Role =>
    column === now.columns.answeredFor ? null : now.columns.outputs.find((each) => each.column === column)?.field;
  const seen: SeenTwice = { before: rowsBefore, now: read };
  const overwritten = written.filter(({ row, column, value }) => {
    const input = seen.now.get(row)?.at(column);
    return column === now.columns.input && input !== undefined && isSame(input, value);
  });
  const rowBefore = rowMapper(seen, new Set(overwritten.map(({ row }) => row)));
  const toWrite = new Map<number, RowValues[]>();
  for (const cell of written) {
    const { row, column, value } = cell;
    const from = rowBefore(row);
    const is = seen.now.get(row)?.at(column) ?? "";
    if (isRight(cell, roleOf(column), from) || !isSame(is, value)) continue;
    const old = columnBefore(before.marks, now.marks, column);
    const unknown = roleOf(column) === null ? writeWanted(jobId) : "";
    const content = old === null ? "" : from === undefined ? unknown : (seen.before.get(from)?.at(old) ?? "");
    if (content !== is) toWrite.set(column, [...(toWrite.get(column) ?? []), { row, values: [content] }]);
  }
  for (const [column, rows] of toWrite) writeBlock(now.table, { columns: [column], rows });
}

/** The cells that `writePlaced` has written. */
function cellsOf(list: OpenList, { jobId, day, isWish }: Writer, placed: Placed[]): WrittenCell[] {
  const { fields } = list.shape;
  return placed.flatMap(({ row, key, cells }) => {
    const mark = isWish ? writeWanted(jobId) : writeAnsweredFor({ jobId, day, key, isRefused: false });
    const outputs = isWish ? [] : outputsOf(list);
    return [
      ...outputs.map(({ column, field }) => ({ row, column, field, value: cells[fields.indexOf(field)] ?? "" })),
      { row, column: list.columns.answeredFor, field: null, value: mark },
    ];
  });
}

/** What clearing a job's results has come to. */
export interface Cleared {
  rows: number;
  /** Rows that could not be cleared: somebody moves rows all the while, or Google fails. */
  left: number;
  /** Google's, for what was left. */
  words: string;
}

/**
 * Clears the results of a job in the rows that say to be its own, wherever they are. What was cleared instead because it
 * has moved meanwhile is put back.
 * @param fields the columns to clear; the hidden one always goes along
 */
export function clearBeside(book: Book, shape: ListShape, jobId: string, fields: string[]): Cleared | Refusal {
  const cleared: Cleared = { rows: 0, left: 0, words: "" };
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    // Read while somebody moves columns, no row would look like the job's own.
    const found = readSteadily(book, { ...shape, fields }, readAll);
    if (isRefused(found)) return found;
    const list = withAllColumns(found.list);
    if (isRefused(list)) return list;
    const seen = found.read;
    const own = new Set([...seen.values()].filter((row) => isOwn(row, jobId)).map(({ row }) => row));
    cleared.left = own.size;
    if (own.size === 0) return cleared;
    const columns = [...outputsOf(list), { column: list.columns.answeredFor, field: null }];
    const numbers = columns.map(({ column }) => column);
    const rows = [...own].map((row) => ({ row, values: numbers.map((): CellValue => "") }));
    const { unwritten, words } = writeBlock(list.table, { columns: numbers, rows });
    cleared.words = words;
    const now = openList(book, { ...shape, fields });
    if (isRefused(now)) return now;
    const back = readAll(now);
    const cells = [...own].flatMap((row) => columns.map(({ column, field }) => ({ row, column, field, value: "" })));
    // A cell that is to be blank may have moved to where another was cleared.
    const isRight = (_: WrittenCell, role: Role, from: number | undefined): boolean =>
      from !== undefined && own.has(from) && (role === null || (role !== undefined && fields.includes(role)));
    const isUnmoved = areSameColumns(list, now) && [...own].every((row) => keyAt(back, row) === keyAt(seen, row));
    if (!isUnmoved) {
      const settled = readSteadily(book, { ...shape, fields }, readAll);
      if (isRefused(settled)) return settled;
      restore(list, settled, cells, seen, jobId, isRight);
    }
    const failed = new Set(unwritten.map(({ row }) => row));
    cleared.rows += own.size - failed.size;
    cleared.left = failed.size;
  }
  return cleared;
}

/** True if a row says to hold a result or the wish of a job. */
export const isOwn = ({ answeredFor }: Pick<WindowRow, "answeredFor">, jobId: string): boolean =>
  readAnsweredFor(answeredFor)?.jobId === jobId || isWantedBy(answeredFor, jobId);

/**
 * Finds for a row of now the row it was before: one with the same input, and as far away as most others.
 * @param overwritten rows whose inputs were written over, as a column was inserted in that moment
 */
function rowMapper(seen: SeenTwice, overwritten: Set<number>) {
  const rowsOf = new Map<string, number[]>();
  for (const row of seen.before.keys()) {
    const key = keyAt(seen.before, row);
    if (key !== null) rowsOf.set(key, [...(rowsOf.get(key) ?? []), row]);
  }
  const shifts = new Map<number, number>();
  for (const row of seen.now.keys()) {
    const [only, ...others] = rowsOf.get(keyAt(seen.now, row) ?? "") ?? [];
    if (only !== undefined && others.length === 0) shifts.set(row - only, (shifts.get(row - only) ?? 0) + 1);
  }
  const usual = [...shifts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
  const keysNow = new Set([...seen.now.keys()].map((row) => keyAt(seen.now, row)));
  return (row: number): number | undefined => {
    const key = keyAt(seen.now, row);
    const keyBefore = keyAt(seen.before, row - usual);
    if (overwritten.has(row) && keyBefore !== null && !keysNow.has(keyBefore)) return row - usual;
    // A row without an input that stands among moved ones was inserted, or has moved like them.
    if (key === null)
      return seen.before.has(row - usual) && keyAt(seen.before, row - usual) === null ? row - usual : undefined;
    return [...(rowsOf.get(key) ?? [])].sort((a, b) => Math.abs(row - a - usual) - Math.abs(row - b - usual))[0];
  };
}

/** As the sheet may show what was written: a text may have become a number or a date. */
const isSame = (cell: CellValue, written: CellValue): boolean =>
  cell === written || String(cell) === String(written) || (cell instanceof Date && typeof written === "string");
