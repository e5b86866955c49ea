import type { Operation } from "./operations";

/** The service's limits and prices, each with its rule in docs/service.md. */

export interface RateLimit {
  callsPerMinute: number;
  callsPerSecond: number;
  /** True if the limit is not published: the pace begins here and adapts. */
  isGuess?: boolean;
}

const UNPUBLISHED: RateLimit = { callsPerMinute: 60, callsPerSecond: 5, isGuess: true };

/** The limits of calls, by operation (service.rate-limits). */
export const RATE_LIMITS: Record<Operation, RateLimit> = {
  "account-information": UNPUBLISHED,
  "email-count": UNPUBLISHED,
  "search-company": UNPUBLISHED,
  "search-suggestions": UNPUBLISHED,
  "email-verifier": { callsPerMinute: 400, callsPerSecond: 10 },
  "domain-search": { callsPerMinute: 1000, callsPerSecond: 50 },
};

/** The price of an address: half a credit (service.verification-price). */
export const HALVES_PER_VERIFICATION = 1;

/** The number of emails of a domain search that 1 credit buys (service.domain-price). */
const EMAILS_PER_CREDIT = 50;

/** Refusals that are about the company itself, however often it is asked about (service.company-failures). */
export const COMPANY_REFUSALS = ["INVALID_DOMAIN_NAME", "INVALID_COMPANY", "CANT_FIND_DOMAIN", "DOMAIN_IS_WEBMAIL"];

/** Sub statuses of an INVALID that means only that the mail server did not answer (service.sub-statuses). */
export const UNANSWERED = ["dns_timed_out", "smtp_timed_out", "smtp_unknown_response"];

/** The number of emails asked for without a limit: as many as 1 credit buys. */
export const DEFAULT_EMAIL_LIMIT = 50;

/** The most emails that a job asks for of one company. The service's highest limit is not published. */
export const MAX_EMAILS = 1_000;

/** The most that this many different emails of a company cost, in half credits. */
export const halvesForEmails = (emails: number): number => 2 * Math.ceil(emails / EMAILS_PER_CREDIT);

/**
 * The size of the sets in which `limit` emails cost the least. In sets of 100, a search for 120 emails would bring 200,
 * and cost a credit more than in sets of 60.
 * @param largest the most that the service gives at a time
 */
export function setSizeFor(limit: number, largest: number): number {
  const paid = Math.ceil(limit / EMAILS_PER_CREDIT) * EMAILS_PER_CREDIT;
  let sets = Math.ceil(limit / Math.max(1, largest));
  while (sets * Math.ceil(limit / sets) > paid) sets++;
  return Math.ceil(limit / sets);
}

/** The limits of a company search (service.search-size). */
export const COMPANIES_PER_PAGE = 25;
export const MAX_PAGES = 1_000;
export const MAX_LIST_ENTRIES = 500;

/** The price of a page with at least one company: one credit (service.page-price). */
export const HALVES_PER_PAGE = 2;

/** The time for which the same page is free for the team (service.free-pages). */
export const FREE_AGAIN_MS = 30 * 24 * 60 * 60 * 1_000;
