import { replacePacked, unpack } from "../../json";
import { questionId } from "../../pacing/turns";
import { splitSearch } from "../../service/filters";
import { FREE_AGAIN_MS } from "../../service/limits";
import type { CompanyFilters } from "../../service/operations";
import type { SearchTotals } from "../protocol";
import { listRecords, type World } from "../record";
import type { PageReceipts } from "../views";
import { type CompaniesJob, filtersOf, readPageProgress } from "./pages";

// Pages that were paid for stay free for 30 days, as long as the search finds the same companies (service.page-price).

/** Pages of a preview, a count, or a list that was undone. */
interface PaidPages extends Pick<PageReceipts, "fromPage" | "toPage" | "boughtMs"> {
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

const searchId = (filters: CompanyFilters): string => questionId("search", JSON.stringify(filters));

/** These lists of companies have exactly the same filters. */
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
    ...readPaid(properties).filter((each) => each.search === searchId(filters)),
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
  const search = searchId(filtersOf(job, properties));
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
  try {
    keepPaid(world, world.store.all(), [{ ...paid, search: searchId(filters), fromPage: page, toPage: page }]);
  } catch {
    // Then the dry run does not tell that this page is free.
  }
}

function keepPaid({ store, clock }: World, properties: Record<string, string>, paid: PaidPages[]): void {
  const all = [...paid, ...readPaid(properties)].filter(({ boughtMs }) => boughtMs > clock.nowMs() - FREE_AGAIN_MS);
  replacePacked(store, PAID, all.slice(0, MAX_PAID));
}
