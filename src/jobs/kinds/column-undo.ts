import { clearBeside, isOwn } from "../../lists/beside";
import { readPinned, readRows, type WindowRow } from "../../lists/pinned-list";
import { takeOutColumns } from "../../lists/take-out-columns";
import { isRefused, type Refusal, refusal } from "../../result";
import { answeredForMark, outputMark, pinnedColumns } from "../../sheet/pinned-columns";
import type { CellValue, Table } from "../../sheet/table";
import type { UndoRequest } from "../protocol";
import { readMade, type World } from "../record";
import { FOUND_VALID, traitsOf } from "../rows";
import type { UndoView } from "../views";
import { type ColumnJob, handOverMade, shapeOf } from "./column";
import { NOT_VERIFIED } from "./found-emails";
import { NOTHING_UNDONE } from "./kind";

/**
 * Takes a job's results beside its inputs away, or counts them.
 * @param before what has been undone already
 */
export function undoColumns(
  world: World,
  job: ColumnJob,
  { do: how, others }: UndoRequest,
  before = NOTHING_UNDONE,
): UndoView | Refusal {
  const { book, store } = world;
  const { fields, kind } = job.wish;
  const shape = shapeOf(job);
  const undone = { ...before };
  const found = readPinned(book, shape, readRows);
  const made = new Set(readMade(store.all(), job.id) ?? []);
  if (isRefused(found)) {
    if (found.code !== "COLUMN_GONE") return found.code === "SHEET_GONE" ? undone : found;
    // The inputs are gone, and with them all that tells one row from another: only whole columns can go.
    const table = book.table(shape.sheetId);
    if (how === "look" || !table) return undone;
    return takeOutColumns(table, [...made]) ? undone : refusal("UNDO_MOVED");
  }
  const { list, read: rows } = found;
  const own = rows.filter((row) => isOwn(row, job.id));
  const isMade = (field: string): boolean => made.has(outputMark(shape.group, field));
  const columnOf = (field: string): number | null =>
    list.columns.outputs.find((each) => each.field === field)?.column ?? null;
  const foreign = (column: number | null): number =>
    rows.filter((row) => !isOwn(row, job.id) && isFilled(row, row.at(column ?? 0)) && isBelowHeader(job, row)).length;
  // Also what an earlier job has made and had to leave.
  const there = list.columns.outputs
    .map(({ field }) => field)
    .filter((field) => fields.includes(field) || isMade(field));
  const hidden = list.columns.answeredFor;
  const madeThere = there.filter(isMade);
  undone.othersCells += madeThere.reduce((sum, field) => sum + foreign(columnOf(field)), 0);
  const isKept = (field: string): boolean => others === "keep" && foreign(columnOf(field)) > 0;
  undone.removedFields = madeThere.filter((field) => !isKept(field));
  undone.clearedFields = there.filter((field) => !undone.removedFields.includes(field));
  undone.rows = own.length;
  undone.cells = own.length * there.length;
  if (how === "look") return undone;

  const hiddenMark = answeredForMark(shape.group);
  const removesHidden = made.has(hiddenMark) && undone.clearedFields.length === 0 && foreign(hidden) === 0;
  if (own.length > 0 && hidden !== null && !removesHidden) {
    const cleared = clearBeside(book, shape, job.id, there);
    if (isRefused(cleared)) return cleared;
    if (cleared.left > 0) return cleared.words ? refusal("PROTECTED", cleared.words) : refusal("UNDO_MOVED");
  }
  const { statusField, statusColours } = traitsOf(kind);
  const status = columnOf(statusField);
  if (status !== null && undone.removedFields.includes(statusField)) {
    list.table.removeColours(status, statusColours);
    // Hidden when the status column was made.
    if (list.columns.foundStatus !== null) list.table.showColumn(list.columns.foundStatus);
  }
  const marks = undone.removedFields.map((field) => outputMark(shape.group, field));
  if (removesHidden) marks.push(hiddenMark);
  if (!takeOutColumns(list.table, marks)) return refusal("UNDO_MOVED");
  handOverMade(
    world,
    job,
    [...made].filter((mark) => !marks.includes(mark)),
  );
  unpinList(list.table, shape.group);
  return undone;
}

/** Nothing of a list is left but its inputs: they are a column like any other. */
function unpinList(table: Table, group: string): void {
  table.flush();
  const marks = table.marks().filter(({ value }) => value.startsWith(group));
  const pinned = pinnedColumns(marks, group);
  if (pinned.outputs.length === 0 && pinned.answeredFor === null) table.unpin(marks.map(({ value }) => value));
}

/** True for a cell of somebody's. A search says of the emails that it appends which of them are verified. */
const isFilled = ({ answeredFor, foundStatus }: WindowRow, cell: CellValue): boolean =>
  cell !== "" && !(answeredFor === "" && (cell === NOT_VERIFIED || (cell === FOUND_VALID && foundStatus === cell)));

const isBelowHeader = ({ wish }: ColumnJob, { row }: WindowRow): boolean => row > wish.headerRow;
