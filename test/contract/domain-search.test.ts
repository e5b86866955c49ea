import { describe, expect, test } from "@jest/globals";
import { contentOf, expectFailure, TIMESTAMP } from "./support/expectations";
import { isRemote, KNOWN_DOMAIN, serviceForAll } from "./support/service-under-test";

const ENRICHMENT = {
  name: expect.any(String),
  is_catch_all: expect.any(Boolean),
  size: expect.any(String),
  logo: expect.any(String),
  linkedin: expect.any(String),
  website: expect.any(String),
  common_email_pattern: expect.stringMatching(/\{first\}|\{last\}/),
  industry: expect.any(String),
  founded_in: expect.any(Number),
  description: expect.any(String),
  location: {
    country: expect.any(String),
    country_code: expect.stringMatching(/^[A-Z]{2}$/),
    state: expect.any(String),
    city: expect.any(String),
    timezone: expect.any(String),
    timezone_offset: expect.stringMatching(/^-?\d+(\.\d+)?$/),
    postal_code: expect.any(String),
    address: expect.any(String),
  },
  anon_id: expect.any(String),
};

describe("domain search", () => {
  const service = serviceForAll();
  const search = async (body: object) => contentOf(await service.call("domain-search", body));

  test("lists emails with every field in its type (service.found-emails)", async () => {
    const { email_list, meta, ...rest } = await search({ company: KNOWN_DOMAIN, limit: 10 });
    expect(rest).toEqual({});
    expect(email_list.length).toBeGreaterThan(0);
    for (const item of email_list) {
      const generic = item.email_type === "generic";
      expect(item).toEqual({
        email: expect.stringContaining("@"),
        email_type: expect.stringMatching(/^(generic|professional)$/),
        first_name: generic ? null : expect.any(String),
        last_name: generic ? null : expect.any(String),
        email_anon_id: expect.any(String),
        verification: { status: expect.any(String), last_verified_at: item.verification.last_verified_at },
      });
      const { status, last_verified_at } = item.verification;
      if (status === "UNVERIFIED") expect(last_verified_at).toBeNull();
      if (status === "VALID") expect(last_verified_at).toMatch(TIMESTAMP);
    }
    expect(meta).toEqual({
      search_id: expect.any(String),
      total_emails: expect.any(Number),
      remaining_emails: meta.total_emails - email_list.length,
      more_results: meta.total_emails > email_list.length,
      domain: KNOWN_DOMAIN,
      limit: 10,
    });
  });

  test("total_emails counts those found for the company, of whichever type was asked for (service.domain-totals)", async () => {
    const all = await search({ company: KNOWN_DOMAIN, limit: 1 });
    const generic = await search({ company: KNOWN_DOMAIN, limit: 1, email_type: "generic" });
    expect(generic.meta.total_emails).toBe(all.meta.total_emails);
    expect(generic.meta.remaining_emails).toBeLessThan(all.meta.remaining_emails);
  });

  test("adds the company when asked to, with every field (service.company-details)", async () => {
    const { company_enrichment } = await search({ company: KNOWN_DOMAIN, limit: 1, company_enrichment: true });
    expect(company_enrichment).toEqual(ENRICHMENT);
  });

  test("the limit is 50 unless given (service.domain-search)", async () => {
    expect((await search({ company: KNOWN_DOMAIN })).meta.limit).toBe(50);
  });

  test.each(["generic", "professional"])("lists only %s emails when asked to", async (email_type) => {
    const { email_list } = await search({ company: KNOWN_DOMAIN, email_type, limit: 5 });
    expect(email_list.length).toBeGreaterThan(0);
    for (const item of email_list) expect(item.email_type).toBe(email_type);
  });

  test("a company name has 3 to 75 characters (service.company-name)", async () => {
    for (const company of ["Ab", "n".repeat(76)]) {
      expectFailure(await service.call("domain-search", { company }), "INVALID_COMPANY");
    }
  });

  test("a webmail provider is no company (service.company-failures)", async () => {
    expectFailure(await service.call("domain-search", { company: "gmail.com" }), "DOMAIN_IS_WEBMAIL");
  });

  const sandboxTest = isRemote ? test.skip : test;

  sandboxTest.each(["no-mx.example", "https://dns-timeout.example"])(
    "%s is INVALID_DOMAIN_NAME (service.company-failures)",
    async (company) => {
      expectFailure(await service.call("domain-search", { company }), "INVALID_DOMAIN_NAME");
    },
  );

  sandboxTest.each(["Twins Trading", "Nobody Knows Us"])("the name %j is CANT_FIND_DOMAIN", async (company) => {
    expectFailure(await service.call("domain-search", { company }), "CANT_FIND_DOMAIN");
  });

  sandboxTest("a name is resolved, whatever its letter case (service.company-name)", async () => {
    expect((await search({ company: "RELIABLE tools" })).meta.domain).toBe("reliable.example");
    expect((await search({ company: "https://www.reliable.example/team" })).meta.domain).toBe("reliable.example");
  });

  sandboxTest("names of 3 and of 75 characters are names", async () => {
    for (const company of ["Abc", "n".repeat(75)]) {
      const { body } = await service.call("domain-search", { company });
      expect([undefined, "CANT_FIND_DOMAIN"]).toContain(body.error_code);
    }
  });

  sandboxTest.each([
    {},
    { company: "" },
    { company: 7 },
    { company: "a.example", limit: 0 },
    { company: "a.example", limit: 1.5 },
    { company: "a.example", limit: "10" },
    { company: "a.example", email_type: "personal" },
    { company: "a.example", company_enrichment: "yes" },
  ])("%j is INVALID_REQUEST", async (body) => {
    expectFailure(await service.call("domain-search", body), "INVALID_REQUEST");
  });

  sandboxTest("a limit above the largest gives the largest, and meta tells it (service.domain-totals)", async () => {
    const { email_list, meta } = await search({ company: "nine-hundred.example", limit: 5_000 });
    expect(meta).toMatchObject({ limit: 100, total_emails: 900, remaining_emails: 800, more_results: true });
    expect(email_list).toHaveLength(100);
  });

  sandboxTest("a company without emails has an empty list and costs nothing (service.domain-price)", async () => {
    const before = contentOf(await service.call("account-information"));
    const { email_list, meta } = await search({ company: "no-emails.example" });
    expect(email_list).toEqual([]);
    expect(meta).toMatchObject({ total_emails: 0, remaining_emails: 0, more_results: false });
    expect(contentOf(await service.call("account-information"))).toEqual(before);
  });

  sandboxTest("a company that nobody listed is enriched as well, under its own name", async () => {
    const body = { company: "brand-new-venture.test", company_enrichment: true };
    const { company_enrichment } = await search(body);
    expect(company_enrichment).toEqual(ENRICHMENT);
    expect(company_enrichment).toMatchObject({ name: "Brand New Venture", website: "https://brand-new-venture.test" });
  });

  sandboxTest("every address of a company is listed once and follows its pattern", async () => {
    const { email_list, company_enrichment } = await search({
      company: "sixty-five.example",
      limit: 100,
      email_type: "professional",
      company_enrichment: true,
    });
    const addresses = email_list.map((item: { email: string }) => item.email);
    expect(new Set(addresses).size).toBe(addresses.length);
    for (const { email, first_name, last_name } of email_list) {
      const plain = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, "");
      const pattern: string = company_enrichment.common_email_pattern;
      const localPart = pattern.replace("{first}", plain(first_name)).replace("{last}", plain(last_name));
      expect(email).toBe(`${localPart}@sixty-five.example`);
    }
  });
});
