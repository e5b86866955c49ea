export interface Pace {
  callsPerMinute: number;
  /** The most calls that start within `BURST_WINDOW_MS`. */
  burstCalls: number;
  /** The most calls that start within `MINUTE_WINDOW_MS`. */
  minuteCalls: number;
  batchCalls: number;
  /** True if nobody has told the limit. The search for it begins with this pace. */
  isGuess: boolean;
}

interface ToldLimit {
  callsPerMinute: number;
  callsPerSecond: number;
  isGuess?: boolean;
}

export interface Slowdown {
  refusedMs: number[];
  cut: { callsPerMinute: number; atMs: number } | null;
  guess: Guess | null;
}

interface Guess {
  callsPerMinute: number;
  sinceMs: number;
  /** The fastest pace that has passed a minute without a refusal. */
  cleanCalls: number;
  /** The slowest pace that was refused, and when; `null` before the first refusal. */
  ceiling: { callsPerMinute: number; atMs: number } | null;
}

/** Calls do not arrive in the order in which they start: one may overtake another by this much (simulated). */
export const ARRIVAL_SPREAD_MS = 400;

const MINUTE_MS = 60_000;

export const BURST_WINDOW_MS = 1_000 + ARRIVAL_SPREAD_MS;

export const MINUTE_WINDOW_MS = MINUTE_MS + ARRIVAL_SPREAD_MS;

/**
 * A batch is small because `fetchAll` loses all answers when one call fails. A fast pace has larger batches, because
 * each costs a hold of the document's lock. Developers have seen 10 to 20 calls of a `fetchAll` run at the same time.
 */
const USUAL_BATCH_CALLS = 10;
export const MAX_BATCH_CALLS = 20;

/** A large batch holds the calls of this much time. */
const BATCH_MS = 1_200;

// A cut at every single 429 would cost a document that asks alone a third of its speed (simulated).
const REFUSALS_FOR_A_CUT = 5;
const REFUSALS_WITHIN_MS = 10_000;
const CUT_PAUSE_MS = 15_000;
const CUT_TO = 0.7;
const RECOVERY_PER_MINUTE = 20;
const MIN_CALLS_PER_MINUTE = 20;

// The search for a limit doubles the pace once, then raises it by a quarter until the first refusal, then by small
// steps, like slow start in TCP. Each refusal costs some ten seconds; steps of a half would cost twice that.
const FIRST_GUESS_FACTOR = 2;
const GUESS_FACTOR = 1.25;
const GUESS_STEP_PER_MINUTE = 10;
const CEILING_HOLDS_MS = 24 * 60 * MINUTE_MS;
/** The first pace is low, so a few seconds without a refusal are enough to leave it. */
const FIRST_RAISE_MS = 5_000;
/** A time with far fewer calls than this share of the pace tells nothing about the pace. */
const BUSY_SHARE = 0.8;

/** Spaces whole batches evenly: 397 a minute in tens for 400 and 10 a second, 993 in twenties for 1000 and 50. */
export function paceFor({ callsPerMinute, callsPerSecond, isGuess = false }: ToldLimit): Pace {
  const wanted = Math.max(USUAL_BATCH_CALLS, Math.floor((callsPerMinute * BATCH_MS) / MINUTE_MS));
  const batchCalls = Math.max(1, Math.min(wanted, MAX_BATCH_CALLS, callsPerSecond, callsPerMinute));
  const wholeBatches = Math.floor(callsPerMinute / batchCalls) * batchCalls;
  return {
    callsPerMinute: Math.max(1, Math.floor((wholeBatches * MINUTE_MS) / MINUTE_WINDOW_MS)),
    burstCalls: callsPerSecond,
    minuteCalls: callsPerMinute,
    batchCalls,
    isGuess,
  };
}

/** After 429s a told pace comes back step by step; a guessed one is the best found so far. */
export function paceAt({ cut, guess }: Slowdown, pace: Pace, nowMs: number): Pace {
  if (pace.isGuess) {
    if (!guess) return pace;
    const { callsPerMinute } = guess;
    // The spacing keeps to the pace. With no room for the last batch, a minute would lose the whole batch.
    const minuteCalls = Math.ceil(callsPerMinute / pace.batchCalls) * pace.batchCalls;
    return { ...pace, callsPerMinute, minuteCalls };
  }
  if (!cut) return pace;
  const recovered = cut.callsPerMinute + (RECOVERY_PER_MINUTE * Math.max(0, nowMs - cut.atMs)) / MINUTE_MS;
  return { ...pace, callsPerMinute: Math.min(pace.callsPerMinute, recovered) };
}

/** Raises a guessed pace after a time in which it was used and nothing was refused. */
export function raiseGuess<State extends Slowdown>(
  state: State,
  pace: Pace,
  lastMinuteCalls: number,
  nowMs: number,
): State {
  if (!pace.isGuess) return state;
  const guess = state.guess ?? { callsPerMinute: pace.callsPerMinute, sinceMs: nowMs, cleanCalls: 0, ceiling: null };
  const isFirst = guess.cleanCalls === 0 && guess.ceiling === null;
  const lookedAtMs = isFirst ? FIRST_RAISE_MS : MINUTE_WINDOW_MS;
  if (nowMs - guess.sinceMs < lookedAtMs) return { ...state, guess };
  const { callsPerMinute } = guess;
  const busyCalls = callsPerMinute * BUSY_SHARE * Math.min(1, lookedAtMs / MINUTE_MS);
  if (lastMinuteCalls < busyCalls) return { ...state, guess: { ...guess, sinceMs: nowMs } };
  const ceiling = guess.ceiling && guess.ceiling.atMs > nowMs - CEILING_HOLDS_MS ? guess.ceiling : null;
  const factor = isFirst ? FIRST_GUESS_FACTOR : GUESS_FACTOR;
  const raised = ceiling ? callsPerMinute + GUESS_STEP_PER_MINUTE : Math.round(callsPerMinute * factor);
  return {
    ...state,
    guess: {
      callsPerMinute: ceiling && raised >= ceiling.callsPerMinute ? callsPerMinute : raised,
      sinceMs: nowMs,
      cleanCalls: callsPerMinute,
      ceiling,
    },
  };
}

export function slowDown<State extends Slowdown>(state: State, pace: Pace, calls: number, nowMs: number): State {
  return pace.isGuess ? lowerGuess(state, pace, nowMs) : cutPace(state, pace, calls, nowMs);
}

function lowerGuess<State extends Slowdown>(state: State, pace: Pace, nowMs: number): State {
  const { guess } = state;
  // Calls that were sent before the last change say nothing about the pace since.
  if (guess?.ceiling && nowMs - guess.ceiling.atMs < CUT_PAUSE_MS) return state;
  const { callsPerMinute } = guess ?? pace;
  const cleanCalls = guess && guess.cleanCalls < callsPerMinute ? guess.cleanCalls : 0;
  const lowered = cleanCalls > 0 ? cleanCalls : Math.max(MIN_CALLS_PER_MINUTE, Math.round(callsPerMinute * CUT_TO));
  return {
    ...state,
    guess: { callsPerMinute: lowered, sinceMs: nowMs, cleanCalls: 0, ceiling: { callsPerMinute, atMs: nowMs } },
  };
}

function cutPace<State extends Slowdown>(state: State, pace: Pace, calls: number, nowMs: number): State {
  const recent = state.refusedMs.filter((atMs) => atMs > nowMs - REFUSALS_WITHIN_MS);
  const refusedMs = [...recent, ...new Array<number>(calls).fill(nowMs)].slice(-REFUSALS_FOR_A_CUT);
  const mayCut = !state.cut || nowMs - state.cut.atMs > CUT_PAUSE_MS;
  if (refusedMs.length < REFUSALS_FOR_A_CUT || !mayCut) return { ...state, refusedMs };
  const { callsPerMinute } = paceAt(state, pace, nowMs);
  const cut = { callsPerMinute: Math.max(MIN_CALLS_PER_MINUTE, Math.round(callsPerMinute * CUT_TO)), atMs: nowMs };
  return { ...state, refusedMs: [], cut };
}

/** The waits before the second, third … attempt, by the reason of the failure. */
const WAITS_MS: Record<string, number[]> = {
  // Calls were too fast in spite of the pace: another document or a colleague uses the same key.
  rate: [2_000, 4_000, 8_000],
  unavailable: [1_000, 3_000, 6_000],
  server: [1_000, 3_000, 6_000],
  silence: [500, 2_000, 5_000],
};

/** Returns the wait after this many failed attempts; `null` when another one is no use. */
export function nextWaitMs(reason: string | null, attempts: number): number | null {
  return (reason === null ? null : WAITS_MS[reason]?.[attempts - 1]) ?? null;
}
