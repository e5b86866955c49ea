import { describe, expect, test } from "@jest/globals";
import { companyProblem, isOwnWord } from "../../../src/service/input-problems";

describe("what can be asked as a company", () => {
  test.each([
    "northwind.example",
    "https://www.northwind.example/about",
    "Acme Tools, Inc.",
    "Nonesuch",
    "Nadir Foods",
  ])("%s", (text) => expect(companyProblem(text)).toBeNull());
});

describe("what would be paid for as somebody else's name is told in plain words, which no formula asks about", () => {
  test.each([
    ["N/A", "not a company"],
    ["n.a.", "not a company"],
    ["- - -", "not a company"],
    ["Unknown", "not a company"],
    ["ann@northwind.example", "not a company: give the part after the @"],
    ["mailto:ann@northwind.example", "not a company: give the part after the @"],
    ["Ann <ann@northwind.example>", "not a company: give the part after the @"],
    ["northwind.example, contoso.example", "not a company: give one in each cell"],
    ["northwind.example\ncontoso.example", "not a company: give one in each cell"],
    ["AB", "not a company: a name has 3 to 75 characters"],
  ])("%s", (text, problem) => {
    expect(companyProblem(text)).toBe(problem);
    expect(isOwnWord(problem)).toBe(true);
  });
});
