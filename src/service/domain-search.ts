/** What holds for domain searches (specification 4.5 and 8.1). */

/** 1 credit buys so many emails of a company. */
export const EMAILS_PER_CREDIT = 50;

/** Emails asked for when no limit is given: as many as 1 credit buys. */
export const DEFAULT_EMAIL_LIMIT = 50;

/** A run asks for no more of one company: the service's highest limit is not published. */
export const MOST_EMAILS = 1_000;
