import type { Clock } from "../../../local/clock/clock";

/** The beginning of the tests' time. */
const START = Date.UTC(2030, 2, 1, 12);

/** A clock that stands still; whoever sleeps on it moves it. */
export interface ManualClock extends Clock {
  advance(ms: number): void;
}

export function createManualClock(startMs = START): ManualClock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    sleep: async (ms) => {
      nowMs += ms;
    },
    advance: (ms) => {
      nowMs += ms;
    },
  };
}
