/** The number of attempts; at the very moment of each somebody may move columns or rows. */
export const MAX_ATTEMPTS = 4;

/** Google is given a moment when it fails. */
export const PAUSE_MS = 2_000;

/**
 * Does something again as long as somebody moves columns or rows in the middle of it.
 * @param attempt gives `null` if somebody did
 * @returns `null` if somebody did each time
 */
export function untilSteady<Done>(attempt: () => Done | null): Done | null {
  for (let left = MAX_ATTEMPTS; left > 0; left--) {
    try {
      const done = attempt();
      if (done !== null) return done;
    } catch (thrown) {
      // Rows or columns that somebody deletes between counting and reading are outside of the sheet.
      if (left === 1) throw thrown;
    }
  }
  return null;
}
