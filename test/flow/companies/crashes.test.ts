import { describe, expect, test } from "@jest/globals";
import type { JobCalls } from "../../../src/driver/driver";
import { dataOf, jobWorld } from "../jobs/job-document";
import { fieldIn } from "../support/flow-world";
import { callsToKill, killAt, press, traceCalls } from "../support/kill-execution";
import { momentStep } from "../support/moments";
import { COLUMNS, type FillDocument, type FillEnd, MONTH_MS, openFillDocument } from "./fill-document";

const world = jobWorld({ service: { companies: 2_000 } });

const STEP = momentStep(251);

const PAGES = 9;

const KILLED_PAGES = 20;

/** While pages are asked, when they are bought, and when they are written. */
const KILLED_CALLS = [8, 30, 60];

/** Ends at a lost call, as a page that is closed: nothing is asked or written again by the same driver. */
function closingPage({ calls }: FillDocument): JobCalls {
  const closed = { ok: false, code: "JOB_TAKEN_OVER", message: "The page is closed.", remedy: "" } as const;
  let isClosed = false;
  return {
    async step(request) {
      const result = isClosed ? closed : await calls.step(request);
      isClosed ||= !result.ok;
      return isClosed ? closed : result;
    },
    end: async (request) => (isClosed ? { ...closed, code: "JOB_GONE" } : calls.end(request)),
  };
}

/** Starts and drives; after a lost call the page is opened again, and goes on with what is there, or starts again. */
async function fillWhateverHappens(document: FillDocument, at: number): Promise<string> {
  let end: FillEnd | null = null;
  for (let tries = 0; end?.state !== "finished" && tries < 7; tries++) {
    const [job] = await press(() => document.call("listJobs"));
    if (!job) {
      const started = await document.tryStartFill({ pages: PAGES });
      if (started.ok) end = await document.driveFill(started.data, { calls: closingPage(document) });
    } else end = await document.goOn(job.id);
  }
  expect({ at, state: end?.state, stop: end?.stop }).toEqual({ at, state: "finished", stop: null });
  return end?.id ?? "";
}

const spent = (): number => world.service.controls.ledger().reduce((sum, { halves }) => sum + halves, 0);
const sheetIdOf = ({ document }: FillDocument, wanted: string): number =>
  document.workbook.sheets().find(({ name }) => name === wanted)?.sheetId ?? 0;
const sheetsOf = ({ document }: FillDocument): string[] => document.workbook.sheets().map(({ name }) => name);

interface Filled {
  names: string[];
  halves: number;
  sheets: string[];
  header: ReturnType<FillDocument["header"]>;
  /** Nothing of the fill is left when it is undone. */
  left: string[];
}

/** @param killed what is killed: filling, or undoing it afterwards */
async function fillKilledAt(at: number, killed: "filling" | "undoing"): Promise<Filled> {
  world.service.controls.moveClock(MONTH_MS);
  const document = openFillDocument(world);
  const before = spent();
  const live = killAt(world, killed === "filling" ? at : 0);
  const id = await fillWhateverHappens(document, at);
  live();
  const job = await document.last();
  const { pages, rows } = job.written ?? {};
  expect({ at, pages, rows }).toEqual({ at, pages: PAGES, rows: PAGES * 25 });
  // Never more than the dry run, and less only where the service has told so.
  expect({ at, told: job.spent.halves }).toEqual({ at, told: 2 * PAGES });
  const filled = {
    names: document.names(),
    halves: spent() - before,
    sheets: sheetsOf(document),
    header: document.header("Companies"),
  };
  const liveAgain = killAt(world, killed === "undoing" ? at : 0);
  for (let tries = 0; tries < 3; tries++) {
    const [left] = await press(() => document.call("listJobs"));
    if (left) await document.call("undoJob", { jobId: id, do: "undo", others: "keep" });
  }
  liveAgain();
  expect({ at, jobs: dataOf(await document.call("listJobs")) }).toEqual({ at, jobs: [] });
  return { ...filled, left: sheetsOf(document) };
}

describe("a fill whose execution dies", () => {
  test("after any host call leaves the same rows in the same order under the same header in one sheet, and costs not one credit more @slow", async () => {
    const undisturbed: Filled[] = [];
    const calls = await traceCalls(world, async () => {
      undisturbed.push(await fillKilledAt(0, "filling"));
    });
    const [calm] = undisturbed;
    expect(calm).toMatchObject({ halves: 2 * PAGES, sheets: ["Leads", "Companies"], left: ["Leads"] });
    expect(calls.length).toBeGreaterThan(90);
    expect(calm?.header.frozenRows).toBe(1);
    expect(calm?.header.notes.map((note) => fieldIn(note) ?? null)).toEqual([
      ...COLUMNS.slice(0, 2),
      null,
      ...COLUMNS.slice(2),
    ]);
    for (const at of callsToKill(calls, STEP))
      expect({ at, ...(await fillKilledAt(at, "filling")) }).toEqual({ at, ...calm });
  });

  test("while it is undone is undone when the button is pressed again", async () => {
    for (let at = 1; at <= 60; at += STEP)
      expect(await fillKilledAt(at, "undoing")).toMatchObject({ left: ["Leads"], halves: 2 * PAGES });
  });

  test("again and again before and after each of its writes fills each page once @slow", async () => {
    world.service.controls.moveClock(MONTH_MS);
    const document = openFillDocument(world);
    const before = spent();
    let { job } = await document.startFill({ pages: KILLED_PAGES });
    for (let round = 0; round < 5; round++) {
      for (const call of KILLED_CALLS) {
        const resumed = await document.resume(job.id);
        const live = killAt(world, call);
        await document.driveFill(resumed, { calls: closingPage(document) });
        live();
      }
      ({ job } = await document.driveUntil(await document.resume(job.id), 4 * (round + 1)));
    }
    const end = await document.goOn(job.id);
    expect(end).toMatchObject({ state: "finished", written: { pages: KILLED_PAGES } });
    expect(spent() - before).toBe(2 * KILLED_PAGES);
    const calm = openFillDocument(world);
    await calm.fill({ pages: KILLED_PAGES });
    expect(document.names()).toEqual(calm.names());
  });

  test("between the columns of a page, one of which is written at a time as Google fails, leaves no company in part", async () => {
    const shown = ({ user }: FillDocument): string[][] =>
      user.keyboard.shows("Companies", "A1:H60").map((cells) => cells.toSpliced(2, 1));
    const calm = openFillDocument(world);
    await calm.fill({ pages: 2 });
    let died = 0;
    for (let columns = 1; columns <= 6; columns++) {
      const document = openFillDocument(world);
      const { job } = await document.startFill({ pages: 2 });
      let [writes, flushes] = [0, 0];
      const untrace = world.host.onTrace(({ event, detail, executionId }) => {
        if (event !== "call") return;
        if (detail === "Range.setValues" && ++writes === 2)
          world.host.settings.faults = [{ calls: ["Range.setValues"], at: [1, 2, 3] }];
        if (detail !== "SpreadsheetApp.flush" || writes < 2 || ++flushes !== columns) return;
        world.host.settings.crash = { executionId, callIndex: world.callIndex(executionId), when: "after" };
        died++;
      });
      await document.driveFill(await document.resume(job.id), { calls: closingPage(document) });
      untrace();
      world.host.settings.crash = null;
      world.host.settings.faults = [];
      expect(await document.goOn(job.id)).toMatchObject({ state: "finished", written: { rows: 50 } });
      expect({ columns, shown: shown(document) }).toEqual({ columns, shown: shown(calm) });
    }
    expect(died).toBe(6);
  });

  test("in the start, its sheet just made, leaves the sheet to the job that fills it next, whose undoing takes it", async () => {
    const calls = await traceCalls(world, () => openFillDocument(world).startFill());
    const document = openFillDocument(world);
    const live = killAt(world, calls.indexOf("Spreadsheet.insertSheet") + 1);
    await document.tryStartFill();
    live();
    expect(sheetsOf(document)).toEqual(["Leads", "Companies"]);
    const { id } = await document.fill({ target: { kind: "append", sheetId: sheetIdOf(document, "Companies") } });
    expect(await document.undo(id)).toMatchObject({ removesSheet: true });
    expect(sheetsOf(document)).toEqual(["Leads"]);
  });

  test("is no reason to take a sheet that somebody has made under the same name later @slow", async () => {
    const document = openFillDocument(world);
    await document.undo((await document.fill()).id);
    document.user.keyboard.addSheet("Companies");
    const { id } = await document.fill({ target: { kind: "append", sheetId: sheetIdOf(document, "Companies") } });
    expect(await document.undo(id)).toMatchObject({ removesSheet: false });
    expect(sheetsOf(document)).toEqual(["Leads", "Companies"]);
  });
});

describe("a write that dies when its rows are there, before it can say so", () => {
  type Write = Extract<Parameters<JobCalls["step"]>[0], { do: "write" }>;

  /** The pages of a search as a driver hands them over. */
  async function boughtPages(pages: number): Promise<Write["entries"]> {
    const document = openFillDocument(world);
    const entries: Write["entries"] = [];
    const { step, end } = document.calls;
    const noting: JobCalls = {
      step(request) {
        if (request.do === "write") entries.push(...request.entries);
        return step(request);
      },
      end,
    };
    await document.fill({ pages }, { calls: noting });
    return entries;
  }

  test("is not repeated, though somebody has deleted as many rows meanwhile", async () => {
    const pages = await boughtPages(5);
    const [first, second] = [pages.slice(0, 3), pages.slice(3)];

    /** The first pages are in the sheet. */
    async function begin() {
      const document = openFillDocument(world);
      const { job } = await document.startFill({ pages: 5 });
      const write = (entries: Write["entries"], isFresh: boolean) =>
        document.call("stepJob", { do: "write", jobId: job.id, epoch: job.epoch, entries, isFresh, waitMs: 0 });
      expect(await write(first, true)).toMatchObject({ ok: true, data: { writtenKeys: ["0.1", "0.2", "0.3"] } });
      return { document, write };
    }

    const calm = await begin();
    const calls = await traceCalls(world, () => calm.write(second, false));
    const flush = calls.indexOf("SpreadsheetApp.flush", calls.indexOf("Range.setValues"));
    const { document, write } = await begin();
    const live = killAt(world, flush + 1);
    expect(await write(second, false)).toMatchObject({ ok: false });
    live();
    expect(document.names()).toHaveLength(125);
    // The list ends where the first pages have ended, and has more of the second ones than a write reads at its end.
    document.user.keyboard.delete("Companies", "rows", 2, 50);
    // The sheet is the dead execution's for a minute.
    await document.clock.sleep(2 * 60_000);
    expect(await write(second, false)).toMatchObject({ ok: true, data: { writtenKeys: ["0.4", "0.5"] } });
    expect(document.names()).toHaveLength(75);
    expect(new Set(document.names()).size).toBe(75);
  });
});
