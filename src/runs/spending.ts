import type { Budget } from "../pacing/limiter";
import { parse, type RunStore, spendingName } from "./run-record";

/** What a run has cost, in half credits. */
export interface Spending {
  /** The most it can have been: reserved before each call, given back when an answer was free. */
  spentHalves: number;
  freeAnswers: number;
  /** When it last took a turn. */
  atMs: number;
}

const NOTHING: Spending = { spentHalves: 0, freeAnswers: 0, atMs: 0 };

export function readSpending(store: Pick<RunStore, "get">, runId: string): Spending {
  return { ...NOTHING, ...parse<Spending>(store.get(spendingName(runId))) };
}

/** What earlier slices reserved and did not need. */
export interface GivenBack {
  unspentHalves: number;
  freeAnswers: number;
}

/** Books what earlier slices gave back; under the document lock. */
export function giveBack(store: RunStore, runId: string, given: GivenBack, nowMs: number): void {
  if (given.unspentHalves === 0 && given.freeAnswers === 0) return;
  store.set(spendingName(runId), JSON.stringify(settled(readSpending(store, runId), given, nowMs)));
}

const settled = (before: Spending, { unspentHalves, freeAnswers }: GivenBack, nowMs: number): Spending => ({
  spentHalves: Math.max(0, before.spentHalves - unspentHalves),
  freeAnswers: before.freeAnswers + freeAnswers,
  atMs: nowMs,
});

/** The credits that a slice may still spend. */
export interface RunBudget extends Budget {
  /** Not even one call fits. */
  isExhausted: boolean;
  /** What was given back has been booked along with what was taken. */
  isBooked: boolean;
}

/**
 * Reserves the worst case of each call before it is made, so that *Spend at most N* is never exceeded (design 3.10).
 * @param halvesPerCall the most one call can cost
 */
export function createBudget(
  store: RunStore,
  run: { id: string; capHalves: number | null },
  halvesPerCall: number,
  given: GivenBack,
  nowMs: () => number,
): RunBudget {
  let spending = NOTHING;
  const budget = {
    isExhausted: false,
    isBooked: false,
    left() {
      spending = settled(readSpending(store, run.id), given, nowMs());
      if (run.capHalves === null) return Number.POSITIVE_INFINITY;
      const calls = Math.max(0, Math.floor((run.capHalves - spending.spentHalves) / halvesPerCall));
      budget.isExhausted = calls === 0;
      return calls;
    },
    take(calls: number) {
      const taken = { ...spending, spentHalves: spending.spentHalves + calls * halvesPerCall };
      store.set(spendingName(run.id), JSON.stringify(taken));
      budget.isBooked = true;
    },
  };
  return budget;
}
