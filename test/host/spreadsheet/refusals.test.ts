import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { createTestHost } from "../support/test-host";

const { host, ann, ben, evaluate, failure, document } = createTestHost({ settings: { refusals: "at-flush" } });
afterAll(() => host.close());

const SHEET = "SpreadsheetApp.getActiveSheet()";
const FLUSH = "SpreadsheetApp.flush()";
const YES_OR_NO = "SpreadsheetApp.newDataValidation().requireValueInList(['yes', 'no']).setAllowInvalid(false).build()";
const REFUSAL = (a1: string) =>
  `The data you entered in cell ${a1} violates the data validation rules set on this cell.`;

beforeEach(async () => {
  await evaluate(`${SHEET}.clear() && ${SHEET}.getRange("A1:Z99").clearDataValidations() && 1`);
  await evaluate(`${SHEET}.getRange("B2").setDataValidation(${YES_OR_NO}) && 1`);
});

/** The calls in order, each with what it threw. */
function tries(...calls: string[]): string {
  return `(() => {
    const thrown = [];
    const attempt = (act) => { try { act(); thrown.push(""); } catch (error) { thrown.push(error.message); } };
    ${calls.map((call) => `attempt(() => ${call});`).join("\n")}
    return thrown;
  })()`;
}

describe("a write that a cell refuses", () => {
  test("throws at the flush, not where it is written", async () => {
    expect(await evaluate(tries(`${SHEET}.getRange("B2").setValue("maybe")`, FLUSH, FLUSH))).toEqual([
      "",
      REFUSAL("B2"),
      "",
    ]);
    expect(ann.keyboard.shows("Sheet1", "B2")).toEqual([[""]]);
  });

  test("throws at the next read, of whatever cells", async () => {
    for (const read of ["getRange('Z9').getValue()", "getLastRow()", "getRange('Z9').getNotes()"]) {
      const code = tries(`${SHEET}.getRange("B2").setValue("maybe")`, `${SHEET}.${read}`, FLUSH);
      expect(await evaluate(code)).toEqual(["", REFUSAL("B2"), ""]);
    }
  });

  test("fails the execution with Google's words when nothing has flushed it before", async () => {
    await expect(evaluate(`${SHEET}.getRange("B2").setValue("maybe") && 1`)).rejects.toMatchObject({
      name: "Exception",
      message: REFUSAL("B2"),
    });
  });

  test("leaves nothing of its own call, keeps the calls before and loses those behind", async () => {
    const code = tries(
      `${SHEET}.getRange("A1").setValue("before")`,
      `${SHEET}.getRange("A2:B2").setValues([["fits", "maybe"]])`,
      `${SHEET}.getRange("A3").setValue("behind")`,
      `${SHEET}.getRange("A1").setNote("behind")`,
      FLUSH,
      `${SHEET}.getRange("A4").setValue("afterwards")`,
    );
    expect(await evaluate(code)).toEqual(["", "", "", "", REFUSAL("B2"), ""]);
    expect(ann.keyboard.shows("Sheet1", "A1:B4")).toEqual([
      ["before", ""],
      ["", ""],
      ["", ""],
      ["afterwards", ""],
    ]);
    expect(await evaluate(`${SHEET}.getRange("A1").getNote()`)).toBe("");
  });

  test("that a read has shown keeps the calls before it unseen by others until the flush", async () => {
    const seen: string[][] = [];
    host.settings.betweenCalls = (_index, name) => {
      if (name === "SpreadsheetApp.flush") seen.push(ann.keyboard.shows("Sheet1", "A1").flat());
    };
    await evaluate(
      tries(
        `${SHEET}.getRange("A1").setValue("before")`,
        `${SHEET}.getRange("B2").setValue("maybe")`,
        `${SHEET}.getRange("A1").getValue()`,
        FLUSH,
      ),
    );
    host.settings.betweenCalls = null;
    expect([seen, ann.keyboard.shows("Sheet1", "A1")]).toEqual([[[""]], [["before"]]]);
  });
});

test("protected cells refuse values, formulas, formats, notes and rules alike at the flush", async () => {
  ann.keyboard.protect("Sheet1", "D4", []);
  const writes = [
    "setValue(1)",
    "setFormula('=1')",
    "setBackground('#ff0000')",
    "setNote('x')",
    "clearContent()",
    "clearDataValidations()",
  ];
  for (const write of writes) {
    const thrown = await evaluate(tries(`${SHEET}.getRange("C4:D4").${write}`, FLUSH), ben);
    expect([write, thrown]).toEqual([write, ["", expect.stringContaining("You are trying to edit a protected cell")]]);
  }
  await evaluate(`${SHEET}.getProtections(SpreadsheetApp.ProtectionType.RANGE)[0].remove()`);
});

test("a cell takes at most 50,000 characters, and says so at the flush", async () => {
  const thrown = await evaluate(tries(`${SHEET}.getRange("A1").setValue("x".repeat(50001))`, FLUSH));
  expect(thrown).toEqual(["", "Your input contains more than the maximum of 50000 characters in a single cell."]);
});

test("arguments that fit no range are refused where they are written", async () => {
  expect(await failure(`${SHEET}.getRange("A1:B1").setValues([[1]])`)).toContain("The data has 1 but the range has 2");
});

test("rules and values take effect in the order they were written in", async () => {
  const clearFirst = tries(
    `${SHEET}.getRange("B2").clearDataValidations()`,
    `${SHEET}.getRange("B2").setValue("maybe")`,
    FLUSH,
  );
  expect(await evaluate(clearFirst)).toEqual(["", "", ""]);
  const ruleFirst = tries(
    `${SHEET}.getRange("F1:F2").setValues([["a"], ["b"]])`,
    `${SHEET}.getRange("C3:C4").setDataValidation(SpreadsheetApp.newDataValidation().requireValueInRange(${SHEET}.getRange("F1:F2")).setAllowInvalid(false).build())`,
    `${SHEET}.getRange("C3").setValue("b")`,
    `${SHEET}.getRange("C4").setValue("c")`,
    FLUSH,
  );
  expect(await evaluate(ruleFirst)).toEqual(["", "", "", "", REFUSAL("C4")]);
  expect(ann.keyboard.shows("Sheet1", "C3:C4")).toEqual([["b"], [""]]);
});

test("an error of the script's own is told instead of a refusal that nobody has flushed", async () => {
  await expect(
    evaluate(`(() => { ${SHEET}.getRange("B2").setValue("maybe"); throw new Error("mine"); })()`),
  ).rejects.toThrow("mine");
  expect(document.workbook.read(0, { row: 2, column: 2, rows: 1, columns: 1 })[0]?.[0]?.value).toBe(null);
});

test("for comparison, refusals may throw where the cells are written", async () => {
  host.settings.refusals = "at-write";
  expect(await evaluate(tries(`${SHEET}.getRange("B2").setValue("maybe")`, FLUSH))).toEqual([REFUSAL("B2"), ""]);
  host.settings.refusals = "at-flush";
});
