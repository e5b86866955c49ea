import { expect, test } from "@jest/globals";
import type { World } from "../../../src/jobs/record";
import { DAY_MS, HOUR_MS, MAX_A_DAY_MS } from "../../../src/unattended/limits";
import { countToday, viewUnattended, writeUnattended } from "../../../src/unattended/record";

function createStore() {
  const entries = new Map<string, string>();
  return {
    all: () => Object.fromEntries(entries),
    get: (name: string) => entries.get(name) ?? null,
    set: (name: string, text: string) => void entries.set(name, text),
  };
}

/** A spreadsheet without jobs, in which somebody's trigger has last run at 0. */
function openWorld() {
  let now = 0;
  const stores = { store: createStore(), userStore: createStore() };
  const key = { openService: () => ({ fingerprint: "" }), newId: () => "person" };
  const world = { ...stores, ...key, book: {}, clock: { nowMs: () => now } } as unknown as World;
  const triggers = [{ uid: "1", everyMinutes: 1, isOnly: false, seenMs: 0 }];
  writeUnattended(world, { triggers, seats: [], jobs: [], last: null });
  return {
    world,
    overdueAt: (ms: number) => {
      now = ms;
      return viewUnattended(world).isOverdue;
    },
  };
}

test("a trigger that has not run for an hour is overdue", () => {
  const { world, overdueAt } = openWorld();
  countToday(world, MAX_A_DAY_MS - 60_000);
  expect([0, HOUR_MS].map(overdueAt)).toEqual([false, true]);
});

test("one whose time of the day is used up is not, until the next day", () => {
  const { world, overdueAt } = openWorld();
  countToday(world, MAX_A_DAY_MS);
  expect(viewUnattended(world).nextMs).toBeGreaterThanOrEqual(DAY_MS);
  expect([HOUR_MS, DAY_MS - HOUR_MS, DAY_MS + HOUR_MS].map(overdueAt)).toEqual([false, false, true]);
});
