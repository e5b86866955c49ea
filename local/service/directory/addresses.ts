import providers from "./providers.json";

/** Labels of letters, digits and hyphens, at least two of them, the last one not a number. */
const DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/;

function readHost(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const host = new URL(address).hostname.replace(/\.$/, "");
  return DOMAIN.test(host) ? host : undefined;
}

/**
 * Reads a bare domain or a full website URL (service.email-count, service.domain-search).
 * @returns the domain in lower case, without a leading `www.`, or undefined when the text is neither
 */
export function readDomain(text: string): string | undefined {
  const trimmed = text.trim();
  if (/\s/.test(trimmed) || trimmed.includes("@")) return undefined;
  const host = readHost(/^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
  const bare = host?.replace(/^www\./, "");
  return bare !== undefined && DOMAIN.test(bare) ? bare : host;
}

/** Reads what stands behind the @ of an address, where nothing but a domain may stand. */
export function readEmailDomain(text: string): string | undefined {
  // These characters would end the host of a URL or be decoded in it.
  return /[\s/\\:?#%@[\]]|\.$/.test(text) ? undefined : readHost(`https://${text}`);
}

const generic = new Set(providers.genericLocalParts);

/** True if the part before the @ names a role instead of a person. */
export function isGeneric(localPart: string): boolean {
  return generic.has(localPart.split("+")[0] ?? localPart);
}

/** True if the part before the @ looks random: long runs without a vowel, or letters mixed with digits. */
export function isGibberish(localPart: string): boolean {
  const words = localPart.split(/[._+-]/);
  return words.some((word) => {
    if (word.length < 6) return false;
    const changes = word.match(/[a-z](?=\d)|\d(?=[a-z])/g)?.length ?? 0;
    return /[bcdfghjklmnpqrstvwxz]{6}/.test(word) || changes >= 3;
  });
}
