import { answerCompanies } from "../companies-wiring";
import type { Result } from "../result";
import { isResumable, isRunId } from "../runs/check-request";
import {
  isCompanyFilters,
  isFillEndRequest,
  isFillSliceRequest,
  isFillWish,
  isListColumnRequest,
  isSearchName,
  isShortText,
} from "../runs/companies/check-request";
import { countSearch as countAll } from "../runs/companies/count-search";
import { resumeFill as continueFill, endFill as leaveFill, findFills as listFills } from "../runs/companies/end-fill";
import { fillPages as fillNextPages } from "../runs/companies/fill-slice";
import * as kept from "../runs/companies/kept-searches";
import { readListColumn as readColumn } from "../runs/companies/list-column";
import { planFill as makePlan } from "../runs/companies/plan-fill";
import { previewSearch as lookAtFirstPage } from "../runs/companies/preview";
import { startFill as beginFill } from "../runs/companies/start-fill";
import { suggestLocations as askForLocations } from "../runs/companies/suggest-locations";
import { summariseFill as summarise } from "../runs/companies/summarise-fill";
import { undoFill as takeFillBack } from "../runs/companies/undo-fill";
import type {
  CountedSearch,
  FillEndRequest,
  FillPlan,
  FillSliceReport,
  FillSliceRequest,
  FillSummary,
  FillUndo,
  FillView,
  FillWish,
  KeptSearches,
  ListColumn,
  ListColumnRequest,
  LocationSuggestion,
  SearchPreview,
} from "../runs/companies/views";
import type { CompanyFilters } from "../service/resources";
import { showSidebarAt } from "../settings-wiring";

/** Menu: opens the sidebar at its companies. */
export function showCompanies(): void {
  showSidebarAt("companies");
}

/**
 * For the sidebar: the first page of a company search, 1 credit unless it was bought before.
 *
 * @param filters The search.
 * @return The page and how much there is, or what is wrong with which filter.
 */
export function previewSearch(filters: CompanyFilters): Result<SearchPreview> {
  return answerCompanies(filters, isCompanyFilters, lookAtFirstPage);
}

/**
 * For the sidebar: how much all searches of a long list find, a credit for each at most. Their first pages are free then.
 *
 * @param filters The search.
 * @return Companies and pages of all of them.
 */
export function countSearch(filters: CompanyFilters): Result<CountedSearch> {
  return answerCompanies(filters, isCompanyFilters, countAll);
}

/**
 * For the sidebar: locations as the service writes them. Free; none where the service does not offer them.
 *
 * @param text At least 2 letters of a location.
 * @return The locations.
 */
export function suggestLocations(text: string): Result<LocationSuggestion[]> {
  return answerCompanies(text, isShortText, askForLocations);
}

/**
 * For the sidebar: the entries of a column, for a list of names or websites.
 *
 * @param request Which column.
 * @return The columns there are, and the entries of one.
 */
export function readListColumn(request: ListColumnRequest): Result<ListColumn> {
  return answerCompanies(request, isListColumnRequest, readColumn);
}

/**
 * For the sidebar: the searches this user has kept.
 *
 * @return Their names, and the last search.
 */
export function findSearches(): Result<KeptSearches> {
  return answerCompanies(null, (value): value is null => value === null, kept.findSearches);
}

/**
 * For the sidebar: keeps a search under a name, instead of the one that has it.
 *
 * @param name Its name.
 * @param filters The search.
 * @return All kept searches.
 */
export function saveSearch(name: string, filters: CompanyFilters): Result<KeptSearches> {
  const request = { name, filters };
  return answerCompanies(request, kept.isSearchToSave, kept.saveSearch);
}

/**
 * For the sidebar: a search that was kept.
 *
 * @param name Its name.
 * @return The search.
 */
export function loadSearch(name: string): Result<CompanyFilters> {
  return answerCompanies(name, isSearchName, kept.loadSearch);
}

/**
 * For the sidebar: forgets a kept search.
 *
 * @param name Its name.
 * @return The searches that are left.
 */
export function deleteSearch(name: string): Result<KeptSearches> {
  return answerCompanies(name, isSearchName, kept.deleteSearch);
}

/**
 * For the sidebar: the free dry run of a fill. Nothing is asked or changed.
 *
 * @param wish What the user has decided.
 * @return What the fill would write and cost at most.
 */
export function planFill(wish: FillWish): Result<FillPlan> {
  return answerCompanies(wish, isFillWish, makePlan);
}

/**
 * For the sidebar: makes the sheet or the columns of a fill and begins it.
 *
 * @param wish What the user has decided.
 * @return The fill.
 */
export function startFill(wish: FillWish): Result<FillView> {
  return answerCompanies(wish, isFillWish, beginFill);
}

/**
 * For the sidebar: asks the next pages of a fill and writes them in their order.
 *
 * @param request What the driver knows.
 * @return What became of them.
 */
export function fillPages(request: FillSliceRequest): Result<FillSliceReport> {
  return answerCompanies(request, isFillSliceRequest, fillNextPages);
}

/**
 * For the sidebar: pauses, stops or finishes a fill.
 *
 * @param request How it ends.
 * @return The fill as it is left.
 */
export function endFill(request: FillEndRequest): Result<FillView> {
  return answerCompanies(request, isFillEndRequest, leaveFill);
}

/**
 * For the sidebar: goes on with a fill that was paused or left.
 *
 * @param fillId The fill.
 * @param withOwnKey Whether the user agrees to spend the credits of another key than the one it was started with.
 * @param capHalves What it may cost in all, in half credits; `null` for no limit. What was allowed before if it is left out.
 * @return The fill, or why it cannot go on.
 */
export function resumeFill(fillId: string, withOwnKey: boolean, capHalves?: number | null): Result<FillView> {
  return answerCompanies(fillId, isResumable(capHalves), (parts, id) =>
    continueFill(parts, id, withOwnKey === true, capHalves),
  );
}

/**
 * For the sidebar: the fills of this spreadsheet.
 *
 * @return The fills, the youngest first.
 */
export function findFills(): Result<FillView[]> {
  return answerCompanies(null, (value): value is null => value === null, listFills);
}

/**
 * For the sidebar: what a fill has led to.
 *
 * @param fillId The fill.
 * @return Pages, rows and receipts.
 */
export function summariseFill(fillId: string): Result<FillSummary> {
  return answerCompanies(fillId, isRunId, summarise);
}

/**
 * For the sidebar: takes a fill's rows out of the sheet again, or its sheet.
 *
 * @param fillId The fill.
 * @param isMeant Whether to do it; otherwise it is only counted.
 * @return What is taken away.
 */
export function undoFill(fillId: string, isMeant: boolean): Result<FillUndo> {
  return answerCompanies(fillId, isRunId, (parts, id) => takeFillBack(parts, id, isMeant === true));
}
