import { describe, expect, test } from "@jest/globals";
import { createPersonInBetween } from "../support/person-in-between";
import { type JobDocument, jobWorld, OWNER, openJobWorld, SHEET } from "./job-document";
import { contacts } from "./lists";

const person = createPersonInBetween();
const world = jobWorld({ settings: { betweenCalls: person.betweenCalls } });

const done = (document: JobDocument): number =>
  document.rows().filter(({ email_status }) => /^(VALID|CATCH_ALL|INVALID|not known: .*)$/.test(email_status ?? ""))
    .length;

describe("a job that ends early keeps what is done and says why", () => {
  test("when credits run out @slow", async () => {
    world.service.controls.setAccount("sandbox-key", { credits: 10 });
    const document = world.open(contacts(40, "credits"));
    const end = await document.verify();
    expect(end).toMatchObject({ state: "paused", stop: { code: "INSUFFICIENT_CREDITS" } });
    expect(done(document)).toBe(20);

    world.service.controls.setAccount("sandbox-key", { credits: 1_000 });
    const job = await document.last();
    expect(job).toMatchObject({ state: "paused", reason: end.stop?.message });
    const resumedMs = document.clock.now();
    const resumed = await document.resume(job.id);
    expect(await document.drive(resumed)).toMatchObject({ state: "finished" });
    expect(done(document)).toBe(40);
    // Its earlier claims are dead: nothing is waited for.
    expect(document.clock.now() - resumedMs).toBeLessThan(12_000);
  });

  test("when the key is refused: nothing else is asked, and nothing is lost", async () => {
    const other = await openJobWorld({ apiKey: "no-such-key" });
    const document = other.open(contacts(40, "key"));
    const end = await document.verify({}, { lanes: 1 });
    expect(end).toMatchObject({ state: "paused", stop: { code: "INVALID_API_KEY" } });
    expect(other.service.controls.calls()).toHaveLength(10);
    expect(done(document)).toBe(0);
    await other.close();
  });

  test("when the credits allowed for it are spent, which are never exceeded; free answers do not count", async () => {
    const document = world.open(contacts(40, "cap"));
    const first = await document.verify({ capHalves: 15 });
    expect(first).toMatchObject({ state: "paused", stop: { code: "CAP_REACHED" } });
    const spent = world.service.controls.ledger().filter(({ subject }) => subject.startsWith("cap"));
    expect(spent).toHaveLength(15);
    expect(done(document)).toBe(15);

    const again = world.open(contacts(40, "cap"));
    await again.verify({ capHalves: 15 });
    expect(done(again)).toBe(30);
    expect(world.service.controls.ledger().filter(({ subject }) => subject.startsWith("cap"))).toHaveLength(30);
  });

  test("when no answer comes, with Google's own words @slow", async () => {
    world.service.controls.addFault({ kind: "reset-before", probability: 1 });
    const document = world.open(contacts(12, "silent"));
    const end = await document.verify();
    expect(end).toMatchObject({ state: "paused", stop: { code: "NO_ANSWER" } });
    expect(end.stop?.message).toContain("Address unavailable");
    world.service.controls.clearFaults();
  });

  test("when the sheet is deleted", async () => {
    const document = world.open(contacts(30, "sheet"));
    document.user.keyboard.addSheet("Other");
    person.onCall("UrlFetchApp.fetchAll", 2, (keyboard) => keyboard.deleteSheet(SHEET));
    expect(await document.verify()).toMatchObject({ state: "paused", stop: { code: "SHEET_GONE" } });
  });

  test("when the column of addresses is deleted", async () => {
    const document = world.open(contacts(30, "column"));
    person.onCall("UrlFetchApp.fetchAll", 2, (keyboard) => keyboard.delete(SHEET, "columns", 2));
    expect(await document.verify()).toMatchObject({ state: "paused", stop: { code: "COLUMN_GONE" } });
  });

  test("and does not go on, or pay for anything, once the columns of its results are deleted", async () => {
    const document = world.open(contacts(30, "outputs"));
    await document.verify({}, { askAtMost: 10 });
    document.user.keyboard.delete(SHEET, "columns", 3, 3);
    const { id: jobId } = await document.last();
    const asked = document.verifications().length;
    const resumed = await document.call("resumeJob", { jobId, withOwnKey: false });
    expect(resumed).toMatchObject({ ok: false, code: "COLUMN_GONE" });
    expect(document.verifications()).toHaveLength(asked);
    expect(await document.last()).toMatchObject({ state: "paused" });
  });

  test("when the cells are protected from the person who does it @slow", async () => {
    const document = world.open(contacts(30, "locked"), { owner: "somebody@company.example" });
    const owner = document.document.as("somebody@company.example").keyboard;
    await document.verify({}, { askAtMost: 10 });
    owner.protect(SHEET, "C2:F100", []);
    const { id } = await document.last();
    const end = await document.drive(await document.resume(id));
    expect(end).toMatchObject({ state: "paused", stop: { code: "NOT_WRITTEN" } });
    expect(end.stop?.message).toContain("protected cell");
    expect(done(document)).toBe(10);
    expect(OWNER).not.toBe("somebody@company.example");
  });
});

describe("faults of the service", () => {
  test("are retried, and what stays wrong is written as an error and asked again only on request @slow", async () => {
    world.service.controls.addFault({ kind: "unavailable", operation: "email-verifier", times: 4 });
    world.service.controls.addFault({ kind: "reset-after", operation: "email-verifier", skip: 6, times: 1 });
    world.service.controls.addFault({ kind: "html", operation: "email-verifier", skip: 12, times: 1 });
    const document = world.open(contacts(30, "faulty"));
    expect(await document.verify()).toMatchObject({ state: "finished" });
    expect(done(document)).toBe(30);
    expect(world.service.controls.ledger().filter(({ subject }) => subject.startsWith("faulty"))).toHaveLength(30);

    world.service.controls.addFault({ kind: "internal-error", operation: "email-verifier", times: 3 });
    const failing = world.open(contacts(20, "failing"));
    expect(await failing.verify()).toMatchObject({ state: "finished" });
    const errors = () =>
      failing
        .rows()
        .filter(({ email_status }) => email_status === "error: The service has failed on this one (INTERNAL_ERROR)")
        .length;
    expect(errors()).toBe(3);
    await failing.verify();
    expect(errors()).toBe(3);
    expect(await failing.verify({ rows: { kind: "failed" } })).toMatchObject({ state: "finished" });
    expect(errors()).toBe(0);
    expect(done(failing)).toBe(20);
  });

  test("pause the job when all fail for 30 s, and no row is told to have failed", async () => {
    world.service.controls.addFault({ kind: "internal-error", operation: "email-verifier", probability: 1 });
    const document = world.open(contacts(120, "broken"));
    const end = await document.verify({}, { lanes: 2 });
    world.service.controls.clearFaults();
    expect(end).toMatchObject({ state: "paused", stop: { code: "INTERNAL_ERROR" } });
    expect(done(document)).toBe(0);
  });

  test.each([
    [400, ""],
    [403, "<html>Forbidden</html>"],
  ])("pause the job when every call is refused with status %i and no word of the service", async (status, text) => {
    world.service.fetch = async () => new Response(text, { status });
    const document = world.open(contacts(60, `refused${status}`));
    const end = await document.verify();
    expect(end).toMatchObject({ state: "paused", stop: { code: `HTTP_${status}` } });
    expect(end.stop?.message).toMatch(/^The service has refused \d+ requests in a row/);
    expect(document.rows().filter(({ email_status }) => email_status)).toEqual([]);
  });
});
