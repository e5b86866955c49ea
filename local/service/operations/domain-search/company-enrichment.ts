import type { DomainProfile } from "../../directory/domain-profile";
import { hash } from "../../directory/hash";
import type { CompanyRecord } from "../../seed/company-record";
import type { Seed } from "../../seed/open-seed";
import { companyAnonymousId, linkedinPage, logoOf } from "../search-company/company-answer";

interface Row {
  answer: string;
}

function nameFrom(domain: string): string {
  const words = (domain.split(".")[0] ?? domain).split("-").filter(Boolean);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
}

/** A domain that no company of the database has gets the facts of one that a hash picks, under its own name. */
function findOrInvent({ database, companyCount }: Seed, domain: string): CompanyRecord {
  const known = database.get<Row>(
    "SELECT answer FROM companies JOIN company_answers USING (id) WHERE domain = ?",
    domain,
  );
  if (known) return JSON.parse(known.answer);
  const model = database.get<Row>("SELECT answer FROM company_answers WHERE id = ?", (hash(domain) % companyCount) + 1);
  const record: CompanyRecord = JSON.parse(model?.answer ?? "{}");
  const name = nameFrom(domain);
  return { ...record, name, domain, description: record.description.replace(record.name, name) };
}

/** The `company_enrichment` of an answer (service.company-details). */
export function enrichCompany(seed: Seed, profile: DomainProfile): object {
  const company = findOrInvent(seed, profile.domain);
  return {
    name: company.name,
    is_catch_all: profile.catchAll,
    size: company.headcount_range,
    logo: logoOf(profile.domain),
    linkedin: linkedinPage(company.name),
    website: `https://${profile.domain}`,
    common_email_pattern: profile.pattern,
    industry: company.industry,
    founded_in: company.founded_in ?? 2000,
    description: company.description,
    location: company.location,
    anon_id: companyAnonymousId(profile.domain),
  };
}
