/** The number of attempts. Somebody may move columns or rows at the very moment of each. */
export const MAX_ATTEMPTS = 4;

/** The moment that Google is given when it fails. */
export const PAUSE_MS = 2_000;

/**
 * Repeats something as long as somebody moves columns or rows in the middle of it.
 * @param attempt gives `null` if somebody did
 * @returns `null` if somebody did each time
 */
export function untilSteady<Done>(attempt: () => Done | null): Done | null {
  for (let left = MAX_ATTEMPTS; left > 0; left--) {
    try {
      const done = attempt();
      if (done !== null) return done;
    } catch (thrown) {
      // If somebody deletes rows or columns between counting and reading, reading goes beyond the sheet and throws.
      if (left === 1) throw thrown;
    }
  }
  return null;
}
