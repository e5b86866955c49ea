import { parse, type RunStore } from "../run-record";
import { progressName, receiptsName } from "./fill-record";
import { type PageReceipt, readReceipts, writeReceipts } from "./receipts";
import type { PageTotals } from "./totals";

/** How far a fill has come. Everything before `page` of `search` is in the sheet. */
export interface FillProgress {
  /** From 0: which of the searches of a long list. */
  search: number;
  /** From 1: the next page of this search. */
  page: number;
  /** Of this search; `null` before its first page. */
  totals: PageTotals | null;
  /** Companies that the searches before this one have found. */
  companiesBefore: number;
  /** Pages in the sheet, of all searches. */
  pagesDone: number;
  rows: number;
  duplicates: number;
  freePages: number;
  /** Where the last company was written; 0 when that is not known. */
  lastRow: number;
  /** How many keys the cache has to hold to be complete. */
  cachedKeys: number;
  /** Who had the last turn, and since when; `null` before the first. */
  driver: { id: string; sinceMs: number } | null;
  /** Who is asking which pages; left behind by an execution that died. */
  ticket: { driverId: string; untilMs: number; pages: number[] } | null;
  /** Up to this page of this search rows may be there that an execution wrote before it died. */
  unsureTo: number;
  /** Pages of this search that were paid for and are not in the sheet yet, and when. */
  bought: [page: number, atMs: number][];
  /** Pages whose answers were lost, and how many of them: each may have been charged. */
  lost: [page: number, times: number][];
  /** When calls were last made. */
  atMs: number;
  /** The receipts that are not in a full piece yet, and how many full pieces there are. */
  receipts: string;
  pieces: number;
}

/** Before the first page. */
export const NO_PROGRESS: FillProgress = {
  search: 0,
  page: 1,
  totals: null,
  companiesBefore: 0,
  pagesDone: 0,
  rows: 0,
  duplicates: 0,
  freePages: 0,
  lastRow: 0,
  cachedKeys: 0,
  driver: null,
  ticket: null,
  unsureTo: 0,
  bought: [],
  lost: [],
  atMs: 0,
  receipts: "",
  pieces: 0,
};

/** Full pieces are put aside: a property holds 9 KB (facts 2.5), and the progress is one, too. */
const MAX_RECEIPTS_CHARACTERS = 6_500;

export const readProgress = (store: RunStore, id: string): FillProgress => ({
  ...NO_PROGRESS,
  ...parse<FillProgress>(store.get(progressName(id))),
});

export function writeProgress(store: RunStore, id: string, progress: FillProgress): void {
  store.set(progressName(id), JSON.stringify(progress));
}

/** The progress with more receipts; a full piece is written aside at once. */
export function addReceipts(
  store: RunStore,
  id: string,
  progress: FillProgress,
  receipts: PageReceipt[],
): Pick<FillProgress, "receipts" | "pieces"> {
  const text = [progress.receipts, writeReceipts(receipts)].filter((each) => each !== "").join(" ");
  if (text.length <= MAX_RECEIPTS_CHARACTERS) return { receipts: text, pieces: progress.pieces };
  store.set(receiptsName(id, progress.pieces), text);
  return { receipts: "", pieces: progress.pieces + 1 };
}

/** The receipts of a fill, in the order of the pages. */
export function allReceipts(store: RunStore, id: string): PageReceipt[] {
  const { receipts, pieces } = readProgress(store, id);
  const texts = Array.from({ length: pieces }, (_, piece) => store.get(receiptsName(id, piece)) ?? "");
  return [...texts, receipts].flatMap(readReceipts);
}
