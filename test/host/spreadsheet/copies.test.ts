import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { createTestHost, type TestHost } from "../support/test-host";

const SHEET = "SpreadsheetApp.getActiveSheet()";
const DOCUMENT = "SpreadsheetApp.getActive()";

let world: TestHost;
beforeEach(() => {
  world = createTestHost();
  world.ann.keyboard.paste("Sheet1", "A1", [
    ["1", "=A1*10+$A$1"],
    ["2", "'007"],
  ]);
});
afterEach(() => world.host.close());

const range = (a1: string) => `${SHEET}.getRange("${a1}")`;
const copy = (from: string, to: string, how = "") =>
  world.evaluate(`${range(from)}.copyTo(${range(to)}${how && `, ${how}`})`);
const formulas = (a1: string) => world.evaluate(`${range(a1)}.getFormulas()`);
const values = (a1: string) => world.evaluate(`${range(a1)}.getValues()`);

describe("copying cells", () => {
  test("shifts relative references, and brings formats, notes, validations and merges along", async () => {
    await world.evaluate(
      `${range("A1:B1")}.setBackground("red").setNote("n").setDataValidation(
        SpreadsheetApp.newDataValidation().requireNumberGreaterThan(0).build()) && ${range("A3:B3")}.merge() && 1`,
    );
    await copy("A1:B3", "C4");
    expect(await formulas("C4:D5")).toEqual([
      ["", "=C4*10+$A$1"],
      ["", ""],
    ]);
    expect(await values("C4:D5")).toEqual([
      [1, 11],
      [2, "007"],
    ]);
    const told = `${range("D4")}.getBackground() + ${range("D4")}.getNote() + ${range("D4")}.getDataValidation().getCriteriaType()`;
    expect(await world.evaluate(told)).toBe("#ff0000nNUMBER_GREATER_THAN");
    expect(await world.evaluate(`${range("C6:D6")}.isPartOfMerge()`)).toBe(true);
  });

  test("takes values only, formats only, or formulas only", async () => {
    await world.evaluate(`${range("A1:B2")}.setBackground("red") && 1`);
    await copy("A1:B2", "D1", "{ contentsOnly: true }");
    expect([await formulas("E1"), await values("E1:E2")]).toEqual([[[""]], [[11], ["007"]]]);
    expect(await world.evaluate(`${range("D1")}.getBackground()`)).toBe("#ffffff");
    await copy("A1:B2", "G1", "{ formatOnly: true }");
    expect(await values("G1:H1")).toEqual([["", ""]]);
    expect(await world.evaluate(`${range("H2")}.getBackground()`)).toBe("#ff0000");
    await copy("B1", "J1", "SpreadsheetApp.CopyPasteType.PASTE_FORMULA, false");
    expect(await formulas("J1")).toEqual([["=I1*10+$A$1"]]);
    expect(await world.evaluate(`${range("J1")}.getBackground()`)).toBe("#ffffff");
  });

  test("takes the widths of columns only, also into another sheet", async () => {
    await world.evaluate(`${SHEET}.setColumnWidths(1, 1, 40).setColumnWidths(2, 1, 250) && 1`);
    const other = await world.evaluate(
      `(() => {
        const other = ${DOCUMENT}.insertSheet("Other");
        const source = ${DOCUMENT}.getSheetByName("Sheet1").getRange("A1:B1");
        source.copyTo(other.getRange("C1:D1"), SpreadsheetApp.CopyPasteType.PASTE_COLUMN_WIDTHS, false);
        return [other.getColumnWidth(3), other.getColumnWidth(4), other.getRange("C1").getValue()];
      })()`,
    );
    expect(other).toEqual([40, 250, ""]);
  });

  test("fills a multiple of the source, transposes, and else copies it once", async () => {
    await copy("A1:A2", "D1:D4");
    expect(await values("D1:D5")).toEqual([[1], [2], [1], [2], [""]]);
    await copy("A1:A2", "F1:F3");
    expect(await values("F1:F3")).toEqual([[1], [2], [""]]);
    await copy("A1:A2", "H1", "SpreadsheetApp.CopyPasteType.PASTE_VALUES, true");
    expect(await values("H1:I1")).toEqual([[1, 2]]);
  });

  test("goes to another sheet, and to cells that it overlaps", async () => {
    await world.evaluate(`${range("A1:B2")}.copyTo(${DOCUMENT}.insertSheet("Other").getRange("A1"))`);
    expect(world.ann.keyboard.shows("Other", "A1:B2")).toEqual([
      ["1", "11"],
      ["2", "007"],
    ]);
    await world.evaluate(`${DOCUMENT}.getSheetByName("Sheet1").activate() && 1`);
    await copy("A1:A2", "A2");
    expect(await values("A1:A3")).toEqual([[1], [1], [2]]);
  });

  test("leaves out what a filter hides, not what is hidden by hand", async () => {
    world.ann.keyboard.paste("Sheet1", "D1", [["h"], ["a"], ["b"], ["c"]]);
    world.ann.keyboard.filter("Sheet1", "D1:D4", ([value]) => value !== "b");
    world.ann.keyboard.hide("Sheet1", "rows", 2);
    await copy("D1:D4", "F1");
    expect(await values("F1:F4")).toEqual([["h"], ["a"], ["c"], [""]]);
  });

  test("is refused beyond the grid, in a part of merged cells and in protected ones", async () => {
    expect(await world.failure(`${range("A1:B2")}.copyTo(${range("Z1")})`)).toMatch(/outside the dimensions/);
    world.ann.keyboard.merge("Sheet1", "D2:D3");
    expect(await world.failure(`${range("A1:A2")}.copyTo(${range("D1")})`)).toMatch(/merged cells/);
    world.ann.keyboard.protect("Sheet1", "F1:F9", []);
    expect(await world.failure(`${range("A1:A2")}.copyTo(${range("F1")})`, world.ben)).toMatch(/protected cell/);
  });
});

describe("a sheet's copy", () => {
  test("comes last with copyTo, and behind the active sheet with duplicateActiveSheet, which it then is", async () => {
    await world.evaluate(`${DOCUMENT}.insertSheet("Last") && ${DOCUMENT}.getSheetByName("Sheet1").activate() && 1`);
    await world.evaluate(`${SHEET}.copyTo(${DOCUMENT}).getName()`);
    expect(await world.evaluate(`${DOCUMENT}.duplicateActiveSheet().getName()`)).toBe("Copy of Sheet1 2");
    expect(await world.evaluate(`${DOCUMENT}.getSheets().map((sheet) => sheet.getName())`)).toEqual([
      "Sheet1",
      "Copy of Sheet1 2",
      "Last",
      "Copy of Sheet1",
    ]);
    expect(await world.evaluate(`${SHEET}.getName()`)).toBe("Copy of Sheet1 2");
    expect(await formulas("B1")).toEqual([["=A1*10+$A$1"]]);
  });

  test("has the filter, its criteria and the metadata of the first one", async () => {
    await world.evaluate(
      `${range("A1:B2")}.createFilter().setColumnFilterCriteria(1,
        SpreadsheetApp.newFilterCriteria().setHiddenValues(["2"]).build()) && ${SHEET}.addDeveloperMetadata("key") && 1`,
    );
    await world.evaluate(`${DOCUMENT}.duplicateActiveSheet() && 1`);
    expect(
      await world.evaluate(
        `[${SHEET}.isRowHiddenByFilter(2), ${SHEET}.getFilter().getColumnFilterCriteria(1).getHiddenValues(),
          ${SHEET}.getDeveloperMetadata().length]`,
      ),
    ).toEqual([true, ["2"], 1]);
  });
});

describe("the unprotected ranges of a protected sheet", () => {
  test("let others write there only, and follow their cells", async () => {
    const protection = `${SHEET}.getProtections(SpreadsheetApp.ProtectionType.SHEET)[0]`;
    await world.evaluate(`${SHEET}.protect().setUnprotectedRanges([${range("A1:A2")}, ${range("B2")}]) && 1`);
    world.ann.keyboard.insert("Sheet1", "rows", 1, 1);
    const names = `${protection}.getUnprotectedRanges().map((range) => range.getA1Notation())`;
    expect(await world.evaluate(names)).toEqual(["A2:A3", "B3"]);
    const write = (a1: string) => world.failure(`${range(a1)}.setValue("x"); SpreadsheetApp.flush()`, world.ben);
    expect([await write("A2:A3"), await write("A3:B3")]).toEqual(["no error", "no error"]);
    expect(await write("A2:B3")).toMatch(/protected cell/);
    expect(await world.failure(`${SHEET}.insertRowAfter(3)`, world.ben)).toMatch(/protected cell/);
  });

  test("are refused for a protected range", async () => {
    const code = `${range("A1:B2")}.protect().setUnprotectedRanges([${range("A1")}])`;
    expect(await world.failure(code)).toMatch(/^Exception/);
  });
});

test("rich text is read from texts only", async () => {
  expect(
    await world.evaluate(`${range("A2:C2")}.getRichTextValues()[0].map((value) => value && value.getText())`),
  ).toEqual([null, "007", null]);
  expect(
    await world.evaluate(
      `${range("B2")}.getRichTextValue().getRuns().map((run) => [run.getText(), run.getEndIndex()])`,
    ),
  ).toEqual([["007", 3]]);
});

test("checkboxes begin unchecked, accept nothing else, and go with their contents", async () => {
  await world.evaluate(`${range("A1:A2")}.insertCheckboxes() && ${range("D1")}.insertCheckboxes("yes", "no") && 1`);
  expect([await values("A1:A2"), await values("D1")]).toEqual([[[false], [false]], [["no"]]]);
  expect(await world.failure(`${range("D1")}.setValue("maybe"); SpreadsheetApp.flush()`)).toMatch(/validation/);
  await world.evaluate(`${range("A1:D2")}.removeCheckboxes() && 1`);
  expect(await world.evaluate(`${range("A1:D2")}.isBlank() && ${range("D1")}.getDataValidation() === null`)).toBe(true);
});
