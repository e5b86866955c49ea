import { afterEach, describe, expect, test } from "@jest/globals";
import type { HostFault } from "../../../local/apps-script/faults";
import { momentStep } from "../support/moments";
import { type FormulaDocument, openFormulaDocument } from "./formula-document";

let sheet: FormulaDocument | null = null;
afterEach(async () => {
  await sheet?.close();
  sheet = null;
});

/** A spreadsheet of its own for each call: seconds alone, more on a busy machine. */

const STEP = momentStep(7);

const AREA = "A1:G12";

/** A cell, a range with a blank, a table, and a formula of Google's beside them. */
async function openFilledSheet(): Promise<FormulaDocument> {
  const document = await openFormulaDocument();
  await document.type("A1", ["x@no-mx.example", "", "y@no-mx.example"]);
  await document.type("B1", ["=VERIFY_EMAIL(A1:A3)"]);
  await document.type("B5", ['=EMAIL_COUNT("reliable.example")', "=B5*2"]);
  await document.type("D1", ['=DOMAIN_EMAILS("reliable.example", 4, "all", "email, first_name")']);
  return document;
}

describe("Turn formulas into values, in the built bundle", () => {
  test("keeps what the sheet shows, and calls the service no more", async () => {
    sheet = await openFilledSheet();
    const before = sheet.shows(AREA);
    expect(before[4]?.[1]).toBe("24");
    await sheet.clickMenu("turnFormulasIntoValues");
    expect(sheet.shows(AREA)).toEqual(before);
    const calls = sheet.calls.length;
    await sheet.type("A1", ["z@no-mx.example"]);
    expect(sheet.calls).toHaveLength(calls);
    expect(sheet.column("B5:B6")).toEqual(["24", "48"]);
  });

  test("keeps texts that the language of the sheet would read as something else", async () => {
    sheet = await openFormulaDocument();
    sheet.user.keyboard.changeSettings({ locale: "de_DE" });
    const texts = ["1,5", "1.5", "wahr", "3.5.2020", "Acme Anvils"];
    await sheet.type(
      "A1",
      texts.map((text) => `=IF(EMAIL_COUNT("reliable.example")>0, "${text}", "")`),
    );
    await sheet.clickMenu("turnFormulasIntoValues");
    await sheet.type(
      "B1",
      texts.map((_, i) => `=ISTEXT(A${i + 1})`),
    );
    expect(sheet.shows("A1:B5")).toEqual(texts.map((text) => [text, "TRUE"]));
  });

  test.each([
    { what: "a row is inserted", move: "insert" as const, lines: "rows" as const, at: 3 },
    { what: "a row is deleted", move: "delete" as const, lines: "rows" as const, at: 3 },
    { what: "a column is inserted", move: "insert" as const, lines: "columns" as const, at: 1 },
  ])("keeps each answer in its own row where $what before the write", async ({ move, lines, at }) => {
    sheet = await openFormulaDocument();
    const companies = ["reliable", "twins-south", "three-emails", "thirty-five", "sixty-five"];
    await sheet.type(
      "B1",
      companies.map((name) => `${name}.example`),
    );
    await sheet.type(
      "C1",
      companies.map((_, i) => `=EMAIL_COUNT(B${i + 1})`),
    );
    await sheet.type("B6", ["All of them"]);
    await sheet.type("C6", ["the end"]);
    const { keyboard } = sheet.user;
    const expected = sheet.shows("A1:E8");
    const blank = expected[7] ?? [];
    if (lines === "columns") for (const row of expected) row.splice(at - 1, 0, ...row.splice(-1));
    else if (move === "insert") expected.splice(at - 1, 0, ...expected.splice(-1));
    else expected.push(...expected.splice(at - 1, 1).map(() => blank));
    sheet.before("Range.setValues", () => keyboard[move]("Sheet1", lines, at));
    await sheet.clickMenu("turnFormulasIntoValues");
    expect(sheet.shows("A1:E8")).toEqual(expected);
    const calls = sheet.calls.length;
    await sheet.type("B1:D1", ["x.example"]);
    expect(sheet.calls).toHaveLength(calls);
  });

  test.each(["=EMAIL_COUNT(A1:A5)", '=DOMAIN_EMAILS("reliable.example", 4, "all", "First name, Email")'])(
    "keeps all answers of %s where a row is inserted before the write",
    async (formula) => {
      sheet = await openFormulaDocument();
      await sheet.type("A1", ["reliable", "twins-south", "three-emails", "thirty-five", "sixty-five"]);
      await sheet.type("B1", [formula]);
      const expected = sheet.shows("A1:C9");
      expected.unshift(...expected.splice(-1));
      const { keyboard } = sheet.user;
      sheet.before("Range.setValues", () => keyboard.insert("Sheet1", "rows", 1));
      await sheet.clickMenu("turnFormulasIntoValues");
      expect(sheet.shows("A1:C9")).toEqual(expected);
    },
  );

  test("keeps all answers of a table that is longer than the list beside it", async () => {
    sheet = await openFormulaDocument();
    await sheet.type("A1", ["mine", "and mine"]);
    await sheet.type("B1", ['=DOMAIN_EMAILS("reliable.example", 4)']);
    const expected = sheet.shows("B1:G9").sort();
    const { keyboard } = sheet.user;
    sheet.before("Range.setValues", () => keyboard.insert("Sheet1", "rows", 1));
    await sheet.clickMenu("turnFormulasIntoValues");
    expect(sheet.shows("B1:G9").sort()).toEqual(expected);
  });

  test("keeps what formulas show in a column that another one has moved into its place", async () => {
    sheet = await openFormulaDocument();
    const companies = ["Reliable", "Twins-south", "Three-emails"];
    await sheet.type(
      "A1",
      companies.map((name) => `${name}.example`),
    );
    await sheet.type(
      "B1",
      companies.map((_, i) => `=UPPER(A${i + 1})`),
    );
    await sheet.type(
      "C1",
      companies.map((_, i) => `=EMAIL_COUNT(B${i + 1})`),
    );
    const expected = sheet.shows("A1:D4").map((row) => [...row.splice(-1), ...row]);
    const { keyboard } = sheet.user;
    sheet.before("Range.setValues", () => keyboard.insert("Sheet1", "columns", 1));
    await sheet.clickMenu("turnFormulasIntoValues");
    expect(sheet.shows("A1:D4")).toEqual(expected);
  });

  test("puts back formulas that point to other rows, where a row is inserted before the write", async () => {
    sheet = await openFormulaDocument();
    await sheet.type("A1", ["reliable.example", "three-emails.example", "thirty-five.example", "twins-south.example"]);
    const [ours, theirs] = ["=SUM(EMAIL_COUNT($A2:$A3))", "=UPPER(A4)&A$1"];
    await sheet.type("B1", ["=EMAIL_COUNT(A1)", ours, theirs, "=EMAIL_COUNT(A4)"]);
    await sheet.type("C1", ["", ours]);
    const { keyboard } = sheet.user;
    sheet.before("Range.setValues", () => keyboard.insert("Sheet1", "rows", 1));
    await sheet.clickMenu("turnFormulasIntoValues");
    expect(sheet.column("B1:B5")).toEqual(["", "24", "38", "TWINS-SOUTH.EXAMPLEreliable.example", "8"]);
    await sheet.type(
      "A2",
      Array.from({ length: 4 }, () => "twins-south.example"),
    );
    expect(sheet.column("B1:B5")).toEqual(["", "24", "16", "TWINS-SOUTH.EXAMPLEtwins-south.example", "8"]);
    expect(sheet.column("C3:C3")).toEqual(["16"]);
  });

  test("puts back a formula that it leaves, where a row is inserted before the write", async () => {
    sheet = await openFormulaDocument();
    await sheet.type("B1", ["reliable.example", "three-emails.example", "thirty-five.example"]);
    await sheet.type("C1", ["=EMAIL_COUNT(B1)", `=SUM(EMAIL_COUNT(B2:B2))+0*ATAN2(1,1)&" in Q2"`, "=EMAIL_COUNT(B3)"]);
    const { keyboard } = sheet.user;
    sheet.before("Range.setValues", () => keyboard.insert("Sheet1", "rows", 1));
    await sheet.clickMenu("turnFormulasIntoValues");
    expect(sheet.column("C1:C4")).toEqual(["", "24", "3 in Q2", "35"]);
    await sheet.type("B2", ["twins-south.example", "twins-south.example", "twins-south.example"]);
    expect(sheet.column("C1:C4")).toEqual(["", "24", "8 in Q2", "35"]);
  });

  const NAMES = ["reliable", "twins-south", "three-emails", "thirty-five", "sixty-five"].map(
    (name) => `${name}.example`,
  );

  test.each([1, 2, 3, 4, 5].flatMap((call) => ["each cell", "a range"].map((kind) => ({ call, kind }))))(
    "keeps all answers of $kind where a row moves and Google fails at call $call from then",
    async ({ call, kind }) => {
      const faults: HostFault[] = [];
      sheet = await openFormulaDocument({ settings: { faults } });
      await sheet.type("A1", NAMES);
      await sheet.type(
        "B1",
        kind === "a range" ? ["=EMAIL_COUNT(A1:A5)"] : NAMES.map((_, i) => `=EMAIL_COUNT(A${i + 1})`),
      );
      const expected = sheet.shows("A1:B6");
      expected.unshift(...expected.splice(-1));
      const { keyboard } = sheet.user;
      sheet.before("Range.setValues", () => {
        keyboard.insert("Sheet1", "rows", 1);
        faults.push({ calls: ["sheet"], at: [call] });
      });
      await sheet.clickMenu("turnFormulasIntoValues");
      expect(sheet.shows("A1:B6")).toEqual(expected);
    },
  );

  test("turns none instead of the chosen ones if rows are inserted above them during the question", async () => {
    sheet = await openFormulaDocument();
    const told: string[] = [];
    sheet.user.onUi((event) => event.type === "toast" && told.push(event.message));
    await sheet.type("A1", NAMES);
    await sheet.type(
      "B1",
      NAMES.map((_, i) => `=EMAIL_COUNT(A${i + 1})`),
    );
    const { keyboard } = sheet.user;
    keyboard.select("Sheet1", "B4:B5");
    sheet.before("SpreadsheetApp.flush", () => keyboard.insert("Sheet1", "rows", 1, 2));
    await sheet.clickMenu("turnFormulasIntoValues");
    expect(told.at(-1)).toBe("Rows or columns have moved meanwhile, so nothing was turned. Select the cells again.");
    await sheet.type(
      "A3",
      NAMES.map(() => "no-emails.example"),
    );
    expect(sheet.column("B3:B7")).toEqual(NAMES.map(() => "0"));
  });

  test("loses no answer when it is killed at any call to Google", async () => {
    for (let callIndex = 1, isKilled = true; isKilled; callIndex += STEP) {
      sheet = await openFilledSheet();
      const before = sheet.shows(AREA);
      isKilled = await sheet.clickMenuAndKill("turnFormulasIntoValues", callIndex);
      expect(sheet.shows(AREA)).toEqual(before);
      await sheet.close();
      sheet = null;
    }
  });
});
