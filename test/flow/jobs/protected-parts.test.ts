import { afterEach, describe, expect, test } from "@jest/globals";
import type { ValidationRule } from "../../../local/apps-script/extras/extras";
import { columnLetter } from "../../../src/sheet/table";
import { openFillDocument } from "../companies/fill-document";
import { createPersonInBetween } from "../support/person-in-between";
import { companies, domains, findChoices, findEmails } from "./find-document";
import { dataOf, type JobDocument, jobWorld } from "./job-document";
import { columnNamed, contacts, shown } from "./lists";

// The owner of a spreadsheet has protected a part of a list in which others let jobs work.

const OWNER = "somebody@company.example";
const person = createPersonInBetween();
const world = jobWorld({ service: { companies: 2_000 }, settings: { betweenCalls: person.betweenCalls } });
afterEach(() => person.rest());
const open = (list: string[][]) => {
  const document = world.open(list, { owner: OWNER });
  return { ...document, protect: document.document.as(OWNER).keyboard.protect };
};

const YES_OR_NO: ValidationRule = {
  criteria: "VALUE_IN_LIST",
  values: [["yes", "no"], true],
  allowInvalid: false,
  helpText: null,
};

/** The filled cells below a header. */
const columnOf = (document: JobDocument, header: string, sheet?: string): string[] =>
  shown(document, sheet)
    .slice(1)
    .flatMap((row) => row[columnNamed(document, header, sheet) - 1] || []);

describe("a list that grows, and of which a column is protected", () => {
  test.each(["found by", "Email", "First name"])(
    "gets no row in part, and its companies are not done: %s @slow",
    async (header) => {
      const document = open(companies(domains(8, `part${header.length}x`)));
      await findEmails(document, { rows: { kind: "selected", spans: [{ from: 2, to: 3 }] } });
      const letter = columnLetter(columnNamed(document, header, "Emails"));
      document.protect("Emails", `${letter}1:${letter}1000`, []);
      const before = shown(document, "Emails");
      const { sheetId = 0 } = document.document.workbook.sheets()[1] ?? {};
      const job = await document.start(findChoices(document, {}, { target: { kind: "append", sheetId } }));
      const end = await document.drive(job);
      expect(end).toMatchObject({ state: "paused", stop: { code: "NOT_WRITTEN" } });
      expect(end.stop?.message).toMatch(
        new RegExp(
          `^Google did not write the results: refused by the column “${header}”: You are trying to edit a protected`,
        ),
      );
      expect(shown(document, "Emails")).toEqual(before);
      expect(dataOf(await document.plan({ kind: "todo" }, { ...findChoices(document) } as never)).toAsk).toBe(6);
      await document.undo(job.job.id);
      expect(shown(document, "Emails")).toEqual(before);
    },
  );

  test("gets no rows that nobody could take out again: the hidden column of companies without names @slow", async () => {
    const document = openFillDocument(world, [["Notes"]], { owner: OWNER });
    const columns = ["headcount", "location.country"];
    const first = await document.fill({ pages: 1, columns });
    document.document.as(OWNER).keyboard.protect("Companies", "B1:B1000", []);
    const target = { kind: "append", sheetId: first.job.sheetId } as const;
    const end = await document.fill({ pages: 6, columns, target });
    expect(end).toMatchObject({ state: "paused", stop: { code: "NOT_WRITTEN" }, written: { rows: 0 } });
    expect(end.stop?.message).toContain("refused by the column “filled by”: ");
    expect(shown(document, "Companies").filter((row) => row.some((cell) => cell !== ""))).toHaveLength(1 + 25);
  });

  test("goes on below protected rows @slow", async () => {
    const document = open(companies(domains(12, "below")));
    await findEmails(document, { rows: { kind: "selected", spans: [{ from: 2, to: 3 }] } });
    const rows = shown(document, "Emails").length;
    document.protect("Emails", `A${rows + 5}:Z${rows + 9}`, []);
    const { sheetId = 0 } = document.document.workbook.sheets()[1] ?? {};
    const end = await findEmails(document, {}, { target: { kind: "append", sheetId } });
    expect(end).toMatchObject({ state: "finished" });
    const emails = columnOf(document, "Email", "Emails");
    expect(emails).toHaveLength(rows - 1 + (end.progress.written?.rows ?? 0));
    expect(new Set(emails).size).toBe(emails.length);
  });
});

describe("a list that is protected as a whole", () => {
  test("gets no job of the visible rows: Google's words say why, and nothing stays behind @slow", async () => {
    const list = contacts(10, "visible");
    const document = open(list);
    let lift = () => {};
    // The columns are made, and nothing can be noted in them.
    person.onCall("SpreadsheetApp.flush", 5, () => {
      lift = document.protect("Leads", "A1:Z1000", []);
    });
    const refused = await document.tryStart({ rows: { kind: "visible" } });
    expect(refused).toMatchObject({ ok: false, code: "ROWS_NOT_NOTED" });
    expect(refused).toMatchObject({ message: expect.stringContaining("You are trying to edit a protected cell") });
    // Google lets nobody delete the columns while they are protected, so the next start uses them.
    const own = new Set(["verified for", "Email status", "Email type"]);
    const [header = [], ...rows] = shown(document);
    const isOwn = header.map((name) => own.has(name));
    expect([header, ...rows].map((row) => row.filter((_, i) => !isOwn[i]))).toEqual(list);
    expect(rows.flatMap((row) => row.filter((cell, i) => isOwn[i] && cell !== ""))).toEqual([]);
    lift();
    const end = await document.drive(await document.start({ rows: { kind: "visible" } }));
    expect(end).toMatchObject({ state: "finished" });
    expect(shown(document)[0]).toEqual(header);
  });

  test("keeps no look of a header when its protection is lifted in the middle of an undo", async () => {
    const document = openFillDocument(world, [["Notes"]], { owner: OWNER });
    document.user.keyboard.addSheet("Mine");
    const sheetId = document.document.workbook.sheets().find(({ name }) => name === "Mine")?.sheetId ?? 0;
    const { job } = await document.fill({
      pages: 1,
      columns: ["name", "headcount"],
      target: { kind: "append", sheetId },
    });
    const columns = [1, 2, 3].map((column) => ({ row: 1, column, rows: 1, columns: 1 }));
    const looks = () => [
      ...columns.map((cell) => document.document.workbook.readNotes(sheetId, cell).flat()[0] ?? ""),
      ...columns.map((cell) => document.document.workbook.readStyles(sheetId, cell).flat()[0]?.fontWeight ?? ""),
    ];
    expect(looks().some(Boolean)).toBe(true);
    const lift = document.document.as(OWNER).keyboard.protect("Mine", "A1:C1", []);
    // The first tries to take the headers out are refused.
    person.onCall("SpreadsheetApp.flush", 6, () => lift());
    await document.undo(job.id);
    expect(shown(document, "Mine").flat().filter(Boolean)).toEqual([]);
    expect(looks().filter(Boolean)).toEqual([]);
  });
});

describe("a list with protected rows", () => {
  test.each([
    ["all results but theirs", ["email_status", "type", "disposable", "catch_all", "gibberish"], "A4:Z9", 54],
    ["all results but those of a long block", ["email_status"], "A4:Z33", 30],
  ])(
    "gets %s, says why the others are left, and loses its results with an undo, its columns with the next",
    async (_what, fields, area, done) => {
      const list = contacts(60, `rows${fields.length}x`);
      const document = open(list);
      const lift = document.protect("Leads", area, []);
      const job = await document.start({ fields });
      const end = await document.drive(job);
      expect(end).toMatchObject({ state: "paused", stop: { code: "NOT_WRITTEN" } });
      expect(end.stop?.message).toMatch(
        /^Google did not write (?:\d+ of )?the results: You are trying to edit a protected/,
      );
      expect(end.progress).toMatchObject({ refusedCells: 0 });
      expect(columnOf(document, "verified for").filter((cell) => cell.includes(":"))).toHaveLength(done);
      expect(columnOf(document, "Email status")).toHaveLength(done);
      expect(await document.undo(job.job.id, "look")).toMatchObject({ rows: done, othersCells: 0 });
      const undone = await document.call("undoJob", { jobId: job.job.id, do: "undo", others: "keep" });
      expect(undone).toMatchObject({
        ok: false,
        code: "UNDO_CLEARED",
        message: expect.stringContaining("protected cell"),
      });
      expect([columnOf(document, "verified for"), columnOf(document, "Email status")]).toEqual([[], []]);
      lift();
      await document.undo(job.job.id);
      expect(shown(document)).toEqual(list);
    },
  );
});

const undone = (document: Pick<JobDocument, "call">, jobId: string) =>
  document.call("undoJob", { jobId, do: "undo", others: "keep" });

test.each([
  ["some results", "D4:D6", "UNDO_REFUSED"],
  ["all results", "D1:D1000", "UNDO_REFUSED"],
  ["some hidden cells", "C4:C6", "UNDO_REFUSED"],
  ["the header", "A1:Z1", "UNDO_CLEARED"],
])(
  "an undo that may not delete %s, which were protected later, loses track of none, and the next one takes all",
  async (_what, area, code) => {
    const list = contacts(10, `later${area.replace(":", "x")}`);
    const document = open(list);
    const { id } = (await document.verify({ fields: ["email_status"] })).job ?? (await document.last());
    const lift = document.protect("Leads", area, []);
    expect(await undone(document, id)).toMatchObject({ ok: false, code });
    expect(await undone(document, id)).toMatchObject({ ok: false, code });
    lift();
    expect(await document.undo(id)).toMatchObject({ othersCells: 0 });
    expect(shown(document)).toEqual(list);
  },
);

test.each([
  ["a column of somebody's", "H1:H1000", "UNDO_CLEARED"],
  ["the names", "A1:A1000", "UNDO_REFUSED"],
  ["some names", "A5:A7", "UNDO_REFUSED"],
  ["some hidden cells", "B5:B7", "UNDO_REFUSED"],
  ["some websites", "C5:C7", "UNDO_REFUSED"],
  ["a header", "A1:A1", "UNDO_CLEARED"],
])(
  "an undo of a list of companies that may not delete %s loses track of no row, and the next one takes all",
  async (_what, area, code) => {
    const document = openFillDocument(world, [["Notes"]], { owner: OWNER });
    const { job } = await document.fill({ pages: 1, columns: ["name", "website"] });
    const { keyboard } = document.document.as(OWNER);
    const lift = keyboard.protect("Companies", area, []);
    expect(await undone(document, job.id)).toMatchObject({ ok: false, code });
    expect(await undone(document, job.id)).toMatchObject({ ok: false, code });
    lift();
    await document.undo(job.id, "undo", "remove");
    expect(document.document.workbook.sheets().map(({ name }) => name)).not.toContain("Companies");
  },
);

test.each([5, 8, 11])(
  "a row that somebody inserts meanwhile leaves no row in part either: reading %i @slow",
  async (reading) => {
    const document = open(companies(domains(8, `moved${reading}x`)));
    await findEmails(document, { rows: { kind: "selected", spans: [{ from: 2, to: 3 }] } });
    document.protect("Emails", `B1:B1000`, []);
    const before = shown(document, "Emails");
    const { sheetId = 0 } = document.document.workbook.sheets()[1] ?? {};
    const job = await document.start(findChoices(document, {}, { target: { kind: "append", sheetId } }));
    person.onCall("Range.getValues", reading, (keyboard) => keyboard.insert("Emails", "rows", 2, 1));
    expect(await document.drive(job)).toMatchObject({ state: "paused", stop: { code: "NOT_WRITTEN" } });
    const filled = shown(document, "Emails").filter((row) => row.some((cell) => cell !== ""));
    expect(filled).toEqual(before);
  },
);

test("rows that a rule does not let stand in part leave no notes behind", async () => {
  const document = openFillDocument(world);
  const columns = ["name", "headcount"];
  const first = await document.fill({ pages: 1, columns });
  const sheetId = first.job.sheetId as number;
  document.user.keyboard.restrict("Companies", "A27:B30", YES_OR_NO);
  const end = await document.fill({ pages: 2, columns, target: { kind: "append", sheetId } });
  expect(end).toMatchObject({ state: "finished", written: { rows: 25 } });
  const notes = document.document.workbook.readNotes(sheetId, { row: 27, column: 1, rows: 4, columns: 3 });
  expect(notes.flat().filter(Boolean)).toEqual([]);
  expect(shown(document, "Companies").filter(([name]) => name)).toHaveLength(1 + 50);
});

test("a list of companies and one of emails in one sheet are undone, each with its columns @slow", async () => {
  const document = openFillDocument(world, companies(domains(12, "both")));
  document.user.keyboard.addSheet("Both");
  const sheetId = document.document.workbook.sheets().find(({ name }) => name === "Both")?.sheetId ?? 0;
  const target = { kind: "append", sheetId } as const;
  const filled = await document.fill({ pages: 1, columns: ["name", "headcount"], target });
  const find = await document.start(findChoices(document, {}, { target }));
  await document.drive(find, { askAtMost: 5 });
  await document.undo(filled.job.id);
  await document.undo(find.job.id);
  expect(shown(document, "Both").flat().filter(Boolean)).toEqual([]);
});

test("every second row that is protected takes one try, not one for each of its cells @slow", async () => {
  const document = open(contacts(40, "second"));
  for (let row = 3; row <= 41; row += 2) document.protect("Leads", `A${row}:Z${row}`, []);
  const fields = ["email_status", "verdict", "type", "disposable", "catch_all", "gibberish"];
  const job = await document.start({ fields });
  let flushes = 0;
  const stop = world.host.onTrace(({ event, detail }) => {
    if (event === "call" && detail === "SpreadsheetApp.flush") flushes++;
  });
  const end = await document.drive(job);
  stop();
  expect(end).toMatchObject({ state: "paused", stop: { code: "NOT_WRITTEN" } });
  expect(columnOf(document, "verified for").filter((cell) => cell.includes(":"))).toHaveLength(20);
  expect(flushes).toBeLessThan(300);
});

test("columns that a protected header keeps from being deleted are told of, and used by the next job @slow", async () => {
  const list = contacts(6, "header");
  const document = open(list);
  const lift = document.protect("Leads", "A1:Z1", []);
  const { id } = (await document.start({})).job;
  const end = await document.drive(await document.resume(id));
  expect(end).toMatchObject({ state: "paused", stop: { code: "COLUMNS_REFUSED" } });
  expect(end.stop?.message).toMatch(
    /You are trying to edit a protected.*are still there: Google refused to delete them/,
  );
  lift();
  expect(await document.drive(await document.resume(id))).toMatchObject({ state: "finished" });
  expect(columnOf(document, "Email status")).toHaveLength(6);
  await document.undo(id);
  expect(shown(document)).toEqual(list);
});

test("a row of which only the protected hidden cell is left beside somebody's note is still the job's", async () => {
  const document = openFillDocument(world, [["Notes"]], { owner: OWNER });
  const { job } = await document.fill({ pages: 1, columns: ["name"] });
  const { keyboard } = document.document.as(OWNER);
  keyboard.type("Companies", "H5", "call them");
  const lift = keyboard.protect("Companies", "B4:B6", []);
  const again = { jobId: job.id, others: "remove" } as const;
  expect(await document.call("undoJob", { ...again, do: "undo" })).toMatchObject({ ok: false, code: "UNDO_REFUSED" });
  lift();
  expect(await document.undo(job.id, "look", "remove")).toMatchObject({ othersCells: 1, unfitRows: 0, unfitCells: 0 });
  await document.undo(job.id, "undo", "remove");
  expect(document.document.workbook.sheets().map(({ name }) => name)).not.toContain("Companies");
});
