import leven from "leven";

/** With more providers, real companies would count as misspelt: att.com, cox.com, verizon.com. */
const PROVIDERS = [
  ...["gmail.com", "googlemail.com", "hotmail.com", "outlook.com", "yahoo.com", "icloud.com", "protonmail.com"],
];

/** Domains that are close to a provider's, but are no slips. */
const OWN = [
  ...["mail.com", "email.com", "ymail.com", "gmx.com", "cloud.com", "gail.com", "grail.com", "gmac.com", "hotels.com"],
  ...["lookout.com", "outback.com", "hotjar.com"],
];

/** `hotmail.fr`, `yahoo.co.uk`; but nobody has an address at `hotmail.co`. */
const OF_A_COUNTRY = /\.(?!co$|cm$|om$)(?:co\.|com\.)?[a-z]{2}$/;

const SLIP = /\.(?:con|cmo|comm|cim|vom|ocm|xom|cm|co|om)$/;

/** True if one letter differs, is missing or too many, or if two neighbouring letters are swapped. */
function isSlipOf(domain: string, provider: string): boolean {
  const sorted = (text: string): string => [...text].sort().join();
  const different = leven(domain, provider);
  return different === 1 || (different === 2 && sorted(domain) === sorted(provider));
}

/** `gmail.com` for `gmial.com`; `null` for any domain that is no slip. */
export function meantProvider(domain: string): string | null {
  const text = domain.toLowerCase();
  if (PROVIDERS.includes(text) || OWN.includes(text) || OF_A_COUNTRY.test(text)) return null;
  const mended = text.replace(SLIP, ".com");
  return PROVIDERS.find((each) => each === mended) ?? PROVIDERS.find((each) => isSlipOf(mended, each)) ?? null;
}

export function mendedAddress(address: string, domains: readonly string[]): string {
  const at = address.lastIndexOf("@") + 1;
  const domain = address.slice(at);
  const meant = domains.includes(domain.toLowerCase()) ? meantProvider(domain) : null;
  return meant === null ? address : address.slice(0, at) + meant;
}
