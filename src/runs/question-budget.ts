import { book, type Cost, close, type Held, hold, moreFor, spentOf } from "./open-questions";
import type { RunStore } from "./run-record";
import type { Settlement } from "./slices";
import { type RunBudget, readHeld, type Spending, writeHeld } from "./spending";

/** The credits that a slice may still spend, and what its questions have cost. */
export interface QuestionBudget extends RunBudget {
  /**
   * What is known of a question that was taken, to be booked later; nothing when it can have cost all that is reserved.
   * @param halves the most it can have cost in this turn
   * @param isAll also in all turns before, whose answers may be lost
   */
  costOf(id: string, halves: number, isAll: boolean): Cost[];
}

/** How the questions of a run are told apart, and what one costs at most. */
interface Questions {
  halvesPerQuestion: number;
  /** A name of 8 characters: the same for what the service charges once. */
  nameOf(id: string): string;
}

/**
 * Reserves the worst case of each question before it is asked, so that *Spend at most N* is never exceeded (design 3.10).
 * Once for each: what is asked again, because its answer was lost with the page, costs nothing more.
 * @param given what is booked along with what is taken
 */
export function createQuestionBudget(
  store: RunStore,
  run: { id: string; capHalves: number | null },
  { halvesPerQuestion, nameOf }: Questions,
  given: Settlement,
  nowMs: () => number,
): QuestionBudget {
  let held: Held & Spending;
  const heldBefore = new Map<string, number>();
  const budget: QuestionBudget = {
    isExhausted: false,
    isBooked: false,
    allow(ids) {
      held = settled(readHeld(store, run.id), given, nowMs());
      let left = run.capHalves === null ? Number.POSITIVE_INFINITY : run.capHalves - spentOf(held);
      const allowed = ids.filter((id) => {
        const more = moreFor(held, nameOf(id), halvesPerQuestion);
        if (more > left) return false;
        left -= more;
        return true;
      });
      budget.isExhausted = allowed.length === 0;
      return allowed;
    },
    take(ids) {
      for (const id of ids) heldBefore.set(id, held.open.get(nameOf(id))?.halves ?? 0);
      held = { ...held, ...hold(held, ids.map(nameOf), halvesPerQuestion) };
      writeHeld(store, run.id, held);
      budget.isBooked = true;
    },
    costOf(id, halves, isAll) {
      const most = isAll ? halves : Math.max(halves, heldBefore.get(id) ?? 0);
      return most < halvesPerQuestion ? [[nameOf(id), most, held.turn]] : [];
    },
  };
  return budget;
}

/**
 * Books what earlier slices have learnt; under the document lock.
 * @param isOver nothing is asked any more
 */
export function settle(store: RunStore, runId: string, given: Settlement, nowMs: number, isOver = false): void {
  if (given.costs.length === 0 && given.freeAnswers === 0 && !isOver) return;
  const held = settled(readHeld(store, runId), given, nowMs);
  writeHeld(store, runId, isOver ? { ...held, ...close(held) } : held);
}

const settled = (held: Held & Spending, { costs, freeAnswers }: Settlement, nowMs: number): Held & Spending => ({
  ...held,
  ...book(held, costs),
  freeAnswers: held.freeAnswers + freeAnswers,
  atMs: nowMs,
});
