import { clearTimeout, setTimeout } from "node:timers";
import { type Clock, isShiftable } from "../clock/clock";
import { isVirtualClock, type VirtualClock } from "../clock/virtual-clock";

/** The host asks this of time, real or virtual. */
export interface HostClock extends Omit<VirtualClock, "alarm" | "idle"> {
  /** How far a real clock has been set forward. */
  aheadMs?(): number;
}

/**
 * A virtual clock as it is; a real one with the same verbs, of which holding means nothing. Its timers keep no process
 * alive: an abandoned sleep must not outlive its host.
 */
export function hostClock(clock: Clock): HostClock {
  if (isVirtualClock(clock)) return clock;
  const at = (atMs: number, action: () => void) => {
    const timer = setTimeout(action, Math.max(0, atMs - clock.now())).unref();
    return () => clearTimeout(timer);
  };
  return {
    now: () => clock.now(),
    at,
    background: at,
    sleep: (ms) => new Promise((resolve) => at(clock.now() + ms, resolve)),
    hold: () => () => {},
    task: (work) => work(),
    park: (start) => new Promise(start),
    aheadMs: () => (isShiftable(clock) ? clock.aheadMs() : 0),
  };
}
