import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { Change } from "../../local/apps-script/workbook/change";
import { cpuTimeMs } from "../../local/clock/clock";
import { openWorkbook, SCRIPT, SHEET } from "./support/open-workbook";

describe("the workbench's workbook", () => {
  let sheet: ReturnType<typeof openWorkbook>;
  beforeEach(() => {
    sheet = openWorkbook();
  });
  afterEach(() => sheet.workbook.close());

  const apply = (...changes: Change[]) => sheet.workbook.apply(changes, SCRIPT);
  const at = (row: number, column: number, rows = 1, columns = 1) => ({ row, column, rows, columns });

  test("keeps texts that look like numbers, booleans or formulas as texts", async () => {
    apply({
      type: "setCells",
      sheetId: SHEET,
      row: 1,
      column: 1,
      cells: [[{ value: "007" }, { value: "TRUE" }, { value: "=1+1" }, { value: true }, { value: 7 }]],
    });
    expect(await sheet.values(1, 1, 1, 5)).toEqual([["007", "TRUE", "=1+1", true, 7]]);
  });

  test("leaves cells alone that a change does not name, and keeps styles when contents change", () => {
    sheet.write(1, 1, [["a", "b"]]);
    apply(
      { type: "setStyle", sheetId: SHEET, area: at(1, 1), style: { fontWeight: "bold", background: "#ff0000" } },
      { type: "setCells", sheetId: SHEET, row: 1, column: 1, cells: [[undefined, { value: null }]] },
      { type: "setCells", sheetId: SHEET, row: 1, column: 1, cells: [[{ value: "c" }]] },
    );
    expect(sheet.workbook.read(SHEET, at(1, 1, 1, 2))).toEqual([
      [
        { value: "c", numberFormat: "General" },
        { value: null, numberFormat: "General" },
      ],
    ]);
    expect(sheet.workbook.readStyles(SHEET, at(1, 1))).toEqual([[{ fontWeight: "bold", background: "#ff0000" }]]);
  });

  test("puts one style back without touching the others", () => {
    const style = (values: object): Change => ({ type: "setStyle", sheetId: SHEET, area: at(1, 1), style: values });
    apply(style({ numberFormat: "0.00", fontStyle: "italic", wrap: true }), style({ fontStyle: null }));
    expect(sheet.workbook.readStyles(SHEET, at(1, 1))).toEqual([[{ numberFormat: "0.00", wrap: true }]]);
  });

  test("moves cells, notes and references with inserted and deleted rows and columns", async () => {
    sheet.write(1, 1, [
      ["gone", 1],
      ["stays", 2],
      ["=B2*10", null],
    ]);
    apply(
      { type: "setNotes", sheetId: SHEET, row: 2, column: 1, notes: [["a note"]] },
      { type: "insert", sheetId: SHEET, dimension: "columns", index: 2, count: 1 },
      { type: "delete", sheetId: SHEET, dimension: "rows", index: 1, count: 1 },
    );
    expect(await sheet.values(1, 1, 2, 3)).toEqual([
      ["stays", null, 2],
      [20, null, null],
    ]);
    expect(sheet.workbook.read(SHEET, at(2, 1))[0]?.[0]?.formula).toBe("=C1*10");
    expect(sheet.workbook.readNotes(SHEET, at(1, 1, 2))).toEqual([["a note"], [null]]);
    expect(sheet.workbook.sheets()[0]).toMatchObject({ rows: 999, columns: 27 });
  });

  test("sorts an area with its formulas", async () => {
    sheet.write(1, 1, [
      ["b", 2, "=B1*10"],
      ["c", 3, "=B2*10"],
      ["a", 1, "=B3*10"],
    ]);
    await sheet.values(1, 1, 3, 3);
    // One mutation, so that no page shows blank rows in between; results go along with their rows.
    const shown: unknown[][] = [];
    const stop = sheet.workbook.onMutation(({ options }) => {
      if (!options?.fromFormula)
        shown.push(
          sheet.workbook
            .read(SHEET, at(1, 1, 3, 3))
            .flat()
            .map(({ value }) => value),
        );
    });
    apply({ type: "reorderRows", sheetId: SHEET, area: at(1, 1, 3, 3), order: [2, 0, 1] });
    stop();
    expect(shown[0]).toEqual(["a", 1, 10, "b", 2, 20, "c", 3, 30]);
    expect(await sheet.values(1, 1, 3, 3)).toEqual([
      ["a", 1, 10],
      ["b", 2, 20],
      ["c", 3, 30],
    ]);
  });

  test("tells rows hidden by a filter from rows hidden by hand", () => {
    apply(
      { type: "setHidden", sheetId: SHEET, dimension: "rows", index: 5, count: 1, hidden: true },
      { type: "setFilter", sheetId: SHEET, filter: { area: at(1, 1, 9, 1), hiddenRows: [3, 5] } },
    );
    expect([...sheet.workbook.hidden(SHEET, "rows")]).toEqual([5]);
    expect(sheet.workbook.filter(SHEET)).toEqual({ area: at(1, 1, 9, 1), hiddenRows: [3, 5] });
    apply({ type: "setFilter", sheetId: SHEET, filter: null });
    expect([...sheet.workbook.hidden(SHEET, "rows")]).toEqual([5]);
    expect(sheet.workbook.filter(SHEET)).toBeNull();
  });

  test("lets formulas tell rows hidden by a filter from rows hidden by hand", async () => {
    sheet.write(1, 1, [
      ["a", "=SUBTOTAL(103,A1)", "=SUBTOTAL(3,A1)"],
      ["b", "=SUBTOTAL(103,A2)", "=SUBTOTAL(3,A2)"],
      ["c", "=SUBTOTAL(103,A3)", "=SUBTOTAL(3,A3)"],
    ]);
    apply(
      { type: "setHidden", sheetId: SHEET, dimension: "rows", index: 2, count: 1, hidden: true },
      { type: "setFilter", sheetId: SHEET, filter: { area: at(1, 1, 3, 1), hiddenRows: [3] } },
    );
    expect(await sheet.values(1, 2, 3, 2)).toEqual([
      [1, 1],
      [0, 1],
      [0, 0],
    ]);
  });

  test("adds, renames, moves, hides and removes sheets, and references follow a new name", async () => {
    apply(
      { type: "addSheet", sheetId: 77, name: "Data", index: 1, rows: 10, columns: 3 },
      { type: "setCells", sheetId: 77, row: 1, column: 1, cells: [[{ value: 5 }]] },
      { type: "setCells", sheetId: SHEET, row: 1, column: 1, cells: [[{ formula: "=Data!A1+1" }]] },
      { type: "renameSheet", sheetId: 77, name: "My data" },
      { type: "moveSheet", sheetId: 77, index: 0 },
      { type: "setFrozen", sheetId: 77, rows: 1, columns: 2 },
      { type: "setSheetHidden", sheetId: 77, hidden: true },
    );
    expect(await sheet.values(1, 1, 1, 1)).toEqual([[6]]);
    expect(sheet.workbook.read(SHEET, at(1, 1))[0]?.[0]?.formula).toBe("='My data'!A1+1");
    expect(sheet.workbook.sheets().map(({ name }) => name)).toEqual(["My data", "Sheet1"]);
    expect(sheet.workbook.sheets()[0]).toEqual({
      sheetId: 77,
      name: "My data",
      rows: 10,
      columns: 3,
      hidden: true,
      frozenRows: 1,
      frozenColumns: 2,
    });
    apply({ type: "removeSheet", sheetId: 77 });
    expect(sheet.workbook.sheets()).toHaveLength(1);
  });

  test("refuses positions outside the sheet", () => {
    expect(() => sheet.workbook.read(SHEET, at(1001, 1))).toThrow(RangeError);
    expect(() => sheet.write(1, 27, [[1]])).toThrow(RangeError);
    expect(() => sheet.workbook.read(5, at(1, 1))).toThrow(RangeError);
  });

  test("writes 10,000 rows at once, not cell by cell", async () => {
    apply({ type: "insert", sheetId: SHEET, dimension: "rows", index: 1000, count: 9_000 });
    const before = cpuTimeMs();
    sheet.write(
      1,
      1,
      Array.from({ length: 10_000 }, (_, index) => [index, `name ${index}`, true]),
    );
    expect((await sheet.values(10_000, 1, 1, 3))[0]).toEqual([9_999, "name 9999", true]);
    expect(cpuTimeMs() - before).toBeLessThan(15_000);
  });
});
