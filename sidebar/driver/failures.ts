import type { Refusal } from "../../src/result";
import type { SliceAnswer } from "../../src/runs/slices";

/** After so many equal failures in a row a run pauses (design 3.12). */
const EQUAL_FAILURES = 20;

/** Google fails now and then (facts 3.4); so often in a row is not now and then. */
const LOST_CALLS = 4;

/** Failures on the way to the server, which a repetition may cure. */
const ON_THE_WAY = ["GOOGLE_FAILED", "NO_GOOGLE_ANSWER", "UNREADABLE_RESULT", "UNEXPECTED"];

/** Tells single failures from those that will not end. */
export function createFailures() {
  let lost = 0;
  let code = "";
  let equal = 0;
  return {
    arrived(): void {
      lost = 0;
    },
    isHopeless(refusal: Refusal): boolean {
      lost++;
      return !ON_THE_WAY.includes(refusal.code) || lost >= LOST_CALLS;
    },
    /** @returns why the run pauses, after too many equal failures */
    note(answers: SliceAnswer[]): Refusal | null {
      for (const answer of answers) {
        if (answer.state === "answered") equal = 0;
        if (answer.state !== "failed" || answer.code === "OTHER_EMAIL") continue;
        equal = answer.code === code ? equal + 1 : 1;
        code = answer.code;
      }
      if (equal < EQUAL_FAILURES) return null;
      const message = `The service has failed ${equal} times in a row (${code}).`;
      return { ok: false, code, message, remedy: "What is done is kept. Resume the run later." };
    },
  };
}
