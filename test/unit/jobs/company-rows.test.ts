import { describe, expect, it } from "@jest/globals";
import { companyRow, isHad, typedKeysOf } from "../../../src/jobs/kinds/company-rows";
import { companyKey } from "../../../src/service/read-cell";

const keyOf = (website: string): string => companyRow({ website }, ["website"], "0").key;

describe("companies are told apart by their websites", () => {
  it.each([
    "acme.example",
    "ACME.example",
    "https://www.acme.example/about?from=mail#team",
    "//acme.example/x",
    "https://user:pw@acme.example/",
    "http://acme.example:8080/",
  ])("%s is the website of Acme", (website) => {
    expect(keyOf(website)).toBe("web:acme.example");
  });

  it("tells the pages of two companies on one platform apart", () => {
    const acme = keyOf("https://www.linkedin.com/company/acme/");
    expect(keyOf("linkedin.com/company/acme?trk=top")).toBe(acme);
    expect(keyOf("https://linkedin.com/company/birch")).not.toBe(acme);
    expect(keyOf("https://linkedin.com")).not.toBe(acme);
  });
});

it("a name that ends in dots is told as without them, and is no cell that is still loading", () => {
  const company = companyRow({ name: "Wait For It...", country: "DE" }, ["name"], "0");
  expect(company.key).toBe("name:wait for it|de");
  expect(typedKeysOf(company)).toContain("typed:wait for it|de");
  expect(isHad(company, new Set(["wait for it"]))).toBe(true);
});

it("a company is left out however the blanks and accents of its name are written", () => {
  const company = companyRow({ name: "Cafe\u0301  Central", country: "FR" }, ["name"], "0");
  expect(isHad(company, new Set([companyKey("Caf\u00e9 Central")]))).toBe(true);
});
