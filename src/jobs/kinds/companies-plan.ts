import { asciiJson, pack, parse, replacePacked } from "../../json";
import { fieldsIn, groupIn, openAppendList } from "../../lists/append";
import { headerIn } from "../../lists/header-row";
import { placeList } from "../../lists/list-sheet";
import { rowsFrom } from "../../lists/rows";
import { questionId } from "../../pacing/turns";
import { isRefused, type Refusal, refusal, refuse } from "../../result";
import { checkSearch, FILTER_CATALOGUE, listValues, splitSearch } from "../../service/filters";
import { COMPANIES_PER_PAGE, FREE_AGAIN_MS, HALVES_PER_PAGE } from "../../service/limits";
import type { CompanyFilters } from "../../service/operations";
import { readTop } from "../../sheet/find-column";
import { columnLetter } from "../../sheet/table";
import { readStanding } from "../credits";
import { planLeftOut } from "../leave-out";
import { ownFingerprint, secondsFor } from "../own-key";
import type { ChoicesOf, PlanRequestOf, SearchTotals } from "../protocol";
import { listRecords, type World } from "../record";
import type { CompaniesPlan, JobSummary, PageReceipts } from "../views";
import { COMPANY_LIST, companyList, isIdentityName, NAME_FIELDS, WEBSITE_FIELDS } from "./company-rows";
import { type Prepared, resultsIn } from "./kind";
import { type CompaniesJob, countedPages, filtersOf, readPageProgress, searchProperty, wantedPages } from "./pages";
import { mayName, typedColumns } from "./typed-columns";

/** A record is one property of 9 KB, and holds the columns, too. */
const MAX_SHORT_SEARCH = 1_500;

/** Longer searches are not kept as the last one: they would cost room that others need. */
const MAX_LAST_SEARCH = 60_000;

/** The search last previewed or filled, among the user's properties. */
export const LAST_SEARCH = "search-last";

/** The columns of the last list of companies in this spreadsheet. */
export const CHOSEN_COLUMNS = "company-choice";

/** A property holds 9 KB. */
const MAX_COLUMNS_CHARACTERS = 8_500;

/** Keeps a search for the next time; what does not fit is not kept. */
export function keepLastSearch({ userStore }: Pick<World, "userStore">, filters: CompanyFilters): void {
  if (JSON.stringify(filters).length <= MAX_LAST_SEARCH) replacePacked(userStore, LAST_SEARCH, filters);
}

/** The free dry run: nothing is asked of the service and nothing changed. */
export function planCompanies(world: World, request: PlanRequestOf<"companies">): CompaniesPlan | Refusal {
  const { store } = world;
  const { filters, totals, capHalves } = request;
  const isThere = ({ list }: CompaniesJob): boolean =>
    request.target.kind === "append" && request.target.sheetId === list.sheetId;
  const target = readTarget(world, request);
  if (isRefused(target)) return target;
  const leaveOut = request.leaveOut ? planLeftOut(world.book, request.leaveOut, "companies") : null;
  if (isRefused(leaveOut)) return leaveOut;
  const properties = store.all();
  const asked = JSON.stringify(filters);
  const same = jobsOf(properties).filter((job) => JSON.stringify(filtersOf(job, properties)) === asked);
  const searches = splitSearch(filters).length;
  const counted = countedPages(searches, totals);
  const pages = wantedPages(counted, request, searches);
  const freePages = Math.min(
    pages ?? Number.POSITIVE_INFINITY,
    Math.max(firstPagesPaid(world, totals), countPaid(world, request, same, properties, pages)),
  );
  const pagesThere = Math.max(0, ...same.filter(isThere).map((job) => readPageProgress(job, properties).pagesDone));
  const found = (counted !== null && totals?.companies) || Number.POSITIVE_INFINITY;
  const there = pagesThere * COMPANIES_PER_PAGE;
  const all = pages === null ? null : (pages - freePages) * HALVES_PER_PAGE;
  return {
    kind: "companies",
    pages,
    rows: pages === null ? null : Math.max(0, Math.min(pages * COMPANIES_PER_PAGE, found) - there),
    maxHalves: all === null ? capHalves : Math.min(all, capHalves ?? all),
    seconds: pages === null ? null : secondsFor(world, "search-company", pages),
    uncounted: Math.max(0, searches - (totals?.counted ?? 0)),
    problems: checkSearch(filters),
    ...target,
    freePages,
    pagesThere,
    leaveOut: leaveOut?.view ?? null,
  };
}

/** Pages of a list that was undone: they were paid for, and stay free for 30 days. */
interface PaidPages extends Pick<PageReceipts, "fromPage" | "toPage" | "boughtMs"> {
  /** Of the exact filters. */
  search: string;
  /** The key that has paid. */
  by: string;
}

/** The property that keeps the pages of lists that were undone, those of the last list first. */
const PAID = "paid-pages";
const MAX_PAID = 40;

const readPaid = (properties: Record<string, string>): PaidPages[] => parse<PaidPages[]>(properties[PAID]) ?? [];

const searchId = (filters: CompanyFilters): string => questionId("search", JSON.stringify(filters));

/** The first pages that the preview or the count has paid for within 30 days. */
const firstPagesPaid = ({ clock }: World, totals: SearchTotals | null): number =>
  totals?.firstPagesMs !== undefined && totals.firstPagesMs > clock.nowMs() - FREE_AGAIN_MS
    ? (totals.firstPages ?? 0)
    : 0;

/** Counts the first pages of a search that this user's key has paid for within 30 days. */
function countPaid(
  world: World,
  { filters, totals }: PlanRequestOf<"companies">,
  jobs: CompaniesJob[],
  properties: Record<string, string>,
  pages: number | null,
): number {
  const by = ownFingerprint(world);
  const since = world.clock.nowMs() - FREE_AGAIN_MS;
  const bought = [
    ...jobs
      .filter(({ id }) => readStanding(properties, id)?.keyFingerprint === by)
      .flatMap((job) => readPageProgress(job, properties).receiptsByDay),
    ...readPaid(properties).filter((paid) => paid.search === searchId(filters) && paid.by === by),
  ]
    .filter(({ boughtMs }) => boughtMs > since)
    .flatMap(({ fromPage, toPage }) => Array.from({ length: toPage - fromPage + 1 }, (_, i) => fromPage + i))
    .filter((page) => pages === null || page <= pages);
  // The preview has paid for it.
  const first = totals?.searches === 1 && firstPagesPaid(world, totals) > 0 ? [1] : [];
  return new Set([...first, ...bought]).size;
}

/** Remembers what was paid for a list that is undone. */
export function rememberPaid({ store, clock }: World, job: CompaniesJob): void {
  const properties = store.all();
  const by = readStanding(properties, job.id)?.keyFingerprint;
  if (by === undefined) return;
  const search = searchId(filtersOf(job, properties));
  const paid = readPageProgress(job, properties).receiptsByDay.map(
    ({ fromPage, toPage, boughtMs }): PaidPages => ({ search, by, fromPage, toPage, boughtMs }),
  );
  const all = [...paid, ...readPaid(properties)].filter(({ boughtMs }) => boughtMs > clock.nowMs() - FREE_AGAIN_MS);
  store.set(PAID, JSON.stringify(all.slice(0, MAX_PAID)));
}

const jobsOf = (properties: Record<string, string>): CompaniesJob[] =>
  listRecords(properties).filter((job): job is CompaniesJob => job.choices.kind === "companies");

type Target = Pick<CompaniesPlan, "matchedColumns" | "addedColumns" | "rowsThere" | "namesCompanies">;

function readTarget({ book }: World, { target, columns }: PlanRequestOf<"companies">): Target | Refusal {
  if (target.kind === "new") return { matchedColumns: [], addedColumns: columns, rowsThere: 0, namesCompanies: true };
  const table = book.table(target.sheetId);
  if (!table) return refusal("SHEET_GONE");
  const marks = table.marks();
  const group = groupIn(marks, COMPANY_LIST);
  const top = readTop(table);
  const { row, cells } = headerIn(rowsFrom(1, top), (cell) => mayName(cell, columns));
  const pinned = group === null ? [] : fieldsIn(marks, group);
  const free = cells.map((cell, i) => (pinned.some(({ column }) => column === i + 1) ? "" : cell));
  const typed = typedColumns(free, top.slice(row), columns);
  const columnOf = (field: string): number | undefined =>
    pinned.find((each) => each.field === field)?.column ?? typed.get(field);
  return {
    matchedColumns: columns.flatMap((field) => {
      const column = columnOf(field);
      return column ? [{ field, letter: columnLetter(column), header: String(cells[column - 1] ?? "") }] : [];
    }),
    addedColumns: columns.filter((field) => columnOf(field) === undefined),
    rowsThere: Math.max(0, table.lastRow() - row),
    namesCompanies: group !== null || cells.some(isIdentityName),
  };
}

/** Finds or makes the sheet of a list; its columns are made with the first write. */
export function prepareCompanies(world: World, choices: ChoicesOf<"companies">, id: string): Prepared | Refusal {
  const { filters, columns, target } = choices;
  if (columns.length === 0) return refusal("NO_COLUMNS");
  const [problem] = checkSearch(filters);
  if (problem) return refuse("INVALID_FILTERS", problem.message, "Correct the search.");
  const placed = placeList(world, COMPANY_LIST, target);
  if (isRefused(placed)) return placed;
  const chosen = JSON.stringify(columns);
  const isShort = asciiJson(filters).length <= MAX_SHORT_SEARCH;
  try {
    keepLastSearch(world, filters);
  } catch {
    // It would only be offered again; the job needs the room more.
  }
  return {
    ...placed,
    title: searchLine(filters),
    also: {
      ...placed.also,
      ...(isShort ? {} : pack(searchProperty(id), filters)),
      ...(chosen.length <= MAX_COLUMNS_CHARACTERS ? { [CHOSEN_COLUMNS]: chosen } : {}),
    },
    kept: isShort ? choices : { ...choices, filters: {} },
  };
}

const MAX_LINE_CHARACTERS = 120;

/** A search in one line: its filters and their values, cut to what a list can show. */
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
  if (typeof value !== "object" || value === null) return [String(value)];
  return Object.entries(value).flatMap(([name, part]) => {
    const values = valuesOf(part);
    return name === "include" ? values : values.map((each) => `${name} ${each}`);
  });
}

/** Sums up a job from its receipts. */
export function summariseCompanies(
  { store, book }: World,
  job: CompaniesJob,
): Pick<JobSummary, "receipts" | "companyColumn" | "results"> | Refusal {
  const properties = store.all();
  const open = openAppendList(book, companyList(job, properties));
  const columnOf = (field: string): number[] =>
    isRefused(open) ? [] : open.fields.flatMap((each) => (each.field === field ? [each.column] : []));
  const [companyColumn = null] = [...WEBSITE_FIELDS, ...NAME_FIELDS].flatMap(columnOf);
  const { receiptsByDay } = readPageProgress(job, properties);
  return {
    receipts: receiptsByDay.map((each) => ({ ...each, freeUntilMs: each.boughtMs + FREE_AGAIN_MS })),
    companyColumn,
    results: isRefused(open) ? null : resultsIn(open.fields.filter(({ field }) => job.choices.columns.includes(field))),
  };
}
