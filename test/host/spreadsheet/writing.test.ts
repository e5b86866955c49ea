import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { createVirtualClock } from "../../../local/clock/virtual-clock";
import { createTestHost } from "../support/test-host";

const { host, ann, clock, evaluate, failure, document } = createTestHost();
afterAll(() => host.close());
beforeEach(() => evaluate("SpreadsheetApp.getActiveSheet().clear()"));

const A1 = "SpreadsheetApp.getActiveSheet().getRange('A1')";

/** Value and text of A1 after a value was written to it. */
function written(value: string): Promise<unknown> {
  return evaluate(
    `((cell) => { cell.setValue(${value}); const value = cell.getValue(); return [value instanceof Date ? value.toISOString() : value, cell.getDisplayValue()] })(${A1})`,
  );
}

describe("text is parsed as if typed", () => {
  test.each([
    ['"007"', [7, "7"]],
    ['"22 34"', [2234, "2234"]],
    ['"TRUE"', [true, "TRUE"]],
    ['"1/2"', ["2030-01-02T00:00:00.000Z", "1/2"]],
    ['"10%"', [0.1, "10%"]],
    ['"hello"', ["hello", "hello"]],
    ['"\'007"', ["007", "007"]],
    ['"\'=1+1"', ["=1+1", "=1+1"]],
    ['"+5"', [5, "5"]],
    ['"+ab cd"', ["#ERROR!", "#ERROR!"]],
    ['"=1+1"', [2, "2"]],
    ['"a@company.example"', ["a@company.example", "a@company.example"]],
    ['"1.2.3.4"', ["1.2.3.4", "1.2.3.4"]],
    ['"MAY26"', ["2030-05-26T00:00:00.000Z", "26-May"]],
    ['"1SEPT"', ["2030-09-01T00:00:00.000Z", "1-Sep"]],
    ['"MARCH45"', ["2045-03-01T00:00:00.000Z", "Mar-45"]],
    ['"DEC1999"', ["1999-12-01T00:00:00.000Z", "Dec-99"]],
    ['"May 26"', ["2030-05-26T00:00:00.000Z", "26-May"]],
    ['"2 September"', ["2030-09-02T00:00:00.000Z", "2-Sep"]],
    ['"3/4 10:30"', ["2030-03-04T10:30:00.000Z", "3/4 10:30"]],
    ['"MAYA26"', ["MAYA26", "MAYA26"]],
    ['"2026-01-31T10:30:00Z"', ["2026-01-31T10:30:00.000Z", "2026-01-31 10:30:00"]],
    ['"2026-01-31T10:30+02:00"', ["2026-01-31T10:30:00.000Z", "2026-01-31 10:30:00"]],
    ['"2026-01-31T25:30:00Z"', ["2026-01-31T25:30:00Z", "2026-01-31T25:30:00Z"]],
    ['"\'#N/A"', ["#N/A", "#N/A"]],
    ["null", ["", ""]],
    ["undefined", ["", ""]],
    ["12.5", [12.5, "12.5"]],
    ["new Date(Date.UTC(2029, 0, 31))", ["2029-01-31T00:00:00.000Z", "1/31/2029"]],
    ["({ a: 1 })", ["[object Object]", "[object Object]"]],
  ])("%s", async (value, expected) => {
    expect(await written(value)).toEqual(expected);
  });

  /** The days that some texts become in a document that is opened at a moment. */
  async function daysAt(startMs: number, timeZone: string, locale: string, texts: string[]): Promise<unknown> {
    const there = createTestHost({ clock: createVirtualClock(startMs), document: { timeZone, locale } });
    const code = `${JSON.stringify(texts)}.map((text) => { const value = ${A1}.clear().setValue(text).getValue(); return value instanceof Date ? Utilities.formatDate(value, "${timeZone}", "yyyy-MM-dd") : value; })`;
    const days = await there.evaluate(code);
    await there.host.close();
    return days;
  }

  test("dates without a year take it from the document's clock, however they are written (google.year-of-dates)", async () => {
    const texts = ["5 March", "MAR5", "3/5", "3/5 10:30", "5-March", "Mar 5"];
    const lastHour = Date.UTC(2033, 11, 31, 23, 30);
    expect(await daysAt(lastHour, "Etc/GMT", "en_US", texts)).toEqual(texts.map(() => "2033-03-05"));
    expect(await daysAt(lastHour, "Asia/Tokyo", "en_US", texts)).toEqual(texts.map(() => "2034-03-05"));
    expect(await daysAt(lastHour, "Asia/Tokyo", "fr_FR", ["5 mars", "5/3"])).toEqual(["2034-03-05", "2034-03-05"]);
  });

  test("a 29 February without a year is a day in leap years only (google.year-of-dates)", async () => {
    const texts = ["29 Feb", "29FEB", "2/29", "1 March"];
    expect(await daysAt(Date.UTC(2032, 0, 15), "Etc/GMT", "en_US", texts)).toEqual([
      ...["2032-02-29", "2032-02-29", "2032-02-29"],
      "2032-03-01",
    ]);
    expect(await daysAt(Date.UTC(2033, 0, 15), "Etc/GMT", "en_US", texts)).toEqual([
      ...["29 Feb", "29FEB", "2/29"],
      "2033-03-01",
    ]);
  });

  test("the text of an error becomes that error, which formulas pass on (google.surprising-texts)", async () => {
    for (const error of ["#N/A", "#REF!", "#value!", "#DIV/0!", "#NUM!", "#NAME?", "#NULL!", "#ERROR!"]) {
      await evaluate(`${A1}.setValue("${error}").offset(0, 1).setFormula("=ISERROR(A1)") && 1`);
      expect([error, await evaluate(`[${A1}.getValue(), ${A1}.offset(0, 1).getValue()]`)]).toEqual([
        error,
        [error.toUpperCase(), true],
      ]);
      await evaluate(`${A1}.setNumberFormat("@").setValue("${error}") && 1`);
      expect(await evaluate(`${A1}.offset(0, 1).getValue()`)).toBe(false);
      await evaluate(`${A1}.clearFormat() && 1`);
    }
  });

  test("the format @ set before keeps text as it is, but is not relied on to stop a formula", async () => {
    const [kept, formula] = (await evaluate(
      `((cell) => { cell.setNumberFormat("@"); cell.setValue("007"); const kept = cell.getValue(); cell.setValue("=1+1"); return [kept, cell.getFormula()] })(${A1})`,
    )) as string[];
    expect([kept, formula]).toEqual(["007", "=1+1"]);
  });

  test("rich text is written without parsing", async () => {
    const text = "SpreadsheetApp.newRichTextValue().setText('=1+1').build()";
    expect(await evaluate(`${A1}.setRichTextValue(${text}).getValue()`)).toBe("=1+1");
  });

  test("a text finder replaces in formulas and in text, which is read as if typed then", async () => {
    const range = "SpreadsheetApp.getActiveSheet().getRange('A1:A4')";
    const finder = `${range}.createTextFinder("Nosum").matchFormulaText(true)`;
    await evaluate(`${range}.setValues([["=nosum(1,2)"], ["'=NOSUM(1,3)"], ["a NOSUM"], [5]]) && 1`);
    expect(await evaluate(`${finder}.matchCase(true).replaceAllWith("SUM")`)).toBe(0);
    expect(await evaluate(`${finder}.replaceAllWith("SUM")`)).toBe(3);
    expect(await evaluate(`[${range}.getValues(), ${range}.getFormulas()].map((rows) => rows.flat())`)).toEqual([
      [3, 4, "a SUM", 5],
      ["=SUM(1,2)", "=SUM(1,3)", "", ""],
    ]);
  });

  test("setFormulas stores formulas, an empty text clears", async () => {
    const range = "SpreadsheetApp.getActiveSheet().getRange('A1:B1')";
    await evaluate(`${range}.setValues([[1, 2]]) && ${range}.setFormulas([["=2+3", ""]]) && 1`);
    expect(await evaluate(`[${range}.getValues()[0], ${range}.getFormulas()[0]]`)).toEqual([
      [5, ""],
      ["=2+3", ""],
    ]);
  });
});

describe("limits", () => {
  test("data must have exactly the range's size", async () => {
    const range = "SpreadsheetApp.getActiveSheet().getRange(1, 1, 2, 2)";
    expect(await failure(`${range}.setValues([[1, 2]])`)).toBe(
      "Exception: The number of rows in the data does not match the number of rows in the range. The data has 1 but the range has 2.",
    );
    expect(await failure(`${range}.setValues([[1, 2], [3]])`)).toBe(
      "Exception: The number of columns in the data does not match the number of columns in the range. The data has 1 but the range has 2.",
    );
    expect(await failure(`${range}.setValues("x")`)).toContain("don't match the method signature");
  });

  test("a cell takes 50,000 characters; if one is too long, nothing is written", async () => {
    expect(await failure(`${A1}.setValue("x".repeat(50000))`)).toBe("no error");
    const code = `SpreadsheetApp.getActiveSheet().getRange("A1:A2").setValues([["new"], ["x".repeat(50001)]]); SpreadsheetApp.flush()`;
    expect(await failure(code)).toBe(
      "Exception: Your input contains more than the maximum of 50000 characters in a single cell.",
    );
    expect(await evaluate(`${A1}.getValue().length`)).toBe(50_000);
  });

  test("a sheet has 1,000 × 26 cells and does not grow by itself", async () => {
    const outside = "Exception: The coordinates of the range are outside the dimensions of the sheet.";
    expect(await failure("SpreadsheetApp.getActiveSheet().getRange(1001, 1)")).toBe(outside);
    expect(await failure("SpreadsheetApp.getActiveSheet().getRange(1, 27)")).toBe(outside);
    expect(await failure("SpreadsheetApp.getActiveSheet().getRange(0, 1)")).toBe(
      "Exception: The coordinates or dimensions of the range are invalid.",
    );
    expect(await failure("SpreadsheetApp.getActiveSheet().getRange('nope!')")).toBe("Exception: Range not found");
    await evaluate("SpreadsheetApp.getActiveSheet().insertRowsAfter(1000, 1) && 1");
    expect(await failure("SpreadsheetApp.getActiveSheet().getRange(1001, 1).setValue(1)")).toBe("no error");
    await evaluate("SpreadsheetApp.getActiveSheet().deleteRows(1001, 1) && 1");
  });

  test("a spreadsheet takes 10 million cells", async () => {
    expect(await failure("SpreadsheetApp.getActiveSheet().insertColumnsAfter(1, 10000)")).toContain(
      "limit of 10000000 cells",
    );
  });

  test("appendRow writes below the content and makes the row it needs", async () => {
    ann.keyboard.type("Sheet1", "A1000", "last");
    await evaluate("SpreadsheetApp.getActiveSheet().appendRow(['more', '=1+1']) && 1");
    expect(ann.keyboard.shows("Sheet1", "A1001:B1001")).toEqual([["more", "2"]]);
    await evaluate("SpreadsheetApp.getActiveSheet().deleteRow(1001) && 1");
  });
});

describe("buffered writes", () => {
  const read = () => ann.keyboard.shows("Sheet1", "A1")[0]?.[0];

  test("an execution sees its own writes, others only after flush or its end", async () => {
    const code = `((cell) => {
      cell.setValue("mine");
      const own = cell.getValue() + SpreadsheetApp.getActiveSheet().getLastRow();
      Utilities.sleep(1000);
      SpreadsheetApp.flush();
      Utilities.sleep(1000);
      cell.setValue("late");
      Utilities.sleep(1000);
      return own;
    })(${A1})`;
    const running = evaluate(code);
    await clock.sleep(500);
    const before = read();
    await clock.sleep(1000);
    const flushed = read();
    await clock.sleep(1000);
    const unflushed = read();
    expect([await running, before, flushed, unflushed, read()]).toEqual(["mine1", "", "mine", "mine", "late"]);
  });

  test("an error keeps what was written before it, a kill loses what was not flushed", async () => {
    await evaluate(`(() => { ${A1}.setValue("kept"); throw new Error("x") })()`).catch(() => {});
    expect(read()).toBe("kept");
    const killed = evaluate(`(() => { ${A1}.setValue("lost"); while (true) Utilities.sleep(300000) })()`);
    await expect(killed).rejects.toThrow("Exceeded maximum execution time");
    expect(read()).toBe("kept");
  });

  test("a formula just written gives its value", async () => {
    expect(await evaluate(`${A1}.setValue("=2*21").getValue()`)).toBe(42);
  });

  test("clearing and formats are seen by their own execution too", async () => {
    const code = `((cell) => { cell.setValue(5).setNumberFormat("0.00").setNote("n").setBackground("#ff0000"); const first = [cell.getDisplayValue(), cell.getNote(), cell.getBackground()]; cell.clear(); return [first, cell.getDisplayValue(), SpreadsheetApp.getActiveSheet().getLastRow()] })(${A1})`;
    expect(await evaluate(code)).toEqual([["5.00", "n", "#ff0000"], "", 0]);
    expect(document.workbook.extent(0)).toEqual({ rows: 0, columns: 0 });
  });
});
