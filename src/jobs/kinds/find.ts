import { groupIn, isUnwritten } from "../../lists/append";
import { placeList } from "../../lists/list-sheet";
import { withSheetLease } from "../../lists/sheet-lease";
import { isRefused, type Refusal, refusal } from "../../result";
import { isDomain } from "../../service/input-problems";
import { halvesForEmails } from "../../service/limits";
import { answersIn } from "../../sheet/pinned-columns";
import type { Table } from "../../sheet/table";
import { writtenName } from "../past-jobs";
import type { ChoicesOf, UndoRequest, WriteRequest } from "../protocol";
import { awaitSheetOf, isOfColumn, type JobOf, listRecords, type World, youngerThan } from "../record";
import { type FindPlan, NOTHING_WRITTEN, type UndoView, type WriteReport, type WrittenView } from "../views";
import { undoList } from "./appended-list";
import { askForEmails, companyClaim } from "./ask-for-emails";
import { areMade, writeAnswers } from "./column";
import { type PlannedRow, planColumn } from "./column-plan";
import { columnKind, prepareColumn } from "./column-start";
import {
  addEmails,
  EMAIL_LIST,
  type EmailProgress,
  emailList,
  newEmailColumns,
  readEmailProgress,
} from "./found-emails";
import type { Kind, Prepared } from "./kind";
import { undoColumns } from "./undo-columns";

export const find: Kind<"find"> = {
  ...columnKind,
  operation: "domain-search",
  tellsCosts: false,
  worstHalves: ({ limit }) => halvesForEmails(limit),
  questionId: companyClaim,
  plan(world, request) {
    // The lists are searched first, so that the dry run needs only one search for marks.
    const lists = emailLists(world);
    return planColumn(world, request, find, (keys, rows) => ({
      ...planFind(world, lists, keys, rows),
      newSheetName: request.told?.newSheetName ?? world.book.freeName(EMAIL_LIST.sheetName, true),
    }));
  },
  prepare: prepareFind,
  ask: askForEmails,
  write: writeFound,
  written: (job, properties) => writtenView(readEmailProgress(properties[writtenName(job.id)])),
  undo: undoFind,
};

/** Writes the emails first, because a company counts as done once its status stands beside it. */
function writeFound(
  world: World,
  job: JobOf<"find">,
  { entries, isFresh, only }: WriteRequest,
  properties: Record<string, string>,
): Partial<WriteReport> | Refusal {
  const hasEmails = entries.some(({ emails = [] }) => emails.length > 0);
  const isListWanted = hasEmails || !emailList(job, properties).hasColumns;
  const isListWritten = isListWanted && only !== "columns";
  const now = isListWritten ? awaitSheetOf(world, job, job.list.sheetId, properties) : properties;
  if (isRefused(now)) return now;
  const added = isListWritten
    ? withSheetLease(world, job.list.sheetId, (leased, properties) =>
        addEmails(leased, job, { entries, isFresh }, properties),
      )
    : readEmailProgress(properties[writtenName(job.id)]);
  if (!added) return { isBusy: true };
  if (isRefused(added)) return { stop: added };
  // The driver tries again, and reports it if that never helps.
  if (isUnwritten(added)) return { leftKeys: entries.map(({ key }) => key), words: added.unwritten };
  if (only === "list") return {};
  // The columns may have been made meanwhile.
  const outcome = writeAnswers(world, job, entries, areMade(job, now) ? now : world.store.all());
  return isRefused(outcome) ? outcome : { ...outcome, written: writtenView(added) };
}

const writtenView = ({ emails, alreadyThere, withoutDetails }: EmailProgress): WrittenView => ({
  ...NOTHING_WRITTEN,
  rows: emails,
  alreadyThere,
  withoutDetails,
});

function prepareFind(world: World, choices: ChoicesOf<"find">, id: string): Prepared | Refusal {
  const { target } = choices;
  // If emails were appended below the companies, they would be asked as if they were companies.
  if (target.kind === "append" && target.sheetId === choices.sheetId) return refusal("BAD_REQUEST");
  // The search for the column needs them as well, and they would cost another call after a change.
  const there = world.book.sheetIds();
  const column = prepareColumn(world, choices, id);
  if (isRefused(column)) return column;
  const list = placeList(world, EMAIL_LIST, target, there);
  if (isRefused(list)) return list;
  return {
    ...column,
    ...list,
    also: { ...column.also, ...list.also },
    list: { ...list.list, columns: newEmailColumns(choices.enrichment) },
  };
}

/** If something stops it between columns and list, the job is still known, and the rest goes the next time. */
function undoFind(world: World, job: JobOf<"find">, request: UndoRequest): UndoView | Refusal {
  const properties = world.store.all();
  if (isFoundAgainElsewhere(properties, job)) return refusal("UNDO_LATER_FIRST");
  const list = emailList(job, properties);
  // Nothing is taken away if the other half cannot be.
  const looked = undoList(world, job, list, { ...request, do: "look" });
  if (isRefused(looked)) return looked;
  const columns = undoColumns(world, job, request);
  if (isRefused(columns) && columns.code !== "UNDO_CLEARED") return columns;
  const undone = request.do === "undo" ? undoList(world, job, list, request, looked) : looked;
  if (isRefused(undone)) return undone;
  if (isRefused(columns)) return columns;
  const { taken } = undone;
  return {
    ...columns,
    ...taken,
    othersCells: taken.othersCells + columns.othersCells,
    otherJobsRows: taken.otherJobsRows + columns.otherJobsRows,
    unfitRows: taken.unfitRows + columns.unfitRows,
    unfitCells: taken.unfitCells + columns.unfitCells,
  };
}

/**
 * True if a later search over another column has found emails that were in the same sheet already: they may be this
 * job's. Those of a later search over the same column are seen beside its inputs.
 */
const isFoundAgainElsewhere = (properties: Record<string, string>, job: JobOf<"find">): boolean =>
  youngerThan(properties, job).some(
    (other) =>
      other.list?.sheetId === job.list.sheetId &&
      !isOfColumn(job, other) &&
      readEmailProgress(properties[writtenName(other.id)]).alreadyThere > 0,
  );

const emailLists = ({ book }: World): Table[] =>
  book.pinnedTables().flatMap(({ table, marks }) => (groupIn(marks, EMAIL_LIST) === null ? [] : [table]));

/** @param lists sheets of found emails @param keys the companies to ask */
function planFind(
  { book, store }: World,
  lists: Table[],
  keys: string[],
  rows: PlannedRow[],
): Omit<FindPlan, "newSheetName"> {
  const searches = listRecords(store.all()).filter(({ choices }) => choices.kind === "find");
  const lately = searches.flatMap(({ list }) => list?.sheetId ?? []);
  const ofLostLists = searches.flatMap(({ id, list }) => (list && !book.table(list.sheetId) ? [id] : []));
  const isLost = ({ row, judged }: PlannedRow): boolean => {
    const answers = answersIn(row.answeredFor);
    const hasEmails = judged.state === "done" && Number(row.status) > 0;
    return hasEmails && answers.length > 0 && answers.every(({ jobId }) => ofLostLists.includes(jobId));
  };
  const ageOf = ({ sheetId }: { sheetId: number }): number =>
    lately.includes(sheetId) ? lately.indexOf(sheetId) : lately.length;
  return {
    emailSheets: lists
      .map((table) => ({ sheetId: table.id, sheetName: table.name() }))
      .sort((a, b) => ageOf(a) - ageOf(b)),
    domains: keys.filter(isDomain).length,
    lostRows: rows.filter(isLost).length,
  };
}
