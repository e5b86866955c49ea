import { refuse } from "../../refusal";
import type { Refusal } from "../../result";
import { checkSearch, splitSearch } from "../../service/check-search";
import { prepareSheet } from "../append/prepare-sheet";
import { openForAnyRun } from "../open-for-run";
import { isRefused } from "../run-refusal";
import { keepChosenColumns } from "./chosen-columns";
import { COMPANY_LIST } from "./company-list";
import type { FillParts } from "./fill-parts";
import { NO_PROGRESS, writeProgress } from "./fill-progress";
import { addFill, type FillRecord, listFills, searchIdOf } from "./fill-record";
import { fillView } from "./fill-view";
import { keepLastSearch } from "./kept-searches";
import { findFiller } from "./running-fill";
import { searchLine } from "./search-line";
import { countedPages } from "./totals";
import type { FillView, FillWish } from "./views";

/** Two people who start at the same moment must not make the same columns twice. */
const LOCK_WAIT_MS = 30_000;

/** Makes the sheet, if it is to be a new one, and the columns, and keeps the record. Nothing is asked yet. */
export function startFill(parts: FillParts, wish: FillWish): FillView | Refusal {
  const { store, lock, clock, newId } = parts;
  const [problem] = checkSearch(wish.filters);
  if (problem) return refuse("INVALID_FILTERS", problem.message, "Correct the search.");
  if (wish.columns.length === 0) return refuse("NO_COLUMNS", "No column is chosen.", "Choose at least one.");
  const service = openForAnyRun(parts);
  if (isRefused(service)) return service;
  const { fingerprint: keyFingerprint } = service;
  if (!lock.tryLock(LOCK_WAIT_MS)) return refuse("BUSY", "Somebody else is starting a run here.", "Try again.");
  try {
    const { columns, capHalves, pages: pagesWanted, filters, target } = wish;
    const filler = target.kind === "append" ? findFiller(parts, target.sheetId) : null;
    if (filler) return filler;
    const isTaken = (sheetId: number): boolean => listFills(store).some((fill) => fill.sheetId === sheetId);
    const place = prepareSheet(parts, { kind: COMPANY_LIST, target, defaultName: "Companies", columns }, isTaken);
    if (isRefused(place)) return place;
    keepChosenColumns(store, columns);
    keepLastSearch(parts, filters);
    const searches = splitSearch(filters);
    const startedMs = clock.nowMs();
    const wished: Omit<FillRecord, "shortSearches"> = {
      id: newId(),
      ...place,
      columns,
      pagesWanted,
      capHalves,
      keyFingerprint,
      startedMs,
      resumedMs: startedMs,
      state: "running",
      reason: "",
      searchLine: searchLine(filters),
      searches: searches.length,
      searchId: searchIdOf(filters),
      countedPages: countedPages(wish),
    };
    const fill = addFill(store, wished, searches);
    const totals = wish.totals && searches.length === 1 ? { ...wish.totals } : null;
    const progress = { ...NO_PROGRESS, totals: totals && { companies: totals.companies, pages: totals.pages } };
    writeProgress(store, fill.id, progress);
    return fillView(parts, fill, parts.book.table(fill.sheetId)?.name() ?? "", progress);
  } finally {
    lock.release();
  }
}
