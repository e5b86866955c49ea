import { afterAll, beforeEach, expect, test } from "@jest/globals";
import { createTestHost } from "../support/test-host";

const { host, ann, evaluate, failure } = createTestHost();
afterAll(() => host.close());

const SHEET = "SpreadsheetApp.getActiveSheet()";

beforeEach(async () => {
  await evaluate(`${SHEET}.clear() && 1`);
  ann.keyboard.paste("Sheet1", "A1", [
    ["Ann", "1", "x"],
    ["ann", "=0+1", "y"],
    ["Ben", "1", "z"],
    ["ANN", "2", "w"],
    ["", "", "below"],
  ]);
});

test("rows that differ in letter case or by a formula are duplicates, hidden ones too, and the first one stays", async () => {
  ann.keyboard.hide("Sheet1", "rows", 2, 1);
  expect(await evaluate(`${SHEET}.getRange("A1:B4").removeDuplicates().getA1Notation()`)).toBe("A1:B3");
  // What stands outside of the range does not move.
  expect(ann.keyboard.shows("Sheet1", "A1:C5")).toEqual([
    ["Ann", "1", "x"],
    ["Ben", "1", "y"],
    ["ANN", "2", "z"],
    ["", "", "w"],
    ["", "", "below"],
  ]);
});

test("only the named columns of the sheet are compared", async () => {
  expect(await evaluate(`${SHEET}.getRange("A1:C4").removeDuplicates([1]).getValues()`)).toEqual([
    ["Ann", 1, "x"],
    ["Ben", 1, "z"],
  ]);
  expect(await failure(`${SHEET}.getRange("B1:C4").removeDuplicates([1])`)).toMatch(/^Exception/);
});

test("merged cells refuse it", async () => {
  ann.keyboard.merge("Sheet1", "A3:B3");
  expect(await failure(`${SHEET}.getRange("A1:C4").removeDuplicates()`)).toMatch(/merged cells/);
});

test("named ranges are listed and follow their cells", async () => {
  await evaluate(`SpreadsheetApp.getActive().setNamedRange("people", ${SHEET}.getRange("A1:A4"))`);
  ann.keyboard.insert("Sheet1", "rows", 1, 2);
  const list = `SpreadsheetApp.getActive().getNamedRanges()`;
  expect(await evaluate(`${list}.map((one) => [one.getName(), one.getRange().getA1Notation()])`)).toEqual([
    ["people", "A3:A6"],
  ]);
  await evaluate(`${list}[0].remove()`);
  expect(await evaluate(`${list}.length`)).toBe(0);
});
