import { countIn, parse, replacePacked, unpack } from "../../json";
import { questionId } from "../../pacing/turns";
import { type Refusal, refusal } from "../../result";
import { splitSearch } from "../../service/filters";
import { COMPANIES_PER_PAGE, FREE_AGAIN_MS, MAX_PAGES } from "../../service/limits";
import type { CompanyFilters, CompanyPage } from "../../service/operations";
import { dayOf } from "../../sheet/pinned-columns";
import { numbersBetween, unlessGoogleFails } from "../../sheet/table";
import { readStanding } from "../credits";
import { writtenName } from "../past-jobs";
import { type ChoicesOf, MAX_COUNT, type PageContent, type SearchTotals } from "../protocol";
import { type JobOf, listRecords, type World } from "../record";
import type { ReceiptView, WrittenView } from "../views";

// The pages of a list of companies: which there are, which are bought or come free, and which are in the sheet.

export type CompaniesJob = JobOf<"companies">;

/** The companies that a search finds, and the pages of it that can be had: at most 1000. */
export type PageTotals = NonNullable<PageContent["totals"]>;

/** `null` if the page tells none that can be true. */
export function readTotals({ pagination }: Pick<CompanyPage, "pagination">): PageTotals | null {
  const companies = countOf(pagination.total_count);
  if (companies === null) return null;
  const pages = countOf(pagination.total_page) || Math.ceil(companies / COMPANIES_PER_PAGE);
  return { companies, pages: Math.min(MAX_PAGES, pages) };
}

/** JSON may hold 1e309, which is read as Infinity and becomes `null` on its way to the page and back. */
function countOf(value: unknown): number | null {
  const count = countIn(value);
  return count !== null && count <= MAX_COUNT ? Math.floor(count) : null;
}

/** @returns `null` if not all chosen searches are counted */
export const countedPages = (searches: number, totals: SearchTotals | null): number | null =>
  totals && totals.counted >= searches ? Math.min(totals.pages, searches * MAX_PAGES) : null;

/** `null` stands for all pages while their number is not known. */
export const wantedPages = (
  all: number | null,
  { pages }: Pick<ChoicesOf<"companies">, "pages">,
  searches: number,
): number | null => {
  const wanted = pages === null ? null : Math.min(pages, searches * MAX_PAGES);
  return all === null ? wanted : Math.min(all, wanted ?? all);
};

export const searchProperty = (jobId: string): string => `search:${jobId}`;

export const filtersOf = ({ id, choices }: CompaniesJob, properties: Record<string, string>): CompanyFilters =>
  unpack<CompanyFilters>(properties, searchProperty(id)) ?? choices.filters;

/** Pages that were bought on one day with one key, numbered over all searches. */
interface PageReceipt extends Pick<ReceiptView, "fromPage" | "toPage" | "boughtMs" | "rows"> {
  /** Missing if the pages came free, or nobody knows the key. */
  by?: string | undefined;
  /** The number of companies found then; missing if nobody knows. */
  companies?: number | undefined;
}

const NO_PAGES_YET = {
  /** The index of the search in a long list. */
  search: 0,
  /** The next page, from 1. Everything before it is in the sheet. */
  page: 1,
  /** `null` before the first page of this search. */
  totals: null as PageTotals | null,
  /** The number of pages of all searches. */
  pagesDone: 0,
  rows: 0,
  duplicates: 0,
  leftOut: 0,
  freePages: 0,
  /** 0 if the row is not known. */
  lastRow: 0,
  /** The number of keys in the cache when it is complete. */
  cachedKeys: 0,
  /** True once a write has begun. If the write did not end, some of its rows may be there. */
  isUnsure: false,
  receiptsByDay: [] as PageReceipt[],
};
export type PageProgress = typeof NO_PAGES_YET;

export const readPageProgress = (
  { id }: Pick<CompaniesJob, "id">,
  properties: Record<string, string>,
): PageProgress => ({
  ...NO_PAGES_YET,
  ...parse<PageProgress>(properties[writtenName(id)]),
});

/** Before the first page, the totals are those of the preview. */
export function readPages(
  job: CompaniesJob,
  properties: Record<string, string>,
): { searches: CompanyFilters[]; written: PageProgress } {
  const searches = splitSearch(filtersOf(job, properties));
  const written = readPageProgress(job, properties);
  const isBegun = properties[writtenName(job.id)] !== undefined;
  const told = isBegun || searches.length > 1 ? null : job.choices.totals;
  return {
    searches,
    written: told ? { ...written, totals: { companies: told.companies, pages: told.pages } } : written,
  };
}

type PagePlace = Pick<PageProgress, "search" | "page">;

export const comparePages = (one: PagePlace, other: PagePlace): number =>
  one.search - other.search || one.page - other.page;

export const pageKey = (search: number, page: number): string => `${search}.${page}`;

export function readPageKey(key: string): PagePlace {
  const [search = 0, page = 0] = key.split(".").map(Number);
  return { search, page };
}

/** The keys of the pages from this one to the last of its search, and of the first page of the next search. */
export function pagesFrom(search: number, page: number, lastPage: number, searches: number): string[] {
  const keys = numbersBetween(page, lastPage).map((number) => pageKey(search, number));
  return search + 1 < searches ? [...keys, pageKey(search + 1, 1)] : keys;
}

/** Pages that one lane of a driver has bought or got for nothing. */
export interface Bought {
  by: string;
  /** The minutes when a page was last known to be paid for and when it was bought, if anybody knows. */
  pages: [key: string, knownMinute: number, boughtMinute?: number][];
}

/** A page that was bought and is not in the sheet. */
export interface BoughtPage {
  /** The latest time at which the page was known to be paid for. */
  knownMs: number;
  /** 0 if it came free, and nobody knows when it was bought. */
  boughtMs: number;
  by: string;
}

const MINUTE_MS = 60_000;

export const boughtEntry = (key: string, { knownMs, boughtMs }: Omit<BoughtPage, "by">): Bought["pages"][number] => {
  const [known, bought] = [knownMs, boughtMs].map((ms) => Math.floor(ms / MINUTE_MS)) as [number, number];
  return bought > 0 ? [key, known, bought] : [key, known];
};

/** Each lane keeps its own pages, so that it needs no lock. */
export const boughtName = (jobId: string, lane: number): string => `bought:${jobId}.${lane}`;

/** The user has agreed to pay again at this time, so nobody is warned of earlier purchases. */
export const agreedName = (jobId: string): string => `agreed:${jobId}`;

export function readBought(
  { id }: CompaniesJob,
  properties: Record<string, string>,
  written: PageProgress,
  by: string | null,
): Map<string, BoughtPage> {
  const all = new Map<string, BoughtPage>();
  for (const [name, text] of Object.entries(properties)) {
    if (!name.startsWith(`bought:${id}.`)) continue;
    const bought = parse<Bought>(text);
    if (!bought || (by !== null && bought.by !== by)) continue;
    for (const [key, known, minute = 0] of bought.pages) {
      const page = { knownMs: known * MINUTE_MS, boughtMs: minute * MINUTE_MS, by: bought.by };
      const isLater = page.knownMs >= (all.get(key)?.knownMs ?? 0);
      if (isLater && comparePages(readPageKey(key), written) >= 0) all.set(key, page);
    }
  }
  return all;
}

/** True for the page that will tell how many pages there are. Until it has come, scans name only this one. */
export const isFirstOfSearch = (written: PageProgress, search: number, page: number): boolean =>
  search === written.search ? written.totals === null && page === written.page : page === 1;

/** The service's data change by the hour, so a small change is the same search. A larger one is another, or a fault. */
export const areAlike = (one: PageTotals, other: PageTotals): boolean =>
  one.companies > 0 === other.companies > 0 &&
  Math.abs(one.companies - other.companies) <= Math.max(COMPANIES_PER_PAGE, one.companies / 100);

export const totalsChanged = (before: PageTotals, companies: number): Refusal =>
  refusal("TOTALS_CHANGED", `${before.companies} companies before, ${companies} now`);

export const nextSearch = (written: PageProgress): PageProgress => ({
  ...written,
  search: written.search + 1,
  page: 1,
  totals: null,
});

/** More receipts are joined, because a property holds 9 KB. Pages of earlier days may alternate with new ones. */
const MAX_RECEIPTS = 60;

export type Purchase = Pick<PageReceipt, "boughtMs" | "by" | "companies">;

export function addReceipt(before: PageReceipt[], page: number, bought: Purchase, rows: number): PageReceipt[] {
  const { boughtMs, by, companies } = bought;
  const last = before[before.length - 1];
  const isSameDay = last && dayOf(last.boughtMs) === dayOf(boughtMs);
  const isAlike = isSameDay && last.by === by && last.companies === companies;
  if (!last || !(isAlike || before.length >= MAX_RECEIPTS))
    return [...before, { fromPage: page, toPage: page, boughtMs, rows, by, companies }];
  const joined = {
    ...last,
    toPage: page,
    boughtMs: Math.min(last.boughtMs, boughtMs),
    rows: last.rows + rows,
    by: last.by === by ? by : undefined,
    companies: last.companies === companies ? companies : undefined,
  };
  return [...before.slice(0, -1), joined];
}

export function viewWritten(
  job: CompaniesJob,
  properties: Record<string, string>,
  { searches: { length: searches }, written } = readPages(job, properties),
): WrittenView {
  const { search, page, totals, pagesDone, rows, duplicates, leftOut, freePages } = written;
  const isDone = search >= searches;
  const ofLast = search === searches - 1 && totals !== null;
  const counted = countedPages(searches, job.choices.totals);
  const all = isDone ? pagesDone : ofLast ? pagesDone - (page - 1) + totals.pages : counted;
  const by = readStanding(properties, job.id)?.keyFingerprint ?? null;
  const times = [...readBought(job, properties, written, by).values()].map(({ knownMs }) => knownMs);
  return {
    rows,
    alreadyThere: duplicates,
    leftOut,
    withoutDetails: 0,
    pages: pagesDone,
    pagesWanted: wantedPages(all, job.choices, searches),
    pagesInAll: all,
    freePages,
    unwritten:
      times.length > 0 && !isDone ? { pages: times.length, freeUntilMs: Math.min(...times) + FREE_AGAIN_MS } : null,
  };
}

// Pages that were paid for stay free for 30 days, as long as the search finds the same companies (service.page-price).

/** Pages of a preview, a count, or a list that was undone. */
interface PaidPages extends Pick<ReceiptView, "fromPage" | "toPage" | "boughtMs"> {
  /** Identifies the exact filters. */
  search: string;
  by: string;
  /** The number of companies found then; missing if nobody knows. */
  companies?: number | undefined;
}

const PAID = "paid-pages";

/** Each entry takes some 120 bytes, so all of them stay within 24 KB of the 500 that a store holds. */
const MAX_PAID = 200;

const readPaid = (properties: Record<string, string>): PaidPages[] => unpack<PaidPages[]>(properties, PAID) ?? [];

const filtersId = (filters: CompanyFilters): string => questionId("search", JSON.stringify(filters));

/** Jobs that list companies by exactly the same filters. */
export function jobsOfSearch(filters: CompanyFilters, properties: Record<string, string>): CompaniesJob[] {
  const asked = JSON.stringify(filters);
  return listRecords(properties)
    .filter((job): job is CompaniesJob => job.choices.kind === "companies")
    .filter((job) => JSON.stringify(filtersOf(job, properties)) === asked);
}

/** A long list is several searches, so no number of companies counts. */
function paidFor(job: CompaniesJob, properties: Record<string, string>): Omit<PaidPages, "search">[] {
  const isLong = splitSearch(filtersOf(job, properties)).length > 1;
  return readPageProgress(job, properties).receiptsByDay.flatMap(({ by, fromPage, toPage, boughtMs, companies }) =>
    by ? [{ by, fromPage, toPage, boughtMs, companies: isLong ? undefined : companies }] : [],
  );
}

/** A job that is planned now asks for its last page no later. */
const LAST_PAGE_WITHIN_MS = 60 * 60 * 1_000;

interface Wanted {
  filters: CompanyFilters;
  /** What the search finds now; `null` if that is not known. */
  totals: SearchTotals | null;
  jobs: CompaniesJob[];
  /** The key that would pay. */
  by: string | null;
}

/**
 * The pages of a search that should be free, by their numbers over all searches, with the times of purchase. If the
 * search found more or fewer companies then, others stand on its pages now. Of a long list, all pages count.
 */
export function paidPages(
  { clock }: Pick<World, "clock">,
  properties: Record<string, string>,
  { filters, totals, jobs, by }: Wanted,
): Map<number, number> {
  const since = clock.nowMs() + LAST_PAGE_WITHIN_MS - FREE_AGAIN_MS;
  const all = [
    ...jobs.flatMap((job) => paidFor(job, properties)),
    ...readPaid(properties).filter((each) => each.search === filtersId(filters)),
  ];
  const now = splitSearch(filters).length === 1 ? totals?.companies : undefined;
  const free = new Map<number, number>();
  for (const { by: payer, companies, fromPage, toPage, boughtMs } of all) {
    const isSame = now === undefined || companies === undefined || companies === now;
    if (payer !== by || boughtMs <= since || !isSame) continue;
    for (let page = fromPage; page <= toPage; page++) free.set(page, Math.max(boughtMs, free.get(page) ?? 0));
  }
  return free;
}

/** The dry run of a list has told these pages as free, because a preview or another list has paid for them. */
export function paidElsewhere(
  world: Pick<World, "clock">,
  job: CompaniesJob,
  properties: Record<string, string>,
  by: string | null,
): Map<number, number> {
  const filters = filtersOf(job, properties);
  const jobs = jobsOfSearch(filters, properties).filter(({ id }) => id !== job.id);
  return paidPages(world, properties, { filters, totals: job.choices.totals, jobs, by });
}

/** The pages of a list that is forgotten stay paid for. */
export function rememberPaid(world: World, job: CompaniesJob): void {
  const properties = world.store.all();
  const search = filtersId(filtersOf(job, properties));
  keepPaid(
    world,
    properties,
    paidFor(job, properties).map((paid) => ({ ...paid, search })),
  );
}

/** Remembers a page that a preview or a count has paid for. Its number counts over all searches of a long list. */
export function rememberPage(
  world: World,
  filters: CompanyFilters,
  bought: Pick<PaidPages, "by" | "boughtMs" | "companies"> & { page: number },
): void {
  const { page, ...paid } = bought;
  const pages = [{ ...paid, search: filtersId(filters), fromPage: page, toPage: page }];
  // If it cannot be kept, the dry run does not tell that this page is free.
  unlessGoogleFails(() => keepPaid(world, world.store.all(), pages));
}

function keepPaid({ store, clock }: World, properties: Record<string, string>, paid: PaidPages[]): void {
  const all = [...paid, ...readPaid(properties)].filter(({ boughtMs }) => boughtMs > clock.nowMs() - FREE_AGAIN_MS);
  replacePacked(store, PAID, all.slice(0, MAX_PAID));
}
