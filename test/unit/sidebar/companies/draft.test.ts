import { beforeEach, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { FILTERS, LEAVES } from "../../../../sidebar/companies/catalogue";
import {
  type Draft,
  fromFilters,
  OTHER,
  placeProblems,
  toFilters,
  unreadText,
  WHOLE,
  WHOLE_JSON,
  withFilters,
} from "../../../../sidebar/companies/draft";
import type { JsonObject } from "../../../../src/json";

// Numbers are read in the manner of the browser's language.
const speak = (language: string): void => void Object.assign(globalThis, { navigator: { language } });
beforeEach(() => speak("en-US"));

describe("the catalogue as the builder sees it", () => {
  test("puts the parts of a filter into groups with labels for people", () => {
    const funding = FILTERS.find(({ path }) => path === "company_funding");
    expect(funding?.groups.map(({ label, leaves }) => [label, leaves.map((leaf) => leaf.label)])).toEqual([
      ["", ["Stage", "Funded in the last … days"]],
      ["Last funding", ["At least", "At most"]],
      ["Total funding", ["At least", "At most"]],
    ]);
  });

  test("has labels for people, not the names of fields", () => {
    const labels = LEAVES.map(({ label }) => label);
    expect(labels.filter((label) => /_|\bseo\b/i.test(label))).toEqual([]);
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
    expect(toFilters(draft)).toEqual({
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

  test.each([
    ["en-US", "1,000", "12.5", "1,500k", "2.5 m"],
    ["de-DE", "1.000", "12,5", "1.500k", "2,5 m"],
  ])("reads numbers as people write them: %s", (language, count, number, large, small) => {
    speak(language);
    const draft = {
      "company_headcount_custom.min": count,
      "company_headcount_growth.min": number,
      "company_funding.last_funding.min": large,
      "company_funding.total_funding.min": small,
      "company_funding.total_funding.max": "500000",
    };
    const filters = {
      company_headcount_custom: { min: 1000 },
      company_headcount_growth: { min: 12.5 },
      company_funding: { last_funding: { min: "1500K" }, total_funding: { min: "2.5M", max: "500K" } },
    };
    expect(toFilters(draft)).toEqual({ problems: {}, filters });
    expect(toFilters(fromFilters(filters))).toEqual({ problems: {}, filters });
  });

  test.each(["en-US", "de-DE"])("reads three digits behind a sign as thousands of money: %s", (language) => {
    speak(language);
    const read = (amount: string) => toFilters({ "company_funding.total_funding.min": amount }).filters;
    for (const [typed, min] of [
      ["500.000", "500K"],
      ["$500,000", "500K"],
      ["1.500.000", "1.5M"],
      ["2500000", "2.5M"],
      ["1234567", "1.234567M"],
      ["3,000,000,000", "3000M"],
      ["1500", "1.5K"],
      ["0", "0K"],
      ["2.5M", "2.5M"],
    ])
      expect(read(typed ?? "")).toEqual({ company_funding: { total_funding: { min } } });
  });

  test.each([
    ["de-DE", "1,5 Mio", "1.5M"],
    ["de-DE", "1,5 Mio.", "1.5M"],
    ["de-DE", "1.500 Mio. $", "1500M"],
    ["de-DE", "2 Mrd", "2B"],
    ["de-DE", "3 Milliarden", "3B"],
    ["de-DE", "500 Tsd.", "500K"],
    ["de-AT", "2,5 Millionen", "2.5M"],
    ["de-CH", "1.5 Mio.", "1.5M"],
    ["fr-FR", "1,5 million", "1.5M"],
    ["fr-FR", "2 Md", "2B"],
    ["fr-FR", "1,2 milliard", "1.2B"],
    ["fr-FR", "500 mille", "500K"],
    ["es-ES", "1,5 millones", "1.5M"],
    ["es-ES", "1 millón", "1M"],
    ["es-ES", "2 mil millones", "2B"],
    ["it-IT", "1,5 mln", "1.5M"],
    ["it-IT", "2 milioni", "2M"],
    ["it-IT", "3 miliardi", "3B"],
    ["it-IT", "500mila", "500K"],
    ["en-GB", "1.5 million", "1.5M"],
    ["en-GB", "800 thousand", "800K"],
    ["en-US", "$2bn", "2B"],
    ["en-US", "1,5 MIO", "1.5M"],
  ])("reads words for thousands, millions and more: %s, %s", (language, typed, min) => {
    speak(language);
    expect(toFilters({ "company_funding.total_funding.min": typed })).toEqual({
      problems: {},
      filters: { company_funding: { total_funding: { min } } },
    });
  });

  test.each([
    ["es-ES", "500 mil"],
    ["de-DE", "1 Billion"],
    ["de-CH", "1.500 Mio"],
    ["de-DE", "1,500 million"],
    ["de-DE", "1 Mio 500"],
  ])("refuses what people of two languages read otherwise: %s, %s", (language, typed) => {
    speak(language);
    const path = "company_funding.total_funding.min";
    expect(toFilters({ [path]: typed }).problems).toEqual({ [path]: "Give an amount like 500K, 5M or 1.5B." });
  });

  test("reads thousands of employees", () => {
    speak("de-DE");
    const read = (min: string) => toFilters({ "company_headcount_custom.min": min }).filters;
    for (const typed of ["1,5 Tsd.", "1,5k", "1.500"])
      expect(read(typed)).toEqual({ company_headcount_custom: { min: 1500 } });
    expect(read("1,5 Mio")).toEqual({});
  });

  test("reads a sign of per cent, and of dollars on either side", () => {
    const draft = {
      "company_headcount_growth.min": "50 %",
      "company_headcount_growth.max": "75%",
      "company_funding.total_funding.min": "5M$",
      "company_funding.total_funding.max": "$ 9M",
    };
    expect(toFilters(draft)).toEqual({
      problems: {},
      filters: {
        company_headcount_growth: { min: 50, max: 75 },
        company_funding: { total_funding: { min: "5M", max: "9M" } },
      },
    });
  });

  test("keeps what cannot be read when all else is replaced as JSON, and the JSON says what it lacks", () => {
    const path = "company_funding.total_funding.min";
    const draft = { company_type: "Public", [path]: "5 or so", [WHOLE_JSON]: "{" };
    expect(unreadText(draft)).toBe(`Not in it: ${path}. Give an amount like 500K, 5M or 1.5B.`);
    expect(unreadText({ company_type: "Public" })).toBe("");
    expect(withFilters(draft, { company_type: "Private" })).toEqual({ company_type: "Private", [path]: "5 or so" });
    expect(withFilters(draft, { company_funding: { total_funding: { min: "2M" } } })).toEqual({ [path]: "2M" });
  });

  test("forgets what is deleted in the JSON, also if the form has it once more in a way that is not read", () => {
    const path = "company_funding.total_funding.min";
    const twice: Draft[] = [
      { [path]: "5 or so", [OTHER]: '{"company_funding": {"total_funding": {"min": "5M"}}}' },
      { company_type: "Private", [OTHER]: '{"company_type": "Public"}' },
    ];
    for (const draft of twice) {
      expect(unreadText(draft)).toBe("");
      expect(withFilters(draft, {})).toEqual({});
    }
    const aside = { [path]: "5 or so", [OTHER]: '{"company_funding": "much"}' };
    expect(unreadText(aside)).toContain(`Not in it: ${path}.`);
    expect(withFilters(aside, {})).toEqual({ [path]: "5 or so" });
  });

  test("leaves out what is empty or not ticked", () => {
    const draft = { company_type: " ", "company_industry.include": [], "company_keywords.include_all": false };
    expect(toFilters(draft)).toEqual({ filters: {}, problems: {} });
  });

  test("gives back any filters it was filled with @slow", () => {
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
        const { filters: again, problems } = toFilters(fromFilters(filters as JsonObject));
        // A value that cannot be right stands in the form, with its problem.
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
    ...["5", "0.500"].map((amount): [string, Draft, string, RegExp] => [
      `the amount ${amount} without a unit`,
      { "company_funding.last_funding.min": amount },
      "company_funding.last_funding.min",
      /500K, 5M/,
    ]),
    ["no amount", { "company_funding.last_funding.min": "5 or so" }, "company_funding.last_funding.min", /500K, 5M/],
    ...["5M€", "€5M", "1.500.000 €", "EUR 5M", "1,5 M€", "1,5 Mio. €", "2 Mrd Euro"].map(
      (amount): [string, Draft, string, RegExp] => [
        `an amount such as ${amount}`,
        { "company_funding.last_funding.min": amount },
        "company_funding.last_funding.min",
        /without a currency/,
      ],
    ),
    ["no number", { "company_headcount_custom.min": "ten" }, "company_headcount_custom.min", /whole number/],
    ["days below 0", { "company_funding.funding_date": "-5" }, "company_funding.funding_date", /not below 0/],
    ["a mistake in JSON", { company_naics: "[1,]" }, "company_naics", /column 4/],
    ["JSON that is no object", { [OTHER]: "[1]" }, OTHER, /Give an object/],
    ["a whole search without its end", { company_type: "Public", [WHOLE_JSON]: "{" }, WHOLE_JSON, /missing/],
    ["a whole search that is no object", { [WHOLE_JSON]: "null" }, WHOLE_JSON, /Give an object/],
    [
      "the same twice",
      { [OTHER]: '{"company_type": "Public"}', company_type: "Private" },
      "company_type",
      /Any other filter/,
    ],
  ])("%s is refused at its place", (_what, draft, place, problem) => {
    const { problems } = toFilters(draft);
    expect(Object.keys(problems)).toEqual([place]);
    expect(problems[place]).toMatch(problem);
  });
});

describe("a problem of the search", () => {
  const draft = { company_type: "Public", "company_funding.stage": ["Seed"], [OTHER]: '{"company_size": ["1-10"]}' };
  const problem = (path: string | null, message: string) => ({ path, message, plan: null });

  test("stands at the filter it is about, else at the other filters, else above all", () => {
    const problems = [problem("company_funding", "A."), problem("company_size", "B."), problem(null, "C.")];
    expect(placeProblems(problems, draft)).toEqual({
      company_funding: "A.",
      [OTHER]: "company_size: B.",
      [WHOLE]: "C.",
    });
  });

  test("stands above all when its filter is shown nowhere", () => {
    expect(placeProblems([problem("company_size", "B.")], {})).toEqual({ [WHOLE]: "company_size: B." });
  });

  test("of a place says how to mend it, in place of the service's way", () => {
    const places = { "company_location_search.include": ["Atlantis"] };
    const message = '"Atlantis" is not a location of the service; use its location strings exactly.';
    expect(placeProblems([problem("company_location_search", message)], places)).toEqual({
      company_location_search:
        "Not known to the service: “Atlantis”. Write it as the service does, such as “California, United States”, or remove it.",
    });
    expect(placeProblems([problem("company_location_search", "Too many entries.")], places)).toEqual({
      company_location_search: "Too many entries. Pick a place from the list.",
    });
  });

  test("names the part of a filter as the form does", () => {
    const said = (message: string) => placeProblems([problem("company_funding", message)], draft).company_funding;
    expect(said("last_funding.min must be an amount such as 5M.")).toBe(
      "“Last funding: at least” must be an amount such as 5M.",
    );
    expect(said("funding_date: write a whole number.")).toBe("“Funded in the last … days”: write a whole number.");
    expect(said("last_funding: the minimum is larger.")).toBe("“Last funding”: the minimum is larger.");
    expect(said("The stage is not known.")).toBe("The stage is not known.");
  });

  test("hides no other of the same filter", () => {
    const problems = [problem("company_type", "A."), problem("company_type", "B.")];
    expect(placeProblems(problems, draft)).toEqual({ company_type: "A. B." });
  });
});
