import process from "node:process";

/** Time as everything under `local/` sees it: real for people, virtual for tests. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after `ms` milliseconds of this clock's time. */
  sleep(ms: number): Promise<void>;
}

/** A clock that can be set forward while its time goes on as before. */
export interface ShiftableClock extends Clock {
  /** @throws RangeError when the clock would be more than a hundred years from the real time */
  moveBy(ms: number): void;
  /** How far it has been set forward. */
  aheadMs(): number;
}

/** The wall clock. */
export const realClock: Clock = {
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** A hundred years: dates stay within four digits, whatever else is added to them. */
const LARGEST_SHIFT_MS = 100 * 365 * 24 * 60 * 60 * 1000;

/** Sleeps that are under way end when they would have ended. */
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
    aheadMs: () => offsetMs,
  };
}

/** Tells a clock that can be set forward from others. */
export const isShiftable = (clock: Clock): clock is ShiftableClock => "moveBy" in clock;

/** Milliseconds that all threads of this process have computed. Unlike time, other programs do not add to them. */
export function cpuTimeMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
