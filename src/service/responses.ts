/** The service's answers, field by field by the specification's names and in its order. */

/** The caller's plan and credits (service.account-information). */
export interface AccountInformation {
  current_plan: string;
  remaining_credits: number;
  used_credits: number;
  next_quota_renewal_days: number;
  /** `YYYY-MM-DD HH:MM:SS+00:00` */
  next_quota_renewal_date: string;
}

/** Emails stored for a domain (service.email-count). */
export interface EmailCount {
  count: number;
}

/** One page of a company search. The fields of a company are left open by the specification (service.company-page). */
export interface CompanyPage {
  /** `true` when the team has paid for the same result set within the last 30 days. */
  free: boolean;
  results: { company: Record<string, unknown> }[];
  pagination: { current_page: number; per_page: number; total_page: number; total_count: number };
}

/** The filters of a company search; nesting and values are the service's to judge (service.search-filters). */
export type CompanyFilters = Record<string, unknown>;

/** The verification of one email address (service.verification-answer). */
export interface EmailVerification {
  free: boolean;
  email: string;
  email_anon_id: string;
  domain: string;
  email_status: "VALID" | "CATCH_ALL" | "INVALID";
  email_sub_status: "no_mx_records" | "dns_timed_out" | "smtp_timed_out" | "smtp_unknown_response" | null;
  catch_all_recovery: boolean;
  valid_format: boolean;
  disposable: boolean;
  gibberish: boolean;
  type: "professional" | "generic" | "personal";
  catch_all: boolean;
  mx_record_present: boolean;
  mx_record_main: string;
  /** Host and preference of each record. */
  mx_record_list: [host: string, preference: number][];
  smtp_provider: string;
  total_emails: number;
}

/** One email of a domain search (service.found-emails). */
export interface FoundEmail {
  email: string;
  email_type: "generic" | "professional";
  first_name: string | null;
  last_name: string | null;
  email_anon_id: string;
  /** `status` is `VALID` or `UNVERIFIED` as far as seen; the full set is left open. */
  verification: { status: string; last_verified_at: string | null };
}

/** Details of the company, when they were asked for (service.company-details). */
interface CompanyEnrichment {
  name: string;
  is_catch_all: boolean;
  size: string;
  logo: string;
  linkedin: string;
  website: string;
  common_email_pattern: string;
  industry: string;
  founded_in: number;
  description: string;
  location: {
    country: string;
    country_code: string;
    state: string;
    city: string;
    timezone: string;
    timezone_offset: string;
    postal_code: string;
    address: string;
  };
  anon_id: string;
}

/** One set of a domain search (service.domain-totals). */
export interface DomainSearch {
  email_list: FoundEmail[];
  company_enrichment?: CompanyEnrichment;
  meta: {
    /** Asks for the next set, for 3 hours; using it moves the search on, so it is never sent twice. */
    search_id: string;
    total_emails: number;
    remaining_emails: number;
    more_results: boolean;
    domain: string;
    limit: number;
  };
}

/** The sort of emails that a domain search lists (service.domain-search). */
export type EmailType = "all" | "generic" | "professional";
