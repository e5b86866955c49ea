import { describe, expect, test } from "@jest/globals";
import { checkSearch, splitSearch } from "../../../src/service/check-search";

const entries = (count: number): string[] => Array.from({ length: count }, (_, i) => `company${i}.example`);

describe("what is found wrong in a search before it is sent", () => {
  test.each([
    ["an empty search", {}, null, "Add at least one filter."],
    ["empty filters", { company_industry: { include: [] } }, null, "Add at least one filter."],
    ["only exclude", { company_industry: { exclude: ["Retail"] } }, "company_industry", "cannot only exclude"],
    ["a filter of the service itself", { company: { company_oids: ["1"] } }, "company.company_oids", "not accept"],
    ["an amount in words", { company_funding: { last_funding: { min: "5 million" } } }, "company_funding", "5M"],
    ["a range upside down", { company_headcount_custom: { min: 50, max: 10 } }, "company_headcount_custom", "larger"],
    [
      "amounts upside down",
      { company_funding: { total_funding: { min: "2B", max: "900M" } } },
      "company_funding",
      "larger",
    ],
    ["a fraction", { company_funding: { funding_date: 1.5 } }, "company_funding", "whole number"],
    ["too old", { company_founded: { min: 1800 } }, "company_founded", "at least 1900"],
    ["a list that cannot be split", { company_keywords: { include: entries(21) } }, "company_keywords", "at most 20"],
    ["a blank entry", { company: { names: { include: ["Acme", " "] } } }, "company.names", "blank"],
  ])("%s", (_, filters, path, message) => {
    expect(checkSearch(filters)).toEqual([{ path, message: expect.stringContaining(message), plan: null }]);
  });

  test.each([
    ["a plain list of locations", { company_location_search: ["Norway"] }],
    ["amounts", { company_funding: { last_funding: { min: "500K", max: "1.5m" } } }],
    ["include beside exclude", { company_industry: { exclude: ["Retail"] }, company_type: "Private" }],
    ["a filter that is not in the catalogue", { company_mood: { include: ["good"] } }],
    ["a long list of websites", { company: { websites: { include: entries(1_200) } } }],
  ])("nothing in %s", (_, filters) => {
    expect(checkSearch(filters)).toEqual([]);
  });
});

describe("a search with a long list", () => {
  test("becomes searches of at most 500 entries that together ask for each once", () => {
    const include = [...entries(1_200), "company3.example"];
    const searches = splitSearch({
      company: { websites: { include }, names: { include: ["Acme"] } },
      company_type: "X",
    });
    const lists = searches.map((search) => (search.company as { websites: { include: string[] } }).websites.include);
    expect(lists.map(({ length }) => length)).toEqual([500, 500, 200]);
    expect(lists.flat()).toEqual(entries(1_200));
    for (const search of searches) {
      expect(search).toMatchObject({ company: { names: { include: ["Acme"] } }, company_type: "X" });
    }
  });

  test("stays as it is with 500 entries: an equal body is free again", () => {
    const filters = { company: { names: { include: entries(500) } } };
    expect(splitSearch(filters)).toEqual([filters]);
    expect(splitSearch(filters)[0]).toBe(filters);
  });
});
