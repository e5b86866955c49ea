import { beforeEach, describe, expect, test } from "@jest/globals";
import type { JobCalls } from "../../../src/driver/driver";
import { dataOf, jobWorld } from "../jobs/job-document";
import type { ServerCall } from "../support/flow-world";
import { beginAnew, type FillDocument, fillChoices, openFillDocument, planRequest } from "./fill-document";

const COLLEAGUE = "bob@company.example";
/** More than may be under way at a time. */
const PAGES = 40;

let paidBefore: number;
const world = jobWorld({ service: { companies: 2_000 } });
beforeEach(() => {
  beginAnew(world, ["sandbox-key", "free-key"]);
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
  test("that is revoked ends it with what is done kept; another one of the team goes on when the user agrees @slow", async () => {
    const document = openFillDocument(world);
    let calls = 0;
    world.service.fetch = async (request) =>
      ++calls > 5
        ? Response.json({ error: true, error_code: "INVALID_API_KEY" }, { status: 400 })
        : world.fetchOfService(request);
    const end = await document.fill({ pages: PAGES });
    expect(end).toMatchObject({ state: "paused", stop: { code: "INVALID_API_KEY" } });
    expect(end).toMatchObject({ written: { pages: 5, rows: 125, unwritten: null }, job: { state: "paused" } });
    expect(end.job.spent).toMatchObject({ halves: 10, isExact: true });
    world.service.fetch = world.fetchOfService;
    dataOf(await document.call("checkAndSaveKey", "sandbox-colleague-key"));
    const { id } = end;
    expect(await document.call("resumeJob", { jobId: id, withOwnKey: false })).toMatchObject({
      ok: false,
      code: "OTHER_KEY",
    });
    const resumed = dataOf(await document.call("resumeJob", { jobId: id, withOwnKey: true }));
    const goneOn = await document.driveFill(resumed);
    expect(goneOn).toMatchObject({
      state: "finished",
      written: { pages: PAGES },
      job: { spent: { halves: 2 * PAGES } },
    });
    expect(paid()).toEqual({ "sandbox-team": PAGES });
    await expectWhole(document);
  });

  test("of another team pays for the pages that are still to come, and no others @slow", async () => {
    const document = openFillDocument(world);
    const fill = await document.startFill({ pages: PAGES });
    await document.driveUntil(fill, 5);
    dataOf(await document.call("checkAndSaveKey", "free-key"));
    expect(dataOf(await document.call("listJobs"))[0]).toMatchObject({ isYourKey: false, state: "paused" });
    const resumed = dataOf(await document.call("resumeJob", { jobId: fill.job.id, withOwnKey: true }));
    expect(await document.driveFill(resumed)).toMatchObject({ state: "finished", job: { isYourKey: true } });
    const { "sandbox-team": first = 0, "free-team": rest = 0 } = paid();
    expect({ sum: first + rest, hasBoth: first >= 5 && rest > 0 }).toEqual({ sum: PAGES, hasBoth: first < PAGES });
    await document.call("removeKey");
    await expectWhole(document);
  });
});

const callsOf = (call: ServerCall): JobCalls => ({
  step: (request) => call("stepJob", request),
  end: (request) => call("endJob", request),
});

describe("a colleague", () => {
  test("with the same key who resumes a running fill takes it over: each page is paid and written once @slow", async () => {
    const document = openFillDocument(world);
    const callBob = document.callAs(COLLEAGUE);
    const fill = await document.startFill({ pages: PAGES });
    let bobs: ReturnType<FillDocument["driveFill"]> | null = null;
    const before = await document.driveFill(fill, {
      onProgress({ spent }) {
        if (!spent || bobs) return;
        bobs = callBob("resumeJob", { jobId: fill.job.id, withOwnKey: false }).then((resumed) =>
          document.driveFill(dataOf(resumed), { calls: callsOf(callBob) }),
        );
      },
    });
    expect(before).toMatchObject({ state: "paused", stop: { code: "JOB_TAKEN_OVER" } });
    expect(await bobs).toMatchObject({ state: "finished", stop: null, written: { pages: PAGES } });
    expect(paid()).toEqual({ "sandbox-team": PAGES });
    await expectWhole(document);
  });

  test("with a key of another team takes a running fill over when they agree to pay, and not before @slow", async () => {
    const document = openFillDocument(world);
    const callBob = document.callAs(COLLEAGUE);
    dataOf(await callBob("checkAndSaveKey", "free-key"));
    const fill = await document.startFill({ pages: PAGES });
    await document.driveUntil(fill, 1);
    expect(await callBob("resumeJob", { jobId: fill.job.id, withOwnKey: false })).toMatchObject({ code: "OTHER_KEY" });
    const resumed = dataOf(await callBob("resumeJob", { jobId: fill.job.id, withOwnKey: true }));
    const bobs = await document.driveFill(resumed, { calls: callsOf(callBob) });
    expect(bobs).toMatchObject({ state: "finished", stop: null, written: { pages: PAGES } });
    const { "sandbox-team": anns = 0, "free-team": his = 0 } = paid();
    expect({ sum: anns + his, hasBoth: anns > 0 }).toEqual({ sum: PAGES, hasBoth: true });
    await expectWhole(document);
  });

  test("who adds a page with a key of another team is told as free only that one, also once the list is undone @slow", async () => {
    const document = openFillDocument(world);
    const { call } = document;
    const callBob = document.callAs(COLLEAGUE);
    dataOf(await callBob("checkAndSaveKey", "free-key"));
    const { id: jobId } = await document.fill({ pages: 4 });
    const resumed = dataOf(await callBob("resumeJob", { jobId, withOwnKey: true, pages: 5 }));
    await document.driveFill(resumed, { calls: callsOf(callBob) });
    expect(paid()).toEqual({ "sandbox-team": 4, "free-team": 1 });

    const receiptsOf = async (by: ServerCall) => dataOf(await by("summariseJob", { jobId })).receipts;
    expect(await receiptsOf(callBob)).toMatchObject([
      { fromPage: 1, toPage: 4, isOtherKeys: true, freeUntilMs: 0 },
      { fromPage: 5, toPage: 5, isOtherKeys: false, freeUntilMs: expect.any(Number) },
    ]);
    expect(await receiptsOf(call)).toMatchObject([{ isOtherKeys: false }, { isOtherKeys: true }]);
    const pastOf = async (by: ServerCall) =>
      dataOf(await by("listPastJobs")).map(({ halves, paidWith }) => ({ halves, paidWith }));
    expect([await pastOf(call), await pastOf(callBob)]).toEqual(
      Array.from({ length: 2 }, () => [{ halves: 10, paidWith: "several keys" }]),
    );

    const told = async (by: ServerCall) => dataOf(await by("planJob", planRequest({ pages: 5 })));
    const expectTold = async (): Promise<void> => {
      expect(await told(call)).toMatchObject({ freePages: 4, maxHalves: 2 });
      expect(await told(callBob)).toMatchObject({ freePages: 1, maxHalves: 8 });
    };
    await expectTold();
    await document.undo(jobId);
    await expectTold();
    const again = dataOf(await callBob("startJob", fillChoices({ pages: 5 })));
    await document.driveFill(again, { calls: callsOf(callBob) });
    expect(paid()).toEqual({ "sandbox-team": 4, "free-team": 5 });
  });
});
