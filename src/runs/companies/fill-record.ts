import { questionId } from "../../pacing/question-id";
import type { CompanyFilters } from "../../service/resources";
import type { ListPlace } from "../append/append-list";
import { parse, type RunStore, spendingName } from "../run-record";
import type { RunState } from "../views";
import { readPacked, removePacked, writePacked } from "./packed-text";

/** What was wished of a fill, and how it stands. */
export interface FillRecord extends ListPlace {
  id: string;
  columns: string[];
  /** `null` for all. */
  pagesWanted: number | null;
  /** What all searches find together, as it was counted before; `null` when it was not. */
  countedPages: number | null;
  capHalves: number | null;
  /** Of the key it was started with. */
  keyFingerprint: string;
  startedMs: number;
  /** When somebody last went on with it; as started, before. */
  resumedMs: number;
  state: RunState;
  reason: string;
  searchLine: string;
  /** How many: a long list is split. */
  searches: number;
  /** Kept here when they are short, which saves reading two properties a slice. */
  shortSearches: CompanyFilters[] | null;
  /** Equal for equal searches. */
  searchId: string;
}

const LIST = "fills";
const nameOf = (id: string): string => `fill:${id}`;
const searchesName = (id: string): string => `fill-search:${id}`;
export const progressName = (id: string): string => `fill-at:${id}`;
export const receiptsName = (id: string, piece: number): string => `fill-pages:${id}:${piece}`;

/** Older fills are forgotten: 1000 receipts take 25 KB, a long list 120 KB, and a store holds 500 KB (facts 2.5). */
const KEPT_FILLS = 8;

/** A property holds 9 KB, and letters of some scripts take three bytes. */
const MAX_SHORT_CHARACTERS = 1_500;

/** `null` when it was undone or forgotten. */
export const readFill = (store: RunStore, id: string): FillRecord | null => parse<FillRecord>(store.get(nameOf(id)));

/** Replaces the record of a fill that is kept; `addFill` keeps a new one. */
export function writeFill(store: RunStore, record: FillRecord): void {
  store.set(nameOf(record.id), JSON.stringify(record));
}

/** The exact filters of each search, in the order of their letters: an equal body is free again (specification 8.1). */
export const readSearches = (store: RunStore, { id, shortSearches }: FillRecord): CompanyFilters[] =>
  shortSearches ?? readPacked<CompanyFilters[]>(store, searchesName(id)) ?? [];

/** Names a search. */
export const searchIdOf = (filters: CompanyFilters): string => questionId("search", JSON.stringify(filters));

/** The kept fills, the youngest first. */
export function listFills(store: RunStore): FillRecord[] {
  return idsOf(store).flatMap((id) => readFill(store, id) ?? []);
}

/** Keeps a new fill; to be called under the document lock. */
export function addFill(
  store: RunStore,
  wished: Omit<FillRecord, "shortSearches">,
  searches: CompanyFilters[],
): FillRecord {
  const isShort = JSON.stringify(searches).length <= MAX_SHORT_CHARACTERS;
  const record: FillRecord = { ...wished, shortSearches: isShort ? searches : null };
  const ids = [record.id, ...idsOf(store)];
  for (const id of ids.splice(KEPT_FILLS)) forget(store, id);
  const keep = (): void => {
    if (!isShort) writePacked(store, searchesName(record.id), searches);
    writeFill(store, record);
    store.set(LIST, JSON.stringify(ids));
  };
  for (;;) {
    try {
      keep();
      break;
    } catch (thrown) {
      // The store is full: the oldest fills make room.
      const oldest = ids.length > 1 ? ids.pop() : undefined;
      if (oldest === undefined) throw thrown;
      forget(store, oldest);
    }
  }
  return record;
}

/** Only a fill that goes on needs its searches. */
export const forgetSearches = (store: RunStore, id: string): void => removePacked(store, searchesName(id));

/** Forgets a fill with everything that is kept of it. */
export function removeFill(store: RunStore, id: string): void {
  store.set(LIST, JSON.stringify(idsOf(store).filter((each) => each !== id)));
  forget(store, id);
}

function forget(store: RunStore, id: string): void {
  const { pieces = 0 } = parse<{ pieces: number }>(store.get(progressName(id))) ?? {};
  for (let piece = 0; piece < pieces; piece++) store.remove(receiptsName(id, piece));
  removePacked(store, searchesName(id));
  for (const name of [nameOf(id), progressName(id), spendingName(id)]) store.remove(name);
}

function idsOf(store: RunStore): string[] {
  const ids = parse<unknown>(store.get(LIST));
  return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === "string") : [];
}
