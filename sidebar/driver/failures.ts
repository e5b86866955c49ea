import type { Answer, AskReport } from "../../src/jobs/views";
import type { Refusal } from "../../src/result";
import { COMPANY_REFUSALS } from "../../src/service/limits";

/** This many equal failures in a row are the service's, not their questions'. */
const EQUAL_FAILURES = 20;

/** Such failures, or silence, pause a job when they last this long: one lost batch does not. */
const OUTAGE_MS = 30_000;

/**
 * For minutes formulas may take all of a user's 30 executions. These are the waits before calls go on; after the last
 * one nothing has come through for too long.
 */
const WAITS_MS = [2_000, 4_000, 8_000, ...new Array<number>(9).fill(15_000)];

/** Failures on the way to the server, which a repetition may cure. */
const ON_THE_WAY = ["GOOGLE_FAILED", "NO_GOOGLE_ANSWER", "UNREADABLE_RESULT", "UNEXPECTED", "BUSY"];

/** Failures that tell of the question and not of the service: in any list many may follow each other. */
const OF_THE_QUESTION = ["OTHER_EMAIL", "NO_ANSWER", ...COMPANY_REFUSALS];

/** Tells calls of one sort that fail now and then from those that will not come through. */
export function createLostCalls(nowMs: () => number) {
  let lost = 0;
  let untilMs = Number.NEGATIVE_INFINITY;
  return {
    arrived(): void {
      lost = 0;
    },
    /** The time to wait after a lost call; `null` when it is no use going on. */
    waitMs({ code }: Refusal): number | null {
      if (!ON_THE_WAY.includes(code)) return null;
      // Losses of other lanes during the wait are part of the same failure.
      if (nowMs() < untilMs) return untilMs - nowMs();
      const waitMs = WAITS_MS[lost++] ?? null;
      untilMs = nowMs() + (waitMs ?? 0);
      return waitMs;
    },
  };
}

/** Tells single failures of the service from those that will not end. */
export function createServiceFailures(nowMs: () => number) {
  let row = { code: "", count: 0, sinceMs: 0 };
  let silentSinceMs: number | null = null;

  function noteSilence(answers: Answer[]): void {
    const asked = answers.filter(({ state }) => state !== "unasked");
    if (asked.length === 0) return;
    const isSilent = asked.every((answer) => answer.state === "failed" && answer.code === "NO_ANSWER");
    silentSinceMs = isSilent ? (silentSinceMs ?? nowMs()) : null;
  }

  return {
    /** True for a failure that may be over in a moment: its question has not failed for good. */
    isPassing: (code: string): boolean =>
      code === "NO_ANSWER" ? silentSinceMs !== null : code === row.code && row.count >= EQUAL_FAILURES,
    /** @returns why the job pauses, after 30 s of silence or of equal failures */
    note({ answers, words }: Pick<AskReport, "answers" | "words">): Refusal | null {
      noteSilence(answers);
      if (silentSinceMs !== null && nowMs() - silentSinceMs >= OUTAGE_MS) {
        return {
          ok: false,
          code: "NO_ANSWER",
          message: `No answer has come from the service for 30 s${words ? ` (${words.replace(/\.$/, "")})` : ""}.`,
          remedy: "What is done is kept. Resume in a minute; if Google says that a day's calls are used up, tomorrow.",
        };
      }
      for (const answer of answers) {
        if (answer.state === "answered") row.count = 0;
        if (answer.state !== "failed" || OF_THE_QUESTION.includes(answer.code)) continue;
        if (row.count === 0 || answer.code !== row.code) row = { code: answer.code, count: 0, sinceMs: nowMs() };
        row.count++;
      }
      const { code, count, sinceMs } = row;
      if (count < EQUAL_FAILURES || nowMs() - sinceMs < OUTAGE_MS) return null;
      const message = `The service has failed ${count} times in a row (${code}).`;
      return { ok: false, code, message, remedy: "What is done is kept. Resume the job later." };
    },
  };
}
