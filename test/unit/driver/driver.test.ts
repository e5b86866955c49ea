import { describe, expect, test } from "@jest/globals";
import type { DriverParts } from "../../../sidebar/driver/driver";
import { createLaneCount } from "../../../sidebar/driver/lane-count";
import { createQuestions } from "../../../sidebar/driver/questions";
import type { RunCalls } from "../../../sidebar/driver/run-calls";
import type { Look } from "../../../src/runs/slices";
import { COUNTS, driverOf, LOST, report } from "./support/drive";

/** A server whose sheet has so many rows and keeps what is written into it. */
function fakeServer(rows: number) {
  const done = new Set<number>();
  let underWay = 0;
  const server = { mostUnderWay: 0, asked: [] as string[], lostSlices: 0, ends: [] as string[] };
  const look = (): Look => ({
    taken: [0],
    busy: [],
    chunks: 1,
    counts: COUNTS,
    fill: [],
    ask: Array.from({ length: rows }, (_, row) => ({ row, key: `k${row}`, text: `k${row}` })).filter(
      ({ row }) => !done.has(row),
    ),
  });
  const calls: RunCalls = {
    lookAhead: async () => ({ ok: true, data: look() }),
    prepareRun: async () => ({ ok: true, data: {} as never }),
    endRun: async ({ state }) => {
      server.ends.push(state);
      return { ok: true, data: {} as never };
    },
    async runSlice({ ask }) {
      underWay++;
      server.mostUnderWay = Math.max(server.mostUnderWay, underWay);
      await Promise.resolve();
      underWay--;
      if (server.lostSlices-- > 0) return LOST;
      server.asked.push(...ask.map(({ key }) => key));
      for (const { rows: of } of ask) for (const row of of) done.add(row);
      const answers = ask.map(({ key }) => ({ key, state: "answered" as const, cells: ["VALID"], isFree: false }));
      return { ok: true, data: report({ answers, writtenRows: ask.length }) };
    },
  };
  return { server, calls };
}

const drive = (calls: RunCalls, options: Partial<DriverParts> = {}) => driverOf(calls, options).run();

describe("the driver", () => {
  test("asks everything once and keeps no more slices under way than it has lanes", async () => {
    const { server, calls } = fakeServer(200);
    const end = await drive(calls, { lanes: 4 });
    expect(end).toMatchObject({ state: "finished", stop: null, progress: { answered: 200, rows: 200 } });
    expect(new Set(server.asked).size).toBe(200);
    expect(server.asked).toHaveLength(200);
    expect(server.mostUnderWay).toBeLessThanOrEqual(4);
    expect(server.ends).toEqual(["finished"]);
  });

  test("asks again what was lost with a call, and waits longer and longer before it gives up", async () => {
    const { server, calls } = fakeServer(60);
    server.lostSlices = 3;
    expect(await drive(calls, { lanes: 1 })).toMatchObject({ state: "finished", progress: { answered: 60 } });
    const { server: broken, calls: hopeless } = fakeServer(60);
    broken.lostSlices = 1_000;
    expect(await drive(hopeless, { lanes: 1 })).toMatchObject({ state: "paused", stop: { code: "GOOGLE_FAILED" } });
  });

  test("pauses after a trial", async () => {
    const { server, calls } = fakeServer(60);
    expect(await drive(calls, { askAtMost: 10 })).toMatchObject({ state: "paused", stop: null });
    expect(server.asked).toHaveLength(10);
  });
});

describe("questions", () => {
  const answered = (key: string) => ({ key, state: "answered" as const, cells: ["VALID"], isFree: false });

  test("are asked once for each address; the other rows follow when the answer is there", () => {
    const questions = createQuestions();
    questions.add({ fill: [], ask: [1, 2, 900].map((row) => ({ row, key: "a", text: "a" })) });
    const batch = questions.nextBatch(9);
    expect(batch.ask).toMatchObject([{ key: "a", rows: [1, 2] }]);
    questions.take(answered("a"));
    expect(questions.nextFill()).toEqual([{ row: 900, key: "a", cells: ["VALID"] }]);
    questions.add({ fill: [], ask: [{ row: 5, key: "a", text: "a" }] });
    expect([questions.waiting(), questions.nextFill()]).toEqual([0, [{ row: 5, key: "a", cells: ["VALID"] }]]);
  });

  test("that were lost together are sent again singly", () => {
    const questions = createQuestions();
    questions.add({ fill: [], ask: ["a", "b"].map((key, row) => ({ row, key, text: key })) });
    for (const { key } of questions.nextBatch(9).ask) {
      questions.take({ key, state: "failed", code: "NO_ANSWER", cells: [], retryMs: 500, startMs: 7 });
    }
    expect(questions.nextBatch(9)).toMatchObject({ ask: [{ key: "a", attempts: 1, lastStartMs: 7 }], waitMs: 500 });
  });

  test("whose id was another address's are asked by the address", () => {
    const questions = createQuestions();
    questions.add({ fill: [], ask: [{ row: 1, key: "a", text: "a", anonId: "x" }] });
    expect(questions.nextBatch(9).ask).toMatchObject([{ anonId: "x" }]);
    questions.take({ key: "a", state: "failed", code: "OTHER_EMAIL", cells: [], retryMs: 0, startMs: 7 });
    expect(questions.nextBatch(9).ask[0]).not.toHaveProperty("anonId");
  });
});

test("lanes follow how long they wait, once all of them have had their say", () => {
  const count = createLaneCount(4);
  const waits = (waitedMs: number, times: number) => {
    for (let i = 0; i < times; i++) count.noteWait(waitedMs);
    return count.lanes();
  };
  expect(waits(9_000, 4)).toBe(4);
  expect(waits(100, 4)).toBe(5);
  expect(waits(3_000, 5)).toBe(5);
  expect(waits(9_000, 5)).toBe(4);
  expect(waits(100, 200)).toBe(10);
  count.noteOthers(true);
  expect(count.lanes()).toBe(4);
  count.noteOthers(false);
  expect(count.lanes()).toBe(10);
});
