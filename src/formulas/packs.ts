import { type Kept, MAX_ENTRY_CHARACTERS, writeEntry } from "./memory-entries";

/** Many answers in one entry, by their keys. */
export type Pack<Known> = Record<string, Kept<Known>>;

/**
 * The cache holds 1,000 items (facts 2.4), so the answers of ranges share this many entries for each topic: room for
 * some 15,000 verifications.
 */
const PACKS_PER_TOPIC = 64;

/** The entry that holds the answer for a key, whichever range asks. */
export const packName = (topic: string, key: string): string => `${topic}/${textHash(key) % PACKS_PER_TOPIC}`;

/** Below this prime products stay exact. */
const HASH_BELOW = 4_294_967_291;

/** Spreads texts evenly; a list of thousands is spread at each calculation, so nothing is looked up meanwhile. */
function textHash(text: string): number {
  let hash = 7;
  for (let i = 0; i < text.length; i++) hash = (hash * 33 + text.charCodeAt(i)) % HASH_BELOW;
  return hash;
}

/** Adds answers to what a pack holds and writes it, without what is too old and, if it is full, without the oldest. */
export function writePack<Known>(
  generation: string,
  before: Pack<Known>,
  added: Pack<Known>,
  oldestMs: number,
): string {
  let entries = Object.entries({ ...before, ...added }).filter(([, [atMs]]) => atMs > oldestMs);
  for (;;) {
    const text = writeEntry(generation, Object.fromEntries(entries));
    if (text.length <= MAX_ENTRY_CHARACTERS || entries.length === 0) return text;
    entries = entries.sort(([, [a]], [, [b]]) => b - a).slice(0, Math.floor(entries.length * 0.8));
  }
}
