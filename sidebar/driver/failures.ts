import type { Refusal } from "../../src/result";
import type { SliceReport } from "../../src/runs/slices";
import { COMPANY_REFUSALS } from "../../src/service/domain-search";

/** Three seconds without network lose a batch in every lane, and the probe after it: only what lasts is a silence. */
const SILENCE_MS = 30_000;

/** After so many equal failures in a row a run pauses (design 3.12). */
const EQUAL_FAILURES = 20;

/** Google fails now and then (facts 3.4); so often in a row is not now and then. */
const LOST_CALLS = 4;

/**
 * For minutes formulas may take all of a user's 30 executions (facts 1.7). These are the waits before a lane goes on;
 * after the last one nothing has come through for too long.
 */
const WAITS_MS = [2_000, 4_000, 8_000, ...new Array<number>(9).fill(15_000)];

/** Failures on the way to the server, which a repetition may cure. */
const ON_THE_WAY = ["GOOGLE_FAILED", "NO_GOOGLE_ANSWER", "UNREADABLE_RESULT", "UNEXPECTED"];

/** What a failure says of the question and not of the service: of any list many may follow each other (specification 7.2). */
const OF_THE_QUESTION = ["OTHER_EMAIL", ...COMPANY_REFUSALS];

/** Tells a service that is silent for a moment from one that stays so. */
export function createSilence() {
  let sinceMs: number | null = null;
  return {
    /**
     * @param isReached an answer of any kind has come
     * @returns the silence, once it has lasted
     */
    note(silence: Refusal | null, isReached: boolean, nowMs: number): Refusal | null {
      if (silence) sinceMs ??= nowMs;
      else if (isReached) sinceMs = null;
      return silence && sinceMs !== null && nowMs - sinceMs >= SILENCE_MS ? silence : null;
    },
  };
}

/** Tells single failures from those that will not end. */
export function createFailures() {
  const silences = createSilence();
  let lost = 0;
  let untilMs = Number.NEGATIVE_INFINITY;
  let code = "";
  let equal = 0;
  let equalSinceMs = 0;
  return {
    arrived(): void {
      lost = 0;
    },
    /** For what goes on by itself: whether it is no use to call again. */
    isHopeless(refusal: Refusal): boolean {
      lost++;
      return !ON_THE_WAY.includes(refusal.code) || lost >= LOST_CALLS;
    },
    /** How long to wait after a lost call; `null` when it is no use to go on. */
    waitMs(refusal: Refusal, nowMs: number): number | null {
      if (!ON_THE_WAY.includes(refusal.code)) return null;
      // What other lanes lose during the wait is part of the same failure.
      if (nowMs < untilMs) return untilMs - nowMs;
      const waitMs = WAITS_MS[lost++] ?? null;
      untilMs = nowMs + (waitMs ?? 0);
      return waitMs;
    },
    /** @returns why the run pauses, after too many equal failures or a lasting silence */
    note({ answers, silence }: Pick<SliceReport, "answers" | "silence">, nowMs: number): Refusal | null {
      const isReached = answers.some(({ state }) => state === "answered" || state === "failed");
      if (silence) return silences.note(silence, false, nowMs);
      silences.note(null, isReached, nowMs);
      for (const answer of answers) {
        if (answer.state === "answered") equal = 0;
        if (answer.state !== "failed" || OF_THE_QUESTION.includes(answer.code)) continue;
        equal = answer.code === code ? equal + 1 : 1;
        if (equal === 1) equalSinceMs = nowMs;
        code = answer.code;
      }
      if (equal < EQUAL_FAILURES) return null;
      // What was lost at one moment is one failure, in however many questions.
      if (code === "NO_ANSWER" && nowMs - equalSinceMs < SILENCE_MS) return null;
      const message = `The service has failed ${equal} times in a row (${code}).`;
      return { ok: false, code, message, remedy: "What is done is kept. Resume the run later." };
    },
  };
}
