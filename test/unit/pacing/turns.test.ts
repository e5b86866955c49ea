import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  nextWaitMs,
  type Pace,
  paceFor,
  paceAt as paceNow,
  raiseGuess,
  readTurns,
  type Slowdown,
  slowDown,
  type TurnState,
  takeTurn,
  writeTurns,
} from "../../../src/pacing/turns";

const VERIFICATION = paceFor({ callsPerMinute: 400, callsPerSecond: 10 });
const NOW = 1_000_000;

const empty = (turnMs = NOW): TurnState => ({ turnMs, log: [], refusedMs: [], cut: null, guess: null });
const ask = (...ids: string[]) => ({
  ids,
  latestStartMs: Infinity,
  superseded: new Map<string, number>(),
});

/** The most calls that start within any window of this many ms. */
function mostWithin(starts: { atMs: number; calls: number }[], windowMs: number): number {
  return Math.max(
    0,
    ...starts.map(({ atMs }) =>
      starts
        .filter((each) => each.atMs >= atMs && each.atMs < atMs + windowMs)
        .reduce((sum, { calls }) => sum + calls, 0),
    ),
  );
}

describe("the pace", () => {
  test("keeps a little below the service's published limits", () => {
    expect(VERIFICATION).toMatchObject({ callsPerMinute: 397, burstCalls: 10, minuteCalls: 400, batchCalls: 10 });
    expect(paceFor({ callsPerMinute: 1000, callsPerSecond: 50 })).toMatchObject({
      callsPerMinute: 993,
      batchCalls: 20,
    });
  });

  test("has larger batches when it is fast, and wastes no part of a minute on whole ones", () => {
    const batchOf = (callsPerMinute: number): number => paceFor({ callsPerMinute, callsPerSecond: 100 }).batchCalls;
    expect([30, 400, 700, 1_000, 6_000].map(batchOf)).toEqual([10, 10, 14, 20, 20]);
    fc.assert(
      fc.property(fc.integer({ min: 400, max: 6_000 }), (callsPerMinute) => {
        const pace = paceFor({ callsPerMinute, callsPerSecond: 100 });
        expect(pace.callsPerMinute).toBeGreaterThan(0.96 * callsPerMinute);
      }),
      { seed: 7 },
    );
  });

  test.each([
    [1, 1],
    [7, 5],
    [60, 5],
    [6_000, 100],
  ])("of %d a minute and %d a second is one that can be kept", (callsPerMinute, callsPerSecond) => {
    const pace = paceFor({ callsPerMinute, callsPerSecond });
    expect(pace.callsPerMinute).toBeGreaterThan(0);
    expect(pace.callsPerMinute).toBeLessThanOrEqual(callsPerMinute);
    expect(pace.batchCalls).toBeLessThanOrEqual(Math.min(callsPerMinute, callsPerSecond));
  });
});

describe("turns", () => {
  test("begin at once when nothing was reserved, and space the next calls", () => {
    const first = takeTurn(empty(), VERIFICATION, ask("a"), NOW);
    expect(first).toMatchObject({ startMs: NOW, granted: ["a"], claimed: [] });
    const second = takeTurn(first.state as TurnState, VERIFICATION, ask("b"), NOW);
    expect(second.startMs - NOW).toBe(Math.ceil(60_000 / 397));
  });

  test("of single calls are not rounded up one by one, also after they were kept as text", () => {
    let state: TurnState = empty();
    let startMs = 0;
    for (let i = 0; i <= 100; i++) {
      const turn = takeTurn(state, VERIFICATION, ask(`${i}`), NOW);
      startMs = turn.startMs;
      state = readTurns(writeTurns(turn.state as TurnState)) as TurnState;
    }
    expect(startMs - NOW).toBe(Math.ceil((100 * 60_000) / 397));
    expect(state.log.at(-1)?.[0]).toBe(startMs);
  });

  test("tell jobs if formulas have taken some in the last 10 s, also after they were kept as text", () => {
    const run = (...ids: string[]) => ({ ...ask(...ids), by: "job.1" });
    const ofRun = takeTurn(empty(), VERIFICATION, run("a"), NOW).state as TurnState;
    expect(readTurns(writeTurns(ofRun))).toEqual(ofRun);
    expect(takeTurn(ofRun, VERIFICATION, run("b"), NOW).isShared).toBe(false);
    const ofFormula = readTurns(writeTurns(takeTurn(ofRun, VERIFICATION, ask("c"), NOW).state as TurnState));
    expect(takeTurn(ofFormula as TurnState, VERIFICATION, run("d"), NOW + 9_000).isShared).toBe(true);
    expect(takeTurn(ofFormula as TurnState, VERIFICATION, run("d"), NOW + 11_000).isShared).toBe(false);
  });

  test("are not written when they come too late", () => {
    const turn = takeTurn(empty(NOW + 5_000), VERIFICATION, { ...ask("a"), latestStartMs: NOW + 4_999 }, NOW);
    expect(turn).toMatchObject({ fromMs: NOW + 5_000, granted: [], claimed: [], state: null });
  });

  test("grant no more calls at once than a batch holds", () => {
    const ids = Array.from({ length: 12 }, (_, i) => `id${i}`);
    expect(takeTurn(empty(), VERIFICATION, ask(...ids), NOW).granted).toEqual(ids.slice(0, 10));
  });

  test("show what others are asking already, unless that claim is known to be dead", () => {
    const { state } = takeTurn(empty(), VERIFICATION, ask("a", "b"), NOW);
    const later = takeTurn(state as TurnState, VERIFICATION, ask("a", "c"), NOW + 100);
    expect(later).toMatchObject({ granted: ["c"], claimed: [{ id: "a", startMs: NOW }] });
    const again = takeTurn(
      state as TurnState,
      VERIFICATION,
      { ...ask("a"), superseded: new Map([["a", NOW]]) },
      NOW + 13_000,
    );
    expect(again).toMatchObject({ granted: ["a"], claimed: [] });
    const tooOld = takeTurn(
      again.state as TurnState,
      VERIFICATION,
      { ...ask("a"), superseded: new Map([["a", NOW]]) },
      NOW + 14_000,
    );
    expect(tooOld).toMatchObject({ granted: [], claimed: [{ id: "a", startMs: NOW + 13_000 }] });
  });

  test("forget claims after a while, and keep within what a property holds @slow", () => {
    let state = empty();
    for (let i = 0; i < 2_000; i++) {
      const turn = takeTurn(
        state,
        paceFor({ callsPerMinute: 6_000, callsPerSecond: 100 }),
        ask(`i${String(i).padStart(7, "0")}`),
        NOW + i * 10,
      );
      state = turn.state as TurnState;
    }
    expect(writeTurns(state).length).toBeLessThan(9 * 1024);
    expect(readTurns(writeTurns(state))).toEqual(state);
    const later = takeTurn(state, VERIFICATION, ask("z"), NOW + 100_000);
    expect(later.state?.log).toEqual([[NOW + 100_000, 1, ["z"], ""]]);
  });

  test.each([
    [400, 10, 10],
    [400, 10, 1],
    [1_000, 50, 20],
    [1_000, 50, 10],
    [1_000, 50, 3],
    [60, 5, 5],
  ])(
    "of a steady run keep the pace of %d a minute and %d a second in batches of %d",
    (callsPerMinute, callsPerSecond, calls) => {
      const pace = paceFor({ callsPerMinute, callsPerSecond });
      let state = empty();
      const starts: number[] = [];
      for (let now = NOW; now < NOW + 100_000; now = Math.max(NOW, (starts[starts.length - 1] ?? NOW) - 2_000)) {
        const ids = Array.from({ length: calls }, (_, j) => `${starts.length}i${j}`);
        const turn = takeTurn(state, pace, { ...ask(...ids), by: "job.1" }, now);
        // As another execution finds it.
        state = readTurns(writeTurns(turn.state as TurnState)) as TurnState;
        starts.push(turn.startMs);
      }
      const [first = 0] = starts;
      const passedMs = (starts[starts.length - 1] ?? 0) - first;
      expect(((starts.length - 1) * calls * 60_000) / passedMs).toBeGreaterThan(0.98 * pace.callsPerMinute);
      const waits = starts.slice(1).map((startMs, i) => startMs - (starts[i] ?? 0));
      expect(Math.max(...waits)).toBeLessThan(1_000 + (calls * 60_000) / pace.callsPerMinute);
    },
  );

  test("keep a pace that was found, though its minute holds no whole number of batches", () => {
    const pace = paceFor({ callsPerMinute: 60, callsPerSecond: 5, isGuess: true });
    const guess = { callsPerMinute: 118, sinceMs: NOW, cleanCalls: 118, ceiling: { callsPerMinute: 120, atMs: NOW } };
    let state: TurnState = { ...empty(), guess };
    const starts = Array.from({ length: 100 }, (_, i) => {
      const turn = takeTurn(state, pace, ask(...Array.from({ length: 5 }, (__, j) => `${i}i${j}`)), NOW);
      state = turn.state as TurnState;
      return { atMs: turn.startMs, calls: 5 };
    });
    const passedMs = (starts[99]?.atMs ?? 0) - (starts[0]?.atMs ?? 0);
    expect((99 * 5 * 60_000) / passedMs).toBeGreaterThan(117);
    expect(mostWithin(starts, 60_000)).toBeLessThanOrEqual(120);
  });

  test("never exceed the service's limits, whatever batches are asked for when @slow", () => {
    const requests = fc.array(
      fc.record({ calls: fc.integer({ min: 1, max: 10 }), gapMs: fc.integer({ min: 0, max: 900 }) }),
      {
        minLength: 150,
        maxLength: 300,
      },
    );
    fc.assert(
      fc.property(requests, (list) => {
        let state = empty();
        let now = NOW;
        const starts: { atMs: number; calls: number }[] = [];
        list.forEach(({ calls, gapMs }, i) => {
          now += gapMs;
          const ids = Array.from({ length: calls }, (_, j) => `${i}.${j}`);
          const turn = takeTurn(state, VERIFICATION, ask(...ids), now);
          state = turn.state as TurnState;
          starts.push({ atMs: turn.startMs, calls: turn.granted.length });
        });
        // Also when some of them arrive 0.4 s later than others.
        expect(mostWithin(starts, 1_400)).toBeLessThanOrEqual(10);
        expect(mostWithin(starts, 60_400)).toBeLessThanOrEqual(400);
      }),
      { seed: 7, numRuns: 30 },
    );
  });

  test("that are caught up keep to the minute's limit, which their spacing alone would then pass", () => {
    const pace = paceFor({ callsPerMinute: 1_000, callsPerSecond: 50 });
    let state = empty(0);
    const starts = Array.from({ length: 150 }, (_, i) => {
      const turn = takeTurn(state, pace, ask(...Array.from({ length: 20 }, (__, j) => `${i}.${j}`)), NOW);
      state = turn.state as TurnState;
      return { atMs: turn.startMs, calls: 20 };
    });
    expect(mostWithin(starts, 60_400)).toBeLessThanOrEqual(1_000);
    expect(mostWithin(starts, 60_400)).toBeGreaterThan(970);
  });

  test("that are late are caught up, and never empty a bucket that holds a second's calls @slow", () => {
    const pace = paceFor({ callsPerMinute: 1_000, callsPerSecond: 50 });
    const gaps = fc.array(
      fc.record({
        gapMs: fc.integer({ min: 0, max: 5_000 }),
        arrivalMs: fc.integer({ min: 0, max: 400 }),
        calls: fc.integer({ min: 1, max: 20 }),
      }),
      { minLength: 20, maxLength: 100 },
    );
    fc.assert(
      fc.property(gaps, (list) => {
        let state = empty(0);
        let now = NOW;
        const arrivals = list.map(({ gapMs, arrivalMs, calls }, i) => {
          now += gapMs;
          const ids = Array.from({ length: calls }, (_, j) => `${i}.${j}`);
          const turn = takeTurn(state, pace, ask(...ids), now);
          state = turn.state as TurnState;
          return { atMs: turn.startMs + arrivalMs, calls };
        });
        let [tokens, filledMs] = [50, 0];
        for (const { atMs, calls } of arrivals.sort((a, b) => a.atMs - b.atMs)) {
          tokens = Math.min(50, tokens + ((atMs - filledMs) * 1_000) / 60_000) - calls;
          filledMs = atMs;
          expect(tokens).toBeGreaterThanOrEqual(0);
        }
      }),
      { seed: 7, numRuns: 200 },
    );
    // The second batch goes at once, and the third as soon as a second's limit permits.
    let state = empty(0);
    const starts = Array.from({ length: 3 }, (_, i) => {
      const turn = takeTurn(state, pace, ask(...Array.from({ length: 20 }, (__, j) => `${i}.${j}`)), NOW);
      state = turn.state as TurnState;
      return turn.startMs - NOW;
    });
    expect(starts).toEqual([0, 0, 1_400]);
  });

  test("that are late are not caught up after a cut, nor where a batch is all of a second's calls", () => {
    const cut = { ...empty(0), cut: { callsPerMinute: 700, atMs: NOW } };
    const ids = Array.from({ length: 10 }, (_, i) => `${i}`);
    for (const [state, told] of [
      [cut, { callsPerMinute: 1_000, callsPerSecond: 50 }],
      [empty(0), { callsPerMinute: 400, callsPerSecond: 10 }],
    ] as const) {
      const { state: after } = takeTurn(state, paceFor(told), ask(...ids), NOW);
      expect(after?.turnMs).toBeGreaterThan(NOW + 600);
    }
  });
});

const paceAt = (state: Slowdown, pace: Pace, nowMs: number): number => paceNow(state, pace, nowMs).callsPerMinute;
const CALM: Slowdown = { refusedMs: [], cut: null, guess: null };

describe("slowing down after 429s", () => {
  test("four refusals change nothing, the fifth within ten seconds cuts the pace for everybody", () => {
    const four = slowDown(CALM, VERIFICATION, 4, NOW);
    expect(paceAt(four, VERIFICATION, NOW)).toBe(397);
    const five = slowDown(four, VERIFICATION, 1, NOW + 9_000);
    expect(paceAt(five, VERIFICATION, NOW + 9_000)).toBe(278);
  });

  test("refusals long apart do not add up", () => {
    const spread = [0, 11_000, 22_000, 33_000, 44_000].reduce(
      (state, ms) => slowDown(state, VERIFICATION, 1, NOW + ms),
      CALM,
    );
    expect(paceAt(spread, VERIFICATION, NOW + 44_000)).toBe(397);
  });

  test("a second cut has to wait, and the pace comes back by 20 a minute", () => {
    const cut = slowDown(CALM, VERIFICATION, 5, NOW);
    expect(paceAt(slowDown(cut, VERIFICATION, 5, NOW + 10_000), VERIFICATION, NOW + 10_000)).toBeCloseTo(281.3, 1);
    expect(paceAt(slowDown(cut, VERIFICATION, 5, NOW + 16_000), VERIFICATION, NOW + 16_000)).toBe(198);
    expect(paceAt(cut, VERIFICATION, NOW + 120_000)).toBe(318);
    expect(paceAt(cut, VERIFICATION, NOW + 3_600_000)).toBe(397);
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
