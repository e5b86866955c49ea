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
  /** Nobody looks on: asking comes first, and what was bought is written in larger blocks. */
  isUnwatched?: boolean;
}

export interface Ending {
  state: "paused" | "stopped" | "finished";
  /** The reason for an early end; `null` when it was what the user chose, or all is done. */
  stop: Refusal | null;
}

/** Everything that one driver knows. `driver.ts`, `asking.ts` and `writing.ts` change it, in functions named after what has happened. */
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
  /** `null` while it goes on; what was bought is written also after that. */
  ending: Ending | null;
  /** Calls under way, waits after lost ones included. */
  active: number;
  /** Rows without a question that a trial leaves alone. */
  leftAlone: number;
  asking: {
    readonly allLanes: number;
    readonly freeLanes: number[];
    hasBegun: boolean;
    /** Calls under way, and the questions of them. */
    calls: number;
    questions: number;
    /** Lanes whose call was lost, until they may call again: if others called for them, refused calls would multiply. */
    resting: number;
    /** The questions that the service is sent together. */
    batchCalls: number;
    /** Formulas are asking as well. */
    isShared: boolean;
    /** The cap was reached: until all of that batch is asked again, one lane asks at a time. */
    isAtCap: boolean;
    /** Questions that have cost nothing yet and are too much for what is left of the cap. */
    readonly beyondCap: Set<string>;
    /** Questions that got their answer. */
    come: number;
  };
  writing: {
    isUnderWay: boolean;
    /** False when writing is no use any more. */
    isPossible: boolean;
    /** The next write reads the sheet anew. */
    isFresh: boolean;
    lastMs: number;
    /** Writes in a row that have written nothing, and those that found another job at work. */
    vain: number;
    busy: number;
    /** Questions that got their answer during the last write. */
    comeMeanwhile: number;
  };
  looking: { isUnderWay: boolean; lastMs: number };
  /** Passes in a row that have brought nothing into the sheet, and the rows that were in it before. */
  passes: { vain: number; rowsBefore: number };
}

/**
 * Lanes that ask at the same time; a call that writes and one that scans may be under way besides. Simulations were best
 * with 8 for answers of 2 s; searches are answered sooner. A list of companies begins slowly, at a pace that is still
 * looked for: more lanes would reserve turns half a minute ahead at the first pace.
 */
const LANES: Record<JobOperation, number> = {
  "email-verifier": MAX_LANES - 2,
  "domain-search": 6,
  "search-company": 3,
};

/** While formulas are asking as well, they need the lock most of the time. */
const SHARED_LANES = 4;

/** The questions of a call until the server has said how many go together. */
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
      come: 0,
    },
    writing: {
      isUnderWay: false,
      isPossible: true,
      isFresh: true,
      lastMs: Number.NEGATIVE_INFINITY,
      vain: 0,
      busy: 0,
      comeMeanwhile: 0,
    },
    looking: { isUnderWay: false, lastMs: nowMs() },
    passes: { vain: 0, rowsBefore: 0 },
  };
  takeScan(state, scan, 1);
  return state;
}

/** Takes in what a scan has found. A trial writes the answers to a few questions, and nothing else. */
export function takeScan(state: DriverState, scan: Scan, scanned: number): void {
  if (state.isTrial) state.leftAlone += scan.write.length;
  const found = state.questions.add(state.isTrial ? { ...scan, write: [] } : scan);
  state.scans.take(scan, scanned, found);
}

/** The lanes that may ask now. */
export const lanesOf = ({ asking: { allLanes, isShared } }: DriverState): number =>
  isShared ? Math.min(SHARED_LANES, allLanes) : allLanes;

/** Questions whose results are in the sheet: those of the whole job, without what a killed page has not written. */
export const doneOf = ({ job, progress }: DriverState): number => job.done + progress.done();

/** The figures as they are now. */
export const viewOf = (state: DriverState): JobProgress =>
  state.progress.view(lanesOf(state), state.asking.questions * state.job.halvesPerQuestion);
