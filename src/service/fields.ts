import { isObject } from "../json";

/** The fields that can become columns, in the order of the specification. Names of nested fields are joined by dots. */

/** service.account-information */
export const ACCOUNT_FIELDS = [
  "current_plan",
  "remaining_credits",
  "used_credits",
  "next_quota_renewal_days",
  "next_quota_renewal_date",
] as const;

/** service.verification-answer */
export const VERIFICATION_FIELDS = [
  "free",
  "email",
  "email_anon_id",
  "domain",
  "email_status",
  "email_sub_status",
  "catch_all_recovery",
  "valid_format",
  "disposable",
  "gibberish",
  "type",
  "catch_all",
  "mx_record_present",
  "mx_record_main",
  "mx_record_list",
  "smtp_provider",
  "total_emails",
] as const;

/** service.found-emails */
export const FOUND_EMAIL_FIELDS = [
  "email",
  "email_type",
  "first_name",
  "last_name",
  "email_anon_id",
  "verification.status",
  "verification.last_verified_at",
] as const;

/** service.company-details */
export const COMPANY_FIELDS = [
  "name",
  "is_catch_all",
  "size",
  "logo",
  "linkedin",
  "website",
  "common_email_pattern",
  "industry",
  "founded_in",
  "description",
  "location.country",
  "location.country_code",
  "location.state",
  "location.city",
  "location.timezone",
  "location.timezone_offset",
  "location.postal_code",
  "location.address",
  "anon_id",
] as const;

/** What a formula or a form shows of a company unless somebody chooses. */
export const USUAL_COMPANY_FIELDS = [
  ...["name", "domain", "industry", "size", "founded_in", "location.country", "location.city", "linkedin"],
];

/** The field that marks an input as done in a job of each kind. It is always written. */
export const STATUS_FIELDS = { verify: "email_status", find: "emails_found", enrich: "company_domain" } as const;

/** Tells a field of the company from a field of the email beside it. */
export const ENRICHMENT_PREFIX = "company_enrichment.";

/** Company fields are not published, so names have to tell which hold dates, as in `last_verified_at`. */
const DATE_FIELD = /(?:^|[^a-z])date(?:$|_)|(?:^|[^a-z])(?:at|day|on|since)$|[a-z](?:At|Date|On)$/;

export const isDateField = (field: string): boolean => DATE_FIELD.test(field);

export type Cell = string | number | boolean;

/** A cell holds 50,000 characters; one is left for the apostrophe that marks text as text. */
const MAX_CELL_CHARACTERS = 49_999;

// Only own properties count: a column may have the name of something that every object inherits.
const isOwn = Object.prototype.hasOwnProperty;

/** Dots lead to nested fields, lists become text (`host (10); other (20)`), and missing values are blank. */
export function cellOf(resource: unknown, field: string): Cell {
  let value = resource;
  for (const name of field.split(".")) value = isObject(value) && isOwn.call(value, name) ? value[name] : undefined;
  if (typeof value === "boolean") return value;
  // JSON allows 1e309, which no sheet can hold, so it stays text.
  if (typeof value === "number" && Number.isFinite(value)) return value;
  return textOf(value).slice(0, MAX_CELL_CHARACTERS);
}

export const rowOf = (resource: unknown, fields: readonly string[]): Cell[] =>
  fields.map((field) => cellOf(resource, field));

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(itemOf).join("; ");
  if (!isObject(value)) return String(value);
  return Object.entries(value)
    .map(([name, part]) => `${name}: ${textOf(part)}`)
    .join("; ");
}

function itemOf(item: unknown): string {
  return Array.isArray(item) && item.length === 2 ? `${textOf(item[0])} (${textOf(item[1])})` : textOf(item);
}

/** The field that names the address which was asked, for cells that hold more than it. */
export const ASKED_ADDRESS = "asked_address";
