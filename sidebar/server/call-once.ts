import type { Refusal, Result } from "../../src/result";
import type { GoogleRunner } from "./google";
import { readGoogleError, transportFailure } from "./transport-failure";

/** Google ends every execution after 6 minutes (facts 2.1); half a minute more, and the answer is lost. */
const ANSWER_LIMIT_MS = 390_000;

/** What one call led to: an answer of the server, or a failure on the way that a repetition may cure. */
export type Attempt = { arrived: true; result: Result<unknown> } | { arrived: false; failure: Refusal };

const isResult = (answer: unknown): answer is Result<unknown> =>
  typeof answer === "object" && answer !== null && typeof (answer as { ok?: unknown }).ok === "boolean";

/** Calls the server once. Never rejects. */
export function callOnce(runner: GoogleRunner, name: string, args: readonly unknown[]): Promise<Attempt> {
  return new Promise((resolve) => {
    const fail = (failure: Refusal): void => {
      clearTimeout(timer);
      resolve({ arrived: false, failure });
    };
    const timer = setTimeout(() => fail(transportFailure("NO_GOOGLE_ANSWER")), ANSWER_LIMIT_MS);
    const prepared = runner
      .withSuccessHandler((answer) => {
        clearTimeout(timer);
        // Google delivers null where the server gave something that cannot cross (facts 3.4).
        resolve({ arrived: true, result: isResult(answer) ? answer : transportFailure("UNREADABLE_RESULT") });
      })
      .withFailureHandler((error) => fail(readGoogleError(error)));
    try {
      const send = (prepared as unknown as Record<string, (...args: readonly unknown[]) => void>)[name];
      // A page can outlive the version of the add-on that it belongs to.
      if (!send) throw new Error(`${name}?`);
      send.apply(prepared, [...args]);
    } catch (error) {
      fail(readGoogleError(error));
    }
  });
}
