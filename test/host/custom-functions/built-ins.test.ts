import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createTestHost } from "../support/test-host";

const { host, ann, shows } = createTestHost({ source: "function TWICE(x) { return 2 * x; }" });
afterAll(() => host.close());

describe("formulas around custom functions", () => {
  beforeAll(() => {
    ann.keyboard.type("Sheet1", "D1", "=1/0");
    ann.keyboard.addSheet("Other sheet");
    ann.keyboard.paste("Other sheet", "A1", [["7"]]);
    ann.keyboard.paste("Sheet1", "A1", [
      ["3", "a"],
      ["5", ""],
      ["", "B"],
    ]);
  });

  test.each([
    ["=SUM(A1:A3)*2", "16"],
    ['=A1&"-"&B1', "3-a"],
    ["=MAX(A1:A3)-MIN(A1:A2)", "2"],
    ["=COUNTA(A1:B3)", "4"],
    ["=UPPER(B1)&LOWER(B3)", "Ab"],
    ['=IF(B2="","blank","full")', "blank"],
    ['=IF(b1="A",1,2)', "1"],
    ['=IFERROR(1/0,"none")', "none"],
    ["=TWICE(SUM(A1:A2))+1", "17"],
    ["=SUM(TWICE(A1),TWICE(A2))", "16"],
    ["=TWICE('Other sheet'!A1)", "14"],
    ["=SUM(A2:A)", "5"],
    ["=NOPE(1)", "#NAME?"],
    ["=1+", "#ERROR!"],
    ["=F1", "#REF!"],
    ["=D1", "#DIV/0!"],
    ["=D2", ""],
  ])("%s is %s", async (formula, expected) => {
    ann.keyboard.type("Sheet1", "F1", formula);
    expect(await shows("F1")).toEqual([[expected]]);
  });

  test("each follows what it reads, through other formulas and sheets", async () => {
    ann.keyboard.paste("Sheet1", "H1", [
      ["=H2+1", ""],
      ["=H3+1", ""],
      ["='Other sheet'!A1", ""],
    ]);
    expect(await shows("H1")).toEqual([["9"]]);
    ann.keyboard.type("Other sheet", "A1", "20");
    expect(await shows("H1")).toEqual([["22"]]);
    ann.keyboard.insert("Other sheet", "rows", 1);
    ann.keyboard.type("Other sheet", "A2", "30");
    expect(await shows("H1")).toEqual([["32"]]);
    ann.keyboard.renameSheet("Other sheet", "Ann's");
    ann.keyboard.type("Ann's", "A2", "40");
    expect(await shows("H1")).toEqual([["42"]]);
  });
});
