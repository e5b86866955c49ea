import { beforeEach, describe, expect, test } from "@jest/globals";
import { leasedByOthers, renewLease } from "../../../src/runs/leases";
import { addRun, listRuns, type RunRecord, type RunStore, readRun } from "../../../src/runs/run-record";
import { createBudget, giveBack, readSpending } from "../../../src/runs/spending";
import { createFakeCache } from "../support/fake-cache";

let texts: Map<string, string>;
let store: RunStore;
beforeEach(() => {
  texts = new Map();
  store = {
    get: (name) => texts.get(name) ?? null,
    set: (name, text) => void texts.set(name, text),
    remove: (name) => void texts.delete(name),
    all: () => Object.fromEntries(texts),
  };
});

const NOTHING = { unspentHalves: 0, freeAnswers: 0 };

describe("the credits of a run", () => {
  test("are reserved before each call and given back when the answer was free", () => {
    const run = { id: "r1", capHalves: 10 };
    const first = createBudget(store, run, 1, NOTHING, () => 5);
    expect(first.left()).toBe(10);
    first.take(9);
    const second = createBudget(store, run, 1, NOTHING, () => 5);
    expect(second.left()).toBe(1);
    second.take(1);
    const third = createBudget(store, run, 1, NOTHING, () => 5);
    expect([third.left(), third.isExhausted]).toEqual([0, true]);
    const fourth = createBudget(store, run, 1, { unspentHalves: 4, freeAnswers: 4 }, () => 6);
    expect(fourth.left()).toBe(4);
    fourth.take(2);
    expect(readSpending(store, "r1")).toEqual({ spentHalves: 8, freeAnswers: 4, atMs: 6 });
    giveBack(store, "r1", { unspentHalves: 2, freeAnswers: 2 }, 7);
    expect(readSpending(store, "r1")).toEqual({ spentHalves: 6, freeAnswers: 6, atMs: 7 });
  });

  test("have no limit unless one was set; what costs more counts for more", () => {
    expect(createBudget(store, { id: "r1", capHalves: null }, 1, NOTHING, () => 0).left()).toBe(Infinity);
    expect(createBudget(store, { id: "r1", capHalves: 9 }, 2, NOTHING, () => 0).left()).toBe(4);
  });
});

test("only the last runs are kept, and damaged ones are none", () => {
  for (let i = 0; i < 14; i++) addRun(store, { id: `r${i}`, state: "finished" } as RunRecord);
  expect(listRuns(store).map(({ id }) => id)).toEqual(["r13", "r12", "r11", "r10", "r9", "r8", "r7", "r6", "r5", "r4"]);
  expect(readRun(store, "r0")).toBeNull();
  texts.set("run:r13", "{");
  expect(readRun(store, "r13")).toBeNull();
});

test("a lease keeps others away until its driver is silent for 15 s", () => {
  let nowMs = 0;
  const cache = createFakeCache(() => nowMs);
  renewLease(cache, "r1", "one", [0, 1], nowMs);
  renewLease(cache, "r1", "two", [2], nowMs);
  expect([...leasedByOthers(cache, "r1", "two", nowMs)]).toEqual([0, 1]);
  expect([...leasedByOthers(cache, "r1", "one", nowMs)]).toEqual([2]);
  nowMs = 10_000;
  renewLease(cache, "r1", "two", [3], nowMs);
  nowMs = 16_000;
  expect([...leasedByOthers(cache, "r1", "three", nowMs)]).toEqual([3]);
  renewLease(cache, "r1", "two", [], nowMs);
  expect(leasedByOthers(cache, "r1", "three", nowMs).size).toBe(0);
});
