import { describe, expect, test } from "@jest/globals";
import { NO_LEDGER, readStanding, type Standing, spentOf, writeStanding } from "../../../src/jobs/credits";
import type { AskRequest } from "../../../src/jobs/protocol";
import { addJob, type Job, type World } from "../../../src/jobs/record";
import { brake, step } from "../../../src/jobs/step";
import type { AskReport } from "../../../src/jobs/views";
import { createLimiter } from "../../../src/pacing/limiter";
import { paceFor } from "../../../src/pacing/turns";
import type { Refusal } from "../../../src/result";
import { RATE_LIMITS } from "../../../src/service/limits";
import { createServiceClient } from "../../../src/service/operations";
import { USUAL_SWITCHES } from "../../../src/service/verdict";
import { createFakeCache } from "../support/fake-cache";
import { createFakeClock } from "../support/fake-clock";
import { answerByAddress, createFakeService, refusal } from "../support/fake-service";

const FINGERPRINT = "key";

/** A job that verifies, and everything its askings touch. */
function createAskingWorld(capHalves: number | null = null) {
  const clock = createFakeClock();
  const cache = createFakeCache(clock.nowMs);
  const properties = new Map<string, string>();
  const made = { answerMs: 2_000, opened: 0, readings: 0, writings: 0, failsAt: 0 };
  const sentMs: number[] = [];
  const service = createFakeService(clock.nowMs, (ms) => clock.pass(made.answerMs || ms));
  const { sendAll } = service;
  service.sendAll = (requests) => {
    sentMs.push(clock.nowMs());
    return sendAll(requests);
  };
  const lock = { tryLock: () => true, release: () => {} };
  const store: World["store"] = {
    all() {
      made.readings++;
      return Object.fromEntries(properties);
    },
    get: (name) => properties.get(name) ?? null,
    set: (name, text) => void properties.set(name, text),
    setAll(entries) {
      if (++made.writings === made.failsAt) throw new Error("Dienst nicht verfügbar: Properties");
      for (const [name, text] of Object.entries(entries)) properties.set(name, text);
    },
    remove: (name) => void properties.delete(name),
  };
  const world: World = {
    clock,
    cache,
    store,
    userStore: store,
    lock,
    book: {} as World["book"],
    newId: () => "id",
    validForDays: () => 90,
    verdictSwitches: () => USUAL_SWITCHES,
    openService() {
      made.opened++;
      return {
        client: createServiceClient(service, "https://service.example", "secret-key"),
        fingerprint: FINGERPRINT,
        verdictSwitches: USUAL_SWITCHES,
        limiterOf: (operation, wasActiveLately) =>
          createLimiter({
            clock,
            lock,
            name: `turns:${operation}`,
            properties: store,
            cache: { getAll: () => ({}), putAll: () => {} },
            pace: paceFor(RATE_LIMITS[operation]),
            wasActiveLately,
          }),
      };
    },
  };
  const choices = { kind: "verify", fields: ["email_status"] };
  const record = { id: "job1", choices, title: "", startedMs: 0, toAsk: null, place: null, list: null };
  const standing = { epoch: 1, landed: 0, state: "running" as const, reason: "", capHalves, done: 0 };
  addJob(store, record as unknown as Job, { ...standing, keyFingerprint: FINGERPRINT, ledger: NO_LEDGER }, {});
  Object.assign(made, { readings: 0, writings: 0 });
  const known = () => readStanding(Object.fromEntries(properties), "job1") ?? undefined;
  return {
    world,
    made,
    service,
    sentMs,
    known,
    spent: () => spentOf(known()?.ledger ?? NO_LEDGER),
    /** As another execution leaves it. */
    change(part: Partial<Standing>) {
      const now = { ...(known() as Standing), ...part };
      for (const [name, text] of Object.entries(writeStanding("job1", now))) properties.set(name, text);
    },
    ask: (questions: number): AskReport | Refusal => {
      const request: AskRequest = {
        do: "ask",
        jobId: "job1",
        epoch: 1,
        kind: "verify",
        lane: 0,
        questions: Array.from({ length: questions }, (_, i) => `valid${i}@acme.example`).map((email) => ({
          key: email,
          text: email,
          anonId: "",
          attempts: 0,
        })),
        waitMs: 0,
      };
      return step(world, request) as AskReport | Refusal;
    },
  };
}

const statesOf = (report: AskReport | Refusal): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { state } of "answers" in report ? report.answers : []) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
};

describe("a call that asks", () => {
  test("sends two batches, each in its turn, with one reading of the key and two calls to the properties for each", () => {
    const { ask, made, service, sentMs, spent } = createAskingWorld();
    const report = ask(20);
    expect(statesOf(report)).toEqual({ answered: 20 });
    expect(service.batches).toEqual([10, 10]);
    expect((sentMs[1] ?? 0) - (sentMs[0] ?? 0)).toBeGreaterThanOrEqual(1_500);
    expect(made.opened).toBe(1);
    // Each call is made under the document's lock, but the last: the bill of the second batch.
    expect(made.readings).toBeLessThanOrEqual(2);
    expect(made.writings).toBeLessThanOrEqual(3);
    expect(spent()).toMatchObject({ halves: 20, isExact: true, freeAnswers: 0 });
    // What has come is told with what it has cost.
    expect(report).toMatchObject({ spent: { halves: 20, heldHalves: 0, isSettledExact: true } });
  });

  test("holds the credits of one batch at a time, and books the first one's bill with the second one's turn", () => {
    const { ask, service, spent } = createAskingWorld();
    const told: object[] = [];
    service.respond = (request) => {
      if (service.received.length % 10 === 1) told.push(spent());
      return answerByAddress(request);
    };
    ask(20);
    expect(told).toMatchObject([
      { halves: 10, heldHalves: 10, isExact: false, isSettledExact: true, freeAnswers: 0 },
      { halves: 20, heldHalves: 10, isExact: false, isSettledExact: true, freeAnswers: 0 },
    ]);
  });

  test("never asks more than the credits allow", () => {
    const { ask, service, spent } = createAskingWorld(13);
    expect(statesOf(ask(20))).toEqual({ answered: 13, unasked: 7 });
    expect(service.batches).toEqual([10, 3]);
    expect(spent().halves).toBe(13);
  });

  test("leaves the second batch for later when the first one's answers take 30 s", () => {
    const { ask, made, service, spent } = createAskingWorld();
    made.answerMs = 31_000;
    expect(statesOf(ask(20))).toEqual({ answered: 10, unasked: 10 });
    expect(service.batches).toEqual([10]);
    expect(spent()).toMatchObject({ halves: 10, isExact: true });
  });

  test("sends no second batch when a brake is put on while it waits for its turn", () => {
    const { world, ask, made, service, sentMs, spent } = createAskingWorld();
    made.answerMs = 200;
    const { sleep } = world.clock;
    world.clock.sleep = (ms) => {
      if (sentMs.length === 1) brake(world, "job1", 1);
      sleep(ms);
    };
    expect(statesOf(ask(20))).toEqual({ answered: 10, unasked: 10 });
    expect(service.batches).toEqual([10]);
    // Questions that were called off have cost nothing.
    expect(spent()).toMatchObject({ halves: 10, isExact: true, freeAnswers: 0 });
  });

  test.each([
    ["paused", { state: "paused" }],
    ["taken over", { epoch: 2 }],
    ["paid by another key", { keyFingerprint: "other" }],
  ] as [string, Partial<Standing>][])(
    "gives the answers to the first batch when the job is %s meanwhile",
    (_, part) => {
      const { ask, change, service, spent } = createAskingWorld();
      service.respond = (request) => {
        if (service.received.length === 10) change(part);
        return answerByAddress(request);
      };
      const report = ask(20);
      expect(statesOf(report)).toEqual({ answered: 10, unasked: 10 });
      expect(report).toMatchObject({ stop: null });
      expect(service.batches).toEqual([10]);
      expect(spent()).toMatchObject({ halves: 10, isExact: true });
      // The next call is told.
      expect(ask(10)).toMatchObject({ ok: false });
    },
  );

  test("gives and bills the answers to the first batch when Google fails before the second", () => {
    const { ask, made, spent } = createAskingWorld();
    made.failsAt = 2;
    expect(statesOf(ask(20))).toEqual({ answered: 10, unasked: 10 });
    expect(spent()).toMatchObject({ halves: 10, isExact: true, freeAnswers: 0 });
  });

  test("sends nothing more when the account is refused", () => {
    const { ask, service } = createAskingWorld();
    service.respond = () => refusal(402, "INSUFFICIENT_CREDITS");
    expect(ask(20)).toMatchObject({ stop: { code: "INSUFFICIENT_CREDITS" } });
    expect(service.batches).toEqual([10]);
  });
});
