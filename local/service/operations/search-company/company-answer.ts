import type { CompanyRecord } from "../../seed/company-record";
import { companyAnonymousId, linkedinPage, logoOf } from "./company-links";

/** A company object. The specification shows none of its fields (2.3); these are named as in 2.6 where that has them. */
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
