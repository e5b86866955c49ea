import { isRefused, type Refusal, refusal } from "../result";
import { isUnfinished } from "../service/input-problems";
import {
  answersIn,
  checkOf,
  claimantOf,
  type FieldColumn,
  isClaimedBy,
  isPasted,
  readAnsweredFor,
  writeAnsweredFor,
  writeClaim,
} from "../sheet/pinned-columns";
import type { CellValue, OpenSpreadsheet, Table } from "../sheet/table";
import { guard, type Plan, type State } from "./guard";
import type { ColumnsPlan, NoColumns, NoneOf } from "./own-columns";
import {
  areSameColumns,
  besideChange,
  isListConfirmed,
  isTableHeading,
  keyAt,
  type ListShape,
  listIn,
  listIsGone,
  nameIn,
  type OpenList,
  outputsOf,
  rowsByKey,
  rowsOf,
  type WindowRow,
  withAllColumns,
} from "./pinned-list";
import { type Cell, columnNumber, grouped, isSame, MARGIN_ROWS, rowNumber } from "./rows";
import { blocksOf, rowsByColumns, type Seal, type ToWrite, type WrittenBlock } from "./write-step";

export interface BesideEntry {
  key: string;
  cells: CellValue[];
  /** The rows of the input at the scan. If it is gone there, it is looked for everywhere. */
  rows: number[];
  /** The day since 1970 on which the results were true; by default the day of writing. */
  day?: number | undefined;
}

export interface WriteOutcome {
  /** Entries that are now in the sheet, or whose row says that a cell has refused its value. */
  writtenKeys: string[];
  /** Entries that have to be written again, because Google failed, or somebody moved rows all the while. */
  leftKeys: string[];
  /** Entries without a place: the input was deleted, or a merge covers its cells. */
  lostKeys: string[];
  writtenRows: number;
  /** The rules of these cells refused the results, so notes hold them. */
  refusedCells: number;
  /** The lost ones whose cells a merge covers. */
  coveredKeys: string[];
  /** True if rows were not where they had been read, or the sheet was not as meant after the write: others may lack results. */
  isDisturbed: boolean;
  /** Google's words for what was left. They are shown and never parsed. */
  words: string;
}

/** @param told what a report tells besides, or tells otherwise. */
export const nothingWritten = <Told extends object>(told: Told): WriteOutcome & Told => ({
  writtenKeys: [],
  leftKeys: [],
  lostKeys: [],
  writtenRows: 0,
  refusedCells: 0,
  coveredKeys: [],
  isDisturbed: false,
  words: "",
  ...told,
});

export interface Writer {
  jobId: string;
  /** In days since 1970. */
  day: number;
  /** True to write only the job's claim, which goes along when rows are moved. */
  isClaim?: boolean;
  /** True to replace older results of the same job. */
  isRenewing?: boolean;
  /** True for the header of the inputs. */
  isHeader?(row: WindowRow): boolean;
  /** Called before rows are written in part, with their hidden cells last, because Google has refused some cell. */
  onRefused?(): void;
  /** Gives columns in which somebody has typed something, which stays. By default, everything is replaced. */
  typedOver?(row: WindowRow, outputs: FieldColumn[], resultOf: (field: string) => CellValue): FieldColumn[];
}

/** By the keys of the rows. */
type KeptCells = Map<string, { field: string; cell: CellValue }[]>;

const isKept = (kept: KeptCells | null, key: string, field: string, cell: CellValue): boolean =>
  kept?.get(key)?.some((each) => each.field === field && isSame(cell, each.cell)) === true;

const resultIn = ({ shape }: OpenList, cells: CellValue[], field: string): CellValue =>
  cells[shape.fields.indexOf(field)] ?? "";

/** A cell of a row, or the row itself. */
const cellName = ({ row, key }: Pick<Placed, "row" | "key">, field = ""): string => `${row} ${field} ${key}`;

interface Placed extends Omit<BesideEntry, "rows"> {
  row: number;
}

/** Writes results beside their inputs, wherever those are now. A merge over a result counts as a refusing rule. */
export function writeBeside<Columns extends ColumnsPlan | null = null>(
  world: Pick<OpenSpreadsheet, "book" | "clock">,
  shape: ListShape,
  writer: Writer,
  entries: BesideEntry[],
  columns: Columns | null = null,
): WriteOutcome | Refusal | NoneOf<Columns> {
  const expected = entries.flatMap(({ rows }) => rows);
  const keyOf = new Map(entries.flatMap(({ key, rows }) => rows.map((row) => [row, key])));
  const run = newRun(writer, entries);
  const outcome = guard<WriteOutcome | Refusal | NoColumns>(world, {
    ...besideChange(shape, writer.jobId),
    rows: (table) => rowsNear(table, [...expected, ...(columns?.rows(table) ?? [])]),
    gone: () => listIsGone(world.book, shape),
    isConfirmed: (state) => !writer.isClaim && isListConfirmed(listIn(state, shape), state, writer.jobId, keyOf),
    ...(columns && { failed: (words) => columns.failed(words) }),
    plan(state, last) {
      const readable = listIn(state, shape);
      run.fieldsBefore ??= outputsOf(readable).map(({ field }) => field);
      const making = columns?.next(state, last);
      if (making) return making;
      const list = readable.columns.input > 0 ? withAllColumns(readable) : refusal("COLUMN_GONE", shape.inputColumn);
      return isRefused(list) ? { done: list } : planWrite(run, list, state, last, columns);
    },
  });
  const nothing = nothingWritten({ leftKeys: entries.map(({ key }) => key), words: run.words });
  return (outcome as WriteOutcome | Refusal | NoneOf<Columns> | null) ?? nothing;
}

type Run = ReturnType<typeof newRun>;

function newRun(writer: Writer, entries: BesideEntry[]) {
  return {
    writer,
    entries,
    /** The fields that had columns before this write. */
    fieldsBefore: null as string[] | null,
    before: null as { list: OpenList; placed: Placed[] } | null,
    /** `null` before anything was written. */
    kept: null as KeptCells | null,
    unwritten: new Set<string>(),
    covered: new Set<string>(),
    /** Rows that lacked results after a write. */
    lackedOnce: new Set<string>(),
    /** Cells that have refused their results, or lacked them twice. */
    refusing: new Set<string>(),
    isDisturbed: false,
    words: "",
  };
}

function planWrite(
  run: Run,
  list: OpenList,
  state: State,
  last: WrittenBlock | null,
  columns: ColumnsPlan | null,
): Plan<WriteOutcome> {
  const { writer, unwritten, covered } = run;
  const seen = rowsOf(list, state.ought);
  if (last && run.before) noteLast(run, run.before, list, last, seen);
  const placement = placeEntries(run, list, seen);
  run.isDisturbed ||= placement.isUnfound || (run.before !== null && !state.isAsMeant);
  if (placement.isUnfound && !state.isWhole) return { isUnfound: true };
  const placed = placement.placed.filter(({ key }) => !unwritten.has(key) && !covered.has(key));
  const calls = columns?.finish() ?? [];
  if (placed.length === 0) return { done: outcomeOf(run, list, placement, seen), calls };
  run.before = { list, placed };
  run.kept ??= new Map();
  keepTyped(run, run.kept, list, placed, seen);
  const { write, ...block } = blockOf(run, list, placed, seen);
  // The rows' tags come last: they say that nothing is left to do.
  const wrong = writer.isClaim ? [] : [...outdatedCells(list, placed, seen), ...strayCells(list, writer, placed, seen)];
  const all = [...blocksOf(wrong), ...write];
  const { onRefused } = writer;
  return { ...block, write: all, ...(onRefused && { onRefused }), ...(calls.length > 0 && { calls }) };
}

function outcomeOf(run: Run, list: OpenList, { done, lost }: Placement, seen: Map<number, WindowRow>): WriteOutcome {
  const { unwritten, covered, isDisturbed, words } = run;
  const gone = new Set([...lost, ...covered]);
  return {
    writtenKeys: run.entries.map(({ key }) => key).filter((key) => !unwritten.has(key) && !gone.has(key)),
    leftKeys: [...unwritten],
    lostKeys: [...lost, ...covered],
    writtenRows: done.length,
    refusedCells: done.flatMap((each) =>
      unwritten.has(each.key) ? [] : fieldsWithout(run, list, seen.get(each.row) as WindowRow, each),
    ).length,
    coveredKeys: [...covered],
    isDisturbed,
    words,
  };
}

/** Keeps what people have typed, before anything is written for a key: later its cells may be ours. */
function keepTyped(
  { writer, fieldsBefore }: Run,
  kept: KeptCells,
  list: OpenList,
  placed: Placed[],
  seen: Map<number, WindowRow>,
): void {
  // A new column holds at most the name that a table has given it.
  const outputs = outputsOf(list).filter(({ field }) => fieldsBefore?.includes(field));
  for (const [key, rows] of grouped(placed, (each) => (kept.has(each.key) ? null : each.key))) {
    const typed = rows.flatMap(({ row, cells }) => {
      const content = seen.get(row) as WindowRow;
      const columns = writer.typedOver?.(content, outputs, (field) => resultIn(list, cells, field)) ?? [];
      return columns.map(({ field, column }) => ({ field, cell: content.at(column) }));
    });
    kept.set(key, typed);
  }
}

/** A merge covers a cell that lacks its result. Its row is tried once more, with a tag that says so, and then lost. */
function noteLast(
  run: Run,
  { list: then, placed }: { list: OpenList; placed: Placed[] },
  list: OpenList,
  last: WrittenBlock,
  seen: Map<number, WindowRow>,
): void {
  const { lackedOnce, refusing } = run;
  run.words = last.words || run.words;
  const isReady = readiness(run, list);
  for (const each of placed) {
    const { row, key } = each;
    if (last.unwritten.some((cell) => cell.row === row)) {
      run.unwritten.add(key);
      continue;
    }
    // Where columns or rows have moved, others' cells have refused.
    if (!areSameColumns(then, list) || keyAt(seen, row) !== key) continue;
    for (const { field, column } of outputsOf(list))
      if (last.refused.some((cell) => cell.row === row && cell.column === column)) refusing.add(cellName(each, field));
    const content = seen.get(row) as WindowRow;
    if (isReady(content, each)) continue;
    const isAgain = lackedOnce.has(cellName(each));
    for (const field of ["", ...fieldsWithout(run, list, content, each)])
      (isAgain ? refusing : lackedOnce).add(cellName(each, field));
    if (isAgain && !isReady(content, each)) run.covered.add(key);
  }
}

/** The header is read along with rows this near to the top. */
const NEAR_TOP_ROWS = 300;

/** Makes no call as long as the sheet has the expected rows. */
function rowsNear(table: Table, expected: number[]): number[] | null {
  if (!table.hasCell(Math.max(1, ...expected), 1)) return null;
  let last = Math.max(1, ...expected) + MARGIN_ROWS;
  while (!table.hasCell(last, 1)) last--;
  const top = Math.min(...expected) <= NEAR_TOP_ROWS ? [1] : [];
  return [...top, ...expected].flatMap((row) => [
    Math.max(1, row - MARGIN_ROWS),
    row,
    Math.min(last, row + MARGIN_ROWS),
  ]);
}

interface Placement {
  placed: Placed[];
  done: Placed[];
  lost: string[];
  isUnfound: boolean;
}

function placeEntries(run: Run, list: OpenList, seen: Map<number, WindowRow>): Placement {
  const { entries, writer } = run;
  const isReady = readiness(run, list);
  const placement: Placement = { placed: [], done: [], lost: [], isUnfound: false };
  const { placed, done, lost } = placement;
  const taken = new Set<number>();
  const place = (row: number, { key, cells, day }: BesideEntry): void => {
    taken.add(row);
    const isDone = isReady(seen.get(row) as WindowRow, { key, cells, day });
    (isDone ? done : placed).push({ key, cells, day, row });
  };
  const missing: { entry: BesideEntry; count: number }[] = [];
  for (const entry of entries) {
    const rows = new Set(entry.rows);
    const here = [...rows].filter((row) => keyAt(seen, row) === entry.key);
    for (const row of here) place(row, entry);
    if (here.length < rows.size) missing.push({ entry, count: rows.size - here.length });
  }
  placement.isUnfound = missing.length > 0;
  if (missing.length === 0) return placement;

  const rowsOfKey = rowsByKey(seen);
  for (const { entry, count } of missing) {
    const { key } = entry;
    const rows = rowsOfKey.get(key) ?? [];
    // Among rows with the same input, those that have their result or carry the job's claim come first.
    const rank = (row: number): number => {
      const content = seen.get(row) as WindowRow;
      return isReady(content, entry) ? 2 : Number(isClaimedBy(content.answeredFor, writer.jobId));
    };
    const free = rows.filter((row) => !taken.has(row)).sort((a, b) => rank(b) - rank(a));
    for (const row of free.slice(0, count)) place(row, entry);
    if (rows.length === 0) lost.push(key);
  }
  return placement;
}

function readiness(run: Run, list: OpenList) {
  return (row: WindowRow, entry: Omit<BesideEntry, "rows">): boolean =>
    isDoneBy(row, entry, run.writer) &&
    (!isUnfinished(row.status) || entry.cells.some(isUnfinished)) &&
    fieldsWithout(run, list, row, entry).every((field) =>
      run.refusing.has(cellName({ row: row.row, key: entry.key }, field)),
    );
}

/**
 * Fields whose cells do not hold what was written. Once anything was written, all cells are compared that are not kept:
 * what was put back may be wrong, and under a merge the tag alone proves nothing.
 */
function fieldsWithout(
  { writer, kept }: Run,
  list: OpenList,
  { at }: WindowRow,
  { key, cells }: Omit<BesideEntry, "rows">,
): string[] {
  if (kept === null || writer.isClaim) return [];
  const isThere = ({ field, column }: FieldColumn): boolean =>
    isSame(at(column), resultIn(list, cells, field)) || isKept(kept, key, field, at(column));
  return outputsOf(list).flatMap((each) => (isThere(each) ? [] : each.field));
}

function isDoneBy(
  { answeredFor, status }: WindowRow,
  { key, day }: Pick<BesideEntry, "key" | "day">,
  { jobId, isClaim, isRenewing, day: today }: Writer,
): boolean {
  if (isClaim) return isClaimedBy(answeredFor, jobId);
  const answered = readAnsweredFor(answeredFor);
  if (answered?.jobId !== jobId || answered.key !== key) return false;
  return (answered.isRefused || status !== "") && !(isRenewing && answered.day < (day ?? today));
}

const tagOf = (
  writer: Writer,
  { key, cells, day = writer.day }: Placed,
  before: CellValue | undefined,
  isRefused: boolean,
): string => writeAnsweredFor({ jobId: writer.jobId, day, checks: cells.map(checkOf), key, isRefused }, before);

/** Empties earlier results for another input, in columns that this job does not write. */
function outdatedCells({ columns, shape }: OpenList, placed: Placed[], seen: Map<number, WindowRow>): Cell[] {
  const others = columns.outputs.filter(({ field }) => !shape.fields.includes(field));
  return placed.flatMap(({ row, key }) => {
    const content = seen.get(row) as WindowRow;
    return (readAnsweredFor(content.answeredFor)?.key ?? key) === key ? [] : emptiedResults(content, others);
  });
}

/**
 * An execution that has died while rows moved has left these beside the inputs of others, which are asked again, or over
 * our names in the header, which come back. The tag tells them from names that somebody has cleared.
 */
function strayCells(list: OpenList, writer: Writer, placed: Placed[], seen: Map<number, WindowRow>): Cell[] {
  const { columns, marks, shape } = list;
  const { jobId, isHeader } = writer;
  const [rows, keys] = [new Set(placed.map(rowNumber)), new Set(placed.map(({ key }) => key))];
  const all = [...seen.values()];
  // Further down, a company may be called like the header.
  const header = isHeader && seen.has(1) ? all.find(isHeader) : null;
  return all.flatMap((content) => {
    const { row, at, input, answeredFor } = content;
    const tag = readAnsweredFor(answeredFor);
    if (rows.has(row) || tag?.jobId !== jobId || !keys.has(tag.key)) return [];
    if (input.kind !== "text" || input.key === tag.key) return [];
    const hidden = { row, column: columns.answeredFor };
    if (content !== header)
      return [
        ...emptiedResults(content, columns.outputs),
        { ...hidden, value: writeClaim(claimantOf(answeredFor) || jobId) },
      ];
    const names = outputsOf(list).flatMap(({ field, column }) =>
      checkOf(at(column)) === tag.checks[shape.fields.indexOf(field)]
        ? { row, column, value: nameIn(marks, field) }
        : [],
    );
    return [...names, { ...hidden, value: shape.hiddenHeader }];
  });
}

/** Other cells are somebody's. */
function emptiedResults({ row, at, answeredFor }: WindowRow, columns: FieldColumn[]): Cell[] {
  const checks = answersIn(answeredFor).flatMap((answer) => answer.checks);
  const isResult = (cell: CellValue): boolean => cell !== "" && checks.includes(checkOf(cell));
  return columns.flatMap(({ column }) => (isResult(at(column)) ? [{ row, column, value: "" }] : []));
}

/** The tags of the rows are written last, as seals. */
function blockOf(
  { writer, lackedOnce, kept }: Run,
  list: OpenList,
  placed: Placed[],
  seen: Map<number, WindowRow>,
): ToWrite {
  const { columns, statusColumn, shape } = list;
  const ours = [columns.answeredFor, ...columns.outputs.map(columnNumber)];
  // Pasted rows do not skip hidden columns. The pasted text is kept in the note of the input, which no undo removes.
  const lines = placed.flatMap(({ row }) => {
    const content = seen.get(row) as WindowRow;
    const cell = content.answeredFor;
    return isPasted(cell) && !isTableHeading(ours, content)
      ? [{ row, text: `Sheetscout's hidden column held “${cell}” here.` }]
      : [];
  });
  const keep = lines.length > 0 ? { keep: { lines, columns: [columns.input, statusColumn] } } : {};
  if (writer.isClaim) {
    const rows = placed.map(({ row }) => ({ row, values: [writeClaim(writer.jobId, seen.get(row)?.answeredFor)] }));
    return { write: [{ columns: [columns.answeredFor], rows }], ...keep };
  }
  const outputs = outputsOf(list);
  const placedIn = new Map(placed.map((each) => [each.row, each]));
  const seal: Seal = {
    column: columns.answeredFor,
    before: (row) => seen.get(row)?.answeredFor ?? "",
    cell(row, refused) {
      const own = placedIn.get(row) as Placed;
      // Without a status the row would be asked again and again.
      const isRefused = refused.includes(statusColumn) || lackedOnce.has(cellName(own, shape.fields[0]));
      return tagOf(writer, own, seen.get(row)?.answeredFor, isRefused);
    },
  };
  const writtenIn = ({ row, key }: Placed): FieldColumn[] =>
    outputs.filter(({ field, column }) => !isKept(kept, key, field, (seen.get(row) as WindowRow).at(column)));
  const cellsIn = (each: Placed) =>
    writtenIn(each).map(({ field, column }) => ({ column, value: resultIn(list, each.cells, field) }));
  const rows = placed.map((each) => [each.row, cellsIn(each)] as const);
  return { write: rowsByColumns(rows, seal), ...keep };
}
