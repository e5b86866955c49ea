import { describe, expect, test } from "@jest/globals";
import {
  knownValues,
  learnFound,
  learnRefused,
  learnValues,
  matchLocation,
  NO_HINTS,
  nearest,
  neededPlan,
  readHints,
  withCapitals,
  writeHints,
} from "../../../../sidebar/companies/hints";

const page = (columns: string[], rows: string[][], filters = {}) => ({
  columns: columns.map((name) => ({ name, sample: "", filled: rows.length })),
  rows,
  filters,
});

describe("what is noted of answers", () => {
  test("is offered for the filter that takes such values, the latest kept longest", () => {
    const first = learnFound(NO_HINTS, page(["name", "industry", "funding.stage"], [["Acme", "Retail", "Seed"]]));
    const both = learnFound(first, page(["industry", "technologies"], [["Banking", "Go; Rust"]]));
    expect(knownValues(both, "company_industry.include")).toEqual(["Banking", "Retail"]);
    expect(knownValues(both, "company_industry.exclude")).toEqual(["Banking", "Retail"]);
    expect(knownValues(both, "company_funding.stage")).toEqual(["Seed"]);
    expect(knownValues(both, "company_technology.include")).toEqual(["Go", "Rust"]);
    expect(knownValues(both, "company.names.include")).toEqual([]);
  });

  test("grows by the companies of paid pages, and stays as it is where they show nothing new", () => {
    const first = learnFound(NO_HINTS, page(["industry"], [["Retail"]]));
    const more = learnValues(
      first,
      ["name", "industry"],
      [
        ["Acme", "Banking"],
        ["Zeta", null],
      ],
    );
    expect(knownValues(more, "company_industry.include")).toEqual(["Banking", "Retail"]);
    expect(learnValues(more, ["industry"], [["Retail"]])).toBe(more);
  });

  test("leaves out a value that the preview has cut", () => {
    const long = Array.from({ length: 60 }, () => "abc").join("; ");
    const hints = learnFound(NO_HINTS, page(["keywords"], [[`first; ${long}`.slice(0, 200)]]));
    expect(knownValues(hints, "company_keywords.include")).toEqual(["abc", "first"]);
  });

  test("is kept in ASCII and within a property, whatever the values are", () => {
    const values = Array.from({ length: 150 }, (_, i) => `Größe ${"ü".repeat(20)} ${i}`);
    const hints = learnFound(
      NO_HINTS,
      page(
        ["industry"],
        values.map((value) => [value]),
      ),
    );
    const text = writeHints(hints);
    expect(text).toMatch(/^[ -~]{1,8400}$/);
    expect(knownValues(readHints(text), "company_industry.include")).toContain(values[0]);
  });

  test.each(["", "no JSON", "null"])("is nothing when %j was kept", (text) => {
    expect(readHints(text)).toEqual(NO_HINTS);
  });

  test("marks filters that the plan does not include, until the plan is another or one is accepted", () => {
    const problem = (path: string) => ({ path, message: "", plan: "PRO" });
    const refused = learnRefused(NO_HINTS, [problem("company_funding"), problem("company.names")], "FREE");
    expect(neededPlan(refused, "company_funding", "FREE")).toBe("PRO");
    expect(neededPlan(refused, "company_industry", "FREE")).toBe("");
    expect(neededPlan(refused, "company_funding", "PRO")).toBe("");
    const accepted = learnFound(refused, page([], [], { company: { names: { include: ["Acme"] } } }));
    expect(neededPlan(accepted, "company.names", "FREE")).toBe("");
    expect(neededPlan(accepted, "company_funding", "FREE")).toBe("PRO");
  });
});

describe("the nearest known values", () => {
  const known = ["Banking", "Computer Hardware", "Software Development", "Retail", "Telecommunications"];
  test.each([
    ["software", ["Software Development"]],
    ["Bankng", ["Banking"]],
    ["telecomunication", ["Telecommunications"]],
    ["zzz", []],
  ])("of %s are %j", (text, values) => {
    expect(nearest(text, known)).toEqual(values);
  });
});

describe("a typed location", () => {
  const offered = ["California, United States", "California, Maryland, United States", "Calgary, Canada"];
  test.each([
    ["california, united states", "California, United States"],
    ["CALGARY", "Calgary, Canada"],
    ["california", undefined],
    ["cal", undefined],
  ])("%s is taken as %s", (typed, meant) => {
    expect(matchLocation(typed, offered)).toBe(meant);
  });

  test("is the only one that is offered", () => {
    expect(matchLocation("calif", ["California, United States"])).toBe("California, United States");
  });
});

test("a refused value is offered with capitals, as services usually spell their lists", () => {
  const typed = ["banking", "IT services", "hospital & health care", "non-profit/charity", "énergie", "Banking"];
  expect(typed.map(withCapitals)).toEqual([
    "Banking",
    "IT Services",
    "Hospital & Health Care",
    "Non-Profit/Charity",
    "Énergie",
    "Banking",
  ]);
});
