/** Inputs that plainly cannot be answered are refused without a call; in doubt the service decides. */

import { ID_FORM } from "../google";
import { isResultWord } from "./result-words";

/** RFC 5321 4.5.3.1 */
const MAX_EMAIL_CHARACTERS = 254;
const MAX_LOCAL_PART_CHARACTERS = 64;

/** service.company-name */
const COMPANY_NAME_CHARACTERS = { min: 3, max: 75 };

const DOMAIN =
  /^(?=.{4,253}$)(?:[^\s@:/?#.,;!…&+"'()<>[\]\\]{1,63}\.)+[^\s@:/?#.,;!…&+"'()<>[\]\\\d][^\s@:/?#.,;!…&+"'()<>[\]\\]{1,62}$/;
/** `https://name:password@acme.example.:443/about`; only the domain has to be there. */
const URL_AROUND_A_DOMAIN = /^(?:(?:[a-z][a-z0-9+.-]*:)?\/\/(?:[^/?#]*@)?)?([^/?#:@]+?)\.?(?::\d{1,5})?([/?#].*)?$/i;

/** Ends the name of a German firm: `Müller GmbH & Co.KG`. */
const LEGAL_FORM = /(?:^|\.)co\.(?:kg(?:aa)?|ohg)$/i;

/** Accepts a domain or a website address, with or without its scheme; `null` for anything else. */
export function domainOf(text: string): string | null {
  const domain = URL_AROUND_A_DOMAIN.exec(text)?.[1];
  if (domain === undefined || /\s/.test(text) || LEGAL_FORM.test(domain)) return null;
  return DOMAIN.test(domain) ? domain : null;
}

export const isDomain = (text: string): boolean => domainOf(text) !== null;

/** All in small letters: addresses, domains and names of companies. `.acme.example` is the domain above another key. */
export interface Keys {
  has(key: string): boolean;
}

export const NO_KEYS: Keys = { has: () => false };

/** True if the key, its domain or a parent domain is among the keys, or is the domain above one. */
export function isAmong(key: string, keys: Keys): boolean {
  if (keys.has(key)) return true;
  const host = key.slice(key.lastIndexOf("@") + 1);
  if (!isDomain(host)) return false;
  // Parent domains count because a branch belongs to the same company.
  const labels = host.split(".");
  return keys.has(`.${host}`) || labels.some((_, i) => labels.length - i > 1 && keys.has(labels.slice(i).join(".")));
}

// A domain search takes a website's host for the company, so it would charge for the emails of the platform. The bare
// host (`linkedin.com`) is the platform's own company, and is asked about.

const hosts = (names: string): Set<string> => new Set(names.trim().split(/\s+/));

/** After a `/`, on the host or a subdomain (`uk.linkedin.com/company/acme`), stands a page about somebody. */
const PAGES = hosts(`
  linkedin.com lnkd.in facebook.com fb.com fb.me instagram.com instagr.am twitter.com x.com threads.net threads.com
  tiktok.com youtube.com youtu.be pinterest.com snapchat.com reddit.com tumblr.com vimeo.com twitch.tv flickr.com
  soundcloud.com behance.net dribbble.com medium.com xing.com vk.com ok.ru weibo.com bsky.app mastodon.social t.me
  telegram.me wa.me whatsapp.com discord.gg discord.com github.com gitlab.com
  linktr.ee about.me beacons.ai carrd.co
  crunchbase.com wellfound.com angel.co glassdoor.com indeed.com producthunt.com trustpilot.com yelp.com tripadvisor.com
  zoominfo.com g2.com capterra.com meetup.com eventbrite.com wikipedia.org
  google.com/maps maps.google.com business.google.com sites.google.com docs.google.com drive.google.com play.google.com
  g.page apps.apple.com itunes.apple.com
  amazon.com amazon.co.uk amazon.de amazon.fr amazon.it amazon.es amazon.ca amazon.in amazon.co.jp amazon.com.au
  ebay.com ebay.co.uk ebay.de etsy.com alibaba.com aliexpress.com mercadolibre.com gumroad.com patreon.com
  kickstarter.com indiegogo.com`);

/** Only a visit would tell where these links lead. */
const LINKS = hosts(`
  bit.ly bitly.com j.mp tinyurl.com t.co goo.gl g.co ow.ly buff.ly is.gd v.gd cutt.ly rebrand.ly rb.gy
  shorturl.at t.ly tiny.cc bl.ink s.id amzn.to`);

/** Each subdomain is somebody's site or shop (`acme.myshopify.com`). Mail goes to another, registered domain. */
const SITES = hosts(`
  myshopify.com bigcartel.com etsy.com en.alibaba.com mybigcommerce.com ecwid.com company.site gumroad.com
  storenvy.com
  wixsite.com wordpress.com blogspot.com weebly.com weeblysite.com squarespace.com webflow.io square.site
  business.site godaddysites.com jimdosite.com jimdofree.com jimdo.com strikingly.com mystrikingly.com yolasite.com
  webnode.page site123.me tilda.ws carrd.co framer.website framer.app framer.ai notion.site ueniweb.com
  substack.com medium.com tumblr.com typepad.com livejournal.com
  github.io gitlab.io netlify.app vercel.app pages.dev workers.dev web.app firebaseapp.com herokuapp.com onrender.com
  azurewebsites.net azurestaticapps.net cloudfront.net amazonaws.com`);

/** As in "a page on linkedin.com"; `null` if the text may be a company's own website. */
function sharedPlaceOf(text: string): string | null {
  if (!isDomain(text)) return null;
  const [, host = "", path = ""] = URL_AROUND_A_DOMAIN.exec(text) ?? [];
  const labels = host.toLowerCase().split(".");
  const folder = /^\/+([^/?#]+)/.exec(path.toLowerCase())?.[1];
  // No host in these lists has more than three labels, so only the last three count.
  for (let from = Math.max(0, labels.length - 3); from < labels.length - 1; from++) {
    const end = labels.slice(from).join(".");
    const sub = labels.slice(0, from).join(".");
    if (SITES.has(end) && sub !== "" && sub !== "www") return `a site on ${end}`;
    if (folder === undefined) continue;
    if (LINKS.has(end)) return `a link on ${end}`;
    if (PAGES.has(end) || PAGES.has(`${end}/${folder}`)) return `a page on ${end}`;
  }
  return null;
}

/** True for a page, link or site that is never the company, so it is not asked about. */
export const isOnSharedHost = (text: string): boolean => sharedPlaceOf(text) !== null;

export const isWebsite = (text: string): boolean => isDomain(text) && !isOnSharedHost(text);

export const isPossibleEmail = (text: string): boolean => hasEmailForm(text) && !isTooLongForEmail(text);

function hasEmailForm(text: string): boolean {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, at);
  return at > 0 && (/^".+"$/.test(local) || !/[\s@,;:<>()[\]\\"]/.test(local)) && DOMAIN.test(text.slice(at + 1));
}

const isTooLongForEmail = (text: string): boolean =>
  text.length > MAX_EMAIL_CHARACTERS || text.lastIndexOf("@") > MAX_LOCAL_PART_CHARACTERS;

/** True if nothing but its length is wrong. */
export const isEmailButTooLong = (text: string): boolean => hasEmailForm(text) && isTooLongForEmail(text);

const AROUND_ADDRESSES = /[\s,;|:<>()[\]"]+/;

export const holdsAddress = (text: string): boolean => text.split(AROUND_ADDRESSES).some(isPossibleEmail);

export const emailProblem = (text: string): string | null => (isPossibleEmail(text) ? null : "not an email address");

/** What people give for a company. */
const AN_ADDRESS = "an email address";

export function domainProblem(text: string): string | null {
  const place = sharedPlaceOf(text);
  if (place === null && isDomain(text)) return null;
  const other = place ?? (holdsAddress(text) ? AN_ADDRESS : null);
  return other === null ? "not a domain" : `not a domain: give the company's own, not ${other}`;
}

/** Asking about these texts, dates or tick boxes would cost credits. A remark may follow, as in `N/A (closed)`. */
const NO_COMPANY =
  /^(?:\(a date\)|true|false|n\.?\/?[av]\.?|k\.?\s?a\.?|none|none yet|no|null|nil|unknown|t\.?b\.?[ad]\.?|not available|no website|not (?:applicable|found|known)|pending|no (?:emails?(?: found)?|details)|in progress|see (?:notes?|website)|kein(?:e[mnrs]?|s)?|keine angabe|nicht vorhanden|private?|privat|free-?lancer?|self[- ]employed|unemployed|retired|student|localhost|test|[-–—?.\s]+)(?:\s\([^()]*\))?$/i;

const SEPARATORS = /[\s,;|]+/;

/** A link that names no website: exports have `http://` where nothing was filled in. */
const LINK = /^(?:https?|ftp|file|javascript|data|about|tel):/i;

/** Our hidden cell, as in `9ed46d.21915.7:acme.example`: moved columns may leave it among the inputs for a moment. */
const HIDDEN_CELL = new RegExp(`^${ID_FORM}(?:\\?|(?:\\.\\d+)+[:!])`);

const notCompany = (given: string): string => `not a company: give its own domain or its name, not ${given}`;

export function companyProblem(text: string): string | null {
  const place = sharedPlaceOf(text);
  if (place !== null) return notCompany(place);
  if (isDomain(text)) return null;
  const isNone =
    HIDDEN_CELL.test(text) ||
    LINK.test(text) ||
    isResultWord(text) ||
    NO_COMPANY.test(text.replace(/(?<=\p{L})\.+$/u, ""));
  if (isNone) return "not a company";
  // A number is somebody's count, price or customer number.
  if (!/\p{L}/u.test(text)) return "not a company: give its own domain, or a name with letters in it";
  if (holdsAddress(text)) return notCompany(AN_ADDRESS);
  if (text.split(SEPARATORS).filter(isDomain).length > 1) return "not a company: give one in each cell";
  const { min, max } = COMPANY_NAME_CHARACTERS;
  return text.length >= min && text.length <= max ? null : `not a company: a name has ${min} to ${max} characters`;
}

/** *Finish formulas* may complete every cell that begins so. */
export const NOT_FINISHED = "not finished";

export const isUnfinished = (cell: unknown): boolean => String(cell).startsWith(NOT_FINISHED);

export const FAILURE_PREFIX = "error: ";

const NOT_ASKED = /^not an? (?:email address|domain|company)(?:$|: )/;

/** If our own text were asked about, it would be taken for a company's name, and paid for. */
export const isOwnWord = (text: string): boolean =>
  text.startsWith(NOT_FINISHED) || text.startsWith(FAILURE_PREFIX) || NOT_ASKED.test(text);
