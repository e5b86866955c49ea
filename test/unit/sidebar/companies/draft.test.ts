import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { FILTERS, LEAVES } from "../../../../sidebar/companies/catalogue";
import { checkSearch } from "../../../../sidebar/companies/search/check-search";
import { type Draft, fromFilters, OTHER, toFilters, WHOLE } from "../../../../sidebar/companies/search/draft";
import type { Json } from "../../../../sidebar/companies/search/nested";

const problemsOf = (draft: Draft) => checkSearch(draft).problems;

describe("the catalogue as the builder sees it", () => {
  test("puts the parts of a filter into groups with labels for people", () => {
    const funding = FILTERS.find(({ path }) => path === "company_funding");
    expect(funding?.groups.map(({ label, leaves }) => [label, leaves.map((leaf) => leaf.label)])).toEqual([
      ["", ["Stage", "Funding date, days (service-defined)"]],
      ["Last funding", ["At least", "At most"]],
      ["Total funding", ["At least", "At most"]],
    ]);
  });

  test("has every leaf once", () => {
    expect(new Set(LEAVES.map(({ path }) => path)).size).toBe(LEAVES.length);
  });
});

describe("a draft", () => {
  test("becomes the filters of a request, nested as the service wants them", () => {
    const draft = {
      "company_industry.include": ["Banking", "Retail"],
      "company_funding.funding_date": " 90 ",
      "company_funding.last_funding.min": "$5m",
      "company.names.include": ["Acme, Inc."],
      "company_keywords.include_all": true,
      "company_keywords.include": ["crm"],
      company_type: "Public",
      company_naics: '["5112"]',
      [OTHER]: '{"company_something_new": {"include": ["x"]}}',
    };
    expect(checkSearch(draft)).toEqual({
      problems: {},
      filters: {
        company_industry: { include: ["Banking", "Retail"] },
        company_funding: { funding_date: 90, last_funding: { min: "5M" } },
        company: { names: { include: ["Acme, Inc."] } },
        company_keywords: { include: ["crm"], include_all: true },
        company_type: "Public",
        company_naics: ["5112"],
        company_something_new: { include: ["x"] },
      },
    });
  });

  test("leaves out what is empty or not ticked", () => {
    const draft = { company_type: " ", "company_industry.include": [], "company_keywords.include_all": false };
    expect(toFilters(draft)).toEqual({ filters: {}, problems: {} });
  });

  test("gives back any filters it was filled with", () => {
    const key = fc.constantFrom("include", "exclude", "min", "max", "stage", "names", "last_funding", "x");
    const name = fc.constantFrom("company", ...FILTERS.map(({ path }) => path.split(".")[0] as string), "new_one");
    const leaf = fc.oneof(
      fc.array(fc.constantFrom("a", "Banking", "1-10"), { minLength: 1, maxLength: 3 }),
      fc.constantFrom<unknown>("5M", "Public", 3, 1900, true, false, null, "5m", 2.5),
    );
    const value = fc.oneof(
      leaf,
      fc.dictionary(key, fc.oneof(leaf, fc.dictionary(key, leaf, { minKeys: 1 })), { minKeys: 1 }),
    );
    fc.assert(
      fc.property(fc.dictionary(name, value, { maxKeys: 5 }), (filters) => {
        const { filters: again, problems } = toFilters(fromFilters(filters as Json));
        // What cannot be right stands in the form with its problem instead.
        if (Object.keys(problems).length === 0) expect(upperAmounts(again)).toEqual(upperAmounts(filters));
      }),
      { seed: 8, numRuns: 500 },
    );
  });

  test("keeps a shape that no field holds among the other filters", () => {
    const draft = fromFilters({ company_location_search: ["France"], company_type: "Public" });
    expect(draft).toEqual({ company_type: "Public", [OTHER]: '{\n "company_location_search": [\n  "France"\n ]\n}' });
  });
});

/** Amounts are written with a capital letter. */
const upperAmounts = (filters: unknown): unknown => JSON.parse(JSON.stringify(filters).replaceAll('"5m"', '"5M"'));

describe("before the call", () => {
  test.each<[what: string, draft: Draft, place: string, problem: RegExp]>([
    ["nothing", {}, WHOLE, /at least one filter/],
    ["only excludes", { "company_industry.exclude": ["Banking"] }, WHOLE, /only excludes/],
    [
      "excludes with a tick",
      { "company_keywords.exclude": ["crm"], "company_keywords.include_all": true },
      WHOLE,
      /only excludes/,
    ],
    ["excludes as JSON", { [OTHER]: '{"a": {"exclude": ["b"]}}' }, WHOLE, /only excludes/],
    [
      "too many keywords",
      { "company_keywords.include": Array.from({ length: 23 }, (_, turn) => `word ${turn}`) },
      "company_keywords.include",
      /At most 20: take 3 out/,
    ],
    ["no amount", { "company_funding.last_funding.min": "5000000" }, "company_funding.last_funding.min", /500K, 5M/],
    ["no number", { "company_headcount_custom.min": "ten" }, "company_headcount_custom.min", /whole number/],
    ["a year too early", { "company_founded.min": "1850" }, "company_founded.min", /1900 or more/],
    ["JSON that is no object", { [OTHER]: "[1]" }, OTHER, /Give an object/],
    [
      "the same twice",
      { [OTHER]: '{"company_type": "Public"}', company_type: "Private" },
      "company_type",
      /Any other filter/,
    ],
    [
      "amounts in the wrong order",
      { "company_funding.last_funding.min": "1B", "company_funding.last_funding.max": "900M" },
      "company_funding.last_funding.max",
      /less than/,
    ],
    [
      "revenues in the wrong order",
      { "company_revenue.min": "10B+", "company_revenue.max": "<100K" },
      "company_revenue.max",
      /less than/,
    ],
  ])("%s is refused at its place", (_what, draft, place, problem) => {
    expect(Object.keys(problemsOf(draft))).toEqual([place]);
    expect(problemsOf(draft)[place]).toMatch(problem);
  });

  test("a search that excludes beside something to look for is fine", () => {
    expect(problemsOf({ "company_industry.exclude": ["Banking"], company_type: "Public" })).toEqual({});
    expect(problemsOf({ [OTHER]: '{"company_is_hiring": true}' })).toEqual({});
  });
});
