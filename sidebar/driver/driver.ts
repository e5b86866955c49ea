import type { Refusal } from "../../src/result";
import type { Look, SliceReport, SliceRequest } from "../../src/runs/slices";
import { createFailures } from "./failures";
import { createLaneCount } from "./lane-count";
import { createPasses } from "./passes";
import { createProgress, type RunProgress } from "./progress";
import { createQuestions, FILL_ROWS } from "./questions";
import type { RunCalls } from "./run-calls";

/** What a driver is given. */
export interface DriverParts {
  calls: RunCalls;
  nowMs(): number;
  sleep(ms: number): Promise<void>;
  runId: string;
  /** Whether the columns for the results are there already. */
  isPrepared: boolean;
  /** What the start of the run has seen already. */
  firstLook?: Look;
  /** A name that no other driver has. */
  driverId: string;
  /** *Try 10 rows first*: pauses after so many distinct addresses. */
  askAtMost?: number;
  lanes?: number;
  onProgress?(progress: RunProgress): void;
}

/** How a driver ended. */
export interface DriverEnd {
  state: "paused" | "stopped" | "finished";
  /** Why it ended early; `null` when it was the user's wish or all is done. */
  stop: Refusal | null;
  progress: RunProgress;
}

/** Drives one run from this page. */
export interface Driver {
  /** Resolves when everything under way has ended. Never rejects. */
  run(): Promise<DriverEnd>;
  pause(): void;
  stop(): void;
}

/** Looks ahead when fewer questions than this wait for each lane. */
const QUESTIONS_PER_LANE = 20;

/** Until the server has said how many go together. */
const FIRST_BATCH_CALLS = 10;

/** After so many passes that find work and get none of it into the sheet, it is left. */
const MOST_VAIN_PASSES = 3;

/** Before looking again at rows that others are doing. */
const OTHERS_WAIT_MS = 4_000;

/** Chunks held for others to see: what is being asked, and what was looked at ahead. */
const HELD_CHUNKS = 5;

/**
 * Keeps lanes of slices in flight, each begun by the end of another: no timers, which hidden pages throttle (design 3.6).
 */
export function createDriver(parts: DriverParts): Driver {
  const { calls, nowMs, sleep, runId, driverId, askAtMost, onProgress } = parts;
  const questions = createQuestions();
  const passes = createPasses();
  const laneCount = createLaneCount(parts.lanes);
  const progress = createProgress(nowMs);
  const failures = createFailures();
  /** Of looks: one that arrives says nothing about slices. */
  const lookFailures = createFailures();
  let ending: Omit<DriverEnd, "progress"> | null = null;
  let batchCalls = FIRST_BATCH_CALLS;
  let held: number[] = [];
  let unspent = { unspentHalves: 0, freeAnswers: 0 };
  let active = 0;
  /** Slices under way; looks and the making of columns come on top of the lanes. */
  let slices = 0;
  let asking = 0;
  let isAtCap = false;
  let hasClaims = false;
  let { isPrepared } = parts;
  let hasLost = false;
  let vainPasses = 0;
  let rowsBefore = 0;
  let isDone: () => void = () => {};

  function end(state: DriverEnd["state"], stop: Refusal | null): void {
    ending ??= { state, stop };
  }

  function mayAsk(): number {
    if (isAtCap && asking > 0) return 0;
    return Math.min(batchCalls, (askAtMost ?? Infinity) - questions.answered() - questions.asking());
  }

  /** Begins whatever can begin, until all lanes are busy. */
  function fillLanes(): void {
    while (!ending && beginOne());
    if (active === 0) isDone();
  }

  function beginOne(): boolean {
    const isShort = questions.waiting() < QUESTIONS_PER_LANE * laneCount.lanes();
    const isTrialOver = askAtMost !== undefined && questions.answered() + questions.asking() >= askAtMost;
    const mayLook = passes.isFirst() ? !passes.isLooking() : active < laneCount.lanes();
    if (isShort && !isTrialOver && mayLook && beginLook(0)) return true;
    if (slices >= laneCount.lanes()) return false;
    if (questions.toFill() >= FILL_ROWS) return begin(fill());
    if (questions.waiting() > 0 && mayAsk() > 0) return begin(ask());
    if (questions.toFill() > 0 && (questions.waiting() === 0 || isTrialOver)) return begin(fill());
    if (active > 0) return false;
    if (isTrialOver) end("paused", null);
    else if (!passes.isOver()) return beginLook(OTHERS_WAIT_MS);
    else if (isInVain() || !passes.startNext()) end("finished", null);
    else return beginLook(hasClaims ? OTHERS_WAIT_MS : 0);
    return false;
  }

  /** Nothing more comes into the sheet, though nobody else is about to write it. */
  function isInVain(): boolean {
    const { rows } = progress.view(0);
    vainPasses = rows > rowsBefore || hasClaims || hasLost ? 0 : vainPasses + 1;
    hasLost = false;
    rowsBefore = rows;
    return vainPasses >= MOST_VAIN_PASSES;
  }

  function begin(work: Promise<void>): boolean {
    active++;
    work.then(() => {
      active--;
      fillLanes();
    });
    return true;
  }

  function beginLook(waitMs: number): boolean {
    // What is only left in others' hands is looked at again when there is nothing else to do.
    const next = passes.isBusyOnly() && waitMs === 0 ? null : passes.next();
    return next !== null && begin(look(next, waitMs));
  }

  async function look({ wanted, count }: { wanted: number[]; count: number }, waitMs: number): Promise<void> {
    const result = await calls.lookAhead({ runId, driverId, wanted, count, held, waitMs });
    if (!result.ok) {
      passes.fail(wanted.slice(0, count));
      return endOrWait(result, lookFailures);
    }
    lookFailures.arrived();
    hasClaims = false;
    takeLook(wanted.slice(0, count), result.data);
  }

  function takeLook(wanted: number[], seen: Look): void {
    held = [...held.filter((chunk) => !seen.taken.includes(chunk)), ...seen.taken].slice(-HELD_CHUNKS);
    passes.take(wanted, seen, questions.add(seen));
  }

  /** The questions need no columns: these are made while the first answers are on their way. */
  async function prepare(): Promise<void> {
    const result = await calls.prepareRun(runId);
    if (result.ok) isPrepared = true;
    else await endOrWait(result);
  }

  function ask(): Promise<void> {
    return slice(questions.nextBatch(mayAsk()));
  }

  function fill(): Promise<void> {
    return slice({ ask: [], fill: questions.nextFill(), waitMs: 0 });
  }

  async function slice(batch: Pick<SliceRequest, "ask" | "fill" | "waitMs">): Promise<void> {
    const request: SliceRequest = { runId, driverId, ...batch, ...unspent, held, isPrepared };
    unspent = { unspentHalves: 0, freeAnswers: 0 };
    slices++;
    if (batch.ask.length > 0) asking++;
    const result = await calls.runSlice(request);
    slices--;
    if (batch.ask.length > 0) asking--;
    if (!result.ok) {
      questions.forget(batch.ask);
      passes.expectMore();
      hasLost = true;
      return endOrWait(result);
    }
    const report = result.data;
    failures.arrived();
    for (const answer of report.answers) questions.take(answer);
    hasClaims ||= report.answers.some(({ state }) => state === "claimed");
    unspent.unspentHalves += report.unspentHalves;
    unspent.freeAnswers += report.freeAnswers;
    if (report.batchCalls > 0) {
      batchCalls = report.batchCalls;
      laneCount.noteOthers(report.isShared);
      laneCount.noteWait(report.waitedMs);
    }
    progress.note(request, report);
    onProgress?.(progress.view(laneCount.lanes()));
    const stop = stopOf(report) ?? failures.note(report.answers);
    if (stop) end("paused", stop);
  }

  /** Credits that other slices have reserved may come back: only with none of them under way the cap is reached. */
  function stopOf(report: SliceReport): Refusal | null {
    if (report.stop?.code !== "CAP_REACHED") {
      isAtCap = false;
      return report.stop;
    }
    isAtCap = true;
    return asking === 0 && unspent.unspentHalves === report.unspentHalves ? report.stop : null;
  }

  /** Paused or stopped by somebody else, or no way to the server. */
  async function endOrWait(refusal: Refusal, of = failures): Promise<void> {
    if (refusal.code === "RUN_STOPPED") end("stopped", null);
    else if (refusal.code === "RUN_FINISHED") end("finished", null);
    else if (refusal.code === "RUN_PAUSED") end("paused", null);
    else {
      const waitMs = of.waitMs(refusal, nowMs());
      if (waitMs === null) end("paused", refusal);
      else await sleep(waitMs);
    }
  }

  return {
    async run() {
      await new Promise<void>((resolve) => {
        isDone = resolve;
        if (parts.firstLook) takeLook(parts.firstLook.taken, parts.firstLook);
        if (!parts.isPrepared) begin(prepare());
        fillLanes();
      });
      const { state, stop } = ending ?? { state: "finished", stop: null };
      await calls.endRun({ runId, driverId, state, reason: stop?.message ?? "", ...unspent });
      return { state, stop, progress: progress.view(laneCount.lanes()) };
    },
    pause: () => end("paused", null),
    stop: () => end("stopped", null),
  };
}
