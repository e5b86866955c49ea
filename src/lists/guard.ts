import { wordsOf } from "../result";
import { takeMarksAway } from "../sheet/cell-text";
import { isUnmoved } from "../sheet/pinned-columns";
import {
  type Book,
  type ColumnMark,
  MovedError,
  numbersBetween,
  type OpenSpreadsheet,
  type PinnedTable,
  spansOf,
  type Table,
  unlessGoogleFails,
  widthOf,
} from "../sheet/table";
import { type Deleted, type Deletion, linesLost, putBack, remove, sizeOf, withoutDeleted } from "./deletion";
import {
  type Cell,
  cellAt,
  columnNumber,
  differences,
  type Intended,
  isSame,
  MARGIN_ROWS,
  numbersTo,
  type Rows,
  rowNumber,
  rowsFrom,
  valuesWritten,
} from "./rows";
import { settle } from "./settle";
import { insistently } from "./steady";
import type { WrittenBlock } from "./write-step";
import { blocksOf, emptying, type ToWrite, type WrittenStep, writeStep } from "./write-step";

export interface State {
  table: Table;
  marks: ColumnMark[];
  was: Rows;
  /** The same rows without cells of ours that went astray. */
  ought: Rows;
  /** `""` in cells without a formula; left out unless asked for. */
  formulas?: Rows;
  /** The number of rows, including blank ones; 0 unless asked for. */
  size: number;
  /** True if these are all rows with content. */
  isWhole: boolean;
  /** True if marks and rows belong to one moment. */
  isSure: boolean;
  isAsMeant: boolean;
}

export type Plan<Done> =
  /** The change has ended. Its last calls, if any, hit nothing by its number. */
  | { done: Done; calls?: Call[] }
  /** What is looked for is not where it was expected, so all rows are wanted. */
  | { isUnfound: true }
  | Step
  | Removal;

export interface Step extends ToWrite {
  calls?: Call[];
}

/** A removal changes nothing else, because what is missing afterwards tells what it has hit. */
export interface Removal {
  remove: Deletion;
}

/** A change that Google makes at once instead of keeping it until the flush. */
export interface Call {
  /** @param sheet as it is going to be by `foresee`, for what only the call can tell */
  apply(table: Table, sheet: Foreseen): void;
  /** A mark that may land on another column than the intended one. */
  pins?: string;
  /** Changes the sheet, as far as it was read, as the call is going to. */
  foresee?(sheet: Foreseen): void;
}

/** Calls change these marks and rows in place. */
interface Foreseen extends Pick<State, "marks" | "was" | "ought" | "size"> {}

export const pin = (column: number, mark: string): Call => ({
  apply: (table) => table.pin(column, mark),
  pins: mark,
  foresee: ({ marks }) => void marks.push({ column, value: mark }),
});

export const unpin = (values: string[]): Call => ({
  apply: (table) => table.unpin(values),
  foresee(sheet) {
    sheet.marks = sheet.marks.filter(({ value }) => !values.includes(value));
  },
});

export const insertColumns = (after: number, count: number): Call => ({
  apply: (table) => table.insertColumnsAfter(after, count),
  foresee(sheet) {
    for (const mark of sheet.marks) if (mark.column > after) mark.column += count;
    const blank = Array.from({ length: count }, () => "");
    const widen = (rows: Rows): Rows =>
      new Map([...rows].map(([row, cells]) => [row, [...cells.slice(0, after), ...blank, ...cells.slice(after)]]));
    [sheet.was, sheet.ought] = [widen(sheet.was), widen(sheet.ought)];
  },
});

export function foresee(state: State, calls: Call[] = []): State {
  const sheet = { ...state, marks: state.marks.map((mark) => ({ ...mark })) };
  for (const call of calls) call.foresee?.(sheet);
  return sheet;
}

export interface Change<Done> {
  sheetId: number;
  /** What this execution has just seen; by default the sheet is read. */
  found?: State | null;
  /** Rows that are expected to matter; `null`, or left out, for all. */
  rows?(table: Table): number[] | null;
  /** Decides what to write, until it has nothing to do. @param last the outcome of the last write */
  plan(state: State, last: WrittenBlock | null): Plan<Done>;
  gone(): Done;
  /** Called if a call was refused, or Google has failed. @returns the outcome; `null` to begin anew */
  failed?(words: string): Done | null;
  /** Columns that identify rows or hold results. What is in others does not matter. */
  columns(marks: ColumnMark[]): number[];
  /** True if the cells alone prove that the columns are where their marks say. */
  isConfirmed?(state: State): boolean;
  /** True if formulas count, or those of others may have to be put back after a deletion. */
  hasFormulas?: boolean;
  /** True if rows are written where nothing was: only the sheet's growth tells if others' rows were pushed there. */
  hasSize?: boolean;
  /** True if this execution has read nothing of the sheet before. */
  isUnread?: boolean;
  /** All hidden cells in this column differ. */
  tagColumn?(marks: ColumnMark[]): number | null;
  /** Reads rows of this state. A hidden cell that nothing tells becomes blank by default. */
  rowReader?(state: State): Pick<Intended, "unknownTag" | "resultsOfInput">;
}

/** The most attempts that people may disturb by moving rows or columns at that very moment. */
const MAX_ROUNDS = 6;

/** No plan has so many steps. A plan that never ends must not run until Google kills the execution. */
const MAX_STEPS = 30;

/** Rows with no larger gap between them are read in one call. */
const MAX_GAP_ROWS = 300;

type Run<Done> = ReturnType<typeof newRun<Done>>;

const newRun = <Done>(found: State | null) => ({
  /** `null` if the sheet has to be read again. */
  state: found,
  mustReadAll: false,
  /** Nothing has shown this step yet: Google may have done all of it, a part, or nothing. */
  unseenStep: null as Intended | null,
  /** A removal that nothing has shown yet. */
  unseenRemoval: null as Deleted | null,
  /** The outcome of the last write that the plan wanted, without repairs. */
  last: null as WrittenBlock | null,
  /** The outcome of a change that has failed for good. It is given only after what was done is put right. */
  failed: null as Outcome<Done> | null,
  steps: 1,
  rounds: 1,
});

type Outcome<Done> = { done: Done };

type Spreadsheet = Pick<OpenSpreadsheet, "book" | "clock">;

/**
 * Changes a sheet in which others work: finds what is there, writes what the plan says, and looks. If the sheet is not
 * as meant, it settles which cells are whose, and puts ours right, until the plan has nothing to do.
 * @returns `null` if too many attempts were disturbed or failed
 */
export function guard<Done>(spreadsheet: Spreadsheet, change: Change<Done>): Done | null {
  const { book } = spreadsheet;
  const run = newRun<Done>(change.found ?? null);
  for (; run.steps <= MAX_STEPS && run.rounds <= MAX_ROUNDS; run.steps++) {
    book.renewLease?.();
    try {
      const outcome = takeStep(spreadsheet, change, run);
      if (outcome) return outcome.done;
    } catch (thrown) {
      const outcome = takeFailure(change, run, thrown);
      if (outcome) return outcome.done;
      // Without the flush, what was read before would be taken for what is there now. The next reading tells what came of it.
      unlessGoogleFails(() => book.flush());
      [run.state, run.mustReadAll] = [null, true];
      run.rounds++;
    }
  }
  return run.failed?.done ?? null;
}

/** @returns `null` if there is more to do */
function takeStep<Done>(spreadsheet: Spreadsheet, change: Change<Done>, run: Run<Done>): Outcome<Done | null> | null {
  const { book } = spreadsheet;
  if (!run.state) {
    const found = readAgain(spreadsheet, change, run);
    if (found === "gone") return { done: change.gone() };
    if (found === null) return { done: null };
    if (run.unseenRemoval && restoreOthers(book, run, run.unseenRemoval, found)) return null;
    const { unseenStep } = run;
    run.state = unseenStep ? settledIn(found, { ...unseenStep, ...change.rowReader?.(found) }) : found;
    run.unseenStep = null;
  }
  const { state } = run;
  const repairs = blocksOf(differences(state));
  if (run.failed && repairs.length === 0) return run.failed;
  // A plan assumes a sheet in which nothing is astray.
  const next: Plan<Done> = repairs.length > 0 ? { write: repairs, isRepair: true } : change.plan(state, run.last);
  if ("done" in next) {
    for (const call of next.calls ?? []) call.apply(state.table, state);
    return { done: next.done };
  }
  if ("isUnfound" in next || ("remove" in next && !state.formulas)) [run.state, run.mustReadAll] = [null, true];
  else if ("remove" in next) applyRemoval(book, run, state, next.remove);
  else applyStep(spreadsheet, change, run, state, next);
  return null;
}

/** What nothing has shown yet is asked for until Google answers. */
function readAgain<Done>({ book, clock }: Spreadsheet, change: Change<Done>, run: Run<Done>): State | "gone" | null {
  if (!run.unseenStep && !run.unseenRemoval) return run.mustReadAll ? readSheet(book, change) : findRows(book, change);
  const read = insistently(clock, () => readSheet(book, change));
  if ("found" in read) return read.found;
  [run.unseenStep, run.unseenRemoval] = [null, null];
  throw read.thrown;
}

/** @returns false if the removal has hit no lines of others */
function restoreOthers(book: Book, run: Run<unknown>, removal: Deleted, { table, was, marks }: State): boolean {
  const { lost, stayed } = linesLost(removal, { rows: was, marks }, sizeOf(table, removal.kind));
  if (stayed === 0) run.steps = 1;
  else run.rounds++;
  if (lost.length > 0) putBack(book, table, removal.kind, lost);
  run.unseenRemoval = null;
  return lost.length > 0;
}

function applyRemoval(book: Book, run: Run<unknown>, before: State, deletion: Deletion): void {
  const { was, marks, formulas = new Map(), table } = before;
  run.unseenRemoval = { ...deletion, was, formulas, marks, size: sizeOf(table, deletion.kind) };
  [run.state, run.mustReadAll] = [null, true];
  remove(table, deletion);
  book.flush();
  run.state = lookAfter(before, deletion);
  if (run.state) [run.unseenRemoval, run.steps] = [null, 1];
}

function applyStep(
  { book, clock }: Spreadsheet,
  change: Change<unknown>,
  run: Run<unknown>,
  state: State,
  step: Step,
): void {
  const { calls = [], isRepair } = step;
  const before = foresee(state, calls);
  run.state = null;
  // If Google fails in this step, the outcome of the last step says nothing about it.
  if (!isRepair) run.last = null;
  for (const call of calls) call.apply(before.table, before);
  const circumstances = { marks: before.marks, nowMs: clock.nowMs, renewLease: book.renewLease };
  const outcome: WrittenStep = writeStep(before.table, step, circumstances);
  if (!isRepair) run.last = outcome;
  // If a cell refuses its old content, ours is still there, so it is emptied. Its note has the old content.
  else outcome.cells.push(...writeStep(before.table, { write: emptying(outcome.refused) }, circumstances).cells);
  const pinned = calls.flatMap(({ pins }) => pins ?? []);
  const tagColumn = change.tagColumn?.(before.marks) ?? null;
  // Google may still send what it has not sent yet.
  const written = [...outcome.cells, ...outcome.unsent];
  run.unseenStep = { ...before, pinned, written, tagColumn, unknownTag: () => "" };
  if (outcome.cells.length === 0) book.flush();
  // What is still to be put right must not be taken for what was meant.
  const seen = isRepair && outcome.unwritten.length > 0 ? null : look(change, before, outcome.cells, calls);
  if (seen) [run.state, run.unseenStep] = [{ ...seen, isAsMeant: !isRepair }, null];
  else run.rounds++;
}

/**
 * The sheet is looked at before anything ends, because a later call knows nothing of this step.
 * @returns the outcome; `null` to look or begin anew @throws `thrown` if the change does not say how it fails
 */
function takeFailure<Done>(change: Change<Done>, run: Run<Done>, thrown: unknown): Outcome<Done> | null {
  // If places are gone, that is no refusal: they are looked for again.
  const end = thrown instanceof MovedError ? null : change.failed?.(wordsOf(thrown));
  const isUnseen = run.unseenStep !== null || run.unseenRemoval !== null;
  if (end === undefined && !isUnseen) throw thrown;
  if (end === undefined || end === null) return null;
  if (!isUnseen) return { done: end };
  run.failed = { done: end };
  return null;
}

const settledIn = (found: State, meant: Intended): State => ({
  ...found,
  ought: settle(meant, { rows: found.was, marks: found.marks, size: found.size }),
});

function open(book: Book, sheetId: number): Pick<State, "table" | "marks"> | null {
  const pinned = book.pinnedTable(sheetId);
  if (pinned) return pinned;
  const table = book.table(sheetId);
  return table && { table, marks: [] };
}

function findRows(book: Book, change: Change<unknown>): State | "gone" | null {
  // Marks from some moments ago still hold if cells that are read now confirm them.
  const before = change.isConfirmed ? book.pinnedBefore(change.sheetId) : null;
  const state = before && readAround(before, change);
  if (state?.isSure) return state;
  const found = open(book, change.sheetId);
  if (!found) return "gone";
  return (found === before ? state : readAround(found, change)) ?? readSheet(book, change, found);
}

/** @returns `null` if all rows are wanted */
function readAround(found: PinnedTable, change: Change<unknown>): State | null {
  const wanted = change.rows?.(found.table) ?? null;
  if (!wanted) return null;
  const was = readRows(found.table, spansOf(wanted, MAX_GAP_ROWS));
  const size = countRows(found.table, change);
  const state: State = { ...found, was, ought: was, size, isWhole: false, isSure: false, isAsMeant: false };
  return { ...state, isSure: change.isConfirmed?.(state) ?? false };
}

/** @param known the number before */
function countRows(table: Table, { hasSize }: Pick<Change<unknown>, "hasSize">, known = 0): number {
  if (!hasSize) return 0;
  const isSame = known > 0 && table.hasCell(known, 1) && !table.hasCell(known + 1, 1);
  return isSame ? known : sizeOf(table, "rows");
}

/** @param first the sheet as it was found just before @returns `null` if somebody moves columns all the time */
function readSheet(
  book: Book,
  change: Pick<Change<unknown>, "sheetId" | "isConfirmed" | "isUnread" | "hasFormulas" | "hasSize">,
  first: Pick<State, "table" | "marks"> | null = null,
): State | "gone" | null {
  for (let left = MAX_ROUNDS; left > 0; left--) {
    const isFirst = left === MAX_ROUNDS && first !== null;
    // Without the flush, earlier readings would be answered from memory, above all the extent of the sheet.
    if (!(isFirst && change.isUnread)) book.flush();
    const found = isFirst ? first : open(book, change.sheetId);
    if (!found) return "gone";
    const { table } = found;
    // Formulas are read before the values, so that the values show what somebody has typed until then.
    const formulas = change.hasFormulas ? rowsFrom(1, table.readUsedFormulas()) : null;
    const was = rowsFrom(1, table.readUsed());
    const state: State = {
      ...{ ...found, was, ought: was, isWhole: true, isSure: true, isAsMeant: false },
      size: countRows(table, change),
      ...(formulas && { formulas }),
    };
    // Nothing can have moved in a blank sheet.
    if (change.isConfirmed?.(state) || (was.size === 0 && found.marks.length === 0)) return state;
    if (isUnmoved(table.marksNow(), found.marks)) return state;
  }
  return null;
}

/** Marks alone tell that their columns were deleted, and no others. @returns `null` if that is not certain */
function lookAfter({ table, was, ought, marks, size }: State, deletion: Deletion): State | null {
  if (deletion.kind === "rows") return null;
  const left = withoutDeleted({ was, ought, marks }, deletion);
  const now = table.marks();
  if (!isUnmoved(now, left.marks)) return null;
  return { ...left, table, marks: now, size, isWhole: true, isSure: false, isAsMeant: true };
}

function readRows(table: Table, spans: { from: number; to: number }[]): Rows {
  return new Map(spans.flatMap(({ from, to }) => [...rowsFrom(from, table.readRows(from, to))]));
}

/** True if each column that matters keeps a text that its row has only once: where that text is, the mark is too. */
function areToldByContent({ columns }: Change<unknown>, { isSure, was, marks }: State, written: Cell[]): boolean {
  if (!isSure) return false;
  const own = new Set([...columns(marks), ...written.map(columnNumber)]);
  const valueAt = valuesWritten(written);
  for (const [row, cells] of was) {
    if (own.size === 0) break;
    const texts = cells.map(String);
    for (const column of own) {
      const text = texts[column - 1] ?? "";
      const isAlone = text !== "" && texts.indexOf(text) === texts.lastIndexOf(text);
      if (isAlone && valueAt(row, column) === undefined) own.delete(column);
    }
  }
  return own.size === 0;
}

/** Blank rows below all others that were not read. Something may be there by now. */
function rowsBelow(table: Table, row: number): number[] {
  let last = row + MARGIN_ROWS;
  while (last > row && !table.hasCell(last, 1)) last--;
  return numbersBetween(row + 1, last);
}

/** @returns `null` if something is not as it was meant, or if that cannot be told */
function look(change: Change<unknown>, before: State, written: Cell[], calls: Call[]): State | null {
  const { table, was } = before;
  const hasCalled = calls.length > 0;
  const valueAt = valuesWritten(written);
  try {
    const isTold =
      calls.every(({ pins }) => pins === undefined) &&
      (change.isConfirmed?.(before) || (hasCalled && areToldByContent(change, before, written)));
    const marks = isTold ? before.marks : table.marks();
    if (!isUnmoved(marks, before.marks)) return null;
    const rows = [...new Set([...was.keys(), ...written.map(rowNumber)])];
    const below = before.isWhole ? rowsBelow(table, Math.max(0, ...rows)) : [];
    rows.push(...below);
    const now = readRows(table, spansOf(rows));
    for (const row of below) if (now.get(row)?.every((cell) => cell === "")) now.delete(row);
    // After columns were made, whatever somebody has moved may be under them, so all columns are compared.
    const width = widthOf([...was.values(), ...now.values()]);
    const columns = hasCalled
      ? numbersTo(width)
      : [...new Set([...change.columns(marks), ...written.map(columnNumber)])];
    const isAsMeant = (row: number, column: number): boolean =>
      isSame(cellAt(now, row, column), valueAt(row, column) ?? cellAt(was, row, column));
    if (!rows.every((row) => columns.every((column) => isAsMeant(row, column)))) return null;
    takeMarksAway(table, written, (row, column) => cellAt(now, row, column));
    const size = countRows(table, change, before.size);
    return { table, marks, was: now, ought: now, size, isWhole: before.isWhole, isSure: true, isAsMeant: true };
  } catch (thrown) {
    // Somebody has deleted rows.
    if (thrown instanceof MovedError) return null;
    throw thrown;
  }
}
