import { beforeEach, expect, test } from "@jest/globals";
import { type JobDocument, jobWorld } from "./job-document";
import { contacts } from "./lists";

const world = jobWorld();
beforeEach(() => {
  world.host.settings.faults = [];
});

const done = (document: JobDocument): number =>
  document.rows().filter(({ email_status }) => /^(VALID|CATCH_ALL|INVALID|not known: .*)$/.test(email_status ?? ""))
    .length;

const charged = (label: string): number =>
  world.service.controls.ledger().filter(({ subject }) => subject.startsWith(label)).length;

test("a lock that Google does not give back at once spoils no answer and is held by nobody for long @slow", async () => {
  world.host.settings.faults = [{ calls: ["LockService.releaseLock"], chance: 0.6 }];
  const document = world.open(contacts(60, "release"));
  const startMs = world.clock.now();
  expect(await document.verify()).toMatchObject({ state: "finished", stop: null });
  expect(done(document)).toBe(60);
  expect(charged("release")).toBe(60);
  expect(world.clock.now() - startMs).toBeLessThan(60_000);
});

test("a formula keeps the answer it has paid for when the lock cannot be given back", async () => {
  world.host.settings.faults = [{ calls: ["LockService.releaseLock"], chance: 1 }];
  const document = world.open([["Email"], ["formula1@reliable.example"]]);
  document.user.keyboard.type("Leads", "C1", "=VERIFY_EMAIL(A2)");
  await world.clock.idle();
  expect(document.user.keyboard.shows("Leads", "C1")).toEqual([["VALID"]]);
  expect(charged("formula1")).toBe(1);
});

test("while Google refuses all locks, calls back off, and the job goes on afterwards @slow", async () => {
  const document = world.open(contacts(40, "refused"));
  const started = await document.start();
  let refused = 0;
  const untrace = world.host.onTrace(({ event, detail }) => {
    if (event === "call" && detail === "LockService.tryLock") refused++;
  });
  world.host.settings.faults = [{ calls: ["LockService.tryLock"], chance: 1 }];
  const end = document.drive(started);
  await world.clock.sleep(20_000);
  world.host.settings.faults = [];
  untrace();
  // Four to eight lanes for 20 s, each after pauses of 250 ms, 500 ms, 1 s, 2 s …
  expect(refused).toBeGreaterThan(0);
  expect(refused).toBeLessThanOrEqual(8 * 8);
  expect(await end).toMatchObject({ state: "finished", stop: null });
  expect(done(document)).toBe(40);
  expect(charged("refused")).toBe(40);
});
