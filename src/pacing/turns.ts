import {
  ARRIVAL_SPREAD_MS,
  BURST_WINDOW_MS,
  MINUTE_WINDOW_MS,
  type Pace,
  paceAt,
  raiseGuess,
  type Slowdown,
} from "./pace";

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

/** Others are asking the `claimed` ids already. The caller has to keep `state`; `null` if nothing is granted. */
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

/** Formulas that have taken no turn for this long are done for now. */
const SHARED_LATELY_MS = 10_000;

/** By then the answer is in the cache or lost, and nobody who looked there before is still waiting. */
const CLAIM_MEMORY_MS = 45_000;

/** A property holds 9 KB; a claim takes some 16 characters. */
const MAX_CLAIMS = 450;

/** Calls of the same half second whose ids are not needed are counted together, as if all had started with the last. */
const COUNTED_TOGETHER_MS = 500;

const MINUTE_MS = 60_000;

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

/** A property holds 9 KB, so a log entry is `start:calls:id.id:by`, with the start in base-36 ms before the turn. */
export function writeTurns({ turnMs, log, refusedMs, cut, guess }: TurnState): string {
  const entries = log.map(([startMs, calls, ids, by]) =>
    `${(Math.ceil(turnMs) - startMs).toString(36)}:${calls}:${ids.join(".")}:${by}`.replace(/:{1,2}$/, ""),
  );
  return JSON.stringify({ turnMs, refusedMs, cut, guess, log: entries.join(" ") });
}

/** @returns `null` when there is no state, or a damaged one */
export function readTurns(text: string | null): TurnState | null {
  try {
    const { turnMs, refusedMs, cut, guess, log } = JSON.parse(text ?? "null");
    if (!Number.isFinite(turnMs) || !Array.isArray(refusedMs) || typeof log !== "string") return null;
    const entries = log === "" ? [] : log.split(" ").map((entry) => readReservation(entry, turnMs));
    return { turnMs, refusedMs, cut: cut ?? null, guess: guess ?? null, log: entries };
  } catch {
    return null;
  }
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
