import { FREE_AGAIN_MS, MOST_PAGES } from "../../service/company-search";
import { ownFingerprint } from "../run-view";
import { readSpending } from "../spending";
import type { FillParts } from "./fill-parts";
import { type FillProgress, readProgress } from "./fill-progress";
import type { FillRecord } from "./fill-record";
import type { FillView } from "./views";

/**
 * What the sidebar may know of a fill.
 * @param sheetName `""` when the caller knows it already
 */
export function fillView(
  parts: Pick<FillParts, "store" | "openService">,
  fill: FillRecord,
  sheetName: string,
  progress: FillProgress = readProgress(parts.store, fill.id),
  isYours: boolean = ownFingerprint(parts) === fill.keyFingerprint,
): FillView {
  const { id, sheetId, state, reason, startedMs, searchLine, columns, capHalves } = fill;
  const { pagesDone, rows, duplicates, freePages, totals, search, bought } = progress;
  const ofLast = search === fill.searches - 1 && totals !== null;
  const isDone = search >= fill.searches;
  const all = isDone ? pagesDone : ofLast ? pagesDone - (progress.page - 1) + totals.pages : fill.countedPages;
  const pages = all === null ? fill.pagesWanted : Math.min(all, fill.pagesWanted ?? all);
  const times = bought.map(([, atMs]) => atMs);
  return {
    id,
    sheetId,
    sheetName,
    state,
    reason,
    startedMs,
    searchLine,
    columns,
    capHalves,
    pagesDone,
    rows,
    duplicates,
    freePages,
    pages,
    companies: totals || isDone ? progress.companiesBefore + (totals?.companies ?? 0) : null,
    spentHalves: readSpending(parts.store, id).spentHalves,
    isYourKey: isYours,
    unwritten: times.length > 0 ? { pages: times.length, freeUntilMs: Math.min(...times) + FREE_AGAIN_MS } : null,
  };
}

/** Whether everything wished is in the sheet. */
export function isOver(fill: FillRecord, progress: FillProgress): boolean {
  return progress.search >= fill.searches || progress.pagesDone >= (fill.pagesWanted ?? MOST_PAGES * fill.searches);
}
