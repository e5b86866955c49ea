import { describe, expect, test } from "@jest/globals";
import { FILTER_RULES } from "../../local/service/operations/search-company/filters/all-filters";
import vocabulary from "../../local/service/seed/vocabulary.json";
import { expectFailure } from "./support/expectations";
import { type Answer, isRemote, sandboxForAll } from "./support/service-under-test";

// biome-ignore lint/suspicious/noExplicitAny: a company's fields are the sandbox's choice (service.company-page).
type Company = any;
type Check = (company: Company) => boolean;

const words = (company: Company): string => company.description.toLowerCase();

/**
 * Filters in the shapes of the specification and the extended catalogue, each with what must hold for every company
 * found.
 */
const FITTING: [filters: object, check: Check][] = [
  [
    { company_industry: { include: ["Banking", "Retail"] } },
    ({ industry }) => ["Banking", "Retail"].includes(industry),
  ],
  [
    { company_location_search: ["California, United States", "France"] },
    ({ location }) => location.state === "California" || location.country === "France",
  ],
  [
    { company_location_search: { include: ["United States"], exclude: ["Seattle, Washington, United States"] } },
    ({ location }) => location.country === "United States" && location.city !== "Seattle",
  ],
  [{ company_funding: { stage: ["Seed", "Series B"] } }, ({ funding }) => ["Seed", "Series B"].includes(funding.stage)],
  [{ company_funding: { funding_date: 90 } }, ({ funding }) => funding.last_funding_date >= "2025-10-02"],
  [
    { company_funding: { last_funding: { min: "1M", max: "5M" }, total_funding: { min: "2.5M" } } },
    ({ funding: { last_funding_amount: last, total_funding: total } }) => last >= 1e6 && last <= 5e6 && total >= 2.5e6,
  ],
  [
    { company: { websites: { include: ["reliable.example", "https://www.solo.example/", "one-email.example"] } } },
    ({ domain }) => ["reliable.example", "one-email.example"].includes(domain),
  ],
  [{ company: { names: { include: ["TWINS trading", "Nobody"] } } }, ({ name }) => name === "Twins Trading"],
  [{ company_headcount_range: ["1-10", "10000+"] }, ({ headcount }) => headcount <= 10 || headcount > 10_000],
  [{ company_headcount_custom: { min: 20, max: 30 } }, ({ headcount }) => headcount >= 20 && headcount <= 30],
  [{ company_headcount_growth: { timeframe_month: 6, min: 10 } }, ({ headcount_growth }) => headcount_growth[6] >= 10],
  [
    { company_headcount_growth: { min: 5, departments: ["Sales"] } },
    ({ headcount_growth }) => headcount_growth.departments.Sales[12] >= 5,
  ],
  [
    { company_keywords: { include: ["SaaS", "cloud"], exclude: ["data"] } },
    ({ keywords }) => ["saas", "cloud"].some((word) => keywords.includes(word)) && !keywords.includes("data"),
  ],
  [
    { company_keywords: { include: ["saas", "crm"], include_all: true } },
    ({ keywords }) => keywords.includes("saas") && keywords.includes("crm"),
  ],
  [
    { company_keywords: { include: ["methodology"], include_company_description: true } },
    (company) => words(company).includes("methodology"),
  ],
  [
    { company_technology: { include: ["react"], exclude: ["PHP"] } },
    ({ technologies }) => technologies.includes("React") && !technologies.includes("PHP"),
  ],
  [{ company_revenue: { min: "1M", max: "5M" } }, ({ revenue_range }) => ["1M-5M", "5M-10M"].includes(revenue_range)],
  [
    { company_revenue: { min: "10B+", include_unknown_revenue: true } },
    ({ revenue_range }) => revenue_range === null || revenue_range === "10B+",
  ],
  [{ company_type: "Non Profit" }, ({ type }) => type === "Non Profit"],
  [{ company_founded: { min: 1990, max: 1992 } }, ({ founded_in }) => founded_in >= 1990 && founded_in <= 1992],
  [{ company_job_posting_hiring_for: ["recruiter"] }, ({ hiring_for }) => hiring_for.includes("Recruiter")],
  [{ company_job_posting_quantity: { min: 100 } }, ({ job_postings }) => job_postings >= 100],
  [
    { company_industry: { exclude: ["Banking"] }, company_type: "Public" },
    ({ industry, type }) => industry !== "Banking" && type === "Public",
  ],
];

/** Refused filters, each with the name that `filter_error` must give. */
const REFUSED: [filters: object, named: string][] = [
  [{}, "filters"],
  [{ company_industry: {} }, "company_industry"],
  [{ company_industry: { include: [] } }, "company_industry"],
  [{ company_industry: ["Banking"] }, "company_industry"],
  [{ company_industry: { include: "Banking" } }, "company_industry"],
  [{ company_industry: { include: ["banking"] } }, "company_industry"],
  [{ company_industry: { include: ["Banking"], exclude: ["Nothing"] } }, "company_industry"],
  [{ company_industry: { includes: ["Banking"] } }, "company_industry"],
  [{ company_industry: { exclude: ["Banking"] }, company_technology: { exclude: ["PHP"] } }, "company_technology"],
  [{ company_location_search: { exclude: ["France"] } }, "company_location_search"],
  [{ company_location_search: ["france"] }, "company_location_search"],
  [{ company_location_search: ["Paris"] }, "company_location_search"],
  [{ company_funding: { stage: ["Series Z"] } }, "company_funding"],
  [{ company_funding: { funding_date: "90" } }, "company_funding"],
  [{ company_funding: { last_funding: { min: 1_000_000 } } }, "company_funding"],
  [{ company_funding: { total_funding: { min: "1,000,000" } } }, "company_funding"],
  [{ company_funding: { total_funding: { min: "9M", max: "2M" } } }, "company_funding"],
  [{ company: { company_oids: ["1"] } }, "company.company_oids"],
  [{ company: { company_list_oids: ["1"] } }, "company.company_list_oids"],
  [{ company: { temp_matching_oids: ["1"] } }, "company.temp_matching_oids"],
  [{ company: { names: { include: Array(501).fill("Acme") } } }, "company.names"],
  [{ company: { websites: { include: Array(501).fill("a.example") } } }, "company.websites"],
  [{ company: { websites: { include: ["no domain"] } } }, "company.websites"],
  [{ company: { names: { exclude: ["Acme"] } } }, "company.names"],
  [{ company: ["Acme"] }, "company"],
  [{ "company.names": { include: ["Acme"] } }, "company.names"],
  [{ company_size: ["1-10"] }, "company_size"],
  [{ company_headcount_range: ["1-11"] }, "company_headcount_range"],
  [{ company_headcount_custom: { min: 30, max: 20 } }, "company_headcount_custom"],
  [{ company_headcount_growth: { timeframe_month: 5, min: 1 } }, "company_headcount_growth"],
  [{ company_headcount_growth: { min: 1, departments: ["Magic"] } }, "company_headcount_growth"],
  [{ company_keywords: { include: Array(21).fill("word") } }, "company_keywords"],
  [{ company_technology: { include: Array(21).fill("PHP") } }, "company_technology"],
  [{ company_revenue: { min: "2M" } }, "company_revenue"],
  [{ company_type: ["Public"] }, "company_type"],
  [{ company_founded: { min: 1899 } }, "company_founded"],
  [{ company_naics: null }, "company_naics"],
  [{ company_languages: { include: ["English"] } }, "company_languages"],
];

(isRemote ? describe.skip : describe)("company search filters", () => {
  const sandbox = sandboxForAll();
  const search = (filters: object, key?: string): Promise<Answer> => sandbox.call("search-company", { filters }, key);

  test.each(FITTING)("%j finds only companies that fit", async (filters, check) => {
    const { body } = await search(filters);
    expect(body.error).toBe(false);
    expect(body.results.filter(({ company }: Company) => !check(company))).toEqual([]);
  });

  test("a value that is not among the possible ones is refused in words for people (service.filter-error)", async () => {
    const { body } = await search({ company_revenue: { min: "2M" } });
    expect(body.filter_error).toMatch(/^company_revenue: min has to be one of <100K, 100K, 500K, 1M, /);
  });

  test.each(REFUSED.map(([filters, named]) => [JSON.stringify(filters).slice(0, 90), filters, named] as const))(
    "%s is INVALID_FILTERS",
    async (_shown, filters, named) => {
      const answer = await search(filters);
      expectFailure(answer, "INVALID_FILTERS");
      expect(answer.body.filter_error).toContain(named);
    },
  );

  test("500 names are allowed (service.filter-lists)", async () => {
    const names = Array.from({ length: 499 }, (_, turn) => `Company ${turn}`);
    expect((await search({ company: { names: { include: [...names, "Solo Studio"] } } })).body.results).toHaveLength(1);
  });

  test("a higher plan's filters are refused with each one's name and plan (service.filter-error, service.search-failures)", async () => {
    const filters = {
      company_type: "Public",
      company_funding: { stage: ["Seed"] },
      company_industry: { include: ["Banking"] },
    };
    const answer = await search(filters, "free-key");
    expectFailure(answer, "PLAN_REQUIRED");
    expect(answer.body.filter_error).toBe("company_type (STARTER+), company_funding (PRO+)");
    sandbox.service.controls.setAccount("free-key", { plan: "STARTER" });
    expect((await search(filters, "free-key")).body.filter_error).toBe("company_funding (PRO+)");
    sandbox.service.controls.setAccount("free-key", { plan: "PRO" });
    expect((await search(filters, "free-key")).status).toBe(200);
  });

  test("all funding stages and all industries occur @slow", async () => {
    for (const stage of vocabulary.fundingStages) {
      expect((await search({ company_funding: { stage: [stage] } })).status).toBe(200);
    }
    for (const industry of vocabulary.industries) {
      expect((await search({ company_industry: { include: [industry] } })).status).toBe(200);
    }
  });

  test("there are more than 20 filters, and each refuses null by its name (service.search-filters)", async () => {
    expect(FILTER_RULES.size).toBeGreaterThan(20);
    for (const path of FILTER_RULES.keys()) {
      const name = path.split(".").at(-1) ?? "";
      const filters = path.startsWith("company.") ? { company: { [name]: null } } : { [name]: null };
      const { body } = await search(filters);
      expect(body).toMatchObject({ error_code: "INVALID_FILTERS", filter_error: expect.stringContaining(path) });
    }
  });

  test.each([
    { company_naics: ["5112"] },
    { company_attributes: { any: { thing: true } } },
    { company_email_provider: "mail.example" },
    { company_languages: ["English"] },
    { company_social_followers: { min: 1_000 } },
    { company_certifications: { include: ["ISO 9001"] } },
  ])("%j, of which the data know nothing, is taken and matches nothing", async (filters) => {
    expectFailure(await search(filters), "NO_RESULTS");
    expectFailure(await search({ ...filters, company_industry: { include: ["Banking"] } }), "NO_RESULTS");
  });

  test.each([0, -5, 1e15])("funding_date takes any whole number: %d", async (funding_date) => {
    const { body } = await search({ company_funding: { funding_date } });
    expect(body.error_code ?? "found").not.toBe("INTERNAL_ERROR");
  });
});

(isRemote ? describe.skip : describe)("location suggestions (parameters of the family)", () => {
  const sandbox = sandboxForAll();

  test("every suggested name is a valid location, and asking is free", async () => {
    const { body } = await sandbox.call("search-suggestions", { location_search: "un" });
    expect(body.location_suggestions[0]).toEqual({ name: "United Kingdom", type: "COUNTRY" });
    for (const { name } of body.location_suggestions) {
      const answer = await sandbox.call("search-company", { filters: { company_location_search: [name] } });
      expect(answer.status).toBe(200);
    }
    expect(sandbox.service.controls.ledger().map(({ operation }) => operation)).not.toContain("search-suggestions");
  });

  test("needs at least two letters", async () => {
    expectFailure(await sandbox.call("search-suggestions", { location_search: "u" }), "INVALID_REQUEST");
  });
});
