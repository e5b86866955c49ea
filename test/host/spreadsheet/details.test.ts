import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { createTestHost } from "../support/test-host";

const { host, ann, evaluate, failure } = createTestHost({
  source:
    "function TABLE() { return [['when', 'what'], [new Date(Date.UTC(2026, 0, 31)), new Date(Date.UTC(2026, 0, 31, 12))]]; }",
});
afterAll(() => host.close());
beforeEach(() => evaluate(`${SHEET}.clear() && 1`));

const BOOK = "SpreadsheetApp.getActive()";
const SHEET = "SpreadsheetApp.getActiveSheet()";

describe("formats", () => {
  test("the number format of a cell that nobody has formatted is 0.###############", async () => {
    expect(await evaluate(`${SHEET}.getRange("A1").getNumberFormat()`)).toBe("0.###############");
    await evaluate(
      `((cell) => cell.setValue(5).setNumberFormat("0.00").setNumberFormat("0.###############") && 1)(${SHEET}.getRange("A1"))`,
    );
    expect(ann.keyboard.shows("Sheet1", "A1")).toEqual([["5"]]);
  });

  test("General and #general are names of that format (google.automatic-format)", async () => {
    for (const name of ["General", "#general"]) {
      const code = `((cell) => [cell.setValue(1234.5).setNumberFormat("0").setNumberFormat("${name}").getNumberFormat(), cell.getDisplayValue()])(${SHEET}.getRange("A1"))`;
      expect(await evaluate(code)).toEqual(["0.###############", "1234.5"]);
    }
  });

  test("colours read back as #rrggbb, however they were given", async () => {
    const given = ["red", "#F00", "#FF0000", "White"];
    expect(
      await evaluate(
        `${JSON.stringify(given)}.map((color) => [${SHEET}.getRange("A1").setBackground(color).getBackground(), ${SHEET}.getRange("A1:B1").setFontColors([[color, null]]).getFontColor()])`,
      ),
    ).toEqual([
      ["#ff0000", "#ff0000"],
      ["#ff0000", "#ff0000"],
      ["#ff0000", "#ff0000"],
      ["#ffffff", "#ffffff"],
    ]);
  });

  test("clearing the contents of a list of ranges keeps their formats", async () => {
    await evaluate(
      `((list) => { list.setValue("x").setBackground("#ff0000"); list.clear({ contentsOnly: true }); })(${SHEET}.getRangeList(["A1", "C1"]))`,
    );
    expect(await evaluate(`[${SHEET}.getRange("C1").getValue(), ${SHEET}.getRange("C1").getBackground()]`)).toEqual([
      "",
      "#ff0000",
    ]);
  });
});

test("formats for each cell have to be as many as the cells", async () => {
  for (const setter of ["setBackgrounds", "setFontWeights", "setNumberFormats"])
    expect(await failure(`SpreadsheetApp.getActiveSheet().getRange("A1:B1").${setter}([["#ffffff"]])`)).toMatch(
      /number of columns in the data/,
    );
});

describe("ranges", () => {
  test.each([
    ["R5C3", "C5"],
    ["!A1", "A1"],
    ["5:2", "2:5"],
    ["D:B", "B:D"],
    ["C3:A1", "A1:C3"],
    ["$A$2:A", "A2:A"],
  ])("getRange takes %s for %s", async (given, expected) => {
    expect(await evaluate(`${SHEET}.getRange(${JSON.stringify(given)}).getA1Notation()`)).toBe(expected);
    expect(await evaluate(`${BOOK}.getRange(${JSON.stringify(given)}).getA1Notation()`)).toBe(expected);
  });

  test("a range has at least one row and one column, and an error of its own says so", async () => {
    expect(await failure(`${SHEET}.getRange(1, 1, 0, 1)`)).toBe(
      "Exception: The number of rows in the range must be at least 1.",
    );
    expect(await failure(`${SHEET}.getRange(1, 1, 1, 0)`)).toBe(
      "Exception: The number of columns in the range must be at least 1.",
    );
  });

  test("a cell's address counts as the name of a range; a range that was given the name goes before", async () => {
    expect(
      await evaluate(
        `[${BOOK}.getRangeByName("A1").getA1Notation(), ${BOOK}.getRangeByName("nothing"), ${BOOK}.getRangeByName("A5000")]`,
      ),
    ).toEqual(["A1", null, null]);
  });

  test("the range of a sheet's protection is the whole sheet, without a notation", async () => {
    const code = `((protection) => { const range = protection.getRange(); protection.remove(); return [range.getA1Notation(), range.getNumRows()]; })(${SHEET}.protect())`;
    expect(await evaluate(code)).toEqual(["", 1000]);
  });
});

describe("formulas", () => {
  test("one formula set on several cells has its relative references shifted", async () => {
    await evaluate(`${SHEET}.getRange("B2:C3").setFormula('=A1+$A1+A$1+$A$1&"A1"&COUNTA(A:A)&COUNTA($A2:A)') && 1`);
    expect(await evaluate(`${SHEET}.getRange("B2:C3").getFormulas()`)).toEqual([
      ['=A1+$A1+A$1+$A$1&"A1"&COUNTA(A:A)&COUNTA($A2:A)', '=B1+$A1+B$1+$A$1&"A1"&COUNTA(B:B)&COUNTA($A2:B)'],
      ['=A2+$A2+A$1+$A$1&"A1"&COUNTA(A:A)&COUNTA($A3:A)', '=B2+$A2+B$1+$A$1&"A1"&COUNTA(B:B)&COUNTA($A3:B)'],
    ]);
  });

  test("a date in a spilled table stays a date", async () => {
    ann.keyboard.type("Sheet1", "A1", "=TABLE()");
    await evaluate("Utilities.sleep(1000)");
    expect(
      await evaluate(
        `[${SHEET}.getRange("A2:B2").getValues()[0].map((value) => value instanceof Date), ${SHEET}.getRange("A2:B2").getDisplayValues()[0]]`,
      ),
    ).toEqual([
      [true, true],
      ["1/31/2026", "1/31/2026 12:00:00"],
    ]);
    expect(await ann.callFormula("TABLE")).toEqual([
      ["when", "what"],
      [new Date(Date.UTC(2026, 0, 31)), new Date(Date.UTC(2026, 0, 31, 12))],
    ]);
  });
});

test("methods without a result give null, not undefined", async () => {
  const calls = [
    "SpreadsheetApp.flush()",
    `${SHEET}.insertRows(1)`,
    `${SHEET}.insertColumns(1)`,
    `${SHEET}.deleteRows(1, 1)`,
    `${SHEET}.deleteColumns(1, 1)`,
    `${SHEET}.hideRows(3)`,
    `${SHEET}.showRows(3)`,
    `${SHEET}.hideColumns(3)`,
    `${SHEET}.showColumns(3)`,
    `${SHEET}.moveRows(${SHEET}.getRange("1:1"), 3)`,
    `${SHEET}.setFrozenRows(0)`,
    `${SHEET}.setConditionalFormatRules([])`,
    `${BOOK}.setNamedRange("Mine", ${SHEET}.getRange("A1"))`,
    `${BOOK}.removeNamedRange("Mine")`,
    `${BOOK}.toast("done")`,
    `${SHEET}.getRange("A1").protect().remove()`,
    "CacheService.getScriptCache().put('a', 'b')",
    "CacheService.getScriptCache().remove('a')",
    "LockService.getScriptLock().waitLock(0)",
    "LockService.getScriptLock().releaseLock()",
    "Utilities.sleep(0)",
    "SpreadsheetApp.getUi().createMenu('m').addToUi()",
    "SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutput('x'))",
  ];
  for (const call of calls) expect([call, await evaluate(`(${call}) === null`)]).toEqual([call, true]);
});

test("objects print as the name of their class", async () => {
  const objects = {
    Spreadsheet: BOOK,
    Sheet: SHEET,
    Range: `${SHEET}.getRange("A1")`,
    RangeList: `${SHEET}.getRangeList(["A1"])`,
    Protection: `${SHEET}.getRange("A1").protect()`,
    DataValidation: "SpreadsheetApp.newDataValidation().requireTextIsEmail().build()",
    DataValidationBuilder: "SpreadsheetApp.newDataValidation()",
    ConditionalFormatRuleBuilder: "SpreadsheetApp.newConditionalFormatRule()",
    RichTextValue: "SpreadsheetApp.newRichTextValue().setText('x').build()",
    EmbeddedChartBuilder: `${SHEET}.newChart()`,
    Selection: `${BOOK}.getSelection()`,
    Cache: "CacheService.getScriptCache()",
    Lock: "LockService.getScriptLock()",
    Properties: "PropertiesService.getScriptProperties()",
    Ui: "SpreadsheetApp.getUi()",
    HtmlOutput: "HtmlService.createHtmlOutput('x')",
  };
  for (const [name, code] of Object.entries(objects)) expect(await evaluate(`String(${code})`)).toBe(name);
});
