import { describe, expect, test } from "@jest/globals";
import { companies, domains, emailsOf, expectOwnEmails, findChoices, searches } from "./find-document";
import { jobWorld } from "./job-document";

const world = jobWorld({ service: { latency: "realistic" } });

describe("a job that is resumed somewhere else while it is driven", () => {
  test("goes on there alone: no company is paid for twice, and what was bought here is written all the same @slow", async () => {
    const list = domains(240, "shared");
    const document = world.open(companies(list));
    const first = document.drive(await document.start(findChoices(document, {}, { limit: 5 })));
    await document.clock.sleep(6_000);
    const { id } = await document.last();
    const second = await document.drive(await document.resume(id));
    expect(await first).toMatchObject({ state: "paused", stop: { code: "JOB_TAKEN_OVER" } });
    expect(second).toMatchObject({ state: "finished", stop: null });
    // Companies that the first driver had bought and not yet written are asked again, and cost nothing more.
    const charged = document.service.controls.ledger().filter(({ halves }) => halves > 0);
    expect(new Set(charged.map(({ subject }) => subject)).size).toBe(charged.length);
    const statusOf = new Map(document.rows().map((row) => [row.Website ?? "", row.emails_found ?? ""]));
    expect(
      [...statusOf.values()].every((status) => /^(\d+|no emails|error: .+ \(INVALID_DOMAIN_NAME\))$/.test(status)),
    ).toBe(true);
    expectOwnEmails(document, statusOf);
    expect(emailsOf(document).size).toBeGreaterThan(130);
    expect((await document.last()).state).toBe("finished");
  });

  test("ends when it is paused from elsewhere, and what was bought is written all the same @slow", async () => {
    const document = world.open(companies(domains(200, "paused")));
    const started = await document.start(findChoices(document, {}, { limit: 5 }));
    const driven = document.drive(started);
    await document.clock.sleep(4_000);
    const { id: jobId, epoch } = started.job;
    await document.call("endJob", { jobId, epoch, state: "paused", reason: "", hasLanded: false });
    expect((await driven).state).toBe("paused");
    const asked = new Set(searches(document).map(({ body }) => String(body.company)));
    const bought = document.rows().filter(({ Website = "" }) => asked.has(Website));
    expect(bought.length).toBeLessThan(180);
    for (const { emails_found } of bought) expect(emails_found).not.toBe("");
    const statusOf = new Map(document.rows().map((row) => [row.Website ?? "", row.emails_found ?? ""]));
    expectOwnEmails(document, statusOf);
  });
});
