import type { Entry, Question } from "../jobs/protocol";
import type { AnswerEntry, JobView, ToldPrice } from "../jobs/views";
import { MAX_QUESTIONS } from "../result";

/** A question that is not answered yet, and the rows that wait for its answer. */
export interface Open extends Question {
  rows: number[];
  /** It is not asked before this, so that other questions have their turn. */
  notBeforeMs: number;
  /** It is asked by itself: what was sent together has been lost together. */
  isAlone: boolean;
  /** The most that an attempt which failed later has brought. */
  part?: AnswerEntry;
  /** The number of answers that had come when it was passed over, as everything failed; `null` if it never was. */
  seenAnswers: number | null;
  /** The failure then. */
  failure?: AnswerEntry;
}

/**
 * What may be asked and written next. Rows are asked as the price permits, and written as they come; pages are bought
 * and written in their order.
 */
export interface Queue {
  /** Takes in a question that is new. */
  add(key: string): void;
  /** Takes in the number of questions that a scan permits from now on; `null` for no limit. */
  permit(mostQuestions: number | null): void;
  /**
   * Puts the questions that wait into the order in which they are asked.
   * @param beyondCap keys of those that were refused for want of credits
   */
  sort(waiting: Open[], beyondCap: ReadonlySet<string>): void;
  /** The questions that may be asked, in the order in which they wait. */
  askable(waiting: readonly Open[]): Open[];
  asked(key: string): void;
  /** True if a trial has asked all that it may. */
  isTrialOver(): boolean;
  /** The number of those left waiting, when nothing may be asked, whose price nobody was told. */
  untold(waiting: readonly Open[]): number;
  /**
   * The questions of one call.
   * @param batchCalls those that the service is sent together
   */
  questionsOfACall(batchCalls: number, waiting: number, lanes: number): number;
  /** True if so much is bought and not written that nothing more is asked. */
  isBehind(unwritten: readonly Entry[], waiting: readonly Open[], asked: number): boolean;
  /** True if failures may be written for questions which are refused one and all. */
  mayGiveUp: boolean;
  /** @param isNothing it does not count towards what a scan permits */
  answered(key: string, isNothing: boolean): void;
  /** The entries that may be written now, in their order. */
  writable(entries: ReadonlyMap<string, Entry>): Entry[];
  /** Questions whose results are in the sheet, or whose rows have left it. */
  written(keys: ReadonlySet<string>): void;
  /** True if a result that a later scan finds missing is written again without being asked. */
  keepsAnswers: boolean;
}

/**
 * A page that closes forgets what it has not written: no more than this is bought ahead. Together with what is on its
 * way, the ledger of a job still holds all.
 */
const MAX_UNWRITTEN = { rows: 780, pages: 40 };

/** The price of a number of questions, each of which can cost as much as any of the job. */
export const priceOf = ({ halvesPerQuestion }: Pick<JobView, "halvesPerQuestion">, questions: number): ToldPrice => ({
  halves: questions * halvesPerQuestion,
  halvesPerQuestion,
  cheaper: new Map(),
});

/**
 * The inputs of a column: asked until a trial is over or the price is reached, and written where they stand.
 * @param askAtMost the most different questions of a trial
 * @param price the most that they may cost; `null` if nobody was told one
 */
export function createRowQueue(nowMs: () => number, askAtMost: number, price: ToldPrice | null): Queue {
  /** Keys of all that was ever asked: a question that is asked again counts once. */
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
    asked(key) {
      if (!tried.has(key)) triedHalves += halvesOf(key);
      tried.add(key);
    },
    isTrialOver: () => tried.size >= askAtMost,
    untold: (waiting) => waiting.length,
    // Two batches after each other, but not in the first calls, for whose answers somebody waits, and not at the end, when
    // other lanes would have nothing to ask.
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

/** The pages of a search: each is written only when all before it are in the sheet, so they are bought in their order. */
export function createPageQueue(): Queue {
  /** Keys of the pages that are not in the sheet yet. */
  let order: string[] = [];
  /** Pages that are still wanted; `null` for all. */
  let wanted: number | null = null;
  /** Pages that do not count towards it: answered, and not written yet. */
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
      if (wanted === null) return [...waiting];
      // Pages are counted from the front: one that has to wait is not overtaken by one that is not wanted.
      const front = new Set(order.slice(0, Math.max(0, wanted + nothings.size)));
      return waiting.filter(({ key }) => front.has(key));
    },
    asked() {},
    isTrialOver: () => false,
    // Pages have totals of their own.
    untold: () => 0,
    questionsOfACall: (batchCalls) => batchCalls,
    isBehind(unwritten, waiting, asked) {
      // The page that all others wait for may be asked again.
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
