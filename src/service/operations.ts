import { isObject, type JsonObject } from "../json";
import type { ACCOUNT_FIELDS } from "./fields";
import { domainOf } from "./input-problems";

// Answers name only the fields that the add-on reads, and not all are checked. Others become cells (`fields.ts`).

/** service.account-information */
export type AccountInformation = Partial<Record<(typeof ACCOUNT_FIELDS)[number], unknown>>;

/** service.verification-answer */
export interface EmailVerification {
  free: boolean;
  email: string;
  email_status: string;
  email_sub_status: string | null;
}

/** service.found-emails */
export interface FoundEmail {
  email: string;
  email_anon_id: string;
  /** `status` is `VALID` or `UNVERIFIED` as far as seen; the specification leaves the set open. */
  verification: { status: string };
}

/** service.domain-totals */
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

/** service.domain-search */
export const EMAIL_TYPES = ["all", "generic", "professional"] as const;
export type EmailType = (typeof EMAIL_TYPES)[number];

/** The filters of a company search; the service judges nesting and values (service.search-filters). */
export type CompanyFilters = JsonObject;

/** The specification leaves the fields of a company open (service.company-page). */
export interface CompanyPage {
  /** True when the team has paid for the same result set within the last 30 days. */
  free: boolean;
  results: { company: JsonObject }[];
  pagination: { current_page: number; per_page: number; total_page: number; total_count: number };
}

export type Operation =
  | "account-information"
  | "email-count"
  | "search-company"
  | "email-verifier"
  | "domain-search"
  // The specification mentions it without its parameters (service.location-names); we use those of similar services.
  | "search-suggestions";

export interface ServiceCall<Result> {
  readonly operation: Operation;
  /** `null` for an empty body. */
  readonly body: object | null;
  /** Returns `undefined` when the answer holds no result. */
  readonly read: (answer: JsonObject) => Result | undefined;
}

/** Opens `{ error: false, response: {…} }`, the envelope of all operations but the company search. */
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

/** Free (service.account-information). */
export const readAccount = (): ServiceCall<AccountInformation> =>
  call(
    "account-information",
    null,
    responseIf(({ remaining_credits }) => typeof remaining_credits === "number"),
  );

/** Free. Accepts a domain or a website (service.email-count). */
export const countEmails = (domain: string): ServiceCall<{ count: number }> =>
  call(
    "email-count",
    { domain: domainOf(domain) ?? domain },
    responseIf(({ count }) => typeof count === "number"),
  );

/** 1 credit for 25 companies, free again for 30 days. `page` counts from 1 to 1000 (service.company-search). */
export const searchCompanies = (filters: CompanyFilters, page: number): ServiceCall<CompanyPage> =>
  call("search-company", { filters, page }, readCompanyPage);

/** Free, from 2 letters on. The specification leaves open whether the service offers it (service.location-names). */
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

/** 0.5 credits, free if the address was verified before (service.verification-request). */
export const verifyEmail = (email: string): ServiceCall<EmailVerification> =>
  call("email-verifier", { email }, readVerification);

/** 0.5 credits only if the address is `VALID` (service.verification-request). */
export const verifyFoundEmail = (emailAnonId: string): ServiceCall<EmailVerification> =>
  call("email-verifier", { email_anon_id: emailAnonId }, readVerification);

/** service.domain-search */
export interface EmailSearch {
  /** A domain, a website address, or a name of 3 to 75 characters. */
  company: string;
  limit: number;
  emailType: EmailType;
  companyEnrichment: boolean;
}

/** 1 credit for each 50 emails found, free if the company was searched before (service.domain-search). */
export const searchDomain = (search: EmailSearch): ServiceCall<DomainSearch> => {
  const { company, limit, emailType, companyEnrichment } = search;
  // A website address may hold a password, and the service needs nothing but the domain.
  const body = {
    company: domainOf(company) ?? company,
    limit,
    email_type: emailType,
    company_enrichment: companyEnrichment,
  };
  return call("domain-search", body, readDomainSearch);
};

/** Never repeat this call: a second sending would get the set after it (service.search-continuation). */
export const continueSearch = (searchId: string): ServiceCall<DomainSearch> =>
  call("domain-search", { search_id: searchId }, readDomainSearch);

/** Returns `""` if there is no next set, or if the service has more but names no id. */
export const nextSetOf = ({ more_results, search_id }: DomainSearch["meta"]): string =>
  more_results === true && typeof search_id === "string" ? search_id.trim() : "";

const call = <Result>(
  operation: Operation,
  body: object | null,
  read: ServiceCall<Result>["read"],
): ServiceCall<Result> => ({ operation, body, read });
