import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { createTestHost, type TestHost } from "../support/test-host";

const SHEET = "SpreadsheetApp.getActiveSheet()";
const REFUSED = "Exception: This operation is not allowed on cells in typed columns.";

let world: TestHost;
beforeEach(() => {
  world = createTestHost({ settings: { refusals: "at-flush" } });
  world.ann.keyboard.paste("Sheet1", "A1", [
    ["Name", "Size", "Stage", "Free"],
    ["a", "1", "new", "x"],
    ["b", "2", "old", "y"],
  ]);
  world.ann.keyboard.makeTable("Sheet1", "A1:D3", [null, "number", { dropdown: ["new", "old"] }, null]);
});
afterEach(() => world.host.close());

const refusal = (code: string) => world.failure(`${code}; SpreadsheetApp.flush()`);
const header = (a1: string) => world.ann.keyboard.shows("Sheet1", a1)[0];

describe("a column inserted into a table", () => {
  test("gets the header `Column 1`, `Column 2` … at once, inside and directly behind it", async () => {
    const code = `(() => {
      ${SHEET}.insertColumnsAfter(1, 2);
      const inside = ${SHEET}.getRange("A1:F1").getValues()[0];
      ${SHEET}.insertColumnAfter(6);
      return [inside, ${SHEET}.getRange("G1").getValue()];
    })()`;
    expect(await world.evaluate(code)).toEqual([["Name", "Column 1", "Column 2", "Size", "Stage", "Free"], "Column 3"]);
  });

  test("takes anything, and typed columns stay so wherever they come to stand", async () => {
    await world.evaluate(`${SHEET}.insertColumnsAfter(1, 1) && 1`);
    expect(await refusal(`${SHEET}.getRange("B1:B2").setValues([["Status"], ["valid"]])`)).toBe("no error");
    expect(await refusal(`${SHEET}.getRange("C2").setValue(5)`)).toBe(REFUSED);
    await world.evaluate(`${SHEET}.deleteColumn(1) && 1`);
    expect(await refusal(`${SHEET}.getRange("B2").setValue(5)`)).toBe(REFUSED);
    expect(await refusal(`${SHEET}.getRange("A2").setValue(5)`)).toBe("no error");
  });

  test("gets no header before the table's first column or outside of it", () => {
    world.ann.keyboard.insert("Sheet1", "columns", 1);
    world.ann.keyboard.insert("Sheet1", "columns", 7);
    expect(header("A1:G1")).toEqual(["", "Name", "Size", "Stage", "Free", "", ""]);
  });
});

describe("typed columns", () => {
  test("refuse header, values, formulas, formats, rules, notes and clearing by scripts", async () => {
    const writes = [
      "getRange('B1').setValue('Size')",
      "getRange('A2:B2').setValues([['a', 1]])",
      "getRange('B2').setFormula('=1')",
      "getRange('B2').setNumberFormat('0')",
      "getRange('B2').setBackgrounds([['#ff0000']])",
      "getRange('B2').clearDataValidations()",
      "getRange('B2').setNote('x')",
      "getRange('B2').clearContent()",
      "getRange('A2:D3').sort(1)",
    ];
    for (const write of writes) expect([write, await refusal(`${SHEET}.${write}`)]).toEqual([write, REFUSED]);
  });

  test("leave untyped columns beside them and cells further below alone", async () => {
    expect(await refusal(`${SHEET}.getRange("A1:A3").setValues([["N"], ["c"], ["d"]])`)).toBe("no error");
    expect(await refusal(`${SHEET}.getRange("B5").setValue("x")`)).toBe("no error");
  });

  test("do not stop a person", () => {
    world.ann.keyboard.type("Sheet1", "B2", "many");
    expect(header("B2")).toEqual(["many"]);
  });

  test("may, by other reports, let fitting values pass, but nothing else", async () => {
    world.host.settings.typedColumns = "fitting-values-pass";
    expect(await refusal(`${SHEET}.getRange("B2:C2").setValues([[5, "old"]])`)).toBe("no error");
    expect(await refusal(`${SHEET}.getRange("B2").setValue("many")`)).toBe(REFUSED);
    expect(await refusal(`${SHEET}.getRange("C2").setValue("lost")`)).toBe(REFUSED);
    expect(await refusal(`${SHEET}.getRange("B1").setValue(5)`)).toBe(REFUSED);
    expect(await refusal(`${SHEET}.getRange("B2").setNumberFormat("0")`)).toBe(REFUSED);
  });
});

describe("rows written directly below a table", () => {
  test("belong to it: its typed columns refuse them, and the next row too", async () => {
    expect(await refusal(`${SHEET}.getRange("A4:D4").setValues([["c", 3, "new", "z"]])`)).toBe(REFUSED);
    expect(await refusal(`${SHEET}.getRange("A4:A5").setValues([["c"], ["d"]])`)).toBe("no error");
    expect(await refusal(`${SHEET}.getRange("B5").setValue(1)`)).toBe(REFUSED);
    expect(world.document.save().extras.tables[0]?.area.rows).toBe(5);
  });

  test("belong to it within one flush as well", async () => {
    const code = `${SHEET}.getRange("A4").setValue("c"); ${SHEET}.getRange("B4").setFontWeight("bold")`;
    expect(await refusal(code)).toBe(REFUSED);
  });
});
