import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { createTestHost } from "../support/test-host";

const { host, ann, clock, evaluate, failure } = createTestHost({
  source: "function WHERE() { return SpreadsheetApp.getActiveRange().getA1Notation(); }",
});
afterAll(() => host.close());

const SHEET = "SpreadsheetApp.getActiveSheet()";
beforeEach(async () => {
  await evaluate(`${SHEET}.clear() && ${SHEET}.clearConditionalFormatRules()`);
  await evaluate(`${SHEET}.getRange("A1:Z99").clearDataValidations() && 1`);
});

describe("rules follow rows and columns (google.rules-follow)", () => {
  const RULE = "SpreadsheetApp.newConditionalFormatRule().whenFormulaSatisfied('=$B2>Sheet1!C$3')";
  const formula = () =>
    evaluate(`${SHEET}.getConditionalFormatRules()[0].getBooleanCondition().getCriteriaValues()[0]`);

  test("a conditional format's formula with its references", async () => {
    await evaluate(
      `${SHEET}.setConditionalFormatRules([${RULE}.setBackground("red").setRanges([${SHEET}.getRange("A2:A9")]).build()])`,
    );
    await evaluate(`${SHEET}.insertRowsBefore(1, 2).getName()`);
    expect(await formula()).toBe("=$B4>Sheet1!C$5");
    ann.keyboard.insert("Sheet1", "columns", 1);
    expect(await formula()).toBe("=$C4>Sheet1!D$5");
    ann.keyboard.addSheet("Other");
    ann.keyboard.insert("Other", "rows", 1, 5);
    expect(await formula()).toBe("=$C4>Sheet1!D$5");
  });

  test("a validation's list in cells, and its formula", async () => {
    await evaluate(`${SHEET}.getRange("F1:F2").setValues([["a"], ["b"]]) && 1`);
    const list = `requireValueInRange(${SHEET}.getRange("F1:F2"))`;
    const own = "requireFormulaSatisfied('=F1=1')";
    for (const [a1, rule] of [
      ["C3", list],
      ["D3", own],
    ]) {
      await evaluate(
        `${SHEET}.getRange("${a1}").setDataValidation(SpreadsheetApp.newDataValidation().${rule}.setAllowInvalid(false).build()) && 1`,
      );
    }
    await evaluate(`${SHEET}.insertRowsBefore(1, 2).insertColumnBefore(1).getName()`);
    expect(await failure(`${SHEET}.getRange("D5").setValue("b"); SpreadsheetApp.flush()`)).toBe("no error");
    expect(await failure(`${SHEET}.getRange("D5").setValue("c"); SpreadsheetApp.flush()`)).toContain("violates");
    const formula = `${SHEET}.getRange("E5").getDataValidation().getCriteriaValues()[0]`;
    expect(await evaluate(formula)).toBe("=G3=1");
  });
});

test("in a formula the active range is the cell that is calculated (google.formula-cell)", async () => {
  ann.keyboard.select("Sheet1", "H9");
  ann.keyboard.paste("Sheet1", "B2", [["=WHERE()", "=WHERE()"]]);
  await clock.idle();
  expect(ann.keyboard.shows("Sheet1", "B2:C2")).toEqual([["B2", "C2"]]);
});

test("all of CSS's names of colours are known (google.colour-names)", async () => {
  const shown = `["RebeccaPurple", "papayawhip", "red", "#ABC"].map((name) => ${SHEET}.getRange("A1").setBackground(name).getBackground())`;
  expect(await evaluate(shown)).toEqual(["#663399", "#ffefd5", "#ff0000", "#aabbcc"]);
});

test("columns are fitted to their longest text", async () => {
  await evaluate(`${SHEET}.getRange("A1:B2").setValues([["x", ""], ["x".repeat(40), ""]]) && 1`);
  await evaluate(`${SHEET}.autoResizeColumns(1, 2).getName()`);
  const widths = (await evaluate(`[1, 2, 3].map((column) => ${SHEET}.getColumnWidth(column))`)) as number[];
  expect(widths[0]).toBeGreaterThan(250);
  expect(widths.slice(1)).toEqual([21, 100]);
});

test("a date that is none becomes an error, and what the host cannot do is refused", async () => {
  await evaluate(`${SHEET}.getRange("A1:B1").setValues([[new Date(NaN), 1]]) && 1`);
  expect(await evaluate(`${SHEET}.getRange("A1").getValue()`)).toBe("#NUM!");
  expect(await failure("Utilities.newBlob('x').getAs('application/pdf')")).toBe(
    "Exception: Converting from text/plain to application/pdf is not supported.",
  );
  expect(await evaluate("Utilities.newBlob('x').getAs('text/plain').getDataAsString()")).toBe("x");
  expect(await failure("SpreadsheetApp.newRichTextValue().setText('x').setTextStyle(0, 1, null)")).toContain(
    "setTextStyle is not a function",
  );
});
