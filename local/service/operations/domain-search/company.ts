import { readDomain } from "../../directory/addresses";
import { type DomainProfile, profileDomain } from "../../directory/domain-profile";
import { chance, hash } from "../../directory/hash";
import { ServiceFailure } from "../../http/service-failure";
import { SAMPLE_NAMES } from "../../samples/samples";
import type { CompanyRecord } from "../../seed/company-record";
import type { Seed } from "../../seed/open-seed";
import { companyAnonymousId, linkedinPage, logoOf } from "../search-company/company-answer";

/** service.company-name */
const SHORTEST_NAME = 3;
const LONGEST_NAME = 75;

/** Of the names that no company of the database has, the share whose domain is found all the same. */
const RESOLVED_SHARE = 0.7;

const unknownNames = new Set(SAMPLE_NAMES.filter(({ unknown }) => unknown).map(({ name }) => name.toLowerCase()));

function resolveName(seed: Seed, name: string): string {
  if (name.length < SHORTEST_NAME || name.length > LONGEST_NAME) {
    throw new ServiceFailure("INVALID_COMPANY", `A company name has ${SHORTEST_NAME} to ${LONGEST_NAME} characters.`);
  }
  const key = name.toLowerCase();
  const [only, ...others] = seed.database.all<{ domain: string }>(
    "SELECT domain FROM companies WHERE name_key = ? LIMIT 2",
    key,
  );
  if (only && others.length === 0) return only.domain;
  const label = key.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  const guessed = !only && label !== "" && !unknownNames.has(key) && chance("name resolved", key) < RESOLVED_SHARE;
  if (guessed) return `${label.slice(0, 60)}.example`;
  throw new ServiceFailure("CANT_FIND_DOMAIN", `The domain of "${name}" cannot be determined with certainty.`);
}

/**
 * The domain of a search's `company`: a domain, a website or a name (service.company-name).
 * @throws ServiceFailure with the codes of service.company-failures
 */
export function resolveCompany(seed: Seed, company: string): DomainProfile {
  const written = readDomain(company);
  // "https://" in front says that a website was meant, so it is not looked for among the names.
  if (!written && /^https?:\/\//i.test(company)) {
    throw new ServiceFailure("INVALID_DOMAIN_NAME", `"${company}" is not a website.`);
  }
  const profile = profileDomain(written ?? resolveName(seed, company));
  if (profile.kind === "webmail") {
    throw new ServiceFailure("DOMAIN_IS_WEBMAIL", `${profile.domain} is a webmail provider.`);
  }
  if (profile.mail === "no-mx" || profile.mail === "dns-timeout") {
    throw new ServiceFailure("INVALID_DOMAIN_NAME", `${profile.domain} cannot be reached or has no valid MX records.`);
  }
  return profile;
}

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
