import { groupIn, placeList } from "../../lists/append";
import { withSheetLease } from "../../lists/lease";
import { type TakenRows, takeOutRows } from "../../lists/take-out-rows";
import { questionId } from "../../pacing/turns";
import { isRefused, type Refusal } from "../../result";
import { isDomain } from "../../service/input-problems";
import { halvesForEmails } from "../../service/limits";
import { readTag } from "../../sheet/row-tags";
import type { UndoRequest, WishOf, WriteRequest } from "../protocol";
import { isLastOfList, type JobOf, listRecords, type World, writtenName } from "../record";
import type { FindPlan, WriteReport, WrittenView } from "../views";
import { scanColumn, writeColumn } from "./column";
import { addEmails, EMAIL_LIST, emailList, readWritten, type WrittenEmails } from "./found-emails";
import type { Kind, PreparedList } from "./kind";
import { askCompanies } from "./pull";

/** *Find emails for this column of companies* */
export const find: Kind<"find"> = {
  operation: "domain-search",
  worstHalves: ({ limit }) => halvesForEmails(limit),
  questionId: (key) => questionId("found", key),
  scan: scanColumn,
  ask: askCompanies,
  write: writeFound,
  prepare: prepareEmails,
  takeOut: takeOutEmails,
  written: (job, properties) => writtenView(readWritten(properties[writtenName(job.id)])),
};

/** The emails come first: with its status beside it a company is done. */
function writeFound(
  world: World,
  job: JobOf<"find">,
  { entries, isFresh }: WriteRequest,
): Partial<WriteReport> | Refusal {
  const before = readWritten(world.store.get(writtenName(job.id)));
  const hasEmails = entries.some(({ emails = [] }) => emails.length > 0);
  const added =
    hasEmails || before.made === null
      ? withSheetLease(world, job.list?.sheetId ?? 0, () => addEmails(world, job, entries, isFresh))
      : before;
  if (!added) return { isBusy: true };
  if (isRefused(added)) {
    // The driver tries again where Google has failed, and tells of it when that goes on.
    const isPassing = added.code === "NOT_WRITTEN";
    return isPassing ? { leftKeys: entries.map(({ key }) => key), words: added.message } : { stop: added };
  }
  const outcome = writeColumn(world, job, entries);
  return isRefused(outcome) ? outcome : { ...outcome, written: writtenView(added) };
}

const writtenView = ({ emails, alreadyThere, withoutDetails }: WrittenEmails): WrittenView => ({
  rows: emails,
  alreadyThere,
  withoutDetails,
  pages: 0,
  pagesWanted: null,
  companies: null,
  freePages: 0,
  unwritten: null,
});

/**
 * Plans a job that finds emails.
 * @param keys of the distinct companies that are to be asked
 */
export function planFind({ book, sheets, store }: World, keys: string[]): FindPlan {
  const lately = listRecords(store.all()).flatMap(({ wish, list }) =>
    wish.kind === "find" && list ? list.sheetId : [],
  );
  const ageOf = ({ sheetId }: { sheetId: number }): number =>
    lately.includes(sheetId) ? lately.indexOf(sheetId) : lately.length;
  const lists = book.pinnedTables().filter(({ marks }) => groupIn(marks, EMAIL_LIST) !== null);
  return {
    emailSheets: lists
      .map(({ table }) => ({ sheetId: table.id, sheetName: table.name() }))
      .sort((a, b) => ageOf(a) - ageOf(b)),
    newSheetName: sheets.freeName(EMAIL_LIST.sheetName),
    domains: keys.filter(isDomain).length,
  };
}

/** Makes the sheet of a job's emails, or finds the one that is filled on. */
function prepareEmails(world: World, { target }: WishOf<"find">): PreparedList | Refusal {
  const taken = new Set(listRecords(world.store.all()).map(({ list }) => list?.sheetId));
  return placeList(world, EMAIL_LIST, target, (sheetId) => taken.has(sheetId));
}

/** Takes the emails of a job out of their sheet, or the sheet. */
function takeOutEmails(world: World, job: JobOf<"find">, { do: how, others }: UndoRequest): TakenRows | Refusal {
  const { book, store } = world;
  const list = emailList(job);
  const isMeant = how === "undo";
  const isBegun =
    book
      .table(list.sheetId)
      ?.marks()
      .some(({ value }) => value.startsWith(list.group)) ?? false;
  // Columns that were begun are made first: else nobody would know which of them were there before.
  const begun = isMeant && isBegun ? addEmails(world, job, [], true) : null;
  if (begun && isRefused(begun)) return begun;
  const properties = store.all();
  return takeOutRows(world, list, {
    isMeant,
    others,
    hasMadeSheet: job.list?.hasMadeSheet ?? false,
    made: readWritten(properties[writtenName(job.id)]).made ?? [],
    isLast: isLastOfList(properties, job),
    isOwn: (key) => readTag(key)?.jobId === job.id,
  });
}
