import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createTestHost } from "../support/test-host";

const { host, ann, evaluate, failure } = createTestHost({ document: { timeZone: "America/New_York" } });
afterAll(() => host.close());

const SHEET = "SpreadsheetApp.getActiveSheet()";

describe("reading", () => {
  beforeAll(() =>
    ann.keyboard.paste("Sheet1", "B2", [
      ["1", "x", "TRUE", "=1/0"],
      ["", '=""', "7/4/2029 12:30:00", "10%"],
    ]),
  );

  test("values are numbers, texts, booleans, dates; blanks are empty texts, errors their text", async () => {
    expect(
      await evaluate(
        `${SHEET}.getRange("B2:E3").getValues().map((row) => row.map((value) => value instanceof Date ? value.toISOString() : value))`,
      ),
    ).toEqual([
      [1, "x", true, "#DIV/0!"],
      ["", "", "2029-07-04T16:30:00.000Z", 0.1],
    ]);
  });

  test("display values are what is shown, formulas empty where there is none", async () => {
    expect(await evaluate(`${SHEET}.getRange("D3:E3").getDisplayValues()`)).toEqual([["7/4/2029 12:30:00", "10%"]]);
    expect(await evaluate(`${SHEET}.getRange("B2:E3").getFormulas()`)).toEqual([
      ["", "", "", "=1/0"],
      ["", '=""', "", ""],
    ]);
  });

  test("the data range goes from A1 to the last content, on an empty sheet it is A1", async () => {
    expect(await evaluate(`${SHEET}.getDataRange().getA1Notation()`)).toBe("A1:E3");
    expect(await evaluate("SpreadsheetApp.getActive().insertSheet('Empty').getDataRange().getA1Notation()")).toBe("A1");
    expect(
      await evaluate(
        "((sheet) => [sheet.getLastRow(), sheet.getLastColumn()])(SpreadsheetApp.getActive().getSheetByName('Empty'))",
      ),
    ).toEqual([0, 0]);
  });

  test("a formula that gives an empty text counts as content", async () => {
    await evaluate("SpreadsheetApp.getActive().getSheetByName('Empty').getRange('C9').setFormula('=\"\"') && 1");
    expect(await evaluate("SpreadsheetApp.getActive().getSheetByName('Empty').getLastRow()")).toBe(9);
  });

  test("a missing sheet is null, ids survive renaming, indexes count from 1", async () => {
    expect(await evaluate("SpreadsheetApp.getActive().getSheetByName('Nope')")).toBe(null);
    const code =
      "((sheet) => { const id = sheet.getSheetId(); sheet.setName('Renamed'); return [id === SpreadsheetApp.getActive().getSheetByName('Renamed').getSheetId(), sheet.getIndex()] })(SpreadsheetApp.getActive().getSheetByName('Empty'))";
    expect(await evaluate(code)).toEqual([true, 2]);
    expect(await failure("SpreadsheetApp.getActive().insertSheet('Renamed')")).toBe(
      'Exception: A sheet with the name "Renamed" already exists. Please enter another name.',
    );
  });

  test("new sheets have any number below 2³¹, each another", async () => {
    const id = (name: string) => evaluate(`SpreadsheetApp.getActive().insertSheet("${name}").getSheetId()`);
    const [one, other] = [await id("One"), await id("Other")] as [number, number];
    expect(new Set([one, other]).size).toBe(2);
    for (const each of [one, other]) {
      expect(each).toBeGreaterThan(1_000);
      expect(each).toBeLessThan(2 ** 31);
    }
  });

  test.each([
    ["$B$2", "B2"],
    ["C4:B2", "B2:C4"],
    ["5:7", "5:7"],
    ["D:F", "D:F"],
    ["A2:A", "A2:A"],
    ["Sheet1!A1:B2", "A1:B2"],
    ["'Sheet1'!A1", "A1"],
  ])("the A1 notation of %s is %s", async (given, shown) => {
    expect(
      await evaluate(
        `SpreadsheetApp.getActive().getSheetByName("Sheet1").getRange(${JSON.stringify(given)}).getA1Notation()`,
      ),
    ).toBe(shown);
  });

  test("ranges know their geometry", async () => {
    const code =
      "((r) => [r.getRow(), r.getColumn(), r.getNumRows(), r.getNumColumns(), r.getLastRow(), r.getLastColumn(), r.getCell(2, 1).getA1Notation(), r.offset(1, 1).getA1Notation(), r.offset(0, 0, 1, 5).getA1Notation()])";
    expect(await evaluate(`${code}(${SHEET}.getRange(2, 3, 4, 2))`)).toEqual([
      2,
      3,
      4,
      2,
      5,
      4,
      "C3",
      "D3:E6",
      "C2:G2",
    ]);
  });

  test("the active range is the person's selection", async () => {
    ann.keyboard.select("Sheet1", "B2:C3");
    expect(
      await evaluate(
        "[SpreadsheetApp.getActiveRange().getA1Notation(), SpreadsheetApp.getCurrentCell().getA1Notation(), SpreadsheetApp.getActiveSheet().getName()]",
      ),
    ).toEqual(["B2:C3", "B2", "Sheet1"]);
  });

  test("rows hidden by hand and by a filter are told apart", async () => {
    ann.keyboard.paste("Sheet1", "G1", [["Name"], ["a"], ["b"], ["c"]]);
    ann.keyboard.hide("Sheet1", "rows", 2);
    ann.keyboard.filter("Sheet1", "G1:G4", ([name]) => name !== "b");
    expect(
      await evaluate(`[2, 3, 4].map((row) => [${SHEET}.isRowHiddenByUser(row), ${SHEET}.isRowHiddenByFilter(row)])`),
    ).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ]);
    expect(await evaluate(`${SHEET}.getFilter().getRange().getA1Notation()`)).toBe("G1:G4");
  });

  test("SUBTOTAL leaves out filtered rows, and from 101 on those hidden by hand", async () => {
    await evaluate(`${SHEET}.clear() && 1`);
    ann.keyboard.paste("Sheet1", "G1", [["Name"], ["a"], ["b"], ["c"]]);
    ann.keyboard.hide("Sheet1", "rows", 2);
    ann.keyboard.filter("Sheet1", "G1:G4", ([name]) => name !== "b");
    await evaluate("SpreadsheetApp.getActive().insertSheet('Sums').hideSheet() && 1");
    const formulas = ["3,Sheet1!G2:G4", "103,Sheet1!G2:G4", "103,'Sheet1'!3:3", "103,'Sheet1'!4:4", "103,G2:G4"];
    const sums = "SpreadsheetApp.getActive().getSheetByName('Sums')";
    await evaluate(
      `${sums}.getRange(1, 1, 5, 1).setFormulas(${JSON.stringify(formulas.map((each) => [`=SUBTOTAL(${each})`]))}) && 1`,
    );
    const results = () => evaluate(`${sums}.getRange(1, 1, 5, 1).getValues().map(([value]) => value)`);
    expect(await results()).toEqual([2, 1, 0, 1, 0]);
    ann.keyboard.filter("Sheet1", "G1:G4", ([name]) => name !== "c");
    expect(await results()).toEqual([2, 1, 1, 0, 0]);
  });

  test("the selection of a sheet comes back when it is wanted", async () => {
    ann.keyboard.select("Sheet1", "B2:C3");
    const selectedAfter = (restore: boolean) =>
      evaluate(
        `(() => { const was = SpreadsheetApp.getActiveSheet(), book = SpreadsheetApp.getActive();
          book.deleteSheet((book.insertSheet(), book.setActiveSheet(was, ${restore}), book.getSheets()[2]));
          return book.getActiveRange().getA1Notation(); })()`,
      );
    expect(await selectedAfter(true)).toBe("B2:C3");
    expect(await selectedAfter(false)).toBe("A1");
  });

  test("a list of ranges is given a value in one call", async () => {
    const calls: string[] = [];
    const untrace = host.onTrace(({ event, detail }) => event === "call" && calls.push(detail));
    await evaluate(`${SHEET}.getRangeList(["I1:I2", "I4"]).setValue("'=x") && 1`);
    untrace();
    expect(calls).toEqual([
      "SpreadsheetApp.getActive",
      "Spreadsheet.getSelection",
      "Sheet.getRangeList",
      "RangeList.setValue",
    ]);
    expect(ann.keyboard.shows("Sheet1", "I1:I4").flat()).toEqual(["=x", "=x", "", "=x"]);
  });
});
