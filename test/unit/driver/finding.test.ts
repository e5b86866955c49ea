import { describe, expect, test } from "@jest/globals";
import type { Refusal } from "../../../src/result";
import { driverOf } from "./support/drive";
import { createFakeFind, type FakeFind } from "./support/fake-find";

const companies = (count: number): string[] => Array.from({ length: count }, (_, i) => `c${i}.example`);

const find = (fake: FakeFind, options = {}) => driverOf(fake.calls, { isFinding: true, ...options });

/** Every company once, with both of its emails. */
const allEmails = (keys: string[]) => new Map(keys.map((key) => [key, [`a@${key}`, `b@${key}`]]));

const PROTECTED: Refusal = { ok: false, code: "PROTECTED", message: "Protected.", remedy: "" };

describe("a driver that finds emails", () => {
  test("writes by one slice at a time what many have found, several batches in one", async () => {
    const fake = createFakeFind(companies(300));
    fake.slowness = 20;
    const end = await find(fake, { lanes: 6 }).run();
    expect(end).toMatchObject({ state: "finished", progress: { rows: 300, answered: 300, emails: 600 } });
    expect(end.progress).toMatchObject({ byStatus: { "with emails": 300 }, spentHalves: 600, emailsWritten: 600 });
    expect(fake.mostWritesAtOnce).toBe(1);
    expect(fake.emails).toEqual(allEmails(companies(300)));
    expect(new Set(fake.asked).size).toBe(fake.asked.length);
    expect(Math.max(...fake.writes.map((rows) => rows.length))).toBeGreaterThan(20);
  });

  test("gives the emails of a company once, and its result to each of its rows", async () => {
    const fake = createFakeFind(["x.example", "x.example", "y.example", "x.example"]);
    await find(fake).run();
    expect(fake.asked).toEqual(["x.example", "y.example"]);
    expect(fake.done.size).toBe(4);
    expect(fake.writes.flat().filter(({ key, emails }) => key === "x.example" && emails)).toHaveLength(1);
  });

  test.each(["pause", "stop"] as const)("writes at %s what has been bought", async (how) => {
    const fake = createFakeFind(companies(400));
    fake.slowness = 30;
    const driver = find(fake, { lanes: 6 });
    const { answer } = fake;
    fake.answer = (item) => {
      if (fake.asked.length >= 150) driver[how]();
      return answer(item);
    };
    const end = await driver.run();
    expect(end.state).toBe(how === "pause" ? "paused" : "stopped");
    expect(fake.asked.length).toBeLessThan(300);
    expect(fake.emails).toEqual(allEmails(fake.asked));
    expect(fake.done.size).toBe(fake.asked.length);
  });

  test("buys no more when writing falls behind, and goes on when it has caught up", async () => {
    const fake = createFakeFind(companies(2_000));
    fake.slowness = 2_000;
    let mostUnwritten = 0;
    const { answer } = fake;
    fake.answer = (item) => {
      mostUnwritten = Math.max(mostUnwritten, fake.asked.length - fake.done.size);
      return answer(item);
    };
    const end = await find(fake, { lanes: 6 }).run();
    expect(end).toMatchObject({ state: "finished", progress: { rows: 2_000 } });
    // What was under way when enough was bought: 6 lanes of 10.
    expect(mostUnwritten).toBeLessThanOrEqual(460);
  });

  test.each(["lost", "written and lost", "busy"] as const)("sends a write that was %s again", async (fate) => {
    const fake = createFakeFind(companies(60));
    fake.nextWrites = [fate, fate];
    expect(await find(fake).run()).toMatchObject({ state: "finished", stop: null });
    expect(fake.emails).toEqual(allEmails(companies(60)));
    expect(fake.asked).toHaveLength(60);
  });

  test("buys nothing more while writes fail", async () => {
    const fake = createFakeFind(companies(300));
    fake.nextWrites = new Array(6).fill("lost");
    let askedBefore = 0;
    const { answer } = fake;
    fake.answer = (item) => {
      if (fake.writes.length === 0) askedBefore = fake.asked.length;
      return answer(item);
    };
    expect(await find(fake, { lanes: 2 }).run()).toMatchObject({ state: "finished", progress: { rows: 300 } });
    expect(askedBefore).toBeLessThan(60);
  });

  test("ends when it cannot write, and asks no more", async () => {
    const fake = createFakeFind(companies(600));
    fake.nextWrites = [PROTECTED];
    expect(await find(fake, { lanes: 2 }).run()).toMatchObject({ state: "paused", stop: { code: "PROTECTED" } });
    expect(fake.asked.length).toBeLessThan(60);
    expect(fake.writes).toEqual([]);
  });

  test("gives up when somebody else writes all the time, and when every write is lost", async () => {
    const busy = createFakeFind(companies(30));
    busy.nextWrites = new Array(1_000).fill("busy");
    expect(await find(busy).run()).toMatchObject({ state: "paused", stop: { code: "WRITER_BUSY" } });
    const lost = createFakeFind(companies(30));
    lost.nextWrites = new Array(1_000).fill("lost");
    expect(await find(lost).run()).toMatchObject({ state: "paused", stop: { code: "GOOGLE_FAILED" } });
  });

  test("pauses after a trial, when its companies stand in the sheet", async () => {
    const fake = createFakeFind(companies(60));
    expect(await find(fake, { askAtMost: 10 }).run()).toMatchObject({ state: "paused", stop: null });
    expect(fake.asked).toHaveLength(10);
    expect(fake.done.size).toBe(10);
  });

  test("takes a column of names nobody knows for what it is, and a failing service for what it is", async () => {
    const failing = (code: string) => {
      const fake = createFakeFind(companies(60));
      fake.answer = ({ key }) => ({
        key,
        state: "failed",
        code,
        cells: [`error: ${code}`],
        retryMs: null,
        startMs: 0,
      });
      return find(fake).run();
    };
    expect(await failing("CANT_FIND_DOMAIN")).toMatchObject({
      state: "finished",
      progress: { byStatus: { "error: CANT_FIND_DOMAIN": 60 }, spentHalves: 0 },
    });
    expect(await failing("INTERNAL_ERROR")).toMatchObject({ state: "paused", stop: { code: "INTERNAL_ERROR" } });
  });
});
