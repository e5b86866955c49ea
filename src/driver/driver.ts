import type { ColumnKindName, EndRequest, KindName, StepRequest } from "../jobs/protocol";
import type { AnswerEntry, AskReport, JobView, Scan, StepReport, ToldPrice } from "../jobs/views";
import { MOST_LANES, MOST_QUESTIONS, type Refusal, type Result } from "../result";
import { createLostCalls, createServiceFailures } from "./failures";
import { createProgress, type JobProgress } from "./progress";
import { createQuestions, OUTAGE_WAIT_MS, priceOf } from "./questions";
import { createScans } from "./scans";

/** The driver's way to the server: `google.script.run` in the page, the host in tests, `npm run try` and the bench. */
export interface JobCalls {
  step(request: StepRequest): Promise<Result<StepReport>>;
  end(request: EndRequest): Promise<Result<JobView>>;
}

export interface DriverOptions {
  calls: JobCalls;
  nowMs(): number;
  sleep(ms: number): Promise<void>;
  /** As it was started or resumed. */
  job: JobView;
  /** The questions that came along with the start. */
  scan: Scan;
  /** *Try 10 rows first*: pauses after this many questions. */
  askAtMost?: number;
  /**
   * The price that the user was told: questions that can cost more pause the job. The dry run's if left out; `null` if
   * nobody was told one. Pages have totals of their own.
   */
  price?: ToldPrice | null;
  lanes?: number;
  onProgress?(progress: JobProgress): void;
}

/** The end of a driver. */
export interface DriverEnd {
  state: "paused" | "stopped" | "finished";
  /** The reason for an early end; `null` when it was the user's wish or all is done. */
  stop: Refusal | null;
  progress: JobProgress;
  /** As it was left; `null` when the server could not be told. */
  job: JobView | null;
}

/** Drives one job from this page. */
export interface Driver {
  /** Resolves when everything under way has ended, and all that was bought is written. Never rejects. */
  run(): Promise<DriverEnd>;
  /** From the press on nothing new is sent. */
  pause(): void;
  stop(): void;
}

/**
 * Lanes that ask at the same time; a call that writes and one that scans may be under way besides. Simulations were best
 * with 8 for answers of 2 s; searches are answered sooner. A list of companies begins slowly, at a pace that is still
 * looked for: more lanes would reserve turns half a minute ahead at the first pace.
 */
const LANES: Record<KindName, number> = { verify: MOST_LANES - 2, find: 6, enrich: 6, companies: 3 };

/** While formulas are asking as well, they need the lock most of the time. */
const SHARED_LANES = 4;

/** The questions of a call until the server has said how many go together. */
const FIRST_BATCH_CALLS: Record<KindName, number> = { verify: 10, find: 20, enrich: 20, companies: 5 };

/** Scans ahead when fewer questions than this wait for each lane. */
const QUESTIONS_PER_LANE = 2 * MOST_QUESTIONS;

/** Writes are large: one begins with this many rows, this long after the last one, or when nothing else is to be done. */
const ROWS_OF_A_WRITE = 100;
const WRITE_AFTER_MS = 4_000;

/** While the last questions are under way, one write is better than two in a row; an answer may take 30 s and more. */
const LAST_WRITE_AFTER_MS = 20_000;

/** While no write looks for what the job needs, a call of its own does: what is gone is paid for no longer than this. */
const LOOK_AFTER_MS = 4_000;

/** After this many passes that find work and get none of it into the sheet, the driver gives up. */
const MOST_VAIN_PASSES = 3;

/** After this many writes in a row that have written nothing, the job pauses with Google's words. */
const MOST_VAIN_WRITES = 4;
const VAIN_WRITE_WAIT_MS = 3_000;

/** While another job appends to the same sheet; all waits together last longer than its lease. */
const BUSY_WAIT_MS = 4_000;
const MOST_BUSY_WRITES = 30;

/** The waits before the server is told the end again, if the call was lost. */
const END_WAITS_MS = [1_000, 4_000, 10_000];

/** Refusals that only say that the job has ended, here or elsewhere. */
const ENDED: Record<string, DriverEnd["state"]> = {
  JOB_STOPPED: "stopped",
  JOB_FINISHED: "finished",
  JOB_PAUSED: "paused",
  JOB_TAKEN_OVER: "paused",
};

/**
 * Keeps lanes that ask in flight, and one call that writes, each begun by the end of another: no timers, which hidden
 * pages throttle. The same loop for all kinds of jobs.
 */
export function createDriver(options: DriverOptions): Driver {
  const { calls, nowMs, sleep, job, askAtMost, onProgress } = options;
  const { id: jobId, kind, epoch } = job;
  const { price = epoch === 1 && job.toAsk !== null ? priceOf(job, job.toAsk) : null } = options;
  const questions = createQuestions(kind, nowMs, askAtMost ?? Infinity, price);
  /** Rows without a question that a trial leaves alone. */
  let leftAlone = 0;
  const scans = createScans(options.scan, takeScan(options.scan));
  const progress = createProgress(kind, nowMs, job.capHalves, kind === "find" ? job.written?.rows : 0);
  const lost = {
    look: createLostCalls(nowMs),
    scan: createLostCalls(nowMs),
    ask: createLostCalls(nowMs),
    write: createLostCalls(nowMs),
  };
  const service = createServiceFailures(nowMs);
  const freeLanes = Array.from({ length: options.lanes ?? LANES[kind] }, (_, lane) => lane);
  let ending: { state: DriverEnd["state"]; stop: Refusal | null } | null = null;
  let braked: Promise<unknown> = Promise.resolve();
  let isShared = false;
  let batchCalls = FIRST_BATCH_CALLS[kind];
  let asking = 0;
  /** Lanes whose call was lost, until they may call again: if others called for them, refused calls would multiply. */
  let resting = 0;
  /** Questions of the calls that ask. */
  let underWay = 0;
  let isAtCap = false;
  /** Questions that have cost nothing yet and are too much for what is left of the cap. */
  const beyondCap = new Set<string>();
  let isWriting = false;
  let isFresh = true;
  let canWrite = true;
  let vainWrites = 0;
  let busyWrites = 0;
  let lastWriteMs = Number.NEGATIVE_INFINITY;
  let isLooking = false;
  let lastLookMs = nowMs();
  /** Questions that got their answer, and how many of them during the last write. */
  let come = 0;
  let comeMeanwhile = 0;
  let vainPasses = 0;
  let rowsBefore = 0;
  let active = 0;
  let isDone: () => void = () => {};

  /** Each call is answered by the report of its own sort. */
  const step = <Do extends StepReport["do"]>(request: Extract<StepRequest, { do: Do }>) =>
    calls.step(request) as Promise<Result<Extract<StepReport, { do: Do }>>>;

  /** A trial writes the answers to a few questions, and nothing else. */
  function takeScan(scan: Scan): number {
    if (askAtMost === undefined) return questions.add(scan);
    leftAlone += scan.write.length;
    return questions.add({ ...scan, write: [] });
  }

  /** Those of the whole job, without what a killed page has not written. */
  const done = (): number => job.done + progress.done();

  /** Ends the driver; the first reason counts. The server is told at once, and calls off what waits for its turn there. */
  function end(state: DriverEnd["state"], stop: Refusal | null = null): void {
    if (ending) return;
    ending = { state, stop };
    questions.interrupt();
    if (state !== "finished" && asking > 0)
      braked = calls.end({ jobId, epoch, state, reason: stop?.message ?? "", hasLanded: false, done: done() });
  }

  /** @returns false when it is no use to call again; the driver ends then */
  async function waitOrEnd(calls: ReturnType<typeof createLostCalls>, refusal: Refusal): Promise<boolean> {
    const ended = ENDED[refusal.code];
    const waitMs = ended ? null : calls.waitMs(refusal);
    if (ended) end(ended, refusal.code === "JOB_TAKEN_OVER" ? refusal : null);
    else if (waitMs === null) end("paused", refusal);
    else await sleep(waitMs);
    return waitMs !== null;
  }

  function begin(work: Promise<void>): true {
    active++;
    work.then(() => {
      active--;
      fillLanes();
      onProgress?.(viewNow());
    });
    return true;
  }

  const viewNow = (): JobProgress => progress.view(lanes(), underWay * job.halvesPerQuestion);

  const lanes = (): number => {
    const all = options.lanes ?? LANES[kind];
    return isShared ? Math.min(SHARED_LANES, all) : all;
  };

  /** Begins whatever can begin. What was bought is written also after the end. */
  function fillLanes(): void {
    while (beginWrite() || (!ending && (beginOne() || beginLook())));
    if (active === 0) isDone();
  }

  function beginWrite(): boolean {
    const rows = questions.writableRows();
    if (isWriting || !canWrite || rows === 0) return false;
    const left = questions.waiting() + underWay;
    // All that is left will have come before a write that begins now has ended.
    const isLast = underWay > 0 && (left === underWay || (scans.isPassOver() && left <= comeMeanwhile));
    const isDue =
      nowMs() - lastWriteMs >= (isLast ? LAST_WRITE_AFTER_MS : WRITE_AFTER_MS) || (!isLast && rows >= ROWS_OF_A_WRITE);
    return (isDue || active === 0) && begin(write());
  }

  function beginOne(): boolean {
    const isTrialOver = askAtMost !== undefined && questions.tried() >= askAtMost;
    const askable = questions.askable();
    // Questions that have come since the price was told are counted until the list has been scanned to its end.
    const isShort = askable === 0 || questions.waiting() < QUESTIONS_PER_LANE * lanes();
    if (isShort && !isTrialOver && beginScan()) return true;
    if (askable > 0 && asking + resting < (service.isDown() ? 1 : lanes()) && !questions.isBehind()) {
      const most = Math.min(questionsOfACall(), askable);
      // Two lanes would take the last credits from each other, and a later page be bought before an earlier one.
      if (asking === 0 || !(isAtCap || isNearCap(most))) return begin(ask(most));
    }
    if (active > 0) return false;
    const more = questions.waiting();
    if (isTrialOver && (more > 0 || !scans.isPassOver())) end("paused");
    else if (more > 0 && kind !== "companies") end("paused", moreThanTold(kind, more));
    else if (isInVain() || !scans.beginPass()) finish();
    else return beginScan();
    return false;
  }

  /** A call asks two batches after each other, but not at the end, when other lanes would have nothing to ask. */
  function questionsOfACall(): number {
    if (service.isDown()) return 1;
    const isPlenty = kind !== "companies" && questions.waiting() >= MOST_QUESTIONS * lanes();
    return isPlenty ? Math.max(batchCalls, Math.min(2 * batchCalls, MOST_QUESTIONS)) : batchCalls;
  }

  /** True if this many more questions could cost more than is left. */
  function isNearCap(more: number): boolean {
    const { halves } = progress.spent() ?? job.spent;
    const mostHalves = halves + (underWay + more) * job.halvesPerQuestion;
    return job.capHalves !== null && mostHalves > job.capHalves;
  }

  function finish(): void {
    if (questions.unwritable() > 0) end("paused", notWritten(`${questions.unwritable()} of the results are left`));
    else end(leftAlone > 0 ? "paused" : "finished");
  }

  /** True if passes find work, and none of it gets into the sheet. */
  function isInVain(): boolean {
    const { rows } = viewNow();
    vainPasses = rows > rowsBefore ? 0 : vainPasses + 1;
    rowsBefore = rows;
    return vainPasses >= MOST_VAIN_PASSES;
  }

  function beginLook(): boolean {
    const isDue = nowMs() - Math.max(lastLookMs, lastWriteMs) >= LOOK_AFTER_MS;
    return isDue && asking > 0 && !isWriting && !isLooking && begin(look());
  }

  async function look(): Promise<void> {
    isLooking = true;
    const result = await step<"look">({ do: "look", jobId, epoch, waitMs: 0 });
    if (result.ok) lost.look.arrived();
    else await waitOrEnd(lost.look, result);
    isLooking = false;
    lastLookMs = nowMs();
  }

  function beginScan(): boolean {
    const next = scans.begin();
    return next !== null && begin(scan(next));
  }

  async function scan(next: { stretch: number; stretches: number }): Promise<void> {
    const result = await step<"scan">({ do: "scan", jobId, epoch, ...next, waitMs: 0 });
    if (!result.ok) {
      await waitOrEnd(lost.scan, result);
      scans.fail();
      return;
    }
    lost.scan.arrived();
    scans.take(result.data, next.stretches, takeScan(result.data));
  }

  async function ask(most: number): Promise<void> {
    const { questions: batch, waitMs: ownMs } = questions.nextBatch(most, beyondCap);
    const waitMs = service.isDown() ? Math.max(ownMs, OUTAGE_WAIT_MS) : ownMs;
    const lane = freeLanes.shift() ?? 0;
    const keys = batch.map(({ key }) => key);
    asking++;
    underWay += keys.length;
    const result = await step<"ask">({ do: "ask", jobId, epoch, kind, lane, done: done(), questions: batch, waitMs });
    asking--;
    underWay -= keys.length;
    freeLanes.push(lane);
    if (!result.ok) {
      questions.giveBack(keys);
      resting++;
      await waitOrEnd(lost.ask, result);
      resting--;
      return;
    }
    lost.ask.arrived();
    takeAnswers(result.data);
  }

  function takeAnswers(report: AskReport): void {
    const { answers } = report;
    const failure = service.note(report);
    const results = new Map<string, AnswerEntry>();
    for (const answer of answers) {
      const result = questions.take(answer, service);
      if (result) results.set(answer.key, result);
    }
    // A list may end with questions that the service refuses one and all.
    const givenUp = failure && service.isOfQuestions() ? questions.giveUp() : new Map<string, AnswerEntry>();
    for (const [key, result] of givenUp) results.set(key, result);
    come += results.size;
    if (report.batchCalls > 0) {
      batchCalls = report.batchCalls;
      isShared = report.isShared;
    }
    progress.asked(report, results);
    // Credits that other lanes have reserved may come back, and what was paid for comes again for nothing: the cap is
    // reached when none of them is under way and all that waits is too much.
    const isBeyondCap = report.stop?.code === "CAP_REACHED";
    // Until all of a batch is asked again, one lane asks at a time: two would take the last credits from each other.
    isAtCap = isBeyondCap || (isAtCap && answers.some(({ state }) => state === "unasked"));
    if (isBeyondCap) for (const { key } of answers) beyondCap.add(key);
    else if (report.spent) beyondCap.clear();
    const isOver = !isBeyondCap || (asking === 0 && questions.areAllAmong(beyondCap));
    if (report.stop && isOver) end("paused", report.stop);
    else if (failure && givenUp.size === 0) end("paused", failure);
  }

  /** Makes the columns while the first questions are on their way: it takes Google seconds. */
  async function prepare(): Promise<void> {
    isWriting = true;
    const result = await step<"write">({ do: "write", jobId, epoch, entries: [], isFresh, waitMs: 0 });
    isWriting = false;
    if (result.ok) return;
    // The first write makes them, or says why there are none.
    if (ENDED[result.code]) await waitOrEnd(lost.write, result);
  }

  async function write(): Promise<void> {
    const entries = questions.nextWrite();
    isWriting = true;
    const comeBefore = come;
    const waitMs = busyWrites > 0 ? BUSY_WAIT_MS : vainWrites > 0 ? VAIN_WRITE_WAIT_MS : 0;
    const result = await step<"write">({ do: "write", jobId, epoch, entries, isFresh, waitMs });
    isWriting = false;
    lastWriteMs = nowMs();
    comeMeanwhile = come - comeBefore;
    isFresh = !result.ok;
    if (!result.ok) {
      questions.putBack(entries);
      canWrite = false;
      canWrite = await waitOrEnd(lost.write, result);
      return;
    }
    lost.write.arrived();
    const { data: report } = result;
    if (report.isBusy || report.stop) questions.putBack(entries);
    else questions.wrote(report);
    progress.wrote(entries, report);
    isFresh = report.leftKeys.length > 0 || report.isBusy;
    busyWrites = report.isBusy ? busyWrites + 1 : 0;
    const isVain = !report.isBusy && report.writtenKeys.length + report.lostKeys.length === 0 && entries.length > 0;
    vainWrites = isVain ? vainWrites + 1 : 0;
    const stop = report.stop ?? stopOf(report.words);
    if (stop) {
      canWrite = false;
      end("paused", stop);
    }
  }

  function stopOf(words: string): Refusal | null {
    if (vainWrites >= MOST_VAIN_WRITES) return notWritten(words);
    if (busyWrites < MOST_BUSY_WRITES) return null;
    return {
      ok: false,
      code: "LIST_BUSY",
      message: "Another job writes to the same sheet all the time.",
      remedy: "What is done is kept. Resume this one when the other one has ended.",
    };
  }

  return {
    async run() {
      await new Promise<void>((resolve) => {
        isDone = resolve;
        // Nothing is written for a list in which nothing is to be done.
        if (epoch === 1 && questions.askable() > 0) begin(prepare());
        fillLanes();
      });
      await braked;
      const { state, stop } = ending ?? { state: "finished", stop: null };
      const reason = stop?.message ?? "";
      const request: EndRequest = { jobId, epoch, state, reason, hasLanded: true, done: done() };
      let ended = await calls.end(request);
      for (const waitMs of END_WAITS_MS) {
        if (ended.ok || ended.code === "JOB_GONE") break;
        await sleep(waitMs);
        ended = await calls.end(request);
      }
      return { state, stop, progress: viewNow(), job: ended.ok ? ended.data : null };
    },
    pause: () => end("paused"),
    stop: () => end("stopped"),
  };
}

const notWritten = (words: string): Refusal => ({
  ok: false,
  code: "NOT_WRITTEN",
  message: `Google did not write the results: ${words.replace(/\.$/, "")}.`,
  remedy: "Resume when the reason is gone: what was asked is free now.",
});

function moreThanTold(kind: ColumnKindName, count: number): Refusal {
  const inputs = kind === "verify" ? ["email", "emails"] : ["company", "companies"];
  return {
    ok: false,
    code: "MORE_THAN_TOLD",
    message: `The list has changed since the cost was told: ${count} more ${inputs[count === 1 ? 0 : 1]} could exceed it.`,
    remedy: "Resume to do them, too: it says what they cost.",
  };
}
