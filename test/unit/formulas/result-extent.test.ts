import { describe, expect, test } from "@jest/globals";
import { referenceSize, resultExtent } from "../../../src/formulas/result-extent";
import type { CellValue } from "../../../src/sheet/table";

/** The extent of a formula in the first cell of what the sheet shows; `others` stand below and beside it. */
function extentOf(formula: string, values: unknown[][], others: [row: number, column: number][] = []) {
  const formulas = values.map((row) => row.map(() => ""));
  for (const [row, column] of others) (formulas[row] as string[])[column] = "=A1";
  (formulas[0] as string[])[0] = formula;
  const extent = resultExtent({ values: values as CellValue[][], formulas }, { row: 1, column: 1, formula });
  return extent && [extent.rows, extent.columns];
}

const NINE = Array.from({ length: 9 }, () => ["VALID", "x", "y", "z"]);

describe("how far a result reaches", () => {
  test.each([
    ["=VERIFY_EMAIL(B1)", 1, 1],
    ['=VERIFY_EMAIL("ann@acme.example")', 1, 1],
    ['=VERIFY_EMAIL("ann@acme.example", "domain, type")', 1, 2],
    ["=VERIFY_EMAIL(TRIM(B1))", 1, 1],
    ["=COMPANY_INFO(TRIM(B1))", 1, 8],
    ['=IF(B1="","",COMPANY_INFO(B1))', 1, 8],
    ['=IFERROR(IF(B1="";"";COMPANY_INFO(B1; "name, size"));"?")', 1, 2],
    ['=IF(VERIFY_EMAIL(B1)="VALID","yes","no")', 1, 1],
    ["=verify_email( $B$1:$B$5 )", 5, 1],
    ['=VERIFY_EMAIL(B1:B5; "email_status; domain")', 5, 2],
    ["=VERIFY_EMAIL(B1:C5)", 5, 2],
    ["=EMAIL_COUNT(B1:B)", 9, 1],
    ["=COMPANY_INFO(B1:B3)", 3, 8],
    ['=IF(B1="","",VERIFY_EMAIL(B1))', 1, 1],
    ["=IF(ISBLANK('My list'!$B1),FALSE,VERIFY_EMAIL(LOWER(List!B1)))", 1, 1],
  ])("%s covers %d × %d cells", (formula, rows, columns) => {
    expect(extentOf(formula, NINE)).toEqual([rows, columns]);
  });

  test.each([
    "=VERIFY_EMAIL(Emails)",
    "=VERIFY_EMAIL(People[Email])",
    '=VERIFY_EMAIL(INDIRECT("B1:B9"))',
    "=VERIFY_EMAIL(OFFSET(B1,0,0,9,1))",
    "=VERIFY_EMAIL(VSTACK(B1,B3))",
    '=EMAIL_COUNT(SPLIT(B1,";"))',
    "=IFERROR(VERIFY_EMAIL(Emails2))",
    "=VERIFY_EMAIL(B1, C1)",
    '=IF(B1:B3="",COMPANY_INFO(B1),"")',
    "=INDEX(COMPANY_INFO(B1),1,2)",
    "=ARRAYFORMULA(VERIFY_EMAIL(B1:B3))",
    "=QUERY(DOMAIN_EMAILS(B1))",
  ])("is not certain for %s", (formula) => {
    expect(extentOf(formula, NINE)).toBeNull();
    expect(
      extentOf(formula, [
        ["VALID", ""],
        ["", ""],
        ["INVALID", ""],
      ]),
    ).toBeNull();
  });

  test("is not certain for a range that reaches over another formula: the blank rows at its end are not shown", () => {
    expect(extentOf("=VERIFY_EMAIL(B1:B9)", NINE, [[5, 0]])).toBeNull();
    expect(extentOf("=VERIFY_EMAIL(B1:B)", NINE, [[5, 0]])).toBeNull();
    expect(extentOf("=VERIFY_EMAIL(B1:B9)", NINE, [[5, 1]])).toEqual([9, 1]);
    expect(extentOf("=VERIFY_EMAIL(B1:B5)", NINE, [[5, 0]])).toEqual([5, 1]);
  });

  const formula = '=DOMAIN_EMAILS(B9, 5, "all", "email, first_name")';
  const header = ["email", "first_name"];
  const ann = ["ann@acme.example", ""];

  test.each([
    ["ends at a blank row", [header, ann, ["", ""], ["mine", ""]], 2],
    ["ends at the end of the sheet", [header, ann, ann], 3],
    ["ends at a row without an email", [header, ann, ["my note", ""]], 2],
    ["has a message when nothing was found", [header, ["no emails found", ""]], 2],
  ])("a table %s", (_, values, rows) => {
    expect(extentOf(formula, values)).toEqual([rows, 2]);
    expect(extentOf(`=IFERROR(${formula.slice(1)},"")`, values)).toEqual([rows, 2]);
  });

  test("a table ends before another formula, whatever that shows", () => {
    expect(extentOf(formula, [header, ann, ["bob@acme.example", ""]], [[2, 0]])).toEqual([2, 2]);
    expect(extentOf(formula, [header, ann, ["bob@acme.example", "Bob"]], [[2, 1]])).toEqual([2, 2]);
  });

  test("a table without emails may have blank rows", () => {
    const values = [["first_name"], ["Ann"], [""], ["Bob"]];
    expect(extentOf('=DOMAIN_EMAILS(B9, 5, "all", "first_name")', values)).toBeNull();
  });

  test("a table without its header is one message", () => {
    expect(extentOf(formula, [["not a company: give the part after the @", "my note"]])).toEqual([1, 1]);
  });

  test("the table of the account has a header and a row", () => {
    const values = [
      ["current_plan", "as_of"],
      ["Top", "2026-01-01 00:00:00+00:00"],
    ];
    expect(extentOf('=ACCOUNT_INFO("current_plan, as_of")', values)).toEqual([2, 2]);
    expect(extentOf('=ACCOUNT_INFO("current_plan")', [["Top"]])).toEqual([1, 1]);
    expect(extentOf("=INDEX(ACCOUNT_INFO(),2)", [["Top", "12"]])).toBeNull();
    expect(extentOf('=ACCOUNT_INFO("Current plan, as of")', values)).toEqual([2, 2]);
  });

  test("a table may name its columns as jobs name them", () => {
    const values = [
      ["first_name", "email"],
      ["", "ann@acme.example"],
      ["Bob", "bob@acme.example"],
    ];
    expect(extentOf('=DOMAIN_EMAILS(B9, 5, "all", "First name, Email")', values)).toEqual([3, 2]);
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
