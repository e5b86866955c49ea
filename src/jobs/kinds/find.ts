import { groupIn } from "../../lists/append";
import { withSheetLease } from "../../lists/lease";
import { questionId } from "../../pacing/turns";
import { isRefused, type Refusal } from "../../result";
import { isDomain } from "../../service/input-problems";
import { halvesForEmails } from "../../service/limits";
import type { WriteRequest } from "../protocol";
import { type JobOf, listRecords, type World, writtenName } from "../record";
import type { FindPlan, WriteReport, WrittenView } from "../views";
import { hasColumns, prepareList, takeOutList } from "./appended-list";
import { scanColumn, writeColumn } from "./column";
import { addEmails, EMAIL_LIST, emailList, readWritten, type WrittenEmails } from "./found-emails";
import type { Kind } from "./kind";
import { askCompanies } from "./pull";

/** *Find emails for this column of companies* */
export const find: Kind<"find"> = {
  operation: "domain-search",
  worstHalves: ({ limit }) => halvesForEmails(limit),
  questionId: (key) => questionId("found", key),
  scan: scanColumn,
  ask: askCompanies,
  write: writeFound,
  prepare: (world, { target }) => prepareList(world, EMAIL_LIST, target),
  takeOut: (world, job, request) => takeOutList(world, job, emailList(job, world.store.all()), request),
  written: (job, properties) => writtenView(readWritten(properties[writtenName(job.id)])),
};

/** The emails come first: with its status beside it a company is done. */
function writeFound(
  world: World,
  job: JobOf<"find">,
  { entries, isFresh }: WriteRequest,
): Partial<WriteReport> | Refusal {
  const properties = world.store.all();
  const hasEmails = entries.some(({ emails = [] }) => emails.length > 0);
  const added =
    hasEmails || !hasColumns(properties, job.id)
      ? withSheetLease(world, job.list.sheetId, () => addEmails(world, job, entries, isFresh))
      : readWritten(properties[writtenName(job.id)]);
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
