import { describe, expect, test } from "@jest/globals";
import { findEmailColumn, namedColumn } from "../../../local/try/email-column";

const rows = (...lines: string[]): string[][] => lines.map((line) => line.split("|"));

describe("the email column of a list", () => {
  test.each([
    ["the header that names it", rows("Name|Email", "Ada|ada@a.example"), 1],
    ["a header in other words", rows("Work e-mail address|Name", "ada@a.example|Ada"), 0],
    ["the content when no header names it", rows("Name|Contact", "Ada|ada@a.example", "Bo|"), 1],
    ["the named column that holds emails, not one about emails", rows("Email sent|E-mail", "yes|a@a.example"), 1],
    ["the header when every address is malformed", rows("Name|Email", "Ada|ada at a"), 1],
    [
      "the most emails of two columns of the same name",
      rows("Email|Email", "a@a.example|", "b@a.example|", "|c@c.example"),
      0,
    ],
    ["the most emails, wherever they stand", rows("Email|Email", "|a@a.example", "|b@a.example", "c@c.example|"), 1],
    ["work before private life", rows("Personal email|Work email", "a@home.example|a@a.example", "b@home.example|"), 1],
    ["the column beyond a short first row", rows("Name", "Ada|ada@a.example"), 1],
  ])("is found by %s", (_how, list, index) => {
    expect(findEmailColumn(list)).toEqual({ index, hasHeader: true });
  });

  test("may begin in the first row, without a header", () => {
    expect(findEmailColumn(rows("Ada|ada@a.example", "Bo|bo@b.example"))).toEqual({ index: 1, hasHeader: false });
  });

  test("is the one that is named, whatever its letter case", () => {
    const list = rows("Work email|Personal Email", "a@a.example|a@home.example");
    expect(namedColumn(list, " personal email ")).toEqual({ index: 1, hasHeader: true });
    expect(namedColumn(list, "Mail")).toBeUndefined();
  });

  test("is none where nothing looks like one", () => {
    expect(findEmailColumn(rows("Name|Town", "Ada|Oslo"))).toBeUndefined();
  });
});
