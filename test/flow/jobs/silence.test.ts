import { afterEach, describe, expect, test } from "@jest/globals";
import { openFillDocument } from "../companies/fill-document";
import { companies, domains, findEmails } from "./find-document";
import { type JobDocument, jobWorld } from "./job-document";
import { contacts } from "./lists";

const DAY_MS = 24 * 60 * 60 * 1000;

// Time passes between calls, so that a silence falls into the middle of a job.
const world = jobWorld({ service: { companies: 1_000, latency: () => 800 } });
afterEach(() => world.service.controls.clearFaults());

/** Lets no connection come through for a time that begins after some ms, free questions included. */
async function beSilent(afterMs: number, forMs: number): Promise<void> {
  const { clock, service } = world;
  await clock.sleep(afterMs);
  service.controls.addFault({ kind: "reset-before", probability: 1 });
  await clock.sleep(forMs);
  service.controls.clearFaults();
}

const done = (document: JobDocument): number =>
  document.rows().filter(({ email_status }) => /^(VALID|CATCH_ALL|INVALID|not known: .*)$/.test(email_status ?? ""))
    .length;

const charged = (label: string): number =>
  world.service.controls.ledger().filter(({ subject }) => subject.startsWith(label)).length;

describe("a service that is silent", () => {
  test.each([3_000, 25_000])(
    "for %i ms pauses no verification, and none of its emails is given up @slow",
    async (forMs) => {
      const label = `short${forMs}`;
      const document = world.open(contacts(60, label));
      const [end] = await Promise.all([document.verify(), beSilent(4_000, forMs)]);
      expect(end).toMatchObject({ state: "finished", stop: null });
      expect(done(document)).toBe(60);
      expect(charged(label)).toBe(60);
    },
  );

  test("for good pauses a job after 30 s with Google's words, and no email has the silence for an answer @slow", async () => {
    const document = world.open(contacts(60, "mute"));
    const startMs = world.clock.now();
    const silence = beSilent(4_000, 120_000);
    const end = await document.verify();
    expect(end).toMatchObject({ state: "paused", stop: { code: "NO_ANSWER" } });
    expect(end.stop?.message).toContain("Address unavailable");
    expect(world.clock.now() - startMs).toBeGreaterThanOrEqual(34_000);
    expect(world.clock.now() - startMs).toBeLessThan(60_000);
    expect(document.rows().filter(({ email_status }) => email_status?.startsWith("error"))).toEqual([]);
    await silence;
    const resumed = await document.resume((await document.last()).id);
    expect(await document.drive(resumed)).toMatchObject({ state: "finished" });
    expect(done(document)).toBe(60);
    expect(charged("mute")).toBe(60);
  });

  test("because Google's calls of the day are used up pauses a job, which ends on the next day @slow", async () => {
    const { host, clock } = world;
    const before = host.settings.fetchesPerDay;
    const document = world.open(contacts(60, "quota"));
    await clock.sleep(DAY_MS);
    host.settings.fetchesPerDay = 30;
    const end = await document.verify();
    expect(end).toMatchObject({ state: "paused", stop: { code: "NO_ANSWER" } });
    expect(end.stop?.message).toContain("too many times for one day");
    expect(end.stop?.remedy).toContain("tomorrow");
    const first = done(document);
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(60);
    await clock.sleep(DAY_MS);
    host.settings.fetchesPerDay = before;
    const resumed = await document.resume((await document.last()).id);
    expect(await document.drive(resumed)).toMatchObject({ state: "finished" });
    expect(done(document)).toBe(60);
    expect(charged("quota")).toBe(60);
  });

  test("for 3 s pauses no search for emails", async () => {
    const document = world.open(companies(domains(60, "quiet")));
    const [end] = await Promise.all([findEmails(document), beSilent(2_000, 3_000)]);
    expect(end).toMatchObject({ state: "finished", stop: null });
    expect(document.rows().filter(({ emails_found }) => /^$|NO_ANSWER|MISSING/.test(emails_found ?? ""))).toEqual([]);
  });

  test("for 8 s pauses no fill", async () => {
    const document = openFillDocument(world);
    const filters = { company_founded: { min: 1900 } };
    const [end] = await Promise.all([document.fill({ filters, pages: 20 }), beSilent(2_000, 8_000)]);
    expect(end).toMatchObject({ state: "finished", stop: null, written: { pages: 20 } });
  });
});
