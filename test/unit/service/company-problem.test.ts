import { describe, expect, test } from "@jest/globals";
import { traitsOf } from "../../../src/jobs/rows";
import { companyProblem, domainOf, domainProblem, isOwnWord } from "../../../src/service/input-problems";
import { emailCountCall, searchDomain } from "../../../src/service/operations";
import { NOT_KNOWN, VERDICTS } from "../../../src/service/result-words";
import { A_DATE } from "../../../src/sheet/cell-text";

describe("what can be asked as a company", () => {
  test.each([
    "northwind.example",
    "https://www.northwind.example/about",
    "Acme Tools, Inc.",
    "Nonesuch",
    "Nadir Foods",
  ])("%s", (text) => expect(companyProblem(text)).toBeNull());
});

test.each([A_DATE, "true", "FALSE", "3.5", "0.5", "2024", "1,200 %", "tba", "None.", "T.B.A.", "keinen", "No."])(
  "%s is no company",
  (text) => expect(companyProblem(text)).toMatch(/^not a company/),
);

describe("the domain in a website's address", () => {
  test.each([
    ["https://user:pw@acme.example/", "acme.example"],
    ["https://user@www.acme.example:8443/about?x=@y", "www.acme.example"],
    ["https://user:p@ss@acme.example", "acme.example"],
    ["//acme.example/x", "acme.example"],
    ["//acme.example", "acme.example"],
    ["acme.example./x", "acme.example"],
    ["weber-co.kg", "weber-co.kg"],
  ])("of %s", (text, domain) => {
    expect(domainOf(text)).toBe(domain);
    expect(domainProblem(text)).toBeNull();
  });

  test("is all that the service is told: an address may hold a password", () => {
    const address = "https://user:pw@acme.example/";
    const search = searchDomain({ company: address, limit: 1, emailType: "all", companyEnrichment: false });
    expect(search.body).toMatchObject({ company: "acme.example" });
    expect(emailCountCall(address).body).toEqual({ domain: "acme.example" });
    expect(emailCountCall("Acme Tools").body).toEqual({ domain: "Acme Tools" });
  });

  test.each([
    "ann@acme.example",
    "user:pw@acme.example",
    "mailto:ann@acme.example",
    "//",
    "https://@",
    "///acme.example",
    ...["Weber&Co.KG", "Weber+Co.KG", "https://acme&co.example", "Co.KG", "GmbH.Co.KG", "Co.OHG", "&Co.KG"],
  ])("none in %s", (text) => expect(domainOf(text)).toBeNull());
});

describe("a page on a host that is never the company", () => {
  test.each([
    ["https://www.linkedin.com/company/foo/", "a page on linkedin.com"],
    ["linkedin.com/company/foo", "a page on linkedin.com"],
    ["UK.LinkedIn.com/company/foo", "a page on linkedin.com"],
    ["https://m.facebook.com/foo", "a page on facebook.com"],
    ["//user:pw@x.com./foo?y=1", "a page on x.com"],
    ["https://google.com/maps/place/foo", "a page on google.com"],
    ["https://sites.google.com/view/foo", "a page on sites.google.com"],
    ["https://bit.ly/3abc", "a link on bit.ly"],
    ["foo.myshopify.com", "a site on myshopify.com"],
    ["https://www.foo.myshopify.com:443/products", "a site on myshopify.com"],
    ["foo.en.alibaba.com", "a site on en.alibaba.com"],
    ["foo.medium.com", "a site on medium.com"],
    ["medium.com/@foo", "a page on medium.com"],
  ])("is not asked: %s", (text, place) => {
    const problem = `not a company: give its own domain or its name, not ${place}`;
    expect(companyProblem(text)).toBe(problem);
    expect(domainProblem(text)).toBe(`not a domain: give the company's own, not ${place}`);
    expect(isOwnWord(problem)).toBe(true);
  });

  test.each([
    "linkedin.com",
    "https://www.linkedin.com/",
    "https://www.linkedin.com/?trk=nav",
    "uk.linkedin.com",
    "bit.ly",
    "myshopify.com",
    "https://www.wordpress.com/about",
    "google.com/intl/en",
    "mylinkedin.com/company",
    "linkedin.com.acme.example/company/foo",
    "acme.example/linkedin.com/foo",
    "netflix.com/de",
  ])("is not meant by %s, the company's own", (text) => {
    expect(companyProblem(text)).toBeNull();
    expect(domainProblem(text)).toBeNull();
  });
});

describe("what would be paid for as somebody else's name is told in plain words, which no formula asks about", () => {
  test.each([
    ["N/A", "not a company"],
    ["n.a.", "not a company"],
    ["http://", "not a company"],
    ["javascript:alert(1)", "not a company"],
    ["- - -", "not a company"],
    ["Unknown", "not a company"],
    ["no website", "not a company"],
    ["None yet", "not a company"],
    ["k.A.", "not a company"],
    ["self-employed", "not a company"],
    ["nicht vorhanden", "not a company"],
    ["N/A (closed)", "not a company"],
    // Hidden cells of ours.
    ["9ed46d.21915.7:acme.example", "not a company"],
    ["9ed46d.21915.7.996!Acme Trading 9f3e74.21915.7:acme.example", "not a company"],
    ["9f3e74?9ed46d.21915.7:acme.example", "not a company"],
    ["Not applicable", "not a company"],
    ["not found", "not a company"],
    ["pending", "not a company"],
    ["see website", "not a company"],
    ["no emails found", "not a company"],
    ["no details", "not a company"],
    ["VALID", "not a company"],
    ["CATCH_ALL", "not a company"],
    ["UNVERIFIED", "not a company"],
    ["VALID long ago", "not a company"],
    ["not verified yet", "not a company"],
    ["not known", "not a company"],
    ["OK to send", "not a company"],
    ["with details", "not a company"],
    ["ann@northwind.example", "not a company: give its own domain or its name, not an email address"],
    ["mailto:ann@northwind.example", "not a company: give its own domain or its name, not an email address"],
    ["Ann <ann@northwind.example>", "not a company: give its own domain or its name, not an email address"],
    ["northwind.example, contoso.example", "not a company: give one in each cell"],
    ["northwind.example\ncontoso.example", "not a company: give one in each cell"],
    ["AB", "not a company: a name has 3 to 75 characters"],
  ])("%s", (text, problem) => {
    expect(companyProblem(text)).toBe(problem);
    expect(isOwnWord(problem)).toBe(true);
  });
});

test("no word of our results is asked as a company, but a company may be called nearly so", () => {
  const kinds = (["verify", "find", "enrich"] as const).map(traitsOf);
  const words = kinds.flatMap(({ chartColours, coloursOf, statusField }) => [
    ...Object.keys(chartColours).filter((word) => word !== "error"),
    ...[statusField, "verdict"].flatMap(coloursOf).map(([word]) => word),
  ]);
  expect(words).toEqual(expect.arrayContaining([NOT_KNOWN, ...VERDICTS]));
  expect(words.filter((word) => companyProblem(word) === null)).toEqual([]);
  expect(["Valid", "Invalid Ltd", "VALID Inc", "OK to Send"].map(companyProblem)).toEqual([null, null, null, null]);
});
