import { afterEach, describe, expect, test } from "@jest/globals";
import type { ValidationRule } from "../../../local/apps-script/extras/extras";
import type { StartedJob } from "../../../src/jobs/views";
import { killAt, traceCalls } from "../support/kill-execution";
import { dataOf, type JobDocument, jobWorld, OWNER, SHEET } from "./job-document";
import { contacts } from "./lists";

const world = jobWorld();
afterEach(() => {
  world.host.settings.faults = [];
});

/** A drop-down that refuses everything else, as people put on columns. */
const YES_OR_NO: ValidationRule = {
  criteria: "VALUE_IN_LIST",
  values: [["yes", "no"], true],
  allowInvalid: false,
  helpText: null,
};
const VALID_EMAIL: ValidationRule = {
  criteria: "TEXT_IS_VALID_EMAIL",
  values: [],
  allowInvalid: false,
  helpText: null,
};

const STATUS = /^(VALID|CATCH_ALL|INVALID|not known: .*)$/;
const done = (document: JobDocument): number =>
  document.rows().filter(({ email_status, type }) => STATUS.test(email_status ?? "") && type).length;
/** Below the header. */
const notes = (document: JobDocument): string[] =>
  document.document.workbook
    .readNotes(document.sheetId, { row: 2, column: 1, rows: 200, columns: 8 })
    .flat()
    .filter((note): note is string => note !== null);
const rulesOf = (document: JobDocument): unknown[] =>
  (document.document.save().extras as { validations: unknown[] }).validations;
const charged = (prefix: string): number =>
  world.service.controls.ledger().filter(({ subject }) => subject.startsWith(prefix)).length;

function expectAskedOnce(document: JobDocument, times: number): void {
  const asked = document.verifications().map(({ email }) => email);
  expect(asked).toHaveLength(times);
  expect(new Set(asked).size).toBe(times);
}

/** A job whose columns are there, after two emails: hidden C, and D and E. */
async function begun(document: JobDocument): Promise<StartedJob> {
  await document.verify({}, { askAtMost: 2 });
  return document.resume((await document.last()).id);
}

describe("a job in a sheet that refuses", () => {
  test.each([6, 60])("one cell of %i rows asks each email once, and writes all other results", async (rows) => {
    const document = world.open(contacts(rows, `one${rows}x`));
    const started = await begun(document);
    document.user.keyboard.restrict(SHEET, document.cellOf("email_status", 6), YES_OR_NO);
    const startMs = world.clock.now();
    const end = await document.drive(started);
    expect(end).toMatchObject({ state: "finished", stop: null, progress: { refusedCells: 1 } });
    expectAskedOnce(document, rows);
    expect(done(document)).toBe(rows - 1);
    expect(notes(document)).toEqual([
      expect.stringMatching(/does not accept: (VALID|CATCH_ALL|INVALID|not known: .*)$/),
    ]);
    expect(rulesOf(document)).toHaveLength(1);
    expect(world.clock.now() - startMs).toBeLessThan(60_000);
    await document.verify();
    expectAskedOnce(document, rows);
  });

  test("nothing in its new columns, although Google fails at first to take off the rules that these inherit", async () => {
    const document = world.open(contacts(6, "inherit"));
    document.user.keyboard.restrict(SHEET, "B2:B7", VALID_EMAIL);
    world.host.settings.faults = [{ calls: ["Range.clear"], at: [1] }];
    const end = await document.verify();
    world.host.settings.faults = [];
    expect(end).toMatchObject({ state: "finished", stop: null, progress: { refusedCells: 0 } });
    expect([done(document), rulesOf(document).length]).toEqual([6, 1]);
  });

  test("one detail of a row is told as one cell, and the row is done again once its status is emptied", async () => {
    const document = world.open(contacts(6, "detail"));
    const started = await begun(document);
    document.user.keyboard.restrict(SHEET, document.cellOf("type", 5), YES_OR_NO);
    expect(await document.drive(started)).toMatchObject({ progress: { refusedCells: 1 } });
    expect(notes(document)).toHaveLength(1);
    expect(dataOf(await document.plan())).toMatchObject({ toAsk: 0 });
    document.user.keyboard.clear(SHEET, document.cellOf("email_status", 5));
    expect(dataOf(await document.plan())).toMatchObject({ toAsk: 1 });
  });

  test("the statuses of rows that repeat an email tells the cell of each row", async () => {
    const list = contacts(4, "repeats");
    const document = world.open([...list, list[4] ?? [], list[4] ?? []]);
    const started = await begun(document);
    document.user.keyboard.restrict(
      SHEET,
      `${document.cellOf("email_status", 5)}:${document.cellOf("email_status", 7)}`,
      YES_OR_NO,
    );
    expect(await document.drive(started)).toMatchObject({ progress: { refusedCells: 3 } });
    expect(notes(document)).toHaveLength(3);
    expect(dataOf(await document.plan())).toMatchObject({ toAsk: 0 });
    const { byStatus } = dataOf(await document.call("summariseJob", { jobId: started.job.id }));
    expect(byStatus).toMatchObject({ "not shown: its cell does not take it": 3 });
  });

  test("a cell with a note of somebody's own keeps it, above the latest result", async () => {
    const document = world.open(contacts(3, "mine"));
    const started = await begun(document);
    const { sheetId } = document;
    const cell = document.cellOf("email_status", 4);
    document.user.keyboard.restrict(SHEET, cell, YES_OR_NO);
    const older = "Sheetscout's result, which the rule of this cell does not accept: 1";
    const column = cell.charCodeAt(0) - "A".charCodeAt(0) + 1;
    const note = { type: "setNotes" as const, sheetId, row: 4, column, notes: [[`call first\n\n${older}`]] };
    document.document.workbook.apply([note], { kind: "person", user: OWNER });
    await document.drive(started);
    expect(notes(document)).toEqual([
      expect.stringMatching(/^call first\n\nSheetscout's result, .*: (VALID|CATCH_ALL|INVALID|not known: .*)$/),
    ]);
  });

  test("every status asks each email once, and leaves each status in its note @slow", async () => {
    const document = world.open(contacts(60, "every"));
    const started = await begun(document);
    document.user.keyboard.restrict(
      SHEET,
      `${document.cellOf("email_status", 4)}:${document.cellOf("email_status", 1000)}`,
      YES_OR_NO,
    );
    const end = await document.drive(started);
    expect(end).toMatchObject({ state: "finished", stop: null, progress: { refusedCells: 58 } });
    expect(notes(document)).toHaveLength(58);
    expect(document.rows().every(({ type }) => type)).toBe(true);
    expectAskedOnce(document, 60);
    await document.verify();
    expectAskedOnce(document, 60);
  });

  test("the status of a long list with nothing else leaves each status in its note as well @slow", async () => {
    const document = world.open(contacts(120, "alone"));
    const started = await document.start({ fields: ["email_status"] });
    await document.drive(started, { askAtMost: 2 });
    const [from, to] = [4, 1000].map((row) => document.cellOf("email_status", row));
    document.user.keyboard.restrict(SHEET, `${from}:${to}`, YES_OR_NO);
    const end = await document.drive(await document.resume(started.job.id));
    expect(end).toMatchObject({ state: "finished", stop: null, progress: { refusedCells: 118 } });
    expect(notes(document)).toHaveLength(118);
    expectAskedOnce(document, 120);
  });

  test.each([
    ["results of two rows", "D5:D6", { progress: { lost: 0, refusedCells: 1 } }, 11],
    ["other results of two rows", "E5:E6", { progress: { lost: 0, refusedCells: 1 } }, 12],
    ["the results of a row", "D6:E6", { progress: { lost: 0, refusedCells: 1 } }, 12],
    ["the results of three rows", "D5:E7", { progress: { lost: 0, refusedCells: 5 } }, 10],
    ["all that stands in a row", "A6:H6", { progress: { lost: 1, refusedCells: 0 } }, 11],
  ])("nothing, but has %s merged, ends, and tells what has found no place", async (_, cells, told, statuses) => {
    const document = world.open(contacts(12, `m${cells[0]}`));
    const started = await begun(document);
    document.user.keyboard.merge(SHEET, cells);
    const end = await document.drive(started);
    expect(end).toMatchObject({ state: "finished", stop: null, ...told });
    expectAskedOnce(document, 12);
    const rows = document.rows().filter(({ email_status }) => STATUS.test(email_status ?? ""));
    expect(rows).toHaveLength(statuses);
  });

  /** A list whose first addresses are merged with the next cell. */
  function mergedAcross(rows: number, merged: number, name: string) {
    const document = world.open(contacts(rows, name).map(([who = "", email = ""]) => [who, email, ""]));
    for (let row = 2; row <= merged + 1; row++) document.user.keyboard.merge(SHEET, `B${row}:C${row}`);
    return document;
  }

  test("nothing, but has its first addresses merged with the next cell, ends with results beside all others", async () => {
    const end = await mergedAcross(200, 30, "top").verify();
    expect(end).toMatchObject({ state: "finished", stop: null, progress: { rows: 170, lost: 30 } });
  });

  test("nothing, but has very many merged so at its top, goes past them once it is resumed @slow", async () => {
    const document = mergedAcross(400, 200, "deep");
    expect(await document.verify()).toMatchObject({ state: "paused", stop: { code: "CELLS_MERGED" } });
    const resumed = await document.resume((await document.last()).id);
    expect(await document.drive(resumed)).toMatchObject({ state: "finished", progress: { rows: 200, lost: 200 } });
  });

  test("nothing, but has each address merged with the next cell, pauses before most are paid for, and goes on unmerged", async () => {
    const rows = 300;
    const document = mergedAcross(rows, rows, "across");
    const end = await document.verify();
    expect(end).toMatchObject({ state: "paused", stop: { code: "CELLS_MERGED" }, progress: { rows: 0 } });
    expect(document.verifications().length).toBeLessThan(rows / 2);
    document.user.keyboard.unmerge(SHEET, "A1:H301");
    const resumed = await document.resume((await document.last()).id);
    expect(await document.drive(resumed)).toMatchObject({ state: "finished", progress: { rows } });
    expect(world.service.controls.ledger().filter(({ subject }) => subject.startsWith("across"))).toHaveLength(rows);
  });

  test("the hidden cells that say that a row is done pauses with Google's words, and asks no email twice @slow", async () => {
    const document = world.open(contacts(30, "marks"));
    const started = await begun(document);
    document.user.keyboard.restrict(
      SHEET,
      `${document.cellOf("verified for", 4)}:${document.cellOf("verified for", 1000)}`,
      YES_OR_NO,
    );
    const end = await document.drive(started);
    expect(end).toMatchObject({ state: "paused", stop: { code: "NOT_WRITTEN" } });
    expect(end.stop?.message).toMatch(/validation/i);
    const asked = document.verifications().map(({ email }) => email);
    expect(new Set(asked).size).toBe(asked.length);
  });
});

describe("columns inserted beside a column", () => {
  test("with a strict rule do not inherit it", async () => {
    const document = world.open(contacts(12, "inherit"));
    document.user.keyboard.restrict(SHEET, "B1:B1000", VALID_EMAIL);
    expect(await document.verify()).toMatchObject({ state: "finished", progress: { refusedCells: 0 } });
    expect(done(document)).toBe(12);
    expect(rulesOf(document)).toHaveLength(1);
    expect(document.rows().every(({ Email = "", ...row }) => row["verified for"]?.endsWith(`:${Email}`))).toBe(true);
  });

  test("do not keep it where an execution dies before it has marked them all", async () => {
    const rows = { kind: "selected" as const, spans: [{ from: 2, to: 13 }] };
    const open = (label: string): JobDocument => {
      const document = world.open(contacts(12, label));
      document.user.keyboard.restrict(SHEET, "B2:B13", VALID_EMAIL);
      return document;
    };
    const names = await traceCalls(world, () => open("whole").tryStart({ rows }));
    const document = open("dies");
    const revive = killAt(world, names.lastIndexOf("DeveloperMetadata.add"));
    await document.tryStart({ rows });
    revive();
    const [job] = dataOf(await document.call("listJobs"));
    const end = await document.drive(await document.resume(job?.id ?? ""));
    expect(end).toMatchObject({ state: "finished", progress: { refusedCells: 0 } });
    expect(done(document)).toBe(12);
  });

  test("take over no format that would make results look other than they are", async () => {
    const document = world.open(contacts(4, "format"));
    const area = { row: 1, column: 2, rows: 100, columns: 1 };
    document.document.workbook.apply(
      [{ type: "setStyle", sheetId: document.sheetId, area, style: { numberFormat: "@" } as never }],
      { user: "" } as never,
    );
    await document.verify();
    const made = document.document.workbook.read(document.sheetId, { row: 2, column: 3, rows: 4, columns: 3 });
    expect(made.flat().map(({ numberFormat }) => numberFormat)).not.toContain("@");
  });
});

describe("a list that is a table", () => {
  test.each([
    ["without types", []],
    ["with types", [null, "smartChip", "number"] as const],
  ])("%s gets each column once, under its own name", async (name, types) => {
    const list = contacts(6, name.replace(" ", "")).map(([who = "", email = ""], i) => [
      who,
      email,
      i === 0 ? "Size" : `${i}`,
    ]);
    const document = world.open(list);
    document.user.keyboard.makeTable(SHEET, "A1:C7", [...types]);
    expect(await document.verify()).toMatchObject({ state: "finished", stop: null });
    expect(document.user.keyboard.shows(SHEET, "A1:H1")).toEqual([
      ["Name", "Email", "verified for", "Email status", "Email type", "Size", "", ""],
    ]);
    expect(done(document)).toBe(6);
    expectAskedOnce(document, 6);
    await document.undo((await document.last()).id, "undo", "remove");
    expect(document.user.keyboard.shows(SHEET, "A1:D1")).toEqual([["Name", "Email", "Size", ""]]);
  });

  test("whose columns somebody has typed is told in Google's words, and nothing is asked twice", async () => {
    const document = world.open(contacts(12, "typed"));
    const started = await begun(document);
    document.user.keyboard.makeTable(SHEET, "A1:F13", [null, null, "number", "number", "number", null]);
    const end = await document.drive(started);
    expect(end).toMatchObject({ state: "paused", stop: { code: "NOT_WRITTEN" } });
    expect(end.stop?.message).toContain("typed columns");
    expect(end.stop?.remedy).toBe("Resume once the reason is gone: what was asked before is free with the same key.");
    expectAskedOnce(document, 12);
  });

  test("whose header is protected gets no results, and is told of the columns that stay", async () => {
    const document = world.open(contacts(12, "header"), { owner: "somebody@company.example" });
    document.document.as("somebody@company.example").keyboard.protect(SHEET, "A1:Z1", []);
    const end = await document.verify();
    expect(end).toMatchObject({ state: "paused", stop: { code: "COLUMNS_REFUSED" } });
    expect(end.stop?.message).toMatch(/protected.*are still there: Google refused to delete them/);
    expect(end.stop?.remedy).toMatch(/^If the sheet is protected, ask its owner; .*Convert to range/);
    // The reason that is kept ends with a whole word.
    const { reason } = await document.last();
    expect(reason.endsWith("…")).toBe(true);
    expect(end.stop?.message).toContain(`${reason.slice(0, -1)} `);
    const [header = []] = document.user.keyboard.shows(SHEET, "A1:Z1");
    expect(header.filter((name) => name !== "")).toEqual(["Name", "Email", "Note"]);
  });
});

describe("writes that fail though nothing refuses them", () => {
  test.each([1, 3, 5, 8, 13, 21])(
    "are repeated, beginning with the %i-th: five in a row lose no status",
    async (first) => {
      const document = world.open(contacts(30, `five${first}x`));
      const started = await begun(document);
      const at = [0, 1, 2, 3, 4].map((i) => first + i);
      world.host.settings.faults = [{ calls: ["SpreadsheetApp.flush"], at }];
      expect(await document.drive(started)).toMatchObject({ state: "finished", progress: { refusedCells: 0 } });
      expect(done(document)).toBe(30);
      expect(notes(document)).toEqual([]);
      expectAskedOnce(document, 30);
    },
  );

  test.each([1, 2, 3, 4, 5, 6])("while the columns are made are repeated too, from the %i-th on", async (first) => {
    const document = world.open(contacts(6, `making${first}x`));
    const started = await document.start();
    world.host.settings.faults = [{ calls: ["SpreadsheetApp.flush"], at: [first, first + 1] }];
    expect(await document.drive(started)).toMatchObject({ state: "finished", stop: null });
    expect(done(document)).toBe(6);
    expectAskedOnce(document, 6);
    expect(document.user.keyboard.shows(SHEET, "A1:G1")).toEqual([
      ["Name", "Email", "verified for", "Email status", "Email type", "Note", ""],
    ]);
  });

  test("all the time pause the job with Google's words; resumed, nothing is paid again @slow", async () => {
    const document = world.open(contacts(60, "always"));
    const started = await begun(document);
    world.host.settings.faults = [{ calls: ["Range.setValues"], chance: 1, message: "Service error: Spreadsheets" }];
    const end = await document.drive(started);
    expect(end).toMatchObject({ state: "paused", stop: { code: "NOT_WRITTEN" } });
    expect(end.stop?.message).toContain("Service error: Spreadsheets");
    expect(notes(document)).toEqual([]);
    const asked = document.verifications().map(({ email }) => email);
    expect(new Set(asked).size).toBe(asked.length);
    world.host.settings.faults = [];
    const resumed = await document.resume((await document.last()).id);
    expect(await document.drive(resumed)).toMatchObject({ state: "finished", stop: null });
    expect(done(document)).toBe(60);
    expect(charged("always")).toBe(60);
  });
});
