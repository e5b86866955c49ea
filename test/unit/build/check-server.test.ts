import { describe, expect, test } from "@jest/globals";
import { checkServer } from "../../../scripts/build/check-server";
import { readExportedFunctions } from "../../../scripts/build/public-functions";

const documentation = `/**
 * Doubles a number.
 *
 * @param {number} amount the number
 * @customfunction
 */`;
const expected = readExportedFunctions(
  `${documentation}\nexport function DOUBLE(amount: number) { return 2 * amount; }`,
);
const right = `${documentation}\nfunction DOUBLE(amount) {\n}(() => { DOUBLE = function (amount) { return 2 * amount; }; })();`;

describe("the check of the built server bundle", () => {
  test("passes a documented top-level function", () => {
    expect(checkServer(right, expected)).toEqual([]);
  });

  test.each([
    ["a function that is missing", "var other;", "DOUBLE is not a top-level function"],
    [
      "another parameter name",
      right.replace("DOUBLE(amount) {\n", "DOUBLE(a) {\n"),
      "DOUBLE takes (a) instead of (amount)",
    ],
    ["documentation that does not touch its function", right.replace("*/\n", "*/\nvar x;\n"), "not directly above it"],
    ["a helper that became public", `${right}\nfunction helper() {}`, "helper is public"],
    ["a public variable", `${right}\nvar settings = {};`, "settings is a public variable"],
    [
      "a service named at the top level",
      `${right}\nCacheService.getDocumentCache();`,
      "does not load in an empty context",
    ],
    ["a function in the middle of a line", right.replace("*/\n", "*/"), "DOUBLE does not begin a line"],
    ["syntax of later years", `${right}\n(() => { let a = null; a ??= 1; })();`, "it is not ES2020"],
    ["a stub that was never filled", `${documentation}\nfunction DOUBLE(amount) {\n}`, "still the empty stub"],
  ])("names %s", (_what, code, problem) => {
    expect(checkServer(code, expected).join("\n")).toContain(problem);
  });

  test("names a formula with a parameter of no type", () => {
    const untyped = right.replace("{number} ", "");
    const wanted = readExportedFunctions(
      `${documentation.replace("{number} ", "")}\nexport function DOUBLE(amount: number) {}`,
    );
    expect(checkServer(untyped, wanted)).toEqual(["DOUBLE: a @param has no {type}"]);
  });

  test("names a formula whose documentation leaves out a parameter or the tag", () => {
    const source = "/** Doubles. */\nexport function DOUBLE(amount: number) { return 2 * amount; }";
    const code = "/** Doubles. */\nfunction DOUBLE(amount) { return 2 * amount; }";
    expect(checkServer(code, readExportedFunctions(source))).toEqual([
      "DOUBLE: @param names nothing, but it takes (amount)",
      "DOUBLE is a formula without @customfunction",
    ]);
  });
});

describe("the exported functions of the entry", () => {
  test.each([
    "export const F = () => 1;",
    "export { f } from './f';",
    "export * from './f';",
    "export default function F() {}",
  ])("may not be written as `%s`, which loses the documentation", (source) => {
    expect(() => readExportedFunctions(source)).toThrow("may export only");
  });
});
