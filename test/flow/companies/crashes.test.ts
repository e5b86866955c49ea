import process from "node:process";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { dataOf, type FlowWorld, openFlowWorld } from "../support/flow-world";
import { killAt } from "../support/kill-execution";
import { type FillDocument, openFillDocument } from "./fill-document";

let world: FlowWorld;
beforeAll(async () => {
  world = await openFlowWorld({ service: { companies: 2_000 } });
});
afterAll(() => world.close());

/** Every so many host calls, to be quick; `CRASH_STEP=1 npx jest test/flow/companies/crashes` tries every single one. */
const STEP = Number(process.env.CRASH_STEP ?? 13);

/** Three slices. */
const PAGES = 9;

/** After this nothing is free any more. */
const MONTH_MS = 31 * 24 * 60 * 60 * 1_000;

/** The page is closed after a lost call and opened again: another driver goes on, whatever it finds. */
async function fillWhateverHappens(document: FillDocument, fillId: string, from: number): Promise<number> {
  let calls = 0;
  const live = killAt(world, from);
  const untrace = world.host.onTrace(({ event }) => {
    if (event === "call") calls++;
  });
  let end = await document.driveFill(
    { id: fillId },
    {
      calls: {
        async fillPages(request) {
          const result = await document.call("fillPages", request);
          // Not to be asked again by this driver.
          return result.ok ? result : { ...result, code: "RUN_GONE" };
        },
        endFill: (request) => document.call("endFill", request),
      },
    },
  );
  for (let tries = 0; end.state !== "finished" && tries < 5; tries++) end = await document.goOn(fillId);
  untrace();
  live();
  expect({ from, state: end.state, stop: end.stop }).toEqual({ from, state: "finished", stop: null });
  return calls;
}

const spent = (): number => world.service.controls.ledger().reduce((sum, { halves }) => sum + halves, 0);

async function fillKilledAt(at: number): Promise<{ names: string[]; halves: number; calls: number }> {
  world.service.controls.moveClock(MONTH_MS);
  const document = openFillDocument(world);
  const before = spent();
  const { id } = await document.startFill({ pages: PAGES });
  const calls = await fillWhateverHappens(document, id, at);
  const [fill] = dataOf(await document.call("findFills"));
  expect({ at, done: fill?.pagesDone, rows: fill?.rows }).toEqual({ at, done: PAGES, rows: PAGES * 25 });
  return { names: document.names(), halves: spent() - before, calls };
}

describe("a fill whose execution dies", () => {
  test("after any host call leaves, gone on with, the same rows in the same order, and costs not one credit more", async () => {
    const calm = await fillKilledAt(0);
    expect(calm.halves).toBe(2 * PAGES);
    expect(calm.calls).toBeGreaterThan(60);
    for (let at = 1; at <= calm.calls; at += STEP) {
      const { names, halves } = await fillKilledAt(at);
      expect({ at, halves, rows: names.length }).toEqual({ at, halves: calm.halves, rows: calm.names.length });
      expect(names).toEqual(calm.names);
    }
  }, 120_000);
});
