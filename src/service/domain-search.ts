/** What holds for domain searches (specification 4.5 and 8.1). */

/** 1 credit buys so many emails of a company. */
const EMAILS_PER_CREDIT = 50;

/** What the service says of a company itself, however often it is asked (specification 7.2). */
export const COMPANY_REFUSALS = ["INVALID_DOMAIN_NAME", "INVALID_COMPANY", "CANT_FIND_DOMAIN", "DOMAIN_IS_WEBMAIL"];

/** Emails asked for when no limit is given: as many as 1 credit buys. */
export const DEFAULT_EMAIL_LIMIT = 50;

/** A run asks for no more of one company: the service's highest limit is not published. */
export const MOST_EMAILS = 1_000;

/** What pulling so many different emails of a company costs at most, in half credits. */
export const halvesForEmails = (emails: number): number => 2 * Math.ceil(emails / EMAILS_PER_CREDIT);

/**
 * The size of the sets in which to pull `limit` emails so that they cost no more than `limit` emails do: 120 in sets of
 * 100 would be 200, and a credit more than in sets of 60.
 * @param largest as many as the service gives at a time
 */
export function setSizeFor(limit: number, largest: number): number {
  const paid = Math.ceil(limit / EMAILS_PER_CREDIT) * EMAILS_PER_CREDIT;
  let sets = Math.ceil(limit / Math.max(1, largest));
  while (sets * Math.ceil(limit / sets) > paid) sets++;
  return Math.ceil(limit / sets);
}
