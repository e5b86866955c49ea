import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { dataOf } from "../support/flow-world";
import { type FillDocument, openFillDocument } from "./fill-document";
import { type FillWorld, MONTH_MS, openFillWorld } from "./fill-world";

let world: FillWorld;
beforeAll(async () => {
  world = await openFillWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.beginAnew(["sandbox-key"]);
});

/** Changes the answers of company searches. */
interface PageAnswer {
  free: boolean;
  pagination: { total_count: number };
}

function answerOtherwise(change: (answer: PageAnswer, page: number) => void): void {
  world.service.fetch = async (request) => {
    const { page = 0 } = JSON.parse((await request.clone().text()) || "{}");
    const answer = await world.fetchOfService(request);
    if (!request.url.endsWith("search-company")) return answer;
    const body = (await answer.json()) as PageAnswer;
    if (body.pagination) change(body, page);
    return Response.json(body, { status: answer.status });
  };
}

const firstSlice = (fillId: string) => ({
  fillId,
  driverId: "dead",
  isFirst: true,
  held: [],
  attempts: 0,
  isAlone: false,
  unspentHalves: 0,
  freeAnswers: 0,
  waitMs: 0,
});
/** The execution ends when it has written the first page, before it can say so. */
async function dieWriting(document: FillDocument, fillId: string): Promise<void> {
  const { settings } = world.host;
  settings.betweenCalls = (callIndex, name) => {
    if (name === "Range.setValues") settings.crash = { callIndex, when: "after" };
  };
  expect(await document.call("fillPages", firstSlice(fillId))).toMatchObject({ ok: false });
  Object.assign(settings, { betweenCalls: null, crash: null });
  const [dead] = dataOf(await document.call("findFills"));
  expect(dead).toMatchObject({ pagesDone: 0, unwritten: { pages: 1 } });
}

const ledger = (): number => world.service.controls.ledger().length;

describe("a fill ends early with what is done kept", () => {
  test("when the credits that were allowed are spent, to the half credit", async () => {
    const document = openFillDocument(world);
    const before = ledger();
    const end = await document.fill({ capHalves: 7 });
    expect(end).toMatchObject({
      state: "paused",
      stop: { code: "CAP_REACHED" },
      fill: { pagesDone: 3, spentHalves: 6 },
    });
    expect(ledger() - before).toBe(3);
    expect(document.names()).toHaveLength(75);
  });

  test("when the account has no more credits, and goes on when it has", async () => {
    const document = openFillDocument(world);
    world.service.controls.setAccount("sandbox-key", { credits: 2 });
    const end = await document.fill();
    expect(end).toMatchObject({ state: "paused", stop: { code: "INSUFFICIENT_CREDITS" }, fill: { pagesDone: 2 } });
    world.service.controls.setAccount("sandbox-key", { credits: 10 });
    const goneOn = await document.goOn(end.fill?.id ?? "");
    expect(goneOn).toMatchObject({ state: "finished", fill: { pagesDone: 5, rows: 125, spentHalves: 10 } });
  });

  test("when the plan no longer has a filter", async () => {
    const document = openFillDocument(world);
    const fill = await document.startFill({ pages: 3 });
    world.service.controls.setAccount("sandbox-key", { plan: "FREE" });
    const end = await document.driveFill(fill);
    expect(end.stop).toMatchObject({
      code: "PLAN_REQUIRED",
      message: expect.stringContaining("company_type (STARTER+)"),
    });
  });

  test("when the key is another one, until the user agrees", async () => {
    const document = openFillDocument(world);
    const fill = await document.startFill({ pages: 2 });
    dataOf(await document.call("checkAndSaveKey", "sandbox-colleague-key"));
    expect(await document.driveFill(fill)).toMatchObject({ state: "paused", stop: { code: "OTHER_KEY" } });
    expect(await document.call("resumeFill", fill.id, false)).toMatchObject({ ok: false, code: "OTHER_KEY" });
    const resumed = dataOf(await document.call("resumeFill", fill.id, true));
    expect(await document.driveFill(resumed)).toMatchObject({ state: "finished", fill: { isYourKey: true, rows: 50 } });
    await document.call("removeKey");
  });

  test("when the sheet is protected: one page is bought, none is written", async () => {
    const document = openFillDocument(world, [["Notes"]], { owner: "somebody@company.example" });
    const fill = await document.startFill();
    const before = ledger();
    document.document.as("somebody@company.example").keyboard.protect("Companies", "A2:F1000", []);
    const end = await document.driveFill(fill);
    expect(end).toMatchObject({ state: "paused", stop: { code: "PROTECTED" } });
    expect(end.fill).toMatchObject({ pagesDone: 0, rows: 0, unwritten: { pages: 1 } });
    expect(ledger() - before).toBe(1);
  });

  test("when the spreadsheet is full, and goes on when there is room again", async () => {
    const document = openFillDocument(world);
    const fill = await document.startFill({ pages: 20 });
    document.user.keyboard.delete("Companies", "rows", 30, 970);
    for (let i = 0; i < 8; i++) document.user.keyboard.insert("Leads", "rows", 2, 47_900);
    const end = await document.driveFill(fill);
    expect(end).toMatchObject({ state: "paused", stop: { code: "SHEET_FULL" }, fill: { pagesDone: 13, rows: 325 } });
    document.user.keyboard.delete("Leads", "rows", 2, 20_000);
    const before = ledger();
    expect(await document.goOn(fill.id)).toMatchObject({ state: "finished", fill: { pagesDone: 20, rows: 500 } });
    // Four of them had been bought already.
    expect(ledger() - before).toBe(3);
  });

  test("when the sheet is deleted", async () => {
    const document = openFillDocument(world);
    const fill = await document.startFill();
    document.user.keyboard.deleteSheet("Companies");
    expect(await document.driveFill(fill)).toMatchObject({ state: "paused", stop: { code: "SHEET_GONE" } });
  });

  test("when what the search finds changes under way, and takes it for true when gone on with", async () => {
    const document = openFillDocument(world);
    answerOtherwise(({ pagination }, page) => {
      if (page >= 4) pagination.total_count += 1;
    });
    const end = await document.fill();
    expect(end).toMatchObject({ state: "paused", stop: { code: "TOTALS_CHANGED" }, fill: { pagesDone: 3, rows: 75 } });
    const goneOn = await document.goOn(end.fill?.id ?? "");
    expect(goneOn).toMatchObject({ state: "finished", fill: { pagesDone: 5, rows: 125 } });
  });

  test("when a page is charged again that was paid for", async () => {
    const document = openFillDocument(world);
    const fill = await document.startFill();
    await dieWriting(document, fill.id);
    answerOtherwise((answer) => {
      answer.free = false;
    });
    const end = await document.goOn(fill.id);
    expect(end).toMatchObject({ state: "paused", stop: { code: "CHARGED_AGAIN" }, fill: { pagesDone: 4, rows: 100 } });
    world.service.fetch = world.fetchOfService;
    expect(await document.goOn(fill.id)).toMatchObject({ state: "finished", fill: { rows: 125 } });
  });

  test("and another month goes on, though what is not in the sheet is to be paid again, which was told", async () => {
    const document = openFillDocument(world);
    const before = ledger();
    const fill = await document.startFill();
    await dieWriting(document, fill.id);
    await document.clock.sleep(MONTH_MS);
    const [left] = dataOf(await document.call("findFills"));
    expect(left?.unwritten?.freeUntilMs).toBeLessThan(document.clock.now());
    const end = await document.goOn(fill.id);
    expect(end).toMatchObject({ state: "finished", fill: { pagesDone: 5, rows: 125, spentHalves: 12 } });
    expect(ledger() - before).toBe(6);
  });

  test("when the user pauses or stops it, after the slice under way", async () => {
    for (const state of ["paused", "stopped"] as const) {
      const document = openFillDocument(world);
      const fill = await document.startFill({ pages: 40 });
      const driver = document.createFiller(fill, {
        onProgress: () => (state === "paused" ? driver.pause() : driver.stop()),
      });
      expect(await driver.run()).toMatchObject({ state, stop: null, fill: { state, pagesDone: 1 } });
    }
  });
});
