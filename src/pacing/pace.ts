/** How fast calls of one operation start in one document. */
export interface Pace {
  callsPerMinute: number;
  /** At most so many calls start within `BURST_WINDOW_MS`. */
  burstCalls: number;
  /** Calls sent together: larger batches risk 429s, smaller ones waste turns. */
  batchCalls: number;
}

/**
 * The service counts calls per second; the rest is room for calls that arrive late or early (design 5). Less than the
 * 1377 ms between two batches of 9: 1400 would hold back every one of them, and cost 1.6 % of the speed.
 */
export const BURST_WINDOW_MS = 1370;

/** fetchAll loses all answers when one fails (facts 2.2): more is never sent together. */
const MAX_BATCH_CALLS = 10;

/** Room for clocks and networks: calls do not arrive when they start. */
const UNUSED_SHARE = 0.015;

/**
 * The pace that keeps to limits. Simulated for those of specification 8.2 (design 5): 392 a minute in batches of 9 for
 * 400 and 10, 985 in batches of 10 for 1000 and 50.
 */
export function paceFor(limits: { callsPerMinute: number; callsPerSecond: number }): Pace {
  const { callsPerMinute, callsPerSecond } = limits;
  const batchCalls = Math.max(1, Math.min(MAX_BATCH_CALLS, callsPerSecond - 1));
  // A minute may catch one batch more than its share.
  const unused = Math.ceil(Math.max(batchCalls - 1, callsPerMinute * UNUSED_SHARE));
  return { callsPerMinute: Math.max(1, callsPerMinute - unused), burstCalls: callsPerSecond, batchCalls };
}
