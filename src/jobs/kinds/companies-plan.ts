import { asciiJson, isObject, PROPERTY_CHARACTERS, pack, replacePacked } from "../../json";
import { fieldsIn, groupIn, openAppendList } from "../../lists/append";
import { placeList } from "../../lists/list-sheet";
import { headerIn, isContent, lastFilledRow, rowsFrom } from "../../lists/rows";
import { isRefused, type Refusal, refusal, refuse, SHEET_DELETED } from "../../result";
import { checkSearch, FILTER_CATALOGUE, listValues, splitSearch } from "../../service/filters";
import { COMPANIES_PER_PAGE, FREE_AGAIN_MS, HALVES_PER_PAGE } from "../../service/limits";
import type { CompanyFilters } from "../../service/operations";
import { topOf } from "../../sheet/find-column";
import { columnOf } from "../../sheet/pinned-columns";
import { columnLetter } from "../../sheet/table";
import { planLeftOut } from "../leave-out";
import { ownFingerprint, secondsFor } from "../own-key";
import type { ChoicesOf, PlanRequestOf } from "../protocol";
import type { World } from "../record";
import type { CompaniesPlan } from "../views";
import { COMPANY_LIST, companyList, isIdentityName, NAME_FIELDS, WEBSITE_FIELDS } from "./company-rows";
import { type Counted, type Prepared, resultsIn } from "./kind";
import {
  type CompaniesJob,
  countedPages,
  jobsOfSearch,
  paidElsewhere,
  paidPages,
  readBought,
  readPageKey,
  readPageProgress,
  readPages,
  searchProperty,
  wantedPages,
} from "./pages";
import { mayName, typedColumns } from "./typed-columns";

/** A longer search is kept in pieces: a record is one property of 9 KB, and holds the columns as well. */
const MAX_SHORT_SEARCH = 1_500;

/** A longer search is not kept as the last one, because it would take room that others need. */
const MAX_LAST_SEARCH_CHARACTERS = 60_000;

/** The search that the user last previewed. */
export const LAST_SEARCH = "search-last";

/** The columns of the last list of companies in this spreadsheet. */
export const CHOSEN_COLUMNS = "company-choice";

export const isTooLongToKeep = (filters: CompanyFilters): boolean =>
  JSON.stringify(filters).length > MAX_LAST_SEARCH_CHARACTERS;

/** After a search that is too long, the tab shows none: an older one could be filled in its place. */
export const keepLastSearch = ({ userStore }: Pick<World, "userStore">, filters: CompanyFilters): void =>
  replacePacked(userStore, LAST_SEARCH, isTooLongToKeep(filters) ? {} : filters);

/** @returns why the service would refuse this search; `null` if nothing speaks against it */
export function whyNoSearch(filters: CompanyFilters): Refusal | null {
  const [problem] = checkSearch(filters);
  return problem ? refuse("INVALID_FILTERS", problem.message, "Correct the search.") : null;
}

export function planCompanies(world: World, request: PlanRequestOf<"companies">): CompaniesPlan | Refusal {
  const { store } = world;
  const { filters, totals, capHalves } = request;
  const isThere = ({ list }: CompaniesJob): boolean =>
    request.target.kind === "append" && request.target.sheetId === list.sheetId;
  const target = readTarget(world, request);
  if (isRefused(target)) return target;
  const leaveOut = request.leaveOut ? planLeftOut(world.book, request.leaveOut, "companies") : null;
  const properties = store.all();
  const same = jobsOfSearch(filters, properties);
  const searches = splitSearch(filters).length;
  const counted = countedPages(searches, totals);
  const pages = wantedPages(counted, request, searches);
  const paid = paidPages(world, properties, { filters, totals, jobs: same, by: ownFingerprint(world) });
  const freePages = [...paid.keys()].filter((page) => pages === null || page <= pages).length;
  const view = leaveOut?.view;
  const isLeftOutAgain = ({ choices: { leaveOut: before } }: CompaniesJob): boolean =>
    before?.sheetId === view?.sheetId &&
    before?.first === view?.first &&
    Number(before?.entries) <= Number(view?.entries);
  const lists = same.filter(isThere).map((job) => ({
    ...readPageProgress(job, properties),
    ...(isLeftOutAgain(job) && { leftOut: 0 }),
  }));
  const found = (counted !== null && totals?.companies) || Infinity;
  const companiesOn = (count: number): number => Math.min(count * COMPANIES_PER_PAGE, found);
  /** Those that a list has left out may come now, from any of its pages, unless the same column leaves them out again. */
  const newOn = (count: number): number =>
    lists.reduce(
      (most, { pagesDone, leftOut }) =>
        Math.min(most, Math.max(0, companiesOn(count) - companiesOn(pagesDone)) + leftOut),
      companiesOn(count),
    );
  const mostPages = capHalves === null ? null : Math.floor(capHalves / HALVES_PER_PAGE);
  const reached = pages === null || mostPages === null ? pages : pagesWithin(pages, paid, mostPages);
  const all = pages === null ? null : (pages - freePages) * HALVES_PER_PAGE;
  const mostHalves = mostPages === null ? null : mostPages * HALVES_PER_PAGE;
  return {
    kind: "companies",
    pages,
    pagesInAll: counted,
    rows: reached === null ? null : newOn(reached),
    maxHalves: all === null ? mostHalves : Math.min(all, mostHalves ?? all),
    seconds: pages === null ? null : secondsFor(world, "search-company", pages),
    uncounted: Math.max(0, searches - (totals?.counted ?? 0)),
    problems: checkSearch(filters),
    ...target,
    freePages,
    pagesThere: Math.max(0, ...lists.map(({ pagesDone }) => pagesDone)),
    leaveOut: leaveOut?.view ?? null,
  };
}

/** Pages come in their order, so the first one that the limit cannot pay ends the list. */
function pagesWithin(pages: number, paid: ReadonlyMap<number, number>, mostPaid: number): number {
  let left = mostPaid;
  for (let page = 1; page <= pages; page++) {
    // A page that should be free is held at its price until its answer has come.
    if (left < 1) return page - 1;
    if (!paid.has(page)) left--;
  }
  return pages;
}

type Target = Pick<CompaniesPlan, "matchedColumns" | "addedColumns" | "rowsThere" | "namesCompanies">;

function readTarget({ book }: World, { target, columns }: PlanRequestOf<"companies">): Target | Refusal {
  if (target.kind === "new") return { matchedColumns: [], addedColumns: columns, rowsThere: 0, namesCompanies: true };
  const table = book.table(target.sheetId);
  if (!table) return SHEET_DELETED;
  const marks = table.marks();
  const group = groupIn(marks, COMPANY_LIST);
  const used = table.readUsed();
  const top = topOf(used);
  const tagColumn = group === null ? null : columnOf(marks, group + COMPANY_LIST.tagMark);
  const { row, cells } = headerIn(rowsFrom(1, top), (cell) => mayName(cell, columns), tagColumn);
  const pinned = group === null ? [] : fieldsIn(marks, group);
  const free = cells.map((cell, i) => (pinned.some(({ column }) => column === i + 1) ? "" : cell));
  const typed = typedColumns(free, top.slice(row), columns);
  const placeOf = (field: string): number | undefined =>
    pinned.find((each) => each.field === field)?.column ?? typed.get(field);
  return {
    matchedColumns: columns.flatMap((field) => {
      const column = placeOf(field);
      return column ? [{ field, letter: columnLetter(column), header: String(cells[column - 1] ?? "") }] : [];
    }),
    addedColumns: columns.filter((field) => placeOf(field) === undefined),
    rowsThere: Math.max(0, lastFilledRow(rowsFrom(1, used), isContent) - row),
    namesCompanies: group !== null || cells.some(isIdentityName),
  };
}

/** The first write makes the columns. */
export function prepareCompanies(world: World, choices: ChoicesOf<"companies">, id: string): Prepared | Refusal {
  const { filters, columns, target } = choices;
  if (columns.length === 0) return refusal("NO_COLUMNS");
  const placed = whyNoSearch(filters) ?? placeList(world, COMPANY_LIST, target);
  if (isRefused(placed)) return placed;
  const chosen = JSON.stringify(columns);
  const isShort = asciiJson(filters).length <= MAX_SHORT_SEARCH;
  return {
    ...placed,
    title: searchLine(filters),
    also: {
      ...placed.also,
      ...(isShort ? {} : pack(searchProperty(id), filters)),
      ...(chosen.length <= PROPERTY_CHARACTERS ? { [CHOSEN_COLUMNS]: chosen } : {}),
    },
    kept: isShort ? choices : { ...choices, filters: {} },
  };
}

const MAX_LINE_CHARACTERS = 120;

function searchLine(filters: CompanyFilters): string {
  const { company, ...others } = filters;
  const inner = typeof company === "object" && company !== null ? Object.entries(company) : [];
  const all = [
    ...inner.map(([name, value]): [string, unknown] => [`company.${name}`, value]),
    ...Object.entries(others),
  ];
  const line = all.map(([path, value]) => `${labelOf(path)}: ${listValues(valuesOf(value))}`).join("; ");
  return line.length > MAX_LINE_CHARACTERS ? `${line.slice(0, MAX_LINE_CHARACTERS - 1)}…` : line;
}

const labelOf = (path: string): string => FILTER_CATALOGUE.find((filter) => filter.path === path)?.label ?? path;

function valuesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(valuesOf);
  if (!isObject(value)) return [String(value)];
  return Object.entries(value).flatMap(([name, part]) => {
    const values = valuesOf(part);
    return name === "include" ? values : values.map((each) => `${name} ${each}`);
  });
}

export function summariseCompanies(
  world: World,
  job: CompaniesJob,
): Pick<Counted, "receipts" | "companyColumn" | "results" | "done" | "ahead"> | Refusal {
  const properties = world.store.all();
  const own = ownFingerprint(world);
  const open = openAppendList(world.book, companyList(job, properties));
  const columnsOfField = (field: string): number[] =>
    isRefused(open) ? [] : open.fields.flatMap((each) => (each.field === field ? [each.column] : []));
  const [companyColumn = null] = [...WEBSITE_FIELDS, ...NAME_FIELDS].flatMap(columnsOfField);
  const { searches, written } = readPages(job, properties);
  const { receiptsByDay, pagesDone, search, page, totals } = written;
  // Those that this job has bought itself are told as unwritten.
  const bought = [...readBought(job, properties, written, null).keys()].map(readPageKey);
  const isBought = (number: number): boolean =>
    bought.some((each) => each.search === search && pagesDone + 1 + each.page - page === number);
  // Nobody knows the numbers of pages of later searches.
  const last = totals ? pagesDone - page + 1 + totals.pages : searches.length === 1 ? Infinity : pagesDone;
  const paid = [...paidElsewhere(world, job, properties, own).keys()];
  return {
    receipts: receiptsByDay.map(({ by, ...each }) => ({
      ...each,
      freeUntilMs: by === own ? each.boughtMs + FREE_AGAIN_MS : 0,
      isOtherKeys: by !== undefined && by !== own,
    })),
    companyColumn,
    done: pagesDone,
    ahead: {
      paidPages: paid.filter((number) => number > pagesDone && number <= last && !isBought(number)),
      companies: searches.length === 1 && totals ? totals.companies : null,
    },
    results: isRefused(open)
      ? null
      : resultsIn(
          open.fields.filter(({ field }) => job.choices.columns.includes(field)),
          open.tagColumn,
        ),
  };
}
