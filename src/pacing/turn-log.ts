import { BURST_WINDOW_MS, MINUTE_WINDOW_MS, type Pace } from "./pace";
import type { Reservation, TurnState } from "./turns";

/** After this a claim's answer is in the cache or lost, and nobody is left who looked there before it came. */
const CLAIM_MEMORY_MS = 45_000;

/** A property holds 9 KB (facts 2.1); a claim takes some 16 characters. */
const MAX_CLAIMS = 450;

/** Calls of the same half second that nobody asks about are counted together, as if all had started with the last. */
const COUNTED_TOGETHER_MS = 500;

/** The first moment at which so many more calls keep to what a second and a minute permit. */
export function earliestStart({ turnMs, log }: TurnState, pace: Pace, calls: number, nowMs: number): number {
  const windows: [windowMs: number, mostCalls: number][] = [
    [BURST_WINDOW_MS, pace.burstCalls],
    [MINUTE_WINDOW_MS, pace.minuteCalls],
  ];
  let startMs = Math.max(nowMs, turnMs);
  for (;;) {
    const laterMs = Math.max(...windows.map(([windowMs, most]) => startWithin(log, windowMs, most - calls, startMs)));
    if (laterMs === startMs) return startMs;
    startMs = laterMs;
  }
}

/** @returns `startMs`, or when the first call has left the window that is too full then */
function startWithin(log: Reservation[], windowMs: number, mostBefore: number, startMs: number): number {
  const near = log.filter(([atMs]) => atMs > startMs - windowMs);
  const nearCalls = near.reduce((sum, [, calls]) => sum + calls, 0);
  return near.length === 0 || nearCalls <= mostBefore ? startMs : Math.min(...near.map(([atMs]) => atMs)) + windowMs;
}

/** What is still to be known of a log. */
export function forget(log: Reservation[], nowMs: number): Reservation[] {
  let claims = 0;
  const kept: Reservation[] = [];
  for (const [startMs, calls, ids, ...by] of [...log].reverse()) {
    if (startMs <= nowMs - MINUTE_WINDOW_MS) continue;
    const remembered = startMs > nowMs - CLAIM_MEMORY_MS && claims + ids.length <= MAX_CLAIMS ? ids : [];
    claims += remembered.length;
    const later = kept[kept.length - 1];
    const isOld = remembered.length === 0 && startMs <= nowMs - BURST_WINDOW_MS;
    if (isOld && later && isCountedWith(later, startMs, by[0])) later[1] += calls;
    else kept.push([startMs, calls, remembered, ...by]);
  }
  return kept.reverse();
}

/** Fixed stretches of time: counted from the last call, each would reach for the next one until all are one. */
const isCountedWith = ([laterMs, , ids, laterBy]: Reservation, startMs: number, by: Reservation[3]): boolean =>
  ids.length === 0 &&
  laterBy === by &&
  Math.floor(laterMs / COUNTED_TOGETHER_MS) === Math.floor(startMs / COUNTED_TOGETHER_MS);
