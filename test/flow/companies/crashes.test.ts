import process from "node:process";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { FillCalls, FillEnd } from "../../../sidebar/driver/fill-driver";
import { dataOf } from "../support/flow-world";
import { countCalls, killAt } from "../support/kill-execution";
import { press } from "../support/press-again";
import { type FillDocument, openFillDocument } from "./fill-document";
import { type FillWorld, MONTH_MS, openFillWorld } from "./fill-world";

let world: FillWorld;
beforeAll(async () => {
  world = await openFillWorld();
});
afterAll(() => world.close());

/** Every so many host calls, to be quick; `CRASH_STEP=1 npx jest test/flow/companies/crashes` tries every single one. */
const STEP = Number(process.env.CRASH_STEP ?? 13);

/** Three slices. */
const PAGES = 9;

const KILLED_PAGES = 24;

/** While pages are asked, when they are bought, and when they are written. */
const KILLED_CALLS = [8, 20, 32];

/** Ends at a lost call, as a page that is closed: it is not asked again by the same driver. */
const closingPage = ({ call }: FillDocument): FillCalls => ({
  async fillPages(request) {
    const result = await call("fillPages", request);
    return result.ok ? result : { ...result, code: "RUN_GONE" };
  },
  endFill: (request) => call("endFill", request),
});

/** Starts and drives; after a lost call the page is opened again, and goes on with what is there, or starts again. */
async function fillWhateverHappens(document: FillDocument, at: number): Promise<void> {
  let end: FillEnd | null = null;
  for (let tries = 0; end?.state !== "finished" && tries < 7; tries++) {
    const [fill] = await press(() => document.call("findFills"));
    if (!fill) {
      const started = await document.tryStart({ pages: PAGES });
      if (started.ok) end = await document.driveFill(started.data, { calls: closingPage(document) });
    } else if (tries > 0) end = await document.goOn(fill.id);
  }
  expect({ at, state: end?.state, stop: end?.stop }).toEqual({ at, state: "finished", stop: null });
}

const spent = (): number => world.service.controls.ledger().reduce((sum, { halves }) => sum + halves, 0);

interface Filled {
  names: string[];
  halves: number;
  sheets: string[];
}

async function fillKilledAt(at: number): Promise<Filled> {
  world.service.controls.moveClock(MONTH_MS);
  const document = openFillDocument(world);
  const before = spent();
  const live = killAt(world, at);
  await fillWhateverHappens(document, at);
  live();
  const [fill] = dataOf(await document.call("findFills"));
  expect({ at, done: fill?.pagesDone, rows: fill?.rows }).toEqual({ at, done: PAGES, rows: PAGES * 25 });
  const sheets = document.document.workbook.sheets().map(({ name }) => name);
  return { names: document.names(), halves: spent() - before, sheets };
}

describe("a fill whose execution dies", () => {
  test("after any host call leaves the same rows in the same order in one sheet, and costs not one credit more", async () => {
    const undisturbed: Filled[] = [];
    const calls = await countCalls(world, async () => {
      undisturbed.push(await fillKilledAt(0));
    });
    const [calm] = undisturbed;
    expect(calm).toMatchObject({ halves: 2 * PAGES, sheets: ["Leads", "Companies"] });
    expect(calls).toBeGreaterThan(90);
    for (let at = 1; at <= calls; at += STEP) expect({ at, ...(await fillKilledAt(at)) }).toEqual({ at, ...calm });
  });

  test("again and again before and after each of its writes fills each page once", async () => {
    world.service.controls.moveClock(MONTH_MS);
    const document = openFillDocument(world);
    const before = spent();
    const fill = await document.startFill({ pages: KILLED_PAGES });
    const killedAt = new Set<number>();
    const pagesDone = async (): Promise<number> => dataOf(await document.call("findFills"))[0]?.pagesDone ?? 0;
    for (let done = 0; done < KILLED_PAGES; done = await pagesDone()) {
      for (const call of KILLED_CALLS) {
        killedAt.add(await pagesDone());
        const live = killAt(world, call);
        // The page is the same: it holds the ticket that its dead slice has left.
        const end = await document.driveFill(fill, { calls: closingPage(document), driverId: "killed" });
        live();
        expect({ done, call, state: end.state }).toEqual({ done, call, state: "paused" });
        dataOf(await document.call("resumeFill", fill.id, false));
      }
      await document.driveUntil(fill, done + 1);
      await document.call("resumeFill", fill.id, false);
    }
    expect([...killedAt]).toEqual([0, 4, 8, 12, 16, 20]);
    expect(spent() - before).toBe(2 * KILLED_PAGES);
    const calm = openFillDocument(world);
    await calm.fill({ pages: KILLED_PAGES });
    expect(document.names()).toEqual(calm.names());
  });
});
