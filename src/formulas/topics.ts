import { type Cell, rowOf } from "../service/cells";
import { ACCOUNT_FIELDS, COMPANY_FIELDS, FOUND_EMAIL_FIELDS, VERIFICATION_FIELDS } from "../service/fields";
import { countEmails, readAccount, searchDomain, verifyEmail } from "../service/operations";
import { companyProblem, domainProblem, emailProblem, isDomain } from "../service/recognise";
import type { AccountInformation, DomainSearch, EmailCount, EmailType, EmailVerification } from "../service/resources";
import { LIFETIME_SECONDS, ORDINARY, type Topic } from "./topic";

/** The columns of `=COMPANY_INFO()`: the enrichment, and what the search itself tells of the company. */
export const COMPANY_COLUMNS = [...COMPANY_FIELDS, "domain", "total_emails"];

/** The columns of `=ACCOUNT_INFO()`. */
export const ACCOUNT_COLUMNS = [...ACCOUNT_FIELDS, "as_of"];

/** The status of emails; kept as a row of `VERIFICATION_FIELDS`. */
export const VERIFICATION: Topic<EmailVerification, Cell[]> = {
  ...ORDINARY,
  name: "verification",
  operation: "email-verifier",
  lifetimeSeconds: LIFETIME_SECONDS.verification,
  problem: emailProblem,
  call: verifyEmail,
  known: (verification) => rowOf(verification, VERIFICATION_FIELDS),
};

/** The number of emails of domains; kept as a row of one. */
export const EMAIL_COUNT: Topic<EmailCount, Cell[]> = {
  ...ORDINARY,
  name: "count",
  operation: "email-count",
  lifetimeSeconds: LIFETIME_SECONDS.emailCount,
  problem: domainProblem,
  call: countEmails,
  known: (answer) => rowOf(answer, ["count"]),
};

/** There is one account to ask about: the key's. */
export const THE_ACCOUNT = "account";

/** Plan and credits; kept as a row of `ACCOUNT_COLUMNS`. */
export const ACCOUNT: Topic<AccountInformation, Cell[]> = {
  ...ORDINARY,
  name: "account",
  operation: "account-information",
  lifetimeSeconds: LIFETIME_SECONDS.account,
  problem: () => null,
  call: readAccount,
  known: (account, nowMs) => [...rowOf(account, ACCOUNT_FIELDS), timestamp(nowMs)],
};

/** As the service writes times (specification 2.1). */
function timestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace("T", " ")}+00:00`;
}

/** What is kept of a domain search, for `=DOMAIN_EMAILS()` and `=COMPANY_INFO()` alike. */
export interface KnownSearch {
  /** A row of `COMPANY_COLUMNS`. */
  company: Cell[];
  /** Rows of `FOUND_EMAIL_FIELDS`. */
  emails: Cell[][];
  totalEmails: number;
  /** Up to this limit the emails are complete. */
  completeTo: number;
  /** Continues the search right after it was made; never used from the cache (design 3.8). */
  searchId: string;
}

/** `completeTo` of a search that has no more to give. */
export const ALL_EMAILS = 1e9;

/** A search for up to `limit` emails of a company. */
export const searchTopic = (limit: number, emailType: EmailType): Topic<DomainSearch, KnownSearch> => ({
  name: `search-${emailType}`,
  operation: "domain-search",
  lifetimeSeconds: LIFETIME_SECONDS.search,
  problem: companyProblem,
  // With the enrichment in every search, one search serves both formulas.
  call: (company) => searchDomain({ company, limit, emailType, companyEnrichment: true }),
  known: (search) => knownSearch(search, limit),
  suffices: ({ completeTo }) => completeTo >= limit,
  // The service resolves names slowly (specification 4.5).
  asksAlone: (company) => !isDomain(company),
});

function knownSearch(search: DomainSearch, limit: number): KnownSearch {
  const { company_enrichment: enrichment, meta } = search;
  const emails = search.email_list.map((email) => rowOf(email, FOUND_EMAIL_FIELDS));
  // The service may give less at a time than was asked for (the highest limit is not specified).
  const isCut = meta.more_results === true && Number(meta.limit) < limit;
  return {
    company: [...rowOf(enrichment, COMPANY_FIELDS), ...rowOf(meta, ["domain", "total_emails"])],
    emails,
    totalEmails: Number(meta.total_emails) || emails.length,
    completeTo: isCut ? emails.length : meta.more_results === true ? limit : ALL_EMAILS,
    searchId: isCut ? String(meta.search_id) : "",
  };
}
