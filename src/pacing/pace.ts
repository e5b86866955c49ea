/** How fast calls of one operation start in one document. */
export interface Pace {
  callsPerMinute: number;
  /** At most so many calls start within `BURST_WINDOW_MS`. */
  burstCalls: number;
  /** At most so many calls start within `MINUTE_WINDOW_MS`. */
  minuteCalls: number;
  /** Calls sent together. */
  batchCalls: number;
}

/** Calls do not arrive when they start: one may overtake another by so much (design 4). */
const ARRIVAL_SPREAD_MS = 400;

const MINUTE_MS = 60_000;

/** The service counts calls per second. */
export const BURST_WINDOW_MS = 1_000 + ARRIVAL_SPREAD_MS;

/** And per minute. */
export const MINUTE_WINDOW_MS = MINUTE_MS + ARRIVAL_SPREAD_MS;

/** fetchAll loses all answers when one fails (facts 2.2): more is never sent together. */
const MAX_BATCH_CALLS = 10;

/**
 * The pace that keeps to limits: as many whole batches as may start in a minute, evenly. 397 a minute for the 400 and
 * 10 of specification 8.2, 993 for 1000 and 50, both in batches of 10.
 */
export function paceFor(limits: { callsPerMinute: number; callsPerSecond: number }): Pace {
  const { callsPerMinute, callsPerSecond } = limits;
  const batchCalls = Math.max(1, Math.min(MAX_BATCH_CALLS, callsPerSecond, callsPerMinute));
  const wholeBatches = Math.floor(callsPerMinute / batchCalls) * batchCalls;
  return {
    callsPerMinute: Math.max(1, Math.floor((wholeBatches * MINUTE_MS) / MINUTE_WINDOW_MS)),
    burstCalls: callsPerSecond,
    minuteCalls: callsPerMinute,
    batchCalls,
  };
}
