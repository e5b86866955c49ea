import type {
  AccountInformation,
  CompanyFilters,
  CompanyPage,
  DomainSearch,
  EmailCount,
  EmailType,
  EmailVerification,
} from "./responses";

/** The last part of an operation's address. */
export type Operation =
  | "account-information"
  | "email-count"
  | "search-company"
  | "email-verifier"
  | "domain-search"
  // Mentioned without its parameters (service.location-names): used where the service answers as others of its family
  // do.
  | "search-suggestions";

/** One request, not yet sent: where it goes, its body, and how its result is taken out of the answer. */
export interface ServiceCall<Result> {
  readonly operation: Operation;
  /** `null` for an empty body. */
  readonly body: object | null;
  /** Takes the result out of an answer; `undefined` when it is not there. */
  readonly read: (answer: Record<string, unknown>) => Result | undefined;
}

/**
 * Takes the result out of the envelope of all operations but the company search, `{ error: false, response: {…} }`.
 * @param isUsable looks at the fields without which the result is none; what the service sends is not to be trusted
 */
function responseIf<Result>(isUsable: (response: Record<string, unknown>) => boolean): ServiceCall<Result>["read"] {
  return ({ response }) => (isObject(response) && isUsable(response) ? (response as Result) : undefined);
}

/** A blank status would leave its row undone for ever; a longer one is none. */
const MOST_STATUS_CHARACTERS = 100;

const readVerification = responseIf<EmailVerification>(
  ({ email_status: status }) =>
    typeof status === "string" && status.trim() !== "" && status.length <= MOST_STATUS_CHARACTERS,
);
const readDomainSearch = responseIf<DomainSearch>(
  ({ email_list, meta }) => Array.isArray(email_list) && email_list.every(isObject) && isObject(meta),
);

function readCompanyPage({ free, results, pagination }: Record<string, unknown>): CompanyPage | undefined {
  if (!Array.isArray(results) || !results.every(isObject) || !isObject(pagination)) return undefined;
  return { free: free === true, results, pagination } as CompanyPage;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Plan, credits and renewal. Free (service.account-information). */
export const readAccount = (): ServiceCall<AccountInformation> => ({
  operation: "account-information",
  body: null,
  read: responseIf(({ remaining_credits }) => typeof remaining_credits === "number"),
});

/** The number of emails stored for a domain or website. Free (service.email-count). */
export const countEmails = (domain: string): ServiceCall<EmailCount> => ({
  operation: "email-count",
  body: { domain },
  read: responseIf(({ count }) => typeof count === "number"),
});

/**
 * One page of 25 companies, 1 credit unless paid for within 30 days. `page` counts from 1 to 1000
 * (service.company-search).
 */
export const searchCompanies = (filters: CompanyFilters, page: number): ServiceCall<CompanyPage> => ({
  operation: "search-company",
  body: { filters, page },
  read: readCompanyPage,
});

/**
 * Location strings that contain a text of at least 2 letters. Free; optional, as the specification leaves it open
 * (service.location-names).
 */
export const locationSuggestions = (text: string): ServiceCall<{ name: string; type: string }[]> => ({
  operation: "search-suggestions",
  body: { location_search: text },
  read: ({ location_suggestions: found }) =>
    Array.isArray(found)
      ? found
          .filter(isObject)
          .flatMap(({ name, type }) =>
            typeof name === "string" ? [{ name, type: typeof type === "string" ? type : "" }] : [],
          )
      : undefined,
});

/** Verifies an address. 0.5 credits, free if it was verified before (service.verification-request). */
export const verifyEmail = (email: string): ServiceCall<EmailVerification> => ({
  operation: "email-verifier",
  body: { email },
  read: readVerification,
});

/** Verifies an email of a domain search by its id. 0.5 credits only if it is `VALID` (service.verification-request). */
export const verifyFoundEmail = (emailAnonId: string): ServiceCall<EmailVerification> => ({
  operation: "email-verifier",
  body: { email_anon_id: emailAnonId },
  read: readVerification,
});

/** The choices of a new domain search (service.domain-search). */
export interface DomainSearchOptions {
  /** A domain, a website address, or a name of 3 to 75 characters. */
  company: string;
  limit: number;
  emailType: EmailType;
  companyEnrichment: boolean;
}

/**
 * The first set of a new search. 1 credit for each 50 emails found, free if the company was searched before
 * (service.domain-search).
 */
export const searchDomain = (options: DomainSearchOptions): ServiceCall<DomainSearch> => ({
  operation: "domain-search",
  body: {
    company: options.company,
    limit: options.limit,
    email_type: options.emailType,
    company_enrichment: options.companyEnrichment,
  },
  read: readDomainSearch,
});

/**
 * The next set of a search. Never to be repeated: a second sending would get the set after it
 * (service.search-continuation).
 */
export const continueSearch = (searchId: string): ServiceCall<DomainSearch> => ({
  operation: "domain-search",
  body: { search_id: searchId },
  read: readDomainSearch,
});
