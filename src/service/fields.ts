/**
 * The fields that can become columns, in the order of the specification, nested ones with dots. Formulas, column runs
 * and the sidebar offer exactly these.
 */

/** 2.1 */
export const ACCOUNT_FIELDS = [
  "current_plan",
  "remaining_credits",
  "used_credits",
  "next_quota_renewal_days",
  "next_quota_renewal_date",
] as const;

/** 2.5 */
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

/** 2.6, `email_list` */
export const FOUND_EMAIL_FIELDS = [
  "email",
  "email_type",
  "first_name",
  "last_name",
  "email_anon_id",
  "verification.status",
  "verification.last_verified_at",
] as const;

/** 2.6, `company_enrichment` */
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
