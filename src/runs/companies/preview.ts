import { refusalOf } from "../../refusal";
import type { Refusal } from "../../result";
import { cellOf } from "../../service/cells";
import { checkSearch, splitSearch } from "../../service/check-search";
import { ServiceError } from "../../service/errors";
import { readInvalidError, readPlanError } from "../../service/filter-error";
import { searchCompanies } from "../../service/operations";
import type { CompanyFilters, CompanyPage } from "../../service/resources";
import { refusal } from "../run-refusal";
import { readChosenColumns, rememberArrived } from "./chosen-columns";
import { describeColumns } from "./columns";
import type { FillParts } from "./fill-parts";
import { keepLastSearch } from "./kept-searches";
import { readTotals } from "./totals";
import type { SearchPreview } from "./views";

/** A preview that gets no turn by then says so. */
const LATEST_START_MS = 30_000;

/** Texts of a preview are cut to what a narrow table can show. */
const MAX_CELL_CHARACTERS = 200;

/** The first page of a search. A long list is looked at by its first 500 entries. */
export function previewSearch(parts: FillParts, filters: CompanyFilters): SearchPreview | Refusal {
  const problems = checkSearch(filters);
  if (problems.length > 0) return { state: "rejected", problems };
  keepLastSearch(parts, filters);
  const searches = splitSearch(filters);
  const page = askFirstPage(parts, searches[0] ?? filters);
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
    totals: { ...readTotals(page), searches: searches.length },
    isFree: page.free,
    chosenBefore: readChosenColumns(parts.store),
  };
}

function askFirstPage(parts: FillParts, filters: CompanyFilters): CompanyPage | ServiceError | Refusal {
  const { clock, newId } = parts;
  try {
    const { client, limiterOf } = parts.openService();
    const limiter = limiterOf("search-company", () => false);
    const latestStartMs = clock.nowMs() + LATEST_START_MS;
    const { granted } = limiter.awaitTurn({ ids: [newId()], latestStartMs, superseded: new Map() });
    if (granted.length === 0) return refusal("NO_TURN");
    const outcome = client.askAll([searchCompanies(filters, 1)])[0];
    if (!outcome) return refusal("NO_TURN");
    if (!outcome.ok && outcome.error.status === 429) limiter.noteRefusals(1);
    return outcome.ok ? outcome.result : outcome.error;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

/** What the service says of filters goes to the filters; everything else is a refusal. */
function readRefusal(error: ServiceError): SearchPreview | Refusal {
  if (error.code === "NO_RESULTS") return { state: "nothing" };
  if (error.code === "INVALID_FILTERS") return { state: "rejected", problems: readInvalidError(error.detail) };
  if (error.code === "PLAN_REQUIRED") return { state: "rejected", problems: readPlanError(error.detail) };
  return refusalOf(error);
}
