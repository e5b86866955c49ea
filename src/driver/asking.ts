import type { Question } from "../jobs/protocol";
import type { AnswerEntry, AskReport } from "../jobs/views";
import { MAX_QUESTIONS } from "../result";
import { isRequestFault, mayPass } from "../service/errors";
import { OUTAGE_WAIT_MS } from "./questions";
import { type DriverState, type Ending, lanesOf } from "./state";

/** The driver scans ahead when fewer questions than this wait for each lane. */
const QUESTIONS_PER_LANE = 2 * MAX_QUESTIONS;

interface AskCall {
  lane: number;
  questions: Question[];
  waitMs: number;
}

/** `waiting` also counts questions that came after the price was told, until the list is scanned to its end. */
export const isShortOfQuestions = (state: DriverState): boolean =>
  state.questions.askable() === 0 || state.questions.waiting() < QUESTIONS_PER_LANE * lanesOf(state);

/**
 * Everything is asked and on its way into the sheet: people wait less for the end if the last pass begins now. Pages may
 * not be scanned meanwhile, because their scan tells how many are wanted beyond those in the sheet.
 */
export function isEarlyPassDue(state: DriverState): boolean {
  const { asking, isTrial, isUnwatched, queue, questions, scans, writing } = state;
  if (isTrial || isUnwatched || queue.hasPages || questions.waiting() > 0 || !scans.isPassWanted()) return false;
  return (asking.calls > 0 || writing.isUnderWay) && writing.lastMs > -Infinity && !writing.isPreparing;
}

/** The most questions that the next call may ask; 0 if no call may begin now. */
export function mostToAsk(state: DriverState): number {
  const { asking, entries, questions, queue, service, writing } = state;
  const askable = questions.askable();
  const lanes = service.isDown() ? 1 : lanesOf(state);
  if (askable === 0 || asking.calls + asking.resting >= lanes || questions.isBehind()) return 0;
  // What more is bought might find no place either.
  if (writing.isInVain && (state.active > 0 || entries.writableRows() > 0)) return 0;
  const ofACall = service.isDown() ? 1 : queue.questionsOfACall(asking.batchCalls, questions.waiting(), lanesOf(state));
  const most = Math.min(ofACall, askable);
  // Two lanes would take the last credits from each other, and might buy a later page before an earlier one.
  return asking.calls > 0 && (asking.isAtCap || isNearCap(state, most)) ? 0 : most;
}

function isNearCap({ job, asking, progress }: DriverState, more: number): boolean {
  const { halves } = progress.spent() ?? job.spent;
  const mostHalves = halves + (asking.questions + more) * job.halvesPerQuestion;
  return job.capHalves !== null && mostHalves > job.capHalves;
}

export function beginAsking(
  { asking, questions, scans, service }: DriverState,
  most: number,
): AskCall & { isFirst: boolean } {
  const isFirst = !asking.hasBegun;
  // An early pass does not see what becomes of these questions.
  scans.wantPass();
  asking.hasBegun = true;
  const batch = questions.nextBatch(most, asking.beyondCap);
  const lane = asking.freeLanes.shift() ?? 0;
  asking.calls++;
  asking.questions += batch.questions.length;
  return { ...batch, isFirst, lane, waitMs: service.isDown() ? Math.max(batch.waitMs, OUTAGE_WAIT_MS) : batch.waitMs };
}

export function endAsking({ asking }: DriverState, { lane, questions }: AskCall): void {
  asking.calls--;
  asking.questions -= questions.length;
  asking.freeLanes.push(lane);
}

/** @returns how the driver has to end, `null` if it goes on; and whether an outage of the service is the reason */
export function takeAnswers(
  state: DriverState,
  report: AskReport,
  isFirst: boolean,
): { ending: Ending | null; isOutage: boolean } {
  const { asking, questions, service, progress } = state;
  const failure = service.note(report);
  const results = new Map<string, AnswerEntry>();
  for (const answer of report.answers) {
    const result = questions.take(answer, service);
    if (result) results.set(answer.key, result);
  }
  // The service may refuse every one of a list's last questions.
  const givenUp = failure && service.isOfQuestions() ? questions.giveUp() : new Map<string, AnswerEntry>();
  for (const [key, result] of givenUp) results.set(key, result);
  asking.answered += results.size;
  if (report.batchCalls > 0) {
    asking.batchCalls = report.batchCalls;
    asking.isShared = report.isShared;
  }
  progress.asked(report, results, isFirst);
  takeCap(state, report);
  const stop = report.stop && !canGoOnBelowCap(state, report) ? report.stop : null;
  const reason = stop ?? (givenUp.size === 0 ? failure : null);
  // A service that refuses everything can be reached. A page of companies cannot be skipped, so its failure is a stop.
  const isOutage = reason !== null && (stop ? mayPass(stop.code) : !isRequestFault(reason.code));
  return { ending: reason && { state: "paused", stop: reason }, isOutage };
}

const isBeyondCap = ({ stop }: AskReport): boolean => stop?.code === "CAP_REACHED";

function takeCap({ asking }: DriverState, report: AskReport): void {
  const { answers, spent } = report;
  asking.isAtCap = isBeyondCap(report) || (asking.isAtCap && answers.some(({ state }) => state === "unasked"));
  if (isBeyondCap(report)) for (const { key } of answers) asking.beyondCap.add(key);
  else if (spent) asking.beyondCap.clear();
}

/**
 * Credits that other lanes hold may come back, and questions that were paid for are free when they are asked again. The
 * job is over when no lane is asking and every waiting question is too expensive.
 */
const canGoOnBelowCap = ({ asking, questions }: DriverState, report: AskReport): boolean =>
  isBeyondCap(report) && (asking.calls > 0 || !questions.areAllAmong(asking.beyondCap));
