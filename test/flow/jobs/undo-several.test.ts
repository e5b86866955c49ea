import { describe, expect, test } from "@jest/globals";
import type { RowChoice } from "../../../src/jobs/protocol";
import { enrichChoices } from "./enrich-document";
import { companies, domains, findChoices, findEmails } from "./find-document";
import { dataOf, type JobDocument, jobWorld, SHEET } from "./job-document";
import { contacts, shown } from "./lists";

// Several jobs of one list, which are undone one after the other.

const world = jobWorld();

const ALL: RowChoice = { kind: "all" };

/** Adds these details to all rows. @returns the job's id */
async function enrich(document: JobDocument, ...details: string[]): Promise<string> {
  const fields = ["company_domain", ...details.map((detail) => `company_enrichment.${detail}`)];
  await document.drive(await document.start(enrichChoices(document, { rows: ALL, fields })));
  return (await document.last()).id;
}

async function verify(document: JobDocument, ...fields: string[]): Promise<string> {
  await document.verify({ rows: ALL, fields: ["email_status", ...fields] });
  return (await document.last()).id;
}

const LIST = companies(domains(3, "several"));

/** The cells of a column, by the end of its field's name. */
const cellsOf = (document: JobDocument, field: string): (string | undefined)[] =>
  document.rows().map((row) => row[`company_enrichment.${field}`] ?? row[field]);

function expectNothingLeft(document: JobDocument, list: unknown[][]): void {
  expect(shown(document)).toEqual(list);
  expect(document.document.save().extras?.metadata).toEqual([]);
}

test.each(["first", "last"])("a job over a copy of its sheet inherits no column of it, undone %s", async (when) => {
  const list = contacts(3, `sheetcopy${when}`);
  const document = world.open(list);
  const original = await verify(document);
  const before = shown(document);
  document.user.keyboard.duplicateSheet(SHEET, "Copy");
  const { sheetId = 0 } = document.document.workbook.sheets().find(({ name }) => name === "Copy") ?? {};
  document.user.keyboard.type("Copy", "B2", `sheetcopy${when}9@acme.example`);
  await document.verify({ sheetId });
  const inCopy = (await document.last()).id;
  expect(inCopy).not.toBe(original);
  for (const id of when === "first" ? [inCopy, original] : [original, inCopy]) await document.undo(id);
  expect(shown(document)).toEqual(list);
  // What the job of the original has answered stays in the copy.
  const rowsOf = (rows: string[][]) => rows.slice(2).map((row) => row.join());
  expect(rowsOf(shown(document, "Copy"))).toEqual(rowsOf(before));
});

test("the hidden column goes with all results, though a row that comes back has an answer of a job undone before", async () => {
  const list = contacts(3, "comesback");
  const document = world.open(list);
  const jobs = [await verify(document), await verify(document)];
  const { keyboard } = document.user;
  const row = (
    document.document.workbook.read(document.sheetId, { row: 3, column: 1, rows: 1, columns: 5 })[0] ?? []
  ).map(({ value }) => String(value ?? ""));
  keyboard.delete(SHEET, "rows", 3);
  await document.undo(jobs[1] ?? "");
  keyboard.insert(SHEET, "rows", 3);
  for (const [i, text] of row.entries()) keyboard.type(SHEET, `${"ABCDE"[i]}3`, text);
  await document.undo(jobs[0] ?? "");
  expectNothingLeft(document, list);
});

/** A copy of a verified sheet, in which somebody has verified the first two rows again. */
async function verifiedCopy(label: string, ...fields: string[]) {
  const document = world.open(contacts(3, label));
  const original = await verify(document, "type");
  document.user.keyboard.duplicateSheet(SHEET, "Copy");
  const { sheetId = 0 } = document.document.workbook.sheets().find(({ name }) => name === "Copy") ?? {};
  const before = document.rows("Copy");
  const rows: RowChoice = { kind: "selected", spans: [{ from: 2, to: 3 }] };
  await document.verify({ sheetId, rows, fields: ["email_status", "type", ...fields] });
  return { document, sheetId, before, original, inCopy: (await document.last()).id };
}

const statusesOf = (document: JobDocument, sheet: string): string[] =>
  document.rows(sheet).map(({ email_status = "" }) => email_status);

test.each(["stands", "is deleted"])(
  "a job over a copy of a sheet takes its own answers back, where the original %s",
  async (what) => {
    const { document, sheetId, before, inCopy } = await verifiedCopy(`copied${what.length}`, "verdict");
    if (what === "is deleted") document.user.keyboard.deleteSheet(SHEET);
    const told = { removedFields: ["verdict"], clearedFields: ["email_status", "type"], cells: 6, rows: 2 };
    expect(await document.undo(inCopy, "look")).toMatchObject({ ...told, othersCells: 0, otherJobsRows: 0 });
    await document.undo(inCopy);
    expect(document.rows("Copy").map(({ email_status, type }) => [email_status, type])).toEqual([
      ["", ""],
      ["", ""],
      [before[2]?.email_status, before[2]?.type],
    ]);
    if (what === "stands") expect(statusesOf(document, SHEET)).toEqual(before.map(({ email_status }) => email_status));
    const plan = dataOf(
      await document.plan({ kind: "todo" }, { sheetId, column: 2, fields: ["email_status", "type"] }),
    );
    expect(plan).toMatchObject({ toAsk: 2, filledCells: 0 });
  },
);

test("an answer in a copy that fits its row no more is that of the next undo, whatever the original has answered", async () => {
  const { document, sheetId, inCopy } = await verifiedCopy("unfitcopy");
  await document.verify({ sheetId });
  document.user.keyboard.type("Copy", "B2", "unfitcopy9@acme.example");
  expect(await document.undo(inCopy)).toMatchObject({ unfitRows: 1 });
  expect(await document.undo((await document.last()).id, "look")).toMatchObject({ unfitRows: 1 });
});

test("a job tells that its results stay, because a job that is no longer known has them too", async () => {
  const { document, before, original, inCopy } = await verifiedCopy("unknown");
  await document.undo(original);
  expect(await document.undo(inCopy, "look")).toMatchObject({ cells: 0, otherJobsRows: 2 });
  await document.undo(inCopy);
  expect(statusesOf(document, "Copy")).toEqual(before.map(({ email_status }) => email_status));
});

describe("a job that is neither the first nor the last of its list", () => {
  test("keeps the details that it has paid for when the others are undone, and takes them away itself @slow", async () => {
    const document = world.open(LIST);
    const first = await enrich(document, "name");
    const second = await enrich(document, "name", "size");
    const third = await enrich(document, "industry");
    const paid = ["name", "size"].map((field) => cellsOf(document, field));
    expect(paid.flat()).not.toContain("");
    await document.undo(first);
    expect(await document.undo(third, "look")).toMatchObject({ removedFields: ["company_enrichment.industry"] });
    await document.undo(third);
    expect(["name", "size"].map((field) => cellsOf(document, field))).toEqual(paid);
    expect(cellsOf(document, "industry")).toEqual([undefined, undefined, undefined]);
    await document.undo(second);
    expectNothingLeft(document, LIST);
  });

  test("can be undone after the others @slow", async () => {
    const document = world.open(LIST);
    const first = await enrich(document, "name");
    const second = await enrich(document, "industry");
    const third = await enrich(document, "size");
    await document.undo(first);
    await document.undo(third);
    await document.undo(second);
    expectNothingLeft(document, LIST);
  });

  test("keeps its columns of verdicts until it is undone", async () => {
    const document = world.open(contacts(3));
    const first = await verify(document, "verdict");
    const second = await verify(document, "verdict", "type");
    const third = await verify(document, "disposable");
    await document.undo(first);
    await document.undo(third);
    expect(shown(document)[0]).toEqual(expect.arrayContaining(["Verdict", "Email type"]));
    await document.undo(second);
    expectNothingLeft(document, contacts(3));
  });
});

test("jobs leave nothing in whatever order they are undone @slow", async () => {
  for (const order of [
    [0, 2, 1],
    [1, 0, 2],
    [2, 1, 0],
  ]) {
    const document = world.open(LIST);
    const ids = [await enrich(document, "name"), await enrich(document, "industry"), await enrich(document, "size")];
    for (const i of order) await document.undo(ids[i] ?? "");
    expectNothingLeft(document, LIST);
  }
});

test("jobs that two people undo at the same time leave nothing, neither in the sheet nor among what is kept", async () => {
  for (const afterMs of [0, 200, 500, 1_000]) {
    const document = world.open(LIST);
    const first = await enrich(document, "name");
    const second = await enrich(document, "name", "industry");
    const third = await enrich(document, "name", "size");
    const later = document.clock.sleep(afterMs).then(() => document.undo(second));
    await Promise.all([document.undo(first), later]);
    await document.undo(third);
    expectNothingLeft(document, LIST);
    expect(Object.keys(document.document.save().properties).filter((name) => name.startsWith("made:"))).toEqual([]);
  }
});

test("a status that two jobs have found stays until both are undone", async () => {
  const list = [
    ["Name", "Email"],
    ["Ada", "ada.valid@reliable.example"],
  ];
  const document = world.open(list);
  const first = await verify(document, "type");
  const second = await verify(document, "verdict");
  expect(await document.undo(second)).toMatchObject({ removedFields: ["verdict"], othersCells: 0 });
  expect(document.rows()).toMatchObject([{ email_status: "VALID", type: "professional" }]);
  expect(await document.undo(first)).toMatchObject({ rows: 1, othersCells: 0 });
  expectNothingLeft(document, list);
});

test("columns that an undone job leaves to one that has not made its own do not stand for those", async () => {
  const document = world.open(contacts(3));
  const first = await verify(document, "type");
  const begun = await document.start({ rows: ALL, fields: ["email_status", "verdict"] });
  await document.undo(first);
  expect(await document.drive(begun)).toMatchObject({ state: "finished" });
  expect(cellsOf(document, "verdict")).not.toContain(undefined);
  await document.undo(begun.job.id);
  expectNothingLeft(document, contacts(3));
  expect(dataOf(await document.call("listJobs"))).toEqual([]);
});

test("a later job, which has made no column, is not undone without the hidden column, and stays among the jobs", async () => {
  const document = world.open(contacts(3));
  await verify(document, "type");
  const later = await verify(document, "type");
  const [header = []] = document.user.keyboard.shows(SHEET, "A1:H1");
  document.user.keyboard.delete(SHEET, "columns", header.indexOf("verified for") + 1, 1);
  const before = shown(document);
  const request = { jobId: later, do: "undo", others: "keep" } as const;
  expect(await document.call("undoJob", request)).toMatchObject({ ok: false, code: "UNDO_UNKNOWN" });
  expect(shown(document)).toEqual(before);
  expect(dataOf(await document.call("listJobs"))).toHaveLength(2);
});

test("a detail goes with its job even if a forgotten job has found the same words in another column @slow", async () => {
  const document = world.open(LIST);
  await enrich(document, "location.state");
  const second = await enrich(document, "location.city");
  expect(cellsOf(document, "location.city")[2]).toBe(cellsOf(document, "location.state")[2]);
  // They have no row to do, so the answers of the first one stay in the hidden column.
  for (let i = 0; i < 11; i++) await document.drive(await document.start(enrichChoices(document)));
  expect(dataOf(await document.call("listJobs"))).toHaveLength(12);
  expect(await document.undo(second)).toMatchObject({ removedFields: ["company_enrichment.location.city"] });
  expect(cellsOf(document, "location.city")).toEqual([undefined, undefined, undefined]);
});

/** The earlier search is refused until the later one is undone, and the emails stay. */
async function undoLaterFirst(document: JobDocument, first: string, later: string): Promise<void> {
  const found = shown(document, "Emails");
  for (const what of ["look", "undo"] as const) {
    const told = await document.call("undoJob", { jobId: first, do: what, others: "keep" });
    expect(told).toMatchObject({ ok: false, code: "UNDO_LATER_FIRST" });
  }
  expect(shown(document, "Emails")).toEqual(found);
  await document.undo(later);
  expect(shown(document, "Emails")).toEqual(found);
}

test("a search whose emails a later one has found again is undone after it, and nothing is lost @slow", async () => {
  const document = world.open(LIST);
  await findEmails(document);
  const first = (await document.last()).id;
  const { sheetId = 0 } = document.document.workbook.sheets().find(({ name }) => name === "Emails") ?? {};
  await findEmails(document, { rows: ALL }, { target: { kind: "append", sheetId } });
  const later = (await document.last()).id;
  await undoLaterFirst(document, first, later);
  expect(cellsOf(document, "emails_found")).not.toContain("");
  await document.undo(first);
  expectNothingLeft(document, LIST);
});

test("a search whose emails one over another sheet has found again is undone after it as well", async () => {
  const document = world.open(LIST);
  await findEmails(document);
  const first = (await document.last()).id;
  const { sheetId = 0 } = document.document.workbook.sheets().find(({ name }) => name === "Emails") ?? {};
  document.user.keyboard.addSheet("Other");
  document.user.keyboard.paste("Other", "A1", [["Site"], ...LIST.slice(1).map(([, website = ""]) => [website])]);
  const other = document.document.workbook.sheets().find(({ name }) => name === "Other")?.sheetId ?? 0;
  const elsewhere = { sheetId: other, column: 1, header: "Site" };
  await findEmails(document, elsewhere, { target: { kind: "append", sheetId } });
  const later = (await document.last()).id;
  await undoLaterFirst(document, first, later);
  await document.undo(first);
  expectNothingLeft(document, LIST);
});

test("a search whose emails one over a copy of its sheet has found again is undone after it as well", async () => {
  const document = world.open(LIST);
  await findEmails(document);
  const first = (await document.last()).id;
  const idOf = (sheet: string) => document.document.workbook.sheets().find(({ name }) => name === sheet)?.sheetId ?? 0;
  document.user.keyboard.duplicateSheet(SHEET, "Copy");
  const target = { kind: "append", sheetId: idOf("Emails") } as const;
  await findEmails(document, { sheetId: idOf("Copy"), rows: ALL }, { target });
  await undoLaterFirst(document, first, (await document.last()).id);
});

test("the sheet of a search stays while another one is about to write into it @slow", async () => {
  const document = world.open(companies(domains(40, "underway")));
  await findEmails(document, { rows: { kind: "selected", spans: [{ from: 2, to: 4 }] } });
  const first = (await document.last()).id;
  const { sheetId = 0 } = document.document.workbook.sheets().find(({ name }) => name === "Emails") ?? {};
  const later = await document.start(findChoices(document, {}, { target: { kind: "append", sheetId } }));
  expect(await document.undo(first, "look")).toMatchObject({ removesSheet: false });
  await document.undo(first);
  expect(await document.drive(later)).toMatchObject({ state: "finished" });
  expect(shown(document, "Emails").length).toBeGreaterThan(37);
  await document.undo(later.job.id);
  expect(document.document.workbook.sheets().map(({ name }) => name)).toEqual([SHEET]);
});

test("what a job is billed after it was undone is gone with the next one @slow", async () => {
  const document = world.open(contacts(300, "billed"));
  const first = await document.start();
  const running = document.drive(first);
  await document.clock.sleep(4_000);
  await document.undo(first.job.id);
  await running;
  const kept = () => Object.keys(document.document.save().properties).filter((name) => name.includes(first.job.id));
  expect(kept()).not.toEqual([]);
  await document.verify();
  expect(kept()).toEqual([]);
});
