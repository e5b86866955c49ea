import { afterAll, describe, expect, test } from "@jest/globals";
import { createTestHost } from "../support/test-host";

const SOURCE = `
function GIVE(what) {
  return {
    text: "=1+1", zeros: "007", nothing: null, missing: undefined, empty: "", nan: NaN, infinite: 1 / 0,
    date: new Date(Date.UTC(2029, 11, 31)), moment: new Date(Date.UTC(2029, 11, 31, 12)), object: { a: 1 },
    list: [1, 2, 3], rows: [[1, 2], [3]], long: new Array(50002).join("x"), yes: true,
  }[what];
}
function TABLE(rows, columns) {
  var out = [];
  for (var r = 0; r < rows; r++) { out.push([]); for (var c = 0; c < columns; c++) out[r].push(r + "-" + c); }
  return out;
}
function THROW(name) { if (name === "text") throw "just text"; throw new Error("went wrong"); }
function REFUSED() { SpreadsheetApp.getActiveSheet().getRange(1, 1).setValue(1); }
async function LATER(what) {
  await null;
  if (what === "fail") throw new Error("went wrong later");
  var loaded = await Promise.all([[1, 2], [3, 4]].map(async function (row) { return row; }));
  return what === "table" ? loaded : UrlFetchApp.fetch("https://service.example/").getResponseCode();
}
function PROMISED(x) { return Promise.resolve(x).then(function (y) { return y * 2; }); }
function ASLEEP() { try { Utilities.sleep(40000); } finally { CacheService.getDocumentCache().put("finally", "ran"); } }
`;

const { ann, clock, shows, host, cell, evaluate } = createTestHost({ source: SOURCE });
afterAll(() => host.close());

async function shown(formula: string): Promise<string> {
  ann.keyboard.type("Sheet1", "A1", formula);
  const rows = await shows("A1");
  ann.keyboard.clear("Sheet1", "A1");
  return rows[0]?.[0] as string;
}

describe("results of custom functions", () => {
  test.each([
    ["text", "=1+1"],
    ["zeros", "007"],
    ["nothing", ""],
    ["missing", ""],
    ["empty", ""],
    ["nan", "#NUM!"],
    ["infinite", "#NUM!"],
    ["date", "12/31/2029"],
    ["moment", "12/31/2029 12:00:00"],
    ["object", "[object Object]"],
    ["yes", "TRUE"],
  ])("%s is shown as a value, never parsed again", async (what, expected) => {
    expect(await shown(`=GIVE("${what}")`)).toBe(expected);
  });

  test("a list is one column, short rows are filled up with blanks", async () => {
    ann.keyboard.paste("Sheet1", "B1", [['=GIVE("list")', '=GIVE("rows")']]);
    expect(await shows("B1:D3")).toEqual([
      ["1", "1", "2"],
      ["2", "3", ""],
      ["3", "", ""],
    ]);
    ann.keyboard.clear("Sheet1", "B1:C1");
  });

  test("a table spills over empty cells and goes when its formula goes", async () => {
    ann.keyboard.type("Sheet1", "B1", "=TABLE(2,2)");
    expect(await shows("B1:C2")).toEqual([
      ["0-0", "0-1"],
      ["1-0", "1-1"],
    ]);
    ann.keyboard.clear("Sheet1", "B1");
    expect(await shows("B1:C2")).toEqual([
      ["", ""],
      ["", ""],
    ]);
  });

  test("content in the way makes it #REF!, which names the content; taking it away lets it spill", async () => {
    ann.keyboard.type("Sheet1", "C2", "here");
    ann.keyboard.type("Sheet1", "B1", "=TABLE(2,2)");
    await clock.idle();
    const note = "Array result was not expanded because it would overwrite data in C2.";
    expect(cell(1, 2)).toEqual({ error: "#REF!", note });
    ann.keyboard.clear("Sheet1", "C2");
    expect(await shows("B1:C2")).toEqual([
      ["0-0", "0-1"],
      ["1-0", "1-1"],
    ]);
    ann.keyboard.type("Sheet1", "C2", "again");
    expect(await shows("B1:C2")).toEqual([
      ["#REF!", ""],
      ["", "again"],
    ]);
    ann.keyboard.clear("Sheet1", "B1:C2");
  });

  test("a table larger than the grid says how many rows or columns are missing", async () => {
    ann.keyboard.type("Sheet1", "B999", "=TABLE(5,1)");
    ann.keyboard.type("Sheet1", "Z1", "=TABLE(1,3)");
    await clock.idle();
    expect(cell(999, 2)).toEqual({
      error: "#REF!",
      note: "Result was not automatically expanded, please insert more rows (3).",
    });
    expect(cell(1, 26)).toEqual({
      error: "#REF!",
      note: "Result was not automatically expanded, please insert more columns (2).",
    });
    ann.keyboard.clear("Sheet1", "B999");
    ann.keyboard.clear("Sheet1", "Z1");
  });

  test("what it throws is #ERROR! with name, message and line in the note", async () => {
    ann.keyboard.paste("Sheet1", "E1", [["=THROW(1)"], ['=THROW("text")'], ["=REFUSED()"]]);
    await clock.idle();
    expect(cell(1, 5)).toEqual({ error: "#ERROR!", note: "Error: went wrong (line 14)." });
    expect(cell(2, 5)).toEqual({ error: "#ERROR!", note: "just text (line 0)." });
    expect(cell(3, 5)).toEqual({
      error: "#ERROR!",
      note: "Exception: You do not have permission to call setValue (line 15).",
    });
  });

  test("promises are awaited, with calls of services between, and what they throw is an error", async () => {
    expect(await shown('=LATER("status")')).toBe("200");
    expect(await shown("=PROMISED(21)")).toBe("42");
    ann.keyboard.type("Sheet1", "H1", '=LATER("table")');
    expect(await shows("H1:I2")).toEqual([
      ["1", "2"],
      ["3", "4"],
    ]);
    ann.keyboard.type("Sheet1", "H1", '=LATER("fail")');
    await clock.idle();
    expect(cell(1, 8)).toEqual({ error: "#ERROR!", note: "Error: went wrong later (line 18)." });
  });

  test("more than 50,000 characters do not fit a cell", async () => {
    ann.keyboard.type("Sheet1", "F1", '=GIVE("long")');
    await clock.idle();
    expect(cell(1, 6)).toMatchObject({ error: "#ERROR!", note: expect.stringContaining("50000 characters") });
  });

  test("after 30 s it is ended without its finally block running", async () => {
    const startedMs = clock.now();
    ann.keyboard.type("Sheet1", "G1", "=ASLEEP()");
    await clock.sleep(30_001);
    expect(cell(1, 7)).toEqual({ error: "#ERROR!", note: "Exceeded maximum execution time (line 0)." });
    expect(clock.now() - startedMs).toBe(30_001);
    expect(await evaluate("CacheService.getDocumentCache().get('finally')")).toBe(null);
  });
});
