import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { expectFailure } from "./support/expectations";
import {
  type Answer,
  isRemote,
  type ServiceUnderTest,
  sandboxForEach,
  startService,
} from "./support/service-under-test";

const DAY_MS = 24 * 60 * 60 * 1000;
const FILTERS = { company_headcount_range: ["51-100"] };

describe("company search of any service", () => {
  let service: ServiceUnderTest;
  const search = (filters: object, page?: number): Promise<Answer> =>
    service.call("search-company", page === undefined ? { filters } : { filters, page });

  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  test("answers a page of up to 25 companies in its own envelope (service.company-page)", async () => {
    const { status, body } = await search(FILTERS);
    expect(status).toBe(200);
    expect(body).toEqual({
      error: false,
      free: expect.any(Boolean),
      results: expect.any(Array),
      pagination: { current_page: 1, per_page: 25, total_page: expect.any(Number), total_count: expect.any(Number) },
    });
    expect(body.results.length).toBeGreaterThan(0);
    expect(body.results.length).toBeLessThanOrEqual(25);
    for (const result of body.results) expect(result).toEqual({ company: expect.any(Object) });
  });

  test("the page is 1 unless given, and bought results are free (service.company-search, service.free-pages)", async () => {
    const first = await search(FILTERS);
    const again = await search(FILTERS, 1);
    expect(again.body).toEqual({ ...first.body, free: true });
  });

  test("failures carry error, error_code and filter_error (service.filter-error)", async () => {
    const answer = await search({ company_industry: { include: ["No Such Industry"] } });
    expectFailure(answer, "INVALID_FILTERS");
    expect(answer.body.filter_error).toContain("company_industry");
  });

  test("a search made only of exclude filters is not allowed (service.search-filters)", async () => {
    expectFailure(await search({ company_industry: { exclude: ["Banking"] } }), "INVALID_FILTERS");
  });

  test.each([0, 1_001, -1, 1.5, "2", null])("page %j is INVALID_REQUEST", async (page) => {
    expectFailure(await service.call("search-company", { filters: FILTERS, page }), "INVALID_REQUEST");
  });

  test.each([{}, { filters: [] }, { filters: "all" }, { filters: null }])("%j is INVALID_REQUEST", async (body) => {
    expectFailure(await service.call("search-company", body), "INVALID_REQUEST");
  });
});

(isRemote ? describe.skip : describe)("company search of the sandbox", () => {
  const sandbox = sandboxForEach();
  const search = (filters: object, page = 1, key?: string): Promise<Answer> =>
    sandbox.call("search-company", { filters, page }, key);
  const credits = (): number => sandbox.service.controls.ledger().reduce((sum, entry) => sum + entry.halves, 0) / 2;

  test("the database holds 20,000 companies", async () => {
    const { body } = await search({ company_founded: { min: 1900, include_unknown_founded: true } });
    expect(body.pagination).toEqual({ current_page: 1, per_page: 25, total_page: 800, total_count: 20_000 });
  });

  test("pagination is right on every page, and no company comes twice", async () => {
    const filters = { company_location_search: ["Nepal"], company_headcount_range: ["1-10"] };
    const first = (await search(filters)).body;
    const { total_page, total_count } = first.pagination;
    expect(total_page).toBeGreaterThan(2);
    const seen = new Set<string>();
    for (let page = 1; page <= total_page; page++) {
      const { results, pagination } = (await search(filters, page)).body;
      expect(pagination).toEqual({ current_page: page, per_page: 25, total_page, total_count });
      expect(results).toHaveLength(page < total_page ? 25 : total_count - 25 * (total_page - 1));
      for (const { company } of results) seen.add(company.domain);
    }
    expect(seen.size).toBe(total_count);
    expect(credits()).toBe(total_page);
  });

  test("a page after the last one is empty and free of charge", async () => {
    const { body } = await search(FILTERS, 1_000);
    expect(body).toMatchObject({ error: false, free: false, results: [], pagination: { current_page: 1_000 } });
    expect(credits()).toBe(0);
  });

  test("what is wrong with a page is said", async () => {
    const { body } = await search(FILTERS, 1_001);
    expect(body.filter_error).toBe("page: must be a whole number from 1 to 1000.");
  });

  test("no match is NO_RESULTS, and nothing is charged (service.search-failures)", async () => {
    const answer = await search({ company: { names: { include: ["No company has this name"] } } });
    expectFailure(answer, "NO_RESULTS");
    expect(answer.body).toEqual({ error: true, error_code: "NO_RESULTS", filter_error: "" });
    expect(credits()).toBe(0);
  });

  test("each new page costs a credit, an identical one nothing for 30 days, for the whole team (service.free-pages)", async () => {
    expect((await search(FILTERS)).body.free).toBe(false);
    expect((await search(FILTERS, 2)).body.free).toBe(false);
    expect((await search(FILTERS, 2, "sandbox-colleague-key")).body.free).toBe(true);
    expect(credits()).toBe(2);
    sandbox.service.controls.moveClock(30 * DAY_MS - 60_000);
    expect((await search(FILTERS)).body.free).toBe(true);
    sandbox.service.controls.moveClock(60_000);
    expect((await search(FILTERS)).body.free).toBe(false);
    expect(credits()).toBe(3);
  });

  test("another team pays for itself (service.page-price)", async () => {
    await search(FILTERS);
    expect((await search(FILTERS, 1, "free-key")).body.free).toBe(false);
    expect(credits()).toBe(2);
  });

  test("filters named in another order are the same search, other filters with the same companies are not (service.page-price)", async () => {
    const one = { company_industry: { include: ["Banking", "Retail"] }, company_headcount_range: ["51-100"] };
    const sameInOtherOrder = {
      company_headcount_range: ["51-100"],
      company_industry: { include: ["Banking", "Retail"] },
    };
    const sameCompanies = { ...one, company_headcount_custom: { min: 1 } };
    const bought = (await search(one)).body;
    expect((await search(sameInOtherOrder)).body).toEqual({ ...bought, free: true });
    expect((await search(sameCompanies)).body).toEqual({ ...bought, free: false });
    expect((await search(sameCompanies)).body).toEqual({ ...bought, free: true });
  });

  test("without credits a search is refused, what is bought stays free (service.search-failures)", async () => {
    expectFailure(await search(FILTERS, 1, "empty-key"), "INSUFFICIENT_CREDITS");
    sandbox.service.controls.setAccount("empty-key", { credits: 1.5 });
    await search(FILTERS, 1, "empty-key");
    expectFailure(await search(FILTERS, 2, "empty-key"), "INSUFFICIENT_CREDITS");
    expect((await search(FILTERS, 1, "empty-key")).body.free).toBe(true);
  });

  test("an invalid key is answered in this operation's failure body (service.company-page)", async () => {
    const { body } = await search(FILTERS, 1, "no-such-key");
    expect(body).toEqual({ error: true, error_code: "INVALID_API_KEY", filter_error: "" });
  });
});
