import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { ANN, createTestHost } from "../support/test-host";

const { host, ann, ben, evaluate, failure, document, clock } = createTestHost();
afterAll(() => host.close());
beforeEach(() => evaluate("SpreadsheetApp.getActiveSheet().clear()"));

const SHEET = "SpreadsheetApp.getActiveSheet()";
/** The error of a write, at the latest when it is flushed, or `no error`. */
const refusal = (code: string, session = ann) => failure(`${code}; SpreadsheetApp.flush()`, session);

describe("protection", () => {
  const REFUSAL =
    "Exception: You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection if you need to edit.";

  test("a write that touches a protected cell is refused as a whole", async () => {
    ann.keyboard.protect("Sheet1", "B2", []);
    expect(await refusal(`${SHEET}.getRange("A1:B2").setValues([[1, 2], [3, 4]])`, ben)).toBe(REFUSAL);
    expect(await refusal(`${SHEET}.getRange("A1").setValue(1)`, ben)).toBe("no error");
    expect(await refusal(`${SHEET}.getRange("B2").setValue(1)`)).toBe("no error");
    expect(ann.keyboard.shows("Sheet1", "A1:B2")).toEqual([
      ["1", ""],
      ["", "1"],
    ]);
    expect(() => ben.keyboard.type("Sheet1", "B2", "x")).toThrow("protected cell");
  });

  test("a range tells whether one may edit all of it", async () => {
    const told = `["A1", "B2", "A1:B2"].map((a1) => ${SHEET}.getRange(a1).canEdit())`;
    expect([await evaluate(told, ben), await evaluate(told)]).toEqual([
      [true, false, false],
      [true, true, true],
    ]);
  });

  test("it moves with its cells; a warning only lets scripts pass", async () => {
    ann.keyboard.insert("Sheet1", "rows", 1);
    expect(await refusal(`${SHEET}.getRange("B3").setValue(1)`, ben)).toBe(REFUSAL);
    expect(await refusal(`${SHEET}.getRange("B2").setValue(1)`, ben)).toBe("no error");
    const first = `${SHEET}.getProtections(SpreadsheetApp.ProtectionType.RANGE)[0]`;
    expect(
      await evaluate(`[${first}.getRange().getA1Notation(), ${first}.canEdit(), ${first}.getEditors().length]`, ben),
    ).toEqual(["B3", false, 0]);
    await evaluate(`${first}.setWarningOnly(true) && 1`);
    expect(await refusal(`${SHEET}.getRange("B3").setValue(1)`, ben)).toBe("no error");
    await evaluate(`${first}.remove()`);
  });

  test("its rows, columns and sheet stay, and those beside it may go", async () => {
    const lift = ann.keyboard.protect("Sheet1", "B2:B3", []);
    for (const code of ["deleteColumn(2)", "deleteRow(3)", "deleteRows(1, 5)"])
      expect(await failure(`${SHEET}.${code}`, ben)).toBe(REFUSAL);
    const other = "SpreadsheetApp.getActive().insertSheet('Other'); SpreadsheetApp.getActive()";
    expect(await failure(`${other}.deleteSheet(${SHEET}.getParent().getSheetByName('Sheet1'))`, ben)).toBe(REFUSAL);
    await evaluate("SpreadsheetApp.getActive().deleteSheet(SpreadsheetApp.getActive().getSheetByName('Other'))");
    expect(await failure(`${SHEET}.deleteColumn(3)`, ben)).toBe("no error");
    expect(await failure(`${SHEET}.deleteRow(4)`, ben)).toBe("no error");
    expect(await failure(`${SHEET}.deleteRow(3)`)).toBe("no error");
    lift();
  });

  test("a protected sheet takes neither rules nor marks", async () => {
    const lift = ann.keyboard.protect("Sheet1", "A1:Z1000", []);
    await evaluate(`${SHEET}.protect().removeEditor("ben@company.example") && 1`);
    expect(await failure(`${SHEET}.setConditionalFormatRules([])`, ben)).toBe(REFUSAL);
    expect(await failure(`${SHEET}.addDeveloperMetadata("k", "v")`, ben)).toBe(REFUSAL);
    expect(await failure(`${SHEET}.getRange("C:C").addDeveloperMetadata("k", "v")`, ben)).toBe(REFUSAL);
    await evaluate(`${SHEET}.getProtections(SpreadsheetApp.ProtectionType.SHEET)[0].remove()`);
    lift();
  });

  test("whoever protects may go on; the owner is never among the editors", async () => {
    expect(await evaluate(`${SHEET}.protect().getEditors().map((person) => person.getEmail())`, ben)).toEqual([
      "ben@company.example",
    ]);
    expect(await refusal(`${SHEET}.getRange("A1").setValue(1)`)).toBe("no error");
    await evaluate(
      `${SHEET}.getProtections(SpreadsheetApp.ProtectionType.SHEET)[0].removeEditor("ben@company.example") && 1`,
    );
    expect(await failure(`${SHEET}.insertRows(1)`, ben)).toBe(REFUSAL);
    await evaluate(`${SHEET}.getProtections(SpreadsheetApp.ProtectionType.SHEET)[0].remove()`);
  });
});

describe("developer metadata", () => {
  const FIND = "SpreadsheetApp.getActive().createDeveloperMetadataFinder()";

  test("only on spreadsheet, sheet, one entire row or column", async () => {
    expect(await failure(`${SHEET}.getRange("B2:C3").addDeveloperMetadata("k")`)).toContain(
      "Adding developer metadata to arbitrary ranges is not currently supported.",
    );
    expect(await failure(`${SHEET}.getRange("5:6").addDeveloperMetadata("k")`)).toContain("Adding developer metadata");
    expect(await failure(`${SHEET}.getRange("5:5").addDeveloperMetadata("row", "v")`)).toBe("no error");
    expect(
      await failure(
        `${SHEET}.getRange("C:C").addDeveloperMetadata("column", "v", SpreadsheetApp.DeveloperMetadataVisibility.PROJECT)`,
      ),
    ).toBe("no error");
    expect(await failure(`${SHEET}.addDeveloperMetadata("sheet").getParent().addDeveloperMetadata("all")`)).toBe(
      "no error",
    );
  });

  test("it follows its row and column when others come, go and move, and stays when cells are sorted", async () => {
    ann.keyboard.insert("Sheet1", "rows", 1, 2);
    ann.keyboard.delete("Sheet1", "columns", 1);
    const where = `[${FIND}.withKey("row").find()[0].getLocation().getRow().getRow(), ${FIND}.withKey("column").find()[0].getLocation().getColumn().getColumn()]`;
    expect(await evaluate(where)).toEqual([7, 2]);
    await evaluate(`${SHEET}.moveColumns(${SHEET}.getRange("B:B"), 6)`);
    ann.keyboard.sort("Sheet1", "A1:C20", 1);
    expect(await evaluate(where)).toEqual([7, 5]);
  });

  test("the finder looks by key, value and kind of place; a cell does not have its row's", async () => {
    expect(await evaluate(`${FIND}.withKey("nope").find().length`)).toBe(0);
    expect(await evaluate(`${FIND}.withValue("v").find().map((m) => m.getKey()).sort()`)).toEqual(["column", "row"]);
    expect(
      await evaluate(`${FIND}.withLocationType(SpreadsheetApp.DeveloperMetadataLocationType.SHEET).find()[0].getKey()`),
    ).toBe("sheet");
    expect(await evaluate(`${SHEET}.getRange("A7").getDeveloperMetadata().length`)).toBe(0);
    expect(await evaluate(`${SHEET}.getRange("7:7").getDeveloperMetadata()[0].getKey()`)).toBe("row");
    expect(
      await evaluate(
        `${SHEET}.getRange("A7").createDeveloperMetadataFinder().onIntersectingLocations().find()[0].getKey()`,
      ),
    ).toBe("row");
    expect(await evaluate(`String(${FIND}.withKey("column").find()[0].getVisibility())`)).toBe("PROJECT");
  });

  test("30,000 characters for each kind of place", async () => {
    expect(await failure(`${SHEET}.addDeveloperMetadata("big", "x".repeat(30000))`)).toContain("Argument too large");
  });

  test("a deleted row takes its metadata along", async () => {
    ann.keyboard.delete("Sheet1", "rows", 7);
    expect(await evaluate(`${FIND}.withKey("row").find().length`)).toBe(0);
  });

  test("a column's stays on all of it, whatever rows come and go", async () => {
    const size = `${SHEET}.getMaxRows()`;
    ann.keyboard.insert("Sheet1", "rows", 1, 2);
    await evaluate(`${SHEET}.insertRowsAfter(${size}, 3) && ${SHEET}.deleteRows(3, ${size} - 2)`);
    const column = `${FIND}.withKey("column").find()[0].getLocation().getColumn()`;
    const now = `[${column}.getRow(), ${column}.getNumRows(), ${size}]`;
    expect(await evaluate(now)).toEqual([1, 2, 2]);
    await evaluate(`${SHEET}.insertRowsAfter(2, 998) && 1`);
    expect(await evaluate(now)).toEqual([1, 1000, 1000]);
  });
});

describe("validations", () => {
  const RULE = "SpreadsheetApp.newDataValidation().requireValueInList(['yes', 'no'], true)";

  test("with reject set a value that does not fit is refused and nothing is written", async () => {
    await evaluate(`${SHEET}.getRange("A1:A3").setDataValidation(${RULE}.setAllowInvalid(false).build()) && 1`);
    expect(await refusal(`${SHEET}.getRange("A1:A2").setValues([["yes"], ["maybe"]])`)).toBe(
      "Exception: The data you entered in cell A2 violates the data validation rules set on this cell.",
    );
    expect(await evaluate(`${SHEET}.getRange("A1").getValue()`)).toBe("");
    expect(await refusal(`${SHEET}.getRange("A1:A2").setValues([["yes"], [""]])`)).toBe("no error");
  });

  test("without reject it only warns; part of a range can be freed", async () => {
    await evaluate(`${SHEET}.getRange("A2").setDataValidation(${RULE}.build()) && 1`);
    expect(await refusal(`${SHEET}.getRange("A2").setValue("maybe")`)).toBe("no error");
    await evaluate(`${SHEET}.getRange("A1").clearDataValidations() && 1`);
    expect(
      await evaluate(`${SHEET}.getRange("A1:A3").getDataValidations().map(([rule]) => rule && rule.getAllowInvalid())`),
    ).toEqual([null, true, false]);
    await evaluate(`${SHEET}.getRange("A1:A9").clearDataValidations() && 1`);
  });

  test("a clearing of formats and validations leaves the value", async () => {
    await evaluate(`${SHEET}.getRange("A2").setValue("yes").setFontWeight("bold") && 1`);
    await evaluate(`${SHEET}.getRange("A2").setDataValidation(${RULE}.build()) && 1`);
    await evaluate(`${SHEET}.getRange("A1:A3").clear({ formatOnly: true, validationsOnly: true }) && 1`);
    const cell = `${SHEET}.getRange("A2")`;
    expect(await evaluate(`[${cell}.getValue(), ${cell}.getFontWeight(), ${cell}.getDataValidation()]`)).toEqual([
      "yes",
      "normal",
      null,
    ]);
  });

  test("checkboxes and lists in a range take only their own values", async () => {
    ann.keyboard.paste("Sheet1", "F1", [["a"], ["b"]]);
    await evaluate(
      `${SHEET}.getRange("B1").setDataValidation(SpreadsheetApp.newDataValidation().requireCheckbox().setAllowInvalid(false).build()) && 1`,
    );
    await evaluate(
      `${SHEET}.getRange("C1").setDataValidation(SpreadsheetApp.newDataValidation().requireValueInRange(${SHEET}.getRange("F1:F2")).setAllowInvalid(false).build()) && 1`,
    );
    expect(await refusal(`${SHEET}.getRange("B1").setValue(true)`)).toBe("no error");
    expect(await refusal(`${SHEET}.getRange("B1").setValue("x")`)).toContain("violates");
    expect(await refusal(`${SHEET}.getRange("C1").setValue("b")`)).toBe("no error");
    expect(await refusal(`${SHEET}.getRange("C1").setValue("c")`)).toContain("violates");
    await evaluate(`${SHEET}.getRange("A1:F9").clearDataValidations() && 1`);
  });
});

describe("other objects", () => {
  test("setting conditional formats replaces all of a sheet's", async () => {
    const rule = (text: string) =>
      `SpreadsheetApp.newConditionalFormatRule().whenTextContains("${text}").setBackground("#ff0000").setRanges([${SHEET}.getRange("A1:A9")]).build()`;
    await evaluate(`${SHEET}.setConditionalFormatRules([${rule("a")}, ${rule("b")}])`);
    await evaluate(`${SHEET}.setConditionalFormatRules([${rule("c")}])`);
    ann.keyboard.insert("Sheet1", "rows", 5);
    const code = `${SHEET}.getConditionalFormatRules().map((r) => [r.getBooleanCondition().getCriteriaValues()[0], r.getRanges()[0].getA1Notation()])`;
    expect(await evaluate(code)).toEqual([["c", "A1:A10"]]);
    const other = "SpreadsheetApp.getActive().insertSheet('Other')";
    expect(
      await failure(
        `${other}.setConditionalFormatRules([${rule("c").replace(SHEET, "SpreadsheetApp.getActive().getSheetByName('Sheet1')")}])`,
      ),
    ).toBe("Exception: Conditional format rule cannot reference a different sheet.");
    ann.keyboard.select("Sheet1", "A1");
  });

  test("charts are recorded, changed and removed", async () => {
    const chart = `${SHEET}.newChart().setChartType(Charts.ChartType.PIE).addRange(${SHEET}.getRange("A1:B3")).setPosition(2, 4, 0, 0).setOption("title", "T").build()`;
    await evaluate(`${SHEET}.insertChart(${chart})`);
    expect(document.save().extras.charts).toMatchObject([
      { chartType: "PIE", options: { title: "T" }, position: { row: 2, column: 4 } },
    ]);
    await evaluate(
      `((c) => ${SHEET}.updateChart(c.modify().setOption("title", "U").build()))(${SHEET}.getCharts()[0])`,
    );
    expect(await evaluate(`${SHEET}.getCharts()[0].getOptions().get("title")`)).toBe("U");
    await evaluate(`${SHEET}.removeChart(${SHEET}.getCharts()[0])`);
    expect(await evaluate(`${SHEET}.getCharts().length`)).toBe(0);
  });

  test("range lists, notes, named ranges and sorting do what their methods say", async () => {
    await evaluate(`${SHEET}.getRangeList(["A1", "C3:D4"]).setValue("x") && 1`);
    expect(ann.keyboard.shows("Sheet1", "C3:D4")).toEqual([
      ["x", "x"],
      ["x", "x"],
    ]);
    await evaluate(`${SHEET}.getRange("A1:A2").setNotes([["one"], [null]]) && 1`);
    expect(await evaluate(`${SHEET}.getRange("A1:A2").getNotes()`)).toEqual([["one"], [""]]);
    await evaluate(`SpreadsheetApp.getActive().setNamedRange("Mine", ${SHEET}.getRange("C3:D4"))`);
    ann.keyboard.insert("Sheet1", "rows", 1);
    expect(
      await evaluate(`[${SHEET}.getRange("Mine").getA1Notation(), SpreadsheetApp.getActive().getRangeByName("None")]`),
    ).toEqual(["C4:D5", null]);
    ann.keyboard.paste("Sheet1", "H1", [
      ["b", "1"],
      ["", "2"],
      ["a", "3"],
    ]);
    await evaluate(`${SHEET}.getRange("H1:I3").sort({ column: 8, ascending: false }) && 1`);
    expect(ann.keyboard.shows("Sheet1", "H1:I3")).toEqual([
      ["b", "1"],
      ["a", "3"],
      ["", "2"],
    ]);
  });

  test("the last sheet cannot be deleted; a new one is active", async () => {
    const fresh = createTestHost({ clock });
    expect(await fresh.failure("SpreadsheetApp.getActive().deleteSheet(SpreadsheetApp.getActiveSheet())")).toContain(
      "can't remove all the sheets",
    );
    expect(
      await fresh.evaluate(
        "SpreadsheetApp.getActive().insertSheet('New') && SpreadsheetApp.getActiveSheet().getName()",
      ),
    ).toBe("New");
    expect(await fresh.failure("SpreadsheetApp.getActive().deleteSheet(SpreadsheetApp.getActiveSheet())")).toBe(
      "no error",
    );
    expect(await fresh.evaluate("SpreadsheetApp.getActive().getOwner().getEmail()")).toBe(ANN);
    await fresh.host.close();
  });

  test("hidden columns, frozen rows and widths are read as they were set, and move with their columns", async () => {
    await evaluate(`[${SHEET}.hideColumns(2), ${SHEET}.setFrozenRows(1), ${SHEET}.setColumnWidth(3, 240)].length`);
    expect(
      await evaluate(
        `[${SHEET}.isColumnHiddenByUser(2), ${SHEET}.getFrozenRows(), ${SHEET}.getColumnWidth(3), ${SHEET}.getColumnWidth(4)]`,
      ),
    ).toEqual([true, 1, 240, 100]);
    ann.keyboard.insert("Sheet1", "columns", 1);
    expect(
      await evaluate(
        `[${SHEET}.isColumnHiddenByUser(2), ${SHEET}.isColumnHiddenByUser(3), ${SHEET}.getColumnWidth(4)]`,
      ),
    ).toEqual([false, true, 240]);
  });
});
