import { isObject, type JsonObject } from "../json";
import type { ACCOUNT_FIELDS } from "./fields";
import { domainOf } from "./input-problems";

// The types of answers name only the fields that the add-on reads itself. Not all of them are checked, so do not trust
// them. All other fields become cells by their names alone (`fields.ts`).

/** The caller's plan and credits (service.account-information). */
export type AccountInformation = Partial<Record<(typeof ACCOUNT_FIELDS)[number], unknown>>;

/** The verification of one email address (service.verification-answer). */
export interface EmailVerification {
  free: boolean;
  email: string;
  email_status: string;
  email_sub_status: string | null;
}

/** One email of a domain search (service.found-emails). */
export interface FoundEmail {
  email: string;
  email_anon_id: string;
  /** `status` is `VALID` or `UNVERIFIED` as far as seen; the specification leaves the set open. */
  verification: { status: string };
}

/** One set of a domain search (service.domain-totals). */
export interface DomainSearch {
  email_list: FoundEmail[];
  /** Only there if it was asked for (service.company-details). */
  company_enrichment?: JsonObject;
  meta: {
    /** Asks for the next set, for 3 hours. Each use moves the search on, so it is never sent twice. */
    search_id: string;
    total_emails: number;
    remaining_emails: number;
    more_results: boolean;
    domain: string;
    limit: number;
  };
}

/** The sorts of emails that a domain search can list (service.domain-search). */
export const EMAIL_TYPES = ["all", "generic", "professional"] as const;
export type EmailType = (typeof EMAIL_TYPES)[number];

/** The filters of a company search; the service judges nesting and values (service.search-filters). */
export type CompanyFilters = JsonObject;

/** One page of a company search. The specification leaves the fields of a company open (service.company-page). */
export interface CompanyPage {
  /** True when the team has paid for the same result set within the last 30 days. */
  free: boolean;
  results: { company: JsonObject }[];
  pagination: { current_page: number; per_page: number; total_page: number; total_count: number };
}

/** The last part of an operation's address. */
export type Operation =
  | "account-information"
  | "email-count"
  | "search-company"
  | "email-verifier"
  | "domain-search"
  // The specification mentions it without its parameters (service.location-names); we use those of similar services.
  | "search-suggestions";

/** A request that is not sent yet: its operation, its body, and the way to read its answer. */
export interface ServiceCall<Result> {
  readonly operation: Operation;
  /** `null` for an empty body. */
  readonly body: object | null;
  /** Takes the result out of an answer; `undefined` when it is not there. */
  readonly read: (answer: JsonObject) => Result | undefined;
}

/**
 * Takes the result out of `{ error: false, response: {…} }`, the envelope of all operations but the company search.
 * @param isUsable checks the fields that the result needs, because the service is not to be trusted
 */
function responseIf<Result>(isUsable: (response: JsonObject) => boolean): ServiceCall<Result>["read"] {
  return ({ response }) => (isObject(response) && isUsable(response) ? (response as Result) : undefined);
}

/** A blank status would leave its row undone for ever; a longer text is no status. */
const MAX_STATUS_CHARACTERS = 100;

const readVerification = responseIf<EmailVerification>(
  ({ email_status: status }) =>
    typeof status === "string" && status.trim() !== "" && status.length <= MAX_STATUS_CHARACTERS,
);
const readDomainSearch = responseIf<DomainSearch>(
  ({ email_list, meta }) => Array.isArray(email_list) && email_list.every(isObject) && isObject(meta),
);

function readCompanyPage({ free, results, pagination }: JsonObject): CompanyPage | undefined {
  if (!Array.isArray(results) || !results.every(isObject) || !isObject(pagination)) return undefined;
  if (results.length > 0 && !results.some(({ company }) => isObject(company))) return undefined;
  // A company that cannot be read keeps its place, as the page was paid for.
  const companies = results.map(({ company }) => ({ company: isObject(company) ? company : {} }));
  return { free: free === true, results: companies, pagination } as CompanyPage;
}

/** Reads plan, credits and renewal. Free (service.account-information). */
export const readAccount = (): ServiceCall<AccountInformation> =>
  call(
    "account-information",
    null,
    responseIf(({ remaining_credits }) => typeof remaining_credits === "number"),
  );

/** Asks for the number of emails stored for a domain or website. Free (service.email-count). */
export const countEmails = (domain: string): ServiceCall<{ count: number }> =>
  call(
    "email-count",
    { domain: domainOf(domain) ?? domain },
    responseIf(({ count }) => typeof count === "number"),
  );

/**
 * Asks for one page of 25 companies. 1 credit unless paid for within 30 days. `page` counts from 1 to 1000
 * (service.company-search).
 */
export const searchCompanies = (filters: CompanyFilters, page: number): ServiceCall<CompanyPage> =>
  call("search-company", { filters, page }, readCompanyPage);

/**
 * Asks for names of locations that contain a text of at least 2 letters. Free. The service may not offer it, as the
 * specification leaves that open (service.location-names).
 */
export const locationSuggestions = (text: string): ServiceCall<{ name: string; type: string }[]> =>
  call("search-suggestions", { location_search: text }, ({ location_suggestions: found }) =>
    Array.isArray(found)
      ? found
          .filter(isObject)
          .flatMap(({ name, type }) =>
            typeof name === "string" ? [{ name, type: typeof type === "string" ? type : "" }] : [],
          )
      : undefined,
  );

/** Verifies an address. 0.5 credits, free if it was verified before (service.verification-request). */
export const verifyEmail = (email: string): ServiceCall<EmailVerification> =>
  call("email-verifier", { email }, readVerification);

/** Verifies an email of a domain search by its id. 0.5 credits only if it is `VALID` (service.verification-request). */
export const verifyFoundEmail = (emailAnonId: string): ServiceCall<EmailVerification> =>
  call("email-verifier", { email_anon_id: emailAnonId }, readVerification);

/** The choices of a new domain search (service.domain-search). */
interface DomainSearchOptions {
  /** A domain, a website address, or a name of 3 to 75 characters. */
  company: string;
  limit: number;
  emailType: EmailType;
  companyEnrichment: boolean;
}

/**
 * Asks for the first set of a new search. 1 credit for each 50 emails found, free if the company was searched before
 * (service.domain-search).
 */
export const searchDomain = (options: DomainSearchOptions): ServiceCall<DomainSearch> => {
  const { company, limit, emailType, companyEnrichment } = options;
  // A website address may hold a password, and the service needs nothing but the domain.
  const body = {
    company: domainOf(company) ?? company,
    limit,
    email_type: emailType,
    company_enrichment: companyEnrichment,
  };
  return call("domain-search", body, readDomainSearch);
};

/**
 * Asks for the next set of a search. Never repeat it: a second sending would get the set after it
 * (service.search-continuation).
 */
export const continueSearch = (searchId: string): ServiceCall<DomainSearch> =>
  call("domain-search", { search_id: searchId }, readDomainSearch);

/** The `search_id` of the next set. It is `""` if there is no next set, or if the service has more but names no id. */
export const nextSetOf = ({ more_results, search_id }: DomainSearch["meta"]): string =>
  more_results === true && typeof search_id === "string" ? search_id.trim() : "";

const call = <Result>(
  operation: Operation,
  body: object | null,
  read: ServiceCall<Result>["read"],
): ServiceCall<Result> => ({ operation, body, read });
