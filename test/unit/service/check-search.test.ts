import { describe, expect, test } from "@jest/globals";
import { checkSearch, inOtherForm, splitSearch } from "../../../src/service/filters";

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
    ["a blank entry", { company: { names: { include: ["Acme", " "] } } }, "company.names", "blank"],
  ])("%s", (_, filters, path, message) => {
    expect(checkSearch(filters)).toEqual([{ path, message: expect.stringContaining(message), plan: null }]);
  });

  test.each([
    ["a plain list of locations", { company_location_search: ["Norway"] }],
    [
      "amounts that the specification does not show",
      { company_funding: { last_funding: { min: "500000", max: "2T" } } },
    ],
    ["amounts", { company_funding: { last_funding: { min: "500K", max: "1.5m" } } }],
    ["include beside exclude", { company_industry: { exclude: ["Retail"] }, company_type: "Private" }],
    ["a filter that is not in the catalogue", { company_mood: { include: ["good"] } }],
    ["any whole number for a date whose unit the service defines", { company_funding: { funding_date: -3 } }],
    ["limits that only the family documents", { company_founded: { min: 1800 }, company_keywords: entries(21) }],
    ["a value that is not among the known ones", { company_type: "Cooperative", company_headcount_range: ["1-9"] }],
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

  test("is split in its other form too", () => {
    const searches = splitSearch({ company: { websites: entries(501) } });
    expect(searches.map(({ company }) => (company as { websites: string[] }).websites.length)).toEqual([500, 1]);
  });

  test("stays as it is with 500 entries: an equal body is free again", () => {
    const filters = { company: { names: { include: entries(500) } } };
    expect(splitSearch(filters)).toEqual([filters]);
    expect(splitSearch(filters)[0]).toBe(filters);
  });

  test("sends entries that are there twice once where there are too many", () => {
    const websites = { include: [...entries(300), ...entries(300)] };
    expect(splitSearch({ company: { websites } })).toEqual([{ company: { websites: { include: entries(300) } } }]);
  });
});

describe("a list's other form", () => {
  test.each([
    [{ company_industry: { include: ["Banking"] } }, ["company_industry"], { company_industry: ["Banking"] }],
    [{ company_industry: ["Banking"] }, ["company_industry"], { company_industry: { include: ["Banking"] } }],
    [
      { company: { names: { include: ["Acme"] }, websites: ["a.example"] }, company_type: "Public" },
      ["company.names"],
      { company: { names: ["Acme"], websites: ["a.example"] }, company_type: "Public" },
    ],
    [{ company_industry: { include: ["Banking"], exclude: ["Retail"] } }, ["company_industry"], null],
    [{ company_type: "Public" }, ["company_type"], null],
    [{ company_type: ["Public"] }, [null], null],
    [{ company_type: ["Public"] }, [], null],
  ])("of %j, of which %j is refused, is %j", (filters, paths, other) => {
    expect(inOtherForm(filters, paths)).toEqual(other);
  });
});
