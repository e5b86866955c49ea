import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { ValidationRule } from "../../../local/apps-script/extras/extras";
import { contacts } from "./lists";
import { dataOf, openRunWorld, type RunDocument, type RunWorld, SHEET } from "./run-document";

let world: RunWorld;
beforeAll(async () => {
  world = await openRunWorld();
});
afterAll(() => world.close());

/** A drop-down that refuses everything else. */
const YES_OR_NO: ValidationRule = {
  criteria: "VALUE_IN_LIST",
  values: [["yes", "no"], true],
  allowInvalid: false,
  helpText: null,
};

const extrasOf = (document: RunDocument) =>
  document.document.save().extras as {
    validations: unknown[];
    conditionalFormats: { values: unknown[] }[];
    charts: unknown[];
  };

describe("cells with rules of their own", () => {
  test("that refuse a result get a note, keep their rule, and are not asked again", async () => {
    const document = world.open(contacts(6, "rule"));
    const started = await document.start();
    const run = dataOf(await document.call("prepareRun", started.run.id));
    document.user.keyboard.restrict(SHEET, "C4", YES_OR_NO);
    const end = await document.drive({ ...started, run });
    expect(end).toMatchObject({ state: "finished", progress: { refusedCells: 1 } });
    expect(document.rows().map(({ email_status }) => email_status === "")).toEqual([
      false,
      false,
      true,
      false,
      false,
      false,
    ]);
    const place = { row: 4, column: 3, rows: 1, columns: 1 };
    const [[note]] = document.document.workbook.readNotes(document.sheetId, place) as [[string | null]];
    expect(note).toMatch(/does not accept: (VALID|CATCH_ALL|INVALID)$/);
    expect(extrasOf(document).validations).toHaveLength(1);
    await document.verify();
    expect(document.verifications()).toHaveLength(6);
  });
});

describe("colours", () => {
  test("are added once, after the rules that the sheet has", async () => {
    const document = world.open(contacts(4, "colour"));
    await document.verify();
    await document.verify({ rows: { kind: "all" } });
    expect(extrasOf(document).conditionalFormats.map(({ values }) => values[0])).toEqual([
      "VALID",
      "CATCH_ALL",
      "INVALID",
    ]);
  });
});

describe("Undo this run", () => {
  test("takes away the columns and colours it has made, after naming how many cells", async () => {
    const document = world.open(contacts(5, "undo"));
    await document.verify();
    const [run] = dataOf(await document.call("findRuns"));
    expect(dataOf(await document.call("undoRun", run?.id ?? "", false))).toEqual({
      cells: 10,
      rows: 5,
      removedFields: ["email_status", "type"],
      clearedFields: [],
      emailRows: 0,
      removesEmailSheet: false,
    });
    expect(document.rows()[0]).toHaveProperty("email_status");
    dataOf(await document.call("undoRun", run?.id ?? "", true));
    expect(document.user.keyboard.shows(SHEET, "A1:D1")).toEqual([["Name", "Email", "Note", ""]]);
    expect(extrasOf(document).conditionalFormats).toEqual([]);
    expect(dataOf(await document.call("findRuns"))).toEqual([]);
  });

  test("clears only its own rows in columns that were there before", async () => {
    const document = world.open(contacts(4, "twice"));
    await document.verify();
    document.user.keyboard.paste(SHEET, "A6", [["Late", "late@company1.example", "note of late@company1.example"]]);
    await document.verify();
    document.user.keyboard.type(SHEET, "B6", "late@company1.example");
    const [second] = dataOf(await document.call("findRuns"));
    dataOf(await document.call("undoRun", second?.id ?? "", true));
    expect(document.rows().filter(({ email_status }) => email_status)).toHaveLength(4);
    expect(document.rows()[4]).toMatchObject({ Name: "Late", email_status: "", "verified for": "" });
  });
});

describe("after a run", () => {
  test("the statuses can be put into a sheet as a chart", async () => {
    const document = world.open(contacts(12, "chart"));
    await document.verify();
    const [run] = dataOf(await document.call("findRuns"));
    const summary = dataOf(await document.call("summariseRun", run?.id ?? ""));
    expect(Object.values(summary.byStatus).reduce((sum, count) => sum + count, 0)).toBe(12);
    const { sheetName } = dataOf(await document.call("insertRunChart", run?.id ?? ""));
    expect(document.user.keyboard.shows(sheetName, "A1:B1")).toEqual([["Status", "Rows"]]);
    expect(extrasOf(document).charts).toHaveLength(1);
  });

  test("another person goes on with it only after agreeing to spend their own credits", async () => {
    const document = world.open(contacts(30, "agree"));
    const started = await document.start();
    await document.drive(started, { askAtMost: 9 });
    document.document.as("ann@company.example");
    await document.call("checkAndSaveKey", "sandbox-colleague-key");
    const [run] = dataOf(await document.call("findRuns"));
    expect(run).toMatchObject({ state: "paused", isYourKey: false });
    expect(await document.call("resumeRun", run?.id ?? "", false)).toMatchObject({ ok: false, code: "OTHER_KEY" });
    await document.drive(dataOf(await document.call("resumeRun", run?.id ?? "", true)));
    expect(document.rows().every(({ email_status }) => email_status)).toBe(true);
    await document.call("removeKey");
  });
});
