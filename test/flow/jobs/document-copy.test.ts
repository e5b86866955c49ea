import { afterEach, expect, test } from "@jest/globals";
import { fillChoices, openFillDocument } from "../companies/fill-document";
import { companies, domains, emailsOf, findEmails } from "./find-document";
import { dataOf, type JobDocument, jobWorld } from "./job-document";
import { columnNamed, contacts, shown } from "./lists";

const world = jobWorld();
afterEach(() => {
  world.host.settings.copiesKeepMarks = "document";
});

const asked = (document: JobDocument): string[] => document.verifications().map(({ email }) => email);

test("a copy of the document has no job, knows its columns, and answers nothing twice that stands there", async () => {
  const document = world.open(contacts(12, "copied"));
  await document.verify({ rows: { kind: "selected", spans: [{ from: 2, to: 6 }] } });
  const answered = asked(document);
  expect(answered).toHaveLength(5);
  // Another job is under way at the moment of copying.
  const started = await document.start();

  const copy = document.copyByHand();
  expect(copy.document.save().extras?.metadata.length).toBeGreaterThan(0);
  await copy.user.open();
  expect(await copy.call("listJobs")).toMatchObject({ ok: true, data: [] });
  const width = shown(copy)[0]?.length;
  const plan = dataOf(await copy.plan());
  expect(plan).toMatchObject({ column: 2, toAsk: 12 - answered.length, counts: { done: answered.length } });
  await copy.verify();
  expect(asked(copy)).toHaveLength(12 - answered.length);
  expect(asked(copy).filter((email) => answered.includes(email))).toEqual([]);
  expect(copy.rows().every(({ email_status }) => email_status !== "")).toBe(true);
  // The old columns are taken over, and undoing there leaves what the other document has answered.
  expect(shown(copy)[0]).toHaveLength(width ?? 0);
  await copy.undo((await copy.last()).id);
  expect(copy.rows().filter(({ email_status }) => email_status)).toHaveLength(answered.length);
  // The first one is as it was.
  expect((await document.last()).id).toBe(started.job.id);
  expect(columnNamed(document, "Email status")).toBe(columnNamed(copy, "Email status"));
});

test("a copy has the emails that were found, and adds to them without finding any twice @slow", async () => {
  const names = domains(4, "copy");
  const document = world.open(companies(names));
  await findEmails(document, { rows: { kind: "selected", spans: [{ from: 2, to: 3 }] } });
  const copy = document.copyByHand();
  const before = emailsOf(copy);
  await findEmails(copy);
  const searched = copy.asked("domain-search").map(({ request }) => request.company ?? request.domain);
  expect([...new Set(searched)].sort()).toEqual(names.slice(2));
  for (const [company, emails] of before) expect(emailsOf(copy).get(company)).toEqual(emails);
});

test.each(["document", "none"] as const)(
  "a copy with the marks of %s goes on with a list without a row twice",
  async (copiesKeepMarks) => {
    world.host.settings.copiesKeepMarks = copiesKeepMarks;
    const document = openFillDocument(world);
    const filled = await document.fill({ pages: 2 });
    const copy = document.copyByHand();
    const sheetId = copy.document.workbook.sheets().find(({ name }) => name === "Companies")?.sheetId;
    await copy.fill(fillChoices({ pages: 3, target: { kind: "append", sheetId: sheetId ?? -1 } }));
    expect(filled.written.rows).toBeGreaterThan(0);
    expect(new Set(copy.names()).size).toBe(copy.names().length);
    expect(copy.names().length).toBeGreaterThan(filled.written.rows);
  },
);

test("a copy in which the marks are missing takes its columns over by their names and the hidden column @slow", async () => {
  world.host.settings.copiesKeepMarks = "none";
  const document = world.open(contacts(12, "unmarked"));
  await document.verify({ rows: { kind: "selected", spans: [{ from: 2, to: 6 }] } });
  const answered = asked(document);
  const copy = document.copyByHand();
  expect(copy.document.save().extras?.metadata).toEqual([]);
  const header = shown(copy)[0];
  expect(dataOf(await copy.plan())).toMatchObject({ toAsk: 12 - answered.length, counts: { done: answered.length } });
  await copy.verify();
  expect(asked(copy).filter((email) => answered.includes(email))).toEqual([]);
  expect(shown(copy)[0]).toEqual(header);
});

test("a copy without marks finds no emails twice @slow", async () => {
  world.host.settings.copiesKeepMarks = "none";
  const names = domains(4, "nomark");
  const document = world.open(companies(names));
  await findEmails(document, { rows: { kind: "selected", spans: [{ from: 2, to: 3 }] } });
  const copy = document.copyByHand();
  await findEmails(copy);
  const searched = copy.asked("domain-search").map(({ request }) => request.company ?? request.domain);
  expect([...new Set(searched)].sort()).toEqual(names.slice(2));
});
