import type { Refusal } from "../../result";
import { appendRows, missingList, type NewRow } from "../append/append-rows";
import { openList } from "../append/columns";
import { readSteadily } from "../append/read-rows";
import { isRefused } from "../run-refusal";
import { listOf, writeRowKey } from "./company-list";
import type { FillParts } from "./fill-parts";
import { addReceipts, type FillProgress } from "./fill-progress";
import type { FillRecord } from "./fill-record";
import type { PageReceipt } from "./receipts";
import { findSeenCompanies, readSeenCompanies, type SeenCompanies } from "./seen-companies";
import type { HeldPage } from "./views";

/** What has become of bought pages. */
export interface WrittenPages {
  progress: FillProgress;
  pages: number;
  /** Those that wait for one before them. */
  held: HeldPage[];
  stop: Refusal | null;
}

/**
 * Writes the pages that are next, without the companies that are there already, and keeps their receipts.
 * @param pages in their order
 * @param isEmpty the search finds nothing
 * @param isFresh what stands in the sheet is read anew
 */
export function writePages(
  parts: FillParts,
  fill: FillRecord,
  progress: FillProgress,
  pages: HeldPage[],
  { isEmpty, isFresh }: { isEmpty: boolean; isFresh: boolean },
): WrittenPages {
  const next = pages.filter(({ page }, i) => page === progress.page + i);
  const held = pages.slice(next.length);
  if (isEmpty) return { progress: nextSearch(progress), pages: 0, held: [], stop: null };
  if (next.length === 0) return { progress, pages: 0, held, stop: null };
  const list = listOf(fill);
  const open = openList(parts.book, list);
  if (!open) return { progress, pages: 0, held: pages, stop: missingList(parts, fill.sheetId) };
  const known = isFresh ? null : readSeenCompanies(parts.cache, fill.id, progress.cachedKeys);
  const seen =
    known ?? readSteadily(parts, list, open, (now, lastRow) => findSeenCompanies(parts.cache, fill.id, now, lastRow));
  if (isRefused(seen)) return { progress, pages: 0, held: pages, stop: seen };
  const sorted = next.map((page) => sortPage(fill, page, seen));
  const rows = sorted.flatMap(({ toWrite }) => toWrite);
  const row = appendRows(parts, list, open, rows, isFresh ? 0 : progress.lastRow);
  if (typeof row !== "number") return { progress, pages: 0, held: pages, stop: row };
  seen.save();
  const receipts = makeReceipts(progress, sorted, row);
  return { progress: advance(parts, fill, progress, receipts, seen), pages: next.length, held, stop: null };
}

/** A page without the companies that are there already. */
interface SortedPage {
  page: HeldPage;
  toWrite: NewRow[];
  /** Written by an execution that died before it could say so. */
  rowsThere: number;
}

function sortPage(fill: FillRecord, page: HeldPage, seen: SeenCompanies): SortedPage {
  const sorted: SortedPage = { page, toWrite: [], rowsThere: 0 };
  for (const { key, otherKeys, cells } of page.companies) {
    const row = { fillId: fill.id, search: page.search, page: page.page, key };
    if (seen.isWritten(row)) sorted.rowsThere++;
    else if (![key, ...otherKeys].some((each) => seen.has(each))) {
      seen.add(key);
      sorted.toWrite.push({ mark: writeRowKey(row), cells });
    }
  }
  return sorted;
}

function makeReceipts({ bought }: FillProgress, sorted: SortedPage[], firstRow: number): PageReceipt[] {
  let row = firstRow;
  return sorted.map(({ page: { search, page, isFree, companies }, toWrite, rowsThere }) => {
    const [, boughtMs = 0] = bought.find(([boughtPage]) => boughtPage === page) ?? [];
    const rows = toWrite.length + rowsThere;
    const receipt = { search, page, isFree, boughtMs, row, rows, duplicates: companies.length - rows };
    row += toWrite.length;
    return receipt;
  });
}

function advance(
  { store }: FillParts,
  fill: FillRecord,
  progress: FillProgress,
  receipts: PageReceipt[],
  seen: SeenCompanies,
): FillProgress {
  const page = progress.page + receipts.length;
  const sum = (of: (receipt: PageReceipt) => number): number => receipts.reduce((all, each) => all + of(each), 0);
  const advanced: FillProgress = {
    ...progress,
    page,
    pagesDone: progress.pagesDone + receipts.length,
    rows: progress.rows + sum(({ rows }) => rows),
    duplicates: progress.duplicates + sum(({ duplicates }) => duplicates),
    freePages: progress.freePages + sum(({ isFree }) => Number(isFree)),
    lastRow: lastRowOf(receipts, progress.lastRow),
    cachedKeys: seen.count(),
    bought: progress.bought.filter(([bought]) => bought >= page),
    lost: progress.lost.filter(([lost]) => lost >= page),
    ...addReceipts(store, fill.id, progress, receipts),
  };
  return progress.totals !== null && page > progress.totals.pages ? nextSearch(advanced) : advanced;
}

/** Known when something was written; where it is wrong, the sheet is asked. */
function lastRowOf(receipts: PageReceipt[], before: number): number {
  const [first] = receipts;
  const written = receipts.reduce((sum, { rows }) => sum + rows, 0);
  return first && first.row > 0 ? first.row + written - 1 : before;
}

const nextSearch = (progress: FillProgress): FillProgress => ({
  ...progress,
  search: progress.search + 1,
  page: 1,
  totals: null,
  bought: [],
  lost: [],
  unsureTo: 0,
  companiesBefore: progress.companiesBefore + (progress.totals?.companies ?? 0),
});
