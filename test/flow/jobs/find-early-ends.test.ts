import { describe, expect, test } from "@jest/globals";
import { createPersonInBetween } from "../support/person-in-between";
import {
  companies,
  domains,
  emailsOf,
  type FindPart,
  findChoices,
  findEmails,
  searches,
  spentOn,
} from "./find-document";
import { dataOf, type JobDocument, jobWorld, openJobWorld, SHEET } from "./job-document";

const person = createPersonInBetween();
const world = jobWorld({ settings: { betweenCalls: person.betweenCalls } });

/** Some of the made-up domains receive no mail. */
const done = (document: JobDocument): number =>
  document
    .rows()
    .filter(({ emails_found = "" }) => /^(\d+|no emails|error: .+ \(INVALID_DOMAIN_NAME\))$/.test(emails_found)).length;

/** Every company that is done has its emails in their sheet. */
function expectWhole(document: JobDocument): void {
  const emails = emailsOf(document);
  for (const { Website = "", emails_found = "" } of document.rows())
    if (/^\d+$/.test(emails_found))
      expect(`${Website} ${emails.get(Website)?.length}`).toBe(`${Website} ${emails_found}`);
}

describe("a job that finds emails ends early, keeps what is done and says why", () => {
  test("when credits run out; resumed, it goes on @slow", async () => {
    world.service.controls.setAccount("sandbox-key", { credits: 12 });
    const document = world.open(companies(domains(40, "credits")));
    const end = await findEmails(document);
    expect(end).toMatchObject({ state: "paused", stop: { code: "INSUFFICIENT_CREDITS" } });
    expect(done(document)).toBeGreaterThanOrEqual(12);
    expectWhole(document);

    world.service.controls.setAccount("sandbox-key", { credits: 1_000 });
    const resumed = await document.resume((await document.last()).id);
    expect(await document.drive(resumed)).toMatchObject({ state: "finished" });
    expect(done(document)).toBe(40);
    expectWhole(document);
  });

  test("when the key is refused: nothing else is asked", async () => {
    const other = await openJobWorld({ apiKey: "no-such-key" });
    const document = other.open(companies(domains(40, "key")));
    const end = await findEmails(document, {}, {}, { lanes: 1 });
    expect(end).toMatchObject({ state: "paused", stop: { code: "INVALID_API_KEY" } });
    expect(other.service.controls.calls()).toHaveLength(20);
    expect(done(document)).toBe(0);
    await other.close();
  });

  test("when the credits allowed for it are spent, which are never exceeded", async () => {
    const list = [...domains(30, "cap"), "nine-hundred.example", "hundred-twenty.example"];
    const document = world.open(companies(list));
    const before = spentOn(document, () => true);
    const first = await findEmails(document, { capHalves: 15 }, { limit: 150 });
    expect(first).toMatchObject({ state: "paused", stop: { code: "CAP_REACHED" } });
    expect(spentOn(document, () => true) - before).toBeLessThanOrEqual(15);
    expect(done(document)).toBeGreaterThan(3);
    expectWhole(document);
  });

  test("when no answer comes, with Google's own words @slow", async () => {
    world.service.controls.addFault({ kind: "reset-before", probability: 1 });
    const end = await findEmails(world.open(companies(domains(12, "silent"))));
    world.service.controls.clearFaults();
    expect(end).toMatchObject({ state: "paused", stop: { code: "NO_ANSWER" } });
    expect(end.stop?.message).toContain("Address unavailable");
  });

  test("when the sheet of the emails is deleted: what comes later is not taken for done @slow", async () => {
    const document = world.open(companies(domains(30, "deleted")));
    person.onCall("UrlFetchApp.fetchAll", 2, (keyboard) => keyboard.deleteSheet("Emails"));
    expect(await findEmails(document)).toMatchObject({ state: "paused", stop: { code: "LIST_GONE" } });
    const numbers = document.rows().filter(({ emails_found }) => /^\d+$/.test(emails_found ?? ""));
    expect(numbers.length).toBeLessThan(25);
    const job = await document.last();
    expect(await document.call("resumeJob", { jobId: job.id, withOwnKey: false })).toMatchObject({
      ok: false,
      code: "LIST_GONE",
    });
    expect(await findEmails(document)).toMatchObject({ state: "finished", stop: null });
    expect(done(document)).toBe(30);
    expect(spentOn(document, (domain) => domain.startsWith("deleted"))).toBeLessThanOrEqual(60);
  });

  test.each([1, 2])("at once when the sheet of the emails is deleted before call %i of a write", async (write) => {
    const document = world.open(companies(domains(60, `gone${write}x`)));
    person.onCall("Range.setValues", write, (keyboard) => keyboard.deleteSheet("Emails"));
    const begunMs = world.clock.now();
    expect(await findEmails(document)).toMatchObject({ state: "paused", stop: { code: "LIST_GONE" } });
    // An execution that died while it wrote would be waited for during a minute.
    expect(world.clock.now() - begunMs).toBeLessThan(50_000);
  });

  test("when the sheet of the companies is deleted @slow", async () => {
    const document = world.open(companies(domains(30, "sheet")));
    person.onCall("UrlFetchApp.fetchAll", 2, (keyboard) => keyboard.deleteSheet(SHEET));
    expect(await findEmails(document)).toMatchObject({ state: "paused", stop: { code: "SHEET_GONE" } });
  });
});

describe("faults of the service", () => {
  test("are retried; a lost continuation is never repeated: the company is searched anew, at no cost @slow", async () => {
    const document = world.open(companies(["nine-hundred.example"]));
    const before = searches(document).length;
    world.service.controls.addFault({ kind: "reset-after", operation: "domain-search", skip: 2, times: 1 });
    expect(await findEmails(document, {}, { limit: 1_000 })).toMatchObject({ state: "finished" });
    expect(document.rows()[0]?.emails_found).toBe("900");
    expectWhole(document);
    const asked = searches(document).slice(before);
    const ids = asked.map(({ body }) => String(body.search_id ?? "new"));
    expect(ids.filter((id) => id === "new")).toHaveLength(2);
    const [first, second] = [...new Set(ids)].filter((id) => id !== "new");
    const searchedAnew = ids.lastIndexOf("new");
    expect(ids.slice(0, searchedAnew)).toEqual(["new", first, first]);
    expect(ids.slice(searchedAnew)).toEqual(["new", ...Array.from({ length: 8 }, () => second)]);
    expect(spentOn(document, (domain) => domain === "nine-hundred.example")).toBe(36);
  });

  test("of all sorts leave every company with all its emails @slow", async () => {
    const document = world.open(companies([...domains(40, "faulty"), "nine-hundred.example", "sixty-five.example"]));
    const kinds = ["unavailable", "rate-limit", "reset-before", "reset-after", "html", "truncated-json"] as const;
    for (const kind of kinds)
      world.service.controls.addFault({ kind, operation: "domain-search", probability: 0.04, times: 6 });
    const end = await findEmails(document, {}, { limit: 1_000 });
    world.service.controls.clearFaults();
    expect(end).toMatchObject({ state: "finished" });
    expect(done(document)).toBe(42);
    expectWhole(document);
    expect(
      document
        .rows()
        .slice(40)
        .map(({ emails_found }) => emails_found),
    ).toEqual(["900", "65"]);
  });

  test("that stay are written beside the company and asked again only on request @slow", async () => {
    world.service.controls.addFault({ kind: "internal-error", operation: "domain-search", times: 3 });
    const document = world.open(companies(domains(20, "failing")));
    expect(await findEmails(document)).toMatchObject({ state: "finished" });
    const errors = () =>
      document
        .rows()
        .filter(({ emails_found }) => emails_found === "error: The service has failed on this one (INTERNAL_ERROR)")
        .length;
    expect(errors()).toBe(3);
    const append = {
      target: { kind: "append" as const, sheetId: document.document.workbook.sheets()[1]?.sheetId ?? 0 },
    };
    await findEmails(document, {}, append);
    expect(errors()).toBe(3);
    expect(await findEmails(document, { rows: { kind: "failed" } }, append)).toMatchObject({ state: "finished" });
    expect(errors()).toBe(0);
    expect(done(document)).toBe(20);
    expectWhole(document);
    expect(document.document.workbook.sheets()).toHaveLength(2);
  });
});

describe("Undo this search", () => {
  test("takes away the emails with their sheet and the columns, after naming how many @slow", async () => {
    const document = world.open(companies(["three-emails.example", "no-emails.example"]));
    await findEmails(document);
    const job = await document.last();
    const named = { rows: 2, cells: 4, listRows: 3, removesSheet: true, clearedFields: [], othersCells: 0 };
    expect(await document.undo(job.id, "look")).toMatchObject(named);
    expect(document.rows("Emails")).toHaveLength(3);
    expect(await document.undo(job.id)).toMatchObject(named);
    expect(document.document.workbook.sheets().map(({ name }) => name)).toEqual([SHEET]);
    expect(Object.keys(document.rows()[0] ?? {})).toEqual(["Contact", "Website", "Note"]);
    expect(dataOf(await document.call("listJobs"))).toEqual([]);
  });

  test("leaves the emails of other jobs and what people have typed @slow", async () => {
    const document = world.open(companies(["three-emails.example"]));
    await findEmails(document);
    const sheetId = document.document.workbook.sheets()[1]?.sheetId ?? 0;
    document.user.keyboard.type(SHEET, "B3", "one-email.example");
    await findEmails(document, {}, { target: { kind: "append", sheetId } });
    const job = await document.last();
    expect(job).toMatchObject({ written: { rows: 1 }, list: { sheetId } });
    const undone = await document.undo(job.id);
    expect(undone).toMatchObject({ listRows: 1, removesSheet: false });
    expect([...emailsOf(document).keys()]).toEqual(["three-emails.example"]);
  });
});

test("a second job on the same sheet adds no email twice, and says how many stood there @slow", async () => {
  const document = world.open(
    companies(["three-emails.example", "https://three-emails.example", "sixty-five.example"]),
  );
  await findEmails(document);
  const sheetId = document.document.workbook.sheets()[1]?.sheetId ?? 0;
  const there = document.rows("Emails").length;
  expect(there).toBe(53);
  const second = findChoices(document, { rows: { kind: "all" } }, { limit: 60, target: { kind: "append", sheetId } });
  await document.drive(await document.start(second));
  expect(document.rows("Emails")).toHaveLength(63);
  const job = await document.last();
  expect(job.written).toMatchObject({ rows: 10, alreadyThere: 53 });
  expect(new Set(document.rows("Emails").map(({ email }) => email)).size).toBe(63);
});

test("a second job on a sheet whose header somebody has deleted adds no email twice @slow", async () => {
  const document = world.open(companies(["three-emails.example"]));
  await findEmails(document);
  const { sheetId = 0, name = "" } = document.document.workbook.sheets()[1] ?? {};
  const { keyboard } = document.user;
  keyboard.delete(name, "rows", 1, 1);
  const there = keyboard.shows(name, "A1:Z9").filter((row) => row.some((cell) => cell !== ""));
  expect(there).toHaveLength(3);
  await findEmails(document, { rows: { kind: "all" } }, { limit: 60, target: { kind: "append", sheetId } });
  expect((await document.last()).written).toMatchObject({ rows: 0, alreadyThere: 3 });
  expect(keyboard.shows(name, "A1:Z9").filter((row) => row.some((cell) => cell !== ""))).toEqual(there);
});

test("company details wanted later are told to be missing beside emails that are there, and are free in a new sheet @slow", async () => {
  const list = ["three-emails.example", "sixty-five.example"];
  const document = world.open(companies(list));
  await findEmails(document);
  const sheetId = document.document.workbook.sheets()[1]?.sheetId ?? 0;
  const again = { rows: { kind: "all" } } as const;
  const enrichment: FindPart["enrichment"] = ["name", "size"];
  document.user.keyboard.type(SHEET, "B4", "one-email.example");
  await findEmails(document, again, { enrichment, target: { kind: "append", sheetId } });
  expect((await document.last()).written).toMatchObject({ rows: 1, alreadyThere: 53, withoutDetails: 53 });
  // Rows that were there are left as they are.
  const withName = document.rows("Emails").filter((row) => row["company_enrichment.name"]);
  expect(withName.map(({ company }) => company)).toEqual(["one-email.example"]);
  await findEmails(document, again, { enrichment, target: { kind: "append", sheetId } });
  expect((await document.last()).written).toMatchObject({ rows: 0, alreadyThere: 54, withoutDetails: 53 });

  const spent = spentOn(document, () => true);
  await findEmails(document, again, { enrichment, target: { kind: "new", sheetName: "With details" } });
  const job = await document.last();
  expect(job).toMatchObject({ written: { rows: 54, alreadyThere: 0, withoutDetails: 0 } });
  expect(document.rows("With details").filter((row) => !row["company_enrichment.name"])).toEqual([]);
  expect(spentOn(document, () => true)).toBe(spent);
});
