import {
  type Added,
  type Addition,
  type AppendList,
  appendRows,
  groupIn,
  isUnwritten,
  type ListType,
  type NewRow,
  tagMarkOf,
  type Unwritten,
} from "../../lists/append";
import type { ColumnsRequest, MadeColumns, OwnColumn } from "../../lists/columns-request";
import { hasNoColumns, type NoColumns, planColumns, refusalOfColumns } from "../../lists/own-columns";
import { widthPxOf } from "../../lists/show-columns";
import { type TakenOut, takeOutRows } from "../../lists/take-out-rows";
import { isRefused, type Refusal, refusal } from "../../result";
import { listedHeaders, listedWords, noteOf } from "../../service/field-words";
import { fieldMark } from "../../sheet/pinned-columns";
import type { Book, CellValue } from "../../sheet/table";
import type { UndoRequest } from "../protocol";
import { goesOnWithout, groupName, isLastOfList, type Job, type JobOf, othersOfList, type World } from "../record";
import { madeColumns, readIntended, readMade, rememberMade } from "./made-columns";

/** How often columns are made again after Google has refused them: what was bought waits to be written. */
const MAX_MAKINGS = 2;

/** The columns of the list are kept apart from those beside the inputs. */
const listOwner = (jobId: string): string => `${jobId}.list`;

export interface JobList extends AppendList {
  /** Once this is true, a column that is gone was deleted by somebody. */
  hasColumns: boolean;
}

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
  hasColumns: readMade(properties, listOwner(id)) !== null,
});

/**
 * The first addition also makes the columns.
 * @param sample rows that come next @param whenMade called once the columns are remembered
 */
export function addToList<Chosen extends { rows: NewRow[] }>(
  world: World,
  wanted: JobList,
  sample: CellValue[][],
  addition: Omit<Addition<Chosen, null>, "list" | "columns">,
  whenMade = (): void => {},
): Added<Chosen> | Unwritten | Refusal {
  if (wanted.hasColumns) return appendRows(world, { ...addition, list: wanted, columns: null });
  const { book, store } = world;
  const list = inSharedGroup(world, wanted);
  const made = madeColumns(store, listOwner(list.jobId), list, store.all());
  const remember = (marks: string[]): void => {
    made.remember(marks);
    whenMade();
  };
  const request = columnsOfList(list, { ...made, remember }, sample);
  for (let left = MAX_MAKINGS; ; left--) {
    const columns = planColumns(world, request);
    const added = appendRows(world, { ...addition, list, columns });
    const failure = columns.end(hasNoColumns(added) ? added : null);
    const done = isRefused(added) || isUnwritten(added) ? added : (failure ?? added);
    if (!hasNoColumns(done)) return done;
    if (left === 0 || done.why !== "refused") return withoutColumns(book, list, done);
  }
}

/** Stands for a name or address, to choose a width before any row has come. */
const UNSEEN_TEXT = "-".repeat(20);
const LONG_FIELDS = /^(?:company|name|email)$|(?:website|domain|linkedin|description)$/;

/** @param sample rows that come next, which decide the widths in a blank sheet */
function columnsOfList(list: AppendList, made: MadeColumns, sample: CellValue[][]): ColumnsRequest {
  const headers = listedHeaders(list.columns);
  const fields = list.columns.map((field, at): OwnColumn => {
    const header = headers[at] ?? field;
    const widthPx = widthPxOf([
      header,
      ...(sample.length > 0 ? sample.map((cells) => cells[at] ?? "") : [LONG_FIELDS.test(field) ? UNSEEN_TEXT : ""]),
    ]);
    return {
      mark: fieldMark(list.group, field),
      header,
      ...(list.headers && { under: list.headers[field] ?? null }),
      style: { line: noteOf(field, listedWords(field)), isBold: true, widthPx },
    };
  });
  const tagColumn = { mark: tagMarkOf(list), header: list.type.tagHeader, isHidden: true };
  return { group: list.group, columns: [...fields, tagColumn], place: "end", headerRow: null, ...made };
}

function withoutColumns(book: Book, { sheetId }: AppendList, none: NoColumns): Refusal | Unwritten {
  if (!book.table(sheetId)) return refusal("LIST_GONE");
  const told = [none.columns.join(", "), none.words].filter((each) => each !== "").join(" – ");
  return none.why === "moving" ? { unwritten: "" } : refusalOfColumns(none, told);
}

/** Makes the columns of a list that has none yet. @returns why it has none; `null` if it has them */
export function makeList(world: World, list: JobList): Unwritten | Refusal | null {
  if (list.hasColumns) return null;
  // The first results need not wait for widths.
  const endLease = (): void => world.book.endLease?.();
  const added = addToList(world, list, [], { lastRow: 0, mostRows: 0, choose: () => ({ rows: [] }) }, endLease);
  return isRefused(added) || isUnwritten(added) ? added : null;
}

/** Another job may have made the columns since the start: then both share its group. */
function inSharedGroup({ book, store }: World, wanted: JobList): JobList {
  const group = groupIn(book.pinnedTable(wanted.sheetId)?.marks ?? [], wanted.type) ?? wanted.group;
  if (group !== wanted.group) store.set(groupName(wanted.jobId), group);
  return { ...wanted, group };
}

/**
 * Takes a job's rows out of its list. If nothing else is left, its sheet or columns go too. `do: "look"` only tells.
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
  const own = readMade(properties, listOwner(job.id));
  const begun = readIntended(properties, list)?.made ?? [];
  // Other jobs may be about to write into the sheet, so it stays. The columns stay for a job that writes into them too.
  const all = othersOfList(properties, job);
  const others = all.filter((other) => goesOnWithout(properties, job, other));
  const isHeir = ({ id, choices }: Job): boolean =>
    choices.kind === job.choices.kind && readMade(properties, listOwner(id)) !== null;
  const writer = others.find(isHeir);
  // Columns in which another job has rows stay as well, until that job is undone.
  const heir = own && (writer ?? all.find(isHeir));
  const done = takeOutRows(
    world,
    others.length > 0 ? { ...list, hasMadeSheet: false } : list,
    { ...request, made: writer && own ? [] : (own ?? begun), isLast: isLastOfList(properties, job) },
    looked,
  );
  if (heir && request.do === "undo" && !isRefused(done))
    rememberMade(world.store, world.store.all(), listOwner(heir.id), own);
  return !isRefused(done) && request.do === "undo" && done.taken.left > 0 ? refusal("UNDO_UNFINISHED") : done;
}
