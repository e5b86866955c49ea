import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { contacts, expectOwnResults } from "./lists";
import { dataOf, openRunWorld, type RunWorld, SHEET } from "./run-document";

let world: RunWorld;
beforeAll(async () => {
  world = await openRunWorld({ service: { latency: "realistic" } });
});
afterAll(() => world.close());

describe("two drivers that share a column", () => {
  test("divide the work: each address is asked once and stands beside its result", async () => {
    const document = world.open(contacts(600, "shared"));
    const started = await document.start();
    const ends = await Promise.all([document.drive(started), document.drive(started.run)]);
    expect(ends.map(({ state }) => state)).toEqual(["finished", "finished"]);
    const asked = document.verifications().filter(({ status }) => status === 200);
    expect(new Set(asked.map(({ email }) => email)).size).toBe(600);
    expect(asked).toHaveLength(600);
    for (const { progress } of ends) expect(progress.answered).toBeGreaterThan(100);
    const statusOf = new Map(document.rows().map((row) => [row.Email ?? "", row.email_status ?? ""]));
    expect([...statusOf.values()].every((status) => /^(VALID|CATCH_ALL|INVALID)$/.test(status))).toBe(true);
    expectOwnResults(document, statusOf);
  });

  test("do not end it for each other: the one that cannot go on leaves alone", async () => {
    const document = world.open(contacts(120, "leaves"));
    const { run } = await document.start();
    const nothing = { costs: [], freeAnswers: 0 };
    const other = document.drive(run);
    await world.clock.sleep(8_000);
    const givenUp = { runId: run.id, driverId: "leaver", state: "paused" as const, reason: "Another key.", ...nothing };
    expect(dataOf(await document.call("endRun", givenUp))).toMatchObject({ state: "running" });
    expect(await other).toMatchObject({ state: "finished", stop: null });
  });

  test("see it when one of them pauses the run", async () => {
    const document = world.open(contacts(300, "paused"));
    const started = await document.start();
    const other = document.drive(started.run);
    const end = await document.drive(started, { askAtMost: 20 });
    expect(end.state).toBe("paused");
    expect((await other).state).toBe("paused");
    expect(document.verifications().length).toBeLessThan(200);
  });
});

describe("formulas that are opened during a run", () => {
  test("get their turns: the run keeps to fewer lanes, nothing is asked too fast or twice", async () => {
    const document = world.open(contacts(250, "mixed"));
    const started = await document.start();
    const lanes = new Set<number>();
    const driving = document.drive(started, { onProgress: (progress) => lanes.add(progress.lanes) });
    await world.clock.sleep(20_000);
    const formulas = contacts(40, "formula").slice(1);
    document.user.keyboard.paste(
      SHEET,
      "J1",
      formulas.map(([, email]) => [`=VERIFY_EMAIL("${email}")`]),
    );
    const end = await driving;
    expect(end).toMatchObject({ state: "finished", stop: null });
    await world.clock.idle();
    expect(lanes).toContain(4);
    expect(Math.max(...lanes)).toBeGreaterThanOrEqual(8);
    const asked = document.verifications();
    expect(asked.filter(({ status }) => status !== 200)).toEqual([]);
    expect(new Set(asked.map(({ email }) => email)).size).toBe(asked.length);
    const shown = document.user.keyboard.shows(SHEET, "J1:J40").flat();
    expect(shown.filter((cell) => /^(VALID|CATCH_ALL|INVALID)$/.test(cell)).length).toBeGreaterThan(30);
  });
});
