import {
  type Added,
  type Addition,
  type AppendList,
  appendRows,
  columnsOfList,
  groupIn,
  type ListType,
  type NewRow,
  withoutColumns,
} from "../../lists/append";
import type { ColumnsRequest } from "../../lists/column-places";
import { hasNoColumns, makeOwnColumns, type NoColumns, planColumns } from "../../lists/own-columns";
import { type TakenOut, takeOutRows } from "../../lists/take-out-rows";
import { isRefused, type Refusal, refusal } from "../../result";
import type { CellValue } from "../../sheet/table";
import type { UndoRequest } from "../protocol";
import { isLastOfList, type JobOf, madeColumns, readMade, type World } from "../record";
import type { UndoView } from "../views";
import { NOTHING_UNDONE } from "./kind";

// The list that a job appends to, from its start to its undoing.

/** Columns that Google refuses are tried again this many times. */
const MAX_MAKINGS = 2;

/** Keeps the list's group if another job has made its columns since this one was started. */
const groupName = (jobId: string): string => `group:${jobId}`;

/** Columns of the list, apart from those that a job makes beside its inputs. */
const madeOf = (jobId: string): string => `${jobId}.list`;

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
 * Adds rows to a job's list. The first time it makes the columns: one that is gone later was deleted by somebody.
 * @param sample rows that come next
 */
export function addToList<Chosen extends { rows: NewRow[] }>(
  world: World,
  wanted: JobList,
  sample: CellValue[][],
  addition: Omit<Addition<Chosen>, "list" | "columns">,
): Added<Chosen> | Refusal {
  if (wanted.hasColumns) {
    const added = appendRows(world, { ...addition, list: wanted, columns: null });
    return hasNoColumns(added) ? refusal("COLUMNS_MOVING") : added;
  }
  const list = inSharedGroup(world, wanted);
  return tryAgain<Added<Chosen>>(world, list, sample, (choices) => {
    const columns = planColumns(world, choices);
    const added = appendRows(world, { ...addition, list, columns });
    const made = columns.end(hasNoColumns(added) ? added : null);
    if (!made.isThere) return isRefused(added) ? added : made;
    return hasNoColumns(added) ? refusal("COLUMNS_MOVING") : added;
  });
}

/**
 * Makes the columns of a job's list.
 * @returns the list, or why it has no columns
 */
export function makeList(world: World, wanted: JobList): AppendList | Refusal {
  if (wanted.hasColumns) return wanted;
  const list = inSharedGroup(world, wanted);
  return tryAgain<AppendList>(world, list, [], (choices) => {
    const made = makeOwnColumns(world, list.sheetId, choices);
    return made.isThere ? list : made;
  });
}

/** Another job may have made the columns since this one was started. */
function inSharedGroup({ book, store }: World, wanted: JobList): JobList {
  const group = groupIn(book.pinnedTable(wanted.sheetId)?.marks ?? [], wanted.type) ?? wanted.group;
  if (group !== wanted.group) store.set(groupName(wanted.jobId), group);
  return { ...wanted, group };
}

/** Makes columns again when Google refuses them: what was bought waits to be written, and Google may fail more than once. */
function tryAgain<Done extends object>(
  { book, store }: World,
  list: AppendList,
  sample: CellValue[][],
  make: (choices: ColumnsRequest) => Done | NoColumns | Refusal,
): Done | Refusal {
  const made = madeColumns(store, madeOf(list.jobId));
  for (let left = MAX_MAKINGS; ; left--) {
    const done = make(columnsOfList(list, made, sample));
    if (!hasNoColumns(done)) return done;
    const refused = withoutColumns(book, list, done);
    if (left === 0 || refused.code !== "COLUMNS_REFUSED") return refused;
  }
}

/**
 * Takes the rows of a job out of its list, and the sheet or the columns that it has made where nothing else is left; or looks
 * what would go.
 * @param looked what a look has told just now
 */
export function undoList(
  world: World,
  job: JobOf<"find" | "companies">,
  list: JobList,
  request: UndoRequest,
  looked: TakenOut | null = null,
): TakenOut | Refusal {
  const properties = world.store.all();
  const made = readMade(properties, madeOf(job.id));
  const done = takeOutRows(world, list, { ...request, made, isLast: isLastOfList(properties, job) }, looked);
  return !isRefused(done) && request.do === "undo" && done.taken.left > 0 ? refusal("UNDO_UNFINISHED") : done;
}

/** What was taken out of a list, as an undo tells it. */
export const viewTaken = ({ taken: { rows, ...others } }: TakenOut): UndoView => ({
  ...NOTHING_UNDONE,
  ...others,
  listRows: rows,
});
