import { type Refusal, refusal } from "../result";
import type { OpenSpreadsheet } from "../sheet/table";

/** Attempts that people may disturb by moving columns or rows at that very moment. */
const MAX_ATTEMPTS = 4;

/** Google gets this long to recover when it fails. */
export const PAUSE_MS = 2_000;

/** Repeats `attempt` while it gives `null`, because somebody moves columns or rows. @returns a refusal if that never ends */
export function untilSteady<Done>(attempt: () => Done | null): Done | Refusal {
  for (let left = MAX_ATTEMPTS; left > 0; left--) {
    try {
      const done = attempt();
      if (done !== null) return done;
    } catch (thrown) {
      // Reading goes beyond the sheet and throws if somebody deletes rows or columns after they were counted.
      if (left === 1) throw thrown;
    }
  }
  return refusal("COLUMNS_MOVING");
}

/** A failure that repeats after a pause is not one of Google's passing ones. */
const MAX_GOOGLE_FAILURES = 2;

/** @param end gives the outcome when Google has failed too often */
export function patiently<Done>({ clock }: Pick<OpenSpreadsheet, "clock">, end: (words: string) => Done) {
  let failures = 0;
  return (words: string): Done | null => {
    if (++failures >= MAX_GOOGLE_FAILURES) return end(words);
    clock.sleep(PAUSE_MS);
    return null;
  };
}

/** How often Google is asked to show what was done, which takes half a minute. */
const MAX_LOOKS = 15;

/** Reads until Google answers. @returns what was thrown last, if Google has not answered for too long */
export function insistently<Found>(
  clock: OpenSpreadsheet["clock"],
  read: () => Found,
): { found: Found } | { thrown: unknown } {
  for (let left = MAX_LOOKS; ; left--) {
    try {
      return { found: read() };
    } catch (thrown) {
      if (left === 1) return { thrown };
      clock.sleep(PAUSE_MS);
    }
  }
}
