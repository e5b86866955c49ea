/** Labels of letters, digits and hyphens, at least two of them, the last one not a number. */
const DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/**
 * Reads a bare domain or a full website URL (4.2, 4.5).
 * @returns the domain in lower case, without a leading `www.`, or undefined when the text is neither
 */
export function readDomain(text: string): string | undefined {
  const trimmed = text.trim();
  if (/\s/.test(trimmed) || trimmed.includes("@")) return undefined;
  const address = /^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(address)) return undefined;
  const host = new URL(address).hostname.replace(/\.$/, "");
  const domain = host.replace(/^www\./, "");
  const found = DOMAIN.test(domain) ? domain : host;
  return DOMAIN.test(found) ? found : undefined;
}
