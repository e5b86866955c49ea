import type { Answer, AskReport } from "../jobs/views";
import type { Refusal } from "../result";
import { failedInARow, isRefusal } from "../service/errors";
import { COMPANY_REFUSALS } from "../service/limits";

/** This many questions that fail alike may fail for the service, not for themselves: one is asked again, alone. */
const EQUAL_FAILURES = 5;

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

export type LostCalls = ReturnType<typeof createLostCalls>;
export type ServiceFailures = ReturnType<typeof createServiceFailures>;

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
  // One question that fails again and again tells nothing of others: each counts once.
  let row = { code: "", count: 0, keys: new Set<string>(), sinceMs: 0 };
  let answers = 0;
  let silentSinceMs: number | null = null;

  function noteSilence(answers: Answer[]): void {
    const asked = answers.filter(({ state }) => state !== "unasked");
    if (asked.length === 0) return;
    const isSilent = asked.every((answer) => answer.state === "failed" && answer.code === "NO_ANSWER");
    silentSinceMs = isSilent ? (silentSinceMs ?? nowMs()) : null;
  }

  const isDown = (): boolean => row.keys.size >= EQUAL_FAILURES;

  return {
    /** True if what fails now is refused, by a service that has answered other questions. */
    isOfQuestions: (): boolean => answers > 0 && isRefusal(row.code),
    /** True while everything fails alike: one question at a time is asked, to see if it is over. */
    isDown,
    /** Counts the answers that have come. */
    answers: () => answers,
    /**
     * True for a failure that may be over in a moment: its question has not failed for good.
     * @param seenAnswers the number of answers when the question was passed over before; `null` if it never was
     */
    isPassing(code: string, seenAnswers: number | null): boolean {
      if (code === "NO_ANSWER") return silentSinceMs !== null;
      // The service has answered others since: the failure is this question's.
      return code === row.code && isDown() && (seenAnswers === null || seenAnswers === answers);
    },
    /** @returns why the job pauses, after 30 s of silence or of equal failures */
    note({ answers: told, words }: Pick<AskReport, "answers" | "words">): Refusal | null {
      noteSilence(told);
      if (silentSinceMs !== null && nowMs() - silentSinceMs >= OUTAGE_MS) {
        return {
          ok: false,
          code: "NO_ANSWER",
          message: `No answer has come from the service for 30 s${words ? ` (${words.replace(/\.$/, "")})` : ""}.`,
          remedy: "What is done is kept. Resume in a minute; if Google says that a day's calls are used up, tomorrow.",
        };
      }
      for (const answer of told) {
        if (answer.state === "answered") {
          row.count = 0;
          row.keys.clear();
          answers++;
        }
        if (answer.state !== "failed" || OF_THE_QUESTION.includes(answer.code)) continue;
        if (row.count === 0 || answer.code !== row.code)
          row = { code: answer.code, count: 0, keys: new Set(), sinceMs: nowMs() };
        row.count++;
        row.keys.add(answer.key);
      }
      const { code, count, sinceMs } = row;
      if (!isDown() || nowMs() - sinceMs < OUTAGE_MS) return null;
      return { ok: false, code, ...failedInARow(code, count) };
    },
  };
}
