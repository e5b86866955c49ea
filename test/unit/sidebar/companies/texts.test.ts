import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { FILTERS } from "../../../../sidebar/companies/catalogue";
import { splitValues, summarise } from "../../../../sidebar/companies/draft";
import { findMistake, readJson } from "../../../../sidebar/companies/json";

describe("pasted values", () => {
  test.each([
    ["lines", "Banking\r\nRetail\n\n Retail ", ["Banking", "Retail"]],
    ["commas", "Banking, Retail;Travel", ["Banking", "Retail", "Travel"]],
    ["cells side by side", "Banking\tRetail", ["Banking", "Retail"]],
    ["quotes around commas", '"Oil, Gas", Banking', ["Oil, Gas", "Banking"]],
  ])("are split at %s", (_what, text, values) => {
    expect(splitValues("company_industry.include", text)).toEqual(values);
  });

  test.each(["company_location_search.include", "company.names.include"])("keep their commas in %s", (path) => {
    expect(splitValues(path, "California, United States\nAcme, Inc.")).toEqual([
      "California, United States",
      "Acme, Inc.",
    ]);
  });
});

describe("a mistake in JSON", () => {
  test.each([
    ['{\n "a": [1, 2,, 3]\n}', "Line 2, column 13: unexpected “, 3]”."],
    ['{"a": [1', "Line 1, column 9: something is missing."],
    ["{'a': 1}", "Line 1, column 2: unexpected “'a': 1}”."],
    ['{"a": tru}', "Line 1, column 7: unexpected “tru}”."],
    ['{"a": 1} x', "Line 1, column 10: unexpected “x”."],
  ])("in %j is shown with its place and what stands there", (text, problem) => {
    expect(readJson(text)).toEqual({ problem });
  });

  test("is found exactly where the engine cannot go on", () => {
    const part = fc.constantFrom(...'{}[],:" ', "\n", '"a"', "-1.5e3", "01", "true", "nul", "\\u00e", "\\n", '"\t"');
    const text = fc.oneof(
      fc.array(part).map((parts) => parts.join("")),
      fc.json(),
    );
    fc.assert(
      fc.property(text, (each) => {
        const at = findMistake(each);
        if (at >= 0) expect(() => JSON.parse(each)).toThrow();
        else expect(() => JSON.parse(each)).not.toThrow();
      }),
      { seed: 8, numRuns: 300 },
    );
  });
});

describe("texts of the builder", () => {
  const filter = (path: string) => {
    const found = FILTERS.find((each) => each.path === path);
    if (!found) throw new Error(path);
    return found;
  };

  test("sum up a filter in a line", () => {
    const draft = {
      "company_industry.include": ["A", "B", "C", "D", "E"],
      "company_industry.exclude": ["X"],
      "company_funding.last_funding.min": "5M",
      "company_funding.last_funding.max": "9M",
    };
    expect(summarise(filter("company_industry"), draft)).toBe("A, B, C +2 · not X");
    expect(summarise(filter("company_funding"), draft)).toBe("≥ 5M · ≤ 9M");
    expect(summarise(filter("company_type"), draft)).toBe("");
    const places = {
      "company_location_search.include": ["Oslo, Norway", "Kenya"],
      "company_funding.funding_date": "90",
    };
    expect(summarise(filter("company_location_search"), places)).toBe("“Oslo, Norway”, Kenya");
    expect(summarise(filter("company_funding"), places)).toBe("Funded in the last 90 days");
  });
});
