import { orNull } from "../json";

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

/** `ids` is empty once nobody needs them. `by` is a job with its epoch; `""` for formulas and single calls. */
type Reservation = [startMs: number, calls: number, ids: string[], by: string];

/** The turns of one operation and one key, shared by the executions of a document. */
export interface TurnState extends Slowdown {
  /** The earliest next start. Rounding it would round up the spacing of single calls. */
  turnMs: number;
  log: Reservation[];
}

export interface Claim {
  id: string;
  startMs: number;
  by: string;
}

export interface TurnRequest {
  /** One id for each call. As many as possible are granted, from the first on. */
  ids: string[];
  latestStartMs: number;
  /** Calls that need not wait are sent within this time. They count as sent at its end. */
  sentWithinMs?: number;
  /** The starts of claims that do not count, because they are dead or the caller's own. */
  superseded?: Map<string, number>;
  by?: string;
}

/** The `claimed` ids are asked by others already. The caller has to keep `state`; `null` if nothing is granted. */
export interface Turn {
  /** The calls must not be sent before this. */
  fromMs: number;
  /** The calls count as sent at this time. */
  startMs: number;
  granted: string[];
  claimed: Claim[];
  isShared: boolean;
  state: TurnState | null;
}

/** Calls do not arrive in the order in which they start: one may overtake another by this much (simulated). */
const ARRIVAL_SPREAD_MS = 400;

const MINUTE_MS = 60_000;

const BURST_WINDOW_MS = 1_000 + ARRIVAL_SPREAD_MS;

const MINUTE_WINDOW_MS = MINUTE_MS + ARRIVAL_SPREAD_MS;

/**
 * A batch is small because `fetchAll` loses all answers when one call fails. A fast pace has larger batches, because
 * each costs a hold of the document's lock. Developers have seen 10 to 20 calls of a `fetchAll` run at the same time.
 */
const USUAL_BATCH_CALLS = 10;
export const MAX_BATCH_CALLS = 20;

/** A fast pace puts the calls of this time into one batch. */
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

/** Formulas that have taken no turn for this long are done for now. */
const SHARED_LATELY_MS = 10_000;

/** By then the answer is in the cache or lost, and nobody who looked there before is still waiting. */
const CLAIM_MEMORY_MS = 45_000;

/** A property holds 9 KB; a claim takes some 16 characters. */
const MAX_CLAIMS = 450;

/** Calls of the same half second whose ids are not needed are counted together, as if all had started with the last. */
const COUNTED_TOGETHER_MS = 500;

/**
 * Gives a start to the calls of one batch: at a fixed spacing, and later where the log shows too many calls.
 * @returns `granted` is empty when all ids are claimed or the start would come too late
 */
export function takeTurn(
  before: TurnState,
  pace: Pace,
  request: TurnRequest,
  nowMs: number,
  isDead: (claim: Claim) => boolean = () => false,
): Turn {
  const claims = new Map<string, Claim>();
  for (const [startMs, , ids, by] of before.log) for (const id of ids) claims.set(id, { id, startMs, by });
  const claimOf = (id: string): Claim[] => {
    const claim = claims.get(id);
    return claim && claim.startMs !== request.superseded?.get(id) && !isDead(claim) ? [claim] : [];
  };
  const claimed = request.ids.flatMap(claimOf);
  const free = request.ids.filter((id) => claimOf(id).length === 0);
  const state = raiseGuess(before, pace, callsSince(before.log, nowMs - MINUTE_WINDOW_MS), nowMs);
  const now = paceAt(state, pace, nowMs);
  const granted = free.slice(0, now.batchCalls);
  const isShared = state.log.some(([startMs, , , by]) => by === "" && startMs > nowMs - SHARED_LATELY_MS);
  if (granted.length === 0) return { fromMs: nowMs, startMs: nowMs, granted, claimed, isShared, state: null };

  const fromMs = earliestStart(state, now, granted.length, nowMs);
  const startMs = Math.max(fromMs, nowMs + (request.sentWithinMs ?? 0));
  if (fromMs > request.latestStartMs) return { fromMs, startMs, granted: [], claimed, isShared, state: null };
  const spacingMs = (granted.length * MINUTE_MS) / now.callsPerMinute;
  const log: Reservation[] = [...state.log, [startMs, granted.length, granted, request.by ?? ""]];
  // A start that was only rounded up to whole milliseconds is not late: the next turn keeps its fraction.
  const isLate = startMs !== Math.ceil(state.turnMs);
  const dueMs = isLate ? Math.max(state.turnMs, startMs - catchUpMs(now, pace)) : state.turnMs;
  const after = { ...state, turnMs: dueMs + spacingMs, log: forget(log, nowMs) };
  return { fromMs, startMs, granted, claimed, isShared, state: after };
}

/**
 * How far late calls, or the first ones after a pause, bring the next ones forward. The service is taken to fill a
 * bucket of a second's calls at the minute's pace. It then refuses none, even when a batch overtakes others.
 */
function catchUpMs(now: Pace, told: Pace): number {
  const isCut = now.callsPerMinute < told.callsPerMinute;
  const overtaken = Math.ceil((now.callsPerMinute * ARRIVAL_SPREAD_MS) / MINUTE_MS);
  const calls = isCut ? 0 : Math.max(0, now.burstCalls - now.batchCalls - overtaken);
  return (calls * MINUTE_MS) / now.callsPerMinute;
}

const callsSince = (log: Reservation[], sinceMs: number): number =>
  log.reduce((sum, [startMs, calls]) => (startMs > sinceMs ? sum + calls : sum), 0);

function earliestStart({ turnMs, log }: TurnState, pace: Pace, calls: number, nowMs: number): number {
  const windows: [windowMs: number, mostCalls: number][] = [
    [BURST_WINDOW_MS, pace.burstCalls],
    [MINUTE_WINDOW_MS, pace.minuteCalls],
  ];
  let startMs = Math.ceil(Math.max(nowMs, turnMs));
  for (;;) {
    const laterMs = Math.max(...windows.map(([windowMs, most]) => startWithin(log, windowMs, most - calls, startMs)));
    if (laterMs === startMs) return startMs;
    startMs = laterMs;
  }
}

/** @returns `startMs`, or the moment at which the first call has left a window that is too full */
function startWithin(log: Reservation[], windowMs: number, mostBefore: number, startMs: number): number {
  const near = log.filter(([atMs]) => atMs > startMs - windowMs);
  const nearCalls = near.reduce((sum, [, calls]) => sum + calls, 0);
  return near.length === 0 || nearCalls <= mostBefore ? startMs : Math.min(...near.map(([atMs]) => atMs)) + windowMs;
}

function forget(log: Reservation[], nowMs: number): Reservation[] {
  let claims = 0;
  const kept: Reservation[] = [];
  for (const [startMs, calls, ids, by] of [...log].reverse()) {
    if (startMs <= nowMs - MINUTE_WINDOW_MS) continue;
    const remembered = startMs > nowMs - CLAIM_MEMORY_MS && claims + ids.length <= MAX_CLAIMS ? ids : [];
    claims += remembered.length;
    const later = kept[kept.length - 1];
    const isOld = remembered.length === 0 && startMs <= nowMs - BURST_WINDOW_MS;
    if (isOld && later && isCountedWith(later, startMs, by)) later[1] += calls;
    else kept.push([startMs, calls, remembered, by]);
  }
  return kept.reverse();
}

/** The half seconds are fixed. Counted from the last call, each would reach into the next until all are one. */
const isCountedWith = ([laterMs, , ids, laterBy]: Reservation, startMs: number, by: string): boolean =>
  ids.length === 0 &&
  laterBy === by &&
  Math.floor(laterMs / COUNTED_TOGETHER_MS) === Math.floor(startMs / COUNTED_TOGETHER_MS);

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

/** A property holds 9 KB, so a log entry is `start:calls:id.id:by`, with the start in base-36 ms before the turn. */
export function writeTurns({ turnMs, log, refusedMs, cut, guess }: TurnState): string {
  const entries = log.map(([startMs, calls, ids, by]) =>
    `${(Math.ceil(turnMs) - startMs).toString(36)}:${calls}:${ids.join(".")}:${by}`.replace(/:{1,2}$/, ""),
  );
  return JSON.stringify({ turnMs, refusedMs, cut, guess, log: entries.join(" ") });
}

/** @returns `null` when there is no state, or a damaged one */
export function readTurns(text: string | null): TurnState | null {
  return orNull(() => {
    const { turnMs, refusedMs, cut, guess, log } = JSON.parse(text ?? "null");
    if (!Number.isFinite(turnMs) || !Array.isArray(refusedMs) || typeof log !== "string") return null;
    const entries = log === "" ? [] : log.split(" ").map((entry) => readReservation(entry, turnMs));
    return { turnMs, refusedMs, cut: cut ?? null, guess: guess ?? null, log: entries };
  });
}

function readReservation(entry: string, turnMs: number): Reservation {
  const [beforeTurn = "", calls = "", ids = "", by = ""] = entry.split(":");
  return [Math.ceil(turnMs) - Number.parseInt(beforeTurn, 36), Number(calls), ids === "" ? [] : ids.split("."), by];
}

/** Seven of these characters hold 42 bits, so two of a few hundred questions almost never have the same id. */
const ID_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
export const ID_CHARACTERS = 7;

export function questionId(kind: string, key: string): string {
  const text = `${kind}:${key}`;
  const { imul } = Math;
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = imul(high ^ unit, 2654435761);
    low = imul(low ^ unit, 1597334677);
  }
  high = imul(high ^ (high >>> 16), 2246822507) ^ imul(low ^ (low >>> 13), 3266489909);
  low = imul(low ^ (low >>> 16), 2246822507) ^ imul(high ^ (high >>> 13), 3266489909);
  const bits = 4294967296 * (2097151 & low) + (high >>> 0);
  return Array.from({ length: ID_CHARACTERS }, (_, i) => ID_DIGITS[Math.floor(bits / 64 ** i) % 64]).join("");
}

/** The waits before the second, third … attempt, by the reason of the failure. */
const WAITS_MS: Record<string, number[]> = {
  // Calls were too fast in spite of the pace: another document or a colleague uses the same key.
  rate: [2_000, 4_000, 8_000],
  server: [1_000, 3_000, 6_000],
  silence: [500, 2_000, 5_000],
};

/** Returns the wait after this many failed attempts; `null` when another one is no use. */
export function nextWaitMs(reason: string | null, attempts: number): number | null {
  return (reason === null ? null : WAITS_MS[reason]?.[attempts - 1]) ?? null;
}
