import type { Answer, AskReport } from "../jobs/views";
import { LATER, type Refusal, refuse } from "../result";
import { failedInARow, isRequestFault } from "../service/errors";
import { COMPANY_REFUSALS } from "../service/limits";

/** When so many questions fail and none is answered between, the service may be the reason. One is then asked again alone. */
const FAILURES_IN_A_ROW = 5;

/** A job pauses when such failures, or silence, last this long. One lost batch does not pause it. */
const OUTAGE_MS = 30_000;

/** After so long without an answer, whoever watches is told. */
export const FAILING_MS = 5_000;

/** Formulas may take all of a user's 30 executions for minutes. The driver gives up after the last wait. */
const WAITS_MS = [2_000, 4_000, 8_000, ...new Array<number>(9).fill(15_000)];

/** Failures on the way to the server; another try may succeed. */
export const ON_THE_WAY = ["GOOGLE_FAILED", "NO_GOOGLE_ANSWER", "UNREADABLE_RESULT", "UNEXPECTED", "BUSY"];

/** True for a failure of Google's, or of the permissions that it knows of, both of which may pass. */
export const isOfGoogle = ({ code }: Refusal): boolean => ON_THE_WAY.includes(code) || code === "NO_CONSENT";

/** Failures that are about the question and not the service. In any list many of them may follow each other. */
const OF_THE_QUESTION = ["OTHER_EMAIL", "NO_ANSWER", ...COMPANY_REFUSALS];

/** True also for a company that the service refuses. */
const showsThatItWorks = (answer: Answer): boolean =>
  answer.state === "answered" || (answer.state === "failed" && COMPANY_REFUSALS.includes(answer.code));

const isServiceFault = (code: string): boolean =>
  code === "NO_ANSWER" || !(OF_THE_QUESTION.includes(code) || isRequestFault(code));

export type LostCalls = ReturnType<typeof createLostCalls>;
export type ServiceFailures = ReturnType<typeof createServiceFailures>;

export function createLostCalls(nowMs: () => number) {
  let lost = 0;
  let untilMs = -Infinity;
  return {
    arrived(): void {
      lost = 0;
    },
    /** `null` if going on is no use. */
    waitMs({ code }: Refusal): number | null {
      if (!ON_THE_WAY.includes(code)) return null;
      // Other lanes that lose calls during the wait suffer from the same failure.
      if (nowMs() < untilMs) return untilMs - nowMs();
      const waitMs = WAITS_MS[lost++] ?? null;
      untilMs = nowMs() + (waitMs ?? 0);
      return waitMs;
    },
  };
}

export function createServiceFailures(nowMs: () => number) {
  // Each question counts once: one that fails again and again tells nothing about others.
  const row = { code: "", count: 0, keys: new Set<string>(), sinceMs: 0 };
  let answers = 0;
  let silentSinceMs: number | null = null;
  let failing: { code: string; sinceMs: number } | null = null;

  function noteFailing(answers: Answer[]): void {
    if (answers.some(({ state }) => state === "answered")) failing = null;
    else
      for (const answer of answers)
        if (answer.state === "failed" && isServiceFault(answer.code))
          failing = { code: answer.code, sinceMs: failing?.sinceMs ?? nowMs() };
  }

  function noteSilence(answers: Answer[]): void {
    const asked = answers.filter(({ state }) => state !== "unasked");
    if (asked.length === 0) return;
    const isSilent = asked.every((answer) => answer.state === "failed" && answer.code === "NO_ANSWER");
    silentSinceMs = isSilent ? (silentSinceMs ?? nowMs()) : null;
  }

  const isDown = (): boolean => row.keys.size >= FAILURES_IN_A_ROW;

  return {
    /** True if the current failure is a refusal, and the service has answered other questions. */
    isOfQuestions: (): boolean => answers > 0 && isRequestFault(row.code),
    /** One question at a time is then asked, to see whether the outage is over. */
    isDown,
    answers: () => answers,
    /** The last failure, if the service has failed for some seconds and has answered nothing meanwhile. */
    failing: (): string | null => (failing && nowMs() - failing.sinceMs >= FAILING_MS ? failing.code : null),
    /**
     * True for a failure that may soon be over, so that its question has not failed for good.
     * @param seenAnswers the number of answers when the question was last passed over; `null` if it never was
     */
    isPassing(code: string, seenAnswers: number | null): boolean {
      if (code === "NO_ANSWER") return silentSinceMs !== null;
      // If the service has answered others since, the failure is this question's own.
      return !OF_THE_QUESTION.includes(code) && isDown() && (seenAnswers === null || seenAnswers === answers);
    },
    /** @returns why the job pauses, after 30 s of silence or of nothing but failures; `null` if it goes on */
    note({ answers: told, words }: Pick<AskReport, "answers" | "words">): Refusal | null {
      noteFailing(told);
      noteSilence(told);
      if (silentSinceMs !== null && nowMs() - silentSinceMs >= OUTAGE_MS) {
        return refuse(
          "NO_ANSWER",
          `No answer has come from the service for 30 s${words ? ` (${words.replace(/\.$/, "")})` : ""}.`,
          `What is done is kept. Resume ${LATER}`,
        );
      }
      for (const answer of told) {
        if (answer.state === "answered") answers++;
        if (showsThatItWorks(answer)) {
          row.count = 0;
          row.keys.clear();
        }
        if (answer.state !== "failed" || OF_THE_QUESTION.includes(answer.code)) continue;
        if (row.count++ === 0) Object.assign(row, { code: "", sinceMs: nowMs() });
        // One fault of the service is enough to wait for its end.
        if (row.code === "" || isRequestFault(row.code)) row.code = answer.code;
        row.keys.add(answer.key);
      }
      const { code, count, sinceMs } = row;
      if (!isDown() || nowMs() - sinceMs < OUTAGE_MS) return null;
      return failedInARow(code, count);
    },
  };
}
