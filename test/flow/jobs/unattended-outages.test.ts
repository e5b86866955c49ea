import { afterEach, expect, test } from "@jest/globals";
import { documentedMs } from "../../../local/apps-script/google-times";
import { fillChoices } from "../companies/fill-document";
import { type ChoicesPart, dataOf, type JobDocument, jobWorld } from "./job-document";
import { contacts } from "./lists";

// What becomes of a job that only triggers drive, when the service or Google fails for a while.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const world = jobWorld({
  settings: { installation: "bound", latencyMs: documentedMs },
  service: { latency: () => 2_000 },
});
afterEach(() => {
  Object.assign(world.host.settings, { faults: [], fetchesPerDay: Infinity });
  world.service.controls.clearFaults();
  for (const { uid } of world.host.triggers()) world.host.disableTrigger(uid);
});

const triggersOf = ({ document }: JobDocument) =>
  world.host.triggers().filter(({ documentId }) => documentId === document.id);

const look = async ({ call }: JobDocument) => dataOf(await call("unattendedJobs", { do: "look" }));

/** Begins jobs that only triggers drive, on a day of their own: Google's quotas are new. */
async function leaveTo(document: JobDocument, ...choices: ChoicesPart[]): Promise<JobDocument> {
  await document.clock.sleep(24 * HOUR_MS);
  for (const each of choices) {
    const { job } = await document.start(each);
    dataOf(await document.call("unattendedJobs", { do: "add", jobId: job.id }));
  }
  return document;
}

const begin = (rows: number, label: string): Promise<JobDocument> =>
  leaveTo(world.open(contacts(rows, label)), { toAsk: rows });

/** Waits until the next execution of a trigger begins. */
async function untilNextRun({ clock }: JobDocument): Promise<void> {
  let hasBegun = false;
  const untrace = world.host.onTrace(({ event, detail }) => {
    if (event === "start" && detail.startsWith("trigger")) hasBegun = true;
  });
  while (!hasBegun) await clock.sleep(100);
  untrace();
}

interface Run {
  beganMs: number;
  ranMs: number;
}

/** Lets time pass. @returns the executions of triggers that have ended meanwhile */
async function ranIn(ms: number): Promise<Run[]> {
  const runs: Run[] = [];
  const began = new Map<number, number>();
  const { clock } = world;
  const untrace = world.host.onTrace(({ event, detail, executionId }) => {
    if (event === "start" && detail.startsWith("trigger")) began.set(executionId, clock.now());
    const beganMs = began.get(executionId);
    if (["end", "killed"].includes(event) && beganMs !== undefined)
      runs.push({ beganMs, ranMs: clock.now() - beganMs });
  });
  await clock.sleep(ms);
  untrace();
  return runs.sort((a, b) => a.beganMs - b.beganMs);
}

/** Lets Google's calls fail for a while. */
async function fail({ clock }: JobDocument, call: string, ms: number): Promise<void> {
  world.host.settings.faults = [{ calls: [call], chance: 1 }];
  await clock.sleep(ms);
  world.host.settings.faults = [];
}

async function expectDone(document: JobDocument): Promise<void> {
  const rows = document.rows();
  expect(await document.last()).toMatchObject({ state: "finished", spent: { halves: rows.length } });
  expect(rows.filter(({ email_status }) => email_status === "")).toEqual([]);
  expect(triggersOf(document)).toEqual([]);
}

test.each([
  ["sheet", 3_000],
  ["Spreadsheet.getSheets", 5_000],
  ["sheet", 10 * MINUTE_MS],
])("Google's calls (%s) fail for %i ms as an execution begins: the job goes on", async (call, ms) => {
  const document = await begin(100, `g${call.length}x${ms}`);
  await untilNextRun(document);
  await fail(document, call, ms);
  await document.clock.sleep(HOUR_MS);
  await expectDone(document);
});

test("Google's sheets fail for ten minutes while an execution works: the job goes on @slow", async () => {
  const document = await begin(300, "amidst");
  await untilNextRun(document);
  await document.clock.sleep(20_000);
  await fail(document, "sheet", 10 * MINUTE_MS);
  await document.clock.sleep(2 * HOUR_MS);
  await expectDone(document);
});

test("Google's sheets fail for days: the job pauses, with the reason, as soon as that can be noted @slow", async () => {
  const document = await begin(100, "days");
  await untilNextRun(document);
  await fail(document, "sheet", 40 * HOUR_MS);
  await document.clock.sleep(6 * HOUR_MS);
  expect(await document.last()).toMatchObject({ state: "paused", reason: expect.stringContaining("Spreadsheets") });
  expect((await look(document)).jobs).toEqual([]);
  expect(triggersOf(document)).toEqual([]);
});

test.each(["unavailable", "rate-limit", "reset-before", "internal-error"] as const)(
  "a list of companies outlasts an outage of some hours (%s), from its first page on @slow",
  async (kind) => {
    const document = await leaveTo(world.open([["Notes"]]), fillChoices({ pages: 3, toAsk: 3 }));
    world.service.controls.addFault({ kind, probability: 1 });
    await document.clock.sleep(3 * HOUR_MS);
    expect(await document.last()).toMatchObject({ state: "running" });
    world.service.controls.clearFaults();
    await document.clock.sleep(3 * HOUR_MS);
    expect(await document.last()).toMatchObject({ state: "finished", written: { pages: 3 } });
  },
);

test("of a day in which every call waits, the tries leave half of Google's time, and one is made at a time @slow", async () => {
  const document = await begin(100, "halfday");
  world.service.controls.addFault({ kind: "slow", operation: "email-verifier", probability: 1, delayMs: 600_000 });
  const runs = await ranIn(20 * HOUR_MS);
  const tries = runs.filter(({ ranMs }) => ranMs > MINUTE_MS).slice(4);
  expect(tries.length).toBeGreaterThan(4);
  expect(tries.every(({ beganMs }, i) => beganMs - (tries[i - 1]?.beganMs ?? 0) > 30 * MINUTE_MS)).toBe(true);
  expect(runs.reduce((sum, { ranMs }) => sum + ranMs, 0)).toBeLessThan(65 * MINUTE_MS);
  expect((await look(document)).isOverdue).toBe(false);
});

test("three jobs share the tries of an outage: it leaves them enough of Google's time for the day @slow", async () => {
  const lists = [fillChoices({ pages: 4, toAsk: 4 }), fillChoices({ pages: 3, toAsk: 3 })];
  const document = await leaveTo(world.open(contacts(200, "three")), { toAsk: 200 }, ...lists);
  world.service.controls.addFault({ kind: "reset-before", probability: 1 });
  await document.clock.sleep(10 * HOUR_MS);
  world.service.controls.clearFaults();
  await document.clock.sleep(3 * HOUR_MS);
  const states = dataOf(await document.call("listJobs")).map(({ state }) => state);
  expect(states).toEqual(["finished", "finished", "finished"]);
  expect(triggersOf(document)).toEqual([]);
});

test("a day's calls that Google refuses to make: the job goes on the next day by itself @slow", async () => {
  const document = await begin(150, "calls");
  world.host.settings.fetchesPerDay = 100;
  await document.clock.sleep(23 * HOUR_MS);
  expect(await document.last()).toMatchObject({ state: "running" });
  await document.clock.sleep(6 * HOUR_MS);
  await expectDone(document);
});

test("executions that overlap leave Google's 90 minutes a day, and go on the next day @slow", async () => {
  const document = await begin(4_000, "ninety");
  world.service.controls.addFault({ kind: "slow", operation: "email-verifier", probability: 1, delayMs: 20_000 });
  world.service.controls.setAccount("sandbox-key", { credits: 100_000 });
  const runs = await ranIn(23 * HOUR_MS);
  const ranMs = runs.reduce((sum, each) => sum + each.ranMs, 0);
  expect(ranMs).toBeLessThan(90 * MINUTE_MS);
  expect(ranMs).toBeGreaterThan(75 * MINUTE_MS);
  expect(await look(document)).toMatchObject({
    isOverdue: false,
    last: { why: expect.stringContaining("time for today") },
  });
  world.service.controls.clearFaults();
  await document.clock.sleep(4 * HOUR_MS);
  await expectDone(document);
});

test.each([6, 8, 9, 12, 20])(
  "an execution that ends at its property call %i takes no more of the day than it ran",
  async (at) => {
    const document = await begin(200, `onefail${at}x`);
    let isFailing = true;
    const untrace = world.host.onTrace(({ event, detail, executionId }) => {
      if (!isFailing || event !== "start" || !detail.startsWith("trigger")) return;
      const { settings } = world.host;
      settings.faults = [...settings.faults, { calls: ["property"], at: [at], executionId }];
    });
    await document.clock.sleep(25 * MINUTE_MS);
    isFailing = false;
    world.host.settings.faults = [];
    await document.clock.sleep(2 * HOUR_MS);
    untrace();
    expect(await document.last()).toMatchObject({ state: "finished", done: 200 });
  },
);
