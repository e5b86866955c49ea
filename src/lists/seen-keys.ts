import { LONGEST_CACHE_SECONDS, type TextCache } from "../google";
import { ID_CHARACTERS, questionId } from "../pacing/turns";
import { numbersBetween } from "../sheet/table";

/** The content of a list, by short forms of its keys. */
export type SeenKeys = ReturnType<typeof createSeenKeys>;

/** A short form has 42 bits. With 25,000 companies, the chance that any one is taken for another is 1 in 14,000. */
const shortOf = (key: string): string => questionId("company", key);

/** A cache entry holds 100 KB. */
const KEYS_PER_ENTRY = 10_000;

const entryName = (owner: string, entry: number): string => `seen:${owner}:${entry}`;

/** @param count the keys of a complete cache @returns `null` if some are missing: entries may vanish at any time */
export function readSeenKeys(cache: TextCache, owner: string, count: number): SeenKeys | null {
  const names = numbersBetween(0, Math.ceil(count / KEYS_PER_ENTRY) - 1).map((entry) => entryName(owner, entry));
  const found = names.length > 0 ? cache.getAll(names) : {};
  const text = names.map((name) => found[name] ?? "").join("");
  return text.length === count * ID_CHARACTERS ? createSeenKeys(cache, owner, split(text)) : null;
}

function split(text: string): string[] {
  const shorts: string[] = [];
  for (let at = 0; at < text.length; at += ID_CHARACTERS) shorts.push(text.slice(at, at + ID_CHARACTERS));
  return shorts;
}

/** @param before short forms that are in the cache already */
export function createSeenKeys(cache: TextCache, owner: string, before: string[] = []) {
  const all = new Set(before);
  let saved = before.length;
  return {
    has: (key: string): boolean => all.has(shortOf(key)),
    add(key: string): void {
      all.add(shortOf(key));
    },
    count: (): number => all.size,
    save(): void {
      if (all.size === saved) return;
      const shorts = [...all];
      const entries: Record<string, string> = {};
      for (let entry = Math.floor(saved / KEYS_PER_ENTRY); entry * KEYS_PER_ENTRY < shorts.length; entry++) {
        const part = shorts.slice(entry * KEYS_PER_ENTRY, (entry + 1) * KEYS_PER_ENTRY);
        entries[entryName(owner, entry)] = part.join("");
      }
      cache.putAll(entries, LONGEST_CACHE_SECONDS);
      saved = all.size;
    },
  };
}
