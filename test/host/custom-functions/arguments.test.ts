import { afterAll, describe, expect, test } from "@jest/globals";
import { createTestHost } from "../support/test-host";

const SOURCE = `
function TELL() {
  return JSON.stringify(Array.prototype.map.call(arguments, function tell(value) {
    if (value === undefined) return "undefined";
    if (value instanceof Date) return "Date " + value.toISOString();
    if (Array.isArray(value)) return value.map(function (row) { return row.map(tell); });
    return value;
  }));
}
function NAMED(first, second) { return typeof first + " " + typeof second; }
function LATER(x) { Utilities.sleep(1000); return x; }
function MARK(x) { return "got " + x; }
`;

const { ann, clock, shows, host, cell } = createTestHost({ source: SOURCE });
afterAll(() => host.close());

/** The arguments that TELL has received for those written in a formula. */
async function received(args: string): Promise<unknown> {
  ann.keyboard.type("Sheet1", "H1", `=TELL(${args})`);
  const shown = await shows("H1");
  return JSON.parse(shown[0]?.[0] ?? "null");
}

describe("arguments of custom functions", () => {
  test("a single cell arrives as its value, a range as rows of values, even of one row or column", async () => {
    ann.keyboard.paste("Sheet1", "A1", [
      ["1", "two"],
      ["TRUE", ""],
    ]);
    expect(await received("A1, B1, A2")).toEqual([1, "two", true]);
    expect(await received("A1:B2")).toEqual([
      [
        [1, "two"],
        [true, ""],
      ],
    ]);
    expect(await received("A1:B1")).toEqual([[[1, "two"]]]);
    expect(await received("A1:A2")).toEqual([[[1], [true]]]);
  });

  test("a blank cell and an argument left empty arrive as an empty text", async () => {
    expect(await received("C9")).toEqual([""]);
    expect(await received("1,,2")).toEqual([1, "", 2]);
  });

  test("an omitted trailing argument is undefined", async () => {
    ann.keyboard.type("Sheet1", "H2", "=NAMED(1)");
    expect(await shows("H2")).toEqual([["number undefined"]]);
  });

  test("a date cell arrives as a Date in the spreadsheet's time zone, a percentage as a fraction", async () => {
    ann.keyboard.paste("Sheet1", "D1", [["12/31/2029", "10%"]]);
    expect(await received("D1, E1")).toEqual(["Date 2029-12-31T00:00:00.000Z", 0.1]);
  });

  test("a cell holding an error arrives as its text", async () => {
    ann.keyboard.type("Sheet1", "F1", "=1/0");
    expect(await received("F1")).toEqual(["#DIV/0!"]);
  });

  test("literals and nested calls are passed on", async () => {
    expect(await received('"a""b", 2*3, TRUE, LOWER("X")')).toEqual(['a"b', 6, true, "x"]);
  });

  test("an open range covers every row of the grid", async () => {
    const [rows] = (await received("A1:A")) as [unknown[][]];
    expect(rows).toHaveLength(1000);
    expect(rows[5]).toEqual([""]);
  });

  test("a cell still computing passes its marker on, and the dependant runs again with the value", async () => {
    ann.keyboard.type("Sheet1", "J1", "=LATER(7)");
    ann.keyboard.type("Sheet1", "J2", "=MARK(J1)");
    await clock.sleep(500);
    expect(ann.keyboard.shows("Sheet1", "J1:J2")).toEqual([["Loading..."], ["got Loading..."]]);
    expect(await shows("J1:J2")).toEqual([["7"], ["got 7"]]);
  });

  test.each(["NOW()", "RAND()", "RANDBETWEEN(1,2)", "A20", "A19:A21"])(
    "%s as an argument is refused",
    async (argument) => {
      ann.keyboard.paste("Sheet1", "A20", [["=NOW()"]]);
      ann.keyboard.type("Sheet1", "K1", `=MARK(${argument})`);
      await clock.idle();
      expect(cell(1, 11)).toEqual({
        error: "#ERROR!",
        note: "This function is not allowed to reference a cell with NOW(), RAND(), RANDARRAY(), or RANDBETWEEN()",
      });
    },
  );

  test("an argument that depends on a volatile cell through another one is refused", async () => {
    ann.keyboard.paste("Sheet1", "A30", [["=RAND()"], ["=A30+1"]]);
    ann.keyboard.type("Sheet1", "K2", "=MARK(A31)");
    expect(await shows("K2")).toEqual([["#ERROR!"]]);
  });
});
