import type { Refusal } from "../../result";
import { checkSearch, splitSearch } from "../../service/check-search";
import { COMPANIES_PER_PAGE, FREE_AGAIN_MS, HALVES_PER_PAGE } from "../../service/company-search";
import { groupIn, matchColumns, readColumns, readHeader } from "../append/columns";
import { refusal } from "../run-refusal";
import { COMPANY_LIST } from "./company-list";
import type { FillParts } from "./fill-parts";
import { allReceipts } from "./fill-progress";
import { listFills, searchIdOf } from "./fill-record";
import { fillView } from "./fill-view";
import { countedPages } from "./totals";
import type { FillPlan, FillWish } from "./views";

/** Measured with Google's and the service's usual answering times (`npm run bench`). */
const SECONDS_PER_PAGE = 1.35;

/** The free dry run: nothing is asked of the service and nothing changed. */
export function planFill(parts: FillParts, wish: FillWish): FillPlan | Refusal {
  const { store, clock } = parts;
  const target = readTarget(parts, wish);
  if ("ok" in target) return target;
  const searchId = searchIdOf(wish.filters);
  const same = listFills(store).filter((fill) => fill.searchId === searchId);
  const since = clock.nowMs() - FREE_AGAIN_MS;
  const receipts = same.flatMap(({ id }) => allReceipts(store, id)).filter(({ boughtMs }) => boughtMs > since);
  const pages = countPages(wish);
  const bought = new Set(
    receipts.filter(({ page }) => pages === null || page <= pages).map(({ search, page }) => `${search}.${page}`),
  );
  const companies = countedPages(wish) === null ? Infinity : (wish.totals?.companies ?? Infinity);
  return {
    pages,
    rows: pages === null ? null : Math.min(pages * COMPANIES_PER_PAGE, companies),
    maxHalves: pages === null ? wish.capHalves : Math.min(pages * HALVES_PER_PAGE, wish.capHalves ?? Infinity),
    seconds: pages === null ? null : Math.ceil(pages * SECONDS_PER_PAGE),
    uncounted: Math.max(0, splitSearch(wish.filters).length - (wish.totals?.counted ?? 0)),
    problems: checkSearch(wish.filters),
    ...target,
    earlier: same.map((fill) => fillView(parts, fill, parts.book.table(fill.sheetId)?.name() ?? "")),
    freePages: bought.size,
  };
}

/** `null` when it is not known: what the later searches of a long list find, for example. */
function countPages(wish: FillWish): number | null {
  const found = countedPages(wish);
  return found === null ? wish.pages : Math.min(found, wish.pages ?? found);
}

type Target = Pick<FillPlan, "matchedColumns" | "addedColumns" | "rowsThere">;

function readTarget({ book }: FillParts, { target, columns }: FillWish): Target | Refusal {
  if (target.kind === "new") return { matchedColumns: [], addedColumns: columns, rowsThere: 0 };
  const table = book.table(target.sheetId);
  if (!table) return refusal("SHEET_GONE");
  const marks = table.marks();
  const group = groupIn(marks, COMPANY_LIST);
  const known = group === null ? null : readColumns(marks, COMPANY_LIST, group);
  const matched = matchColumns(readHeader(table), known?.fields ?? [], columns);
  return {
    matchedColumns: matched.filter(({ column }) => column !== null).map(({ field }) => field),
    addedColumns: matched.filter(({ column }) => column === null).map(({ field }) => field),
    rowsThere: Math.max(0, table.lastRow() - 1),
  };
}
