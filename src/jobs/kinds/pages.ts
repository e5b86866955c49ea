import { parse, unpack } from "../../json";
import { type Refusal, refusal } from "../../result";
import { splitSearch } from "../../service/filters";
import { COMPANIES_PER_PAGE, FREE_AGAIN_MS, MOST_PAGES } from "../../service/limits";
import type { CompanyFilters, CompanyPage } from "../../service/operations";
import { readStanding } from "../credits";
import { MOST_COUNT, type PageContent, type SearchTotals, type WishOf } from "../protocol";
import { type JobOf, writtenName } from "../record";
import type { PageReceipts, WrittenView } from "../views";

// The pages of a list of companies: which there are, which are bought, and which are in the sheet.

export type CompaniesJob = JobOf<"companies">;

/** The number of companies that a search finds, and of its pages that can be had: at most 1000. */
export type PageTotals = NonNullable<PageContent["totals"]>;

/** The totals that came with a page; `null` if it tells none that can be true. */
export function readTotals({ pagination }: Pick<CompanyPage, "pagination">): PageTotals | null {
  const companies = countOf(pagination.total_count);
  if (companies === null) return null;
  const pages = countOf(pagination.total_page) || Math.ceil(companies / COMPANIES_PER_PAGE);
  return { companies, pages: Math.min(MOST_PAGES, pages) };
}

/** JSON may hold 1e309, which is read as Infinity, and is `null` once it was sent to the page and back. */
const countOf = (value: unknown): number | null =>
  typeof value === "number" && value >= 0 && value <= MOST_COUNT ? Math.floor(value) : null;

/** The pages of all searches of a wish; `null` when not all of them are counted. */
export const countedPages = (searches: number, totals: SearchTotals | null): number | null =>
  totals && totals.counted >= searches ? Math.min(totals.pages, searches * MOST_PAGES) : null;

/** The pages that a wish can get of those that there are; `null` for all while these are not known. */
export const wantedPages = (
  all: number | null,
  { pages }: Pick<WishOf<"companies">, "pages">,
  searches: number,
): number | null => {
  const wished = pages === null ? null : Math.min(pages, searches * MOST_PAGES);
  return all === null ? wished : Math.min(all, wished ?? all);
};

/** The property of a search that is too long for the record. */
export const searchName = (jobId: string): string => `search:${jobId}`;

/** The search of a job, as it was wished. */
export const filtersOf = ({ id, wish }: CompaniesJob, properties: Record<string, string>): CompanyFilters =>
  unpack<CompanyFilters>(properties, searchName(id)) ?? wish.filters;

/** The exact filters of each search, in the order of their letters: an equal body is free again. */
export const searchesOf = (job: CompaniesJob, properties: Record<string, string>): CompanyFilters[] =>
  splitSearch(filtersOf(job, properties));

/** Pages in the sheet that were bought on one day, counted over all searches. */
type PageReceipt = Omit<PageReceipts, "freeUntilMs">;

/** The progress of a job before its first page. */
const NOTHING = {
  /** The search, of those of a long list; from 0. */
  search: 0,
  /** The next page of this search, from 1. Everything before it is in the sheet. */
  page: 1,
  /** Of this search; `null` before its first page. */
  totals: null as PageTotals | null,
  /** Pages in the sheet, of all searches. */
  pagesDone: 0,
  rows: 0,
  duplicates: 0,
  /** Companies that the user has already. */
  leftOut: 0,
  freePages: 0,
  /** The row of the last company that was written; 0 when it is not known. */
  lastRow: 0,
  /** The number of keys that the cache holds when it is complete. */
  cachedKeys: 0,
  /** A write has begun: if it has not ended, some of its rows may be there. */
  isUnsure: false,
  receiptsByDay: [] as PageReceipt[],
};
export type PageProgress = typeof NOTHING;

/** Reads the progress of a job; before the first page its totals are those of the preview. */
export function readPageProgress(
  job: CompaniesJob,
  properties: Record<string, string>,
  searches = searchesOf(job, properties).length,
): PageProgress {
  const { id, wish } = job;
  const totals = searches === 1 ? wish.totals : null;
  return {
    ...NOTHING,
    totals: totals && { companies: totals.companies, pages: totals.pages },
    ...parse<PageProgress>(properties[writtenName(id)]),
  };
}

/** The place of a page: its search, and its number there. */
export type PagePlace = Pick<PageProgress, "search" | "page">;

/** Below 0 for a page that comes before another one. */
export const comparePages = (one: PagePlace, other: PagePlace): number =>
  one.search - other.search || one.page - other.page;

export const pageKey = (search: number, page: number): string => `${search}.${page}`;

/** A page by its key. */
export function readPageKey(key: string): PagePlace {
  const [search = 0, page = 0] = key.split(".").map(Number);
  return { search, page };
}

/** From one page on, those of the same search that are left, and the first one of the next search. */
export function pagesFrom(search: number, page: number, lastPage: number, searches: number): string[] {
  const count = Math.max(0, lastPage - page + 1);
  const keys = Array.from({ length: count }, (_, i) => pageKey(search, page + i));
  return search + 1 < searches ? [...keys, pageKey(search + 1, 1)] : keys;
}

/** Pages that one lane of a driver has bought, and when. */
export interface Bought {
  /** The key that has paid. */
  by: string;
  pages: [key: string, minute: number][];
}

export const MINUTE_MS = 60_000;

/** Each lane keeps its own, so that it needs no lock. */
export const boughtName = (jobId: string, lane: number): string => `bought:${jobId}.${lane}`;

/** Nobody is warned of purchases before this moment any more: the user has agreed to pay again. */
export const agreedName = (jobId: string): string => `agreed:${jobId}`;

/** The pages that were bought within 30 days and are not in the sheet, and when. */
export function readBought(
  { id }: CompaniesJob,
  properties: Record<string, string>,
  written: PageProgress,
  by: string | null,
): Map<string, number> {
  const all = new Map<string, number>();
  for (const [name, text] of Object.entries(properties)) {
    if (!name.startsWith(`bought:${id}.`)) continue;
    const bought = parse<Bought>(text);
    if (!bought || (by !== null && bought.by !== by)) continue;
    for (const [key, minute] of bought.pages) {
      if (comparePages(readPageKey(key), written) >= 0) all.set(key, Math.max(minute * MINUTE_MS, all.get(key) ?? 0));
    }
  }
  return all;
}

/** The page by which it becomes known how many there are; scans name only this one until then. */
export const isFirstOfSearch = (written: PageProgress, search: number, page: number): boolean =>
  search === written.search ? written.totals === null && page === written.page : page === 1;

export const areEqual = (one: PageTotals, other: PageTotals): boolean =>
  one.companies === other.companies && one.pages === other.pages;

export const totalsChanged = (before: PageTotals, companies: number): Refusal =>
  refusal("TOTALS_CHANGED", `${before.companies} companies before, ${companies} now`);

export const nextSearch = (written: PageProgress): PageProgress => ({
  ...written,
  search: written.search + 1,
  page: 1,
  totals: null,
});

const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Beyond this number receipts are joined, as the progress is one property of 9 KB: pages bought on earlier days may
 * alternate with new ones.
 */
const MOST_RECEIPTS = 60;

/** Adds the next page to the receipts of a job. */
export function addReceipt(before: PageReceipt[], page: number, boughtMs: number, rows: number): PageReceipt[] {
  const last = before[before.length - 1];
  const isSameDay = last && Math.floor(last.boughtMs / DAY_MS) === Math.floor(boughtMs / DAY_MS);
  if (!last || !(isSameDay || before.length >= MOST_RECEIPTS))
    return [...before, { fromPage: page, toPage: page, boughtMs, rows }];
  const joined = { ...last, toPage: page, boughtMs: Math.min(last.boughtMs, boughtMs), rows: last.rows + rows };
  return [...before.slice(0, -1), joined];
}

/** Tells the sidebar what a job has written. */
export function viewWritten(job: CompaniesJob, properties: Record<string, string>): WrittenView {
  const searches = searchesOf(job, properties).length;
  const written = readPageProgress(job, properties, searches);
  const { search, page, totals, pagesDone, rows, duplicates, leftOut, freePages } = written;
  const isDone = search >= searches;
  const ofLast = search === searches - 1 && totals !== null;
  const counted = countedPages(searches, job.wish.totals);
  const all = isDone ? pagesDone : ofLast ? pagesDone - (page - 1) + totals.pages : counted;
  const by = readStanding(properties, job.id)?.keyFingerprint ?? null;
  const times = [...readBought(job, properties, written, by).values()];
  return {
    rows,
    alreadyThere: duplicates,
    leftOut,
    withoutDetails: 0,
    pages: pagesDone,
    pagesWanted: wantedPages(all, job.wish, searches),
    pagesInAll: all,
    freePages,
    unwritten:
      times.length > 0 && !isDone ? { pages: times.length, freeUntilMs: Math.min(...times) + FREE_AGAIN_MS } : null,
  };
}
