import { questionId } from "../../pacing/question-id";
import type { CellValue } from "../../sheet/table";
import type { TextCache } from "../leases";
import { ID_FIELDS, type Identity, keysOf, NAME_FIELDS, PLACE_FIELDS, WEBSITE_FIELDS } from "./company-key";
import { type OpenFill, type RowKey, readRowKey, writeRowKey } from "./fill-columns";

/** The companies of a sheet, by short forms of their keys. */
export interface SeenKeys {
  has(key: string): boolean;
  add(key: string): void;
  count(): number;
  /** Whether the row is there already: what was written by an execution that died before it could say so. */
  isWritten(row: RowKey): boolean;
  /** Keeps what was added in the cache. */
  save(): void;
}

/** 41 bits: of 25,000 companies one is taken for another with a chance of 1 in 7,000. */
const shortOf = (key: string): string => questionId("company", key);
const SHORT_CHARACTERS = 8;

/** A cache entry holds 100 KB (facts 2.4). */
const KEYS_PER_ENTRY = 10_000;

/** Longer than any fill goes on without a slice, and the cache offers no more (facts 2.4). */
const LIFETIME_SECONDS = 21_600;

const entryName = (fillId: string, entry: number): string => `seen:${fillId}:${entry}`;

/**
 * The keys that the cache holds.
 * @param count how many it must hold to be complete
 * @returns `null` when something is missing: entries may vanish at any time
 */
export function readSeenKeys(cache: TextCache, fillId: string, count: number): SeenKeys | null {
  const names = Array.from({ length: Math.ceil(count / KEYS_PER_ENTRY) }, (_, entry) => entryName(fillId, entry));
  const found = names.length > 0 ? cache.getAll(names) : {};
  const text = names.map((name) => found[name] ?? "").join("");
  return text.length === count * SHORT_CHARACTERS ? seenKeys(cache, fillId, split(text)) : null;
}

function split(text: string): string[] {
  const shorts: string[] = [];
  for (let at = 0; at < text.length; at += SHORT_CHARACTERS) shorts.push(text.slice(at, at + SHORT_CHARACTERS));
  return shorts;
}

/**
 * The keys of all companies that stand in a sheet, whoever has put them there. A handful of sheet calls.
 * @param rows the last one
 */
export function findSeenKeys(cache: TextCache, fillId: string, list: OpenFill, rows: number): SeenKeys {
  const { table, columns } = list;
  const written = new Set<string>();
  const seen = seenKeys(cache, fillId, [], written);
  if (rows < 2) return seen;
  const columnOf = (fields: string[]): number[] =>
    fields.flatMap((field) => columns.fields.find((each) => each.field === field)?.column ?? []);
  const read = (column: number): CellValue[] =>
    table.read({ row: 2, column, rows: rows - 1, columns: 1 }).map(([cell]) => cell ?? "");
  const keys = read(columns.key);
  const isTyped = keys.some((cell) => readRowKey(cell) === null);
  const readFirst = (fields: string[]): CellValue[] => (isTyped ? columnOf(fields).slice(0, 1).flatMap(read) : []);
  const [ids, websites, names] = [readFirst(ID_FIELDS), readFirst(WEBSITE_FIELDS), readFirst(NAME_FIELDS)];
  const places = isTyped ? columnOf(PLACE_FIELDS).map(read) : [];
  keys.forEach((cell, i) => {
    const own = readRowKey(cell);
    if (own) {
      seen.add(own.key);
      if (own.fillId === fillId) written.add(writeRowKey(own));
      return;
    }
    const place = places.map((column) => String(column[i] ?? "")).filter((text) => text !== "");
    const text = (column: CellValue[]): string => String(column[i] ?? "");
    const identity: Identity = { id: text(ids), website: text(websites), name: text(names), place: place.join("|") };
    for (const key of keysOf(identity)) seen.add(key);
  });
  return seen;
}

function seenKeys(cache: TextCache, fillId: string, before: string[], written = new Set<string>()): SeenKeys {
  const all = new Set(before);
  let saved = before.length;
  return {
    has: (key) => all.has(shortOf(key)),
    add(key) {
      all.add(shortOf(key));
    },
    count: () => all.size,
    isWritten: (row) => written.has(writeRowKey(row)),
    save() {
      if (all.size === saved) return;
      const shorts = [...all];
      const entries: Record<string, string> = {};
      for (let entry = Math.floor(saved / KEYS_PER_ENTRY); entry * KEYS_PER_ENTRY < shorts.length; entry++) {
        const part = shorts.slice(entry * KEYS_PER_ENTRY, (entry + 1) * KEYS_PER_ENTRY);
        entries[entryName(fillId, entry)] = part.join("");
      }
      cache.putAll(entries, LIFETIME_SECONDS);
      saved = all.size;
    },
  };
}
