import { clearTimeout, setTimeout } from "node:timers";
import type { Clock } from "../clock/clock";
import { isVirtualClock, type VirtualClock } from "../clock/virtual-clock";

/** What the host asks of time, real or virtual. */
export type HostClock = Omit<VirtualClock, "idle">;

/** A virtual clock as it is; a real one with the same verbs, of which holding means nothing. */
export function hostClock(clock: Clock): HostClock {
  if (isVirtualClock(clock)) return clock;
  return {
    now: () => clock.now(),
    sleep: (ms) => clock.sleep(ms),
    at(atMs, action) {
      const timer = setTimeout(action, Math.max(0, atMs - clock.now()));
      return () => clearTimeout(timer);
    },
    hold: () => () => {},
    task: (work) => work(),
    park: (start) => new Promise(start),
  };
}
