import type { Entry, Question } from "../jobs/protocol";
import type { AnswerEntry, JobView, ToldPrice } from "../jobs/views";
import { MAX_QUESTIONS } from "../result";

/** A question that is not answered yet, and the rows that wait for its answer. */
export interface Open extends Question {
  rows: number[];
  /** The question is not asked before this time, so that others have their turn. */
  notBeforeMs: number;
  /** The question is asked in a call of its own, because a call that asked it with others was lost. */
  isAlone: boolean;
  part?: AnswerEntry;
  /** The number of answers that had come when the question was passed over in an outage; `null` if it never was. */
  seenAnswers: number | null;
  failure?: AnswerEntry;
}

/**
 * Says what may be asked and written next. Rows are asked as the price permits and written as answers come; pages are
 * bought and written in their order.
 */
export interface Queue {
  add(key: string): void;
  /** Sets the number of questions that may be asked from now on; `null` for no limit. */
  permit(mostQuestions: number | null): void;
  /**
   * Puts the waiting questions into the order in which they are asked.
   * @param beyondCap keys of questions that were refused because the cap was reached
   */
  sort(waiting: Open[], beyondCap: ReadonlySet<string>): void;
  askable(waiting: readonly Open[]): Open[];
  asked(question: Open): void;
  isTrialOver(): boolean;
  /** When nothing may be asked: the number of waiting questions whose price the user was not told. */
  untold(waiting: readonly Open[]): number;
  /**
   * The most questions for one call of the driver.
   * @param batchCalls the number that go to the service together
   */
  questionsOfACall(batchCalls: number, waiting: number, lanes: number): number;
  /** True if so much is bought and not written that nothing more may be asked. */
  isBehind(unwritten: readonly Entry[], waiting: readonly Open[], asked: number): boolean;
  /** True if questions that the service refuses, each of them, may get their failures as results. */
  mayGiveUp: boolean;
  /** @param isNothing the answer does not count towards what a scan permits */
  answered(key: string, isNothing: boolean): void;
  writable(entries: ReadonlyMap<string, Entry>): Entry[];
  written(keys: ReadonlySet<string>): void;
  /** True if a result that a later scan finds missing is written again without being asked. */
  keepsAnswers: boolean;
}

/**
 * A page that closes forgets what it has not written, so no more than this is bought ahead. The ledger of a job has
 * room for these and for the questions on their way.
 */
const MAX_UNWRITTEN = { rows: 780, pages: 40 };

/** The price of a number of questions if each costs as much as any of the job can. */
export const priceOf = ({ halvesPerQuestion }: Pick<JobView, "halvesPerQuestion">, questions: number): ToldPrice => ({
  halves: questions * halvesPerQuestion,
  halvesPerQuestion,
  cheaper: new Map(),
});

/**
 * A queue for the inputs of a column. They are asked until a trial is over or the price is reached, and written where
 * they stand.
 * @param askAtMost the most different questions of a trial
 * @param price the most that they may cost; `null` if the user was not told a price
 */
export function createRowQueue(nowMs: () => number, askAtMost: number, price: ToldPrice | null): Queue {
  /** Keys of all questions that were ever asked: one that is asked again counts once. */
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
    mayGiveUp: true,
    answered() {
      hasAnswers = true;
    },
    writable: (entries) => [...entries.values()].sort((a, b) => (a.rows[0] ?? 0) - (b.rows[0] ?? 0)),
    written() {},
    keepsAnswers: true,
  };
}

/** No more pages are bought behind one that has failed this often: they could not be written. */
const MAX_FAILURES_OF_THE_FIRST = 2;

/**
 * A queue for the pages of a search. A page is written only when all pages before it are in the sheet, so they are
 * bought in this order.
 */
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
    mayGiveUp: false,
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
    keepsAnswers: false,
  };
}
