import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { createTestHost, type TestHost } from "../support/test-host";

const SHEET = "SpreadsheetApp.getActiveSheet()";
const CRITERIA = "SpreadsheetApp.newFilterCriteria()";

let world: TestHost;
beforeEach(() => {
  world = createTestHost();
  world.ann.keyboard.paste("Sheet1", "B1", [
    ["Status", "Size"],
    ["VALID", "10"],
    ["", "30"],
    ["INVALID", "20"],
    ["valid", "few"],
  ]);
});
afterEach(() => world.host.close());

const filter = (a1 = "B1:C5") => world.evaluate(`${SHEET}.getRange("${a1}").createFilter() && 1`);
const set = (column: number, criteria: string) =>
  world.evaluate(`${SHEET}.getFilter().setColumnFilterCriteria(${column}, ${criteria}) && 1`);
const hidden = () => world.evaluate(`[1, 2, 3, 4, 5].filter((row) => ${SHEET}.isRowHiddenByFilter(row))`);
const failure = (code: string) => world.failure(`${SHEET}.${code}`);

describe("a filter", () => {
  test("is one for a sheet, hides nothing at first, and can be removed", async () => {
    await filter();
    expect(await hidden()).toEqual([]);
    expect(await world.evaluate(`${SHEET}.getRange("A1").getFilter().getRange().getA1Notation()`)).toBe("B1:C5");
    expect(await failure(`getRange("A1").createFilter()`)).toBe(
      "Exception: You can't create a filter in a sheet that already has a filter.",
    );
    await world.evaluate(`${SHEET}.getFilter().remove()`);
    expect(await world.evaluate(`${SHEET}.getFilter()`)).toBeNull();
  });

  test.each([
    [2, `setHiddenValues(["VALID", ""])`, [2, 3]],
    [2, "whenCellNotEmpty()", [3]],
    [2, "whenCellEmpty()", [2, 4, 5]],
    [2, `whenTextEqualTo("valid")`, [3, 4]],
    [2, `whenTextContains("INV")`, [2, 3, 5]],
    [2, `whenTextDoesNotContain("inv")`, [4]],
    [3, "whenNumberGreaterThan(10)", [2, 5]],
    [3, "whenNumberBetween(10, 20)", [3, 5]],
  ])("hides by column %d where it asks %s", async (column, criteria, rows) => {
    await filter();
    await set(column, `${CRITERIA}.${criteria}.build()`);
    expect(await hidden()).toEqual(rows);
  });

  test("asks all of its columns, and forgets what is removed", async () => {
    await filter();
    await set(2, `${CRITERIA}.whenCellNotEmpty().build()`);
    await set(3, `${CRITERIA}.setHiddenValues(["20"]).build()`);
    expect(await hidden()).toEqual([3, 4]);
    const criteria = `${SHEET}.getFilter().getColumnFilterCriteria(2)`;
    expect(await world.evaluate(`[String(${criteria}), ${criteria}.getCriteriaType().toString()]`)).toEqual([
      "FilterCriteria",
      "CELL_NOT_EMPTY",
    ]);
    await world.evaluate(`${SHEET}.getFilter().removeColumnFilterCriteria(2) && 1`);
    expect([await hidden(), await world.evaluate(criteria)]).toEqual([[4], null]);
  });

  test("does not look again when values change, until its criteria are set", async () => {
    await filter();
    await set(2, `${CRITERIA}.whenCellNotEmpty().build()`);
    await world.evaluate(`${SHEET}.getRange("B3").setValue("VALID") && 1`);
    expect(await hidden()).toEqual([3]);
    await set(2, `${SHEET}.getFilter().getColumnFilterCriteria(2).copy().build()`);
    expect(await hidden()).toEqual([]);
  });

  test("has criteria that follow their column, and go when somebody filters anew", async () => {
    await filter();
    await set(3, `${CRITERIA}.setHiddenValues(["20"]).build()`);
    world.ann.keyboard.insert("Sheet1", "columns", 1, 1);
    const values = (column: number) =>
      world.evaluate(`${SHEET}.getFilter().getColumnFilterCriteria(${column})?.getHiddenValues() ?? null`);
    expect([await values(3), await values(4)]).toEqual([null, ["20"]]);
    world.ann.keyboard.filter("Sheet1", "C1:D5", () => true);
    expect(await values(4)).toBeNull();
  });

  test("refuses a column that it does not have, and visible values", async () => {
    await filter();
    expect(await failure("getFilter().getColumnFilterCriteria(1)")).toMatch(/^Exception/);
    expect(await failure(`getFilter().setColumnFilterCriteria(2, ${CRITERIA}.setVisibleValues(["a"]).build())`)).toBe(
      "Exception: Visible values are not currently supported.",
    );
  });
});

describe("sorting", () => {
  const column = (a1: string) => world.ann.keyboard.shows("Sheet1", a1).flat();

  test("puts numbers before texts before booleans, and blanks last in either direction", async () => {
    world.ann.keyboard.paste("Sheet1", "A1", [["TRUE"], [""], ["b"], ["2"], ["A"], ["10"]]);
    const sort = (ascending: boolean) =>
      world.evaluate(`${SHEET}.getRange("A1:A6").sort({ column: 1, ascending: ${ascending} }) && 1`);
    await sort(true);
    expect(column("A1:A6")).toEqual(["2", "10", "A", "b", "TRUE", ""]);
    await sort(false);
    expect(column("A1:A6")).toEqual(["TRUE", "b", "A", "10", "2", ""]);
  });

  test("of a sheet leaves its frozen rows", async () => {
    await world.evaluate(`${SHEET}.setFrozenRows(1) || ${SHEET}.sort(3, false) && 1`);
    expect(column("C1:C5")).toEqual(["Size", "few", "30", "20", "10"]);
  });

  test("of a filter leaves its header, and hidden rows stay where they are", async () => {
    await filter();
    await set(2, `${CRITERIA}.whenCellNotEmpty().build()`);
    await world.evaluate(`${SHEET}.getFilter().sort(3, false) && 1`);
    expect(column("C1:C5")).toEqual(["Size", "few", "30", "20", "10"]);
    world.ann.keyboard.hide("Sheet1", "rows", 2);
    await world.evaluate(`${SHEET}.getRange("B2:C5").sort(3) && 1`);
    expect(column("C1:C5")).toEqual(["Size", "few", "30", "10", "20"]);
  });

  test("refuses merged cells", async () => {
    world.ann.keyboard.merge("Sheet1", "B2:B3");
    expect(await failure("sort(3)")).toMatch(/merged cells/);
  });
});
