import type { Pace } from "./pace";
import { batchAt, paceAt, type Slowdown } from "./slowdown";
import { earliestStart, forget } from "./turn-log";

/**
 * Calls that were given a start: when, how many, and the ids of what they ask (empty when nobody needs to know). Those of
 * runs say so: runs make room for formulas.
 */
export type Reservation = [startMs: number, calls: number, ids: string[], by?: "run"];

/** What the executions of a document share about one operation and one key. */
export interface TurnState extends Slowdown {
  /** The earliest start of the next call. */
  turnMs: number;
  log: Reservation[];
}

/** Something that another execution has been given a turn to ask. */
export interface Claim {
  id: string;
  startMs: number;
}

/** What an execution asks for. */
export interface TurnRequest {
  /** What the calls will ask, one id each; as many as possible of them are granted, from the first on. */
  ids: string[];
  /** Later than this is no use. */
  latestStartMs: number;
  /** Claims known to be dead, or one's own: the same id with the same start does not count. */
  superseded: Map<string, number>;
  by?: "run";
}

/** What it gets: a start for some ids, and those that somebody else is asking already. `state` is to be kept. */
export interface Turn {
  startMs: number;
  granted: string[];
  claimed: Claim[];
  /** Others than runs have taken turns lately. */
  isShared: boolean;
  state: TurnState | null;
}

/** Whoever has taken no turn for so long is done for now. */
const SHARED_LATELY_MS = 10_000;

/**
 * Gives a start to the calls of one batch: fixed spacing, held back where short memory shows too many calls (design 5).
 * @returns `granted` is empty when all are claimed or when the start would come too late; nothing is to be kept then
 */
export function takeTurn(state: TurnState, pace: Pace, request: TurnRequest, nowMs: number): Turn {
  const claims = new Map<string, number>();
  for (const [startMs, , ids] of state.log) for (const id of ids) claims.set(id, startMs);
  const isFree = (id: string) => !claims.has(id) || claims.get(id) === request.superseded.get(id);
  const free = request.ids.filter(isFree);
  const claimed = request.ids.filter((id) => !isFree(id)).map((id) => ({ id, startMs: claims.get(id) as number }));
  const granted = free.slice(0, batchAt(state, pace, nowMs));
  const isShared = state.log.some(([startMs, , , by]) => by !== "run" && startMs > nowMs - SHARED_LATELY_MS);
  if (granted.length === 0) return { startMs: nowMs, granted, claimed, isShared, state: null };

  const startMs = earliestStart(state, pace, granted.length, nowMs);
  if (startMs > request.latestStartMs) return { startMs, granted: [], claimed, isShared, state: null };
  const spacingMs = Math.ceil((granted.length * 60_000) / paceAt(state, pace, nowMs));
  const own: Reservation = request.by
    ? [startMs, granted.length, granted, request.by]
    : [startMs, granted.length, granted];
  const log: Reservation[] = [...state.log, own];
  const after = { ...state, turnMs: startMs + spacingMs, log: forget(log, nowMs) };
  return { startMs, granted, claimed, isShared, state: after };
}
