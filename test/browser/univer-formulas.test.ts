import { afterEach, describe, expect, test } from "@jest/globals";
import { cpuTimeMs } from "../../local/clock/clock";
import { openWorkbook, SCRIPT, SHEET } from "./support/open-workbook";
import { type Computations, recordedFunctions } from "./support/recorded-functions";

const opened: ReturnType<typeof openWorkbook>[] = [];
afterEach(() => {
  for (const { workbook } of opened.splice(0)) workbook.close();
});

const COMPUTATIONS: Computations = {
  DOUBLE: (value) => Number(value) * 2,
  TABLE: () => [
    ["name", "size"],
    ["Acme", true],
  ],
  FAIL: () => ({ error: "#ERROR!", note: "Exception: no key (line 3)." }),
  SIZE: (value) => {
    const rows = value as unknown[][];
    return `${rows.length} rows, ${rows.filter(([cell]) => cell !== null).length} filled`;
  },
  SHAPE: (value) => JSON.stringify(value),
};

/** A workbook whose functions DOUBLE, TABLE and FAIL answer when told to. */
function withFunctions() {
  const sheet = openWorkbook();
  opened.push(sheet);
  const script = recordedFunctions(COMPUTATIONS);
  const { useCustomFunctions: connect } = sheet.workbook;
  connect(script.functions);
  return { ...sheet, ...script };
}

describe("custom functions in the workbench's workbook", () => {
  test("show Loading... until they are answered, and formulas on them follow", async () => {
    const { write, values, answer } = withFunctions();
    write(1, 1, [[21, "=DOUBLE(A1)", "=B1+1"]]);
    expect(await values(1, 1, 1, 2)).toEqual([[21, "Loading..."]]);
    answer();
    expect(await values(1, 1, 1, 3)).toEqual([[21, 42, 43]]);
  });

  test("hand over a cell as a value, a range as a rectangle, a blank as null, an error as an error", async () => {
    const { write, values, answer } = withFunctions();
    write(1, 1, [[1, "x"], [null, true], ["=1/0"]]);
    write(1, 4, [["=SHAPE(A1)", "=SHAPE(A1:B2)", "=SHAPE(A3)", '=SHAPE("text")']]);
    await values(1, 4, 1, 4);
    answer();
    expect(await values(1, 4, 1, 4)).toEqual([["1", '[[1,"x"],[null,true]]', '{"error":"#DIV/0!"}', '"text"']]);
  });

  test("hand over a range that is open below down to the end of the sheet, and follow what is typed into it", async () => {
    const { workbook, write, values, answer } = withFunctions();
    write(2, 1, [["a"], ["b"]]);
    write(1, 3, [["=SIZE(A2:A)"]]);
    await values(1, 3, 1, 1);
    answer();
    expect(await values(1, 3, 1, 1)).toEqual([["999 rows, 2 filled"]]);
    write(4, 1, [["c"]]);
    await values(1, 3, 1, 1);
    answer();
    expect(await values(1, 3, 1, 1)).toEqual([["999 rows, 3 filled"]]);
    const [[cell] = []] = workbook.read(SHEET, { row: 1, column: 3, rows: 1, columns: 1 });
    expect(cell?.formula).toBe("=SIZE(A2:A)");
  });

  test("spill a table over the cells beside and below", async () => {
    const { workbook, write, values, answer } = withFunctions();
    write(2, 2, [["=TABLE()"]]);
    await values(1, 1, 1, 1);
    answer();
    expect(await values(2, 2, 2, 2)).toEqual([
      ["name", "size"],
      ["Acme", true],
    ]);
    expect(workbook.extent(SHEET)).toEqual({ rows: 3, columns: 3 });
  });

  test("show #REF! with Google's reason where a table finds no room, and the table once there is room", async () => {
    const { write, values, answer } = withFunctions();
    write(1, 1, [["=TABLE()"], [null, "in the way"]]);
    write(1, 5, [["=A1", "=SHAPE(A1)"]]);
    write(1000, 3, [["=TABLE()"]]);
    write(999, 26, [["=TABLE()"]]);
    await values(1, 1, 1, 1);
    answer();
    await values(1, 1, 1, 1);
    answer();
    const error = "#REF!";
    const note = "Array result was not expanded because it would overwrite data in B2.";
    const more = (what: string) => `Result was not automatically expanded, please insert more ${what} (1).`;
    expect(await values(1, 1, 1, 6)).toEqual([[{ error, note }, null, null, null, { error }, '{"error":"#REF!"}']]);
    expect(await values(1000, 3, 1, 1)).toEqual([[{ error, note: more("rows") }]]);
    expect(await values(999, 26, 1, 1)).toEqual([[{ error, note: more("columns") }]]);
    write(2, 2, [[null]]);
    expect(await values(1, 1, 2, 2)).toEqual([
      ["name", "size"],
      ["Acme", true],
    ]);
  });

  test("show #REF! where two tables meet", async () => {
    const { write, values, answer } = withFunctions();
    write(2, 1, [["=TABLE()"]]);
    await values(1, 1, 1, 1);
    answer();
    await values(1, 1, 1, 1);
    write(1, 2, [["=TABLE()"]]);
    await values(1, 1, 1, 1);
    answer();
    const note = "Array result was not expanded because it would overwrite data in B2.";
    expect(await values(1, 1, 2, 2)).toEqual([
      [null, { error: "#REF!", note }],
      ["name", "size"],
    ]);
  });

  test("show #ERROR! with the reason as its note", async () => {
    const { write, values, answer } = withFunctions();
    write(1, 1, [["=FAIL(1)"]]);
    await values(1, 1, 1, 1);
    answer();
    expect(await values(1, 1, 1, 1)).toEqual([[{ error: "#ERROR!", note: "Exception: no key (line 3)." }]]);
  });

  test("are not run in the branch of an IF that is not taken", async () => {
    const { write, values, asked } = withFunctions();
    write(1, 1, [[1, '=IF(A1=1,"no need",DOUBLE(A1))', "=IF(A1=2,5,DOUBLE(A1))"]]);
    expect(await values(1, 2, 1, 2)).toEqual([["no need", "Loading..."]]);
    expect(asked).toEqual(["DOUBLE(1)"]);
  });

  test("are not run again when rows are inserted above them or moved", async () => {
    const { workbook, write, values, answer, asked } = withFunctions();
    write(1, 1, [
      [1, "=DOUBLE(A1)"],
      [2, "=DOUBLE(A2)"],
    ]);
    await values(1, 1, 1, 1);
    answer();
    await workbook.settle();
    workbook.apply([{ type: "insert", sheetId: SHEET, dimension: "rows", index: 1, count: 3 }], SCRIPT);
    workbook.apply([{ type: "move", sheetId: SHEET, dimension: "rows", index: 4, count: 1, before: 8 }], SCRIPT);
    expect(await values(4, 1, 4, 2)).toEqual([
      [2, 4],
      [null, null],
      [null, null],
      [1, 2],
    ]);
    expect(asked).toEqual(["DOUBLE(1)", "DOUBLE(2)"]);
  });

  test("are run again when their formula is typed anew or their argument changes", async () => {
    const { write, values, answer, asked } = withFunctions();
    write(1, 1, [[1, "=DOUBLE(A1)"]]);
    await values(1, 1, 1, 1);
    answer();
    await values(1, 1, 1, 1);
    write(1, 2, [["=DOUBLE(A1)"]]);
    await values(1, 1, 1, 1);
    answer();
    await values(1, 1, 1, 1);
    write(1, 1, [[5]]);
    await values(1, 1, 1, 1);
    expect(asked).toEqual(["DOUBLE(1)", "DOUBLE(1)", "DOUBLE(5)"]);
  });

  test("a thousand of them are asked and answered in a few seconds @slow", async () => {
    const { write, values, answer, asked } = withFunctions();
    write(
      1,
      1,
      Array.from({ length: 1_000 }, (_, index) => [index, `=DOUBLE(A${index + 1})`]),
    );
    const before = cpuTimeMs();
    await values(1, 2, 1, 1);
    answer();
    await values(1, 2, 1, 1);
    expect(asked).toHaveLength(1_000);
    expect(await values(1_000, 2, 1, 1)).toEqual([[1_998]]);
    expect(cpuTimeMs() - before).toBeLessThan(25_000);
  });

  test("keep their results and spills when the workbook is opened again, and finish what was loading", async () => {
    const first = withFunctions();
    first.write(1, 1, [["=TABLE()"], [null], [null], ["=DOUBLE(4)"]]);
    await first.values(1, 1, 1, 1);
    first.answer();
    await first.workbook.settle();
    first.write(5, 1, [["=DOUBLE(5)"]]);
    await first.workbook.settle();
    const kept = JSON.parse(JSON.stringify(first.workbook.snapshot()));
    first.workbook.close();

    const again = openWorkbook(kept);
    opened.push(again);
    const script = recordedFunctions(COMPUTATIONS);
    again.workbook.useCustomFunctions(script.functions);
    await again.workbook.settle();
    script.answer();
    expect(await again.values(1, 1, 5, 2)).toEqual([
      ["name", "size"],
      ["Acme", true],
      [null, null],
      [8, null],
      [10, null],
    ]);
    expect(script.asked).toEqual(["DOUBLE(5)"]);
  });
});
