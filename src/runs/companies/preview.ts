import { refusalOf } from "../../refusal";
import type { Refusal } from "../../result";
import { cellOf } from "../../service/cells";
import { checkSearch, inOtherForm, splitSearch } from "../../service/check-search";
import { ServiceError } from "../../service/errors";
import { readInvalidError, readPlanError } from "../../service/filter-error";
import type { CompanyFilters, CompanyPage } from "../../service/resources";
import { readChosenColumns, rememberArrived } from "./chosen-columns";
import { describeColumns } from "./columns";
import type { FillParts } from "./fill-parts";
import { askFirstPage, findsNothing } from "./first-page";
import { keepLastSearch } from "./kept-searches";
import { readTotals } from "./totals";
import type { SearchPreview } from "./views";

/** Texts of a preview are cut to what a narrow table can show. */
const MAX_CELL_CHARACTERS = 200;

/** The first page of a search; of a long list that of the first 500 entries that find something. */
export function previewSearch(parts: FillParts, filters: CompanyFilters): SearchPreview | Refusal {
  const problems = checkSearch(filters);
  if (problems.length > 0) return { state: "rejected", problems };
  keepLastSearch(parts, filters);
  const { page, searches, counted, taken } = askInEitherForm(parts, filters);
  if (page instanceof ServiceError) return readRefusal(page);
  if ("ok" in page) return page;
  const companies = page.results.map(({ company }) => company);
  const columns = describeColumns(companies, rememberArrived(parts.store, companies));
  return {
    state: "found",
    filters: taken,
    columns,
    rows: companies.map((company) =>
      columns.map(({ name }) => String(cellOf(company, name)).slice(0, MAX_CELL_CHARACTERS)),
    ),
    totals: { ...readTotals(page), searches, counted },
    isFree: page.free,
    chosenBefore: readChosenColumns(parts.store),
  };
}

interface Asked {
  page: CompanyPage | ServiceError | Refusal;
  /** Into how many the search was split, and how many of them were asked. */
  searches: number;
  counted: number;
  /** The filters as they were sent. */
  taken: CompanyFilters;
}

/** Refused filters are sent once more in the form that lists can have besides: a refusal costs nothing. */
function askInEitherForm(parts: FillParts, filters: CompanyFilters): Asked {
  const asked = askFirst(parts, filters);
  if (!(asked.page instanceof ServiceError) || asked.page.code !== "INVALID_FILTERS") return asked;
  const named = readInvalidError(asked.page.detail).map(({ path }) => path);
  const other = inOtherForm(filters, named);
  const again = other && askFirst(parts, other);
  return again && (findsNothing(again.page) || !isRefused(again.page)) ? again : asked;
}

const isRefused = (page: Asked["page"]): boolean => page instanceof ServiceError || "ok" in page;

/** The first page that finds something. */
function askFirst(parts: FillParts, filters: CompanyFilters): Asked {
  const searches = splitSearch(filters);
  let counted = 1;
  let page = askFirstPage(parts, searches[0] ?? filters);
  for (const search of searches.slice(1)) {
    if (!findsNothing(page)) break;
    page = askFirstPage(parts, search);
    counted++;
  }
  return { page, searches: searches.length, counted, taken: filters };
}

/** What the service says of filters goes to the filters; everything else is a refusal. */
function readRefusal(error: ServiceError): SearchPreview | Refusal {
  if (findsNothing(error)) return { state: "nothing" };
  if (error.code === "INVALID_FILTERS") return { state: "rejected", problems: readInvalidError(error.detail) };
  if (error.code === "PLAN_REQUIRED") return { state: "rejected", problems: readPlanError(error.detail) };
  return refusalOf(error);
}
