import type { Operation } from "./operations";

export interface RateLimit {
  callsPerMinute: number;
  callsPerSecond: number;
  /** True if the limit is not published. The pace begins here and adapts. */
  isGuess?: boolean;
}

const UNPUBLISHED: RateLimit = { callsPerMinute: 60, callsPerSecond: 5, isGuess: true };

/** service.rate-limits */
export const RATE_LIMITS: Record<Operation, RateLimit> = {
  "account-information": UNPUBLISHED,
  "email-count": UNPUBLISHED,
  "search-company": UNPUBLISHED,
  "search-suggestions": UNPUBLISHED,
  "email-verifier": { callsPerMinute: 400, callsPerSecond: 10 },
  "domain-search": { callsPerMinute: 1000, callsPerSecond: 50 },
};

/** No answer takes longer: a verification is the slowest (service.response-times). */
export const SLOWEST_ANSWER_MS = 10_000;

/** Half a credit for each address (service.verification-price). */
export const HALVES_PER_VERIFICATION = 1;

/** 1 credit buys this many emails of a domain search (service.domain-price). */
const EMAILS_PER_CREDIT = 50;

/** Codes that are about the company itself, however often it is asked about (service.company-failures). */
export const COMPANY_REFUSALS = ["INVALID_DOMAIN_NAME", "INVALID_COMPANY", "CANT_FIND_DOMAIN", "DOMAIN_IS_WEBMAIL"];

/** An INVALID with one of these sub-statuses means only that the mail server did not answer (service.sub-statuses). */
export const UNANSWERED = ["dns_timed_out", "smtp_timed_out", "smtp_unknown_response"];

/** 1 credit buys this many. */
export const DEFAULT_EMAIL_LIMIT = 50;

/** A job asks for no more emails of one company. The service's highest limit is not published. */
export const MAX_EMAILS = 1_000;

export const halvesForEmails = (emails: number): number => 2 * Math.ceil(emails / EMAILS_PER_CREDIT);

/** Finds the cheapest size: for 120 emails, sets of 100 would bring 200, and cost a credit more than sets of 60. */
export function setSizeFor(limit: number, largest: number): number {
  const paid = Math.ceil(limit / EMAILS_PER_CREDIT) * EMAILS_PER_CREDIT;
  let sets = Math.ceil(limit / Math.max(1, largest));
  while (sets * Math.ceil(limit / sets) > paid) sets++;
  return Math.ceil(limit / sets);
}

/** service.search-size */
export const COMPANIES_PER_PAGE = 25;
export const MAX_PAGES = 1_000;
export const MAX_LIST_ENTRIES = 500;

/** One credit, if the page has at least one company (service.page-price). */
export const HALVES_PER_PAGE = 2;

/** The same page is free for the team for this long (service.free-pages). */
export const FREE_AGAIN_MS = 30 * 24 * 60 * 60 * 1_000;
