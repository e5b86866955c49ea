import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { companies, domains, emailsOf, expectOwnEmails, findWish, searches } from "./find-document";
import { openRunWorld, type RunWorld } from "./run-document";

let world: RunWorld;
beforeAll(async () => {
  world = await openRunWorld({ service: { latency: "realistic" } });
});
afterAll(() => world.close());

describe("two drivers that find emails for one column", () => {
  test("divide the work and write one after the other: each company is asked once, no email is there twice", async () => {
    const list = domains(450, "shared");
    const document = world.open(companies(list));
    const started = await document.start(findWish({}, { limit: 5 }));
    const ends = await Promise.all([document.drive(started), document.drive(started.run)]);
    expect(ends.map(({ state, stop }) => ({ state, stop }))).toEqual([
      { state: "finished", stop: null },
      { state: "finished", stop: null },
    ]);
    const asked = searches(document).filter(({ status }) => status === 200 || status === 400);
    expect(asked.filter(({ body }) => body.company)).toHaveLength(450);
    expect(new Set(asked.map(({ body }) => body.company)).size).toBe(450);
    for (const { progress } of ends) expect(progress.answered).toBeGreaterThanOrEqual(50);
    const statusOf = new Map(document.rows().map((row) => [row.Website ?? "", row.emails_found ?? ""]));
    expect([...statusOf.values()].every((status) => /^(\d+|no emails|error: INVALID_DOMAIN_NAME)$/.test(status))).toBe(
      true,
    );
    expectOwnEmails(document, statusOf);
    expect(emailsOf(document).size).toBeGreaterThan(250);
  });

  test("see it when one of them pauses the run, and what was bought is written all the same", async () => {
    const document = world.open(companies(domains(200, "paused")));
    const started = await document.start(findWish({}, { limit: 5 }));
    const other = document.drive(started.run);
    const end = await document.drive(started, { askAtMost: 20 });
    expect([end.state, (await other).state]).toEqual(["paused", "paused"]);
    const asked = new Set(searches(document).map(({ body }) => String(body.company)));
    const bought = document.rows().filter(({ Website = "" }) => asked.has(Website));
    expect(bought.length).toBeLessThan(180);
    for (const { emails_found } of bought) expect(emails_found).not.toBe("");
    const statusOf = new Map(document.rows().map((row) => [row.Website ?? "", row.emails_found ?? ""]));
    expectOwnEmails(document, statusOf);
  });
});
