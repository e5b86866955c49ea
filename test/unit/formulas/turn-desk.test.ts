import { expect, test } from "@jest/globals";
import { openTurnDesk } from "../../../src/formulas/turn-desk";
import { createLimiter } from "../../../src/pacing/limiter";
import { paceFor } from "../../../src/pacing/pace";
import { createFakeClock } from "../support/fake-clock";

test("a formula takes its turn itself, within few calls, while the cache keeps nothing that it posts", () => {
  const clock = createFakeClock(1_000_000);
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
  const limiter = createLimiter({
    clock,
    lock: { tryLock: () => true, release() {} },
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
    // Somebody has just served: it posts its question and waits to be served as well.
    served: String(clock.nowMs()),
  });
  const latestStartMs = clock.nowMs() + 15_000;
  const turn = awaitTurn({ ids: ["a"], latestStartMs, superseded: {}, halves: { a: 1 } });
  expect(turn.granted).toEqual(["a"]);
  expect(calls.length).toBeLessThan(20);
});
