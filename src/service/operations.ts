import { isObject, type JsonObject, parse } from "../json";
import { ServiceError, type ServiceErrorCode, TOO_MANY_CALLS } from "./errors";
import { type ACCOUNT_FIELDS, cellOf } from "./fields";
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

/** The domain that was searched; `null` if the service tells none. */
export const searchedDomain = ({ meta }: DomainSearch): string | null =>
  domainOf(String(cellOf(meta, "domain")).toLowerCase());

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
export const accountCall = (): ServiceCall<AccountInformation> =>
  call(
    "account-information",
    null,
    responseIf(({ remaining_credits }) => typeof remaining_credits === "number"),
  );

/** Free. Accepts a domain or a website (service.email-count). */
export const emailCountCall = (domain: string): ServiceCall<{ count: number }> =>
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

export interface ServiceClient {
  /** Sends all calls at the same time. Never throws. */
  askAll<Result>(calls: ServiceCall<Result>[]): Outcome<Result>[];
  /** Never throws. */
  ask<Result>(call: ServiceCall<Result>): Outcome<Result>;
}

/** @param baseUrl https, without a slash at its end (service.http-calls, service.key-header) */
export function createServiceClient(transport: HttpTransport, baseUrl: string, apiKey: string): ServiceClient {
  const client: ServiceClient = {
    ask: (call) => client.askAll([call])[0] as Outcome<never>,
    askAll(calls) {
      const requests = calls.map(({ operation, body }) => ({
        url: `${baseUrl}/${operation}`,
        headers: { "X-KEY": apiKey },
        body: body === null ? "" : JSON.stringify(body),
      }));
      try {
        const responses = transport.sendAll(requests);
        return calls.map((call, i) => readAnswer(call, responses[i] ?? { status: 0, text: "" }, apiKey));
      } catch (thrown) {
        if (thrown instanceof ServiceError) return calls.map(() => ({ ok: false, error: thrown }));
        // When one answer is lost, all of them are. Google translates its words, so they are shown and never parsed.
        const detail = maskKey(thrown instanceof Error ? thrown.message : String(thrown), apiKey);
        return calls.map(() => ({ ok: false, error: new ServiceError("NO_ANSWER", null, detail) }));
      }
    },
  };
  return client;
}

export interface HttpRequest {
  url: string;
  headers: Record<string, string>;
  /** JSON text, or `""` for an empty body. */
  body: string;
}

export interface HttpResponse {
  status: number;
  text: string;
}

export interface HttpTransport {
  /**
   * Sends all requests at the same time, and does not follow redirects.
   * @throws ServiceError with `NO_CONSENT` when nothing may be sent; otherwise whatever the platform throws when one
   * request gets no answer. All answers are lost then
   */
  sendAll(requests: HttpRequest[]): HttpResponse[];
}

/** A shorter key would be part of ordinary words. */
const SHORTEST_KEY = 6;
const MASK = "(key)";

/** A refusal may repeat the key, and its words are kept and shown to everybody who has the document open. */
function maskKey(text: string, apiKey: string): string {
  return apiKey.length < SHORTEST_KEY ? text : text.split(apiKey).join(MASK);
}

/** The specification's answers have five levels; much deeper ones would exhaust the stack. */
const MAX_LEVELS = 12;
const TOO_DEEP = "…";

/** Control characters except tabs and line ends, halves of letters, and marks that change the direction of text. */
const UNREADABLE = /[^\P{Cc}\t\n]|[\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

function cleanAnswer(value: unknown, apiKey: string, levels: number = MAX_LEVELS): unknown {
  const clean = (text: string): string => maskKey(text.replace(UNREADABLE, ""), apiKey);
  if (typeof value === "string") return clean(value);
  if (typeof value !== "object" || value === null) return value;
  if (levels === 0) return TOO_DEEP;
  const inner = (item: unknown): unknown => cleanAnswer(item, apiKey, levels - 1);
  if (Array.isArray(value)) return value.map(inner);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [clean(name), inner(item)]));
}

export type Outcome<Result> = { ok: true; result: Result } | { ok: false; error: ServiceError };

/** Longer texts of the service are cut. All filters with their plans, or 500 refused names, are shorter. */
const MAX_DETAIL_CHARACTERS = 20_000;

/** Reads an answer and masks the key in it (service.answer-envelope, service.failure-answers). */
function readAnswer<Result>(
  call: ServiceCall<Result>,
  { status, text }: HttpResponse,
  apiKey: string,
): Outcome<Result> {
  const content = cleanAnswer(parse(text), apiKey);
  const answer = isObject(content) ? content : null;
  if (status < 200 || status >= 300 || answer?.error === true) {
    return { ok: false, error: new ServiceError(codeOf(answer, status), status, detailOf(answer)) };
  }
  const result = answer ? call.read(answer) : undefined;
  if (result === undefined) return { ok: false, error: new ServiceError("UNREADABLE_ANSWER", status) };
  return { ok: true, result };
}

/** Tells the code by the status when the answer has none. */
const CODES_OF_STATUS: Record<number, ServiceErrorCode> = { 401: "INVALID_API_KEY", 402: "INSUFFICIENT_CREDITS" };

function codeOf(answer: JsonObject | null, status: number): ServiceErrorCode {
  const code = answer?.error_code;
  // Everything that the service sends is untrusted, so only texts that look like codes may stand in messages and cells.
  const isCode = status !== TOO_MANY_CALLS && typeof code === "string" && /^[A-Z][A-Z0-9_]{1,59}$/.test(code);
  if (isCode) return code as ServiceErrorCode;
  const isRefusal = answer?.error === true && status > 400 && status < 500 && status !== TOO_MANY_CALLS;
  return CODES_OF_STATUS[status] ?? (isRefusal ? "INVALID_REQUEST" : (`HTTP_${status}` as ServiceErrorCode));
}

function detailOf(answer: JsonObject | null): string {
  const detail = answer?.filter_error;
  return typeof detail === "string" ? detail.slice(0, MAX_DETAIL_CHARACTERS) : "";
}
