import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { dataOf } from "../support/flow-world";
import { type FillDocument, fillCalls, openFillDocument } from "./fill-document";
import { type FillWorld, openFillWorld } from "./fill-world";

const COLLEAGUE = "bob@company.example";
const PAGES = 12;

let world: FillWorld;
let paidBefore: number;
beforeAll(async () => {
  world = await openFillWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.beginAnew(["sandbox-key", "free-key"]);
  paidBefore = world.service.controls.ledger().length;
});

/** Pages that each team has paid for. */
function paid(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { teamId } of world.service.controls.ledger().slice(paidBefore))
    counts[teamId] = (counts[teamId] ?? 0) + 1;
  return counts;
}

/** Each page stands there once, in its order. */
async function expectWhole(document: FillDocument): Promise<void> {
  const calm = openFillDocument(world);
  await calm.fill({ pages: PAGES });
  expect(document.names()).toEqual(calm.names());
}

describe("a key in the middle of a fill", () => {
  test("that is taken back ends it with what is done kept; another one of the team goes on when the user agrees", async () => {
    const document = openFillDocument(world);
    let calls = 0;
    world.service.fetch = async (request) =>
      ++calls > 5
        ? Response.json({ error: true, error_code: "INVALID_API_KEY" }, { status: 400 })
        : world.fetchOfService(request);
    const end = await document.fill({ pages: PAGES });
    expect(end).toMatchObject({ state: "paused", stop: { code: "INVALID_API_KEY" } });
    expect(end.fill).toMatchObject({ state: "paused", pagesDone: 5, rows: 125, spentHalves: 10, unwritten: null });
    world.service.fetch = world.fetchOfService;
    dataOf(await document.call("checkAndSaveKey", "sandbox-colleague-key"));
    const { id = "" } = end.fill ?? {};
    expect(await document.call("resumeFill", id, false)).toMatchObject({ ok: false, code: "OTHER_KEY" });
    const resumed = dataOf(await document.call("resumeFill", id, true));
    const goneOn = await document.driveFill(resumed);
    expect(goneOn).toMatchObject({ state: "finished", fill: { pagesDone: PAGES, spentHalves: 2 * PAGES } });
    expect(paid()).toEqual({ "sandbox-team": PAGES });
    await expectWhole(document);
  });

  test("of another team pays for the pages that are still to come, and no others", async () => {
    const document = openFillDocument(world);
    const fill = await document.startFill({ pages: PAGES });
    await document.driveUntil(fill, 5);
    dataOf(await document.call("checkAndSaveKey", "free-key"));
    expect(dataOf(await document.call("findFills"))[0]).toMatchObject({ isYourKey: false, state: "paused" });
    const resumed = dataOf(await document.call("resumeFill", fill.id, true));
    expect(await document.driveFill(resumed)).toMatchObject({ state: "finished", fill: { isYourKey: true } });
    expect(paid()).toEqual({ "sandbox-team": 5, "free-team": PAGES - 5 });
    await document.call("removeKey");
    await expectWhole(document);
  });
});

describe("a colleague", () => {
  test("with the same key drives along: each page is asked and written once", async () => {
    const document = openFillDocument(world);
    const fill = await document.startFill({ pages: PAGES });
    const [own, other] = await Promise.all([
      document.driveFill(fill),
      document.driveFill(fill, { calls: fillCalls(document.callAs(COLLEAGUE)) }),
    ]);
    expect([own.state, other.state]).toEqual(["finished", "finished"]);
    expect(
      document
        .pagesAsked()
        .map(({ page }) => page)
        .sort((a, b) => a - b),
    ).toEqual(Array.from({ length: PAGES }, (_, i) => i + 1));
    expect(paid()).toEqual({ "sandbox-team": PAGES });
    await expectWhole(document);
  });

  test("with a key of another team takes a running fill over; who drove it before lets go of it", async () => {
    const document = openFillDocument(world);
    const callBob = document.callAs(COLLEAGUE);
    dataOf(await callBob("checkAndSaveKey", "free-key"));
    const fill = await document.startFill({ pages: PAGES });
    let bobs: ReturnType<FillDocument["driveFill"]> | null = null;
    const before = await document.driveFill(fill, {
      async onProgress(progress) {
        if (progress.fill.pagesDone < 5 || bobs) return;
        bobs = callBob("resumeFill", fill.id, true).then((resumed) =>
          document.driveFill(dataOf(resumed), { calls: fillCalls(callBob) }),
        );
      },
    });
    expect(before).toMatchObject({ state: "paused", stop: { code: "OTHER_KEY" }, fill: { state: "running" } });
    expect(await bobs).toMatchObject({ state: "finished", stop: null, fill: { pagesDone: PAGES, isYourKey: true } });
    const { "sandbox-team": anns = 0, "free-team": his = 0 } = paid();
    expect(anns).toBeGreaterThanOrEqual(5);
    expect(his).toBeGreaterThan(0);
    expect(anns + his).toBe(PAGES);
    await expectWhole(document);
  });

  test("with another key who does not agree leaves it alone", async () => {
    const document = openFillDocument(world);
    const callBob = document.callAs(COLLEAGUE);
    dataOf(await callBob("checkAndSaveKey", "free-key"));
    const fill = await document.startFill({ pages: PAGES });
    await document.driveUntil(fill, 5);
    dataOf(await document.call("resumeFill", fill.id, false));
    const [own, bobs] = await Promise.all([
      document.driveFill(fill),
      document.driveFill(fill, { calls: fillCalls(callBob) }),
    ]);
    expect(bobs).toMatchObject({ stop: { code: "OTHER_KEY" } });
    expect(own).toMatchObject({ state: "finished", fill: { state: "finished" } });
    expect(paid()).toEqual({ "sandbox-team": PAGES });
  });
});
