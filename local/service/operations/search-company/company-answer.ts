import { hash } from "../../directory/hash";
import type { CompanyRecord } from "../../seed/company-record";

const ASSETS = "https://assets.sheetscout.example";

export const logoOf = (domain: string): string => `${ASSETS}/logos/${domain}.png`;

export const linkedinPage = (name: string): string =>
  `https://profiles.sheetscout.example/company/${encodeURIComponent(name.toLowerCase().replace(/[^a-z0-9]+/g, "-"))}`;

/** The same for the same company wherever the service mentions it. */
export const companyAnonymousId = (domain: string): string =>
  [1, 2, 3].map((part) => hash(`${part} ${domain}`).toString(16).padStart(8, "0")).join("");

/**
 * A company object. The specification shows none of its fields (service.company-page); these are named as in a domain search where
 * that has them.
 */
export function answerCompany(record: CompanyRecord): object {
  const { revenue: _known, growth, department_growth, headcount_range, ...shown } = record;
  return {
    ...shown,
    size: headcount_range,
    website: `https://${record.domain}`,
    linkedin: linkedinPage(record.name),
    logo: logoOf(record.domain),
    headcount_growth: { ...growth, departments: department_growth },
    anon_id: companyAnonymousId(record.domain),
  };
}
