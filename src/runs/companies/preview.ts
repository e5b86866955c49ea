import { refusalOf } from "../../refusal";
import type { Refusal } from "../../result";
import { cellOf } from "../../service/cells";
import { checkSearch, splitSearch } from "../../service/check-search";
import { ServiceError } from "../../service/errors";
import { readInvalidError, readPlanError } from "../../service/filter-error";
import type { CompanyFilters } from "../../service/resources";
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
  const searches = splitSearch(filters);
  let counted = 1;
  let page = askFirstPage(parts, searches[0] ?? filters);
  for (const search of searches.slice(1)) {
    if (!findsNothing(page)) break;
    page = askFirstPage(parts, search);
    counted++;
  }
  if (page instanceof ServiceError) return readRefusal(page);
  if ("ok" in page) return page;
  const companies = page.results.map(({ company }) => company);
  const columns = describeColumns(companies, rememberArrived(parts.store, companies));
  return {
    state: "found",
    columns,
    rows: companies.map((company) =>
      columns.map(({ name }) => String(cellOf(company, name)).slice(0, MAX_CELL_CHARACTERS)),
    ),
    totals: { ...readTotals(page), searches: searches.length, counted },
    isFree: page.free,
    chosenBefore: readChosenColumns(parts.store),
  };
}

/** What the service says of filters goes to the filters; everything else is a refusal. */
function readRefusal(error: ServiceError): SearchPreview | Refusal {
  if (findsNothing(error)) return { state: "nothing" };
  if (error.code === "INVALID_FILTERS") return { state: "rejected", problems: readInvalidError(error.detail) };
  if (error.code === "PLAN_REQUIRED") return { state: "rejected", problems: readPlanError(error.detail) };
  return refusalOf(error);
}
