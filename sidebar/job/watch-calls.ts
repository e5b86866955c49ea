import type { JobCalls } from "../../src/driver/driver";
import { FAILING_MS, ON_THE_WAY } from "../../src/driver/failures";
import { withUnderWay } from "../../src/driver/progress";
import type { Spent } from "../../src/jobs/credits";
import type { AskRequest, StepRequest } from "../../src/jobs/protocol";
import { type AskReport, type JobView, settledOf } from "../../src/jobs/views";
import type { Result } from "../../src/result";
import { isUnreached } from "../server";

interface WatchOptions {
  job: Pick<JobView, "spent" | "capHalves" | "halvesPerQuestion">;
  sleep(ms: number): Promise<void>;
  /** Called when `lost()` changes. */
  onChange(): void;
}

const keysOf = (request: StepRequest): string[] =>
  request.do === "ask" ? (request as AskRequest).questions.map(({ key }) => key) : [];

/** Watches a driver's calls for those whose answer is lost on its way. */
export function watchCalls(calls: JobCalls, { job, sleep, onChange }: WatchOptions) {
  const outage = createOutage(sleep, onChange);
  const losses = createLosses(job);

  async function watch<Data>(call: Promise<Result<Data>>): Promise<Result<Data>> {
    const result = await call;
    if (!result.ok && isUnreached(result.code)) outage.lose(result.code);
    else outage.end();
    // The driver tries this one again.
    return !result.ok && result.code === "NO_CONNECTION" ? { ...result, code: "GOOGLE_FAILED" } : result;
  }

  const watched: JobCalls = {
    async step(request) {
      const keys = keysOf(request);
      const by = losses.begin(keys);
      const result = await watch(calls.step(request));
      if (!result.ok) losses.end(keys, ON_THE_WAY.includes(result.code));
      else if (result.data.do === "ask") losses.answer(by, keys, result.data);
      return result;
    },
    end: (request) => watch(calls.end(request)),
  };

  return { calls: watched, lost: outage.code, spent: losses.addTo };
}

/** Several calls in a row that got no answer for some seconds. */
function createOutage(sleep: WatchOptions["sleep"], onChange: () => void) {
  let current: { code: string; calls: number; isLong: boolean } | null = null;
  return {
    lose(code: string): void {
      const outage = current ?? { code, calls: 0, isLong: false };
      current = outage;
      outage.code = code;
      outage.calls++;
      if (outage.isLong) onChange();
      // After a single lost call, the next try may be under way.
      else if (outage.calls === 2)
        void sleep(FAILING_MS).then(() => {
          if (current !== outage) return;
          outage.isLong = true;
          onChange();
        });
    },
    end(): void {
      const isOver = current?.isLong === true;
      current = null;
      if (isOver) onChange();
    },
    /** Returns `null` if a call has got through within some seconds. */
    code: (): string | null => (current?.isLong ? current.code : null),
  };
}

/** The questions whose answers were lost. The server may have paid for them. */
function createLosses(job: WatchOptions["job"]) {
  const underWay = new Set<string>();
  /** The value is the number of calls that had begun when the answer was lost. */
  const unsure = new Map<string, number>();
  /** The figures of calls up to `begun` may still hold the question. The call `by` has answered it. */
  const answered = new Map<string, { by: number; begun: number }>();
  const sent = new Set<string>();
  let begun = 0;
  /** The latest call that asked has the latest figure, as in the driver. */
  let told = { by: 0, askNumber: 0, heldHalves: 0 };

  /** The ledger holds what was asked before the call `by`, also what was lost. */
  function forgetBefore(by: number): void {
    for (const [key, begunAtLoss] of unsure) if (begunAtLoss < by) unsure.delete(key);
    for (const [key, { begun }] of answered) if (begun < by) answered.delete(key);
  }

  return {
    /** @returns the number of the call */
    begin(keys: string[]): number {
      for (const key of keys) {
        answered.delete(key);
        underWay.add(key);
        sent.add(key);
      }
      return ++begun;
    },
    end(keys: string[], isLost: boolean): void {
      for (const key of keys) {
        underWay.delete(key);
        if (isLost) unsure.set(key, begun);
      }
    },
    answer(by: number, keys: string[], { answers, spent, askNumber }: AskReport): void {
      for (const key of keys) {
        underWay.delete(key);
        answered.set(key, { by, begun });
      }
      for (const { key, state } of answers) if (state !== "unasked") unsure.delete(key);
      if (!spent || askNumber <= told.askNumber) return;
      told = { by, askNumber, heldHalves: spent.heldHalves };
      forgetBefore(by);
    },
    /** Adds the most that lost answers can have cost to the driver's figure `known`. */
    addTo(known: Spent | null): Spent | null {
      if (unsure.size === 0) return known;
      const { halvesPerQuestion, capHalves } = job;
      const others = [...answered.values()].filter(({ by }) => by !== told.by).length;
      const stillHeld = Math.min(others * halvesPerQuestion, told.heldHalves);
      const open = new Set([...unsure.keys(), ...underWay]).size;
      const halves = open * halvesPerQuestion + stillHeld;
      const spent = known ?? job.spent;
      const mostInAll = job.spent.halves + sent.size * halvesPerQuestion;
      const most = Math.min(halves, mostInAll - settledOf(spent));
      return { ...withUnderWay(spent, most, capHalves), isExact: false };
    },
  };
}
