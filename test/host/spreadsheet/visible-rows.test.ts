import { afterAll, beforeEach, expect, test } from "@jest/globals";
import { createTestHost } from "../support/test-host";

const { host, ann, ben, evaluate } = createTestHost();
afterAll(() => host.close());

const SHEET = "SpreadsheetApp.getActiveSheet()";
/** Those of rows 2 to 5 that a formula for each of them finds visible. */
const BY_FORMULAS = (code: number) => `(() => {
  const helpers = ${SHEET}.getRange("Z2:Z5");
  helpers.setFormulas([2, 3, 4, 5].map((row) => ["=SUBTOTAL(${code}; A" + row + ")"]));
  SpreadsheetApp.flush();
  return helpers.getValues().flat();
})()`;
const BY_CALLS = `[2, 3, 4, 5].map((row) => [${SHEET}.isRowHiddenByFilter(row), ${SHEET}.isRowHiddenByUser(row)])`;

beforeEach(async () => {
  await evaluate(`${SHEET}.clear() && ${SHEET}.showRows(1, 20) && 1`);
  ann.keyboard.paste("Sheet1", "A1", [["Name"], ["a"], ["b"], ["c"], ["d"]]);
});

test("a formula for each row tells in one read which rows a filter or a hand hides", async () => {
  ann.keyboard.hide("Sheet1", "rows", 2);
  ann.keyboard.filter("Sheet1", "A1:A5", ([name]) => name !== "b");
  expect(await evaluate(BY_FORMULAS(103))).toEqual([0, 0, 1, 1]);
  expect(await evaluate(BY_FORMULAS(3))).toEqual([1, 0, 1, 1]);
});

test("the formulas follow when rows are hidden and shown, and filters change", async () => {
  ann.keyboard.filter("Sheet1", "A1:A5", ([name]) => name !== "b");
  await evaluate(BY_FORMULAS(103));
  ann.keyboard.filter("Sheet1", "A1:A5", ([name]) => name !== "c");
  ann.keyboard.hide("Sheet1", "rows", 5);
  expect(ann.keyboard.shows("Sheet1", "Z2:Z5").flat()).toEqual(["1", "1", "0", "0"]);
});

test("a filter view hides rows from one person; scripts and formulas know nothing of it", async () => {
  ann.keyboard.filter("Sheet1", "A1:A5", () => true);
  ann.keyboard.filterView("Sheet1", "A1:A5", ([name]) => name === "d");
  expect([ann.keyboard.visibleRows("Sheet1", "A1:A5"), ben.keyboard.visibleRows("Sheet1", "A1:A5")]).toEqual([
    [1, 5],
    [1, 2, 3, 4, 5],
  ]);
  expect(await evaluate(BY_CALLS)).toEqual([2, 3, 4, 5].map(() => [false, false]));
  expect(await evaluate(BY_FORMULAS(103))).toEqual([1, 1, 1, 1]);
});

test("semicolons part a formula's arguments as commas do, but not texts and arrays", async () => {
  const cell = `${SHEET}.getRange("B1")`;
  expect(await evaluate(`${cell}.setFormula('=CONCATENATE("a;b"; A2; SUM({1;2}))').getFormula()`)).toBe(
    '=CONCATENATE("a;b", A2, SUM({1;2}))',
  );
  expect(await evaluate(`${cell}.setValue('=IF(A2="a"; 1; 2)').getValue()`)).toBe(1);
});
