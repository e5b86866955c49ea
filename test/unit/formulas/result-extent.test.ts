import { describe, expect, test } from "@jest/globals";
import { referenceSize, resultExtent } from "../../../src/formulas/result-extent";
import type { CellValue } from "../../../src/sheet/table";

/** The extent of a formula in the first cell of what the sheet shows. */
function extentOf(formula: string, values: unknown[][]) {
  const formulas = values.map((row) => row.map(() => ""));
  (formulas[0] as string[])[0] = formula;
  const { rows, columns, isCertain } = resultExtent(
    { values: values as CellValue[][], formulas },
    { row: 1, column: 1, formula },
  );
  return [rows, columns, isCertain];
}

const NINE = Array.from({ length: 9 }, () => ["VALID", "x", "y", "z"]);

describe("how far a result reaches", () => {
  test.each([
    ["=VERIFY_EMAIL(B1)", 1, 1],
    ['=VERIFY_EMAIL("ann@acme.example")', 1, 1],
    ['=VERIFY_EMAIL("ann@acme.example", "domain, type")', 1, 2],
    ["=VERIFY_EMAIL(TRIM(B1))", 1, 1],
    ['=IF(B1="","",COMPANY_INFO(B1))', 9, 4],
    ["=VERIFY_EMAIL(B1, C1)", 9, 4],
    ["=verify_email( $B$1:$B$5 )", 5, 1],
    ['=VERIFY_EMAIL(B1:B5; "email_status; domain")', 5, 2],
    ["=VERIFY_EMAIL(B1:C5)", 5, 2],
    ["=EMAIL_COUNT(B1:B)", 9, 1],
    ["=COMPANY_INFO(B1:B3)", 3, 8],
    ['=IF(B1="","",VERIFY_EMAIL(B1))', 1, 1],
    ["=IF(ISBLANK('My list'!$B1),FALSE,VERIFY_EMAIL(LOWER(List!B1)))", 1, 1],
  ])("%s covers %d × %d cells", (formula, rows, columns) => {
    expect(extentOf(formula, NINE).slice(0, 2)).toEqual([rows, columns]);
  });

  test.each([
    "=VERIFY_EMAIL(Emails)",
    "=VERIFY_EMAIL(People[Email])",
    '=VERIFY_EMAIL(INDIRECT("B1:B9"))',
    "=VERIFY_EMAIL(OFFSET(B1,0,0,9,1))",
    '=EMAIL_COUNT(SPLIT(B1,";"))',
    "=IFERROR(VERIFY_EMAIL(Emails2))",
  ])("is not certain for %s, whose range has no bounds in its text", (formula) => {
    expect(extentOf(formula, NINE)).toEqual([9, 4, false]);
  });

  test("is not certain for a formula that cannot be read and is touched by other cells", () => {
    expect(extentOf("=ARRAYFORMULA(VERIFY_EMAIL(B1:B3))", NINE)).toEqual([9, 4, false]);
    expect(
      extentOf("=ARRAYFORMULA(VERIFY_EMAIL(B1:B3))", [
        ["VALID", ""],
        ["", ""],
      ]),
    ).toEqual([1, 1, true]);
  });

  const header = ["email", "email_type"];
  const ann = ["ann@acme.example", "generic"];

  test.each([
    ["ends at a blank row", [header, ann, ["", ""], ["mine", ""]], 2, 2, true],
    ["ends at the end of the sheet", [header, ann, ann], 3, 2, true],
    ["may end at a row without an email", [header, ann, ["my note", ""]], 2, 2, false],
    [
      "may be wider than its header",
      [
        [...header, "note"],
        [...ann, "x"],
      ],
      2,
      2,
      false,
    ],
    ["has a message when nothing was found", [header, ["no emails found", ""]], 2, 2, true],
  ])("a table %s", (_, values, rows, columns, isCertain) => {
    expect(extentOf("=DOMAIN_EMAILS(B9)", values)).toEqual([rows, columns, isCertain]);
  });

  test("the table of the account has a header and a row", () => {
    const values = [
      ["current_plan", "as_of"],
      ["Top", "2026-01-01 00:00:00+00:00"],
    ];
    expect(extentOf('=ACCOUNT_INFO("current_plan, as_of")', values)).toEqual([2, 2, true]);
    expect(extentOf('=ACCOUNT_INFO("current_plan")', [["Top"]])).toEqual([1, 1, true]);
  });
});

describe("the size of a reference", () => {
  test.each([
    ["A2", 1, 1],
    ["$A$2", 1, 1],
    ["A2:A10", 9, 1],
    ["$A$2:$C10", 9, 3],
    ["C10:A2", 9, 3],
    ["A2:A", null, 1],
    ["A:B", null, 2],
    ["2:4", 3, null],
    ["List!A2:A9", 8, 1],
    ["'My: list'!Z1:AA2", 2, 2],
  ])("%s", (text, rows, columns) => {
    expect(referenceSize(text)).toEqual({ rows, columns });
  });

  test.each(["", '"text"', "UNIQUE(A2:A9)", "emails", "A", "{1,2}"])("is not known for %s", (text) => {
    expect(referenceSize(text)).toBeNull();
  });
});
