import { createVirtualClock } from "../../local/clock/virtual-clock";
import { createSandboxService, type SandboxService } from "../../local/service/sandbox-service";

/** The number of companies that the services of all worlds know. */
export const COMPANIES = 200;

/** A service that nothing ever disturbs, asked for the truth. */
let truth: SandboxService | null = null;
const known = new Map<string, unknown>();

async function ask<Answer>(operation: string, body: object): Promise<Answer> {
  truth ??= createSandboxService({ dataDirectory: null, clock: createVirtualClock(), companies: COMPANIES });
  truth.controls.setAccount("sandbox-key", { credits: 1_000_000, plan: "ENTERPRISE" });
  // No question is over any limit.
  truth.controls.moveClock(1_000);
  const response = await truth.fetch(
    new Request(`https://service.example/${operation}`, {
      method: "POST",
      headers: { "X-KEY": "sandbox-key", "Content-Type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
  return (await response.json()) as Answer;
}

async function remember<Answer>(name: string, find: () => Promise<Answer>): Promise<Answer> {
  if (!known.has(name)) known.set(name, await find());
  return known.get(name) as Answer;
}

/** The outcome of a whole search of one company. */
export interface CompanyTruth {
  /** The reason why there is nothing; `null` when there is an answer. */
  code: string | null;
  domain: string;
  /** As the service counts them. */
  total: number;
  emails: string[];
  /** By the emails; "" where there is none. */
  firstNames: Map<string, string>;
  /** Facts about it, by the names of their columns. */
  details: Record<string, string>;
}

interface SearchAnswer {
  error: boolean;
  error_code?: string;
  response?: {
    email_list: { email: string; first_name: string | null }[];
    company_enrichment: { name: string; industry: string; size: string; location: { country: string } };
    meta: { search_id: string; more_results: boolean; domain: string; total_emails: number };
  };
}

/** All emails of a company, in the service's order. */
export function companyTruth(company: string, emailType: string): Promise<CompanyTruth> {
  return remember(`domain ${emailType} ${company}`, async () => {
    let answer = await ask<SearchAnswer>("domain-search", {
      ...{ company, email_type: emailType, limit: 100, company_enrichment: true },
    });
    const nothing = { domain: "", total: 0, emails: [], firstNames: new Map(), details: {} };
    if (!answer.response) return { ...nothing, code: answer.error_code ?? "" };
    const { domain, total_emails: total } = answer.response.meta;
    const { name, industry, size, location } = answer.response.company_enrichment;
    const facts = { name, industry, size, "location.country": location.country };
    const details = Object.fromEntries(
      Object.entries(facts).map(([field, fact]) => [`company_enrichment.${field}`, String(fact)]),
    );
    const firstNames = new Map<string, string>();
    for (;;) {
      for (const { email, first_name } of answer.response?.email_list ?? []) firstNames.set(email, first_name ?? "");
      const meta = answer.response?.meta;
      if (!meta?.more_results)
        return { code: null, domain, total, emails: [...firstNames.keys()], firstNames, details };
      answer = await ask<SearchAnswer>("domain-search", { search_id: meta.search_id });
    }
  });
}

/** The names of the companies of the first pages of a search, by their domains. */
export async function searchTruth(filters: object, pages: number): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (let page = 1; page <= pages; page++) {
    const found = await remember(`page ${page} ${JSON.stringify(filters)}`, () =>
      ask<{ results?: { company: { domain: string; name: string } }[] }>("search-company", { filters, page }),
    );
    for (const { company } of found.results ?? []) names.set(company.domain, company.name);
  }
  return names;
}

export function closeOracle(): void {
  truth?.close();
  truth = null;
  known.clear();
}
