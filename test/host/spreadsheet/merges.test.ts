import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { createTestHost, type TestHost } from "../support/test-host";

const SHEET = "SpreadsheetApp.getActiveSheet()";

let world: TestHost;
beforeEach(() => {
  world = createTestHost();
  world.ann.keyboard.paste("Sheet1", "A1", [
    ["a1", "b1", "c1"],
    ["a2", "b2", "c2"],
    ["a3", "b3", "c3"],
  ]);
});
afterEach(() => world.host.close());

const merged = (a1 = "A1:J99") =>
  world.evaluate(`${SHEET}.getRange("${a1}").getMergedRanges().map((range) => range.getA1Notation())`);
const shown = (a1: string) => world.ann.keyboard.shows("Sheet1", a1);

describe("merged cells", () => {
  test("keep what the first of them holds, and read as blank beside it", async () => {
    await world.evaluate(`${SHEET}.getRange("A1:B2").merge() && 1`);
    expect(shown("A1:C2")).toEqual([
      ["a1", "", "c1"],
      ["", "", "c2"],
    ]);
    expect(await world.evaluate(`${SHEET}.getRange("A1:B2").getValues()`)).toEqual([
      ["a1", ""],
      ["", ""],
    ]);
  });

  test("are told by each range that has one of them", async () => {
    world.ann.keyboard.merge("Sheet1", "B1:C2");
    expect(await merged("C2:C3")).toEqual(["B1:C2"]);
    expect(await merged("A1:A9")).toEqual([]);
    expect(await world.evaluate(`["A1", "B1", "C2"].map((a1) => ${SHEET}.getRange(a1).isPartOfMerge())`)).toEqual([
      false,
      true,
      true,
    ]);
  });

  test("are one for each row with mergeAcross, one for each column with mergeVertically", async () => {
    await world.evaluate(`${SHEET}.getRange("A1:B2").mergeAcross() && 1`);
    expect(await merged()).toEqual(["A1:B1", "A2:B2"]);
    await world.evaluate(`${SHEET}.getRange("A1:B2").breakApart().mergeVertically() && 1`);
    expect(await merged()).toEqual(["A1:A2", "B1:B2"]);
  });

  test("lose what is written into the covered ones, by scripts and people, without an error", async () => {
    world.ann.keyboard.merge("Sheet1", "A1:B2");
    await world.evaluate(`${SHEET}.getRange("A1:C2").setValues([[1, 2, 3], [4, 5, 6]]) && 1`);
    expect(shown("A1:C2")).toEqual([
      ["1", "", "3"],
      ["", "", "6"],
    ]);
    world.ann.keyboard.paste("Sheet1", "A1", [["x", "y"]]);
    expect(shown("A1:B1")).toEqual([["x", ""]]);
    world.ann.keyboard.unmerge("Sheet1", "A1:B2");
    expect(shown("A1:C2")).toEqual([
      ["x", "", "3"],
      ["", "", "6"],
    ]);
  });

  test("lose them for the script that has written them, too, before its flush", async () => {
    world.ann.keyboard.merge("Sheet1", "A1:B1");
    const code = `${SHEET}.getRange("A1:B1").setValues([["x", "y"]]).getValues()`;
    expect(await world.evaluate(code)).toEqual([["x", ""]]);
  });

  test("are refused where a part of them is merged or broken apart", async () => {
    world.ann.keyboard.merge("Sheet1", "A1:B2");
    const refusal = "Exception: You must select all cells in a merged range to merge or unmerge them.";
    expect(await world.failure(`${SHEET}.getRange("B1:C1").merge()`)).toBe(refusal);
    expect(await world.failure(`${SHEET}.getRange("A1").breakApart()`)).toBe(refusal);
    expect(() => world.ann.keyboard.merge("Sheet1", "B2:C3")).toThrow("all cells");
    await world.evaluate(`${SHEET}.getRange("A1:C3").merge() && 1`);
    expect(await merged()).toEqual(["A1:C3"]);
  });
});

describe("rows and columns of merged cells", () => {
  beforeEach(() => world.ann.keyboard.merge("Sheet1", "B2:C3"));

  test("shift them when they are inserted or deleted before, and stretch or shrink them inside", async () => {
    world.ann.keyboard.insert("Sheet1", "columns", 1);
    expect(await merged()).toEqual(["C2:D3"]);
    await world.evaluate(`${SHEET}.insertColumnsAfter(3, 2) && ${SHEET}.deleteRow(1) && 1`);
    expect(await merged()).toEqual(["C1:F2"]);
    await world.evaluate(`${SHEET}.deleteColumns(4, 2) && 1`);
    expect(await merged()).toEqual(["C1:D2"]);
    expect(shown("C1:D2")).toEqual([
      ["b2", ""],
      ["", ""],
    ]);
  });

  test("leave no merge when one cell is left of it, or none", async () => {
    await world.evaluate(`${SHEET}.deleteColumn(3) && ${SHEET}.deleteRow(3) && 1`);
    expect(await merged()).toEqual([]);
    expect(shown("A2:B2")).toEqual([["a2", "b2"]]);
  });

  test("are not sorted, and no table is made of them", async () => {
    const refusal = "This operation is not allowed on a range with merged cells.";
    expect(await world.failure(`${SHEET}.getRange("A1:C3").sort(1)`)).toBe(`Exception: ${refusal}`);
    expect(() => world.ann.keyboard.sort("Sheet1", "A1:C3", 1)).toThrow(refusal);
    expect(() => world.ann.keyboard.makeTable("Sheet1", "A1:C3")).toThrow(refusal);
    expect(shown("A1:A3")).toEqual([["a1"], ["a2"], ["a3"]]);
  });

  test("move only with the whole of them", async () => {
    expect(() => world.ann.keyboard.move("Sheet1", "columns", 2, 1, 1)).toThrow("merged");
    expect(() => world.ann.keyboard.move("Sheet1", "columns", 1, 1, 3)).toThrow("merged");
    world.ann.keyboard.move("Sheet1", "columns", 2, 2, 1);
    expect(await merged()).toEqual(["A2:B3"]);
    expect(await world.failure(`${SHEET}.moveRows(${SHEET}.getRange("2:2"), 1)`)).toContain("merged");
  });

  test("are merged in a copy of their sheet, and gone with it", async () => {
    world.ann.keyboard.duplicateSheet("Sheet1", "Copy");
    const ofCopy = `SpreadsheetApp.getActiveSpreadsheet().getSheetByName("Copy").getRange("A1:C3").getMergedRanges().length`;
    expect(await world.evaluate(ofCopy)).toBe(1);
    world.ann.keyboard.deleteSheet("Copy");
    expect(world.document.save().extras.merges).toHaveLength(1);
  });
});
