import { tellRefusals } from "../asking/reply";
import { keepLastSearch, whyNoSearch } from "../jobs/kinds/companies-plan";
import { readTotals, rememberPage } from "../jobs/kinds/pages";
import { openAnyService } from "../jobs/own-key";
import type { SearchTotals } from "../jobs/protocol";
import type { JobService, World } from "../jobs/record";
import { nextWaitMs } from "../pacing/turns";
import { isRefused, type Refusal, refusal } from "../result";
import { refusalOf, retryReason, ServiceError } from "../service/errors";
import { cellOf } from "../service/fields";
import {
  checkSearch,
  inOtherForm,
  type NamedProblem,
  readInvalidError,
  readPlanError,
  splitSearch,
} from "../service/filters";
import {
  type CompanyFilters,
  type CompanyPage,
  locationSuggestions,
  type ServiceCall,
  searchCompanies,
} from "../service/operations";
import { unlessGoogleFails } from "../sheet/table";
import { type CompanyColumn, describeColumns, readChosenColumns, rememberColumns } from "./company-columns";

const MAX_CELL_CHARACTERS = 200;

/** A call without a turn by then is refused, because somebody is waiting. */
const LATEST_START_MS = 30_000;

/** Google ends every execution after 6 minutes. */
const LONGEST_COUNT_MS = 240_000;

const NO_TOTALS = { companies: 0, pages: 0 };

/** Suggestions need this many letters, and late ones are useless. */
const FEWEST_CHARACTERS = 2;
const LATEST_SUGGESTION_MS = 2_000;

export type SearchPreview =
  | { state: "rejected"; problems: NamedProblem[] }
  | { state: "nothing" }
  | {
      state: "found";
      /** The filters as the service has accepted them. A job asks for the same, so its first page is free. */
      filters: CompanyFilters;
      columns: CompanyColumn[];
      rows: string[][];
      totals: SearchTotals;
      isFree: boolean;
      /** The columns chosen last in this spreadsheet; empty before the first job. */
      chosenBefore: string[];
    };

type Asked<Answer> = Answer | ServiceError | Refusal;

/** Gets the first page. A long list is split into searches, and the first one that finds something counts. */
export function previewSearch(world: World, filters: CompanyFilters): SearchPreview | Refusal {
  const { store, clock } = world;
  const problems = checkSearch(filters);
  if (problems.length > 0) return { state: "rejected", problems };
  // A full store must not stop the search. The tab shows an older one the next time.
  unlessGoogleFails(() => keepLastSearch(world, filters));
  const service = openAnyService(world);
  if (isRefused(service)) return service;
  const askedMs = clock.nowMs();
  const { page, searches, counted, taken } = askInEitherForm(world, service, filters);
  if (page instanceof ServiceError) return readRefusal(page);
  if (isRefused(page)) return page;
  const totals = readTotals(page);
  const found = searches === 1 ? totals?.companies : undefined;
  // Searches before it find nothing, and have no pages.
  if (isCharged(page))
    rememberPage(world, taken, { page: 1, by: service.fingerprint, boughtMs: askedMs, companies: found });
  const companies = page.results.map(({ company }) => company);
  const columns = describeColumns(companies, rememberColumns(store, companies));
  return {
    state: "found",
    filters: taken,
    columns,
    rows: companies.map((company) =>
      columns.map(({ name }) => String(cellOf(company, name)).slice(0, MAX_CELL_CHARACTERS)),
    ),
    totals: { ...(totals ?? NO_TOTALS), searches, counted },
    isFree: !isCharged(page),
    chosenBefore: readChosenColumns(store),
  };
}

/** Sends refused lists once more in their other form: a refusal costs nothing. */
function askInEitherForm(world: World, service: JobService, filters: CompanyFilters) {
  const asked = askFirst(world, service, filters);
  if (!(asked.page instanceof ServiceError) || asked.page.code !== "INVALID_FILTERS") return asked;
  const named = readInvalidError(asked.page.detail).map(({ path }) => path);
  const other = inOtherForm(filters, named);
  const again = other && askFirst(world, service, other);
  return again && (findsNothing(again.page) || isAnswer(again.page)) ? again : asked;
}

/** Asks the searches in turn until one finds something. `counted` of them were asked. */
function askFirst(world: World, service: JobService, taken: CompanyFilters) {
  const searches = splitSearch(taken);
  for (let counted = 1; ; counted++) {
    const page = askFirstPage(world, service, searches[counted - 1] ?? taken);
    if (!findsNothing(page) || counted >= searches.length) return { page, searches: searches.length, counted, taken };
  }
}

/** 1 credit, unless the page was bought before or is empty. */
const askFirstPage = (world: World, service: JobService, filters: CompanyFilters): Asked<CompanyPage> =>
  askOnce(world, service, searchCompanies(filters, 1), LATEST_START_MS);

function askOnce<Answer>(
  { clock, newId }: World,
  service: JobService,
  call: ServiceCall<Answer>,
  startWithinMs: number,
): Asked<Answer> {
  const limiter = service.limiterOf(call.operation);
  const turn = limiter.awaitTurn({ ids: [newId()], latestStartMs: clock.nowMs() + startWithinMs });
  if (turn.granted.length === 0) return refusal("NO_TURN");
  const outcome = service.client.ask(call);
  tellRefusals(limiter, [outcome]);
  return outcome.ok ? outcome.result : outcome.error;
}

const isAnswer = <Answer>(asked: Asked<Answer>): asked is Answer =>
  !(asked instanceof ServiceError) && !isRefused(asked);

/** A page without companies costs nothing (service.page-price). */
const isCharged = ({ free, results }: CompanyPage): boolean => !free && results.length > 0;

const findsNothing = (page: Asked<CompanyPage>): boolean => page instanceof ServiceError && page.code === "NO_RESULTS";

function readRefusal(error: ServiceError): SearchPreview | Refusal {
  if (findsNothing(error)) return { state: "nothing" };
  if (error.code === "INVALID_FILTERS") return { state: "rejected", problems: readInvalidError(error.detail) };
  if (error.code === "PLAN_REQUIRED") return { state: "rejected", problems: readPlanError(error.detail) };
  return refusalOf(error);
}

/** Counts as many searches as fit into one execution, at most a credit each. Their pages are free afterwards. */
export function countSearch(world: World, filters: CompanyFilters) {
  const { clock } = world;
  const searches = splitSearch(filters);
  const service = whyNoSearch(filters) ?? openAnyService(world);
  if (isRefused(service)) return service;
  const by = service.fingerprint;
  const totals = { companies: 0, pages: 0, searches: searches.length, counted: 0 };
  let paidPages = 0;
  const latestMs = clock.nowMs() + LONGEST_COUNT_MS;
  for (const search of searches) {
    const askedMs = clock.nowMs();
    if (askedMs > latestMs) break;
    const page = askPatiently(world, service, search);
    totals.counted++;
    if (findsNothing(page)) continue;
    if (page instanceof ServiceError) return refusalOf(page);
    if (isRefused(page)) return page;
    if (isCharged(page)) {
      paidPages++;
      // At once: a later search may fail. In the list it comes after all pages of those before.
      rememberPage(world, filters, { page: totals.pages + 1, by, boughtMs: askedMs });
    }
    const { companies, pages } = readTotals(page) ?? NO_TOTALS;
    totals.companies += companies;
    totals.pages += pages;
  }
  return { totals, paidPages };
}

function askPatiently(world: World, service: JobService, search: CompanyFilters): Asked<CompanyPage> {
  for (let attempts = 1; ; attempts++) {
    const page = askFirstPage(world, service, search);
    const waitMs = page instanceof ServiceError ? nextWaitMs(retryReason(page), attempts) : null;
    if (waitMs === null) return page;
    world.clock.sleep(waitMs);
  }
}

/** Returns `null` if the service offers no locations, or fails. Any text may then be right. */
export function suggestLocations(world: World, text: string): { name: string; type: string }[] | null | Refusal {
  if (text.trim().length < FEWEST_CHARACTERS) return [];
  return unlessGoogleFails(() => {
    const service = openAnyService(world);
    if (isRefused(service)) return service;
    const found = askOnce(world, service, locationSuggestions(text.trim()), LATEST_SUGGESTION_MS);
    return found instanceof ServiceError ? null : found;
  });
}
