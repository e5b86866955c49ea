import {
  type AskedText,
  failed,
  isAddress,
  type Reply,
  readReply,
  verificationCall,
  verificationReply,
} from "../asking/reply";
import { LONGEST_CACHE_SECONDS } from "../google";
import { EMAIL_HEADER, isUsualHeader } from "../header-words";
import { ServiceError } from "../service/errors";
import {
  ACCOUNT_FIELDS,
  type Cell,
  COMPANY_FIELDS,
  FOUND_EMAIL_FIELDS,
  rowOf,
  VERIFICATION_FIELDS,
} from "../service/fields";
import { companyProblem, domainOf, domainProblem, emailProblem, isDomain } from "../service/input-problems";
import { HALVES_PER_VERIFICATION, halvesForEmails } from "../service/limits";
import {
  type AccountInformation,
  accountCall,
  type DomainSearch,
  type EmailType,
  type EmailVerification,
  emailCountCall,
  type FoundEmail,
  type Operation,
  type Outcome,
  type ServiceCall,
  searchDomain,
} from "../service/operations";
import { addressIn, companyIn, companyKey } from "../service/read-cell";
import { oneSpelling, plainHeader } from "../spelling";

/** `alone` is a cell of its own, `top` the first of several rows, `below` any row below it. */
export type CellPlace = "alone" | "top" | "below";

export interface QuestionKind<Resource, Known> {
  /** Names the questions among the claims of a document; jobs use the same names. */
  name: string;
  /** The order in which they are kept. Answers that were kept with other fields are not read. */
  fields: readonly string[];
  operation: Operation;
  lifetimeSeconds: number;
  /** Takes the address out of `Ann <ann@acme.example>`. */
  textOf(cell: string): string;
  /** Equal for all spellings of the same question. */
  keyOf(text: string): string;
  /** In plain words; `null` if the text can be asked about. */
  problem(text: string, place: CellPlace): string | null;
  /** True if a text with a problem can be asked about when a domain search has sent it as an id. */
  mayBeFound(text: string): boolean;
  call(question: AskedText): ServiceCall<Resource>;
  /** The part that is kept is small plain JSON. */
  reply(question: AskedText, outcome: Outcome<Resource>, nowMs: number): Reply<Known>;
  /** True if a kept answer is enough. A search may have been made with a lower limit. */
  suffices(known: Known): boolean;
  asksAlone(text: string): boolean;
  mostHalves: number;
  foundIds(known: Known): [address: string, anonId: string][];
  usesFoundIds: boolean;
}

/** Short, because the balance changes with every call. */
const ACCOUNT_LIFETIME_SECONDS = 60;

/** What most kinds have in common. Asking again is free, so a long lifetime only saves calls. */
const ORDINARY = {
  lifetimeSeconds: LONGEST_CACHE_SECONDS,
  textOf: (text: string) => text,
  keyOf: oneSpelling,
  mayBeFound: () => false,
  suffices: () => true,
  asksAlone: () => false,
  mostHalves: 0,
  foundIds: () => [],
  usesFoundIds: false,
};

export const COMPANY_COLUMNS: readonly string[] = [...COMPANY_FIELDS, "domain", "total_emails"];

export const ACCOUNT_COLUMNS: readonly string[] = [...ACCOUNT_FIELDS, "as_of"];

/** In a range, a long word of letters and digits is an id: it is neither a name nor a number nor a date. */
const LONG_ID = /^(?=.*\d)(?=.*[a-z])[\w-]{12,}=*$/i;

/** A single argument is also an id if it has letters and digits, or is longer than any other word or number. */
const SOME_ID = /^(?:(?=.*\d)(?=.*[a-z])[!-~]*|\d{16,}|[a-z]{12,})$/i;

const TOP_LEVEL_DOMAIN = /\.(?:[^\d.]+|xn--[^.]+)$/i;

function isSurelyId(text: string, place: CellPlace): boolean {
  if (/[\s@]/.test(text)) return false;
  if (place !== "alone") return LONG_ID.test(text);
  const domain = domainOf(text);
  return SOME_ID.test(text) && !(domain !== null && TOP_LEVEL_DOMAIN.test(domain));
}

const A_HEADER = "this looks like the header of the column";

/** Asks for an address, or for an id of a domain search. Kept as a row of `VERIFICATION_FIELDS`. */
export const VERIFICATION: QuestionKind<EmailVerification, Cell[]> = {
  ...ORDINARY,
  name: "verification",
  fields: VERIFICATION_FIELDS,
  operation: "email-verifier",
  textOf: addressIn,
  // Ids that differ only in letter case are different.
  keyOf: (text) => (isAddress(text) ? oneSpelling(text) : text),
  problem(text, place) {
    if (isSurelyId(text, place)) return null;
    const problem = emailProblem(text);
    return problem !== null && place === "top" && EMAIL_HEADER.test(plainHeader(text))
      ? `${problem}: ${A_HEADER}`
      : problem;
  },
  mayBeFound: (text) => !isAddress(text),
  call: verificationCall,
  reply(question, outcome) {
    const reply = verificationReply(question, outcome);
    if (reply.state === "failed" && reply.error.code === "INVALID_REQUEST" && !isAddress(question.text))
      return failed(new ServiceError("UNKNOWN_ID", reply.error.status));
    return reply.state === "answered" ? { ...reply, result: rowOf(reply.result, VERIFICATION_FIELDS) } : reply;
  },
  mostHalves: HALVES_PER_VERIFICATION,
  usesFoundIds: true,
};

export const EMAIL_COUNT: QuestionKind<{ count: number }, Cell[]> = {
  ...ORDINARY,
  name: "count",
  fields: ["count"],
  operation: "email-count",
  textOf: companyIn,
  keyOf: companyKey,
  problem(text, place) {
    const problem = domainProblem(text);
    return problem !== null && place === "top" && isUsualHeader(text) ? `not a domain: ${A_HEADER}` : problem;
  },
  call: ({ text }) => emailCountCall(text),
  reply: (_, outcome) => readReply(outcome, (answer) => ({ result: rowOf(answer, ["count"]), charge: 0 })),
};

/** Kept as a row of `ACCOUNT_COLUMNS`. The question is the key's fingerprint, so that keys share no answers. */
export const ACCOUNT: QuestionKind<AccountInformation, Cell[]> = {
  ...ORDINARY,
  name: "account",
  fields: ACCOUNT_COLUMNS,
  operation: "account-information",
  lifetimeSeconds: ACCOUNT_LIFETIME_SECONDS,
  keyOf: (fingerprint) => fingerprint,
  problem: () => null,
  call: accountCall,
  reply: (_, outcome, nowMs) =>
    readReply(outcome, (account) => ({ result: [...rowOf(account, ACCOUNT_FIELDS), timestamp(nowMs)], charge: 0 })),
};

/** `YYYY-MM-DD HH:MM:SS+00:00`, as the service writes times. */
function timestamp(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace("T", " ")}+00:00`;
}

/** Serves `=DOMAIN_EMAILS()` and `=COMPANY_INFO()` alike. */
export interface KnownSearch {
  /** A row of `COMPANY_COLUMNS`. */
  company: Cell[];
  /** Rows of `FOUND_EMAIL_FIELDS`. */
  emails: Cell[][];
  /** The emails are complete up to this limit. */
  completeTo: number;
}

/** Says in `completeTo` that there are no more emails. */
export const ALL_EMAILS = 1e9;

const EMAIL = FOUND_EMAIL_FIELDS.indexOf("email");
const ANON_ID_FIELD = FOUND_EMAIL_FIELDS.indexOf("email_anon_id");

const addressOf = (row: Cell[]): string => oneSpelling(String(row[EMAIL] ?? ""));

export function searchQuestion(limit: number, emailType: EmailType): QuestionKind<DomainSearch, KnownSearch> {
  const mostHalves = halvesForEmails(limit);
  return {
    ...ORDINARY,
    name: `search-${emailType}`,
    fields: [...COMPANY_COLUMNS, "emails", ...FOUND_EMAIL_FIELDS],
    operation: "domain-search",
    textOf: companyIn,
    keyOf: companyKey,
    problem: (text, place) =>
      place === "top" && isUsualHeader(text) ? `not a company: ${A_HEADER}` : companyProblem(text),
    // Every search asks for the company's details, so that one search serves both formulas.
    call: ({ text: company }) => searchDomain({ company, limit, emailType, companyEnrichment: true }),
    reply: (_, outcome) =>
      readReply(outcome, (search) => {
        const { email_list: emails, meta } = search;
        const hasMore = meta.more_results === true;
        // The service may give less at a time than was asked for: its highest limit is not published.
        const isShort = hasMore && emails.length < limit;
        const completeTo = isShort ? emails.length : hasMore ? limit : ALL_EMAILS;
        return {
          result: knownSearch(search, emails, completeTo),
          // Whoever asks for the further sets needs the rest of what is reserved, and gives back what is left of it.
          charge: isShort ? mostHalves : halvesForEmails(emails.length),
        };
      }),
    suffices: ({ completeTo }) => completeTo >= limit,
    // The service resolves names slowly.
    asksAlone: (company) => !isDomain(company),
    mostHalves,
    foundIds: ({ emails }) =>
      emails.flatMap((row): [string, string][] => {
        const anonId = row[ANON_ID_FIELD];
        return typeof anonId === "string" && anonId !== "" ? [[addressOf(row), anonId]] : [];
      }),
  };
}

/** @param completeTo the limit up to which these are all emails */
export const knownSearch = (
  { company_enrichment: enrichment, meta }: DomainSearch,
  emails: FoundEmail[],
  completeTo: number,
): KnownSearch => ({
  company: [...rowOf(enrichment, COMPANY_FIELDS), ...rowOf(meta, ["domain", "total_emails"])],
  emails: emails.map((email) => rowOf(email, FOUND_EMAIL_FIELDS)),
  completeTo,
});
