import { groupIn, placeList } from "../../lists/append";
import { withSheetLease } from "../../lists/lease";
import { type TakenRows, takeOutRows } from "../../lists/take-out-rows";
import { nextWaitMs } from "../../pacing/pace";
import { questionId } from "../../pacing/turns";
import { isRefused, type Refusal, refusalOf } from "../../result";
import { isAccountFailure, retryReason, ServiceError } from "../../service/errors";
import { companyProblem, isDomain } from "../../service/input-problems";
import { halvesForEmails } from "../../service/limits";
import { countEmails as countCall } from "../../service/operations";
import { COMPANY_HEADER } from "../../sheet/find-column";
import { readColumn } from "../plan";
import type { CountRequest, UndoRequest, WishOf, WriteRequest } from "../protocol";
import { isLastOfList, type JobOf, listRecords, type PaidService, type World, writtenName } from "../record";
import type { PreparedList } from "../start";
import type { CountedEmails, FindPlan, WriteReport, WrittenView } from "../views";
import { type ColumnTraits, scanColumn, writeColumn } from "./column";
import {
  addEmails,
  companyInput,
  EMAIL_LIST,
  emailList,
  readEmailKey,
  readWritten,
  type WrittenEmails,
} from "./found-emails";
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
  written: (job, properties) => writtenView(readWritten(properties[writtenName(job.id)])),
};

/** A company's name tells nothing of a column, unless the column's own name does. */
const isCompanyName = (text: string): boolean => companyProblem(text) === null && !COMPANY_HEADER.test(text);

const isNumber = (status: string): boolean => /^\d+$/.test(status);

export const findColumn: ColumnTraits = {
  statusField: "emails_found",
  writableFields: ["emails_found", "total_emails", "domain"],
  inputColumn: "the column of companies",
  answeredForHeader: "searched for",
  statusColours: [],
  inputs: [
    { header: COMPANY_HEADER, matches: isDomain },
    { header: COMPANY_HEADER, matches: isCompanyName, isNamedOnly: true },
  ],
  foundColumns: () => ({ anonId: null, foundStatus: null }),
  readInput: companyInput,
  problem: companyProblem,
  summaryOf: (status) => (isNumber(status) ? "with emails" : status),
};

/** The emails come first: with its status beside it a company is done. */
function writeFound(
  world: World,
  job: JobOf<"find">,
  { entries, isFresh }: WriteRequest,
): Omit<WriteReport, "do"> | Refusal {
  const nothing = { writtenKeys: [], leftKeys: [], lostKeys: [], writtenRows: 0, refusedCells: 0, words: "" };
  const hasEmails = entries.some(({ emails = [] }) => emails.length > 0);
  const isMade = readWritten(world.store.get(writtenName(job.id))).made !== null;
  const added =
    hasEmails || !isMade
      ? withSheetLease(world, job.list?.sheetId ?? 0, () => addEmails(world, job, entries, isFresh))
      : readWritten(world.store.get(writtenName(job.id)));
  if (!added) return { ...nothing, written: null, isBusy: true, stop: null };
  // The driver tries again where Google has failed, and tells of it when that goes on.
  if (isRefused(added) && added.code === "NOT_WRITTEN") {
    return {
      ...nothing,
      leftKeys: entries.map(({ key }) => key),
      words: added.message,
      written: null,
      isBusy: false,
      stop: null,
    };
  }
  if (isRefused(added)) return { ...nothing, written: null, isBusy: false, stop: added };
  const outcome = writeColumn(world, job, entries);
  if (isRefused(outcome)) return outcome;
  return { ...outcome, written: writtenView(added), isBusy: false, stop: null };
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
export function prepareEmails(world: World, { target }: WishOf<"find">): PreparedList | Refusal {
  const taken = new Set(listRecords(world.store.all()).map(({ list }) => list?.sheetId));
  return placeList(world, EMAIL_LIST, target, (sheetId) => taken.has(sheetId));
}

/** Takes the emails of a job out of their sheet, or the sheet. */
export function takeOutEmails(world: World, job: JobOf<"find">, { do: how, others }: UndoRequest): TakenRows | Refusal {
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
    isOwn: (key) => readEmailKey(key)?.jobId === job.id,
  });
}

/** One call goes on so long: the sidebar shows what it has counted. */
const COUNT_WITHIN_MS = 5_000;

/** It counts something all the same when formulas or others have taken the next turns. */
const FIRST_TURN_WITHIN_MS = 20_000;

/** Counts the emails known for the domains that a job would ask, in the order of its rows. Free. */
export function countEmails(world: World, request: CountRequest): CountedEmails | Refusal {
  const read = readColumn(world, request);
  if (isRefused(read)) return read;
  const domains = new Set(
    read.rows.flatMap(({ judged }) => (judged.state === "todo" && isDomain(judged.key) ? [judged.key] : [])),
  );
  try {
    return count(world, world.openService(), [...domains], request);
  } catch (error) {
    if (error instanceof ServiceError) return refusalOf(error);
    throw error;
  }
}

/** @throws ServiceError for what holds for every other domain as well */
function count(
  { clock, newId }: World,
  service: PaidService,
  domains: string[],
  { offset, limit }: CountRequest,
): CountedEmails {
  const limiter = service.limiterOf("email-count", () => false);
  const startMs = clock.nowMs();
  const counted: CountedEmails = { counted: 0, nextOffset: null, emails: 0, withoutEmails: 0, halves: 0 };
  const by = newId();
  let attempts = 0;
  for (let at = offset, round = 1; at < domains.length; round++) {
    const next = domains.slice(at, at + limiter.pace.batchCalls);
    // Asked again it is another question: its own claim must not hold it back.
    const ids = next.map((domain) => questionId(`count ${by} ${round}`, domain));
    const latestStartMs = startMs + (at === offset ? FIRST_TURN_WITHIN_MS : COUNT_WITHIN_MS);
    const { granted } = limiter.awaitTurn({ ids, latestStartMs, by: "count" });
    if (granted.length === 0) return { ...counted, nextOffset: at };
    const outcomes = service.client.askAll(next.slice(0, granted.length).map(countCall));
    let waitMs: number | null = null;
    for (const outcome of outcomes) {
      if (!outcome.ok) {
        if (isAccountFailure(outcome.error)) throw outcome.error;
        if (outcome.error.status === 429) limiter.noteRefusals(1);
        waitMs = nextWaitMs(retryReason(outcome.error), ++attempts);
        if (waitMs !== null) break;
      }
      // A company that cannot be counted may have as many as are wanted.
      const known = outcome.ok ? outcome.result.count : limit;
      attempts = 0;
      at++;
      counted.counted++;
      counted.emails += outcome.ok ? known : 0;
      counted.withoutEmails += outcome.ok && known === 0 ? 1 : 0;
      counted.halves += halvesForEmails(Math.min(limit, known));
    }
    if (waitMs !== null) clock.sleep(waitMs);
  }
  return counted;
}
