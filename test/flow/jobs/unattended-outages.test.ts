import { afterEach, expect, test } from "@jest/globals";
import { documentedMs } from "../../../local/apps-script/google-times";
import { fillChoices } from "../companies/fill-document";
import { dataOf, type JobDocument, jobWorld } from "./job-document";
import { contacts } from "./lists";

// What becomes of a job that only triggers drive, when the service or Google fails for a while.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const world = jobWorld({
  settings: { installation: "bound", latencyMs: documentedMs },
  service: { latency: () => 2_000 },
});
afterEach(() => {
  world.host.settings.faults = [];
  world.service.controls.clearFaults();
  for (const { uid } of world.host.triggers()) world.host.disableTrigger(uid);
});

const triggersOf = ({ document }: JobDocument) =>
  world.host.triggers().filter(({ documentId }) => documentId === document.id);

const look = async ({ call }: JobDocument) => dataOf(await call("unattendedJobs", { do: "look" }));

/** A job that only triggers drive, of somebody who has spent none of the day that triggers may run. */
async function begin(rows: number, label: string): Promise<JobDocument> {
  const document = world.open(contacts(rows, label), { owner: `${label}@company.example` });
  const { job } = await document.start({ toAsk: rows });
  dataOf(await document.call("unattendedJobs", { do: "add", jobId: job.id }));
  return document;
}

/** Waits until the next execution of a trigger begins. */
async function untilNextRun({ clock }: JobDocument): Promise<void> {
  let hasBegun = false;
  const untrace = world.host.onTrace(({ event, detail }) => {
    if (event === "start" && detail.startsWith("trigger")) hasBegun = true;
  });
  while (!hasBegun) await clock.sleep(100);
  untrace();
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

test.each(["unavailable", "reset-before", "internal-error"] as const)(
  "a list of companies outlasts an outage of some hours (%s), from its first page on @slow",
  async (kind) => {
    const document = world.open([["Notes"]], { owner: `${kind}@company.example` });
    const { job } = await document.start(fillChoices({ pages: 3, toAsk: 3 }));
    dataOf(await document.call("unattendedJobs", { do: "add", jobId: job.id }));
    world.service.controls.addFault({ kind, probability: 1 });
    await document.clock.sleep(3 * HOUR_MS);
    expect(await document.last()).toMatchObject({ state: "running" });
    world.service.controls.clearFaults();
    await document.clock.sleep(3 * HOUR_MS);
    expect(await document.last()).toMatchObject({ state: "finished", written: { pages: 3 } });
  },
);
