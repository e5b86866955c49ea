import { expect, test } from "@jest/globals";
import type { StepRequest } from "../../../src/jobs/protocol";
import { refusal } from "../../../src/result";
import { createFakeServer, type ServerOptions } from "./fake-server";

const people = (count: number): string[] => Array.from({ length: count }, (_, i) => `person${i}@a.example`);

/** The most questions that lanes may have on their way when they learn of a write in vain. */
const ON_THE_WAY = 160;

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

test("a sheet that refuses the columns has nothing more bought for it until a write succeeds", async () => {
  const refused = refusal("COLUMNS_REFUSED", "protected");
  const server = createFakeServer({
    inputs: people(2_000),
    writeMs: 60_000,
    instead: (request) => (request.do === "write" && request.entries.length === 0 ? refused : undefined),
  });
  void server.run();
  await server.clock.sleep(30_000);
  expect(asked(server)).toBeLessThan(ON_THE_WAY);
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
        refusesColumns && request.do === "write" && request.entries.length === 0
          ? refusal("COLUMNS_REFUSED", "protected")
          : refuses?.(request),
    });
    expect(await server.run()).toMatchObject({ state: "paused", stop: { code: "NOT_WRITTEN" } });
    return server.writes.filter(({ entries }) => entries.length > 0).length;
  };
  expect(await realWrites(true)).toBe(await realWrites(false));
});
