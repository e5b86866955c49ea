import { expect, test } from "@jest/globals";
import { openTurnDesk } from "../../../src/formulas/turn-desk";
import type { DocumentLock, TextCache } from "../../../src/google";
import { createLimiter } from "../../../src/pacing/limiter";
import { paceFor } from "../../../src/pacing/turns";
import { createFakeClock, type FakeClock } from "../support/fake-clock";

/** Somebody has just served, so it posts its question and waits to be served as well. */
function openDesk(clock: FakeClock, cache: TextCache, lock: DocumentLock) {
  const limiter = createLimiter({
    clock,
    lock,
    name: "turns",
    properties: { all: () => ({}), setAll() {} },
    cache,
    pace: paceFor({ callsPerMinute: 400, callsPerSecond: 10 }),
  });
  const noCredits = { capHalves: null, entryNames: [], count: () => ({}), taken: () => ({}), refund: () => ({}) };
  const credits = { ...noCredits, read: () => ({ halves: 0, refunds: [] }) };
  let ids = 0;
  const awaitTurn = openTurnDesk({
    operation: "email-verifier",
    clock,
    startedMs: clock.nowMs(),
    cache,
    service: () => ({ limiterOf: () => limiter, credits }),
    newId: () => (++ids).toString(36).padStart(6, "0"),
    served: String(clock.nowMs()),
  });
  const latestStartMs = clock.nowMs() + 15_000;
  return () => awaitTurn({ ids: ["a"], latestStartMs, superseded: {}, halves: { a: 1 } });
}

test("a formula takes its turn itself, within few calls, while the cache keeps nothing that it posts", () => {
  const calls: string[] = [];
  const cache = {
    getAll(): Record<string, string> {
      calls.push("getAll");
      return {};
    },
    putAll(): void {
      if (calls.push("putAll") > 1_000) throw new Error("It posts for ever.");
    },
  };
  const turn = openDesk(createFakeClock(1_000_000), cache, { tryLock: () => true, release() {} })();
  expect(turn.granted).toEqual(["a"]);
  expect(calls.length).toBeLessThan(20);
});

test("a formula that found the lock taken looks for a reply for half a second before it asks for it again", () => {
  const clock = createFakeClock(1_000_000);
  const entries: Record<string, string> = {};
  const looks: number[] = [];
  const cache: TextCache = {
    getAll(names) {
      looks.push(clock.nowMs());
      return Object.fromEntries(names.flatMap((name) => (name in entries ? [[name, entries[name] as string]] : [])));
    },
    putAll: (more) => void Object.assign(entries, more),
  };
  const asked: number[] = [];
  const tryLock = (): boolean => {
    asked.push(clock.nowMs());
    return asked.length > 1;
  };
  const turn = openDesk(clock, cache, { tryLock, release() {} })();
  expect(turn.granted).toEqual(["a"]);
  const [first = 0, second = 0] = asked;
  expect(second - first).toBeGreaterThan(500);
  // One that serves nobody must not keep the others waiting.
  expect(second - first).toBeLessThan(1_200);
  expect(looks.filter((atMs) => atMs >= first && atMs < second).length).toBeGreaterThanOrEqual(3);
});
