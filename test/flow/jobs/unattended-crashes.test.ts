import { beforeEach, expect, test } from "@jest/globals";
import { documentedMs } from "../../../local/apps-script/google-times";
import { countCalls, killAt, traceCalls } from "../support/kill-execution";
import { momentStep } from "../support/moments";
import { dataOf, type JobDocument, jobWorld } from "./job-document";
import { contacts } from "./lists";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const EDITOR = "ben@company.example";
const ROWS = 24;

const world = jobWorld({ settings: { installation: "bound" }, service: { latency: () => 800 } });
// At every moment these tests spend more than a sandbox account holds.
beforeEach(() => world.service.controls.setAccount("sandbox-key", { credits: 100_000 }));

let documents = 0;

/** A job that only a trigger goes on with. */
async function begin(rows = ROWS): Promise<{ document: JobDocument; label: string; jobId: string }> {
  const label = `gone${++documents}x`;
  const document = world.open(contacts(rows, label));
  // On a day of its own: at every moment they need more time and fetches than Google gives in one.
  await document.clock.sleep(DAY_MS);
  const { job } = await document.start({ toAsk: rows });
  dataOf(await document.call("unattendedJobs", { do: "add", jobId: job.id }));
  return { document, label, jobId: job.id };
}

/** Every row has its result, each address was paid for once, and nothing goes on. */
async function expectDone({ document, label }: Awaited<ReturnType<typeof begin>>, at: number): Promise<void> {
  const halves = world.service.controls
    .ledger()
    .filter(({ subject }) => subject.startsWith(label))
    .map((entry) => entry.halves);
  const verified = document.rows().filter(({ email_status }) => email_status !== "");
  const { state } = await document.last();
  const triggers = world.host.triggers().filter(({ documentId }) => documentId === document.document.id);
  expect({ at, state, rows: verified.length, halves: halves.reduce((sum, each) => sum + each, 0), triggers }).toEqual({
    at,
    state: "finished",
    rows: document.rows().length,
    halves: document.rows().length,
    triggers: [],
  });
}

test("an execution of a trigger that dies at any host call: the next ones finish the job, and it is paid for once @slow", async () => {
  const calm = await begin();
  const calls = await countCalls(world, () => calm.document.clock.sleep(5 * MINUTE_MS));
  await expectDone(calm, 0);
  for (let at = 1; at <= calls; at += momentStep(89)) {
    const killed = await begin();
    const live = killAt(world, at);
    await killed.document.clock.sleep(30 * MINUTE_MS);
    live();
    await expectDone(killed, at);
  }
});

test("a page that takes the job over at any moment: no row twice, and the trigger goes when all is done @slow", async () => {
  for (let at = 1; at <= 60; at += momentStep(37)) {
    const both = await begin(200);
    const { document, jobId } = both;
    await document.clock.sleep(MINUTE_MS + at * 700);
    const resumed = await document.call("resumeJob", { jobId, withOwnKey: false });
    if (resumed.ok) await document.drive(resumed.data);
    await document.clock.sleep(10 * MINUTE_MS);
    await expectDone(both, at);
  }
});

test("two people's triggers do not take one job from each other", async () => {
  const both = await begin(400);
  const { document, jobId } = both;
  dataOf(await document.callAs(EDITOR)("unattendedJobs", { do: "add", jobId }));
  await document.clock.sleep(1.5 * MINUTE_MS);
  expect((await document.last()).epoch).toBe(2);
  await document.clock.sleep(20 * MINUTE_MS);
  await expectDone(both, 0);
});

test("a copy of the spreadsheet has neither the trigger nor the job", async () => {
  const { document, jobId } = await begin();
  const copy = document.copyByHand();
  expect(dataOf(await copy.call("unattendedJobs", { do: "look" }))).toMatchObject({ jobs: [], isOverdue: false });
  expect(await copy.call("unattendedJobs", { do: "add", jobId })).toMatchObject({ ok: false, code: "JOB_GONE" });
  dataOf(await document.call("unattendedJobs", { do: "drop", jobId }));
});

test("executions that overlap and die at any host call: the others and the next ones finish, and nothing is paid twice @slow", async () => {
  for (let at = 60; at <= 360; at += momentStep(290)) {
    const together = await begin(400);
    // The first that gets so far, while others are at work.
    const live = killAt(world, at);
    await together.document.clock.sleep(40 * MINUTE_MS);
    live();
    await expectDone(together, at);
  }
});

test("an outage in which executions overlap: the one that ends last has not seen all, and does not finish the job @slow", async () => {
  for (let slowness = 3; slowness <= 6; slowness += 0.5) {
    world.host.settings.latencyMs = (name, random) => slowness * documentedMs(name, random);
    const overlapping = await begin();
    world.service.controls.addFault({ kind: "reset-before", probability: 1 });
    await overlapping.document.clock.sleep(5 * MINUTE_MS);
    world.service.controls.clearFaults();
    await overlapping.document.clock.sleep(60 * MINUTE_MS);
    world.host.settings.latencyMs = () => 0;
    await expectDone(overlapping, slowness);
  }
});

test("a list that takes minutes to look through, and in which nothing is left to do: executions that overlap end it @slow", async () => {
  const contactsWith = contacts(20, "long");
  const blank = Array.from({ length: 4_000 }, (_, i) => [`Name ${i}`, "", "x"]);
  const document = world.open([...contactsWith, ...blank]);
  await document.clock.sleep(DAY_MS);
  const started = await document.start({ toAsk: 20 });
  dataOf(await document.call("unattendedJobs", { do: "add", jobId: started.job.id }));
  world.host.settings.latencyMs = (name, random) => 6 * documentedMs(name, random);
  await document.clock.sleep(40 * MINUTE_MS);
  world.host.settings.latencyMs = () => 0;
  expect(await document.last()).toMatchObject({ state: "finished" });
  expect(document.rows().filter(({ email_status = "" }) => email_status !== "")).toHaveLength(20);
});

test("an execution that begins at any host call of another one: the job is finished, whichever ends last @slow", async () => {
  const calm = await begin(3);
  const calls = await countCalls(world, () => calm.document.clock.sleep(5 * MINUTE_MS));
  for (let at = 1; at <= calls; at += momentStep(7)) {
    const both = await begin(3);
    const [trigger] = world.host.triggers().filter(({ documentId }) => documentId === both.document.document.id);
    let left = at;
    world.host.settings.betweenCalls = async () => {
      if (--left !== 0) return;
      world.host.runTrigger(trigger?.uid ?? "");
      // The other one gets as far as it can, unless it waits for this one.
      await both.document.clock.sleep(20_000);
    };
    await both.document.clock.sleep(30 * MINUTE_MS);
    world.host.settings.betweenCalls = null;
    await expectDone(both, at);
  }
});

test("an execution that resumes the job just before another one ends it, and dies: the next ones finish it", async () => {
  const { host } = world;
  const calm = await begin(3);
  const names = await traceCalls(world, () => calm.document.clock.sleep(5 * MINUTE_MS));
  // The end of a job is the last to write several properties, under the lock.
  let left = names.lastIndexOf("LockService.tryLock", names.lastIndexOf("PropertiesService.setProperties"));
  const both = await begin(3);
  const { document } = both;
  const [trigger] = host.triggers().filter(({ documentId }) => documentId === document.document.id);
  host.settings.betweenCalls = async () => {
    if (--left !== 0) return;
    host.runTrigger(trigger?.uid ?? "");
    const untrace = host.onTrace(({ event, detail, executionId }) => {
      if (event !== "call" || detail !== "PropertiesService.setProperties") return;
      host.settings.crash = { executionId, callIndex: world.callIndex(executionId), when: "after" };
      untrace();
    });
    await document.clock.sleep(20_000);
  };
  await document.clock.sleep(MINUTE_MS * 1.5);
  host.settings.betweenCalls = null;
  expect(await document.last()).toMatchObject({ state: "running", epoch: 3 });
  await document.clock.sleep(30 * MINUTE_MS);
  await expectDone(both, 0);
});

test.each([
  ["resumed by a page", "running", (document: JobDocument, jobId: string) => document.resume(jobId)],
  [
    "paused by a page",
    "paused",
    (document: JobDocument, jobId: string) =>
      document.calls.end({ jobId, epoch: 1, state: "paused", reason: "", hasLanded: true }),
  ],
] as const)("a job that is %s just before a trigger resumes it is left alone", async (_, state, act) => {
  const { host, clock } = world;
  const calm = await begin(3);
  const names = await traceCalls(world, () => calm.document.clock.sleep(5 * MINUTE_MS));
  let left = names.lastIndexOf("LockService.tryLock", names.indexOf("PropertiesService.setProperties")) + 1;
  const { document, jobId } = await begin(3);
  let epoch = 0;
  host.settings.betweenCalls = async () => {
    if (--left !== 0) return;
    const acted = async (): Promise<void> => {
      await act(document, jobId);
      epoch = (await document.last()).epoch;
    };
    await clock.park<void>((wake) => void clock.at(clock.now(), () => void acted().then(wake)));
  };
  await clock.sleep(1.5 * MINUTE_MS);
  host.settings.betweenCalls = null;
  expect(await document.last()).toMatchObject({ state, epoch });
  dataOf(await document.call("unattendedJobs", { do: "drop", jobId }));
});

test("a trigger whose maker died before it was noted removes itself, and one that is being made stays", async () => {
  const { host } = world;
  const document = world.open(contacts(3, "maker"));
  await document.clock.sleep(DAY_MS);
  const { job } = await document.start({ toAsk: 3 });
  const triggersHere = () => host.triggers().filter(({ documentId }) => documentId === document.document.id);
  const untrace = host.onTrace(({ event, detail, executionId }) => {
    if (event !== "call" || !/create/i.test(detail)) return;
    host.settings.crash = { executionId, callIndex: world.callIndex(executionId), when: "after" };
    untrace();
  });
  expect(await document.call("unattendedJobs", { do: "add", jobId: job.id })).toMatchObject({ ok: false });
  expect(triggersHere()).toHaveLength(1);
  await document.clock.sleep(2 * MINUTE_MS);
  expect(triggersHere()).toEqual([]);

  host.settings.betweenCalls = async () => {
    const [made] = triggersHere();
    if (!made) return;
    host.settings.betweenCalls = null;
    host.runTrigger(made.uid);
    await document.clock.sleep(20_000);
  };
  dataOf(await document.call("unattendedJobs", { do: "add", jobId: job.id }));
  expect([triggersHere().length, host.settings.betweenCalls]).toEqual([1, null]);
  await document.clock.sleep(10 * MINUTE_MS);
  expect(triggersHere()).toEqual([]);
  expect(await document.last()).toMatchObject({ state: "finished" });
});
