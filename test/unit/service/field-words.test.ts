import { describe, expect, test } from "@jest/globals";
import { traitsOf } from "../../../src/jobs/rows";
import { isHeaderOf, listedHeaders, listedWords, noteOf, resultWords } from "../../../src/service/field-words";
import {
  COMPANY_FIELDS,
  ENRICHMENT_PREFIX,
  FOUND_EMAIL_FIELDS,
  VERIFICATION_FIELDS,
} from "../../../src/service/fields";

const writable = (["verify", "find"] as const).flatMap((kind) => traitsOf(kind).writableFields);
const RESULT_FIELDS = [...new Set([...VERIFICATION_FIELDS, ...writable])];
const DETAIL_FIELDS = COMPANY_FIELDS.map((field) => ENRICHMENT_PREFIX + field);
const EMAIL_LIST_FIELDS = ["company", ...FOUND_EMAIL_FIELDS, ...DETAIL_FIELDS];

describe("the words of fields", () => {
  const all: [string, { header: string; about: string }][] = [
    ...RESULT_FIELDS.map((field) => [field, resultWords(field)] as const),
    ...[...EMAIL_LIST_FIELDS, ...COMPANY_FIELDS].map((field) => [field, listedWords(field)] as const),
  ].map(([field, words]) => [field, words]);

  test.each(all)("%s has a short name without signs, and one sentence", (field, words) => {
    expect(words.header).toMatch(/^[A-Z][\w-]*(?: [\w-]+){0,3}$/);
    expect(words.header).not.toMatch(/_/);
    expect(words.header.length).toBeLessThanOrEqual(24);
    expect(words.about).toMatch(/^\S[^\n]{10,100}\.$/);
    expect(noteOf(field, words)).toBe(`${field}: ${words.about}`);
  });

  test.each([
    ["results beside emails", RESULT_FIELDS.map((field) => resultWords(field).header)],
    ["found emails", listedHeaders(EMAIL_LIST_FIELDS)],
    ["companies", listedHeaders(COMPANY_FIELDS)],
  ])("tell the columns of %s from each other", (_, headers) => {
    expect(new Set(headers.map((header) => header.toLowerCase())).size).toBe(headers.length);
  });

  test("are the same for the company's details, whose company stands in their names", () => {
    const details = ["name", "anon_id", "linkedin", "location.timezone_offset", "is_catch_all"];
    expect(details.map((field) => listedWords(ENRICHMENT_PREFIX + field).header)).toEqual([
      "Company name",
      "Company ID",
      "Company LinkedIn",
      "Company hours from UTC",
      "Company catch-all domain",
    ]);
  });

  test("of a field that only the service knows are those of its name, and its note is the field", () => {
    expect(listedHeaders(["linkedin_url", "head.count", "constructor", "type"])).toEqual([
      "LinkedIn URL",
      "Head count",
      "Constructor",
      "Type",
    ]);
    expect(noteOf("linkedin_url", listedWords("linkedin_url"))).toBe("linkedin_url");
  });

  test("tell in which time zone a time is that stands in a cell", () => {
    expect(listedWords("verification.last_verified_at").about).toContain("UTC");
  });

  test("differ where two columns of a list would be called the same", () => {
    expect(listedHeaders(["location.country", "country"])).toEqual(["Location country", "Country"]);
  });
});

describe("a header", () => {
  test.each([
    ["its field", "location.timezone_offset", "location.timezone_offset"],
    ["its name", "Hours from UTC", "location.timezone_offset"],
    ["its name in another spelling", " hours_from utc", "location.timezone_offset"],
    ["its name of an earlier version", "Timezone offset", "location.timezone_offset"],
    ["a company's, of an earlier version", "Company timezone offset", "company_enrichment.location.timezone_offset"],
    ["the type of a found email, of an earlier version", "Type", "email_type"],
  ])("is known by %s", (_, header, field) => expect(isHeaderOf(header, field)).toBe(true));

  test.each([
    ["Email type", "type"],
    ["Type", "email"],
    ["", "name"],
  ])("%j is not that of %s in a list of companies", (header, field) => expect(isHeaderOf(header, field)).toBe(false));

  test.each(["email_status", "Email status", "EMAIL STATUS"])("%s is that of a result", (header) => {
    expect(isHeaderOf(header, "email_status", resultWords("email_status"))).toBe(true);
  });
});
