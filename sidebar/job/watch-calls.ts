import type { JobCalls } from "../../src/driver/driver";
import { FAILING_MS, ON_THE_WAY } from "../../src/driver/failures";
import { withUnderWay } from "../../src/driver/progress";
import type { Spent } from "../../src/jobs/credits";
import type { AskRequest, StepRequest } from "../../src/jobs/protocol";
import type { JobView } from "../../src/jobs/views";
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

export function watchCalls(calls: JobCalls, { job, sleep, onChange }: WatchOptions) {
  let lost: { code: string; calls: number; isLong: boolean } | null = null;
  const underWay = new Set<string>();
  /** The server may have paid for lost answers. The value is the number of calls that had begun when they were lost. */
  const unsure = new Map<string, number>();
  /** The figures of calls up to `begun` may still hold the question. The call `by` has answered it. */
  const answered = new Map<string, { by: number; begun: number }>();
  let begun = 0;
  /** The latest asking has the latest figure, as in the driver. */
  let told = { by: 0, askNumber: 0, heldHalves: 0 };
  const sent = new Set<string>();

  function note(code: string | null): void {
    if (code === null || !isUnreached(code)) {
      const isOver = lost?.isLong === true;
      lost = null;
      if (isOver) onChange();
      return;
    }
    const outage = lost ?? { code, calls: 0, isLong: false };
    lost = outage;
    outage.code = code;
    outage.calls++;
    if (outage.isLong) onChange();
    // After a single lost call, the next try may be under way.
    else if (outage.calls === 2)
      void sleep(FAILING_MS).then(() => {
        if (lost !== outage) return;
        outage.isLong = true;
        onChange();
      });
  }

  async function watch<Data>(call: Promise<Result<Data>>): Promise<Result<Data>> {
    const result = await call;
    note(result.ok ? null : result.code);
    // The driver tries this one again.
    return !result.ok && result.code === "NO_CONNECTION" ? { ...result, code: "GOOGLE_FAILED" } : result;
  }

  const watched: JobCalls = {
    async step(request) {
      const keys = keysOf(request);
      const by = ++begun;
      for (const key of keys) {
        answered.delete(key);
        underWay.add(key);
        sent.add(key);
      }
      const result = await watch(calls.step(request));
      for (const key of keys) underWay.delete(key);
      if (result.ok && result.data.do === "ask") {
        for (const key of keys) answered.set(key, { by, begun });
        const { answers, spent, askNumber } = result.data;
        for (const { key, state } of answers) if (state !== "unasked") unsure.delete(key);
        if (spent && askNumber > told.askNumber) {
          told = { by, askNumber, heldHalves: spent.heldHalves };
          // The ledger holds what was asked before, also what was lost.
          for (const [key, begunAtLoss] of unsure) if (begunAtLoss < by) unsure.delete(key);
          for (const [key, { begun }] of answered) if (begun < by) answered.delete(key);
        }
      }
      if (!result.ok && ON_THE_WAY.includes(result.code)) for (const key of keys) unsure.set(key, begun);
      return result;
    },
    end: (request) => watch(calls.end(request)),
  };

  return {
    calls: watched,
    /** Returns `null` if a call has got through within some seconds. */
    lost: (): string | null => (lost?.isLong ? lost.code : null),
    /** Adds the most that lost answers can have cost to the driver's figure `known`. */
    spent(known: Spent | null): Spent | null {
      if (unsure.size === 0) return known;
      const { halvesPerQuestion, capHalves } = job;
      const others = [...answered.values()].filter(({ by }) => by !== told.by).length;
      const stillHeld = Math.min(others * halvesPerQuestion, told.heldHalves);
      const open = new Set([...unsure.keys(), ...underWay]).size;
      const halves = open * halvesPerQuestion + stillHeld;
      const spent = known ?? job.spent;
      const mostInAll = job.spent.halves + sent.size * halvesPerQuestion;
      const most = Math.min(halves, mostInAll - (spent.halves - spent.heldHalves));
      return { ...withUnderWay(spent, most, capHalves), isExact: false };
    },
  };
}
