import type { JobOperation, JobView, Scan, StepReport, ToldPrice } from "../jobs/views";
import { MAX_LANES, type Refusal } from "../result";
import { createEntries, type Entries } from "./entries";
import { createLostCalls, createServiceFailures, type LostCalls, type ServiceFailures } from "./failures";
import { createProgress, type JobProgress, type Progress } from "./progress";
import { Questions } from "./questions";
import { createPageQueue, createRowQueue, priceOf, type Queue } from "./queue";
import { createScans, type Scans } from "./scans";

export interface StateOptions {
  nowMs(): number;
  job: JobView;
  scan: Scan;
  /** *Try 10 rows first*: pauses after this many questions. */
  askAtMost?: number;
  /** The price that the user was told, by default the dry run's; `null` if none was told. The job pauses beyond it. */
  price?: ToldPrice | null;
  lanes?: number;
  /** True if nobody is watching: asking then comes first, and blocks are written larger. */
  isUnwatched?: boolean;
}

export interface Ending {
  state: "paused" | "stopped" | "finished";
  /** The reason for an early end; `null` when the user chose to end, or everything is done. */
  stop: Refusal | null;
}

/** Everything that one driver knows. `driver.ts`, `asking.ts` and `writing.ts` change it. */
export interface DriverState {
  readonly job: JobView;
  readonly isTrial: boolean;
  readonly isUnwatched: boolean;
  readonly nowMs: () => number;
  readonly queue: Queue;
  readonly entries: Entries;
  readonly questions: Questions;
  readonly scans: Scans;
  readonly progress: Progress;
  readonly service: ServiceFailures;
  readonly lost: Record<StepReport["do"], LostCalls>;
  /** `null` while the driver goes on. What was bought is written even after the end. */
  ending: Ending | null;
  /** Calls under way, including waits after lost ones. */
  active: number;
  /** Rows that need no question and that a trial leaves alone. */
  leftAlone: number;
  asking: {
    readonly allLanes: number;
    readonly freeLanes: number[];
    hasBegun: boolean;
    calls: number;
    questions: number;
    /** Lanes that wait after a lost call. Others must not call in their place, or refused calls would multiply. */
    resting: number;
    /** Questions that go to the service together. */
    batchCalls: number;
    isShared: boolean;
    /** Once the cap is reached, one lane asks until its batch is asked again: two would take the last credits. */
    isAtCap: boolean;
    /** Questions that have cost nothing yet and can cost more than is left of the cap. */
    readonly beyondCap: Set<string>;
    answered: number;
  };
  writing: {
    isUnderWay: boolean;
    /** The columns are being made. A write that is sent meanwhile waits for them in its execution. */
    isPreparing: boolean;
    isPossible: boolean;
    isFresh: boolean;
    lastMs: number;
    /** Writes in a row that wrote nothing. */
    vainWrites: number;
    /** Google's last words about unwritten results. */
    words: string;
    /** Writes in a row that found another job writing. */
    busy: number;
    /** Answers that came during the last write. */
    answeredMeanwhile: number;
  };
  looking: { isUnderWay: boolean; lastMs: number };
  /** Vain passes in a row, and the rows written before the current one. */
  passes: { vainPasses: number; rowsBefore: number };
}

/**
 * One call that writes and one that scans may be under way besides these lanes. In simulations 8 were best for answers
 * of 2 s; searches answer sooner. Pages begin slowly: with more lanes, turns would be reserved half a minute ahead.
 */
const LANES: Record<JobOperation, number> = {
  "email-verifier": MAX_LANES - 2,
  "domain-search": 6,
  "search-company": 3,
};

/** While formulas are asking as well, they need the lock most of the time. */
const SHARED_LANES = 4;

/** The number of questions in a call until the server has said how many go together. */
const FIRST_BATCH_CALLS: Record<JobOperation, number> = {
  "email-verifier": 10,
  "domain-search": 20,
  "search-company": 5,
};

export function createState(options: StateOptions): DriverState {
  const { nowMs, job, scan, askAtMost = Infinity } = options;
  const { kind, operation, epoch, toAsk } = job;
  const { price = epoch === 1 && toAsk !== null ? priceOf(job, toAsk) : null } = options;
  const queue = kind === "companies" ? createPageQueue() : createRowQueue(nowMs, askAtMost, price);
  const entries = createEntries(queue);
  const allLanes = options.lanes ?? LANES[operation];
  const state: DriverState = {
    job,
    isTrial: options.askAtMost !== undefined,
    isUnwatched: options.isUnwatched === true,
    nowMs,
    queue,
    entries,
    questions: new Questions(queue, entries, nowMs),
    scans: createScans(scan.stretches),
    progress: createProgress(kind, nowMs, job.capHalves, kind === "find" ? job.written?.rows : 0),
    service: createServiceFailures(nowMs),
    lost: {
      look: createLostCalls(nowMs),
      scan: createLostCalls(nowMs),
      ask: createLostCalls(nowMs),
      write: createLostCalls(nowMs),
    },
    ending: null,
    active: 0,
    leftAlone: 0,
    asking: {
      allLanes,
      freeLanes: Array.from({ length: allLanes }, (_, lane) => lane),
      hasBegun: false,
      calls: 0,
      questions: 0,
      resting: 0,
      batchCalls: FIRST_BATCH_CALLS[operation],
      isShared: false,
      isAtCap: false,
      beyondCap: new Set(),
      answered: 0,
    },
    writing: {
      isUnderWay: false,
      isPreparing: false,
      isPossible: true,
      isFresh: true,
      lastMs: -Infinity,
      vainWrites: 0,
      words: "",
      busy: 0,
      answeredMeanwhile: 0,
    },
    looking: { isUnderWay: false, lastMs: nowMs() },
    passes: { vainPasses: 0, rowsBefore: 0 },
  };
  takeScan(state, scan, 1);
  return state;
}

/** A trial writes only the answers to its questions. */
export function takeScan(state: DriverState, scan: Scan, scanned: number): void {
  if (state.isTrial) state.leftAlone += scan.write.length;
  const found = state.questions.add(state.isTrial ? { ...scan, write: [] } : scan);
  state.scans.take(scan, scanned, found);
}

export const lanesOf = ({ asking: { allLanes, isShared } }: DriverState): number =>
  isShared ? Math.min(SHARED_LANES, allLanes) : allLanes;

/** Questions of the whole job with results in the sheet, without what a killed page has not written. */
export const doneOf = ({ job, progress }: DriverState): number => job.done + progress.done();

export const viewOf = (state: DriverState): JobProgress =>
  state.progress.view(lanesOf(state), state.asking.questions * state.job.halvesPerQuestion, state.service.failing());
