import type { Clock } from "../../../src/google";

/** Time that passes only when somebody sleeps or moves it. */
export interface FakeClock extends Clock {
  pass(ms: number): void;
}

export function createFakeClock(startMs = 1_700_000_000_000): FakeClock {
  let now = startMs;
  const pass = (ms: number) => {
    now += ms;
  };
  return { nowMs: () => now, sleep: pass, pass };
}
