import type { TextCache } from "../../../src/google";

/** A document cache in memory that counts its calls. Differs from Google: it evicts only when a test says so. */
export interface FakeCache extends TextCache {
  entries: Map<string, { text: string; endsMs: number }>;
  calls: number;
}

export function createFakeCache(nowMs: () => number): FakeCache {
  const cache: FakeCache = {
    entries: new Map(),
    calls: 0,
    getAll(keys) {
      cache.calls++;
      const found: Record<string, string> = {};
      for (const key of keys) {
        const entry = cache.entries.get(key);
        if (entry && entry.endsMs > nowMs()) found[key] = entry.text;
      }
      return found;
    },
    putAll(entries, lifetimeSeconds) {
      cache.calls++;
      for (const [key, text] of Object.entries(entries)) {
        if (key.length > 250 || text.length > 102_400) throw new Error("Argument too large");
        cache.entries.set(key, { text, endsMs: nowMs() + lifetimeSeconds * 1000 });
      }
    },
  };
  return cache;
}
