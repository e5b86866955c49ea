import type { Spent } from "../../src/jobs/credits";
import type { LeaveOutChoice, LeaveOutColumn } from "../../src/jobs/protocol";
import {
  type JobSummary,
  type JobView,
  type LeftOutView,
  type LeftToAsk,
  type PastJobView,
  settledOf,
} from "../../src/jobs/views";
import { type Refusal, refuse } from "../../src/result";
import type { Tone } from "../../src/service/result-words";
import { capitalise, many, readCount, readNumber, write } from "../format";

/** A job cannot recover when something that it needs was deleted. */
const GONE = ["SHEET_GONE", "LIST_GONE", "COLUMN_GONE", "JOB_GONE"];

export type CountedList = Pick<JobSummary, "job" | "ahead">;

export const isGone = (refusals: (Refusal | null)[]): boolean =>
  refusals.some((refusal) => refusal !== null && GONE.includes(refusal.code));

export const STOPPED_ELSEWHERE = refuse(
  "JOB_STOPPED",
  "Somebody has stopped it in another window.",
  "What is done is kept. If that was a mistake, resume it here.",
);

export const GONE_ON_ELSEWHERE = refuse(
  "JOB_GONE_ON",
  "Somebody has gone on with it meanwhile, with another API key.",
  "So you have not taken it over, and nothing is paid for with your key. You now see how it stands.",
);

const TROUBLES: Record<string, string> = {
  NO_CONNECTION: "No connection to Google",
  GOOGLE_FAILED: "Google does not run the add-on at the moment",
  NO_GOOGLE_ANSWER: "Google does not answer at the moment",
  HTTP_429: "The service asks us to wait",
};

/** `isEnding` is true if the job pauses or stops anyway. */
export const failingText = (code: string, isEnding = false): string =>
  `${TROUBLES[code] ?? "The service does not answer at the moment"}. Sheetscout keeps trying${isEnding ? "" : ", and pauses if this goes on"}.`;

export function endTitle(state: "finished" | "paused" | "stopped", stop: Refusal | null): string {
  if (stop?.code === "JOB_TAKEN_OVER") return "Resumed elsewhere";
  if (stop?.code === STOPPED_ELSEWHERE.code) return "Stopped elsewhere";
  return { finished: "Done", paused: "Paused", stopped: "Stopped" }[state];
}

/** True if a user can still go on with the job. A watch goes on by itself. */
export const isOpen = ({ state, isWatch }: Pick<JobView, "state"> & Partial<JobView>): boolean =>
  !isWatch && (state === "running" || state === "paused");

/** Returns `""` if the job has lost no sheet. */
export function lostSheetText({ sheetName, list, isYourKey }: JobView): string {
  const withKey = isYourKey ? "" : " with the key that has paid";
  if (sheetName === "") return `Its sheet was deleted. What was paid for is free${withKey} when you ask for it again.`;
  if (list?.sheetName !== "") return "";
  return `The sheet that it writes to was deleted. Choose all rows and start again: what was paid for is free${withKey}.`;
}

/** `isCertain` is true if somebody has been seen at work. */
export function elsewhereText({ isYourKey }: Pick<JobView, "isYourKey">, isCertain: boolean): string {
  if (isYourKey)
    return isCertain
      ? "Another tab, or somebody with your key, is running it. If you take it over, nothing is asked twice."
      : "It was active less than a minute ago, perhaps in another tab or by somebody with your key. You can take it over: nothing is asked twice.";
  const twice = "if you take it over, what is under way or not yet written is paid for with your key as well";
  return isCertain
    ? `Somebody is running it with another API key: ${twice}. It is better to wait until it has ended.`
    : `It was working less than a minute ago, with another API key. If it still is, it is better to wait until it has ended: ${twice}.`;
}

/**
 * Returns `null` if the number of pages is not known. What was counted at another moment of the job tells nothing of
 * pages that were paid for elsewhere.
 */
export function leftOfList(job: JobView, counted: CountedList | null = null, nowMs = Date.now()): LeftToAsk | null {
  const { written, isYourKey, halvesPerQuestion } = job;
  const { pages = 0, pagesWanted = null, unwritten = null } = written ?? {};
  if (pagesWanted === null) return null;
  const questions = Math.max(0, pagesWanted - pages);
  const bought = unwritten && isYourKey && unwritten.freeUntilMs > nowMs ? unwritten.pages : 0;
  const isNow = counted?.job.written?.pages === pages && counted.job.written.unwritten?.pages === unwritten?.pages;
  const paidPages = (isNow && counted.ahead?.paidPages) || [];
  const paid = paidPages.filter((page) => page > pages && page <= pagesWanted).length;
  return { questions, halves: Math.max(0, questions - bought - paid) * halvesPerQuestion };
}

/** Takes off the questions that have got a result since `counted`. */
export function leftSince(
  left: LeftToAsk,
  counted: Pick<JobView, "done" | "halvesPerQuestion">,
  { toAsk, done }: Pick<JobView, "toAsk" | "done">,
): LeftToAsk {
  // Rows may have been added since the dry run.
  const all = Math.max(toAsk ?? 0, left.questions + counted.done);
  const questions = Math.max(0, Math.min(left.questions, all - done));
  return { ...left, questions, halves: Math.min(left.halves, questions * counted.halvesPerQuestion) };
}

/** Returns `undefined` while the user still has to choose a column that holds entries. */
export function leaveOutColumn(
  choice: LeaveOutChoice | null,
  read: LeftOutView | null,
): LeaveOutColumn | null | undefined {
  if (choice === null) return null;
  if (!read || read.sheetId !== choice.sheetId || read.entries === 0) return undefined;
  return { sheetId: read.sheetId, column: read.column, first: read.first, entries: read.entries };
}

export interface StatusCount {
  status: string;
  tone: Tone | "other";
  count: number;
}

/** "12.5 credits"; "at most" only if the amount is not exact. */
export const creditsText = ({ halves, isExact }: Pick<Spent, "halves" | "isExact">): string =>
  `${isExact || halves === 0 ? "" : "at most "}${many(halves / 2, "credit")}`;

/** "10 credits spent, up to 35 under way". Without a driver, the credits held for answers count as spent. */
export function spentText(spent: Spent, isDriven = false): string {
  const { heldHalves, isSettledExact } = spent;
  if (!isDriven || heldHalves === 0) return `${creditsText(spent)} spent`;
  const settled = settledOf(spent);
  if (settled === 0) return `up to ${many(heldHalves / 2, "credit")} under way`;
  const known = creditsText({ ...spent, halves: settled, isExact: isSettledExact });
  return `${known} spent, up to ${write(heldHalves / 2)} under way`;
}

/** What is under way cannot take a job beyond the price that the user was told. */
export function withinPrice(spent: Spent, mostHalves: number): Spent {
  const settled = settledOf(spent);
  const heldHalves = Math.min(spent.heldHalves, Math.max(0, mostHalves - settled));
  return { ...spent, halves: settled + heldHalves, heldHalves };
}

/** The most that a job can have cost in all when what is left has been asked. */
export function mostInAll(
  { spent, halvesPerQuestion }: Pick<JobView, "spent" | "halvesPerQuestion">,
  { toAsk, doneBefore }: ReturnType<typeof countsOf>,
  toldHalves = Infinity,
): number {
  const questions = toAsk === null ? Infinity : Math.max(0, toAsk - doneBefore);
  return settledOf(spent) + Math.min(toldHalves, questions * halvesPerQuestion);
}

/** True if answers have certainly cost something. */
export const hasPaid = (before: Spent, now: Spent): boolean => settledOf(now) > settledOf(before);

/** The job's own page uses the same words, while it still has one. */
export const pastSpentText = ({ halves, isExact, job }: Pick<PastJobView, "halves" | "isExact" | "job">): string =>
  job ? spentText(job.spent, job.isActive) : `${creditsText({ halves, isExact })} spent`;

/** Returns `""` for usable credits. A limit below `halvesOfOne` would let no call begin. */
export function capProblem(typed: string, halvesOfOne = 0): string {
  const halves = readCap(typed);
  if (typed.trim() === "" || (halves !== null && halves >= halvesOfOne)) return "";
  const why = halvesOfOne > 1 ? " because one call can cost that" : "";
  return `${wholeOrHalf(halvesOfOne)}${why}, or leave it empty.`;
}

const wholeOrHalf = (leastHalves: number): string =>
  `Give whole or half credits, at least ${write(Math.max(1, leastHalves) / 2)}`;

export const daysProblem = (typed: string): string => (readCount(typed) ? "" : "Give a number of days, at least 1.");

/** In half credits. `null` is no limit; so is 0, which would allow nothing. */
export function readCap(typed: string): number | null {
  const halves = (readCount(typed) ?? readNumber(typed) ?? 0) * 2;
  return Number.isInteger(halves) && halves > 0 ? halves : null;
}

/** Rows may have been added or deleted since the dry run. `left` is `null` if the job begins, or that is not known. */
export function countsOf(
  { toAsk, done }: Pick<JobView, "toAsk" | "done">,
  left: LeftToAsk | null,
  doneWhenCounted: number,
  askAtMost: number | undefined,
): { toAsk: number | null; doneBefore: number } {
  const all = left ? Math.max(toAsk ?? 0, doneWhenCounted + left.questions) : toAsk;
  return {
    toAsk: askAtMost === undefined ? all : Math.min(askAtMost, all ?? askAtMost),
    doneBefore: left && all !== null ? Math.max(done, all - left.questions) : done,
  };
}

export type Credits = Pick<JobView, "capHalves" | "spent" | "halvesPerQuestion">;

/** True if the limit allows no other call. */
export const isSpent = ({ capHalves, spent, halvesPerQuestion }: Credits): boolean =>
  capHalves !== null && capHalves - spent.halves < halvesPerQuestion;

/** In half credits; `null` if the price is not known. */
export function restHalves({ capHalves, spent }: Credits, left: LeftToAsk | null): number | null {
  if (left === null || capHalves === null) return left?.halves ?? null;
  return Math.min(left.halves, Math.max(0, capHalves - spent.halves + spent.heldHalves));
}

/** Returns `null` if the number of questions that are left is not known. */
export function paidOf(left: number | null, { capHalves, spent, halvesPerQuestion }: Credits): number | null {
  if (left === null || capHalves === null) return left;
  const halves = Math.max(0, capHalves - spent.halves + spent.heldHalves);
  return Math.min(left, Math.floor(halves / halvesPerQuestion));
}

/** " · 12 credits at most"; empty if that is not known, or the limit allows nothing. */
export function restPriceText(credits: Credits, left: LeftToAsk | null): string {
  const halves = restHalves(credits, left);
  if (halves === null || (halves === 0 && left?.halves !== 0)) return "";
  return ` · ${halves === 0 ? "free" : `${many(halves / 2, "credit")} at most`}`;
}

export const capText = ({ capHalves }: Credits): string => (capHalves === null ? "" : write(capHalves / 2));

/** Returns `""` if the job can be resumed with the typed limit. */
export function allowanceProblem(typed: string, credits: Credits, left: LeftToAsk | null): string {
  const { spent, halvesPerQuestion } = credits;
  const least = (spent.halves + halvesPerQuestion) / 2;
  const capHalves = readCap(typed);
  if (capHalves === null) return typed.trim() === "" ? "" : `${wholeOrHalf(2 * least)}, or leave it empty.`;
  if (!isSpent({ ...credits, capHalves })) return "";
  const all = left ? (settledOf(spent) + left.halves) / 2 : 0;
  const are = `${spent.isExact ? "" : "at most "}${write(spent.halves / 2)} ${spent.halves === 2 ? "is" : "are"}`;
  const needed = `give at least ${write(least)}${all > least ? `; ${write(all)} is enough for all` : ""}.`;
  return capitalise(`${are} spent, and one more call can cost ${write(halvesPerQuestion / 2)}: ${needed}`);
}
