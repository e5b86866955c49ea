import { beforeEach, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { leasedByOthers, renewLease } from "../../../src/runs/leases";
import { createQuestionBudget, settle } from "../../../src/runs/question-budget";
import { addRun, listRuns, type RunRecord, type RunStore, readRun } from "../../../src/runs/run-record";
import type { Settlement } from "../../../src/runs/slices";
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

const ids = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, i) => `q${String(from + i).padStart(7, "0")}`);

describe("the credits of a fill", () => {
  const NOTHING = { unspentHalves: 0, freeAnswers: 0 };

  test("are reserved before each call and given back when the answer was free", () => {
    const run = { id: "r1", capHalves: 10 };
    const first = createBudget(store, run, 1, NOTHING, () => 5);
    expect(first.allow(ids(12))).toEqual(ids(10));
    first.take(ids(9));
    const second = createBudget(store, run, 1, NOTHING, () => 5);
    expect(second.allow(ids(9))).toEqual(ids(1));
    second.take(ids(1));
    const third = createBudget(store, run, 1, NOTHING, () => 5);
    expect([third.allow(ids(9)), third.isExhausted]).toEqual([[], true]);
    const fourth = createBudget(store, run, 1, { unspentHalves: 4, freeAnswers: 4 }, () => 6);
    expect(fourth.allow(ids(9))).toEqual(ids(4));
    fourth.take(ids(2));
    expect(readSpending(store, "r1")).toEqual({ spentHalves: 8, freeAnswers: 4, atMs: 6 });
    giveBack(store, "r1", { unspentHalves: 2, freeAnswers: 2 }, 7);
    expect(readSpending(store, "r1")).toEqual({ spentHalves: 6, freeAnswers: 6, atMs: 7 });
  });

  test("have no limit unless one was set; what costs more counts for more", () => {
    expect(createBudget(store, { id: "r1", capHalves: null }, 1, NOTHING, () => 0).allow(ids(99))).toHaveLength(99);
    expect(createBudget(store, { id: "r1", capHalves: 9 }, 2, NOTHING, () => 0).allow(ids(99))).toHaveLength(4);
  });
});

describe("the credits of a column run", () => {
  const NOTHING: Settlement = { costs: [], freeAnswers: 0 };
  const NAMES = { halvesPerQuestion: 6, nameOf: (id: string) => id };
  const told = (): number => readSpending(store, "r1").spentHalves;

  /** Takes what is allowed of some questions. */
  function take(wanted: string[], capHalves: number | null = null, given = NOTHING) {
    const budget = createQuestionBudget(store, { id: "r1", capHalves }, NAMES, given, () => 5);
    const allowed = budget.allow(wanted);
    if (allowed.length > 0) budget.take(allowed);
    return { ...budget, allowed };
  }

  test("are reserved once for each question, however often its answer is lost", () => {
    for (let i = 0; i < 5; i++) take(ids(10));
    expect(told()).toBe(60);
    take(ids(10, 5));
    expect(told()).toBe(90);
  });

  test("allow at their limit what was asked before, and nothing else", () => {
    take(ids(3), 20);
    expect(take(ids(5), 20).allowed).toEqual(ids(3));
    expect(take(ids(2, 3), 20)).toMatchObject({ allowed: [], isExhausted: true, isBooked: false });
    expect(told()).toBe(18);
    expect(take(ids(5), 10).allowed).toEqual([]);
  });

  test("are less once an answer tells, and the difference is reserved before the question is asked again", () => {
    const [a = "", b = ""] = ids(2);
    const first = take([a, b], 13);
    const costs = [...first.costOf(a, 2, true), ...first.costOf(b, 0, false)];
    expect(take(ids(1, 2), 13, { costs, freeAnswers: 1 }).allowed).toEqual(ids(1, 2));
    expect(readSpending(store, "r1")).toEqual({ spentHalves: 8, freeAnswers: 1, atMs: 5 });
    expect(take([a, b], 13).allowed).toEqual([a]);
    expect(told()).toBe(12);
  });

  test("stay spent for a question whose earlier answer was lost, unless all that it has cost is known", () => {
    const [a = "", b = ""] = ids(2);
    take([a, b]);
    const again = take([a, b]);
    expect(again.costOf(a, 0, false)).toEqual([]);
    settle(store, "r1", { costs: again.costOf(b, 2, true), freeAnswers: 0 }, 6);
    expect(told()).toBe(8);
  });

  test("are not lowered by an answer that comes when the question is being asked anew", () => {
    const [a = ""] = ids(1);
    const first = take([a]);
    const second = take([a]);
    settle(store, "r1", { costs: first.costOf(a, 0, false), freeAnswers: 0 }, 6);
    expect(told()).toBe(6);
    settle(store, "r1", { costs: second.costOf(a, 4, true), freeAnswers: 0 }, 6);
    expect(told()).toBe(4);
  });

  test("may be booked twice, also after the question was forgotten and asked anew", () => {
    const [a = ""] = ids(1);
    const costs = take([a]).costOf(a, 0, false);
    settle(store, "r1", { costs, freeAnswers: 0 }, 6);
    settle(store, "r1", { costs, freeAnswers: 0 }, 6);
    expect(told()).toBe(0);
    take([a]);
    settle(store, "r1", { costs, freeAnswers: 0 }, 6);
    expect(told()).toBe(6);
  });

  test("fit into a property: the longest unasked questions are forgotten, not what they have cost", () => {
    for (let i = 0; i < 200; i++) take(ids(10, 10 * i));
    expect(told()).toBe(12_000);
    expect(texts.get("spend:r1")?.length).toBeLessThan(9_216);
    take(ids(400, 1_600));
    expect(told()).toBe(12_000);
    take(ids(1));
    expect(told()).toBe(12_006);
  });

  test("are kept as a sum when the run is over", () => {
    take(ids(400));
    settle(store, "r1", NOTHING, 9, true);
    expect(told()).toBe(2_400);
    expect(texts.get("spend:r1")?.length).toBeLessThan(100);
  });

  test("are never less than what was charged nor more than every question's most, whatever is lost and comes late", () => {
    const wanted = fc.record({ from: fc.nat(30), count: fc.integer({ min: 1, max: 10 }), isLost: fc.boolean() });
    fc.assert(
      fc.property(fc.array(wanted, { maxLength: 40 }), fc.array(fc.nat(9)), fc.nat(200), (slices, delays, cap) => {
        texts.clear();
        const charged = new Map<string, number>();
        const asked = new Set<string>();
        const late: Settlement[] = [];
        slices.forEach(({ from, count, isLost }, i) => {
          const given = (delays[i] ?? 0) < 6 ? (late.shift() ?? NOTHING) : NOTHING;
          const slice = take(ids(count, from), cap, given);
          if (!slice.isBooked) late.push(given);
          const costs = slice.allowed.flatMap((id) => {
            asked.add(id);
            const halves = Number(id.slice(-2)) % 7;
            const isFree = charged.has(id);
            charged.set(id, halves);
            // Some tell what they have cost in all, as searches do; others whether they were free now.
            return Number(id.slice(-1)) % 2 === 0
              ? slice.costOf(id, halves, true)
              : isFree
                ? slice.costOf(id, 0, false)
                : [];
          });
          if (!isLost) late.splice((delays[i] ?? 0) % (late.length + 1), 0, { costs, freeAnswers: 0 });
          const sum = [...charged.values()].reduce((a, b) => a + b, 0);
          expect(told()).toBeGreaterThanOrEqual(sum);
          expect(told()).toBeLessThanOrEqual(Math.min(6 * asked.size, cap));
        });
      }),
      { numRuns: 300, seed: 7 },
    );
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
