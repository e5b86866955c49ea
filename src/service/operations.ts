import type {
  AccountInformation,
  CompanyFilters,
  CompanyPage,
  DomainSearch,
  EmailCount,
  EmailType,
  EmailVerification,
} from "./resources";

/** The last part of an operation's address: sections 4.1 to 4.5 of the specification. */
export type Operation = "account-information" | "email-count" | "search-company" | "email-verifier" | "domain-search";

/** One request, not yet sent: where it goes, its body, and how its result is taken out of the answer. */
export interface ServiceCall<Result> {
  readonly operation: Operation;
  /** `null` for an empty body. */
  readonly body: object | null;
  /** Takes the result out of an answer; `undefined` when it is not there. */
  readonly read: (answer: Record<string, unknown>) => Result | undefined;
}

/** The envelope of all operations but the company search: `{ error: false, response: {…} }`. */
function readResponse<Result>(answer: Record<string, unknown>): Result | undefined {
  return isObject(answer.response) ? (answer.response as Result) : undefined;
}

function readCompanyPage(answer: Record<string, unknown>): CompanyPage | undefined {
  const { free, results, pagination } = answer;
  if (!Array.isArray(results) || !isObject(pagination)) return undefined;
  return { free: free === true, results, pagination: pagination as CompanyPage["pagination"] };
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** 4.1: plan, credits and renewal. Free. */
export const readAccount = (): ServiceCall<AccountInformation> => ({
  operation: "account-information",
  body: null,
  read: readResponse,
});

/** 4.2: the number of emails stored for a domain or website. Free. */
export const countEmails = (domain: string): ServiceCall<EmailCount> => ({
  operation: "email-count",
  body: { domain },
  read: readResponse,
});

/** 4.3: one page of 25 companies, 1 credit unless paid for within 30 days. `page` counts from 1 to 1000. */
export const searchCompanies = (filters: CompanyFilters, page: number): ServiceCall<CompanyPage> => ({
  operation: "search-company",
  body: { filters, page },
  read: readCompanyPage,
});

/** 4.4: verifies an address. 0.5 credits, free if it was verified before. */
export const verifyEmail = (email: string): ServiceCall<EmailVerification> => ({
  operation: "email-verifier",
  body: { email },
  read: readResponse,
});

/** 4.4: verifies an email of a domain search by its id. 0.5 credits only if it is `VALID`. */
export const verifyFoundEmail = (emailAnonId: string): ServiceCall<EmailVerification> => ({
  operation: "email-verifier",
  body: { email_anon_id: emailAnonId },
  read: readResponse,
});

/** What a new domain search can ask for (4.5). */
export interface DomainSearchOptions {
  /** A domain, a website address, or a name of 3 to 75 characters. */
  company: string;
  limit: number;
  emailType: EmailType;
  companyEnrichment: boolean;
}

/** 4.5: the first set of a new search. 1 credit for each 50 emails found, free if the company was searched before. */
export const searchDomain = (options: DomainSearchOptions): ServiceCall<DomainSearch> => ({
  operation: "domain-search",
  body: {
    company: options.company,
    limit: options.limit,
    email_type: options.emailType,
    company_enrichment: options.companyEnrichment,
  },
  read: readResponse,
});

/** 4.5: the next set of a search. Never to be repeated: a second sending would get the set after it. */
export const continueSearch = (searchId: string): ServiceCall<DomainSearch> => ({
  operation: "domain-search",
  body: { search_id: searchId },
  read: readResponse,
});
