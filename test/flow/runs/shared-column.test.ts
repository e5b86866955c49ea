import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { contacts, expectOwnResults } from "./lists";
import { openRunWorld, type RunWorld } from "./run-document";

let world: RunWorld;
beforeAll(async () => {
  world = await openRunWorld({ service: { latency: "realistic" } });
});
afterAll(() => world.close());

describe("two drivers that share a column", () => {
  test("divide the work: each address is asked once and stands beside its result", async () => {
    const document = world.open(contacts(900, "shared"));
    const started = await document.start();
    const ends = await Promise.all([document.drive(started), document.drive(started.run)]);
    expect(ends.map(({ state }) => state)).toEqual(["finished", "finished"]);
    const asked = document.verifications().filter(({ status }) => status === 200);
    expect(new Set(asked.map(({ email }) => email)).size).toBe(900);
    expect(asked).toHaveLength(900);
    for (const { progress } of ends) expect(progress.answered).toBeGreaterThan(150);
    const statusOf = new Map(document.rows().map((row) => [row.Email ?? "", row.email_status ?? ""]));
    expect([...statusOf.values()].every((status) => /^(VALID|CATCH_ALL|INVALID)$/.test(status))).toBe(true);
    expectOwnResults(document, statusOf);
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
