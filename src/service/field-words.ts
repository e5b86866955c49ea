import { plainHeader } from "../spelling";
import { ASKED_ADDRESS, ENRICHMENT_PREFIX } from "./fields";

/** People read these words above columns and when they choose some. Formulas use the names of the specification. */

export interface FieldWords {
  header: string;
  /** What the column holds; `""` for a field that only the service knows. */
  about: string;
  /** The header that earlier versions wrote. */
  earlier?: string;
}

const ofWords = (table: [field: string, header: string, about: string, earlier?: string][]): Map<string, FieldWords> =>
  // A Map, because the service may call a field `constructor`.
  new Map(table.map(([field, header, about, earlier = ""]) => [field, { header, about, earlier }]));

const OF_A_PERSON = "Of the person whose email it is; blank for a role's.";
const ANY_ADDRESS = "TRUE if the domain takes any address, whether it exists or not.";
const EMAIL_ID = "The service's name for the email. Verifying it by this id may cost less.";

/** Fields of results beside their inputs (service.verification-answer, service.domain-totals). */
const RESULTS = ofWords([
  ["free", "Was it free", "TRUE if the answer cost nothing."],
  ["email", "Email", "The address that was verified."],
  ["email_anon_id", "Email ID", EMAIL_ID],
  ["domain", "Domain", "The domain of the address or of the company."],
  [
    "email_status",
    "Email status",
    "VALID exists, INVALID does not, CATCH_ALL cannot be told: its domain takes any address.",
  ],
  [ASKED_ADDRESS, "Address asked", "The address that was read in the cell and verified."],
  ["verdict", "Verdict", "OK to send, Risky, Do not send or Not known, by the rules that the guide shows."],
  ["verdict_reason", "Why", "What has decided the verdict."],
  ["email_sub_status", "Status reason", "What was in the way, such as no mail server, or one that did not answer."],
  ["catch_all_recovery", "Deep check", "TRUE if a deeper check of a catch-all address settled its status."],
  ["valid_format", "Valid format", "TRUE if it is written as addresses are."],
  ["disposable", "Disposable", "TRUE for an address of a provider of throw-away addresses."],
  ["gibberish", "Gibberish", "TRUE if the part before the @ looks like random characters."],
  ["type", "Email type", "professional is somebody's at work, generic a role's such as info@, personal a private one."],
  ["catch_all", "Catch-all", ANY_ADDRESS],
  ["mx_record_present", "Has mail server", "TRUE if the domain names a server for its mail."],
  ["mx_record_main", "Mail server", "The server that takes the domain's mail first."],
  ["mx_record_list", "All mail servers", "The servers that take the domain's mail; the lowest number comes first."],
  ["smtp_provider", "Mail provider", "Who runs the mail server, as far as the service can tell."],
  [
    "company_domain",
    "Company domain",
    "The domain that the service knows the company by, or why there are no details.",
  ],
  ["total_emails", "Known emails", "How many emails the service has of the domain or the company."],
  ["emails_found", "Emails found", "How many emails were added to the sheet of emails, or why none were."],
]);

/** Fields of found emails (service.found-emails) and of companies (service.company-details). */
const LISTED = ofWords([
  ["company", "Company", "The domain or the name of the company whose emails were searched."],
  ["email", "Email", "An email address that was found."],
  [
    "email_type",
    "Type when found",
    "professional is somebody's at the company, generic a role's such as info@.",
    "Type",
  ],
  ["first_name", "First name", OF_A_PERSON],
  ["last_name", "Last name", OF_A_PERSON],
  ["email_anon_id", "Email ID", EMAIL_ID],
  ["verification.status", "Status when found", "What an earlier verification said: VALID, or UNVERIFIED."],
  ["verification.last_verified_at", "Last verified", "When it was verified, in UTC.", "last_verified_at"],
  ["name", "Name", "The name of the company."],
  ["is_catch_all", "Catch-all domain", ANY_ADDRESS],
  ["size", "Size", "How many people work there, from and to."],
  ["logo", "Logo", "The address of its logo."],
  ["linkedin", "LinkedIn", "Its page on LinkedIn."],
  ["website", "Website", "Its website."],
  ["common_email_pattern", "Email pattern", "How most of its addresses are made of first and last names."],
  ["industry", "Industry", "What it does."],
  ["founded_in", "Founded", "The year in which it was founded."],
  ["description", "Description", "What is said about it."],
  ["location.country", "Country", "The country of its head office."],
  ["location.country_code", "Country code", "The country of its head office in two letters."],
  ["location.state", "State", "The state or region of its head office."],
  ["location.city", "City", "The city of its head office."],
  ["location.timezone", "Time zone", "The name of the time zone of its head office."],
  ["location.timezone_offset", "Hours from UTC", "How far the clocks at its head office are from UTC."],
  ["location.postal_code", "Postal code", "The postal code of its head office."],
  ["location.address", "Address", "The street and number of its head office."],
  ["anon_id", "Company ID", "The service's name for the company."],
]);

/** `company_enrichment.size` becomes "Company enrichment size". */
const inWords = (field: string): string => {
  const words = field
    .replace(/[._]+/g, " ")
    .replace(/\blinkedin\b/gi, "LinkedIn")
    .replace(/\b(?:id|url)\b/gi, (name) => name.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const COMPANY = "Company ";

const ofCompany = (header: string): string =>
  header.startsWith(COMPANY)
    ? header
    : COMPANY + header.replace(/^[A-Z](?=[a-z]*\b)/, (letter) => letter.toLowerCase());

export const resultWords = (field: string): FieldWords =>
  RESULTS.get(field) ??
  (field.startsWith(ENRICHMENT_PREFIX) ? listedWords(field) : { header: inWords(field), about: "" });

export function listedWords(field: string): FieldWords {
  const isDetail = field.startsWith(ENRICHMENT_PREFIX);
  const own = isDetail ? field.slice(ENRICHMENT_PREFIX.length) : field;
  const plain = inWords(own.replace(/^location\./, ""));
  const { header, about, earlier } = LISTED.get(own) ?? { header: plain, about: "" };
  const named = (name: string): string => (isDetail ? ofCompany(name) : name);
  return { header: named(header), about, earlier: named(earlier || plain) };
}

/** All headers differ: where two would be alike, the field's whole name is used. */
export function listedHeaders(fields: readonly string[]): string[] {
  const headers = fields.map((field) => listedWords(field).header);
  return headers.map((header, i) =>
    headers.filter((other) => other.toLowerCase() === header.toLowerCase()).length > 1
      ? inWords(fields[i] ?? "")
      : header,
  );
}

export const noteOf = (field: string, { about }: FieldWords): string => (about ? `${field}: ${about}` : field);

/** True if a column's name is a field's name, or the header that this or an earlier version gives it. */
export function isHeaderOf(
  header: unknown,
  field: string,
  { header: ours, earlier = "" } = listedWords(field),
): boolean {
  const plain = plainHeader(header);
  return plain !== "" && [field, ours, earlier].some((name) => plainHeader(name) === plain);
}
