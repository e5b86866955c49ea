import { afterEach, describe, expect, test } from "@jest/globals";
import { createTestHost, type TestHost } from "../support/test-host";

const SOURCE =
  "function ECHO(x) { return x; } function PEEK() { return SpreadsheetApp.getActiveSheet().getRange('A1').getValue(); }";

let made: TestHost | undefined;
function start(settings = {}): TestHost {
  made = createTestHost({ source: SOURCE, settings });
  return made;
}
afterEach(() => made?.host.close());

/** Executions of formulas so far. */
function runs({ trace }: TestHost): number {
  return trace.filter(({ event, detail }) => event === "start" && detail.startsWith("formula")).length;
}

describe("recalculation", () => {
  test("a function runs again when an argument's value changes, and only then", async () => {
    const test = start();
    test.ann.keyboard.paste("Sheet1", "A1", [["1", "=ECHO(A1)"]]);
    expect(await test.shows("B1")).toEqual([["1"]]);
    test.ann.keyboard.type("Sheet1", "A1", "2");
    expect(await test.shows("B1")).toEqual([["2"]]);
    test.ann.keyboard.type("Sheet1", "A1", "2");
    test.ann.keyboard.type("Sheet1", "C5", "elsewhere");
    await test.clock.idle();
    expect(runs(test)).toBe(2);
  });

  test("a formula reads others that are computed after it, wherever they stand in it", async () => {
    const test = start();
    test.ann.keyboard.paste("Sheet1", "A1", [['=LEN(B1)&"/"&LEN(C1)&"/1"', '=LOWER(C1)&"d"', '=UPPER("ab")&"c"']]);
    expect(await test.shows("A1:C1")).toEqual([["4/3/1", "abcd", "ABc"]]);
  });

  test("reading a cell with getValue makes no dependency", async () => {
    const test = start();
    test.ann.keyboard.paste("Sheet1", "A1", [["1", "=PEEK()"]]);
    expect(await test.shows("B1")).toEqual([["1"]]);
    test.ann.keyboard.type("Sheet1", "A1", "2");
    expect(await test.shows("B1")).toEqual([["1"]]);
    expect(runs(test)).toBe(1);
  });

  test("moving, inserting and sorting rows keeps answers and references", async () => {
    const test = start();
    const rows = [
      ["3", "=ECHO(A1)"],
      ["1", "=ECHO(A2)"],
    ];
    test.ann.keyboard.paste("Sheet1", "A1", rows);
    await test.clock.idle();
    test.ann.keyboard.insert("Sheet1", "rows", 1, 2);
    expect(await test.shows("A3:B4")).toEqual([
      ["3", "3"],
      ["1", "1"],
    ]);
    test.ann.keyboard.insert("Sheet1", "columns", 1);
    expect(await test.shows("B3:C4")).toEqual([
      ["3", "3"],
      ["1", "1"],
    ]);
    expect(test.document.workbook.read(0, { row: 3, column: 3, rows: 1, columns: 1 })[0]?.[0]?.formula).toBe(
      "=ECHO(B3)",
    );
    expect(runs(test)).toBe(2);
  });

  test("sorting carries formulas and their relative references along, without running them again", async () => {
    const test = start();
    test.ann.keyboard.paste("Sheet1", "A1", [
      ["2", "=ECHO(A1)"],
      ["3", "=ECHO(A2)"],
      ["1", '=ECHO(A3)&"A3"&$A$1'],
    ]);
    await test.clock.idle();
    test.ann.keyboard.sort("Sheet1", "A1:B3", 1);
    expect(await test.shows("A1:B3")).toEqual([
      ["1", "1A31"],
      ["2", "2"],
      ["3", "3"],
    ]);
    expect(runs(test)).toBe(3);
  });

  test.each([
    ["after a flush of the empty cell", 'cell.setValue(""); flush();', {}, 2],
    ["cleared and written in one flush", "cell.clearContent();", {}, 1],
    ["after another value", 'cell.setValue("other"); flush();', {}, 2],
    ["after another value in one flush", 'cell.setValue("other");', {}, 1],
    ["after another formula", 'cell.setFormula("=PAUSED_ECHO($B2)"); flush();', {}, 2],
    ["after another formula that calls it", 'cell.setFormula("=0&echo($B2)"); flush();', {}, 1],
    ["over itself", "", {}, 1],
    ["after a row was inserted above the empty cell", "cell.clear(); cell = lower(cell);", {}, 2],
    ["over itself, each time it is written", "", { formulasKeepAnswers: false }, 2],
  ])("the formula written again %s", async (_when, meanwhile, settings, expected) => {
    const test = start({ formulasKeepAnswers: true, ...settings });
    test.ann.keyboard.paste("Sheet1", "B2", [["1", "=ECHO($B2)"]]);
    await test.clock.idle();
    await test.evaluate(`(() => {
      const flush = () => SpreadsheetApp.flush();
      const lower = (range) => { sheet.insertRowBefore(1); return range.offset(1, 0); };
      const sheet = SpreadsheetApp.getActiveSheet();
      let cell = sheet.getRange("C2");
      ${meanwhile}
      cell.setFormula("=ECHO($B" + cell.getRow() + ")");
      flush();
    })()`);
    expect((await test.shows("C2:C3")).flat()).toContain("1");
    expect(runs(test)).toBe(expected);
  });

  test("another formula in the cell runs, and the first one after it shows its old answer", async () => {
    const test = start({ formulasKeepAnswers: true });
    test.ann.keyboard.paste("Sheet1", "A1", [["1", "=ECHO(A1)"]]);
    for (const formula of ["=ECHO(A1+1)", "=ECHO(A1)"]) {
      await test.clock.idle();
      test.ann.keyboard.type("Sheet1", "B1", formula);
    }
    expect(await test.shows("B1")).toEqual([["1"]]);
    expect(runs(test)).toBe(2);
  });

  test("as an option formulas run again although nothing has changed", async () => {
    const test = start({ extraRecalculationChance: 1 });
    test.ann.keyboard.paste("Sheet1", "A1", [["1", "=ECHO(A1)"]]);
    await test.clock.sleep(1);
    test.ann.keyboard.insert("Sheet1", "rows", 1);
    await test.clock.sleep(1);
    expect(runs(test)).toBeGreaterThan(1);
  });

  test("a formula in a deleted place and references to deleted cells", async () => {
    const test = start();
    test.ann.keyboard.paste("Sheet1", "A1", [
      ["1", ""],
      ["2", "=ECHO(A1)"],
    ]);
    await test.clock.idle();
    test.ann.keyboard.delete("Sheet1", "rows", 1);
    expect(await test.shows("B1")).toEqual([["#REF!"]]);
  });

  test("of an IF only the branch taken calls its function", async () => {
    const test = start();
    test.ann.keyboard.paste("Sheet1", "A1", [["", '=IF(A1="", "none", ECHO(A1))']]);
    expect(await test.shows("B1")).toEqual([["none"]]);
    expect(runs(test)).toBe(0);
    test.ann.keyboard.type("Sheet1", "A1", "4");
    expect(await test.shows("B1")).toEqual([["4"]]);
  });
});
