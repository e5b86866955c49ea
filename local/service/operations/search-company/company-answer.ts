import type { CompanyRecord } from "../../seed/company-record";
import { companyAnonymousId, linkedinPage, logoOf } from "./company-links";

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
