import type { Clock } from "../../clock/clock";

/** A hundred years: dates stay within four digits, whatever else is added to them. */
const LARGEST_SHIFT_MS = 100 * 365 * 24 * 60 * 60 * 1000;

/** A clock that can be set forward while its time goes on as before. */
export interface ShiftableClock extends Clock {
  /** @throws RangeError when the clock would be more than a hundred years from the real time */
  moveBy(ms: number): void;
}

export function makeShiftable(clock: Clock): ShiftableClock {
  let offsetMs = 0;
  return {
    now: () => clock.now() + offsetMs,
    sleep: (ms) => clock.sleep(ms),
    moveBy: (ms) => {
      if (!(Math.abs(offsetMs + ms) <= LARGEST_SHIFT_MS)) {
        throw new RangeError("The clock can be set forward by a hundred years in all.");
      }
      offsetMs += ms;
    },
  };
}
