import { type AppendList, groupIn, type ListType, makeAppendColumns } from "../../lists/append";
import { takeOutRows } from "../../lists/take-out-rows";
import { isRefused, type Refusal, refusal } from "../../result";
import type { CellValue } from "../../sheet/table";
import type { UndoRequest } from "../protocol";
import { isLastOfList, type JobOf, readMade, rememberMade, type World } from "../record";
import type { UndoView } from "../views";
import { NOTHING_UNDONE } from "./kind";

// The list that a job appends to, from its start to its undoing.

/** Columns that Google refuses are tried again this many times. */
const MOST_MAKINGS = 2;

/** Keeps the list's group if another job has made its columns since this one was started. */
const groupName = (jobId: string): string => `group:${jobId}`;

/** Columns of the list, apart from those that a job makes beside its inputs. */
const madeOf = (jobId: string): string => `${jobId}.list`;

/** The list that a job appends to. */
export interface JobList extends AppendList {
  /** The job has made its columns: one that is gone was deleted by somebody. */
  hasColumns: boolean;
}

/** The list of a job as it is known. */
export const listOf = (
  { id, list }: JobOf<"find" | "companies">,
  type: ListType,
  columns: string[],
  properties: Record<string, string>,
): JobList => ({
  ...list,
  type,
  columns,
  jobId: id,
  group: properties[groupName(id)] ?? list.group,
  hasColumns: readMade(properties, madeOf(id)) !== null,
});

/**
 * Makes the columns of a job's list.
 * @param sample rows that come next
 * @returns the list, or why it has no columns
 */
export function makeList(world: World, wished: JobList, sample: CellValue[][] = []): AppendList | Refusal {
  const { book, store } = world;
  const { jobId, hasColumns } = wished;
  if (hasColumns) return wished;
  const group = groupIn(book.table(wished.sheetId)?.marks() ?? [], wished.type) ?? wished.group;
  if (group !== wished.group) store.set(groupName(jobId), group);
  const list = { ...wished, group };
  const remember = (made: string[]): void => rememberMade(store, madeOf(jobId), made);
  const make = (): Refusal | null => makeAppendColumns(world, list, remember, sample);
  let refused = make();
  // What was bought waits to be written, and Google may fail more than once.
  for (let again = 1; again <= MOST_MAKINGS && refused?.code === "COLUMNS_REFUSED"; again++) refused = make();
  return refused ?? list;
}

/** Takes the rows of a job out of its list, and the sheet or the columns that it has made where nothing else is left. */
export function undoList(
  world: World,
  job: JobOf<"find" | "companies">,
  found: JobList,
  request: UndoRequest,
): UndoView | Refusal {
  const { book, store } = world;
  const marks = book.table(found.sheetId)?.marks() ?? [];
  const isMeant = request.do === "undo";
  // Columns that were begun are finished first: else it would be unknown which of them were there before.
  const isBegun = marks.some(({ value }) => value.startsWith(found.group));
  const list = isMeant && isBegun ? makeList(world, found) : found;
  if (isRefused(list)) return list;
  const properties = store.all();
  const made = readMade(properties, madeOf(job.id)) ?? [];
  const taken = takeOutRows(world, list, { ...request, made, isLast: isLastOfList(properties, job) });
  if (isRefused(taken)) return taken;
  const { rows, ...others } = taken;
  return isMeant && taken.left > 0 ? refusal("UNDO_UNFINISHED") : { ...NOTHING_UNDONE, ...others, listRows: rows };
}
