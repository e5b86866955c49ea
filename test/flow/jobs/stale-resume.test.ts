import { beforeEach, describe, expect, test } from "@jest/globals";
import type { JobCalls } from "../../../src/driver/driver";
import type { JobView, StartedJob } from "../../../src/jobs/views";
import type { Result } from "../../../src/result";
import type { ServerCall } from "../support/flow-world";
import { dataOf, type JobDocument, jobWorld } from "./job-document";
import { contacts } from "./lists";

const COLLEAGUE = "bob@company.example";

const world = jobWorld({ service: { latency: "realistic" } });
beforeEach(() => world.service.controls.setAccount("free-key", { credits: 1_000 }));

interface Colleague {
  call: ServerCall;
  calls: JobCalls;
  /** The newest job as this person sees it now. */
  look(): Promise<JobView>;
  /** Presses *Resume* below a job as it was shown, and agrees to pay. */
  press(shown: JobView): Promise<Result<StartedJob>>;
}

const resume = (call: ServerCall, { id, epoch, isActive, isYourKey }: JobView): Promise<Result<StartedJob>> =>
  call("resumeJob", { jobId: id, withOwnKey: !isYourKey, seen: { epoch, isActive } });

/** Somebody with the key of another team. */
async function colleagueOf(document: JobDocument): Promise<Colleague> {
  const call = document.callAs(COLLEAGUE);
  dataOf(await call("checkAndSaveKey", "free-key"));
  return {
    call,
    calls: { step: (request) => call("stepJob", request), end: (request) => call("endJob", request) },
    async look() {
      const job = dataOf(await call("listJobs")).at(0);
      if (!job) throw new Error("No job is known here.");
      return job;
    },
    press: (shown) => resume(call, shown),
  };
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await world.clock.sleep(100);
}

/** The addresses that each team has paid for. */
function paid(prefix: string): Record<string, number> {
  const charged = world.service.controls.ledger().filter(({ subject }) => subject.startsWith(prefix));
  const teams = [...new Set(charged.map(({ teamId }) => teamId))];
  return Object.fromEntries(teams.map((team) => [team, charged.filter(({ teamId }) => teamId === team).length]));
}

describe("a press below a job as it was shown to somebody with another key", () => {
  test("takes nothing over once the job has gone on, and nothing is paid twice", async () => {
    const document = world.open(contacts(60, "stale"));
    const bob = await colleagueOf(document);
    await document.verify({}, { askAtMost: 10 });
    const shown = await bob.look();
    expect(shown).toMatchObject({ state: "paused", isYourKey: false });
    const driving = document.drive(await document.resume(shown.id));
    await until(() => document.verifications().length > 20);
    expect(await bob.press(shown)).toMatchObject({ ok: false, code: "JOB_TAKEN_OVER" });
    expect(await driving).toMatchObject({ state: "finished", stop: null });
    expect(await bob.press(shown)).toMatchObject({ ok: false, code: "JOB_TAKEN_OVER" });
    expect(await document.last()).toMatchObject({ state: "finished", spent: { halves: 60, isExact: true } });
    expect(paid("stale")).toEqual({ "sandbox-team": 60 });
  });

  test("takes nothing over from a page that seemed to be closed and has woken up", async () => {
    const document = world.open(contacts(60, "asleep"));
    const bob = await colleagueOf(document);
    const started = await document.start();
    await world.clock.sleep(120_000);
    const shown = await bob.look();
    expect(shown).toMatchObject({ state: "running", isActive: false });
    const driving = document.drive(started);
    await until(() => document.verifications().length > 0);
    expect(await bob.press(shown)).toMatchObject({ ok: false, code: "JOB_TAKEN_OVER" });
    expect(await driving).toMatchObject({ state: "finished", stop: null });
    expect(paid("asleep")).toEqual({ "sandbox-team": 60 });
  });

  test("takes it over if it was shown as running", async () => {
    const document = world.open(contacts(60, "told"));
    const bob = await colleagueOf(document);
    const driving = document.drive(await document.start());
    await until(() => document.verifications().length > 10);
    const shown = await bob.look();
    expect(shown).toMatchObject({ state: "running", isActive: true });
    const resumed = dataOf(await bob.press(shown));
    expect(await driving).toMatchObject({ state: "paused", stop: { code: "JOB_TAKEN_OVER" } });
    expect(await document.drive(resumed, { calls: bob.calls })).toMatchObject({ state: "finished" });
  });

  test("goes on with it if it is as it was", async () => {
    const document = world.open(contacts(30, "same"));
    const bob = await colleagueOf(document);
    await document.verify({}, { askAtMost: 10 });
    const resumed = dataOf(await bob.press(await bob.look()));
    expect(await document.drive(resumed, { calls: bob.calls })).toMatchObject({ state: "finished" });
    expect(paid("same")).toEqual({ "sandbox-team": 10, "free-team": 20 });
  });

  test("goes on with nothing while another job asks the same column", async () => {
    const document = world.open(contacts(60, "twin"));
    const bob = await colleagueOf(document);
    await document.verify({}, { askAtMost: 10 });
    const shown = await bob.look();
    const driving = document.drive(await document.start());
    await until(() => document.verifications().length > 20);
    expect(await bob.press(shown)).toMatchObject({ ok: false, code: "COLUMN_TAKEN" });
    expect(await driving).toMatchObject({ state: "finished", stop: null });
    expect(paid("twin")).toEqual({ "sandbox-team": 60 });
  });
});

test("a press with the same key comes again when its answer was lost", async () => {
  const document = world.open(contacts(30, "again"));
  await document.verify({}, { askAtMost: 10 });
  const shown = await document.last();
  dataOf(await resume(document.call, shown));
  const end = await document.drive(dataOf(await resume(document.call, shown)));
  expect(end).toMatchObject({ state: "finished" });
  expect(paid("again")).toEqual({ "sandbox-team": 30 });
});
