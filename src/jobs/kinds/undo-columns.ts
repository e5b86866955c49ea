import { type Intention, unpinnedOf } from "../../lists/column-places";
import { grouped } from "../../lists/grouped";
import { type Call, guard, type Plan, type State } from "../../lists/guard";
import { besideChange, isListConfirmed, listIn, rowsOf, type WindowRow } from "../../lists/pinned-list";
import { cellAt, withFormulas } from "../../lists/rows";
import { patientlyDeleting, removalOf, takeNoteOff } from "../../lists/take-out";
import { type RowsToWrite, rowsLeft, type Seal, type WrittenBlock } from "../../lists/write-step";
import { isRefused, type Refusal, refusal } from "../../result";
import { resultWords } from "../../service/field-words";
import { NOT_VERIFIED } from "../../service/result-words";
import {
  type AnsweredFor,
  answeredForMark,
  answersIn,
  checkOf,
  columnOf,
  type FieldColumn,
  inputMark,
  isPasted,
  isWanted,
  isWantedBy,
  outputMark,
  pinnedColumns,
  withoutJob,
  writeAnsweredFor,
} from "../../sheet/pinned-columns";
import type { CellValue, ColumnMark, PinnedTable } from "../../sheet/table";
import type { UndoRequest } from "../protocol";
import {
  type ColumnJob,
  endNoteProperty,
  goesOnWithout,
  type Job,
  othersOfColumn,
  readIntended,
  readMade,
  readMadeAndLeft,
  underLock,
  type World,
  youngerThan,
} from "../record";
import { isFoundWord, shapeOf, traitsOf } from "../rows";
import type { UndoView } from "../views";
import { headerCells, isHeading, isTableHeading } from "./heading";
import { NOTHING_UNDONE } from "./kind";

interface ColumnsToUndo {
  view: UndoView;
  /** Cells that are cleared first, in columns that stay. */
  clear: RowsToWrite[];
  /** The rows that still say that they are the job's. */
  rows: number[];
  remove: string[];
  /** Google failed before it pinned these inserted columns. They are deleted as well. */
  unpinned: number[];
  /** Takes back changes of other columns. Doing it again changes nothing. */
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
  const known: KnownOfJob = {
    fieldsOfOthers: new Map(others.map((each) => [each.id, fieldsOf(each)])),
    heir: others.find(({ choices }) => "rows" in choices && ASKS_ALL.includes(choices.rows.kind))?.id ?? null,
    made: readMade(properties, job.id),
    intention: readMade(properties, job.id) ? null : readIntended(properties, shape),
    remembered: readMadeAndLeft(properties, job.id),
    noted: properties[endNoteProperty(job.id)] ?? null,
    laterSearches: youngerThan(properties, job).flatMap(({ id, list }) =>
      list !== null && list.sheetId === job.list?.sheetId ? [id] : [],
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
      const kept = deleting.kept();
      const undo = columnsToUndo(state, job, known, choice, kept === null);
      if (isRefused(undo)) return going ? restOf(going, state) : { done: undo };
      first ??= undo;
      if (how === "look") return { done: undo.view };
      if (undo.clear.length > 0 && !state.formulas) return { isUnfound: true };
      // Google may have deleted them, and failed afterwards.
      const isAnyLeft = going?.marks.some((mark) => columnOf(state.marks, mark) !== null);
      const done = kept !== null && isAnyLeft ? refusal("UNDO_CLEARED", kept) : first.view;
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

function textsIn({ marks, ought }: State, values: string[]): Set<string> {
  const columns = marks.flatMap(({ column, value }) => (values.includes(value) ? [column] : []));
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
  const filtered = table.conditionsOn(marks.flatMap(({ column, value }) => (remove.includes(value) ? [column] : [])));
  if (filtered.length > 0) {
    const columns = filtered.map(({ column }) => column);
    return { calls: [{ apply: (sheet) => sheet.removeConditions(columns) }], write: [] };
  }
  return removalOf(marks, remove, unpinned) ?? { done, calls: [...calls, unpinning(world, job, marks)] };
}

/** This happens under the lock, because a job that begins at this moment knows its inputs by their mark. */
const unpinning = (world: World, job: ColumnJob, marks: ColumnMark[]): Call => ({
  apply(table) {
    if (!isBlankList(marks, job.place.group)) return;
    const done = underLock(world, () => unpinBlank(world, job, { table, marks }));
    if (isRefused(done)) throw new Error(done.message);
  },
});

function isBlankList(marks: ColumnMark[], group: string): boolean {
  const { outputs, answeredFor } = pinnedColumns(marks, group);
  return outputs.length === 0 && answeredFor === null;
}

/** Unpins a list without results, unless another job knows it by its marks. To be called under the document lock. */
export function unpinBlank({ store }: World, job: Job, found: PinnedTable | null): void {
  const group = job.place?.group;
  if (!found || group === undefined || !isBlankList(found.marks, group)) return;
  if (othersOfColumn(store.all(), job).length > 0) return;
  found.table.unpin(found.marks.flatMap(({ value }) => (value.startsWith(group) ? [value] : [])));
}

/** Gives an answer that fits its row no more to another job. The undo of that job then finds and counts it. */
const handedOn = ({ answeredFor }: WindowRow, jobId: string, heir: string): string =>
  answersIn(answeredFor)
    .filter((answer) => answer.jobId === jobId)
    .reduce((cell, answer) => writeAnsweredFor({ ...answer, jobId: heir }, cell), withoutJob(answeredFor, jobId));

/** A job over such rows asks a row or not, whether or not it has answered that row before. */
const ASKS_ALL = ["all", "todo", "new"];

interface KnownOfJob {
  /** The fields that other jobs write, by job ids. */
  fieldsOfOthers: Map<string, string[]>;
  /** The youngest other job that can take on answers: it asks no row because of them. */
  heir: string | null;
  /** Marks of the columns that the job has made itself; `null` before it has. */
  made: string[] | null;
  /** Columns that were made a moment before the job ended are not remembered yet. */
  intention: Intention | null;
  /** Columns that were left to the job are included. */
  remembered: string[];
  noted: string | null;
  /** Later searches that add emails to the same sheet. They leave emails that are there already to this job. */
  laterSearches: string[];
  /** Fields whose columns stay, because other jobs have found them there, or are going to write into them. */
  needed: string[];
}

/** Computes what goes, and so what the user is told beforehand. Pure. */
function columnsToUndo(
  state: State,
  job: ColumnJob,
  { fieldsOfOthers, heir, made: madeItself, intention, remembered, noted, laterSearches, needed }: KnownOfJob,
  choice: UndoRequest["others"],
  mayRemove: boolean,
): ColumnsToUndo | Refusal {
  const { fields } = job.choices;
  const shape = shapeOf(job);
  const list = listIn(state, shape);
  const written = list.columns.outputs.map(({ column }) => column);
  const { formulas = new Map() } = state;
  const rows = [...rowsOf(list, withFormulas(state.ought, formulas, written)).values()];
  // No job writes formulas.
  const hasFormula = ({ row }: WindowRow, column: number): boolean => cellAt(formulas, row, column) !== "";
  const made = new Set([...remembered, ...(intention?.made ?? [])]);
  const answers = new Map(rows.map((row) => [row, answersOf(row, job.id)]));
  const own = new Set(rows.filter((row) => answers.get(row)?.own));
  const isFoundAgain = (row: WindowRow): boolean =>
    own.has(row) && answers.get(row)?.others.some(({ jobId }) => laterSearches.includes(jobId)) === true;
  if (rows.some(isFoundAgain)) return refusal("UNDO_LATER_FIRST");
  const isMade = (field: string): boolean => made.has(outputMark(shape.group, field));
  // Columns that an earlier job has made and had to leave are included.
  const outputs = list.columns.outputs.filter(({ field }) => fields.includes(field) || isMade(field));
  const there = outputs.map(({ field }) => field);
  const hidden = list.columns.answeredFor;
  // Rows may have been inserted above the header since.
  const ours = outputs.flatMap(({ field, column }) => (isMade(field) ? [column] : []));
  const header = rows.find((row) => isHeading(list, row)) ?? rows.find((row) => isTableHeading(ours, row));
  const below = rows.filter(({ row }) => row !== (header?.row ?? job.choices.headerRow));
  if (
    hidden === null &&
    (madeItself || remembered.length > 0) &&
    below.some((row) => outputs.some(({ column }) => row.at(column) !== ""))
  )
    return refusal("UNDO_UNKNOWN", there.map((field) => resultWords(field).header).join(", "));
  /** True for a result of another job, which is to stay: the row has its answer as well. */
  const isOfOther = (row: WindowRow, { field, column }: FieldColumn): boolean => {
    if (row.at(column) === "" || hasFormula(row, column)) return false;
    return own.has(row) ? isToldBy(answers.get(row)?.others ?? [], field, row.at(column)) : isOfOtherJob(row, job.id);
  };
  const isToldBy = (others: AnsweredFor[], field: string, cell: CellValue): boolean =>
    others.some(({ jobId, checks }) => {
      const written = fieldsOfOthers.get(jobId);
      if (written) return checks[written.indexOf(field)] === checkOf(cell);
      // The fields of a job that is no longer kept are unknown, but it did not write columns made since.
      return !madeItself?.includes(outputMark(shape.group, field)) && checks.includes(checkOf(cell));
    });
  const isSomebodys = (row: WindowRow, { field, column }: FieldColumn): boolean => {
    if (isOfOther(row, { field, column })) return false;
    if (!own.has(row)) return !isOfOtherJob(row, job.id) && isFilled(row, row.at(column));
    if (hasFormula(row, column)) return true;
    if (row.at(column) === "") return false;
    const check = answers.get(row)?.own?.checks[fields.indexOf(field)];
    // A column that this job has not written holds nothing of its own.
    return check === undefined ? !fields.includes(field) : check !== checkOf(row.at(column));
  };
  const cellsOf = ({ field, column }: FieldColumn, isOne: (row: WindowRow) => boolean) =>
    below.flatMap((row) => (isOne(row) ? [{ field, column, row }] : []));
  const filled = outputs.flatMap((output) =>
    cellsOf(output, (row) => (isMade(output.field) || own.has(row)) && isSomebodys(row, output)),
  );
  const ofOtherJobs = outputs.flatMap((output) =>
    isMade(output.field) ? cellsOf(output, (row) => isOfOther(row, output)) : [],
  );
  const kept = choice === "keep" ? filled : [];
  const keptFields = new Set([...needed, ...[...kept, ...ofOtherJobs].map(({ field }) => field)]);
  const removedFields = there.filter((field) => mayRemove && isMade(field) && !keptFields.has(field));
  const clearedFields = there.filter((field) => !removedFields.includes(field));
  const isUnfit = (row: WindowRow): boolean =>
    !own.has(row) && answersIn(row.answeredFor).some(({ jobId }) => jobId === job.id);
  const unfitCells = filled.filter(({ row }) => isUnfit(row)).length;
  const isLeftThere = (row: WindowRow): boolean =>
    outputs.some(({ field, column }) => clearedFields.includes(field) && row.at(column) !== "");
  const isKept = new Set(kept.map(({ row, column }) => `${row.row} ${column}`));
  const isLeft = (row: WindowRow, output: FieldColumn): boolean =>
    isKept.has(`${row.row} ${output.column}`) || isOfOther(row, output);
  const going = outputs.flatMap((output) =>
    cellsOf(output, (row) => own.has(row) && row.at(output.column) !== "" && !isLeft(row, output)),
  );
  const renamed = outputs.flatMap(({ field, column }): [string, string][] => {
    const text = String(header?.at(column) ?? "");
    return text === "" || text === resultWords(field).header ? [] : [[field, text]];
  });
  const view: UndoView = {
    ...NOTHING_UNDONE,
    headers: Object.fromEntries(renamed),
    removedFields,
    clearedFields,
    // In the other rows nothing changes, because another job has the same answers.
    rows: new Set([...going.map(({ row }) => row), ...[...own].filter((row) => !answers.get(row)?.others.length)]).size,
    cells: going.length,
    otherJobsRows: new Set(ofOtherJobs.map(({ row }) => row)).size,
    unfitCells,
    unfitRows: below.filter((row) => isUnfit(row) && isLeftThere(row)).length,
    othersCells: filled.length - unfitCells,
  };

  const isClaimed = ({ answeredFor }: WindowRow): boolean => isWantedBy(answeredFor, job.id);
  // Nobody could tell it from the answer of a job that was forgotten, and those stay. A job that has answered the row as
  // well finds it by its own answer.
  const isHandedOn = (row: WindowRow): boolean =>
    heir !== null &&
    isUnfit(row) &&
    !isWanted(row.answeredFor) &&
    answersIn(row.answeredFor).every(({ jobId }) => !fieldsOfOthers.has(jobId));
  const hiddenMark = answeredForMark(shape.group);
  const isHiddenOwn = hidden === null || below.every((row) => withoutJob(row.answeredFor, job.id) === "");
  const removesHidden = mayRemove && made.has(hiddenMark) && clearedFields.length === 0 && isHiddenOwn;
  const toClear =
    hidden === null || removesHidden ? [] : rows.filter((row) => own.has(row) || isClaimed(row) || isHandedOn(row));
  // In a row with only a claim, the results are those of an earlier job, so they stay.
  const columnsIn = (row: WindowRow): number[] =>
    outputs.filter((output) => own.has(row) && !isLeft(row, output)).map(({ column }) => column);
  const hiddenAfter = new Map(
    toClear.map((row) => [
      row.row,
      heir && isHandedOn(row) ? handedOn(row, job.id, heir) : withoutJob(row.answeredFor, job.id),
    ]),
  );
  const hiddenBefore = new Map(toClear.map(({ row, answeredFor }) => [row, answeredFor]));
  // A row keeps its hidden cell as long as one of its results refuses to be cleared.
  const seal: Seal = {
    column: hidden ?? 0,
    cell: (row, refused) => (refused.length === 0 ? hiddenAfter : hiddenBefore).get(row) ?? "",
    before: (row) => hiddenBefore.get(row) ?? "",
  };
  const clear = [...grouped(toClear, (row) => columnsIn(row).join()).values()].map((same): RowsToWrite => {
    const columns = columnsIn(same[0] as WindowRow);
    return { columns, rows: same.map(({ row }) => ({ row, values: columns.map(() => "") })), seal };
  });
  const madeColumns = {
    group: shape.group,
    place: { after: inputMark(shape.group) },
    columns: [...made].map((mark) => ({ mark, header: "" })),
  };
  const remove = removedFields.map((field) => outputMark(shape.group, field));
  if (removesHidden) remove.push(hiddenMark);
  const noteOff = noted ? headerCells(list, rows, job.choices).map((cell) => takeNoteOff(cell, noted)) : [];
  return {
    view,
    clear,
    rows: toClear.map(({ row }) => row),
    remove,
    unpinned: mayRemove ? unpinnedOf(state, madeColumns, { intention, namesBefore: null }) : [],
    calls: [...takenBack(state, job, there), ...noteOff],
  };
}

/** The search's status was hidden when our status column was made. Now it is shown again. */
function takenBack({ marks }: State, job: ColumnJob, there: string[]): Call[] {
  const { foundStatus } = pinnedColumns(marks, job.place.group);
  if (foundStatus === null || there.includes(traitsOf(job.choices.kind).statusField)) return [];
  return [{ apply: (table) => table.showColumns(foundStatus, 1) }];
}

/**
 * An answer for another input is not the row's own: somebody has edited the input, or sorted without the hidden column.
 * It counts in a row without an input, because the checks of its results identify the row.
 */
function answersOf({ answeredFor, input }: WindowRow, jobId: string) {
  const all = answersIn(answeredFor);
  const isHere = (answer: AnsweredFor): boolean => input.kind !== "text" || answer.key === input.key;
  return {
    own: all.find((answer) => answer.jobId === jobId && isHere(answer)) ?? null,
    others: all.filter((answer) => answer.jobId !== jobId),
  };
}

/** True for a row that only other jobs have answered, or have claimed. */
const isOfOtherJob = ({ answeredFor }: WindowRow, jobId: string): boolean =>
  !isPasted(answeredFor) &&
  answersIn(answeredFor).every((answer) => answer.jobId !== jobId) &&
  withoutJob(answeredFor, jobId) !== "";

/** True for a cell that somebody has filled. The statuses that a search writes beside new emails do not count. */
const isFilled = ({ answeredFor, foundStatus }: WindowRow, cell: CellValue): boolean =>
  cell !== "" && !(answeredFor === "" && (cell === NOT_VERIFIED || isFoundWord(cell, foundStatus)));
