import { nothingWritten, type WriteOutcome, type Writer, writeBeside } from "../../lists/beside";
import {
  openList,
  openToRead,
  type ReadableList,
  readPinned,
  readRows,
  rowsIn,
  type WindowRow,
} from "../../lists/pinned-list";
import { grouped, rowNumber } from "../../lists/rows";
import { whenSheetsAreFree, withSheetLease } from "../../lists/sheet-lease";
import { readVisibleRows } from "../../lists/visible-rows";
import { isRefused, type Refusal, refusal } from "../../result";
import { NOT_ACCEPTED, VERDICTS } from "../../service/result-words";
import { type VerdictSwitches, verdictOfStatus } from "../../service/verdict";
import { checkOf, dayOf, isPasted, readAnsweredFor } from "../../sheet/pinned-columns";
import { type CellValue, lastThere, type Table } from "../../sheet/table";
import { leftOutOf } from "../leave-out";
import type { ColumnJobChoices, Entry } from "../protocol";
import { awaitSheetOf, type ColumnJob, type Job, type World } from "../record";
import { isFoundWord, isRetryable, judgeRow, type RowRules, rulesOf, shapeOf, traitsOf } from "../rows";
import type { JobSummary, Scan, WriteReport } from "../views";
import {
  type FilledList,
  filledIn,
  forgetHalfWritten,
  halfWrittenRows,
  isStatusTyped,
  noteHalfWritten,
  ownTextOf,
  typedOver,
} from "./filled-cells";
import { isHeading, isNamedAs, movedHeading, rowsOfList } from "./heading";
import { type Counted, resultsIn, type ScanPlace } from "./kind";
import { readMade, writeWithColumns } from "./made-columns";

/** A stretch of this size keeps all lanes busy for a minute, and is read in one call. */
const ROWS_PER_STRETCH = 400;

/** `null` if every sheet and column of the job is there. Makes at most two sheet calls. */
export const whatIsGone = (world: World, job: Job, properties: Record<string, string>): Refusal | null =>
  job.list && !world.book.table(job.list.sheetId) ? refusal("LIST_GONE") : goneColumn(world, job, properties);

function goneColumn({ book }: World, job: Job, properties: Record<string, string>): Refusal | null {
  if (job.place === null) return null;
  const open = readMade(properties, job.id) ? openList : openToRead;
  const list = open(book, shapeOf(job as ColumnJob));
  return isRefused(list) ? list : null;
}

/** Nothing is asked if a column for results is gone. Makes no call, because the scan has found the marks. */
export const unlessGone = (
  world: World,
  job: Job,
  properties: Record<string, string>,
  scan: Scan | Refusal,
): Scan | Refusal => (isRefused(scan) ? scan : (goneColumn(world, job, properties) ?? scan));

/**
 * Finds what to ask in some stretches, and what to write without a question.
 * @param isAsPlanned gets all rows from row 1 on; false if this is not the list of the dry run
 */
export function scanColumn(
  world: World,
  job: ColumnJob,
  request: ScanPlace,
  isAsPlanned?: (list: ReadableList, rows: WindowRow[]) => boolean,
): Scan | Refusal {
  const scanned = readPinned(world.book, shapeOf(job), (list): Scan | Refusal | null => {
    // The marks of the left-out column come with the same search as the list's.
    const rules = jobRules(world, job);
    if (isRefused(rules)) return rules;
    const cells = readStretches(list.table, job.choices, request);
    if (isAsPlanned && !isAsPlanned(list, rowsIn(list, cells.cells, cells.firstRow))) return null;
    return scanCells(list, job, cells, request, rules);
  });
  if (isRefused(scanned)) return scanned;
  return scanned.read ?? refusal("COLUMNS_MOVING");
}

type JobRules = RowRules & Pick<World, "verdictSwitches">;

export function jobRules(world: World, job: ColumnJob): JobRules | Refusal {
  const leftOut = leftOutOf(world, job);
  if (isRefused(leftOut)) return leftOut;
  const isHalfWritten = halfWrittenRows(() => world.store.all(), job.id);
  const { clock, verdictSwitches } = world;
  return { ...rulesOf(job.choices, job.id, clock.nowMs(), leftOut, isHalfWritten), verdictSwitches };
}

/** Cells over the whole width of the sheet. */
export interface StretchCells {
  firstRow: number;
  cells: CellValue[][];
  /** The number known so far. */
  stretches: number;
  all?: CellValue[][];
}

/** One call reads all cells. With the first stretch come all rows above it. */
export function readStretches(
  table: Table,
  { headerRow }: ColumnJobChoices,
  { stretch, stretches: count, isToCount }: Omit<ScanPlace, "epoch">,
): StretchCells {
  const from = headerRow + 1 + stretch * ROWS_PER_STRETCH;
  const to = from + count * ROWS_PER_STRETCH - 1;
  if (isToCount) {
    const all = table.readUsed();
    const stretches = Math.max(1, Math.ceil((all.length - headerRow) / ROWS_PER_STRETCH));
    return { firstRow: 1, cells: all.slice(0, to), stretches, all };
  }
  const there = lastThere(to + 1, (row) => table.hasCell(row, 1));
  const firstRow = stretch === 0 ? 1 : from;
  const last = Math.min(to, there);
  const cells = last >= firstRow ? table.readRows(firstRow, last) : [];
  return { firstRow, cells, stretches: countStretches() };

  /** Makes a call only if the last stretch is blank and the list may go on below it. */
  function countStretches(): number {
    const isOver = there <= to;
    const isBlank = cells.slice(-ROWS_PER_STRETCH).every((row) => row.every((cell) => cell === ""));
    if (!isOver && !isBlank) return stretch + count + 1;
    // A scan of many stretches comes after scans of each, so their number is known.
    if (isOver || count > 1) return stretch + count;
    return Math.max(1, Math.ceil((table.lastRow() - headerRow) / ROWS_PER_STRETCH));
  }
}

export function scanCells(
  list: ReadableList,
  job: ColumnJob,
  { firstRow, cells, stretches, all }: StretchCells,
  { stretch, epoch, isToCount }: ScanPlace,
  rules: JobRules,
): Scan {
  const readAll = () => (all ? rowsIn(list, all) : readRows(list));
  const rows = rowsOfList(list, rowsIn(list, cells, firstRow), job.choices, readAll);
  const judged = judgeRows(list, rows, job, rules);
  const isAllKnown = epoch === 1 || judged.ask.length === 0;
  const { ask, write } = isAllKnown ? judged : withResultsThere(judged, list, readAll(), job, rules);
  const done = isToCount ? { done: countDone(readAll(), job, rules) } : {};
  return { ask, write, stretch, stretches, mostQuestions: null, ...done };
}

type Judged = Pick<Scan, "ask" | "write"> & Pick<JobSummary, "typedRows" | "leftOutRows" | "waitingRows">;

/** True if the job replaces nothing that somebody has typed. Nobody is asked before a watch does a row. */
const keepsTyped = ({ choices }: ColumnJob): boolean => !choices.replacesFilled || choices.rows.kind === "new";

function judgeRows(list: ReadableList, rows: WindowRow[], job: ColumnJob, rules: JobRules): Judged {
  const scan: Judged = { ask: [], write: [], typedRows: 0, leftOutRows: 0, waitingRows: 0 };
  let switches: VerdictSwitches | null = null;
  for (const listRow of rows) {
    const { row, anonId } = listRow;
    if (isHeading(list, listRow) || isNamedAs(job.choices, listRow)) continue;
    const judged = judgeRow(listRow, rules);
    if (judged.state === "leftOut" || judged.state === "waiting") scan[`${judged.state}Rows`]++;
    if (!("key" in judged)) continue;
    const isTyped = keepsTyped(job) && isStatusTyped(listRow, ownTextOf(judged), traitsOf(job.choices.kind));
    if (isTyped && !rules.isHalfWritten(judged.key)) {
      if (judged.state === "todo") scan.typedRows++;
      continue;
    }
    if ("status" in judged) {
      const { key, status } = judged;
      const entry: Entry = { key, cells: [status], rows: [row] };
      if ("day" in judged) {
        switches ??= rules.verdictSwitches();
        Object.assign(entry, { cells: cellsOfFound(listRow, status, job, switches), day: judged.day });
      }
      scan.write.push(entry);
    }
    if (judged.state !== "todo") continue;
    const { state: _, ...question } = judged;
    scan.ask.push({ row, anonId: String(anonId), ...question });
  }
  return scan;
}

const filledListOf = ({ columns }: ReadableList, { choices }: ColumnJob): FilledList => ({
  written: columns.outputs.filter(({ field }) => choices.fields.includes(field)),
  hasHidden: columns.answeredFor !== null,
});

function countReplacedByJob(rows: WindowRow[], list: ReadableList, job: ColumnJob, rules: RowRules): number {
  const filled = filledListOf(list, job);
  const traits = traitsOf(job.choices.kind);
  return rows.reduce((sum, row) => sum + filledIn(row, judgeRow(row, rules), filled, traits), 0);
}

/** Rows that the job has filled without a question do not count. */
function countDone(rows: WindowRow[], { id }: ColumnJob, rules: RowRules): number {
  const keys = rows.flatMap((row) => {
    const { input, status, answeredFor, foundStatus } = row;
    if (input.kind !== "text" || readAnsweredFor(answeredFor)?.jobId !== id) return [];
    const isAsked = rules.problem(input.text) === null && (rules.alsoFoundValid || !isFoundWord(status, foundStatus));
    return isAsked && judgeRow(row, rules).state === "done" ? [input.key] : [];
  });
  return new Set(keys).size;
}

/** After a resumption the driver does not know earlier answers. The result in another row serves for the same input. */
function withResultsThere(
  scan: Judged,
  list: ReadableList,
  rows: WindowRow[],
  { id, choices }: ColumnJob,
  rules: RowRules,
): Judged {
  const { isResult } = traitsOf(choices.kind);
  const columns = choices.fields.flatMap((field) => list.columns.outputs.filter((each) => each.field === field));
  if (columns.length < choices.fields.length) return scan;
  const results = new Map<string, Entry["cells"]>();
  for (const row of rows) {
    const { input, status, answeredFor, at } = row;
    const answered = readAnsweredFor(answeredFor);
    // Somebody may have sorted the inputs alone.
    const isOwn = answered?.jobId === id && !answered.isRefused && isResult(String(status));
    if (!isOwn || input.kind !== "text" || input.key !== answered.key) continue;
    // A result that is to be renewed is no answer for another row.
    if (judgeRow(row, rules).state === "todo") continue;
    const cells = columns.map(({ column }) => at(column));
    // Somebody may have typed over a result, or a rule may have refused it.
    const isAsWritten = (cell: CellValue, i: number): cell is Entry["cells"][number] =>
      !(cell instanceof Date) && checkOf(cell) === answered.checks[i];
    if (cells.every(isAsWritten)) results.set(answered.key, cells);
  }
  const copied = scan.ask.flatMap(({ key, row }): Entry[] => {
    const cells = results.get(key);
    return cells ? [{ key, cells, rows: [row] }] : [];
  });
  return { ...scan, ask: scan.ask.filter(({ key }) => !results.has(key)), write: [...scan.write, ...copied] };
}

/** Only this row tells the type of the email. */
function cellsOfFound(
  { input, foundType }: WindowRow,
  status: string,
  { choices: { fields, kind } }: ColumnJob,
  switches: VerdictSwitches,
): Entry["cells"] {
  const facts = { type: foundType, ...(input.kind === "text" && { email: input.text }) };
  const ofStatus = () => verdictOfStatus(status, facts, switches);
  return fields.map((field, i) => (i === 0 ? status : traitsOf(kind).cellWithout(field, ofStatus)));
}

/** True once the columns beside the inputs are made. */
export const areMade = ({ id }: ColumnJob, properties: Record<string, string>): boolean =>
  readMade(properties, id) !== null;

/** The first write makes the columns for the answers. */
export function writeAnswers(
  world: World,
  job: ColumnJob,
  entries: Entry[],
  before: Record<string, string>,
): Partial<WriteReport> | Refusal {
  const { fields, kind } = job.choices;
  const traits = traitsOf(kind);
  const properties = awaitSheetOf(world, job, job.place.sheetId, before, (now) => areMade(job, now));
  if (isRefused(properties)) return properties;
  const cellsOf = (cells: Entry["cells"]): Entry["cells"] => {
    const ofStatus = () => verdictOfStatus(String(cells[0] ?? ""));
    return fields.map((field, i) => cells[i] ?? traits.cellWithout(field, ofStatus));
  };
  const whole = entries.map((entry) => ({ ...entry, cells: cellsOf(entry.cells) }));
  const isRenewing = job.choices.rows.kind === "new";
  const isHalfWritten = halfWrittenRows(() => properties, job.id);
  let hasRefused = false;
  const writer: Writer = {
    jobId: job.id,
    day: dayOf(world.clock.nowMs()),
    isRenewing,
    isHeader: (row) => isNamedAs(job.choices, row),
    ...(keepsTyped(job) && {
      onRefused() {
        hasRefused = true;
        noteHalfWritten(world, job.id, entries);
      },
      typedOver(row, written, resultOf) {
        const typed = typedOver(row, written, resultOf, traits);
        return typed.length > 0 && row.input.kind === "text" && isHalfWritten(row.input.key) ? [] : typed;
      },
    }),
  };
  const write = (): WriteOutcome | Refusal =>
    whole.length > 0 ? writeBeside(world, shapeOf(job), writer, whole) : nothingWritten({});
  // Without the lease, this and the first write of a page that was closed would both insert the columns.
  const writeFirst = () =>
    withSheetLease(world, job.place.sheetId, (leased, properties) =>
      writeWithColumns(leased, job, writer, whole, properties),
    );
  const report = areMade(job, properties) ? write() : (writeFirst() ?? { isBusy: true });
  if (!isRefused(report)) forgetHalfWritten(world, job.id, report, hasRefused ? world.store.all() : properties);
  return report;
}

/** The claim goes along with its row wherever that is moved. */
export function claimRows(world: World, job: ColumnJob): Refusal | null {
  const { rows, headerRow } = job.choices;
  const found = readPinned(world.book, shapeOf(job), (list) => {
    const all = readRows(list);
    const isChosen = rowFilter(world, list.table, rows, all.length);
    return all.filter((each) => isChosen(each.row) && each.row > headerRow && !isHeading(list, each));
  });
  if (isRefused(found)) return found;
  const byKey = grouped(found.read, ({ input }) => (input.kind === "text" ? input.key : null));
  const writer = { jobId: job.id, day: dayOf(world.clock.nowMs()), isClaim: true };
  const entries = [...byKey].map(([key, same]) => ({ key, rows: same.map(rowNumber), cells: [] }));
  // Without the lease, another start or another job's first write would insert the columns as well.
  const outcome = whenSheetsAreFree(world, [job.place.sheetId], (leased) =>
    writeWithColumns(leased, job, writer, entries, leased.store.all()),
  );
  if (isRefused(outcome)) return outcome;
  if (outcome.leftKeys.length === 0) return null;
  return outcome.words ? refusal("ROWS_NOT_NOTED", outcome.words) : refusal("COLUMNS_MOVING");
}

export function rowFilter(
  world: World,
  table: Table,
  choice: ColumnJobChoices["rows"],
  lastRow: number,
): (row: number) => boolean {
  if (choice.kind === "selected") return (row) => choice.spans.some(({ from, to }) => row >= from && row <= to);
  if (choice.kind !== "visible" || lastRow === 0) return () => true;
  const visible = readVisibleRows(world, table, lastRow);
  return (row) => visible.has(row);
}

export function summariseColumn(world: World, job: ColumnJob): Counted | Refusal {
  const rules = jobRules(world, job);
  if (isRefused(rules)) return rules;
  const found = readPinned(world.book, shapeOf(job), readRows);
  if (isRefused(found)) return found;
  const { list, read } = found;
  const rows = rowsOfList(list, read, job.choices, () => read);
  const judgedRows = judgeRows(list, rows, job, rules);
  const { ask: toDo, write, ...counts } = withResultsThere(judgedRows, list, read, job, rules);
  const open = new Set([...toDo.map(rowNumber), ...write.flatMap((entry) => entry.rows)]);
  const openRows = rows.filter(({ row }) => open.has(row));
  const filledCells = keepsTyped(job)
    ? openRows.filter(({ answeredFor }) => isPasted(answeredFor)).length
    : countReplacedByJob(openRows, list, job, rules);
  const byStatus = new Map<string, number>();
  let failed = 0;
  const { summaryOf } = traitsOf(job.choices.kind);
  const { written } = filledListOf(list, job);
  const verdict = written.find(({ field }) => field === "verdict");
  const byVerdict: Record<string, number> = {};
  for (const row of read) {
    const answered = readAnsweredFor(row.answeredFor);
    // A row whose status somebody has emptied is left to do.
    if (answered?.jobId !== job.id || (row.status === "" && !answered.isRefused)) continue;
    const isShown = !answered.isRefused || checkOf(row.status) === answered.checks[0];
    const status = isShown ? summaryOf(String(row.status)) : NOT_ACCEPTED;
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    if (isRetryable(status)) failed++;
    // Somebody may have typed over the verdict.
    const judged = VERDICTS.find((each) => verdict && each === row.at(verdict.column));
    if (judged) byVerdict[judged] = (byVerdict[judged] ?? 0) + 1;
  }
  const heading = movedHeading(list, read, job.choices.headerRow);
  // Titles alone may have come above it.
  const headingRow = rows.some(({ row }) => heading !== null && row < heading) ? heading : null;
  return {
    byStatus: Object.fromEntries(byStatus),
    byVerdict,
    failed,
    toDo,
    filledCells,
    ...counts,
    headingRow,
    results: resultsIn(written, list.columns.answeredFor),
    done: countDone(read, job, rules),
  };
}
