import { isRefused, type Refusal, refusal, wordsOf } from "../result";
import { isHeaderOf } from "../service/field-words";
import { isDateField } from "../service/fields";
import {
  answersIn,
  checkOf,
  columnOf,
  type FieldColumn,
  isAnsweredForMark,
  isOwnMark,
  isPasted,
  isUnmoved,
  marksIn,
  type RowTag,
  readTag,
} from "../sheet/pinned-columns";
import { type CellValue, type OpenSpreadsheet, spansOf, type Table, unlessGoogleFails } from "../sheet/table";
import { type AppendList, astrayIn, fieldsIn, tagMarkOf } from "./append";
import { guard, type Plan, type State } from "./guard";
import { removeSheet } from "./list-sheet";
import { cellAt, columnNumber, grouped, isContent, type Rows, rowNumber, rowsFrom, withFormulas } from "./rows";
import { untilSteady } from "./steady";
import { patientlyDeleting, unnaming, unpinning } from "./take-out";
import { type RowsToWrite, rowsByColumns, rowsLeft, type Seal, type WrittenBlock } from "./write-step";

export const NOTHING_TAKEN = {
  listRows: 0,
  removesSheet: false,
  /** Other people's cells in the list's sheet, or in the job's rows. Hidden cells and unfit rows do not count. */
  othersCells: 0,
  /** Another job has answered these rows since. Its results go with them. */
  answeredRows: 0,
  /** Rows of another job in the list's own sheet. They stay. */
  otherJobsRows: 0,
  /** Rows that do not certainly fit their hidden cells. They stay. */
  unfitRows: 0,
  /** The cells of such rows, if they go with the whole sheet or are the reason why it stays. */
  unfitCells: 0,
  /** Rows that are still there when the execution's time is up. Another undo takes them. */
  left: 0,
};
export type TakenRows = typeof NOTHING_TAKEN;

export interface TakeOut {
  do: "look" | "undo";
  /** Whether other people's content stays with its rows, or goes with them. */
  others: "keep" | "remove";
  /** Columns made for the list lose their headers when they are blank. */
  made: string[];
  isLast: boolean;
}

/** Some of the 6 minutes that an execution has are left for what comes afterwards. */
const LONGEST_MS = 240_000;

/** Until the look nobody would notice that rows have moved. */
const SPANS_AT_ONCE = 20;

interface RowsToTake {
  taken: TakenRows;
  going: number[];
  /** Some of these, in somebody's sheet, which stay with an empty checkbox of theirs. */
  boxed: number[];
  /** The columns of the list and of results beside it. */
  columns: number[];
  maySheetGo: boolean;
  headerRow: number;
  /** Marks of columns that lose their headers once no row is left to take out. */
  unname: string[];
  unpin: string[];
}

export interface TakenOut {
  taken: TakenRows;
  sheet: Table | null;
}

/**
 * Takes rows out of a list, wherever they are. A sheet that was made for the list goes whole if it holds nothing of
 * others. Rows in which others have written stay, unless `how` says otherwise. `do: "look"` only tells.
 * @param looked what a look has told just now
 */
export function takeOutRows(
  world: Spreadsheet,
  list: AppendList,
  how: TakeOut,
  looked: TakenOut | null = null,
): TakenOut | Refusal {
  const run = newRun(world, list, how, looked?.taken ?? null);
  const found = looked?.sheet ? looked : takeRows(run, true);
  if (isRefused(found) || how.do === "look" || !found.sheet) return found;
  if (removeListSheet(run, found.sheet)) return { taken: { ...found.taken, left: 0 }, sheet: null };
  // The sheet holds something of others by now, is the only visible one, or is protected. So only our rows go.
  run.taken = { ...found.taken, removesSheet: false };
  run.hasEmptied = run.deleting.refusedWords() !== null;
  return takeRows(run, false);
}

type Spreadsheet = Pick<OpenSpreadsheet, "book" | "clock">;

type Run = ReturnType<typeof newRun>;

function newRun({ book, clock }: Spreadsheet, list: AppendList, how: TakeOut, taken: TakenRows | null) {
  return {
    book,
    clock,
    list,
    how,
    latestMs: clock.nowMs() + LONGEST_MS,
    deleting: patientlyDeleting({ clock }, (words) => refusal("UNDO_REFUSED", words)),
    /** What was told before anything was taken out. */
    taken,
    /** What the last step has found. */
    known: null as RowsToTake | null,
    isDeleting: false,
    hasEmptied: false,
    /** Rows that have refused to be emptied. */
    stuck: new Set<number>(),
    headerRow: 1,
    isUnnamed: false,
    /** The headers lost their texts only after some tries, so perhaps not their looks. */
    isTroubled: false,
  };
}

/** @returns false if the sheet has to stay */
function removeListSheet({ book, list, how, deleting }: Run, table: Table): boolean {
  const lookOnce = (): boolean | null => {
    const marks = table.marks();
    const now = rowsToTake({ marks, ought: rowsFrom(1, table.readUsed()) }, list, how);
    if (!isRefused(now) && now.maySheetGo) return true;
    // Columns that somebody has moved between the two readings look like content of others.
    if (isUnmoved(table.marksNow(), marks)) return false;
    book.flush();
    return null;
  };
  const mayGo = (): boolean => untilSteady(lookOnce) === true;
  while (deleting.refusedWords() === null) {
    try {
      return removeSheet(book, table, mayGo);
    } catch (thrown) {
      if (isLastVisible(table)) return false;
      deleting.failed(wordsOf(thrown), true);
    }
  }
  return false;
}

/** To ask this before Google refuses would cost every undo two calls. */
const isLastVisible = (table: Table): boolean => unlessGoogleFails(() => table.isLastVisible()) === true;

function takeRows(run: Run, isUnread: boolean): TakenOut | Refusal {
  const { list, how, deleting } = run;
  const isMeant = how.do === "undo";
  const outcome = guard<TakenOut | Refusal>(run, {
    sheetId: list.sheetId,
    isUnread,
    // A formula that shows nothing counts as content.
    hasFormulas: true,
    gone: () => ({ taken: run.taken ? { ...run.taken, left: 0 } : NOTHING_TAKEN, sheet: null }),
    columns: (marks) => marks.map(columnNumber),
    tagColumn: (marks) => columnOf(marks, tagMarkOf(list)),
    isConfirmed: (state) => isConfirmedToTakeOut(state, list),
    ...(isMeant && { failed: (words: string) => deleting.failed(words, run.isDeleting) }),
    plan: (state, last) => planRows(run, state, last),
  });
  return outcome ?? refusal(isMeant ? "UNDO_MOVED" : "COLUMNS_MOVING");
}

function planRows(run: Run, state: State, last: WrittenBlock | null): Plan<TakenOut | Refusal> {
  const { clock, list, how } = run;
  // If the columns have only lost their headers since, the last result still holds.
  const before = run.isUnnamed && state.isAsMeant ? run.known : null;
  if (!state.formulas && !before) return { isUnfound: true };
  const now = !state.formulas && before ? before : rowsToTake(state, list, how);
  if (isRefused(now)) return { done: refusal("UNDO_UNKNOWN", `“${state.table.name()}”`) };
  run.known = now;
  run.taken ??= now.taken;
  const { taken } = run;
  if (how.do === "look" || taken.removesSheet)
    return { done: { taken, sheet: taken.removesSheet ? state.table : null } };
  const done: TakenOut = { taken: { ...taken, left: now.going.length }, sheet: null };
  const refusedWords = run.deleting.refusedWords();
  run.isDeleting = refusedWords === null && now.going.length > 0;
  if (now.going.length === 0) return headersStep(run, state, last, now, done);
  return clock.nowMs() > run.latestMs ? { done } : rowsStep(run, state, last, now, refusedWords);
}

/** @param refusedWords Google's words if it does not delete rows, so that they are emptied */
function rowsStep(
  run: Run,
  state: State,
  last: WrittenBlock | null,
  now: RowsToTake,
  refusedWords: string | null,
): Plan<Refusal> {
  const deleted = now.going.filter((row) => !now.boxed.includes(row));
  if (run.isDeleting && deleted.length > 0)
    return { remove: { kind: "rows", spans: spansOf(deleted).slice(-SPANS_AT_ONCE) } };
  run.isDeleting = false;
  for (const row of rowsLeft(last)) run.stuck.add(row);
  run.hasEmptied = refusedWords !== null;
  const write = emptyingRows(state, run.list, now, run.stuck);
  return write.length > 0 ? { write } : { done: refusal("UNDO_REFUSED", last?.words || (refusedWords ?? "")) };
}

/** Takes the names and marks of columns that were made for the list, once no row is left. */
function headersStep(
  run: Run,
  state: State,
  last: WrittenBlock | null,
  { headerRow, unname, unpin }: RowsToTake,
  done: TakenOut,
): Plan<TakenOut | Refusal> {
  // The next undo knows the list by its headers and marks, and goes on.
  if (run.hasEmptied) return { done: refusal("UNDO_CLEARED", run.deleting.refusedWords() ?? "") };
  run.isTroubled ||= Boolean(last?.words);
  run.headerRow = headerRow || run.headerRow;
  const names = unnaming(state, run.headerRow, unname, [run.list.type.tagHeader]);
  if (run.isUnnamed && state.isAsMeant && names.write.length === 0)
    return { done, calls: [...(run.isTroubled ? names.calls : []), ...unpinning(unpin)] };
  if (run.isUnnamed && last?.words) return { done: refusal("UNDO_REFUSED", last.words) };
  run.isUnnamed = true;
  return names.calls.length > 0 ? names : { done, calls: unpinning(unpin) };
}

const sumOf = (numbers: number[]): number => numbers.reduce((sum, each) => sum + each, 0);

type ReadList = Pick<State, "marks" | "ought" | "formulas">;

/** Computes what goes, and so what the user is told beforehand. Pure. */
function rowsToTake(state: ReadList, list: AppendList, how: TakeOut): RowsToTake | Refusal {
  const { marks } = state;
  const ought = withFormulas(state.ought, state.formulas);
  const { made } = how;
  const tagColumn = columnOf(marks, tagMarkOf(list));
  if (tagColumn === null) return withoutHidden({ marks, ought }, list, made);
  const seen = see({ ...state, ought }, list, tagColumn);
  const { own, unfit, headerRow } = seen;
  const going = own.filter((row) => how.others === "remove" || besides(seen, row) === 0);
  const isWhole = list.hasMadeSheet && seen.ofOtherJobs.length === 0;
  const othersInAll = cellsOfOthers(seen);
  const maySheetGo = isWhole && (how.others === "remove" || othersInAll === 0);
  const unfitCells = isWhole ? sumOf(unfit.map((row) => shownCells(seen, row))) : 0;
  const ownRows = sumOf(own.map((row) => besides(seen, row)));
  const isBlank = (column: number): boolean =>
    [...ought].every(([row, cells]) => row === headerRow || (cells[column - 1] ?? "") === "");
  const unname = marks.filter(({ column, value }) => made.includes(value) && isBlank(column)).map(({ value }) => value);
  // Without its hidden column it is no longer a list. It stays one as long as rows of ours are left.
  const isOver = unname.includes(tagMarkOf(list)) || (how.isLast && isBlank(tagColumn));
  const isBoxed = (row: number): boolean =>
    besides(seen, row) === 0 &&
    readTag(cellAt(ought, row, tagColumn)) !== null &&
    (ought.get(row) ?? []).some((cell, i) => cell === false && !seen.columns.has(i + 1));
  return {
    taken: {
      listRows: going.length,
      left: going.length,
      removesSheet: maySheetGo,
      othersCells: isWhole ? othersInAll - unfitCells : ownRows,
      answeredRows: going.filter((row) => seen.answered.has(row)).length,
      otherJobsRows: list.hasMadeSheet ? seen.ofOtherJobs.length : 0,
      unfitRows: maySheetGo ? 0 : unfit.length,
      unfitCells,
    },
    going,
    boxed: list.hasMadeSheet ? [] : going.filter(isBoxed),
    columns: [...seen.columns],
    maySheetGo,
    headerRow,
    unname,
    unpin: isOver ? [...new Set([...unname, ...marksIn(marks, list.group)])] : unname,
  };
}

/**
 * The cells by which a row is known go last, together with its hidden cell, so that a row of which something refuses to
 * be emptied is still known.
 * @param stuck rows that have refused
 */
function emptyingRows(
  { ought, marks }: State,
  list: AppendList,
  { going, columns }: RowsToTake,
  stuck: Set<number>,
): RowsToWrite[] {
  const tagColumn = columnOf(marks, tagMarkOf(list)) ?? 0;
  const fields = fieldsIn(marks, list.group);
  const tagOf = (row: number): CellValue => cellAt(ought, row, tagColumn);
  const isKnownWithout = (row: number, blank: number): boolean => {
    const tag = readTag(tagOf(row));
    return tag !== null && fits(list, tag, fields, (column) => (column === blank ? "" : cellAt(ought, row, column)));
  };
  const filledOf = (row: number): number[] =>
    columns.filter((column) => column !== tagColumn && cellAt(ought, row, column) !== "");
  const left = going.filter((row) => !stuck.has(row));
  const first = left
    .map((row) => ({ row, filled: filledOf(row).filter((column) => isKnownWithout(row, column)) }))
    .filter(({ filled }) => filled.length > 0);
  const rows = first.length > 0 ? first : left.map((row) => ({ row, filled: filledOf(row) }));
  const seal: Seal = {
    column: tagColumn,
    cell: (row, refused) => (refused.length > 0 ? tagOf(row) : ""),
    before: tagOf,
  };
  const blank = rows.map(({ row, filled }) => [row, filled.map((column) => ({ column, value: "" }))] as const);
  return rowsByColumns(blank, first.length === 0 ? seal : undefined);
}

/** Without the hidden column, only headers or the list's own sheet can go: nothing tells whose other content is. */
function withoutHidden({ marks, ought }: ReadList, list: AppendList, made: string[]): RowsToTake | Refusal {
  const fields = fieldsIn(marks, list.group);
  const ofJob = marks.filter(({ value }) => made.includes(value));
  const own = new Set((ofJob.length > 0 ? ofJob : fields).map(columnNumber));
  const headerRow = fieldHeaderRowIn(ought, fields);
  const isBlank = [...ought].every(
    ([row, cells]) =>
      row === headerRow ||
      cells.every((cell, i) => (own.has(i + 1) ? cell === "" : !(list.hasMadeSheet && isContent(cell)))),
  );
  const nothing = { going: [], boxed: [], columns: [], maySheetGo: false, headerRow, unname: [], unpin: [] };
  if (!isBlank) return fields.length > 0 ? refusal("UNDO_UNKNOWN") : { ...nothing, taken: NOTHING_TAKEN };
  const taken = { ...NOTHING_TAKEN, removesSheet: list.hasMadeSheet };
  return { ...nothing, taken, maySheetGo: list.hasMadeSheet, unname: made, unpin: marksIn(marks, list.group) };
}

interface Seen {
  columns: Set<number>;
  own: number[];
  /** Rows with a hidden cell of the job that does not certainly fit them. */
  unfit: number[];
  ofOtherJobs: number[];
  answered: Set<number>;
  /** 0 if there is no header. */
  headerRow: number;
  rows: Rows;
  /** True for a cell outside of the list and its results, and one of ours that was typed over. */
  isOthers(row: number, column: number): boolean;
  /** Nobody sees the text of a hidden cell, so it does not count. */
  isShown(row: number, column: number): boolean;
}

function see({ marks, ought, formulas = new Map() }: ReadList, list: AppendList, tagColumn: number): Seen {
  const fields = fieldsIn(marks, list.group);
  const results = marks.filter(({ value }) => isOwnMark(value));
  const columns = new Set([tagColumn, ...[...fields, ...results].map(columnNumber)]);
  const answering = results.filter(({ value }) => isAnsweredForMark(value)).map(columnNumber);
  const tagAt = (row: number) => readTag(cellAt(ought, row, tagColumn));
  const isFilled = (row: number, column: number): boolean =>
    columns.has(column) ? cellAt(ought, row, column) !== "" : isContent(cellAt(ought, row, column));
  const isShown = (row: number, column: number): boolean => {
    const value = cellAt(ought, row, column);
    const isOurs = column === tagColumn ? readTag(value) !== null : answering.includes(column) && !isPasted(value);
    return !isOurs && isFilled(row, column);
  };
  const astray = grouped(astrayIn({ list, fields, tagColumn }, ought), rowNumber);
  const [own, unfit, ofOtherJobs]: [number[], number[], number[]] = [[...astray.keys()], [], []];
  for (const [row, cells] of ought) {
    const tag = tagAt(row);
    if (!tag || astray.has(row)) continue;
    // A row that somebody has emptied belongs to nobody else.
    const isEmptied = cells.every((_, i) => !isShown(row, i + 1));
    // The hidden cell may stay alone, with what others have added, where it is protected.
    const isOursBlank = [...columns].every((column) => !isShown(row, column));
    const isFit = isOursBlank || fits(list, tag, fields, (column) => cellAt(ought, row, column));
    if (tag.jobId === list.jobId) (isFit ? own : unfit).push(row);
    else if (!isEmptied) ofOtherJobs.push(row);
  }
  const shownResults = results.map(columnNumber).filter((at) => at !== tagColumn && !answering.includes(at));
  const dates = fields.flatMap(({ field, column }) => (isDateField(field) ? [column] : []));
  const fieldAt = new Map(fields.map(({ field, column }) => [column, list.columns.indexOf(field)]));
  const isOthers = (row: number, column: number): boolean => {
    const cell = cellAt(ought, row, column);
    if (!isFilled(row, column)) return false;
    const ours = astray.get(row)?.map(columnNumber);
    // No job writes a formula.
    if (cellAt(formulas, row, column) !== "" || (!ours && !columns.has(column))) return true;
    if (ours) return !ours.includes(column);
    // In these columns the text of a day comes back as a date. Elsewhere it stays a text.
    if (cell instanceof Date && dates.includes(column)) return false;
    const tag = tagAt(row);
    const written = tag?.jobId === list.jobId ? list.type.checksIn(tag)[fieldAt.get(column) ?? -1] : undefined;
    if (written !== undefined) return written !== checkOf(cell);
    if (!shownResults.includes(column)) return false;
    const checks = answering.flatMap((each) => answersIn(cellAt(ought, row, each)).flatMap(({ checks }) => checks));
    return checks.length > 0 && !checks.includes(checkOf(cell));
  };
  const isAnswered = (row: number): boolean => answering.some((column) => cellAt(ought, row, column) !== "");
  return {
    ...{ columns, own, unfit, ofOtherJobs, isOthers, isShown, rows: ought },
    answered: new Set([...ought.keys()].filter(isAnswered)),
    headerRow: fieldHeaderRowIn(ought, fields),
  };
}

const fits = (
  { type, columns }: AppendList,
  tag: RowTag,
  fields: FieldColumn[],
  at: (column: number) => CellValue,
): boolean =>
  type.fits(tag, columns, (wanted) => {
    const column = fields.find(({ field }) => field === wanted)?.column;
    return column && at(column);
  });

/** People may insert rows above the header; 0 if there is none. */
const fieldHeaderRowIn = (rows: Rows, fields: FieldColumn[]): number =>
  [...rows.keys()].find((row) => fields.some(({ field, column }) => isHeaderOf(cellAt(rows, row, column), field))) ?? 0;

const numbersOf = ({ rows }: Seen, row: number): number[] => (rows.get(row) ?? []).map((_, i) => i + 1);

const shownCells = (seen: Seen, row: number): number =>
  numbersOf(seen, row).filter((column) => seen.isShown(row, column)).length;

const besides = (seen: Seen, row: number): number =>
  numbersOf(seen, row).filter((column) => seen.isOthers(row, column)).length;

const cellsOfOthers = (seen: Seen): number => {
  const rows = new Set([seen.headerRow, ...seen.own]);
  return sumOf([...seen.rows.keys()].map((row) => (rows.has(row) ? besides : shownCells)(seen, row)));
};

/** True if headers and hidden cells tell where each column of the list is, and nothing else is pinned in its sheet. */
function isConfirmedToTakeOut({ marks, was }: State, list: AppendList): boolean {
  const tagColumn = columnOf(marks, tagMarkOf(list));
  const fields = fieldsIn(marks, list.group);
  const header = was.get(fieldHeaderRowIn(was, fields)) ?? [];
  return (
    tagColumn !== null &&
    marks.every(({ value }) => value.startsWith(list.group)) &&
    [...was.keys()].some((row) => readTag(cellAt(was, row, tagColumn))?.jobId === list.jobId) &&
    fields.every(({ field, column }) => isHeaderOf(header[column - 1] ?? "", field))
  );
}
