import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import type { ValidationRule } from "../../../local/apps-script/extras/extras";
import type { HostFault } from "../../../local/apps-script/faults";
import { contacts } from "./lists";
import { dataOf, openRunWorld, type RunDocument, type RunWorld, SHEET } from "./run-document";

let world: RunWorld;
beforeAll(async () => {
  world = await openRunWorld();
});
afterEach(() => {
  world.host.settings.faults = [];
});
afterAll(() => world.close());

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

const STATUS = /^(VALID|CATCH_ALL|INVALID)$/;
const done = (document: RunDocument): number =>
  document.rows().filter(({ email_status, type }) => STATUS.test(email_status ?? "") && type).length;
const notes = (document: RunDocument): string[] =>
  document.document.workbook
    .readNotes(document.sheetId, { row: 1, column: 1, rows: 100, columns: 8 })
    .flat()
    .filter((note): note is string => note !== null);

/** The n-th sendings of writes from now on. */
const failing = (calls: number[]): HostFault => ({ calls: ["SpreadsheetApp.flush"], at: calls });

async function prepared(document: RunDocument, rule?: [a1: string, rule: ValidationRule]) {
  const started = await document.start();
  const run = dataOf(await document.call("prepareRun", started.run.id));
  if (rule) document.user.keyboard.restrict(SHEET, ...rule);
  return { ...started, run };
}

describe("a run in a sheet that refuses", () => {
  test.each([6, 60])("one cell of %i rows asks each address once, and writes all other results", async (rows) => {
    const document = world.open(contacts(rows, `one${rows}x`));
    const started = await prepared(document, ["C4", YES_OR_NO]);
    const beginMs = document.clock.now();
    const end = await document.drive(started);
    expect(end).toMatchObject({ state: "finished", progress: { refusedCells: 1 } });
    expect(document.verifications()).toHaveLength(rows);
    expect(done(document)).toBe(rows - 1);
    expect(notes(document)).toEqual([expect.stringMatching(/does not accept: (VALID|CATCH_ALL|INVALID)$/)]);
    expect(document.clock.now() - beginMs).toBeLessThan(60_000);
  });

  test("every status asks each address once, and leaves each status in its note", async () => {
    const document = world.open(contacts(60, "every"));
    const started = await prepared(document, ["C2:C1000", YES_OR_NO]);
    const end = await document.drive(started);
    expect(end).toMatchObject({ state: "finished", progress: { refusedCells: 60 } });
    expect(document.verifications()).toHaveLength(60);
    expect(notes(document)).toHaveLength(60);
    expect(document.rows().every(({ type }) => type)).toBe(true);
    await document.verify();
    expect(document.verifications()).toHaveLength(60);
  });

  test("the marks that say that a row is done pauses with Google's words, and asks no address twice", async () => {
    const document = world.open(contacts(30, "marks"));
    const started = await prepared(document, ["E2:E1000", YES_OR_NO]);
    const end = await document.drive(started);
    expect(end.state).toBe("paused");
    expect(end.stop?.message).toMatch(/validation/i);
    const asked = document.verifications().map(({ email }) => email);
    expect(new Set(asked).size).toBe(asked.length);
  });
});

describe("columns inserted beside addresses with a strict rule", () => {
  test("do not inherit it", async () => {
    const document = world.open(contacts(12, "inherit"));
    document.user.keyboard.restrict(SHEET, "B1:B1000", VALID_EMAIL);
    expect(await document.verify()).toMatchObject({ state: "finished", progress: { refusedCells: 0 } });
    expect(done(document)).toBe(12);
    expect(document.rows().every(({ Email = "", ...row }) => row["verified for"]?.endsWith(`:${Email}`))).toBe(true);
  });

  test("take no format over that would make results look other than they are", async () => {
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

describe("a Google table", () => {
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
    expect(document.user.keyboard.shows(SHEET, "A1:G1")).toEqual([
      ["Name", "Email", "email_status", "type", "verified for", "Size", ""],
    ]);
    expect(done(document)).toBe(6);
    expect(document.verifications()).toHaveLength(6);
    const [run] = dataOf(await document.call("findRuns"));
    dataOf(await document.call("undoRun", run?.id ?? "", true));
    expect(document.user.keyboard.shows(SHEET, "A1:D1")).toEqual([["Name", "Email", "Size", ""]]);
  });
});

describe("writes that fail though nothing refuses them", () => {
  test.each([1, 3, 5, 8, 13, 21])(
    "are repeated, beginning with the %i-th: five in a row lose no status",
    async (first) => {
      const document = world.open(contacts(30, `five${first}x`));
      const started = await prepared(document);
      world.host.settings.faults = [failing([0, 1, 2, 3, 4].map((i) => first + i))];
      expect(await document.drive(started)).toMatchObject({ state: "finished", progress: { refusedCells: 0 } });
      expect(done(document)).toBe(30);
      expect(notes(document)).toEqual([]);
      expect(document.verifications()).toHaveLength(30);
    },
  );

  test("while the columns are made are repeated too", async () => {
    for (const first of [1, 2, 3, 4]) {
      const document = world.open(contacts(6, `making${first}x`));
      world.host.settings.faults = [failing([first, first + 1])];
      expect(await document.verify()).toMatchObject({ state: "finished" });
      expect(done(document)).toBe(6);
      expect(document.user.keyboard.shows(SHEET, "A1:G1")).toEqual([
        ["Name", "Email", "email_status", "type", "verified for", "Note", ""],
      ]);
    }
  });

  test("all the time pause the run with Google's words; gone on with, nothing is asked at the service's cost again", async () => {
    const document = world.open(contacts(60, "always"));
    const started = await prepared(document);
    world.host.settings.faults = [{ calls: ["Range.setValues"], chance: 1 }];
    const end = await document.drive(started);
    expect(end).toMatchObject({ state: "paused", stop: { code: "PROTECTED" } });
    expect(end.stop?.message).toMatch(/Spreadsheets/);
    expect(notes(document)).toEqual([]);
    const asked = document.verifications().map(({ email }) => email);
    expect(new Set(asked).size).toBe(asked.length);
    world.host.settings.faults = [];
    const [run] = dataOf(await document.call("findRuns"));
    await document.drive(dataOf(await document.call("resumeRun", run?.id ?? "", false)));
    expect(done(document)).toBe(60);
    const halves = world.service.controls.ledger().filter(({ subject }) => subject.startsWith("always"));
    expect(halves).toHaveLength(60);
  });
});
