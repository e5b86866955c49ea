import type { Entry, KindName, WriteRequest } from "../jobs/protocol";
import type { JobOperation, JobView, Scan, StepReport, ToldPrice } from "../jobs/views";
import { MAX_LANES, type Refusal } from "../result";
import { createLostCalls, createServiceFailures, type LostCalls } from "./failures";
import { createProgress, type JobProgress } from "./progress";
import { createEntries, Questions } from "./questions";
import { createPageQueue, createRowQueue, createScans, priceOf, type Queue } from "./queue";

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

/** What the loop has to know of a kind of job. */
interface KindTraits {
  /** True if it buys and writes pages in their order, and false if it asks about inputs. */
  hasPages: boolean;
  /** One or more of what it asks about, in words. */
  inputs: [one: string, many: string];
  /** True if its written rows are found emails. */
  findsEmails: boolean;
  /** The writes that make its columns: a search needs two, because they stand in two sheets. */
  sheets: WriteRequest["only"][];
}

const COMPANIES: KindTraits["inputs"] = ["company", "companies"];

const KIND_TRAITS: Record<KindName, KindTraits> = {
  verify: { hasPages: false, inputs: ["email", "emails"], findsEmails: false, sheets: [undefined] },
  find: { hasPages: false, inputs: COMPANIES, findsEmails: true, sheets: ["list", "columns"] },
  enrich: { hasPages: false, inputs: COMPANIES, findsEmails: false, sheets: [undefined] },
  companies: { hasPages: true, inputs: COMPANIES, findsEmails: false, sheets: [undefined] },
};

/** Everything that one driver knows. `driver.ts`, `asking.ts` and `writing.ts` change it. */
export type DriverState = ReturnType<typeof newState>;

export function createState(options: StateOptions): DriverState {
  const state = newState(options);
  takeScan(state, options.scan, 1, new Map());
  return state;
}

function newState(options: StateOptions) {
  const { nowMs, job, scan, askAtMost = Infinity } = options;
  const { kind, operation, epoch, toAsk, capHalves } = job;
  const traits = KIND_TRAITS[kind];
  const { price = epoch === 1 && toAsk !== null ? priceOf(job, toAsk) : null } = options;
  const queue: Queue = traits.hasPages ? createPageQueue() : createRowQueue(nowMs, askAtMost, price);
  const entries = createEntries(queue);
  const allLanes = options.lanes ?? LANES[operation];
  const lost: Record<StepReport["do"], LostCalls> = {
    look: createLostCalls(nowMs),
    scan: createLostCalls(nowMs),
    ask: createLostCalls(nowMs),
    write: createLostCalls(nowMs),
  };
  return {
    job,
    traits,
    isTrial: options.askAtMost !== undefined,
    isUnwatched: options.isUnwatched === true,
    nowMs,
    queue,
    entries,
    questions: new Questions(queue, entries, nowMs),
    scans: createScans(scan.stretches),
    progress: createProgress(nowMs, {
      hasPages: traits.hasPages,
      capHalves,
      emails: traits.findsEmails ? (job.written?.rows ?? 0) : 0,
    }),
    service: createServiceFailures(nowMs),
    lost,
    /** `null` while the driver goes on. What was bought is written even after the end. */
    ending: null as Ending | null,
    /** Calls under way, including waits after lost ones. */
    active: 0,
    /** Rows that need no question and that a trial leaves alone. */
    leftAlone: 0,
    asking: {
      allLanes,
      freeLanes: Array.from({ length: allLanes }, (_, lane) => lane),
      hasBegun: false,
      calls: 0,
      questions: 0,
      /** Lanes that wait after a lost call. Others must not call in their place, or refused calls would multiply. */
      resting: 0,
      /** Questions that go to the service together. */
      batchCalls: FIRST_BATCH_CALLS[operation],
      isShared: false,
      /** Once the cap is reached, one lane asks until its batch is asked again: two would take the last credits. */
      isAtCap: false,
      /** Questions that have cost nothing yet and can cost more than is left of the cap. */
      beyondCap: new Set<string>(),
      answered: 0,
    },
    writing: {
      isUnderWay: false,
      /** The columns are being made. A write that is sent meanwhile waits for them in its execution. */
      isPreparing: false,
      isPossible: true,
      isFresh: true,
      lastMs: -Infinity,
      /** The last write, or the columns, have failed: nothing more is asked while results wait to be written. */
      isInVain: false,
      /** Writes of results in a row that wrote nothing. */
      vainWrites: 0,
      /** Google's last words about unwritten results. */
      words: "",
      /** Writes in a row that found another job writing. */
      busy: 0,
      /** Answers that came during the last write. */
      answeredMeanwhile: 0,
    },
    looking: { isUnderWay: false, lastMs: nowMs() },
    /** Vain passes in a row, the rows written before the current one, and the beginning of the last early one. */
    passes: { vainPasses: 0, rowsBefore: 0, earlyMs: Infinity },
  };
}

/**
 * A trial writes only the answers to its questions.
 * @param before what waited to be asked or written when the scan began
 */
export function takeScan(
  state: DriverState,
  scan: Scan,
  scanned: number,
  before: ReturnType<Questions["unwritten"]>,
): void {
  if (state.isTrial) state.leftAlone += scan.write.length;
  const found = state.questions.add(state.isTrial ? { ...scan, write: [] } : scan, before);
  state.scans.take(scan, scanned, found);
}

export const lanesOf = ({ asking: { allLanes, isShared } }: DriverState): number =>
  isShared ? Math.min(SHARED_LANES, allLanes) : allLanes;

/** Questions of the whole job with results in the sheet, without what a killed page has not written. */
export const doneOf = ({ job, progress }: DriverState, sent: Entry[] = []): number =>
  job.done + progress.doneWith(sent);

export const viewOf = (state: DriverState): JobProgress =>
  state.progress.view(lanesOf(state), state.asking.questions * state.job.halvesPerQuestion, state.service.failing());
