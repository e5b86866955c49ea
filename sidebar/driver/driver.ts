import type { Look } from "../../src/runs/slices";
import { createCosts } from "./costs";
import { createEnding, type Ending } from "./ending";
import { createLaneCount, FINDING_LANES, FIRST_LANES, MOST_LANES } from "./lane-count";
import { createLooks } from "./looks";
import { createPasses } from "./passes";
import { createProgress, type RunProgress } from "./progress";
import { createQuestions, FILL_ROWS } from "./questions";
import type { RunCalls } from "./run-calls";
import { createSlices } from "./slices";
import { createWriter } from "./writer";

/** What a driver is given. */
export interface DriverParts {
  calls: RunCalls;
  nowMs(): number;
  sleep(ms: number): Promise<void>;
  runId: string;
  /** Whether the run finds emails: its answers are written by slices of their own. */
  isFinding?: boolean;
  /** Whether the columns for the results are there already. */
  isPrepared: boolean;
  /** What the start of the run has seen already. */
  firstLook?: Look;
  /** A name that no other driver has. */
  driverId: string;
  /** *Try 10 rows first*: pauses after so many distinct questions. */
  askAtMost?: number;
  lanes?: number;
  onProgress?(progress: RunProgress): void;
}

/** How a driver ended. */
export interface DriverEnd extends Ending {
  progress: RunProgress;
}

/** Drives one run from this page. */
export interface Driver {
  /** Resolves when everything under way has ended, and all that was bought is written. Never rejects. */
  run(): Promise<DriverEnd>;
  pause(): void;
  stop(): void;
}

/** Looks ahead when fewer questions than this wait for each lane. */
const QUESTIONS_PER_LANE = 20;

/** After so many passes that find work and get none of it into the sheet, it is left. */
const MOST_VAIN_PASSES = 3;

/** Before looking again at rows that others are doing. */
const OTHERS_WAIT_MS = 4_000;

/**
 * Keeps lanes of slices in flight, each begun by the end of another: no timers, which hidden pages throttle (design 3.6).
 */
export function createDriver(parts: DriverParts): Driver {
  const { calls, nowMs, isFinding = false, askAtMost, onProgress } = parts;
  const questions = createQuestions(isFinding);
  const passes = createPasses();
  const { first, most } = isFinding ? FINDING_LANES : { first: FIRST_LANES, most: MOST_LANES };
  const laneCount = createLaneCount(parts.lanes ?? first, most);
  const progress = createProgress(nowMs, isFinding);
  const costs = createCosts();
  const ending = createEnding(parts);
  const prepareFailures = ending.watch();
  const shared = { ...parts, questions, passes, ending, laneCount, progress, costs };
  const looks = createLooks(shared);
  let { isPrepared } = parts;
  const sliceParts = {
    ...shared,
    looks,
    isPrepared: () => isPrepared,
    onReport: () => onProgress?.(progress.view(laneCount.lanes())),
  };
  const slices = createSlices(sliceParts);
  const writer = isFinding ? createWriter(sliceParts) : null;
  let active = 0;
  let vainPasses = 0;
  let rowsBefore = 0;
  let isDone: () => void = () => {};

  const asked = (): number => questions.answered() + questions.asking();

  function mayAsk(): number {
    return writer?.isBehind() ? 0 : Math.min(slices.batchCalls(), (askAtMost ?? Infinity) - asked());
  }

  /** Begins whatever can begin, until all lanes are busy. What was bought is written also after the end. */
  function fillLanes(): void {
    while (beginWriting() || (!ending.how() && beginOne()));
    if (active === 0) isDone();
  }

  function beginWriting(): boolean {
    return writer?.mayBegin() === true && begin(writer.write());
  }

  function beginOne(): boolean {
    const isShort = questions.waiting() < QUESTIONS_PER_LANE * laneCount.lanes();
    const isTrialOver = askAtMost !== undefined && asked() >= askAtMost;
    const mayLook = passes.isFirst() ? !passes.isLooking() : active < laneCount.lanes();
    if (isShort && !isTrialOver && mayLook && beginLook(0)) return true;
    if (slices.underWay() >= laneCount.lanes()) return false;
    if (!writer && questions.toFill() >= FILL_ROWS) return begin(slices.fill());
    if (questions.waiting() > 0 && mayAsk() > 0) return begin(slices.ask(mayAsk()));
    if (!writer && questions.toFill() > 0 && (questions.waiting() === 0 || isTrialOver)) return begin(slices.fill());
    if (active > 0) return false;
    if (isTrialOver) ending.end("paused");
    else if (!passes.isOver()) return beginLook(OTHERS_WAIT_MS);
    else if (isInVain() || !passes.startNext()) ending.end("finished");
    else return beginLook(slices.found.hasClaims ? OTHERS_WAIT_MS : 0);
    return false;
  }

  /** Nothing more comes into the sheet, though nobody else is about to write it. */
  function isInVain(): boolean {
    const { rows } = progress.view(0);
    const { hasClaims, hasLost } = slices.found;
    vainPasses = rows > rowsBefore || hasClaims || hasLost ? 0 : vainPasses + 1;
    slices.found.hasLost = false;
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

  async function look(next: { wanted: number[]; count: number }, waitMs: number): Promise<void> {
    if (await looks.look(next, waitMs)) slices.found.hasClaims = false;
  }

  /** The questions need no columns: these are made while the first answers are on their way. */
  async function prepare(): Promise<void> {
    const result = await calls.prepareRun(parts.runId);
    if (result.ok) isPrepared = true;
    else await prepareFailures.waitOrEnd(result);
  }

  return {
    async run() {
      await new Promise<void>((resolve) => {
        isDone = resolve;
        if (parts.firstLook) looks.take(parts.firstLook.taken, parts.firstLook);
        if (!parts.isPrepared) begin(prepare());
        fillLanes();
      });
      const { state, stop } = ending.how() ?? { state: "finished", stop: null };
      const { runId, driverId } = parts;
      await calls.endRun({ runId, driverId, state, reason: stop?.message ?? "", ...costs.known() });
      return { state, stop, progress: progress.view(laneCount.lanes()) };
    },
    pause: () => ending.end("paused"),
    stop: () => ending.end("stopped"),
  };
}
