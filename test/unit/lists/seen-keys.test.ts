import { expect, test } from "@jest/globals";
import type { TextCache } from "../../../src/google";
import { createSeenKeys, readSeenKeys } from "../../../src/lists/seen-keys";

function createCache() {
  const entries: Record<string, string> = {};
  const cache: TextCache = {
    getAll: (names) =>
      Object.fromEntries(names.flatMap((name) => (name in entries ? [[name, entries[name] ?? ""]] : []))),
    putAll: (texts) => Object.assign(entries, texts),
  };
  return { cache, entries };
}

test("keys are known again from the cache, also when they fill several entries", () => {
  const { cache, entries } = createCache();
  const seen = createSeenKeys(cache, "list");
  for (let i = 0; i < 10_001; i++) seen.add(`company${i}.example`);
  seen.save();
  expect(Object.keys(entries)).toHaveLength(2);
  const again = readSeenKeys(cache, "list", seen.count());
  expect(again?.has("company0.example")).toBe(true);
  expect(again?.has("company10000.example")).toBe(true);
  expect(again?.has("another.example")).toBe(false);
});

test("a cache that holds fewer or more keys than were written is none", () => {
  const { cache, entries } = createCache();
  const seen = createSeenKeys(cache, "list");
  for (const key of ["a", "b", "c"]) seen.add(key);
  seen.save();
  expect(readSeenKeys(cache, "list", 2)).toBeNull();
  expect(readSeenKeys(cache, "list", 4)).toBeNull();
  for (const name of Object.keys(entries)) delete entries[name];
  expect(readSeenKeys(cache, "list", 3)).toBeNull();
});
