import { nextWaitMs } from "../../pacing/retry";
import { refusalOf, refuse } from "../../refusal";
import type { Refusal } from "../../result";
import { checkSearch, splitSearch } from "../../service/check-search";
import { retryReason, ServiceError } from "../../service/errors";
import type { CompanyFilters } from "../../service/resources";
import type { FillParts } from "./fill-parts";
import { askFirstPage, findsNothing } from "./first-page";
import { readTotals } from "./totals";
import type { CountedSearch } from "./views";

/** Google ends every execution after 6 minutes (facts 2.1). */
const LONGEST_MS = 240_000;

/**
 * Finds out how much all searches of a long list find, by the first page of each: a credit at most, for pages that are
 * free when the list is filled. What does not fit into one execution is left out, and said so.
 */
export function countSearch(parts: FillParts, filters: CompanyFilters): CountedSearch | Refusal {
  const { clock } = parts;
  const [problem] = checkSearch(filters);
  if (problem) return refuse("INVALID_FILTERS", problem.message, "Correct the search.");
  const searches = splitSearch(filters);
  const counted: CountedSearch = {
    totals: { companies: 0, pages: 0, searches: searches.length, counted: 0 },
    paidPages: 0,
  };
  const latestMs = clock.nowMs() + LONGEST_MS;
  for (const search of searches) {
    if (clock.nowMs() > latestMs) break;
    const page = askPatiently(parts, search);
    counted.totals.counted++;
    if (findsNothing(page)) continue;
    if (page instanceof ServiceError) return refusalOf(page);
    if ("ok" in page) return page;
    const { companies, pages } = readTotals(page);
    counted.totals.companies += companies;
    counted.totals.pages += pages;
    counted.paidPages += Number(!page.free);
  }
  return counted;
}

function askPatiently(parts: FillParts, search: CompanyFilters): ReturnType<typeof askFirstPage> {
  for (let attempts = 1; ; attempts++) {
    const page = askFirstPage(parts, search);
    const waitMs = page instanceof ServiceError ? nextWaitMs(retryReason(page), attempts) : null;
    if (waitMs === null) return page;
    parts.clock.sleep(waitMs);
  }
}
