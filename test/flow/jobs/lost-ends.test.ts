import { describe, expect, test } from "@jest/globals";
import type { JobCalls } from "../../../src/driver/driver";
import type { StepRequest, WriteRequest } from "../../../src/jobs/protocol";
import type { StartedJob, WriteReport } from "../../../src/jobs/views";
import type { Refusal } from "../../../src/result";
import { fillChoices } from "../companies/fill-document";
import { createPersonInBetween } from "../support/person-in-between";
import { companies, domains, findChoices } from "./find-document";
import { dataOf, type JobDocument, jobWorld, SHEET } from "./job-document";
import { contacts } from "./lists";

const person = createPersonInBetween();
const world = jobWorld({ service: { companies: 1_000 }, settings: { betweenCalls: person.betweenCalls } });

const LOST: Refusal = { ok: false, code: "GOOGLE_FAILED", message: "NetworkError: Connection failure", remedy: "" };

/** A write that does not end the job. */
const withoutEnd = (request: StepRequest): StepRequest =>
  request.do === "write" ? { ...request, end: undefined } : request;

/** The first calls that end a job do not arrive, or their answers do not. */
function losingEnds({ calls }: JobDocument, count: number, isAnswer: boolean): JobCalls {
  let ends = 0;
  return {
    step: (request) => calls.step(withoutEnd(request)),
    async end(request) {
      if (++ends > count) return calls.end(request);
      if (isAnswer) await calls.end(request);
      return LOST;
    },
  };
}

/** The page is closed as soon as this many rows are written: it learns neither of them nor of anything later. */
function closedAfter({ calls }: JobDocument, rows: number): JobCalls {
  let written = 0;
  return {
    async step(request) {
      if (written >= rows) return LOST;
      const result = await calls.step(withoutEnd(request));
      if (result.ok && result.data.do === "write") written += result.data.writtenRows;
      return written >= rows ? LOST : result;
    },
    end: async () => LOST,
  };
}

const KINDS: [kind: string, start: (label: string) => Promise<{ document: JobDocument; started: StartedJob }>][] = [
  [
    "verifies emails",
    async (label) => {
      const document = world.open(contacts(30, label));
      return { document, started: await document.start() };
    },
  ],
  [
    "finds emails",
    async (label) => {
      const document = world.open(companies(domains(20, label)));
      return { document, started: await document.start(findChoices(document)) };
    },
  ],
  [
    "fills a list of companies",
    async () => {
      const document = world.open([["Notes"]]);
      return { document, started: await document.start(fillChoices({ pages: 3 })) };
    },
  ],
];

describe.each(KINDS)("a job that %s", (kind, start) => {
  const label = kind.slice(0, 3);

  test.each([
    [1, false],
    [3, false],
    [1, true],
    [3, true],
  ])("is finished though %i calls that end it are lost (only their answers: %s) @slow", async (count, isAnswer) => {
    const { document, started } = await start(`${label}${count}${isAnswer}`);
    const end = await document.drive(started, { calls: losingEnds(document, count, isAnswer) });
    expect(end).toMatchObject({ state: "finished", stop: null, job: { state: "finished" } });
    // The service does not tell what finding emails has cost.
    const spent = { isExact: label !== "fin" };
    expect(await document.last()).toMatchObject({ state: "finished", reason: "", spent });
  });

  test("whose every end is lost is finished by whoever resumes it, and asks nothing again @slow", async () => {
    const { document, started } = await start(`${label}all`);
    const end = await document.drive(started, { calls: losingEnds(document, 100, false) });
    expect(end).toMatchObject({ state: "finished", stop: null, job: null });
    const calls = world.service.controls.calls().length;
    expect(await document.drive(await document.resume(started.job.id))).toMatchObject({ state: "finished" });
    expect(world.service.controls.calls()).toHaveLength(calls);
    expect(await document.last()).toMatchObject({ state: "finished", reason: "" });
  });

  test("is finished again when it is resumed later, and asks nothing @slow", async () => {
    const { document, started } = await start(`${label}again`);
    await document.drive(started);
    const calls = world.service.controls.calls().length;
    expect(await document.drive(await document.resume(started.job.id))).toMatchObject({
      state: "finished",
      stop: null,
    });
    expect(world.service.controls.calls()).toHaveLength(calls);
  });

  test("is not ended by a driver that another has taken over from, neither at work nor when it is finished @slow", async () => {
    const { document, started } = await start(`${label}stale`);
    const { id: jobId, epoch } = started.job;
    await document.drive(started, { askAtMost: 1 });
    const resumed = await document.resume(jobId);
    const stale = { jobId, epoch, state: "paused", reason: "The job is finished.", hasLanded: true } as const;
    await document.calls.end(stale);
    expect(await document.last()).toMatchObject({ state: "running", reason: "", epoch: resumed.job.epoch });
    expect(await document.drive(resumed)).toMatchObject({ state: "finished", stop: null });
    await document.calls.end(stale);
    expect(await document.last()).toMatchObject({ state: "finished", reason: "" });
    // The page that was left behind hears that it is finished, and changes nothing either.
    expect(await document.drive(started)).toMatchObject({ state: "finished", stop: null });
    expect(await document.last()).toMatchObject({ state: "finished", reason: "" });
  });
});

test.each([
  ["with rows left in the first stretch", 60, 20],
  ["with the first stretch done", 450, 405],
])("what a page wrote last before it was closed counts as done, %s @slow", async (label, count, rows) => {
  const document = world.open(contacts(count, label.replace(/ /g, "")));
  const started = await document.start({ toAsk: count });
  const { id: jobId } = started.job;
  await document.drive(started, { calls: closedAfter(document, rows) });
  const inSheet = document.rows().filter((row) => row.email_status).length;
  expect(inSheet).toBeGreaterThanOrEqual(rows);
  expect((await document.last()).done).toBeLessThan(inSheet);
  expect(dataOf(await document.call("summariseJob", { jobId }))).toMatchObject({
    job: { done: inSheet },
    left: { questions: count - inSheet },
  });
  const resumed = await document.resume(jobId);
  expect(resumed.job).toMatchObject({ done: inSheet, toAsk: count });
  expect(await document.drive(resumed)).toMatchObject({ state: "finished", job: { done: count } });
  expect(dataOf(await document.call("listPastJobs"))).toMatchObject([{ id: jobId, rows: count }]);
});

test("pages that were written last before a page was closed count as done", async () => {
  const document = world.open([["Notes"]]);
  const started = await document.start(fillChoices({ pages: 3 }));
  await document.drive(started, { calls: closedAfter(document, 1) });
  const { id: jobId, done, written } = await document.last();
  expect(done).toBeLessThan(written?.pages ?? 0);
  expect(dataOf(await document.call("summariseJob", { jobId }))).toMatchObject({ job: { done: written?.pages } });
  expect(await document.drive(await document.resume(jobId))).toMatchObject({ state: "finished", job: { done: 3 } });
});

/** The page is closed during the write that may also end the job. @param before is done right before that write */
async function closedAtLastWrite(
  document: JobDocument,
  started: StartedJob,
  before: (request: WriteRequest) => unknown,
): Promise<WriteReport> {
  let report: WriteReport | null = null;
  const calls: JobCalls = {
    async step(request) {
      if (report) return LOST;
      const isLast = request.do === "write" && request.end !== undefined;
      if (isLast) await before(request);
      const result = await document.calls.step(request);
      if (!isLast || !result.ok || result.data.do !== "write") return result;
      report = result.data;
      return LOST;
    },
    end: async () => LOST,
  };
  await document.drive(started, { calls });
  if (!report) throw new Error("No write was to end the job.");
  return report;
}

/** Another execution dies with the lease of the sheet to which it has begun to append. */
async function dieWithLease({ document, calls }: JobDocument, request: StepRequest): Promise<void> {
  const isLeased = (): boolean => Object.keys(document.save().properties).some((name) => name.startsWith("lease:"));
  const untrace = world.host.onTrace(({ event, executionId }) => {
    if (event !== "call" || !isLeased()) return;
    world.host.settings.crash = { executionId, callIndex: world.callIndex(executionId), when: "after" };
  });
  await calls.step(request);
  untrace();
  world.host.settings.crash = null;
  expect(isLeased()).toBe(true);
}

test("a last write that has found its list busy does not end the job: what was bought is written later", async () => {
  const document = world.open(companies(domains(40, "held")));
  const started = await document.start(findChoices(document));
  const sheetId = started.job.list?.sheetId ?? 0;
  const { job: other } = await document.start(findChoices(document, {}, { target: { kind: "append", sheetId } }));
  const report = await closedAtLastWrite(document, started, (request) =>
    dieWithLease(document, { ...request, jobId: other.id, epoch: other.epoch, end: undefined }),
  );
  expect(report).toMatchObject({ isBusy: true, leftKeys: [], lostKeys: [], stop: null });
  const { id } = started.job;
  const known = dataOf(await document.call("listJobs"));
  expect(known.find((job) => job.id === id)).toMatchObject({ state: "running" });
  expect(await document.drive(await document.resume(id))).toMatchObject({ state: "finished", stop: null });
  expect(document.rows().filter((row) => !row.emails_found)).toEqual([]);
});

test("a last write during which somebody has sorted the list does not end the job: others may lack results", async () => {
  const document = world.open(contacts(150, "sorts"));
  const started = await document.start();
  const report = await closedAtLastWrite(document, started, () =>
    person.onCall("Range.setValues", 1, (keyboard) => keyboard.sort(SHEET, "A2:G200", 1, false)),
  );
  expect(report).toMatchObject({ isBusy: false, isDisturbed: true, leftKeys: [], lostKeys: [], stop: null });
  expect(await document.last()).toMatchObject({ state: "running" });
  const resumed = await document.drive(await document.resume(started.job.id));
  expect(resumed).toMatchObject({ state: "finished", stop: null });
  expect(document.rows().filter((row) => !row.email_status)).toEqual([]);
});

test("a brake holds though a driver that was taken over from ends late", async () => {
  const document = world.open(contacts(60, "brake"));
  const started = await document.start();
  await document.drive(started, { askAtMost: 1 });
  const { id: jobId, epoch } = started.job;
  const resumed = await document.resume(jobId);
  const driver = document.driver(resumed);
  const run = driver.run();
  await world.clock.sleep(4_000);
  driver.pause();
  const press = document.verifications().length;
  await document.calls.end({ jobId, epoch, state: "paused", reason: "", hasLanded: true });
  expect(await run).toMatchObject({ state: "paused", stop: null });
  const later = document.verifications().length - press;
  // The call under way at the moment of the press.
  expect(later).toBeLessThanOrEqual(10);
});
