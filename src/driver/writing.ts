import type { Entry, WriteRequest } from "../jobs/protocol";
import type { WriteReport } from "../jobs/views";
import { type Refusal, refusal, refuse } from "../result";
import { mostToAsk } from "./asking";
import { MAX_WRITES } from "./questions";
import type { DriverState } from "./state";

/** A write begins at this many rows, at this time after the last one, or when nothing else is left to do. */
const ROWS_OF_A_WRITE = 100;
const WRITE_AFTER_MS = 4_000;
/** Writes of overlapping executions wait for each other, so they are rarer. */
const UNWATCHED_WRITE_AFTER_MS = 30_000;

/** While the last questions are under way, one write is better than two in a row; an answer may take 30 s or longer. */
const LAST_WRITE_AFTER_MS = 20_000;

/** Without a write for so long, a call looks whether the columns are there, so that nothing is paid for in vain. */
const LOOK_AFTER_MS = 4_000;
/** In the same time, an execution of a trigger asks only a quarter of what a page asks. */
const UNWATCHED_LOOK_AFTER_MS = 15_000;

/**
 * What people have added since an early pass is not looked for, so it may be the last one only so long. On a Google three
 * times as slow, the last answers and their write take more than 20 s.
 */
const EARLY_PASS_COUNTS_MS = 30_000;

/** After so many vain writes in a row, the job pauses. If single entries are refused, they are given up instead. */
const MAX_VAIN_WRITES = MAX_WRITES;
const VAIN_WRITE_WAIT_MS = 3_000;

/** The waits while another job appends to the same sheet. All of them together last longer than its lease. */
const BUSY_WAIT_MS = 4_000;
const MAX_BUSY_WRITES = 30;

/** Triggers resume a job as well, so the limit grows no more after this epoch. */
const LAST_GROWING_EPOCH = 3;

/**
 * Our own limit, in results: 50, then 500 once the job is resumed, then 5,000. If so many were lost in merged cells and none
 * was written, the job pauses, because the next ones would be paid for in vain as well.
 */
const maxCovered = (epoch: number): number => 5 * 10 ** Math.min(epoch, LAST_GROWING_EPOCH);

export interface Writing extends Pick<WriteRequest, "entries" | "isFresh" | "waitMs"> {
  answeredBefore: number;
}

export function isWriteDue(state: DriverState): boolean {
  const { active, asking, entries, nowMs, questions, scans, writing, isUnwatched, ending } = state;
  const rows = entries.writableRows();
  if (writing.isUnderWay || !writing.isPossible || rows === 0) return false;
  const left = questions.waiting() + asking.questions;
  // By the end of a write that begins now, all answers that are left will have come.
  const isLast =
    asking.questions > 0 && (left === asking.questions || (scans.isPassOver() && left <= writing.answeredMeanwhile));
  const waitMs = isUnwatched ? UNWATCHED_WRITE_AFTER_MS : isLast ? LAST_WRITE_AFTER_MS : WRITE_AFTER_MS;
  // A trigger's calls do not overlap: what it may still ask comes before a write.
  const mayAskFirst = isUnwatched && ending === null && mostToAsk(state) > 0;
  const isIdle = active === 0 && !mayAskFirst;
  return isIdle || nowMs() - writing.lastMs >= waitMs || (!isLast && rows >= ROWS_OF_A_WRITE);
}

/** Questions are being paid for, and nothing has looked lately whether the sheets and columns are there. */
export const isLookDue = ({ asking, looking, nowMs, writing, isUnwatched }: DriverState): boolean =>
  asking.calls > 0 &&
  !writing.isUnderWay &&
  !writing.isPreparing &&
  !looking.isUnderWay &&
  nowMs() - Math.max(looking.lastMs, writing.lastMs) >= (isUnwatched ? UNWATCHED_LOOK_AFTER_MS : LOOK_AFTER_MS);

/**
 * How long a write that has just begun may take to end the job, if it succeeds: by then the last pass is too old. 0 if
 * something is left to do after it.
 */
export function lastWriteWithinMs(state: DriverState): number {
  const { active, ending, entries, isUnwatched, leftAlone, looking, nowMs, passes, questions, scans } = state;
  const isAlone = active === Number(looking.isUnderWay) && ending === null && !isUnwatched;
  const left = questions.waiting() + entries.writableRows() + entries.unwritable() + leftAlone;
  if (!isAlone || left > 0 || !scans.isPassOver() || scans.isPassWanted()) return 0;
  return Math.max(0, EARLY_PASS_COUNTS_MS - Math.max(0, Math.ceil(nowMs() - passes.earlyMs)));
}

export function beginWriting({ asking, entries, writing }: DriverState): Writing {
  const waitMs = writing.busy > 0 ? BUSY_WAIT_MS : writing.isInVain ? VAIN_WRITE_WAIT_MS : 0;
  writing.isUnderWay = true;
  return { entries: entries.next(), isFresh: writing.isFresh, waitMs, answeredBefore: asking.answered };
}

export function endWriting({ asking, nowMs, writing }: DriverState, answeredBefore: number): void {
  writing.isUnderWay = false;
  writing.lastMs = nowMs();
  writing.answeredMeanwhile = asking.answered - answeredBefore;
}

/** Nobody knows what a lost or refused write has written. */
export function loseWrite({ entries, scans, writing }: DriverState, sent: Entry[]): void {
  entries.putBack(sent);
  scans.wantPass();
  writing.isFresh = true;
}

/** @returns why nothing more can be written; `null` if it can */
export function takeWritten(state: DriverState, sent: Entry[], report: WriteReport): Refusal | null {
  const { entries, job, nowMs, passes, progress, scans, writing } = state;
  const isLate = !report.ended && nowMs() - passes.earlyMs > EARLY_PASS_COUNTS_MS;
  if (report.isDisturbed || isLate || report.lostKeys.length + report.leftKeys.length > 0) scans.wantPass();
  if (report.isBusy || report.stop) entries.putBack(sent, report.isBusy);
  else entries.wrote(report);
  progress.wrote(sent, report);
  writing.isFresh = report.leftKeys.length > 0 || report.isBusy;
  writing.busy = report.isBusy ? writing.busy + 1 : 0;
  const isVain = !report.isBusy && report.writtenKeys.length + report.lostKeys.length === 0 && sent.length > 0;
  if (report.leftKeys.length > 0) writing.words = report.words || writing.words;
  if (!report.isBusy) {
    writing.isInVain = isVain;
    writing.vainWrites = isVain ? writing.vainWrites + 1 : 0;
  }
  const isCovered = progress.rows() === 0 && progress.covered() >= maxCovered(job.epoch);
  const stop = report.stop ?? (isCovered ? refusal("CELLS_MERGED") : stopOf(state, report.words));
  if (stop) writing.isPossible = false;
  return stop;
}

function stopOf({ writing }: DriverState, words: string): Refusal | null {
  if (writing.vainWrites >= MAX_VAIN_WRITES) return notWritten(words);
  if (writing.busy < MAX_BUSY_WRITES) return null;
  return refuse(
    "LIST_BUSY",
    "Another job writes to the same sheet all the time.",
    "What is done is kept. Resume this one when the other one has ended.",
  );
}

/**
 * @param words Google's; `""` if somebody keeps moving columns or rows
 * @param count of the results, if others were written
 */
export function notWritten(words: string, count = 0): Refusal {
  const { code, remedy } = refusal("COLUMNS_MOVING");
  if (words === "")
    return refuse(code, "Somebody keeps moving columns or rows here, so some results are not written.", remedy);
  return refuse(
    "NOT_WRITTEN",
    `Google did not write ${count > 0 ? `${count} of ` : ""}the results: ${words.replace(/\.$/, "")}.`,
    "Resume once the reason is gone: what was asked before is free with the same key.",
  );
}
