import type { Clock } from "../../clock/clock";

/** A clock that can be set forward while its time goes on as before. */
export interface ShiftableClock extends Clock {
  moveBy(ms: number): void;
}

export function makeShiftable(clock: Clock): ShiftableClock {
  let offsetMs = 0;
  return {
    now: () => clock.now() + offsetMs,
    sleep: (ms) => clock.sleep(ms),
    moveBy: (ms) => {
      offsetMs += ms;
    },
  };
}
