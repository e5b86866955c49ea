import type { Reserve } from "../pacing/limiter";
import { type Held, readOpen, spentOf, writeOpen } from "./open-questions";
import { parse, type RunStore, spendingName } from "./run-record";

/** What a run has cost, in half credits. */
export interface Spending {
  /** The most it can have been: reserved before each call, less when an answer tells that it was. */
  spentHalves: number;
  freeAnswers: number;
  /** When it last took a turn. */
  atMs: number;
}

/** As it is kept. */
interface KeptSpending extends Spending {
  /** Without what is held for the open questions. */
  spentHalves: number;
  turn: number;
  open: string;
}

const NOTHING: KeptSpending = { spentHalves: 0, freeAnswers: 0, atMs: 0, turn: 0, open: "" };

type Reader = Pick<RunStore, "get">;

const readKept = (store: Reader, runId: string): KeptSpending => ({
  ...NOTHING,
  ...parse<KeptSpending>(store.get(spendingName(runId))),
});

/** What a run has spent, question by question. */
export function readHeld(store: Reader, runId: string): Held & Spending {
  const { open, ...kept } = readKept(store, runId);
  return { ...kept, open: readOpen(open) };
}

/** Keeps what `readHeld` reads; to be called under the document lock. */
export function writeHeld(store: RunStore, runId: string, held: Held & Spending): void {
  const kept: KeptSpending = { ...held, open: writeOpen(held.open) };
  store.set(spendingName(runId), JSON.stringify(kept));
}

/** What a run or a fill has spent, in one sum. */
export function readSpending(store: Reader, runId: string): Spending {
  const held = readHeld(store, runId);
  const { freeAnswers, atMs } = held;
  return { spentHalves: spentOf(held), freeAnswers, atMs };
}

/** A budget as it is reserved along with a turn. */
export const reserveOf = ({ allow, take }: Pick<RunBudget, "allow" | "take">): Reserve => ({
  allow,
  take(ids) {
    take(ids);
    return {};
  },
  isDead: () => false,
});

/** What earlier slices of a fill reserved and did not need. */
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
export interface RunBudget {
  /** Which of these calls it allows, in their order. */
  allow(ids: string[]): string[];
  take(ids: string[]): void;
  /** Not even one call fits. */
  isExhausted: boolean;
  /** What was given back has been booked along with what was taken. */
  isBooked: boolean;
}

/**
 * Reserves the worst case of each page before it is asked, so that *Spend at most N* is never exceeded (design 3.10).
 * @param halvesPerCall the most one call can cost
 */
export function createBudget(
  store: RunStore,
  run: { id: string; capHalves: number | null },
  halvesPerCall: number,
  given: GivenBack,
  nowMs: () => number,
): RunBudget {
  let spending: Spending = NOTHING;
  const budget: RunBudget = {
    isExhausted: false,
    isBooked: false,
    allow(ids) {
      spending = settled(readSpending(store, run.id), given, nowMs());
      if (run.capHalves === null) return ids;
      const calls = Math.max(0, Math.floor((run.capHalves - spending.spentHalves) / halvesPerCall));
      budget.isExhausted = calls === 0;
      return ids.slice(0, calls);
    },
    take({ length }) {
      const taken = { ...spending, spentHalves: spending.spentHalves + length * halvesPerCall };
      store.set(spendingName(run.id), JSON.stringify(taken));
      budget.isBooked = true;
    },
  };
  return budget;
}
