import { isOnlyRefusal, isRefusalHeader, refusesMail, saysNo } from "../header-words";
import { oneSpelling } from "../spelling";
import { domainOf, holdsAddress, isEmailButTooLong, isOnSharedHost, isPossibleEmail } from "./input-problems";
import { meantProvider } from "./misspelt";

/** Uncertain text stays as it is, and is refused in words. No time here grows faster than the length of the cell. */

/** Characters without a width, and soft hyphens, which nobody sees. */
const INVISIBLE = /\p{Cf}/gu;
const FULL_WIDTH = /[！-～]/g;
const FULL_WIDTH_OFFSET = 0xfee0;

/** Removes invisible characters, and replaces full-width signs and letters. */
const plain = (text: string): string =>
  text
    .replace(INVISIBLE, "")
    .replace(/﹫/g, "@")
    .replace(/[。｡]/g, ".")
    .replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .trim();

/** `ann (at) acme (dot) example`; without brackets it could be a sentence. */
const BRACKETED_AT = /\s?[([{]\s?at\s?[)\]}]\s?/gi;
const BRACKETED_DOT = /\s?[([{]\s?dot\s?[)\]}]\s?/gi;

const spelledOut = (text: string): string =>
  text.includes("@") ? text : text.replace(BRACKETED_AT, "@").replace(BRACKETED_DOT, ".");

/** Signs that people and programs leave behind an address. Of two apostrophes around a text, Sheets takes the first away. */
const LOOSE_END = ".,;:!…'";
const PAIRS = ['""', "''", "<>", "()", "[]", "{}", "“”", "„“", "‘’", "«»"];
/** Programs write an apostrophe before a text that is no formula, and people a hash: no address begins with either. */
const LOOSE_START = "'#";

function withoutWrapping(text: string): string {
  let [from, to] = [0, text.length];
  for (let before = -1; before !== to - from; ) {
    before = to - from;
    while (from < to && /\s/.test(text.charAt(from))) from++;
    while (from < to && (/\s/.test(text.charAt(to - 1)) || LOOSE_END.includes(text.charAt(to - 1)))) to--;
    const ends = text.charAt(from) + text.charAt(to - 1);
    if (to - from > 1 && PAIRS.includes(ends)) [from, to] = [from + 1, to - 1];
    else if (from < to && LOOSE_START.includes(text.charAt(from))) from++;
  }
  return text.slice(from, to);
}

const MAIL_LINK = /^mailto:\s*/i;
/** Matches a plain sign that a link has encoded, as in `mailto:ann%2Bnews@acme.example`. */
const ENCODED_SIGN = /%([2-7][\da-f])/gi;

const decoded = (text: string): string =>
  text.replace(ENCODED_SIGN, (_, code) => String.fromCharCode(Number(`0x${code}`)));

/** Matches the beginning of `Email: ann@acme.example`. */
const LABEL = /^(?:e-?)?mail(?: address)?:\s*/i;

/** Cuts a remark at the end, as in `ann@acme.example (work)`. */
function withoutRemark(text: string): string {
  const open = text.lastIndexOf("(");
  const isRemark = open > 0 && text.endsWith(")") && /\s/.test(text.charAt(open - 1)) && text.indexOf("@", open) < 0;
  return isRemark ? withoutWrapping(text.slice(0, open)) : text;
}

/** Returns `null` if the part is not certain to be an address. */
function addressOf(part: string): string | null {
  const unwrapped = withoutRemark(withoutWrapping(part).replace(LABEL, ""));
  const linked = unwrapped.replace(MAIL_LINK, "");
  const [address = "", ...query] = linked === unwrapped ? [unwrapped] : linked.split("?").map(decoded);
  // A link may name others who get a copy.
  return isPossibleEmail(address) && !query.join("?").includes("@") ? address : null;
}

/** Reads `Ann <ann@acme.example>`; `null` if the name is another address. */
function namedAddress(part: string): string | null {
  const open = part.lastIndexOf("<");
  const close = part.indexOf(">", open);
  if (open < 0 || close < 0 || withoutWrapping(part.slice(close + 1)) !== "") return null;
  const address = addressOf(part.slice(open, close + 1));
  const name = withoutWrapping(part.slice(0, open));
  return address && (!name.includes("@") || name.toLowerCase() === address.toLowerCase()) ? address : null;
}

/** People type blanks beside the @, or beside the only dot of a domain. */
function closedUp(part: string): string {
  const sides = part.split("@");
  if (sides.length !== 2) return part;
  const [local = "", domain = ""] = sides.map((side) => side.trim());
  const labels = domain.split(".");
  return `${local}@${labels.length === 2 ? labels.map((label) => label.trim()).join(".") : domain}`;
}

/** Returns `null` if something in the part is not certain to be an address. */
function addressesOfPart(part: string): string[] | null {
  const single = addressOf(part) ?? namedAddress(part) ?? addressOf(closedUp(part));
  if (single !== null) return [single];
  if (part.includes("<")) return null;
  // Blanks may separate addresses as well.
  const words = part.trim().split(/\s+/);
  const addresses = words.flatMap((word) => addressOf(word) ?? []);
  return words.length > 1 && addresses.length === words.length ? addresses : null;
}

/** A slash without blanks may be part of an address. */
const SEPARATORS = /[,;|\r\n]|\s\/\s/;

/** Returns the different addresses that a cell certainly holds; none if anything else may be meant. */
export function addressesIn(cell: string): string[] {
  const text = spelledOut(plain(cell));
  const named = addressOf(text) ?? namedAddress(text);
  if (named !== null) return [named];
  const addresses = new Map<string, string>();
  let isNameOpen = false;
  for (const part of text.split(SEPARATORS)) {
    if (withoutWrapping(part) === "") continue;
    // The beginning of a name, as in `Smith, Ann <ann@acme.example>`.
    if (!part.includes("@")) {
      isNameOpen = true;
      continue;
    }
    const found = isNameOpen ? [namedAddress(part)] : addressesOfPart(part);
    isNameOpen = false;
    for (const address of found ?? [null]) {
      if (address === null) return [];
      const key = oneSpelling(address);
      if (!addresses.has(key)) addresses.set(key, address);
    }
  }
  return isNameOpen ? [] : [...addresses.values()];
}

/** Plain addresses contain none of these signs. */
const AROUND_PLAIN_ADDRESSES = /[^\p{L}\p{M}\p{N}@._%+&'-]+/u;
const SIGNS_AT_ENDS = /^[._%+&'-]+|(?<![._%+&'-])[._%+&'-]+$/g;
/** Every domain ends in a letter or digit. An address with signs at its end counts without them. */
const ENDS_IN_LETTER = /[\p{L}\p{M}\p{N}]$/u;

/**
 * Addresses among other words count as well: to write to somebody who has unsubscribed is worse than to leave out too
 * many.
 */
export function addressKeysAmong(cell: string): string[] {
  const words = spelledOut(plain(cell)).split(AROUND_PLAIN_ADDRESSES);
  const possible = [...words, ...words.map((word) => word.replace(SIGNS_AT_ENDS, ""))].filter(isPossibleEmail);
  return [...addressesIn(cell), ...possible].filter((address) => ENDS_IN_LETTER.test(address)).map(oneSpelling);
}

const BETWEEN_WORDS = /([\s,;<>()|"]+)/;

/** Returns the keys of the addresses if the cell says not to write to them: `ann@acme.example - unsubscribed`. */
export function unwantedIn(cell: string): string[] {
  const words = plain(cell).split(BETWEEN_WORDS);
  const beside = words.filter((word) => !word.includes("@")).join("");
  return refusesMail(beside) ? addressKeysAmong(cell) : [];
}

/**
 * Tells which cells of a list's column say that their rows must not be written to: below `Opted out` all that do not
 * say no, elsewhere `unsubscribed` and the like.
 */
export function refusalBelow(header: string): (cell: string) => boolean {
  const isNamed = isRefusalHeader(plain(header));
  if (isNamed === null) return () => false;
  return isNamed ? (cell) => !saysNo(cell) : isOnlyRefusal;
}

/** Returns the first address, or the cell's own text if it holds none for certain. */
export const addressIn = (cell: string): string => addressesIn(cell)[0] ?? cell;

export const domainAfterAt = (address: string): string => address.slice(address.lastIndexOf("@") + 1).toLowerCase();

/** Providers of private mail. Few of their addresses are those of a company. */
const WEBMAIL =
  /^(?:(?:gmail|googlemail|icloud|me|mac|aol|msn|proton|protonmail|qq|163|126)\.(?:com|me)|(?:yahoo|hotmail|outlook|live|gmx|yandex|mail)\.(?:com?\.)?(?:com|net|[a-z]{2})|(?:web|t-online|freenet|arcor|posteo)\.de|bluewin\.ch|(?:orange|wanadoo|free|sfr|neuf)\.fr|laposte\.net)$/i;

export const isOfProvider = (domain: string): boolean => WEBMAIL.test(domain) || meantProvider(domain) !== null;

/** Matches the beginning of `Website: acme.example`. */
const SITE_LABEL = /^(?:web ?site|web|site|url|domain|home ?page)\s*:\s*/i;
/** Matches a beginning with a slip: `http:/acme.example`, `http//acme.example`, `https:acme.example`, `www acme.example`. */
const MISTYPED_START = /^(?:https?[:/\s]{0,4})?(?:www[.,\s]{1,2})?/i;

/** Returns `null` if the text is not certain to be a website. */
function websiteOf(text: string): string | null {
  const website = withoutRemark(withoutWrapping(text).replace(SITE_LABEL, "").replace(/^@/, ""));
  const mended = domainOf(website) === null ? website.replace(MISTYPED_START, "") : website;
  const domain = domainOf(mended);
  return domain === null || isOfProvider(domain) ? null : mended;
}

/** Returns a website without what stands around it, the domain of the addresses, or the cell's visible text. */
export function companyIn(cell: string): string {
  const text = plain(cell);
  const plainWebsite = withoutWrapping(text);
  if (domainOf(plainWebsite) !== null) return plainWebsite;
  const addresses = addressesIn(cell);
  const [domain, ...others] = new Set(addresses.map(domainAfterAt));
  if (domain === undefined) return websiteOf(text) ?? text;
  if (others.length > 0) return text;
  return isOfProvider(domain) ? addressIn(cell) : domain;
}

const AROUND_DOMAINS = /[\s,;|()<>[\]"]+/;

/** Leaves out mail providers and pages on shared hosts. */
export const domainsAmong = (cell: string): string[] =>
  plain(cell)
    .split(AROUND_DOMAINS)
    .map((word) => withoutWrapping(word).replace(/^@/, ""))
    .flatMap((word) => (isOnSharedHost(word) ? [] : (domainOf(word) ?? [])))
    .filter((domain) => !isOfProvider(domain));

/** All spellings of a company share its website's domain, or else its name. */
export function companyKey(company: string): string {
  const key = oneSpelling(company);
  const domain = isOnSharedHost(key) ? null : domainOf(key)?.replace(/^www\.(?=.+\.)/, "");
  return domain ?? key.replace(/\s+/g, " ");
}

/** Two to five words of letters, like the names of people and the text of a people chip (google.people-chips). */
const NAME = /^\p{L}[\p{L}\p{M}'’-]*[.,]?(?:\s+\p{L}[\p{L}\p{M}'’-]*[.,]?){1,4}$/u;

export type EmailDoubt = "website" | "name" | "noAt" | "severalAts" | "tooLong" | "incomplete" | "words";

export function emailDoubt(cell: string): EmailDoubt {
  const text = plain(cell);
  if (!text.includes("@")) {
    if (domainOf(withoutWrapping(text)) !== null) return "website";
    return NAME.test(text) ? "name" : "noAt";
  }
  if (holdsAddress(text)) return "words";
  if (isEmailButTooLong(text)) return "tooLong";
  return text.indexOf("@") === text.lastIndexOf("@") ? "incomplete" : "severalAts";
}
