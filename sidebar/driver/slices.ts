import type { Refusal } from "../../src/result";
import type { SliceReport, SliceRequest } from "../../src/runs/slices";
import type { createCosts } from "./costs";
import type { EndingOf } from "./ending";
import type { createLaneCount } from "./lane-count";
import type { Looks } from "./looks";
import type { Passes } from "./passes";
import type { createProgress } from "./progress";
import type { Questions } from "./questions";
import type { RunCalls } from "./run-calls";

/** Until the server has said how many go together. */
const FIRST_BATCH_CALLS = 10;

/** What the parts of a driver that send slices have in common. */
export interface SliceParts {
  calls: Pick<RunCalls, "runSlice">;
  runId: string;
  driverId: string;
  questions: Questions;
  passes: Passes;
  looks: Looks;
  ending: EndingOf;
  laneCount: ReturnType<typeof createLaneCount>;
  progress: ReturnType<typeof createProgress>;
  costs: ReturnType<typeof createCosts>;
  isPrepared(): boolean;
  /** Something has come of a slice. */
  onReport(): void;
}

/** What a slice is sent that not all are. */
type Batch = Pick<SliceRequest, "ask" | "fill" | "waitMs">;

/** Has what was not written sent again. @returns why the run pauses, when that was done often enough */
export function noteUnwritten(
  { fill }: Pick<SliceRequest, "fill">,
  { unwritten, unwrittenWords }: SliceReport,
  questions: Questions,
): Refusal | null {
  if (questions.writeAgain(unwritten, fill)) return null;
  return {
    ok: false,
    code: "NOT_WRITTEN",
    message: `Google does not write some results: ${unwrittenWords.replace(/\.$/, "")}.`,
    remedy: "What is done is kept. Look at the cells of the results, then resume the run: what was bought is free.",
  };
}

const NO_COSTS = { costs: [], freeAnswers: 0 };

/** Sends slices that ask or write, and takes in what they report. */
export function createSlices(parts: SliceParts) {
  const { calls, runId, driverId, questions, passes, looks, ending, laneCount, progress, costs } = parts;
  const failures = ending.watch();
  let batchCalls = FIRST_BATCH_CALLS;
  let underWay = 0;
  let isAtCap = false;
  const found = { hasClaims: false, hasLost: false };

  async function send(batch: Batch): Promise<void> {
    const isAsking = batch.ask.length > 0;
    const request: SliceRequest = {
      runId,
      driverId,
      ...batch,
      held: looks.held(),
      isPrepared: parts.isPrepared(),
      ...(isAsking ? costs.send() : NO_COSTS),
    };
    underWay++;
    const result = await calls.runSlice(request);
    underWay--;
    if (!result.ok) {
      if (isAsking) costs.lose(request);
      const isHopeful = questions.forget(batch.ask);
      passes.expectMore();
      found.hasLost = true;
      if (!isHopeful) ending.end("paused", result);
      await failures.waitOrEnd(result);
      return;
    }
    failures.arrived();
    if (isAsking) costs.arrive(result.data);
    take(request, result.data);
  }

  function take(request: SliceRequest, report: SliceReport): void {
    for (const answer of report.answers) questions.take(answer, report.silence !== null);
    found.hasClaims ||= report.answers.some(({ state }) => state === "claimed");
    if (report.batchCalls > 0) {
      batchCalls = report.batchCalls;
      laneCount.noteOthers(report.isShared);
      laneCount.noteWait(report.waitedMs);
    }
    progress.note(request, report);
    parts.onReport();
    const stop = stopOf(report) ?? failures.note(report) ?? noteUnwritten(request, report, questions);
    if (stop) ending.end("paused", stop);
  }

  /** Credits that other slices have reserved may come back: only with none of them under way the cap is reached. */
  function stopOf(report: SliceReport): Refusal | null {
    if (report.stop?.code !== "CAP_REACHED") {
      isAtCap = false;
      return report.stop;
    }
    isAtCap = true;
    return !costs.areUnderWay() && costs.known().costs.length === report.costs.length ? report.stop : null;
  }

  return {
    /** What others are asking, and what was lost on the way, since it was last set to false. */
    found,
    underWay: () => underWay,
    /** How many questions go together now. */
    batchCalls: () => (isAtCap && costs.areUnderWay() ? 0 : batchCalls),
    ask: (calls: number): Promise<void> => send(questions.nextBatch(calls)),
    fill: (): Promise<void> => send({ ask: [], fill: questions.nextFill(), waitMs: 0 }),
  };
}
