import { readDomain } from "../../directory/address-parts";
import { type DomainProfile, profileDomain } from "../../directory/domain-profile";
import { chance } from "../../directory/hash";
import { ServiceFailure } from "../../http/service-failure";
import { SAMPLE_NAMES } from "../../samples/samples";
import type { Seed } from "../../seed/open-seed";

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
