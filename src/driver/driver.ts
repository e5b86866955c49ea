import type { EndRequest, Entry, StepRequest } from "../jobs/protocol";
import type { JobView, StepReport } from "../jobs/views";
import { moreThanTold, type Refusal, type Result, refusal } from "../result";
import { beginAsking, endAsking, isEarlyPassDue, isShortOfQuestions, mostToAsk, takeAnswers } from "./asking";
import { isOfGoogle } from "./failures";
import type { JobProgress } from "./progress";
import type { Stretches } from "./queue";
import { createState, type DriverState, doneOf, type Ending, type StateOptions, takeScan, viewOf } from "./state";
import {
  beginWriting,
  endWriting,
  isLookDue,
  isWriteDue,
  lastWriteWithinMs,
  loseWrite,
  notWritten,
  takeWritten,
} from "./writing";

/** The driver's way to the server: `google.script.run` in the page, the host in tests, `npm run try` and the bench. */
export interface JobCalls {
  step(request: StepRequest): Promise<Result<StepReport>>;
  end(request: EndRequest): Promise<Result<JobView>>;
}

export interface DriverOptions extends StateOptions {
  calls: JobCalls;
  sleep(ms: number): Promise<void>;
  /** False if the account may have no credits. The first answers then make the columns for results. */
  hasCredits?: boolean;
  onProgress?(progress: JobProgress): void;
  /** The job is about to pause: the service has been silent or has failed for everything for 30 s, or Google fails. */
  onOutage?(): void;
}

export interface DriverEnd extends Ending {
  progress: JobProgress;
  /** `null` when the server could not be told of the end. */
  job: JobView | null;
}

export interface Driver {
  /** Resolves when every call has ended and everything that was bought is written. Never rejects. */
  run(): Promise<DriverEnd>;
  pause(): void;
  stop(): void;
}

/** The driver gives up after this many passes that find work but get none of it into the sheet. */
const MAX_VAIN_PASSES = 3;

/** The server is told of the end again if that call was lost. */
const END_WAITS_MS = [1_000, 4_000, 10_000];

const FINISHED: Ending = { state: "finished", stop: null };

/** Refusals that only say that the job has ended, here or elsewhere. */
const ENDED: Record<string, Ending["state"]> = {
  JOB_STOPPED: "stopped",
  JOB_FINISHED: "finished",
  JOB_PAUSED: "paused",
  JOB_TAKEN_OVER: "paused",
};

interface Run {
  readonly options: DriverOptions;
  readonly state: DriverState;
  /** The job as its last write has ended it. */
  ended: JobView | null;
  braked: Promise<unknown>;
  isDone(): void;
}

/**
 * Keeps several calls that ask and one that writes in flight. The end of one begins the next, without timers, because
 * browsers slow them down in hidden pages.
 */
export function createDriver(options: DriverOptions): Driver {
  const run: Run = { options, state: createState(options), ended: null, braked: Promise.resolve(), isDone: () => {} };
  return {
    run: () => drive(run),
    pause: () => end(run, "paused"),
    stop: () => end(run, "stopped"),
  };
}

async function drive(run: Run): Promise<DriverEnd> {
  const { state, options } = run;
  const { hasCredits = true } = options;
  await new Promise<void>((resolve) => {
    run.isDone = resolve;
    // A list with nothing to do gets no columns.
    if (state.job.epoch === 1 && hasCredits && state.questions.askable() > 0) begin(run, prepare(run));
    beginCalls(run);
  });
  await run.braked;
  const ending = endingOf(state);
  const job = run.ended && ending.state === "finished" ? named(run.ended, state.job) : await tellEnd(run, ending);
  // The driver that has taken the job over will end it.
  const isTakenOver = job !== null && job.epoch !== state.job.epoch && ["running", "paused"].includes(job.state);
  const own: Ending = isTakenOver ? { state: "paused", stop: refusal("JOB_TAKEN_OVER") } : ending;
  return { ...own, progress: viewOf(state), job };
}

/** Pages that were on their way when somebody paused may have been the last ones. */
function endingOf({ ending, progress }: DriverState): Ending {
  const written = progress.written();
  const isWhole =
    ending?.state === "paused" && ending.stop === null && written !== null && written.pages === written.pagesWanted;
  return ending && !isWhole ? ending : FINISHED;
}

/** No call is under way any more. @returns the job as it was left; `null` if no answer came */
async function tellEnd(run: Run, ending: Ending): Promise<JobView | null> {
  const { calls, sleep } = run.options;
  const request = endRequest(run.state, ending, true);
  let ended = await calls.end(request);
  for (const waitMs of END_WAITS_MS) {
    if (ended.ok || ended.code === "JOB_GONE") break;
    await sleep(waitMs);
    ended = await calls.end(request);
  }
  return ended.ok ? named(ended.data, run.state.job) : null;
}

/** The server leaves the names of the sheets out of a job that has finished. */
const named = (ended: JobView, { sheetName, list }: JobView): JobView =>
  ended.state === "finished"
    ? { ...ended, sheetName, list: ended.list && { ...ended.list, sheetName: list?.sheetName ?? "" } }
    : ended;

/** Only the first reason counts. The server is told at once, so that it calls off what waits for its turn. */
function end(run: Run, state: Ending["state"], stop: Refusal | null = null): void {
  const driver = run.state;
  if (driver.ending) return;
  driver.ending = { state, stop };
  driver.questions.interrupt();
  if (state !== "finished" && driver.asking.calls > 0)
    run.braked = run.options.calls.end(endRequest(driver, driver.ending, false));
}

/** @param sent what is being written */
function endRequest(driver: DriverState, { state, stop }: Ending, hasLanded: boolean, sent: Entry[] = []): EndRequest {
  const { id: jobId, epoch } = driver.job;
  return { jobId, epoch, state, reason: stop?.message ?? "", hasLanded, done: doneOf(driver, sent) };
}

type NextStep =
  | { do: "write" | "look" | "pass" | "earlyPass" }
  | { do: "scan"; stretches: Stretches }
  | { do: "ask"; most: number }
  | ({ do: "end" } & Ending);

/** `null` to wait for calls under way, or after the end. What was bought is written even then. */
function nextStep(state: DriverState): NextStep | null {
  const { questions, queue, scans } = state;
  if (isWriteDue(state)) return { do: "write" };
  if (state.ending) return null;
  const isTrialOver = queue.isTrialOver();
  const stretches = scans.next();
  if (stretches && !isTrialOver && isShortOfQuestions(state)) return { do: "scan", stretches };
  const most = mostToAsk(state);
  if (most > 0) return { do: "ask", most };
  if (isEarlyPassDue(state)) return { do: "earlyPass" };
  if (state.active > 0) return isLookDue(state) ? { do: "look" } : null;
  if (isTrialOver && (questions.waiting() > 0 || !scans.isPassOver()))
    return { do: "end", state: "paused", stop: null };
  const untold = questions.untold();
  if (untold > 0) return { do: "end", state: "paused", stop: moreThanTold(inputsInWords(state, untold)) };
  return { do: "pass" };
}

function beginCalls(run: Run): void {
  for (let next = nextStep(run.state); next; next = nextStep(run.state)) takeStep(run, next);
  if (run.state.active === 0) run.isDone();
}

function takeStep(run: Run, next: NextStep): void {
  if (next.do === "end") end(run, next.state, next.stop);
  else if (next.do === "pass") beginPass(run);
  else if (next.do === "earlyPass") beginEarlyPass(run.state);
  else if (next.do === "scan") begin(run, scan(run, next.stretches));
  else if (next.do === "ask") begin(run, ask(run, next.most));
  else begin(run, next.do === "write" ? write(run) : look(run));
}

function begin(run: Run, work: Promise<void>): void {
  const { state, options } = run;
  state.active++;
  work.then(() => {
    state.active--;
    beginCalls(run);
    options.onProgress?.(viewOf(state));
  });
}

function beginEarlyPass({ nowMs, passes, scans }: DriverState): void {
  passes.earlyMs = nowMs();
  scans.beginPass();
}

/** Ends the driver if the last pass found nothing, or if several passes got nothing into the sheet. */
function beginPass(run: Run): void {
  const { entries, leftAlone, passes, progress, scans, writing } = run.state;
  const rows = progress.rows();
  passes.vainPasses = rows > passes.rowsBefore ? 0 : passes.vainPasses + 1;
  passes.rowsBefore = rows;
  const stretches = passes.vainPasses < MAX_VAIN_PASSES && scans.beginPass() ? scans.next() : null;
  if (stretches) begin(run, scan(run, stretches));
  else if (entries.unwritable() > 0) end(run, "paused", notWritten(writing.words, entries.unwritable()));
  else end(run, leftAlone > 0 ? "paused" : "finished");
}

function send<Sort extends StepReport["do"]>({ options, state }: Run, sort: Sort, request: RequestOf<Sort>) {
  const { id: jobId, epoch } = state.job;
  const step = { do: sort, jobId, epoch, ...request } as unknown as StepRequest;
  return options.calls.step(step) as Promise<Result<Extract<StepReport, { do: Sort }>>>;
}

type RequestOf<Sort extends StepReport["do"]> = Omit<Extract<StepRequest, { do: Sort }>, "do" | "jobId" | "epoch">;

/** Waits until the next call of this sort may begin; false if the driver has ended, because no call would help. */
async function waitOrEnd(run: Run, sort: StepReport["do"], refusal: Refusal): Promise<boolean> {
  const ended = ENDED[refusal.code];
  const waitMs = ended ? null : run.state.lost[sort].waitMs(refusal);
  if (ended) end(run, ended, refusal.code === "JOB_TAKEN_OVER" ? refusal : null);
  else if (waitMs === null) {
    if (isOfGoogle(refusal)) run.options.onOutage?.();
    end(run, "paused", refusal);
  } else await run.options.sleep(waitMs);
  return waitMs !== null;
}

async function look(run: Run): Promise<void> {
  const { looking, lost, nowMs } = run.state;
  looking.isUnderWay = true;
  const result = await send(run, "look", { waitMs: 0 });
  if (result.ok) lost.look.arrived();
  else await waitOrEnd(run, "look", result);
  looking.isUnderWay = false;
  looking.lastMs = nowMs();
}

async function scan(run: Run, stretches: Stretches): Promise<void> {
  const { lost, questions, scans } = run.state;
  const before = questions.unwritten();
  scans.begin();
  const result = await send(run, "scan", { ...stretches, waitMs: 0 });
  if (!result.ok) {
    await waitOrEnd(run, "scan", result);
    scans.fail();
    return;
  }
  lost.scan.arrived();
  takeScan(run.state, result.data, stretches.stretches, before);
}

async function ask(run: Run, most: number): Promise<void> {
  const { state } = run;
  const { job, lost, asking, questions } = state;
  const { isFirst, ...begun } = beginAsking(state, most);
  const result = await send(run, "ask", { kind: job.kind, done: doneOf(state), ...begun });
  endAsking(state, begun);
  if (!result.ok) {
    questions.giveBack(begun.questions.map(({ key }) => key));
    asking.resting++;
    await waitOrEnd(run, "ask", result);
    asking.resting--;
    return;
  }
  lost.ask.arrived();
  const { ending, isOutage } = takeAnswers(state, result.data, isFirst);
  if (isOutage) run.options.onOutage?.();
  if (ending) end(run, ending.state, ending.stop);
}

/**
 * Google needs seconds for each sheet, so the first questions are on their way meanwhile. The first answers that come are
 * sent, too: their write waits for the columns in its own execution.
 */
async function prepare(run: Run): Promise<void> {
  const { traits, writing } = run.state;
  writing.isPreparing = true;
  await Promise.all(traits.sheets.map((only) => prepareOne(run, only)));
  writing.isPreparing = false;
}

async function prepareOne(run: Run, only: RequestOf<"write">["only"]): Promise<void> {
  const result = await send(run, "write", { entries: [], isFresh: true, ...(only && { only }), waitMs: 0 });
  const stop = result.ok ? result.data.stop : result;
  if (!stop) return;
  // If Google fails for a moment only, the first write makes the columns. Nothing more is bought before.
  run.state.writing.isInVain = true;
  await waitOrEnd(run, "write", stop);
}

async function write(run: Run): Promise<void> {
  const { state } = run;
  const { lost, writing } = state;
  const { answeredBefore, ...begun } = beginWriting(state);
  const withinMs = lastWriteWithinMs(state);
  const lastEnd = withinMs > 0 && { end: { ...endRequest(state, FINISHED, true, begun.entries), withinMs } };
  const result = await send(run, "write", { ...begun, ...lastEnd });
  endWriting(state, answeredBefore);
  if (!result.ok) {
    loseWrite(state, begun.entries);
    writing.isPossible = false;
    writing.isPossible = await waitOrEnd(run, "write", result);
    return;
  }
  lost.write.arrived();
  const stop = takeWritten(state, begun.entries, result.data);
  if (stop) end(run, "paused", stop);
  run.ended = result.data.ended ?? null;
}

function inputsInWords({ traits }: DriverState, count: number): string {
  const [one, many] = traits.inputs;
  return `${count} more ${count === 1 ? one : many}`;
}
