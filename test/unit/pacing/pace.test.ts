import { describe, expect, test } from "@jest/globals";
import {
  nextWaitMs,
  type Pace,
  paceFor,
  paceAt as paceNow,
  raiseGuess,
  type Slowdown,
  slowDown,
} from "../../../src/pacing/pace";

const PACE = paceFor({ callsPerMinute: 400, callsPerSecond: 10 });
const NOW = 1_000_000;
const paceAt = (state: Slowdown, pace: Pace, nowMs: number): number => paceNow(state, pace, nowMs).callsPerMinute;
const CALM: Slowdown = { refusedMs: [], cut: null, guess: null };

describe("slowing down after 429s", () => {
  test("four refusals change nothing, the fifth within ten seconds cuts the pace for everybody", () => {
    const four = slowDown(CALM, PACE, 4, NOW);
    expect(paceAt(four, PACE, NOW)).toBe(397);
    const five = slowDown(four, PACE, 1, NOW + 9_000);
    expect(paceAt(five, PACE, NOW + 9_000)).toBe(278);
  });

  test("refusals long apart do not add up", () => {
    const spread = [0, 11_000, 22_000, 33_000, 44_000].reduce((state, ms) => slowDown(state, PACE, 1, NOW + ms), CALM);
    expect(paceAt(spread, PACE, NOW + 44_000)).toBe(397);
  });

  test("a second cut has to wait, and the pace comes back by 20 a minute", () => {
    const cut = slowDown(CALM, PACE, 5, NOW);
    expect(paceAt(slowDown(cut, PACE, 5, NOW + 10_000), PACE, NOW + 10_000)).toBeCloseTo(281.3, 1);
    expect(paceAt(slowDown(cut, PACE, 5, NOW + 16_000), PACE, NOW + 16_000)).toBe(198);
    expect(paceAt(cut, PACE, NOW + 120_000)).toBe(318);
    expect(paceAt(cut, PACE, NOW + 3_600_000)).toBe(397);
  });
});

describe("a limit that nobody has told", () => {
  const GUESS = paceFor({ callsPerMinute: 60, callsPerSecond: 5, isGuess: true });
  const MINUTE = 61_000;

  /** Minutes of as many calls as the pace allows, some of which the service refuses. */
  function afterMinutes(minutes: number, permitted: number): { state: Slowdown; paces: number[]; nowMs: number } {
    let state = raiseGuess(CALM, GUESS, 0, NOW);
    let nowMs = NOW;
    const paces: number[] = [];
    for (let minute = 0; minute < minutes; minute++) {
      nowMs += MINUTE;
      const calls = paceAt(state, GUESS, nowMs);
      paces.push(calls);
      state = calls > permitted ? slowDown(state, GUESS, 1, nowMs) : raiseGuess(state, GUESS, calls, nowMs);
    }
    return { state, paces, nowMs };
  }

  test("is doubled once, raised by a quarter after each clean minute, and taken back at the first refusal", () => {
    expect(afterMinutes(6, 120).paces).toEqual([59, 118, 148, 118, 128, 118]);
    expect(afterMinutes(6, 1_000).paces).toEqual([59, 118, 148, 185, 231, 289]);
  });

  test("leaves its first guess after 5 busy seconds, and no later one before a minute", () => {
    const first = raiseGuess(CALM, GUESS, 0, NOW);
    expect(paceAt(raiseGuess(first, GUESS, 3, NOW + 5_000), GUESS, NOW)).toBe(59);
    const second = raiseGuess(first, GUESS, 5, NOW + 5_000);
    expect(paceAt(second, GUESS, NOW)).toBe(118);
    expect(raiseGuess(second, GUESS, 118, NOW + 40_000)).toEqual(second);
  });

  test("is then felt for in steps of 10, and never passed again within a day", () => {
    const { state, paces, nowMs } = afterMinutes(12, 100);
    expect(paces.slice(1, 4)).toEqual([118, 59, 69]);
    expect(Math.max(...paces.slice(2))).toBeLessThanOrEqual(118);
    expect(paces.filter((pace) => pace > 100)).toHaveLength(2);
    const idle = raiseGuess(state, GUESS, 0, nowMs + MINUTE);
    expect(paceAt(idle, GUESS, nowMs + MINUTE)).toBe(paceAt(state, GUESS, nowMs));
  });

  test("several refusals of one moment lower the pace once", () => {
    const { state, nowMs } = afterMinutes(2, 1_000);
    const once = slowDown(state, GUESS, 3, nowMs);
    expect(slowDown(once, GUESS, 3, nowMs + 5_000)).toEqual(once);
  });
});

describe("the wait before another attempt", () => {
  test("grows with the attempts and ends", () => {
    const waits = [1, 2, 3].map((attempts) => nextWaitMs("rate", attempts) ?? 0);
    expect([...waits].sort((a, b) => a - b)).toEqual(waits);
    expect(nextWaitMs("rate", 4)).toBeNull();
  });

  test("does not exist for what cannot get better", () => {
    expect(nextWaitMs(null, 1)).toBeNull();
  });
});
