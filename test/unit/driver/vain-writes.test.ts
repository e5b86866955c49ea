import { expect, test } from "@jest/globals";
import type { StepRequest } from "../../../src/jobs/protocol";
import { refusal } from "../../../src/result";
import { createFakeServer, LOST, type ServerOptions } from "./fake-server";

const people = (count: number): string[] => Array.from({ length: count }, (_, i) => `person${i}@a.example`);

/** The questions that eight lanes ask at first. */
const FIRST_CALLS = 80;

const asked = ({ asks }: ReturnType<typeof createFakeServer>): number =>
  asks.reduce((sum, { keys }) => sum + keys.length, 0);

/** Google refuses the results of these writes, counted from 1. */
const refusing = (isRefused: (write: number) => boolean): ServerOptions["instead"] => {
  let writes = 0;
  return (request: StepRequest) =>
    request.do === "write" && request.entries.length > 0 && isRefused(++writes)
      ? { writtenKeys: [], leftKeys: request.entries.map(({ key }) => key), words: "The cells are protected." }
      : undefined;
};

test.each([false, true])(
  "a sheet that refuses every write has little more bought for it, unwatched: %s",
  async (isUnwatched) => {
    const lanes = isUnwatched ? 1 : 8;
    const server = createFakeServer({
      inputs: people(2_000),
      writeMs: 1_000,
      isUnwatched,
      lanes,
      instead: refusing(() => true),
    });
    expect(await server.run()).toMatchObject({ state: "paused", stop: { code: "NOT_WRITTEN" } });
    expect(asked(server)).toBeLessThan(250);
  },
);

test("a sheet that refuses the columns ends the job at once, and has nothing more bought for it", async () => {
  const refused = refusal("COLUMNS_REFUSED", "protected");
  const server = createFakeServer({
    inputs: people(2_000),
    instead: (request) => (request.do === "write" && request.entries.length === 0 ? refused : undefined),
  });
  expect(await server.run()).toMatchObject({ state: "paused", stop: refused });
  expect(asked(server)).toBe(FIRST_CALLS);
  // The server is told while the first questions are on their way, so that it calls off those that wait.
  expect(server.ends.map(({ state, hasLanded }) => [state, hasLanded])).toEqual([
    ["paused", false],
    ["paused", true],
  ]);
});

test("columns for which Google fails for a moment have nothing more bought for them until a write succeeds", async () => {
  let isFirst = true;
  const server = createFakeServer({
    inputs: people(600),
    askMs: ({ lane }) => (lane === 0 ? 500 : 20_000),
    answer: (key, { lane }) => (lane === 0 && server.sheet.size === 0 ? { key, state: "unasked" } : undefined),
    instead(request) {
      const isLost = request.do === "write" && isFirst;
      isFirst &&= !isLost;
      return isLost ? LOST : undefined;
    },
  });
  const end = server.run();
  await server.clock.sleep(19_000);
  expect(asked(server)).toBe(FIRST_CALLS);
  expect(await end).toMatchObject({ state: "finished", stop: null });
  expect(server.sheet.size).toBe(600);
});

test("one write in vain holds up the questions only until the next one", async () => {
  const server = createFakeServer({ inputs: people(600), instead: refusing((write) => write === 2) });
  expect(await server.run()).toMatchObject({ state: "finished", stop: null });
  expect([server.sheet.size, asked(server)]).toEqual([600, 600]);
});

test("columns that could not be made before are no writes in vain: a search pauses after as many as any job", async () => {
  const realWrites = async (refusesColumns: boolean): Promise<number> => {
    const refuses = refusing(() => true);
    const server = createFakeServer({
      kind: "find",
      inputs: people(1),
      instead: (request) =>
        refusesColumns && request.do === "write" && request.entries.length === 0 ? LOST : refuses?.(request),
    });
    expect(await server.run()).toMatchObject({ state: "paused", stop: { code: "NOT_WRITTEN" } });
    return server.writes.filter(({ entries }) => entries.length > 0).length;
  };
  expect(await realWrites(true)).toBe(await realWrites(false));
});
