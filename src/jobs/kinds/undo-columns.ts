import { unpinnedOf } from "../../lists/column-places";
import { type Call, guard, type Plan, type State } from "../../lists/guard";
import { besideChange, isListConfirmed, listIn, type WindowRow } from "../../lists/pinned-list";
import { columnNumber, placeName, rowNumber } from "../../lists/rows";
import { patientlyDeleting, removalOf, takeNoteOff } from "../../lists/take-out";
import { type RowsToWrite, rowsByColumns, rowsLeft, type Seal, type WrittenBlock } from "../../lists/write-step";
import { isRefused, type Refusal, refusal } from "../../result";
import { resultWords } from "../../service/field-words";
import {
  answeredForMark,
  answersIn,
  columnOf,
  type FieldColumn,
  inputMark,
  isClaimed,
  isClaimedBy,
  marksIn,
  outputMark,
  pinnedColumns,
  withoutJob,
  writeAnsweredFor,
} from "../../sheet/pinned-columns";
import type { ColumnMark, PinnedTable } from "../../sheet/table";
import type { UndoRequest } from "../protocol";
import {
  type ColumnJob,
  endNoteProperty,
  goesOnWithout,
  type Job,
  listRecords,
  othersOfColumn,
  underLock,
  type World,
  youngerThan,
} from "../record";
import { shapeOf, traitsOf } from "../rows";
import type { UndoView } from "../views";
import { headerCells } from "./heading";
import { NOTHING_UNDONE } from "./kind";
import { readIntended, readMade, readMadeAndLeft } from "./made-columns";
import { type KnownOfJob, type Owners, readOwners } from "./undo-owners";

interface ColumnsToUndo {
  view: UndoView;
  /** Cells that are cleared first, in columns that stay. */
  clear: RowsToWrite[];
  /** The rows that still say that they are the job's. */
  rows: number[];
  remove: string[];
  /** Google failed before it pinned these inserted columns. They are deleted as well. */
  unpinned: number[];
  /** These show what the job has hidden, and take its note off. Calling them twice changes nothing. */
  calls: Call[];
}

/** Takes away a job's results, or only counts them. This must be the first to read the sheet in its execution. */
export function undoColumns(
  world: World,
  job: ColumnJob,
  { do: how, others: choice }: UndoRequest,
): UndoView | Refusal {
  const { store } = world;
  const shape = shapeOf(job);
  const properties = store.all();
  const others = othersOfColumn(properties, job);
  const fieldsOf = ({ choices }: Job): string[] => ("fields" in choices ? choices.fields : []);
  const made = readMade(properties, job.id);
  const known: KnownOfJob = {
    fieldsOfOthers: new Map([
      ...listRecords(properties).map(({ id }): [string, string[]] => [id, []]),
      ...others.map((each): [string, string[]] => [each.id, fieldsOf(each)]),
    ]),
    heir: others.find(({ choices }) => "rows" in choices && ASKS_ALL.includes(choices.rows.kind))?.id ?? null,
    made,
    intention: made ? null : readIntended(properties, shape),
    remembered: readMadeAndLeft(properties, job.id),
    noted: properties[endNoteProperty(job.id)] ?? null,
    laterSearches: youngerThan(properties, job).flatMap(({ id, list }) =>
      list && list.sheetId === job.list?.sheetId ? [id] : [],
    ),
    needed: others.flatMap((each) =>
      goesOnWithout(properties, job, each) || readMade(properties, each.id) ? fieldsOf(each) : [],
    ),
  };
  let first: ColumnsToUndo | null = null;
  let going: GoingColumns | null = null;
  const deleting = patientlyDeleting(world, (words) => refusal("UNDO_REFUSED", words));
  const outcome = guard<UndoView | Refusal>(world, {
    ...besideChange(shape, job.id),
    // A formula that shows nothing was also put there by somebody.
    hasFormulas: true,
    isUnread: true,
    // Other lists of the sheet may have hidden columns as well.
    isConfirmed: (state) =>
      state.marks.every(({ value }) => value.startsWith(shape.group)) &&
      isListConfirmed(listIn(state, shape), state, job.id),
    gone: () => first?.view ?? NOTHING_UNDONE,
    ...(how === "undo" && { failed: (words: string) => deleting.failed(words, going !== null) }),
    plan(state, last) {
      const refusedWords = deleting.refusedWords();
      const undo = columnsToUndo(state, job, known, choice, refusedWords === null);
      if (isRefused(undo)) return going ? restOf(going, state) : { done: undo };
      first ??= undo;
      if (how === "look") return { done: undo.view };
      if (undo.clear.length > 0 && !state.formulas) return { isUnfound: true };
      // Google may have deleted them, and failed afterwards.
      const isAnyLeft = going?.marks.some((mark) => columnOf(state.marks, mark) !== null);
      const done = refusedWords !== null && isAnyLeft ? refusal("UNDO_CLEARED", refusedWords) : first.view;
      const next = nextOf(world, job, undo, state, last, done);
      if ("remove" in next) going = { marks: undo.remove, texts: textsIn(state, undo.remove) };
      return next;
    },
  });
  return outcome ?? refusal(how === "look" ? "COLUMNS_MOVING" : "UNDO_MOVED");
}

interface GoingColumns {
  marks: string[];
  texts: Set<string>;
}

/** A copied column brings its mark along, and goes too. */
const columnsWith = (marks: ColumnMark[], values: string[]): number[] =>
  marks.flatMap(({ column, value }) => (values.includes(value) ? [column] : []));

function textsIn({ marks, ought }: State, values: string[]): Set<string> {
  const columns = columnsWith(marks, values);
  return new Set(["", ...[...ought.values()].flatMap((cells) => columns.map((at) => String(cells[at - 1] ?? "")))]);
}

/** Goes on after the hidden column is gone: somebody has moved columns, and one that goes with it is still there. */
function restOf({ marks, texts }: GoingColumns, state: State): Plan<UndoView | Refusal> {
  const areKnown = [...textsIn(state, marks)].every((text) => texts.has(text));
  return (areKnown && removalOf(state.marks, marks)) || { done: refusal("UNDO_MOVED") };
}

function nextOf(
  world: World,
  job: ColumnJob,
  { clear, rows, remove, unpinned, calls }: ColumnsToUndo,
  { marks, table }: State,
  last: WrittenBlock | null,
  done: UndoView | Refusal,
): Plan<UndoView | Refusal> {
  const stuck = new Set(rowsLeft(last));
  if (rows.length > 0 && rows.every((row) => stuck.has(row)))
    return { done: last?.words ? refusal("UNDO_REFUSED", last.words) : refusal("UNDO_MOVED") };
  if (clear.length > 0) return { write: clear };
  // A condition goes with its column, and the rows that it hides would stay hidden (google.filters-follow).
  const filtered = table.conditionsOn(columnsWith(marks, remove));
  if (filtered.length > 0) {
    const columns = filtered.map(columnNumber);
    return { calls: [{ apply: (sheet) => sheet.removeConditions(columns) }], write: [] };
  }
  return removalOf(marks, remove, unpinned) ?? { done, calls: [...calls, unpinning(world, job, marks)] };
}

/** Removes the marks under the lock, because a job that begins at this moment knows its inputs by their mark. */
const unpinning = (world: World, job: ColumnJob, marks: ColumnMark[]): Call => ({
  apply(table) {
    if (!isBlankList(marks, job.place.group)) return;
    const done = underLock(world, () => unpinBlank(world, job, () => ({ table, marks })));
    if (isRefused(done)) throw new Error(done.message);
  },
});

function isBlankList(marks: ColumnMark[], group: string): boolean {
  const { outputs, answeredFor } = pinnedColumns(marks, group);
  return outputs.length === 0 && answeredFor === null;
}

/** Unpins a list without results, unless another job knows it by its marks. To be called under the document lock. */
export function unpinBlank({ store }: World, job: Job, find: () => PinnedTable | null): void {
  const group = job.place?.group;
  if (group === undefined || othersOfColumn(store.all(), job).length > 0) return;
  const found = find();
  if (found && isBlankList(found.marks, group)) found.table.unpin(marksIn(found.marks, group));
}

/** Gives an answer that fits its row no more to another job. The undo of that job then finds and counts it. */
const handedOn = ({ answeredFor }: WindowRow, jobId: string, heir: string): string =>
  answersIn(answeredFor)
    .filter((answer) => answer.jobId === jobId)
    .reduce((cell, answer) => writeAnsweredFor({ ...answer, jobId: heir }, cell), withoutJob(answeredFor, jobId));

/** A job over such rows asks a row or not, whether or not it has answered that row before. */
const ASKS_ALL = ["all", "todo", "new"];

/** Computes what goes, and so what the user is told beforehand. */
function columnsToUndo(
  state: State,
  job: ColumnJob,
  known: KnownOfJob,
  choice: UndoRequest["others"],
  mayRemove: boolean,
): ColumnsToUndo | Refusal {
  const there = readOwners(state, job, known);
  if (isRefused(there)) return there;
  const { list, rows, outputs, made } = there;
  const { group } = list.shape;
  const { intention, noted } = known;
  const parting = partCells(there, known, choice, job.id, mayRemove);
  const cleared = clearRows(there, parting, job.id, known);
  const madeColumns = {
    group,
    place: { after: inputMark(group) },
    columns: [...made].map((mark) => ({ mark, header: "" })),
  };
  const remove = parting.removedFields.map((field) => outputMark(group, field));
  if (parting.removesHidden) remove.push(answeredForMark(group));
  const noteOff = noted ? headerCells(list, rows, job.choices).map((cell) => takeNoteOff(cell, noted)) : [];
  const fields = outputs.map(({ field }) => field);
  return {
    view: viewOf(there, parting),
    ...cleared,
    remove,
    unpinned: mayRemove
      ? unpinnedOf(state, madeColumns, { intention, namesBefore: null, headerRow: job.choices.headerRow })
      : [],
    calls: [...showAgain(state, job, fields), ...noteOff],
  };
}

interface OutputCell extends FieldColumn {
  row: WindowRow;
}

/** Which cells and columns go. */
interface Parting {
  /** What people have put into the job's rows and columns. */
  filled: OutputCell[];
  ofOtherJobs: OutputCell[];
  going: OutputCell[];
  removedFields: string[];
  clearedFields: string[];
  removesHidden: boolean;
  isLeft(row: WindowRow, output: FieldColumn): boolean;
}

function partCells(
  { list, below, outputs, made, isMade, isOwn, isOfOther, isSomebodys }: Owners,
  { needed, fieldsOfOthers }: KnownOfJob,
  choice: UndoRequest["others"],
  jobId: string,
  mayRemove: boolean,
): Parting {
  const cellsWhere = (isOne: (row: WindowRow, output: FieldColumn) => boolean): OutputCell[] =>
    outputs.flatMap((output) =>
      below.flatMap((row) => ((isMade(output.field) || isOwn(row)) && isOne(row, output) ? [{ ...output, row }] : [])),
    );
  const filled = cellsWhere(isSomebodys);
  const ofOtherJobs = cellsWhere(isOfOther);
  const kept = choice === "keep" ? filled : [];
  const keptFields = new Set([...needed, ...[...kept, ...ofOtherJobs].map(({ field }) => field)]);
  const fields = outputs.map(({ field }) => field);
  const removedFields = fields.filter((field) => mayRemove && isMade(field) && !keptFields.has(field));
  const clearedFields = fields.filter((field) => !removedFields.includes(field));
  const keptCells = new Set(kept.map(({ row, column }) => placeName(row.row, column)));
  const isLeft = (row: WindowRow, output: FieldColumn): boolean =>
    keptCells.has(placeName(row.row, output.column)) || isOfOther(row, output);
  // Without any result, the answers of forgotten jobs say nothing.
  const isNeeded = ({ answeredFor }: WindowRow): boolean => {
    const ofOthers = withoutJob(answeredFor, jobId);
    return isClaimed(ofOthers) || answersIn(ofOthers).some((answer) => fieldsOfOthers.has(answer.jobId));
  };
  return {
    filled,
    ofOtherJobs,
    going: cellsWhere((row, output) => isOwn(row) && row.at(output.column) !== "" && !isLeft(row, output)),
    removedFields,
    clearedFields,
    removesHidden:
      mayRemove && made.has(answeredForMark(list.shape.group)) && clearedFields.length === 0 && !below.some(isNeeded),
    isLeft,
  };
}

function viewOf(
  { rows, below, header, outputs, isOwn, hasOtherAnswer, isUnfit }: Owners,
  { filled, ofOtherJobs, going, removedFields, clearedFields }: Parting,
): UndoView {
  const unfitCells = filled.filter(({ row }) => isUnfit(row)).length;
  const isAnyCleared = (row: WindowRow): boolean =>
    outputs.some(({ field, column }) => clearedFields.includes(field) && row.at(column) !== "");
  const renamed = outputs.flatMap(({ field, column }): [string, string][] => {
    const text = String(header?.at(column) ?? "");
    return text === "" || text === resultWords(field).header ? [] : [[field, text]];
  });
  // In the other rows nothing changes, because another job has the same answers.
  const changed = [...going.map(rowNumber), ...rows.filter((row) => isOwn(row) && !hasOtherAnswer(row))];
  return {
    ...NOTHING_UNDONE,
    headers: Object.fromEntries(renamed),
    removedFields,
    clearedFields,
    rows: new Set(changed).size,
    cells: going.length,
    otherJobsRows: new Set(ofOtherJobs.map(rowNumber)).size,
    unfitCells,
    unfitRows: below.filter((row) => isUnfit(row) && isAnyCleared(row)).length,
    othersCells: filled.length - unfitCells,
  };
}

/** The cells that are cleared in columns that stay. */
function clearRows(
  { list, rows, outputs, isOwn, isUnfit }: Owners,
  { removesHidden, isLeft }: Parting,
  jobId: string,
  { heir, fieldsOfOthers }: KnownOfJob,
): Pick<ColumnsToUndo, "clear" | "rows"> {
  const hidden = list.columns.answeredFor;
  if (hidden === null || removesHidden) return { clear: [], rows: [] };
  // Nobody could tell it from the answer of a job that was forgotten, and those stay. A job that has answered the row as
  // well finds it by its own answer.
  const isHandedOn = (row: WindowRow): boolean =>
    heir !== null &&
    isUnfit(row) &&
    !isClaimed(row.answeredFor) &&
    answersIn(row.answeredFor).every((answer) => !fieldsOfOthers.get(answer.jobId)?.length);
  const toClear = rows.filter((row) => isOwn(row) || isClaimedBy(row.answeredFor, jobId) || isHandedOn(row));
  const hiddenAfter = new Map(
    toClear.map((row) => [
      row.row,
      heir && isHandedOn(row) ? handedOn(row, jobId, heir) : withoutJob(row.answeredFor, jobId),
    ]),
  );
  const hiddenBefore = new Map(toClear.map(({ row, answeredFor }) => [row, answeredFor]));
  // A row keeps its hidden cell as long as one of its results refuses to be cleared.
  const seal: Seal = {
    column: hidden,
    cell: (row, refused) => (refused.length === 0 ? hiddenAfter : hiddenBefore).get(row) ?? "",
    before: (row) => hiddenBefore.get(row) ?? "",
  };
  // In a row with only a claim, the results are those of an earlier job, so they stay.
  const blankIn = (row: WindowRow) =>
    outputs.flatMap((output) => (isOwn(row) && !isLeft(row, output) ? [{ column: output.column, value: "" }] : []));
  const clear = rowsByColumns(
    toClear.map((row) => [row.row, blankIn(row)] as const),
    seal,
  );
  return { clear, rows: toClear.map(rowNumber) };
}

/** The search's status was hidden when our status column was made. Now it is shown again. */
function showAgain({ marks }: State, job: ColumnJob, there: string[]): Call[] {
  const { foundStatus } = pinnedColumns(marks, job.place.group);
  if (foundStatus === null || there.includes(traitsOf(job.choices.kind).statusField)) return [];
  return [{ apply: (table) => table.showColumns(foundStatus, 1) }];
}
