import { refusalOf, refuse } from "../../refusal";
import type { Refusal } from "../../result";
import { checkSearch, splitSearch } from "../../service/check-search";
import { ServiceError } from "../../service/errors";
import { isRefused, refusal } from "../run-refusal";
import { keepChosenColumns } from "./chosen-columns";
import { groupIn, makeColumns } from "./fill-columns";
import type { FillParts } from "./fill-parts";
import { NO_PROGRESS, writeProgress } from "./fill-progress";
import { addFill, type FillRecord, searchIdOf } from "./fill-record";
import { fillView } from "./fill-view";
import { keepLastSearch } from "./kept-searches";
import { findFiller } from "./running-fill";
import { searchLine } from "./search-line";
import type { FillView, FillWish } from "./views";

/** Two people who start at the same moment must not make the same columns twice. */
const LOCK_WAIT_MS = 30_000;

/** Makes the sheet, if it is to be a new one, and the columns, and keeps the record. Nothing is asked yet. */
export function startFill(parts: FillParts, wish: FillWish): FillView | Refusal {
  const { store, lock, clock, newId } = parts;
  const [problem] = checkSearch(wish.filters);
  if (problem) return refuse("INVALID_FILTERS", problem.message, "Correct the search.");
  if (wish.columns.length === 0) return refuse("NO_COLUMNS", "No column is chosen.", "Choose at least one.");
  const keyFingerprint = readFingerprint(parts);
  if (typeof keyFingerprint !== "string") return keyFingerprint;
  if (!lock.tryLock(LOCK_WAIT_MS)) return refuse("BUSY", "Somebody else is starting a run here.", "Try again.");
  try {
    const { columns, capHalves, pages: pagesWanted, filters } = wish;
    const place = prepareSheet(parts, wish);
    if (isRefused(place)) return place;
    const searches = splitSearch(filters);
    const wished: Omit<FillRecord, "shortSearches"> = {
      ...{ id: newId(), ...place, columns, pagesWanted, capHalves, keyFingerprint, startedMs: clock.nowMs() },
      ...{ state: "running", reason: "", searchLine: searchLine(filters), searches: searches.length },
      searchId: searchIdOf(filters),
    };
    const fill = addFill(store, wished, searches);
    const totals = wish.totals && searches.length === 1 ? { ...wish.totals } : null;
    const progress = { ...NO_PROGRESS, totals: totals && { companies: totals.companies, pages: totals.pages } };
    writeProgress(store, fill.id, progress);
    keepChosenColumns(store, columns);
    keepLastSearch(parts, filters);
    return fillView(parts, fill, parts.book.table(fill.sheetId)?.name() ?? "", progress);
  } finally {
    lock.release();
  }
}

type Place = Pick<FillRecord, "sheetId" | "group" | "hasMadeSheet">;

function prepareSheet(parts: FillParts, { target, columns }: FillWish): Place | Refusal {
  const { book, sheets, newId } = parts;
  const hasMadeSheet = target.kind === "new";
  let sheetId = target.kind === "new" ? -1 : target.sheetId;
  try {
    if (target.kind === "new") sheetId = sheets.addSheet(target.sheetName.trim() || "Companies").sheetId;
  } catch (thrown) {
    return refusal("SHEET_FULL", wordsOf(thrown));
  }
  const table = book.table(sheetId);
  if (!table) return refusal("SHEET_GONE");
  const filler = findFiller(parts, sheetId);
  if (filler) return filler;
  const isBlank = table.lastRow() === 0;
  const group = groupIn(table.marks()) ?? newId();
  try {
    makeColumns(table, group, columns);
    if (isBlank) sheets.freezeHeader(sheetId);
  } catch (thrown) {
    return refusal("PROTECTED", wordsOf(thrown));
  }
  return { sheetId, group, hasMadeSheet };
}

const wordsOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

function readFingerprint({ openService }: FillParts): string | Refusal {
  try {
    return openService().fingerprint;
  } catch (error) {
    if (error instanceof ServiceError) return refusalOf(error);
    throw error;
  }
}
