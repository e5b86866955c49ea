import { beforeEach, describe, expect, test } from "@jest/globals";
import type { StartedJob } from "../../../src/jobs/views";
import { dataOf, jobWorld } from "../jobs/job-document";
import { beginAnew, type FillDocument, MONTH_MS, openFillDocument } from "./fill-document";

const world = jobWorld({ service: { companies: 2_000 } });
beforeEach(() => beginAnew(world, ["sandbox-key"]));

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

/** The execution ends when it has written the first pages, before it can say so, and the page is closed. */
async function dieWriting(document: FillDocument, started: StartedJob): Promise<void> {
  const { settings } = world.host;
  let isDead = false;
  let writes = 0;
  settings.betweenCalls = (callIndex, name) => {
    // The columns are named first.
    if (name === "Range.setValues" && ++writes === 2) settings.crash = { callIndex, when: "after" };
  };
  await document.driveFill(started, {
    calls: {
      ...document.calls,
      async step(request) {
        const result = isDead ? null : await document.calls.step(request);
        isDead ||= !result?.ok;
        return result?.ok && !isDead ? result : { ok: false, code: "JOB_TAKEN_OVER", message: "", remedy: "" };
      },
      end: async () => ({ ok: false, code: "JOB_GONE", message: "", remedy: "" }),
    },
  });
  Object.assign(settings, { betweenCalls: null, crash: null });
  expect((await document.last()).written).toMatchObject({
    pages: 0,
    unwritten: { pages: expect.any(Number) },
  });
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
      written: { pages: 3 },
      job: { spent: { halves: 6 } },
    });
    expect(ledger() - before).toBe(3);
    expect(document.names()).toHaveLength(75);
  });

  test("when the account has no more credits, and goes on when it has @slow", async () => {
    const document = openFillDocument(world);
    world.service.controls.setAccount("sandbox-key", { credits: 2 });
    const end = await document.fill();
    expect(end).toMatchObject({ state: "paused", stop: { code: "INSUFFICIENT_CREDITS" }, written: { pages: 2 } });
    world.service.controls.setAccount("sandbox-key", { credits: 10 });
    const goneOn = await document.goOn(end.id);
    expect(goneOn).toMatchObject({
      state: "finished",
      written: { pages: 5, rows: 125 },
      job: { spent: { halves: 10 } },
    });
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
    expect(await document.call("resumeJob", { jobId: fill.job.id, withOwnKey: false })).toMatchObject({
      ok: false,
      code: "OTHER_KEY",
    });
    const resumed = dataOf(await document.call("resumeJob", { jobId: fill.job.id, withOwnKey: true }));
    expect(await document.driveFill(resumed)).toMatchObject({
      state: "finished",
      written: { rows: 50 },
      job: { isYourKey: true },
    });
    await document.call("removeKey");
  });

  test("when the sheet is protected: what was bought is told, and none is written @slow", async () => {
    const document = openFillDocument(world, [["Notes"]], { owner: "somebody@company.example" });
    const fill = await document.startFill();
    const before = ledger();
    document.document.as("somebody@company.example").keyboard.protect("Companies", "A2:F1000", []);
    const end = await document.driveFill(fill);
    expect(end).toMatchObject({ state: "paused", stop: { code: "NOT_WRITTEN" } });
    expect(end.written).toMatchObject({ pages: 0, rows: 0, unwritten: { pages: 5 } });
    expect(ledger() - before).toBe(5);
  });

  test("when the spreadsheet is full, and goes on when there is room again @slow", async () => {
    const document = openFillDocument(world);
    const before = ledger();
    const fill = await document.startFill({ pages: 20 });
    document.user.keyboard.delete("Companies", "rows", 30, 970);
    for (let i = 0; i < 8; i++) document.user.keyboard.insert("Leads", "rows", 2, 47_900);
    const end = await document.driveFill(fill);
    expect(end).toMatchObject({
      state: "paused",
      stop: { code: "SHEET_FULL" },
      written: { pages: expect.any(Number) },
    });
    expect(end.written.rows).toBeGreaterThanOrEqual(325);
    document.user.keyboard.delete("Leads", "rows", 2, 20_000);
    expect(await document.goOn(fill.job.id)).toMatchObject({ state: "finished", written: { pages: 20, rows: 500 } });
    expect(ledger() - before).toBe(20);
  });

  test("when the sheet is deleted", async () => {
    const document = openFillDocument(world);
    const fill = await document.startFill();
    document.user.keyboard.deleteSheet("Companies");
    expect(await document.driveFill(fill)).toMatchObject({ state: "paused", stop: { code: "LIST_GONE" } });
  });

  test("when what the search finds changes under way; resumed, it goes by what is found now @slow", async () => {
    const document = openFillDocument(world);
    answerOtherwise(({ pagination }, page) => {
      if (page >= 4) pagination.total_count *= 2;
    });
    const end = await document.fill();
    expect(end).toMatchObject({ state: "paused", stop: { code: "TOTALS_CHANGED" }, written: { pages: 3, rows: 75 } });
    const goneOn = await document.goOn(end.id);
    expect(goneOn).toMatchObject({ state: "finished", written: { pages: 5, rows: 125 } });
  });

  test("when a page is charged again that was paid for @slow", async () => {
    const document = openFillDocument(world);
    const fill = await document.startFill();
    await dieWriting(document, fill);
    answerOtherwise((answer) => {
      answer.free = false;
    });
    const end = await document.goOn(fill.job.id);
    expect(end).toMatchObject({ state: "paused", stop: { code: "CHARGED_AGAIN" } });
    world.service.fetch = world.fetchOfService;
    expect(await document.goOn(fill.job.id)).toMatchObject({ state: "finished", written: { rows: 125 } });
  });

  test("and resumed a month later goes on, though what is not in the sheet has to be paid again, as was said", async () => {
    const document = openFillDocument(world);
    const before = ledger();
    const fill = await document.startFill();
    await dieWriting(document, fill);
    const bought = ledger() - before;
    await document.clock.sleep(MONTH_MS);
    const left = await document.last();
    expect(left.written?.unwritten?.freeUntilMs).toBeLessThan(document.clock.now());
    const end = await document.goOn(fill.job.id);
    expect(end).toMatchObject({ state: "finished", written: { pages: 5, rows: 125 } });
    expect(end.job.spent.halves).toBe(2 * (bought + 5));
    expect(ledger() - before).toBe(bought + 5);
  });

  test("and resumed after a month counts an answer that was lost as paid for, within its limit", async () => {
    const document = openFillDocument(world);
    const before = ledger();
    world.service.controls.addFault({ kind: "reset-after", times: 100 });
    const { job } = await document.fill({ pages: 2, capHalves: 4 });
    await document.clock.sleep(MONTH_MS / 2);
    await document.goOn(job.id);
    world.service.controls.clearFaults();
    expect(ledger() - before).toBe(1);
    await document.clock.sleep(MONTH_MS / 2);
    expect((await document.last()).spent).toMatchObject({ halves: 2, heldHalves: 0, isExact: false });
    expect(await document.goOn(job.id)).toMatchObject({ state: "paused", stop: { code: "CAP_REACHED" } });
    expect(ledger() - before).toBe(2);
    expect((await document.last()).spent).toMatchObject({ halves: 4, isExact: false });
  });

  test("but not when the user pauses it while its last pages are on their way into the sheet: it is done", async () => {
    const document = openFillDocument(world);
    const driver = document.driver(await document.startFill({ pages: 2 }), {
      onProgress: ({ answered }) => {
        if (answered === 2) driver.pause();
      },
    });
    const { state, progress } = await driver.run();
    expect([state, progress.written?.pages, (await document.last()).state]).toEqual(["finished", 2, "finished"]);
  });

  test("when the user pauses or stops it: nothing is asked after the press, and what is on its way is written", async () => {
    for (const state of ["paused", "stopped"] as const) {
      const document = openFillDocument(world);
      const fill = await document.startFill({ pages: 40 });
      let askedAtPress = 0;
      const driver = document.driver(fill, {
        onProgress: ({ written }) => {
          if ((written?.pages ?? 0) < 1 || askedAtPress > 0) return;
          askedAtPress = document.pagesAsked().length;
          if (state === "paused") driver.pause();
          else driver.stop();
        },
      });
      expect(await driver.run()).toMatchObject({ state, stop: null });
      const { written } = await document.last();
      expect(document.pagesAsked()).toHaveLength(written?.pages ?? 0);
      // Calls that were sent already come back; what waited for its turn was called off.
      expect(document.pagesAsked().length - askedAtPress).toBeLessThanOrEqual(10);
      expect(written?.unwritten).toBeNull();
    }
  });
});
