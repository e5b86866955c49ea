import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { createMemoryWorkbook } from "../../../local/apps-script/workbook/memory-workbook";
import { createTestHost, type TestHost } from "../support/test-host";

const BOOK = "SpreadsheetApp.getActiveSpreadsheet()";
const SHEET = `${BOOK}.getSheets()[0]`;

let opened: TestHost[] = [];
/** A sheet of 4 rows and 3 columns. */
function open(): TestHost {
  const workbook = createMemoryWorkbook({ sheets: [{ name: "Sheet1", rows: 4, columns: 3 }] });
  const host = createTestHost({ document: { workbook } });
  opened.push(host);
  return host;
}
let { evaluate, failure, ann, document } = open();
beforeEach(() => {
  ({ evaluate, failure, ann, document } = open());
});
afterAll(async () => {
  await Promise.all(opened.map(({ host }) => host.close()));
  opened = [];
});

const sizes = () => document.workbook.sheets().map(({ rows, columns }) => [rows, columns]);

describe("deleting (google.delete-rows)", () => {
  test.each([
    ["deleteRows(1, 4)", "", "You can't delete all the rows on the sheet."],
    ["deleteColumns(1, 3)", "", "You can't delete all the columns on the sheet."],
    ["deleteRows(2, 3)", "setFrozenRows(1)", "Sorry, it is not possible to delete all non-frozen rows."],
    ["deleteColumns(2, 2)", "setFrozenColumns(1)", "Sorry, it is not possible to delete all non-frozen columns."],
    ["deleteRows(2, 3)", "setFrozenRows(2)", "Sorry, it is not possible to delete all non-frozen rows."],
    ["deleteRow(5)", "", "Those rows are out of bounds."],
    ["deleteColumns(3, 2)", "", "Those columns are out of bounds."],
  ])("%s after %s is refused", async (deletion, before, words) => {
    if (before !== "") await evaluate(`${SHEET}.${before}`);
    expect(await failure(`${SHEET}.${deletion}`)).toBe(`Exception: ${words}`);
    expect(sizes()).toEqual([[4, 3]]);
  });

  test("leaves one row that is not frozen, and takes frozen ones", async () => {
    await evaluate(`${SHEET}.setFrozenRows(2)`);
    await evaluate(`${SHEET}.deleteRows(3, 1)`);
    await evaluate(`${SHEET}.deleteRow(1).getName()`);
    expect(await evaluate(`[${SHEET}.getMaxRows(), ${SHEET}.getFrozenRows()]`)).toEqual([2, 1]);
    expect(await failure(`${SHEET}.deleteRow(2)`)).toContain("all non-frozen rows");
  });

  test("is refused to people, too", async () => {
    await evaluate(`${SHEET}.setFrozenRows(1)`);
    expect(() => ann.keyboard.delete("Sheet1", "rows", 2, 3)).toThrow("all non-frozen rows");
    expect(() => ann.keyboard.deleteSheet("Sheet1")).toThrow("You can't remove all the sheets in a document.");
  });
});

describe("the only sheet that can be seen (google.last-sheet)", () => {
  test("is neither hidden nor deleted", async () => {
    const hide = `${BOOK}.getSheets()[1].hideSheet().getName()`;
    expect(await failure(`${SHEET}.hideSheet()`)).toBe("Exception: You can't hide all the sheets in a document.");
    await evaluate(`${BOOK}.insertSheet("Other").getName()`);
    await evaluate(hide);
    expect(await failure(`${SHEET}.hideSheet()`)).toBe("Exception: You can't hide all the sheets in a document.");
    expect(await failure(`${BOOK}.deleteSheet(${SHEET})`)).toBe(
      "Exception: You can't remove all the visible sheets in a document.",
    );
    expect(() => ann.keyboard.deleteSheet("Sheet1")).toThrow("all the visible sheets");
    expect(await evaluate(hide)).toBe("Other");
    await evaluate(`${BOOK}.deleteSheet(${BOOK}.getSheets()[1])`);
    expect(document.workbook.sheets().map(({ name, hidden }) => [name, hidden])).toEqual([["Sheet1", false]]);
  });
});

describe("filters (google.filters-follow)", () => {
  const hidden = () =>
    evaluate(
      `(() => { const all = []; for (let row = 1; row <= ${SHEET}.getMaxRows(); row++) if (${SHEET}.isRowHiddenByFilter(row)) all.push(row); return all; })()`,
    );
  beforeEach(() => {
    ann.keyboard.paste("Sheet1", "A1", [["Name"], ["a"], ["b"], ["c"]]);
    ann.keyboard.filter("Sheet1", "A1:A4", ([name]) => name !== "b");
  });

  test("follow rows that are inserted, deleted and moved", async () => {
    await evaluate(`${SHEET}.insertRowsBefore(1, 2).getName()`);
    expect([await hidden(), await evaluate(`${SHEET}.getFilter().getRange().getA1Notation()`)]).toEqual([[5], "A3:A6"]);
    ann.keyboard.delete("Sheet1", "rows", 4, 1);
    expect([await hidden(), document.workbook.filter(0)?.area]).toMatchObject([[4], { row: 3, rows: 3 }]);
    ann.keyboard.insert("Sheet1", "rows", 5);
    ann.keyboard.move("Sheet1", "rows", 4, 1, 6);
    expect([await hidden(), document.workbook.filter(0)?.area]).toMatchObject([[5], { row: 3, rows: 4 }]);
    await evaluate(`${SHEET}.deleteRow(5).getName()`);
    expect(await hidden()).toEqual([]);
  });

  test("follow columns, and go with theirs", async () => {
    await evaluate(`${SHEET}.insertColumnBefore(1).getName()`);
    expect([await hidden(), await evaluate(`${SHEET}.getFilter().getRange().getA1Notation()`)]).toEqual([[3], "B1:B4"]);
    ann.keyboard.delete("Sheet1", "columns", 2, 1);
    expect([await hidden(), await evaluate(`${SHEET}.getFilter()`)]).toEqual([[], null]);
  });
});

test.each([
  ["setFrozenRows(4)", "You can't freeze all visible rows on the sheet."],
  ["setFrozenColumns(3)", "You can't freeze all visible columns on the sheet."],
  ["setFrozenRows(5)", "Those rows are out of bounds."],
  ["setFrozenRows(-1)", "Invalid argument: -1"],
  ["insertColumnsAfter(100, 1)", "Those columns are out of bounds."],
  ["insertColumnsBefore(4, 1)", "Those columns are out of bounds."],
  ["insertRowsAfter(5, 1)", "Those rows are out of bounds."],
  ["insertRowAfter(0)", "Those rows are out of bounds."],
  ["insertColumnsAfter(1, -1)", "Invalid argument: -1"],
  ["insertColumnsAfter(1, 0)", "Invalid argument: 0"],
  ["getColumnWidth(4)", "Those columns are out of bounds."],
  ["setColumnWidths(2, 3, 50)", "Those columns are out of bounds."],
  ["setRowHeight(0, 50)", "Those rows are out of bounds."],
  ["hideColumns(4)", "Those columns are out of bounds."],
  ["showRows(4, 2)", "Those rows are out of bounds."],
  ["isColumnHiddenByUser(4)", "Those columns are out of bounds."],
  ["getRange('A1:B2').getCell(3, 1)", "Cell reference out of range"],
  ["getRange('A1:B2').getCell(1, 0)", "Cell reference out of range"],
])("%s is refused on 4 rows and 3 columns (google.grid-bounds, google.freezing)", async (call, words) => {
  expect(await failure(`${SHEET}.${call}`)).toBe(`Exception: ${words}`);
  expect(sizes()).toEqual([[4, 3]]);
});

test("freezing counts only what can be seen, and cuts no merged cell (google.freezing)", async () => {
  await evaluate(`${SHEET}.getRange("A1:B2").merge().getA1Notation()`);
  const words = (what: string) =>
    `Exception: Sorry, you can't freeze ${what} which contain only part of a merged cell. Try to break apart merged cells or freeze more ${what} to include the complete merged cells.`;
  expect(await failure(`${SHEET}.setFrozenRows(1)`)).toBe(words("rows"));
  expect(await failure(`${SHEET}.setFrozenColumns(1)`)).toBe(words("columns"));
  await evaluate(`${SHEET}.setFrozenRows(2)`);
  ann.keyboard.hide("Sheet1", "rows", 4);
  expect(await failure(`${SHEET}.setFrozenRows(3)`)).toContain("all visible rows");
});

test("frozen rows grow and shrink with what is inserted and deleted among them (google.freezing)", async () => {
  await evaluate(`${SHEET}.setFrozenRows(1)`);
  await evaluate(`${SHEET}.insertRowsAfter(1, 1).getName()`);
  expect(await evaluate(`${SHEET}.getFrozenRows()`)).toBe(1);
  await evaluate(`${SHEET}.insertRowsBefore(1, 1).getName()`);
  expect(await evaluate(`${SHEET}.getFrozenRows()`)).toBe(2);
  await evaluate(`${SHEET}.deleteRows(1, 2)`);
  expect(await evaluate(`${SHEET}.getFrozenRows()`)).toBe(0);
});

test("a sheet takes 18,278 columns, and a name of 100 characters (google.columns-in-all, google.sheet-names)", async () => {
  const long = "x".repeat(100);
  await evaluate(`${SHEET}.setName("${long}").getName()`);
  const words = "Exception: The sheet name cannot be greater than 100 characters.";
  expect(await failure(`${SHEET}.setName("${long}x")`)).toBe(words);
  expect(await failure(`${BOOK}.insertSheet("${long}x")`)).toBe(words);
  expect(await failure(`${SHEET}.insertColumnsAfter(3, 18276)`)).toContain("above the limit of 18278 columns");
  await evaluate(`${SHEET}.insertColumnsAfter(3, 18275).getName()`);
  expect(sizes()).toEqual([[4, 18278]]);
});

test("a range's name is a word that is no reference (google.range-names)", async () => {
  const name = (text: string) => failure(`${BOOK}.setNamedRange("${text}", ${SHEET}.getRange("A1"))`);
  for (const refused of ["A1", "has space", "", "1st", "R1C1", "true", "a-b", "x".repeat(251)]) {
    expect([refused, await name(refused)]).toEqual([refused, expect.stringContaining("is not valid")]);
  }
  for (const taken of ["prices", "_a1", "Preise_2026", "ABCD1"]) {
    expect([taken, await name(taken)]).toEqual([taken, "no error"]);
  }
});
