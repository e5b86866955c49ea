import type { Refusal } from "../../result";
import { isRefused, refusal } from "../run-refusal";
import { type OpenFill, openFill, writeRowKey } from "./fill-columns";
import type { FillParts } from "./fill-parts";
import { addReceipts, type FillProgress } from "./fill-progress";
import type { FillRecord } from "./fill-record";
import type { PageReceipt } from "./receipts";
import { findSeenKeys, readSeenKeys, type SeenKeys } from "./seen-keys";
import type { HeldPage } from "./views";
import { isSame, type NewCompany, writeCompanies } from "./write-companies";

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
  const list = openFill(parts.book, fill);
  if (!list) {
    const stop = refusal(parts.book.table(fill.sheetId) ? "COLUMN_GONE" : "SHEET_GONE");
    return { progress, pages: 0, held: pages, stop };
  }
  const known = isFresh ? null : readSeenKeys(parts.cache, fill.id, progress.cachedKeys);
  const seen = known ?? openSeenKeys(parts, fill, list);
  if ("ok" in seen) return { progress, pages: 0, held: pages, stop: seen };
  const sorted = next.map((page) => sortPage(fill, page, seen));
  const row = writeCompanies(
    parts,
    fill,
    list,
    sorted.flatMap(({ toWrite }) => toWrite),
    isFresh ? 0 : progress.lastRow,
  );
  if (typeof row !== "number" && isRefused(row)) return { progress, pages: 0, held: pages, stop: row };
  seen.save();
  const receipts = makeReceipts(progress, sorted, row as number);
  return { progress: advance(parts, fill, progress, receipts, seen), pages: next.length, held, stop: null };
}

/** What is read while somebody inserts rows or columns is read again. */
const MAX_READINGS = 3;

function openSeenKeys(parts: FillParts, fill: FillRecord, list: OpenFill): SeenKeys | Refusal {
  const { book, cache } = parts;
  for (let before: OpenFill | null = list, reading = 1; before && reading <= MAX_READINGS; reading++) {
    const rows = before.table.lastRow();
    const seen = findSeenKeys(cache, fill.id, before, rows);
    const now = openFill(book, fill);
    if (now && isSame(now.columns, before.columns) && now.table.lastRow() === rows) return seen;
    before = now;
  }
  return refusal("COLUMN_GONE", "its columns keep moving");
}

/** A page without the companies that are there already. */
interface SortedPage {
  page: HeldPage;
  toWrite: NewCompany[];
  /** Written by an execution that died before it could say so. */
  rowsThere: number;
}

function sortPage(fill: FillRecord, page: HeldPage, seen: SeenKeys): SortedPage {
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
  seen: SeenKeys,
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
  ...{ ...progress, search: progress.search + 1, page: 1, totals: null, bought: [], lost: [], unsureTo: 0 },
  companiesBefore: progress.companiesBefore + (progress.totals?.companies ?? 0),
});
