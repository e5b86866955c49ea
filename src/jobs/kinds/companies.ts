import { parse } from "../../json";
import { nextWaitMs } from "../../pacing/pace";
import { questionId } from "../../pacing/turns";
import { type Refusal, refusal, refusalOf, refuse } from "../../result";
import { isAccountFailure, retryReason, ServiceError } from "../../service/errors";
import { splitSearch } from "../../service/filters";
import { COMPANIES_PER_PAGE, FREE_AGAIN_MS, HALVES_PER_PAGE, MOST_PAGES } from "../../service/limits";
import { type CompanyFilters, type CompanyPage, searchCompanies } from "../../service/operations";
import { costOf, costOfNothing } from "../credits";
import { unpack } from "../packed";
import { MOST_COUNT, type Question, type SearchTotals, type WishOf } from "../protocol";
import { type JobOf, writtenName } from "../record";
import type { Answer, Scan, WrittenView } from "../views";
import { companyRow } from "./company-rows";
import { type Asking, isSurelyUndone, type Kind, noteOutcomes } from "./kind";
import { writePages } from "./write-pages";

/** A page cannot be left out: it is asked more patiently than a row, and in the end the job pauses. */
const MOST_ATTEMPTS = 20;
const MOST_ATTEMPTS_OF_A_FAULT = 6;
/** `nextWaitMs` has waits for so many attempts; later ones wait as long as the last. */
const LISTED_WAITS = 3;

export type CompaniesJob = JobOf<"companies">;

/** *Find companies* */
export const companies: Kind<"companies"> = {
  operation: "search-company",
  worstHalves: () => HALVES_PER_PAGE,
  questionId: (key, jobId) => questionId("page", `${jobId}.${key}`),
  scan: ({ store }, job) => scanPages(job, store.all()),
  ask: askPages,
  write: writePages,
  written: viewWritten,
};

/** The size of what one search finds. */
export interface PageTotals {
  companies: number;
  /** That can be had: at most 1000. */
  pages: number;
}

/** The totals that came with a page; `null` if it tells none that can be true. */
export function readTotals({ pagination }: Pick<CompanyPage, "pagination">): PageTotals | null {
  const companies = countOf(pagination.total_count);
  if (companies === null) return null;
  const pages = countOf(pagination.total_page) || Math.ceil(companies / COMPANIES_PER_PAGE);
  return { companies, pages: Math.min(MOST_PAGES, pages) };
}

/** JSON knows 1e309, which is Infinity and is not a number any more once it was sent to the page and back. */
const countOf = (value: unknown): number | null =>
  typeof value === "number" && value >= 0 && value <= MOST_COUNT ? Math.floor(value) : null;

/** The pages of all searches of a wish; `null` when not all of them are counted. */
export const countedPages = (searches: number, totals: SearchTotals | null): number | null =>
  totals && totals.counted >= searches ? totals.pages : null;

/** The property of a search that is too long for the record. */
export const searchName = (jobId: string): string => `search:${jobId}`;

/** The exact filters of each search, in the order of their letters: an equal body is free again. */
export function searchesOf({ id, wish }: CompaniesJob, properties: Record<string, string>): CompanyFilters[] {
  return splitSearch(unpack<CompanyFilters>(properties, searchName(id)) ?? wish.filters);
}

/** The progress of a job. Everything before `page` of `search` is in the sheet. */
export interface WrittenPages {
  /** From 0: which of the searches of a long list. */
  search: number;
  /** From 1: the next page of this search. */
  page: number;
  /** Of this search; `null` before its first page. */
  totals: PageTotals | null;
  /** Companies that the searches before this one have found. */
  companiesBefore: number;
  /** Pages in the sheet, of all searches. */
  pagesDone: number;
  rows: number;
  duplicates: number;
  freePages: number;
  /** The row of the last company that was written; 0 when it is not known. */
  lastRow: number;
  /** The number of keys that the cache holds when it is complete. */
  cachedKeys: number;
  /** A write has begun: if it has not ended, some of its rows may be there. */
  isUnsure: boolean;
  /** The receipts that are not in a full piece yet, and how many full pieces there are. */
  receipts: string;
  pieces: number;
}

/** Reads the progress of a job; before the first page as the preview says. */
export function readWritten(
  { id, wish }: CompaniesJob,
  properties: Record<string, string>,
  searches: number,
): WrittenPages {
  const totals = wish.totals && searches === 1 ? wish.totals : null;
  return {
    search: 0,
    page: 1,
    totals: totals && { companies: totals.companies, pages: totals.pages },
    companiesBefore: 0,
    pagesDone: 0,
    rows: 0,
    duplicates: 0,
    freePages: 0,
    lastRow: 0,
    cachedKeys: 0,
    isUnsure: false,
    receipts: "",
    pieces: 0,
    ...parse<WrittenPages>(properties[writtenName(id)]),
  };
}

/** Everything before is in the sheet. */
const isBefore = (search: number, page: number, written: WrittenPages): boolean =>
  search < written.search || (search === written.search && page < written.page);

const pageKey = (search: number, page: number): string => `${search}.${page}`;

/** A page by its key. */
export function readPageKey(key: string): { search: number; page: number } {
  const [search = 0, page = 0] = key.split(".").map(Number);
  return { search, page };
}

/** From one page on, those of the same search that are left, and the first one of the next search. */
function pagesFrom(search: number, page: number, lastPage: number, searches: number): string[] {
  const count = Math.max(0, lastPage - page + 1);
  const keys = Array.from({ length: count }, (_, i) => pageKey(search, page + i));
  return search + 1 < searches ? [...keys, pageKey(search + 1, 1)] : keys;
}

function scanPages(job: CompaniesJob, properties: Record<string, string>): Scan | Refusal {
  const searches = searchesOf(job, properties).length;
  const written = readWritten(job, properties, searches);
  const { search, page, totals, pagesDone } = written;
  const { pages } = job.wish;
  const left = pages === null ? null : Math.max(0, pages - pagesDone);
  const known = totals ? pagesFrom(search, page, Math.max(page, totals.pages), searches) : [pageKey(search, page)];
  const keys = search < searches ? known.slice(0, left ?? known.length) : [];
  return {
    stretch: 0,
    stretches: 1,
    ask: keys.map((key) => ({ key, text: "", row: 0 })),
    write: [],
    counts: { rows: 0, blank: 0, waiting: 0, malformed: 0, done: 0, foundValid: 0, todo: 0 },
    mostQuestions: left,
  };
}

/** Pages that one lane of a driver has bought, and when. */
interface Bought {
  /** The key that has paid. */
  by: string;
  pages: [key: string, minute: number][];
}

const MINUTE_MS = 60_000;

/** Each lane keeps its own, so that it needs no lock. */
const boughtName = (jobId: string, lane: number): string => `bought:${jobId}.${lane}`;

/** Purchases before this moment are not told of any more: the user has agreed to pay again. */
const agreedName = (jobId: string): string => `agreed:${jobId}`;

/** The pages that were bought within 30 days and are not in the sheet, and when. */
function readBought(
  { id }: CompaniesJob,
  properties: Record<string, string>,
  written: WrittenPages,
  by: string | null,
): Map<string, number> {
  const all = new Map<string, number>();
  for (const [name, text] of Object.entries(properties)) {
    if (!name.startsWith(`bought:${id}.`)) continue;
    const bought = parse<Bought>(text);
    if (!bought || (by !== null && bought.by !== by)) continue;
    for (const [key, minute] of bought.pages) {
      const { search, page } = readPageKey(key);
      if (!isBefore(search, page, written)) all.set(key, Math.max(minute * MINUTE_MS, all.get(key) ?? 0));
    }
  }
  return all;
}

/** Everything by which the pages of one call are judged. */
interface Judging {
  asking: Asking<"companies">;
  searches: CompanyFilters[];
  written: WrittenPages;
  /** When pages were bought that are asked again. */
  bought: Map<string, number>;
  nowMs: number;
}

function askPages(asking: Asking<"companies">): Answer[] {
  const { world, job, service, properties, lane, questions } = asking;
  const searches = searchesOf(job, properties);
  const written = readWritten(job, properties, searches.length);
  const asked = questions.filter(({ key }) => searches[readPageKey(key).search] !== undefined);
  const outcomes = service.client.askAll(
    asked.map(({ key }) => {
      const { search, page } = readPageKey(key);
      return searchCompanies(searches[search] ?? {}, page);
    }),
  );
  noteOutcomes(asking, outcomes);
  const nowMs = world.clock.nowMs();
  const bought = readBought(job, properties, written, service.fingerprint);
  const judging: Judging = { asking, searches, written, bought, nowMs };
  const answers = asked.map((question, i): Answer => {
    const outcome = outcomes[i];
    if (!outcome) return { key: question.key, state: "unasked" };
    return outcome.ok ? takePage(judging, question, outcome.result) : takeFailure(judging, question, outcome.error);
  });
  const came = answers.flatMap((answer): Bought["pages"] =>
    answer.state === "answered" && answer.entry.page?.companies.length
      ? [[answer.key, Math.floor(answer.entry.page.boughtMs / MINUTE_MS)]]
      : [],
  );
  if (came.length > 0) {
    const before = parse<Bought>(properties[boughtName(job.id, lane)]);
    const others = before?.by === service.fingerprint ? before.pages : [];
    const left = others.filter(([key]) => bought.has(key) && !came.some(([other]) => other === key));
    const kept: Bought = { by: service.fingerprint, pages: [...left, ...came] };
    asking.keep({ [boughtName(job.id, lane)]: JSON.stringify(kept) });
  }
  return answers;
}

function takePage(judging: Judging, question: Question, answer: CompanyPage): Answer {
  const { asking, searches, written, bought, nowMs } = judging;
  const { key } = question;
  const { job, properties, report } = asking;
  const { search, page } = readPageKey(key);
  const isFree = answer.free || answer.results.length === 0;
  asking.note(key, costOf(asking.before(key), isFree ? 0 : HALVES_PER_PAGE));
  const known = search === written.search ? written.totals : null;
  const totals = readTotals(answer) ?? known;
  // Asked again the page is free.
  if (!totals) {
    const error = new ServiceError({ code: "UNREADABLE_ANSWER", status: 200, detail: "" });
    return takeFailure(judging, question, error);
  }
  // Pages of this search before it are in the sheet or on their way there.
  const before = written.pagesDone + (search === written.search ? page - written.page : 0);
  const left = Math.max(0, (job.wish.pages ?? Number.POSITIVE_INFINITY) - before - 1);
  if (known && !areEqual(known, totals)) report.stop ??= totalsChanged(known, totals.companies);
  const boughtMs = bought.get(key) ?? 0;
  const agreedMs = Number(properties[agreedName(job.id)] ?? 0);
  if (!isFree && boughtMs > nowMs - FREE_AGAIN_MS && boughtMs > agreedMs) {
    report.stop ??= refusal("CHARGED_AGAIN", `page ${page}`);
    asking.keep({ [agreedName(job.id)]: String(nowMs) });
  }
  return {
    key,
    state: "answered",
    entry: {
      cells: [],
      page: {
        companies: answer.results.map(({ company }, i) => companyRow(company, job.wish.columns, `${page}.${i}`)),
        totals,
        boughtMs: isFree && boughtMs > 0 ? boughtMs : nowMs,
        isFree,
      },
    },
    isFree,
    next: isFirstOfSearch(written, search, page)
      ? pagesFrom(search, page + 1, totals.pages, searches.length).slice(0, left)
      : [],
  };
}

/** The page by which it becomes known how many there are; scans name only this one until then. */
const isFirstOfSearch = (written: WrittenPages, search: number, page: number): boolean =>
  search === written.search ? written.totals === null && page === written.page : page === 1;

export const areEqual = (one: PageTotals, other: PageTotals): boolean =>
  one.companies === other.companies && one.pages === other.pages;

export const totalsChanged = (before: PageTotals, companies: number): Refusal =>
  refusal("TOTALS_CHANGED", `${before.companies} companies before, ${companies} now`);

function takeFailure({ asking, searches, written, nowMs }: Judging, question: Question, error: ServiceError): Answer {
  const { key, attempts } = question;
  const { report } = asking;
  const { code, status } = error;
  const { search, page } = readPageKey(key);
  if (isSurelyUndone(error)) asking.note(key, costOfNothing(asking.before(key)));
  if (code === "NO_RESULTS") {
    if (search === written.search && written.totals) report.stop ??= totalsChanged(written.totals, 0);
    const entry = { cells: [], page: { companies: [], totals: null, boughtMs: nowMs, isFree: true } };
    const next = isFirstOfSearch(written, search, page) ? pagesFrom(search, 1, 0, searches.length) : [];
    return { key, state: "answered", entry, isFree: false, next, isNothing: true };
  }
  if (isAccountFailure(error)) return { key, state: "unasked" };
  const isFault = code === "INTERNAL_ERROR" || (status !== null && status >= 500);
  const reason = retryReason(error) ?? (isFault ? "server" : null);
  const failed = attempts + 1;
  const most = code === "INTERNAL_ERROR" ? MOST_ATTEMPTS_OF_A_FAULT : MOST_ATTEMPTS;
  if (reason !== null && failed < most) {
    const retryMs = nextWaitMs(reason, Math.min(failed, LISTED_WAITS)) ?? 0;
    return { key, state: "failed", code, cells: [], retryMs };
  }
  const remedy = "What is done is kept. Resume the job later.";
  report.stop ??=
    reason === null
      ? refusalOf(error)
      : refuse(code, `The service has failed ${failed} times in a row (${code}).`, remedy);
  return { key, state: "unasked" };
}

/** Tells the sidebar what a job has written. */
function viewWritten(job: CompaniesJob, properties: Record<string, string>): WrittenView {
  const searches = searchesOf(job, properties).length;
  const written = readWritten(job, properties, searches);
  const { search, page, totals, companiesBefore, pagesDone, rows, duplicates, freePages } = written;
  const isDone = search >= searches;
  const ofLast = search === searches - 1 && totals !== null;
  const counted = countedPages(searches, job.wish.totals);
  const all = isDone ? pagesDone : ofLast ? pagesDone - (page - 1) + totals.pages : counted;
  const times = [...readBought(job, properties, written, null).values()];
  return {
    rows,
    alreadyThere: duplicates,
    withoutDetails: 0,
    pages: pagesDone,
    pagesWanted: atMost(all, job.wish),
    companies: totals || isDone ? companiesBefore + (totals?.companies ?? 0) : null,
    freePages,
    unwritten:
      times.length > 0 && !isDone ? { pages: times.length, freeUntilMs: Math.min(...times) + FREE_AGAIN_MS } : null,
  };
}

const atMost = (all: number | null, { pages }: WishOf<"companies">): number | null =>
  all === null ? pages : Math.min(all, pages ?? all);
