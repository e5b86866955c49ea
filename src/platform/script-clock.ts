import type { Clock } from "../pacing/limiter";

/** `Utilities.sleep` takes no more at once (facts 2.7). */
const MAX_SLEEP_MS = 300_000;

/** The time of the execution. */
export const scriptClock: Clock = {
  nowMs: () => Date.now(),
  sleep: (ms) => Utilities.sleep(Math.min(MAX_SLEEP_MS, Math.ceil(ms))),
};
