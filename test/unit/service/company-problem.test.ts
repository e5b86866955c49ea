import { describe, expect, test } from "@jest/globals";
import { companyProblem, domainOf, domainProblem, isOwnWord } from "../../../src/service/input-problems";
import { countEmails, searchDomain } from "../../../src/service/operations";

describe("what can be asked as a company", () => {
  test.each([
    "northwind.example",
    "https://www.northwind.example/about",
    "Acme Tools, Inc.",
    "Nonesuch",
    "Nadir Foods",
  ])("%s", (text) => expect(companyProblem(text)).toBeNull());
});

describe("the domain in a website's address", () => {
  test.each([
    ["https://user:pw@acme.example/", "acme.example"],
    ["https://user@www.acme.example:8443/about?x=@y", "www.acme.example"],
    ["https://user:p@ss@acme.example", "acme.example"],
    ["//acme.example/x", "acme.example"],
    ["//acme.example", "acme.example"],
    ["acme.example./x", "acme.example"],
  ])("of %s", (text, domain) => {
    expect(domainOf(text)).toBe(domain);
    expect(domainProblem(text)).toBeNull();
  });

  test("is all that the service is told: an address may hold a password", () => {
    const address = "https://user:pw@acme.example/";
    const search = searchDomain({ company: address, limit: 1, emailType: "all", companyEnrichment: false });
    expect(search.body).toMatchObject({ company: "acme.example" });
    expect(countEmails(address).body).toEqual({ domain: "acme.example" });
    expect(countEmails("Acme Tools").body).toEqual({ domain: "Acme Tools" });
  });

  test.each([
    "ann@acme.example",
    "user:pw@acme.example",
    "mailto:ann@acme.example",
    "//",
    "https://@",
    "///acme.example",
  ])("none in %s", (text) => expect(domainOf(text)).toBeNull());
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
