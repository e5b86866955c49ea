import { describe, expect, test } from "@jest/globals";
import { refusalOf } from "../../../src/service/errors";
import { readPlanError } from "../../../src/service/filters";
import {
  accountCall,
  continueSearch,
  createServiceClient,
  emailCountCall,
  type HttpRequest,
  type HttpResponse,
  searchCompanies,
  searchDomain,
  verifyEmail,
  verifyFoundEmail,
} from "../../../src/service/operations";

/** A client whose requests are recorded and answered in order. */
function clientWith(...responses: HttpResponse[]) {
  const sent: HttpRequest[] = [];
  const transport = {
    sendAll(requests: HttpRequest[]) {
      sent.push(...requests);
      return responses;
    },
  };
  return { sent, client: createServiceClient(transport, "https://service.example", "secret") };
}

const json = (status: number, body: unknown): HttpResponse => ({ status, text: JSON.stringify(body) });

describe("the service's client", () => {
  test("sends each operation to its path, with the key in its header and the body of the specification", () => {
    const { sent, client } = clientWith();
    client.askAll<unknown>([
      accountCall(),
      emailCountCall("acme.example"),
      searchCompanies({ company_industry: { include: ["Anvils"] } }, 2),
      verifyEmail("ann@acme.example"),
      verifyFoundEmail("anon-1"),
      searchDomain({ company: "Acme", limit: 20, emailType: "generic", companyEnrichment: true }),
      continueSearch("search-1"),
    ]);
    expect(sent.map(({ url, body }) => [url, body])).toEqual([
      ["https://service.example/account-information", ""],
      ["https://service.example/email-count", '{"domain":"acme.example"}'],
      ["https://service.example/search-company", '{"filters":{"company_industry":{"include":["Anvils"]}},"page":2}'],
      ["https://service.example/email-verifier", '{"email":"ann@acme.example"}'],
      ["https://service.example/email-verifier", '{"email_anon_id":"anon-1"}'],
      [
        "https://service.example/domain-search",
        '{"company":"Acme","limit":20,"email_type":"generic","company_enrichment":true}',
      ],
      ["https://service.example/domain-search", '{"search_id":"search-1"}'],
    ]);
    expect(new Set(sent.map(({ headers }) => headers["X-KEY"]))).toEqual(new Set(["secret"]));
  });

  test("takes the response out of its envelope, and a company page as it is", () => {
    const { client } = clientWith(
      json(200, { error: false, response: { count: 7 } }),
      json(200, { error: false, free: true, results: [], pagination: { total_page: 3 } }),
    );
    expect(client.askAll<unknown>([emailCountCall("acme.example"), searchCompanies({}, 1)])).toEqual([
      { ok: true, result: { count: 7 } },
      { ok: true, result: { free: true, results: [], pagination: { total_page: 3 } } },
    ]);
  });

  test("keeps the place of a company that cannot be read, and reads no page without any", () => {
    const pageOf = (...companies: unknown[]) =>
      json(200, { error: false, free: false, results: companies.map((company) => ({ company })), pagination: {} });
    const { client } = clientWith(pageOf({ name: "Acme" }, null, "Acme"), pageOf(null, undefined));
    const [some, none] = client.askAll([searchCompanies({}, 1), searchCompanies({}, 2)]);
    expect(some).toMatchObject({
      result: { results: [{ company: { name: "Acme" } }, { company: {} }, { company: {} }] },
    });
    expect(none).toMatchObject({ ok: false, error: { code: "UNREADABLE_ANSWER" } });
  });

  const failures: [string, HttpResponse, string][] = [
    ["the error code of the body", json(400, { error: true, error_code: "NO_RESULTS" }), "NO_RESULTS"],
    ["a code that the specification does not list", json(400, { error: true, error_code: "ODD_ONE" }), "ODD_ONE"],
    ["the status when there is no code", json(429, { error: true }), "HTTP_429"],
    [
      "too many calls by their status, whatever the code",
      json(429, { error: true, error_code: "RATE_LIMIT_EXCEEDED" }),
      "HTTP_429",
    ],
    ["the status when the code is not one", json(400, { error_code: "=IMPORTXML(1)" }), "HTTP_400"],
    ["the status of a body that is no JSON", { status: 502, text: "<html>" }, "HTTP_502"],
    ["a redirect, which is not followed", { status: 302, text: "" }, "HTTP_302"],
    ["an error told with a good status", json(200, { error: true, error_code: "INVALID_REQUEST" }), "INVALID_REQUEST"],
    ["a good status with an unreadable body", { status: 200, text: "{" }, "UNREADABLE_ANSWER"],
    ["a good status without a response", json(200, { error: false }), "UNREADABLE_ANSWER"],
  ];
  test.each(failures)("names %s", (_, response, code) => {
    const [outcome] = clientWith(response).client.askAll([emailCountCall("acme.example")]);
    expect(outcome).toMatchObject({ ok: false, error: { code } });
  });

  test("says what to do, and what the service says about a filter", () => {
    const { client } = clientWith(
      json(400, { error: true, error_code: "PLAN_REQUIRED", filter_error: "company_revenue (Growth+)" }),
    );
    const [outcome] = client.askAll([searchCompanies({}, 1)]);
    expect(outcome?.ok === false && outcome.error.message).toBe(
      "A filter needs a higher plan. Remove it or upgrade the plan. (company_revenue (Growth+))",
    );
  });

  test("keeps all that the service says about filters, and shows its beginning", () => {
    const refused = Array.from({ length: 60 }, (_, i) => `company_filter_${i} (Growth+)`);
    const body = { error: true, error_code: "PLAN_REQUIRED", filter_error: refused.join(", ") };
    const [outcome] = clientWith(json(400, body)).client.askAll([searchCompanies({}, 1)]);
    if (!outcome || outcome.ok) throw new Error("answered");
    expect(readPlanError(outcome.error.detail)).toHaveLength(60);
    expect(refusalOf(outcome.error).message.length).toBeLessThan(400);
  });

  test.each([
    ["in a refusal", { error: true, error_code: "INVALID_FILTERS", filter_error: "no: secret-key-0451" }],
    ["in a result", { error: false, response: { email_status: "VALID", "secret-key-0451": ["x secret-key-0451"] } }],
  ])("masks the key that the service repeats %s, also when its letters are escaped", (_, body) => {
    const text = JSON.stringify(body);
    for (const sent of [text, text.replaceAll("secret", "\\u0073ecret")]) {
      const transport = { sendAll: () => [{ status: body.error ? 400 : 200, text: sent }] };
      const [outcome] = createServiceClient(transport, "https://service.example", "secret-key-0451").askAll([
        verifyEmail("ann@acme.example"),
      ]);
      const shown = JSON.stringify(outcome) + String(outcome && !outcome.ok && outcome.error);
      expect(shown).toContain("(key)");
      expect(shown).not.toContain("0451");
    }
  });

  test.each([
    [401, "", "INVALID_API_KEY"],
    [401, "{}", "INVALID_API_KEY"],
    [402, "<html>", "INSUFFICIENT_CREDITS"],
    [400, "", "HTTP_400"],
    [403, "", "HTTP_403"],
    [401, JSON.stringify({ error: true, error_code: "PLAN_REQUIRED" }), "PLAN_REQUIRED"],
  ])("takes %i with the body %j for %s", (status, text, code) => {
    expect(clientWith({ status, text }).client.ask(emailCountCall("a.example"))).toMatchObject({
      error: { code, status },
    });
  });

  test("gives every call of a lost batch Google's own words, without the key", () => {
    const transport = {
      sendAll() {
        throw new Error("Ungültiger Wert: Header:secret");
      },
    };
    const client = createServiceClient(transport, "https://service.example", "secret");
    const outcomes = client.askAll([emailCountCall("a.example"), emailCountCall("b.example")]);
    expect(outcomes).toHaveLength(2);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ ok: false, error: { code: "NO_ANSWER", status: null } });
      expect(JSON.stringify(outcome) + String(!outcome.ok && outcome.error)).not.toContain("secret");
    }
  });
});
