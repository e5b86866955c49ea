import type { Entry, WriteRequest } from "../jobs/protocol";
import type { WriteReport } from "../jobs/views";
import type { Refusal } from "../result";
import { mostToAsk } from "./asking";
import type { DriverState } from "./state";

/** Writes are large: one begins with this many rows, this long after the last one, or when nothing else is to be done. */
const ROWS_OF_A_WRITE = 100;
const WRITE_AFTER_MS = 4_000;
/** Executions that overlap wait for each other's writes. */
const UNWATCHED_WRITE_AFTER_MS = 30_000;

/** While the last questions are under way, one write is better than two in a row; an answer may take 30 s and more. */
const LAST_WRITE_AFTER_MS = 20_000;

/** While no write looks for what the job needs, a call of its own does: what is gone is paid for no longer than this. */
const LOOK_AFTER_MS = 4_000;
/** An execution of a trigger asks a quarter as much in that time as a page does. */
const UNWATCHED_LOOK_AFTER_MS = 15_000;

/** After this many writes in a row that have written nothing, the job pauses with Google's words. */
const MAX_VAIN_WRITES = 4;
const VAIN_WRITE_WAIT_MS = 3_000;

/** While another job appends to the same sheet; all waits together last longer than its lease. */
const BUSY_WAIT_MS = 4_000;
const MAX_BUSY_WRITES = 30;

export interface Writing extends Pick<WriteRequest, "entries" | "isFresh" | "waitMs"> {
  /** Questions that had got their answer when it began. */
  comeBefore: number;
}

/** True if a write has to begin now. */
export function isWriteDue(state: DriverState): boolean {
  const { active, asking, entries, nowMs, questions, scans, writing, isUnwatched, ending } = state;
  const rows = entries.writableRows();
  if (writing.isUnderWay || !writing.isPossible || rows === 0) return false;
  const left = questions.waiting() + asking.questions;
  // All that is left will have come before a write that begins now has ended.
  const isLast =
    asking.questions > 0 && (left === asking.questions || (scans.isPassOver() && left <= writing.comeMeanwhile));
  const waitMs = isUnwatched ? UNWATCHED_WRITE_AFTER_MS : isLast ? LAST_WRITE_AFTER_MS : WRITE_AFTER_MS;
  const isIdle = active === 0 && !(isUnwatched && ending === null && mostToAsk(state) > 0);
  return isIdle || nowMs() - writing.lastMs >= waitMs || (!isLast && rows >= ROWS_OF_A_WRITE);
}

/** True if nothing has looked for a while if what the job needs is there, and questions are being paid for. */
export const isLookDue = ({ asking, looking, nowMs, writing, isUnwatched }: DriverState): boolean =>
  asking.calls > 0 &&
  !writing.isUnderWay &&
  !looking.isUnderWay &&
  nowMs() - Math.max(looking.lastMs, writing.lastMs) >= (isUnwatched ? UNWATCHED_LOOK_AFTER_MS : LOOK_AFTER_MS);

/** A write begins. */
export function beginWriting({ asking, entries, writing }: DriverState): Writing {
  const waitMs = writing.busy > 0 ? BUSY_WAIT_MS : writing.vain > 0 ? VAIN_WRITE_WAIT_MS : 0;
  writing.isUnderWay = true;
  return { entries: entries.next(), isFresh: writing.isFresh, waitMs, comeBefore: asking.come };
}

/** Its call has ended, however. */
export function endWriting({ asking, nowMs, writing }: DriverState, comeBefore: number): void {
  writing.isUnderWay = false;
  writing.lastMs = nowMs();
  writing.comeMeanwhile = asking.come - comeBefore;
}

/** It was lost, or refused: what it has written nobody knows. */
export function loseWrite({ entries, writing }: DriverState, sent: Entry[]): void {
  entries.putBack(sent);
  writing.isFresh = true;
}

/** It was answered. @returns why nothing more can be written; `null` if it can */
export function takeWritten(state: DriverState, sent: Entry[], report: WriteReport): Refusal | null {
  const { entries, progress, writing } = state;
  if (report.isBusy || report.stop) entries.putBack(sent);
  else entries.wrote(report);
  progress.wrote(sent, report);
  writing.isFresh = report.leftKeys.length > 0 || report.isBusy;
  writing.busy = report.isBusy ? writing.busy + 1 : 0;
  const isVain = !report.isBusy && report.writtenKeys.length + report.lostKeys.length === 0 && sent.length > 0;
  writing.vain = isVain ? writing.vain + 1 : 0;
  const stop = report.stop ?? stopOf(state, report.words);
  if (stop) writing.isPossible = false;
  return stop;
}

function stopOf({ writing }: DriverState, words: string): Refusal | null {
  if (writing.vain >= MAX_VAIN_WRITES) return notWritten(words);
  if (writing.busy < MAX_BUSY_WRITES) return null;
  return {
    ok: false,
    code: "LIST_BUSY",
    message: "Another job writes to the same sheet all the time.",
    remedy: "What is done is kept. Resume this one when the other one has ended.",
  };
}

/** @param words of Google's, or the number of results that it has refused */
export const notWritten = (words: string): Refusal => ({
  ok: false,
  code: "NOT_WRITTEN",
  message: `Google did not write the results: ${words.replace(/\.$/, "")}.`,
  remedy: "Resume when the reason is gone: what was asked is free now.",
});
