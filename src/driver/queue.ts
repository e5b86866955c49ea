import type { Entry, Question, ScanRequest } from "../jobs/protocol";
import type { AnswerEntry, JobView, Scan, ToldPrice } from "../jobs/views";
import { MAX_QUESTIONS } from "../result";

/** The rows wait for the answer to this question. */
export interface Open extends Question {
  rows: number[];
  /** Until this time, others come first. */
  notBeforeMs: number;
  /** A call that asked the question with others was lost, so it gets a call of its own. */
  isAlone: boolean;
  part?: AnswerEntry;
  /** The answers that had come when an outage passed the question over; `null` if none has. */
  seenAnswers: number | null;
  failure?: AnswerEntry;
}

/** Rows are asked as the price permits and written as answers come. Pages are bought and written in their order. */
export interface Queue {
  add(key: string): void;
  /** From now on; `null` for no limit. */
  permit(mostQuestions: number | null): void;
  /** Puts the questions into the order of asking. @param beyondCap keys that the cap has refused */
  sort(waiting: Open[], beyondCap: ReadonlySet<string>): void;
  askable(waiting: readonly Open[]): Open[];
  asked(question: Open): void;
  isTrialOver(): boolean;
  /** Waiting questions whose price the user was not told, when nothing may be asked. */
  untold(waiting: readonly Open[]): number;
  /** @param batchCalls the number that go to the service together */
  questionsOfACall(batchCalls: number, waiting: number, lanes: number): number;
  /** True if so much is bought and not written that nothing more may be asked. */
  isBehind(unwritten: readonly Entry[], waiting: readonly Open[], asked: number): boolean;
  /** @param isNothing the answer does not count towards what a scan permits */
  answered(key: string, isNothing: boolean): void;
  writable(entries: ReadonlyMap<string, Entry>): Entry[];
  written(keys: ReadonlySet<string>): void;
  /** Unlike a page, an input may get its failure as its result, and results found missing are written again. */
  hasPages: boolean;
}

/** A page that closes forgets what it has not written. The ledger has room for these and the questions on their way. */
const MAX_UNWRITTEN = { rows: 780, pages: 40 };

/** Each question may cost as much as any of the job. */
export const priceOf = ({ halvesPerQuestion }: Pick<JobView, "halvesPerQuestion">, questions: number): ToldPrice => ({
  halves: questions * halvesPerQuestion,
  halvesPerQuestion,
  cheaper: new Map(),
});

/**
 * Inputs of a column are asked until a trial is over or the price is reached, and written where they stand.
 * @param askAtMost the most different questions of a trial @param price `null` if the user was not told one
 */
export function createRowQueue(nowMs: () => number, askAtMost: number, price: ToldPrice | null): Queue {
  /** A question that is asked again counts once. */
  const tried = new Set<string>();
  let triedHalves = 0;
  let hasAnswers = false;
  const halvesOf = (key: string): number => (price ? (price.cheaper.get(key) ?? price.halvesPerQuestion) : 0);

  return {
    add() {},
    permit() {},
    sort(waiting) {
      const now = nowMs();
      const waitOf = (notBeforeMs: number): number => Math.max(0, notBeforeMs - now);
      waiting.sort((a, b) => waitOf(a.notBeforeMs) - waitOf(b.notBeforeMs));
    },
    askable(waiting) {
      let left = askAtMost - tried.size;
      let leftHalves = price ? price.halves - triedHalves : 0;
      return waiting.filter(({ key }) => {
        if (tried.has(key)) return true;
        const halves = halvesOf(key);
        if (left <= 0 || halves > leftHalves) return false;
        left--;
        leftHalves -= halves;
        return true;
      });
    },
    asked({ key }) {
      if (!tried.has(key)) triedHalves += halvesOf(key);
      tried.add(key);
    },
    isTrialOver: () => tried.size >= askAtMost,
    untold: (waiting) => waiting.length,
    // Two batches go into a call. The first calls have one batch, because somebody waits for their answers, and so have
    // the last ones, because other lanes would have nothing to ask.
    questionsOfACall: (batchCalls, waiting, lanes) =>
      hasAnswers && waiting >= MAX_QUESTIONS * lanes
        ? Math.max(batchCalls, Math.min(2 * batchCalls, MAX_QUESTIONS))
        : batchCalls,
    isBehind: (unwritten) => unwritten.reduce((sum, { rows }) => sum + rows.length, 0) >= MAX_UNWRITTEN.rows,
    answered() {
      hasAnswers = true;
    },
    writable: (entries) => [...entries.values()].sort((a, b) => (a.rows[0] ?? 0) - (b.rows[0] ?? 0)),
    written() {},
    hasPages: false,
  };
}

/** No more pages are bought behind one that has failed this often: they could not be written. */
const MAX_FAILURES_OF_THE_FIRST = 2;

/** A page is written only when all pages before it are in the sheet, so they are bought in this order. */
export function createPageQueue(): Queue {
  let order: string[] = [];
  let wanted: number | null = null;
  /** The page that all others wait for, once it has failed too often. */
  let failing = "";
  /** Pages that were answered and are not written yet, and do not count towards `wanted`. */
  const nothings = new Set<string>();

  return {
    add(key) {
      order.push(key);
    },
    permit(mostQuestions) {
      wanted = mostQuestions;
    },
    sort(waiting, beyondCap) {
      const placeOf = ({ key }: Open): number => (beyondCap.has(key) ? order.length : 0) + order.indexOf(key);
      waiting.sort((a, b) => placeOf(a) - placeOf(b));
    },
    askable(waiting) {
      if (order[0] === failing) return waiting.filter(({ key }) => key === failing);
      if (wanted === null) return [...waiting];
      // Only pages at the front may be asked: one that has to wait is not overtaken by one that is not wanted.
      const front = new Set(order.slice(0, Math.max(0, wanted + nothings.size)));
      return waiting.filter(({ key }) => front.has(key));
    },
    asked({ key, attempts }) {
      if (key === order[0] && attempts >= MAX_FAILURES_OF_THE_FIRST) failing = key;
    },
    isTrialOver: () => false,
    // Pages have totals of their own.
    untold: () => 0,
    questionsOfACall: (batchCalls) => batchCalls,
    isBehind(unwritten, waiting, asked) {
      // The page that all others wait for may always be asked again.
      if (waiting.some(({ key }) => key === order[0])) return false;
      return unwritten.length + asked >= MAX_UNWRITTEN.pages;
    },
    answered(key, isNothing) {
      if (isNothing) nothings.add(key);
    },
    writable(entries) {
      const next: Entry[] = [];
      for (const key of order) {
        const entry = entries.get(key);
        if (!entry) break;
        next.push(entry);
      }
      return next;
    },
    written(keys) {
      for (const key of keys) if (!nothings.delete(key) && wanted !== null) wanted--;
      order = order.filter((key) => !keys.has(key));
    },
    hasPages: true,
  };
}

/** Later scans find only what people have changed, which is little, so each reads up to 10,000 rows. */
const STRETCHES_OF_A_LATER_SCAN = 25;

export type Stretches = Pick<ScanRequest, "stretch" | "stretches">;

/**
 * The first pass finds the work, later ones what was edited, moved, inserted or lost. The last one finds nothing. In a
 * page it reads the list while the last answers are still on their way into it.
 */
export function createScans(stretchesInAll: number) {
  let stretches = stretchesInAll;
  let next = 0;
  let pass = 1;
  let isAnotherWanted = false;
  let isUnderWay = false;
  const isPassOver = (): boolean => !isUnderWay && next >= stretches;
  return {
    next(): Stretches | null {
      if (isUnderWay || next >= stretches) return null;
      // One stretch more than there were, because rows may have been added since.
      const later = Math.min(STRETCHES_OF_A_LATER_SCAN, stretches - next + 1);
      return { stretch: next, stretches: pass === 1 ? 1 : later };
    },
    begin(): void {
      isUnderWay = true;
    },
    take(scan: Scan, scanned: number, found: number): void {
      isUnderWay = false;
      next = scan.stretch + scanned;
      // A scan of several stretches tells only whether there are more.
      stretches = pass === 1 ? scan.stretches : Math.max(stretches, scan.stretches);
      isAnotherWanted ||= found > 0;
    },
    fail(): void {
      isUnderWay = false;
    },
    isPassOver,
    /** True if the pass is over and another one is needed. */
    isPassWanted: () => isPassOver() && isAnotherWanted,
    /** Something has happened that only another pass shows. */
    wantPass(): void {
      isAnotherWanted = true;
    },
    /** @returns false if the last pass found nothing, so that nothing is left */
    beginPass(): boolean {
      if (!isAnotherWanted) return false;
      pass++;
      isAnotherWanted = false;
      next = 0;
      return true;
    },
  };
}
