/** The day on which the made-up data end: look-backs count from it, so that answers do not age. */
export const LAST_DAY_MS = Date.UTC(2025, 11, 31);

/** Per cent in the last 3, 6, 12 and 24 months. */
type Growth = Record<3 | 6 | 12 | 24, number>;

/** A company of the database. Amounts are US dollars. */
export interface CompanyRecord {
  name: string;
  domain: string;
  industry: string;
  headcount: number;
  headcount_range: string;
  /** The lower end of the revenue range; null when it is not known. */
  revenue: number | null;
  revenue_range: string | null;
  type: string;
  founded_in: number | null;
  description: string;
  keywords: string[];
  technologies: string[];
  funding: {
    stage: string;
    /** `YYYY-MM-DD` */
    last_funding_date: string;
    last_funding_amount: number;
    total_funding: number;
  } | null;
  location: {
    country: string;
    country_code: string;
    state: string;
    city: string;
    timezone: string;
    /** Decimal hours, as text (service.found-emails). */
    timezone_offset: string;
    postal_code: string;
    address: string;
  };
  growth: Growth;
  department_growth: Record<string, Growth>;
  hiring_for: string[];
  job_postings: number;
}
