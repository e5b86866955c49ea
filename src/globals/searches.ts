import * as kept from "../company-search/kept-searches";
import { readListColumn as readColumn } from "../company-search/list-column";
import * as preview from "../company-search/preview";
import type {
  CountedSearch,
  KeptSearches,
  ListColumn,
  LocationSuggestion,
  SearchPreview,
} from "../company-search/views";
import { answerJob } from "../compose";
import type { ListColumnRequest } from "../jobs/protocol";
import * as shapes from "../jobs/protocol";
import type { Result } from "../result";
import type { CompanyFilters } from "../service/responses";

/**
 * For the sidebar: the first page of a company search, 1 credit unless it was bought before.
 *
 * @param filters The search.
 * @return The page and how much there is, or what is wrong with which filter.
 */
export function previewSearch(filters: CompanyFilters): Result<SearchPreview> {
  return answerJob(shapes.companyFilters, filters, preview.previewSearch);
}

/**
 * For the sidebar: how much all searches of a long list find, a credit for each at most. Their first pages are free then.
 *
 * @param filters The search.
 * @return Companies and pages of all of them.
 */
export function countSearch(filters: CompanyFilters): Result<CountedSearch> {
  return answerJob(shapes.companyFilters, filters, preview.countSearch);
}

/**
 * For the sidebar: locations as the service writes them. Free; none where the service does not offer them.
 *
 * @param text At least 2 letters of a location.
 * @return The locations.
 */
export function suggestLocations(text: string): Result<LocationSuggestion[]> {
  return answerJob(shapes.shortWords, text, preview.suggestLocations);
}

/**
 * For the sidebar: the entries of a column, for a list of names or websites.
 *
 * @param request Which column.
 * @return The columns there are, and the entries of one.
 */
export function readListColumn(request: ListColumnRequest): Result<ListColumn> {
  return answerJob(shapes.listColumnRequest, request, readColumn);
}

/**
 * For the sidebar: the searches this user has kept.
 *
 * @return Their names, and the last search.
 */
export function findSearches(): Result<KeptSearches> {
  return answerJob(shapes.nothing, null, kept.findSearches);
}

/**
 * For the sidebar: keeps a search under a name, instead of the one that has it.
 *
 * @param name Its name.
 * @param filters The search.
 * @return All kept searches.
 */
export function saveSearch(name: string, filters: CompanyFilters): Result<KeptSearches> {
  return answerJob(shapes.searchToSave, { name, filters }, kept.saveSearch);
}

/**
 * For the sidebar: a search that was kept.
 *
 * @param name Its name.
 * @return The search.
 */
export function loadSearch(name: string): Result<CompanyFilters> {
  return answerJob(shapes.shortWords, name, kept.loadSearch);
}

/**
 * For the sidebar: forgets a kept search.
 *
 * @param name Its name.
 * @return The searches that are left.
 */
export function deleteSearch(name: string): Result<KeptSearches> {
  return answerJob(shapes.shortWords, name, kept.deleteSearch);
}
