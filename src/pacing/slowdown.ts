import type { Pace } from "./pace";

/** What is remembered of 429s, so that everybody in the document slows down together. */
export interface Slowdown {
  /** When calls were refused lately. */
  refusedMs: number[];
  /** The last reduction of the pace. */
  cut: { callsPerMinute: number; atMs: number } | null;
}

// Design 5: cutting at every single 429 would cost a lone document a third of its speed.
const REFUSALS_FOR_A_CUT = 5;
const REFUSALS_WITHIN_MS = 10_000;
const CUT_PAUSE_MS = 15_000;
const CUT_TO = 0.7;
const RECOVERY_PER_MINUTE = 20;
const MIN_CALLS_PER_MINUTE = 20;

/** While the pace is below this, batches are small. */
const SMALL_BATCH_BELOW_PER_MINUTE = 300;
const SMALL_BATCH_CALLS = 5;

/** The pace in force: after a cut it comes back step by step. */
export function paceAt({ cut }: Slowdown, { callsPerMinute }: Pace, nowMs: number): number {
  if (!cut) return callsPerMinute;
  const recovered = cut.callsPerMinute + (RECOVERY_PER_MINUTE * Math.max(0, nowMs - cut.atMs)) / 60_000;
  return Math.min(callsPerMinute, recovered);
}

/** How many calls may be sent together. */
export function batchAt(slowdown: Slowdown, pace: Pace, nowMs: number): number {
  const isSlow = paceAt(slowdown, pace, nowMs) < SMALL_BATCH_BELOW_PER_MINUTE;
  return isSlow ? Math.min(SMALL_BATCH_CALLS, pace.batchCalls) : pace.batchCalls;
}

/** Takes note of calls that the service refused as too fast. */
export function noteRefusals<State extends Slowdown>(state: State, pace: Pace, calls: number, nowMs: number): State {
  const recent = state.refusedMs.filter((atMs) => atMs > nowMs - REFUSALS_WITHIN_MS);
  const refusedMs = [...recent, ...new Array<number>(calls).fill(nowMs)].slice(-REFUSALS_FOR_A_CUT);
  const mayCut = !state.cut || nowMs - state.cut.atMs > CUT_PAUSE_MS;
  if (refusedMs.length < REFUSALS_FOR_A_CUT || !mayCut) return { ...state, refusedMs };
  const callsPerMinute = Math.max(MIN_CALLS_PER_MINUTE, Math.round(paceAt(state, pace, nowMs) * CUT_TO));
  return { ...state, refusedMs: [], cut: { callsPerMinute, atMs: nowMs } };
}
