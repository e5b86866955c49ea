import { createAnonymousId } from "./anonymous-id";
import { type DomainProfile, profileDomain } from "./domain-profile";
import { judgeEmail } from "./email-verdict";
import { chance, hash, remembered } from "./hash";
import providers from "./providers.json";

/** First and last names to make people of. */
export interface NameLists {
  first: string[];
  last: string[];
}

/** An email that the service stores for a domain. */
export interface StoredEmail {
  email: string;
  type: "generic" | "professional";
  firstName: string | null;
  lastName: string | null;
}

/** One item of a domain search's `email_list` (service.found-emails). */
export interface ListedEmail {
  email: string;
  email_type: "generic" | "professional";
  first_name: string | null;
  last_name: string | null;
  email_anon_id: string;
  verification: { status: "VALID" | "UNVERIFIED"; last_verified_at: string | null };
}

const GENERIC_EVERY = 7; // About one stored email in seven is a role's.
const MAX_GENERIC = 20;
/** Of the stored emails that exist, the share the service has verified itself. */
const VERIFIED_SHARE = 0.85;
/** Made up: how often the service verifies a stored email by itself, each on a day of its own. */
const VERIFIED_EVERY_MS = 180 * 24 * 60 * 60 * 1000;

const letters = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, "");

function person(profile: DomainProfile, names: NameLists, turn: number): StoredEmail {
  const seed = `${profile.domain} ${turn}`;
  const firstName = names.first[hash(`first ${seed}`) % names.first.length] ?? "";
  const lastName = profile.lastName ?? names.last[hash(`last ${seed}`) % names.last.length] ?? "";
  const localPart = profile.pattern.replace("{first}", letters(firstName)).replace("{last}", letters(lastName));
  return { email: `${localPart}@${profile.domain}`, type: "professional", firstName, lastName };
}

function role(profile: DomainProfile, turn: number): StoredEmail {
  const localPart = providers.genericLocalParts[turn] ?? "info";
  return { email: `${localPart}@${profile.domain}`, type: "generic", firstName: null, lastName: null };
}

const storedWith = new WeakMap<NameLists, (domain: string) => StoredEmail[]>();

/** All emails stored for a domain, always the same ones in the same order; as many as its profile says. */
export function storedEmails({ domain }: DomainProfile, names: NameLists): StoredEmail[] {
  const known = storedWith.get(names) ?? remembered((asked) => inventEmails(profileDomain(asked), names));
  storedWith.set(names, known);
  return known(domain);
}

function inventEmails(profile: DomainProfile, names: NameLists): StoredEmail[] {
  const stored = new Map<string, StoredEmail>();
  for (let turn = 0; stored.size < profile.emailCount; turn++) {
    const rolesSoFar = Math.floor(turn / GENERIC_EVERY);
    const isRole = turn % GENERIC_EVERY === 1 && rolesSoFar < MAX_GENERIC;
    const found = isRole ? role(profile, rolesSoFar) : person(profile, names, turn);
    if (!stored.has(found.email)) stored.set(found.email, found);
  }
  return [...stored.values()];
}

/**
 * The email as a domain search lists it. What is listed as VALID is VALID for the verifier as well.
 * @param nowMs milliseconds since 1970; until then an email was last verified within half a year
 */
export function listEmail({ email, type, firstName, lastName }: StoredEmail, nowMs: number): ListedEmail {
  const verified = judgeEmail(email).email_status === "VALID" && chance("verified", email) < VERIFIED_SHARE;
  const offsetMs = Math.floor(chance("verified at", email) * VERIFIED_EVERY_MS);
  const verifiedAt = nowMs - ((nowMs - offsetMs) % VERIFIED_EVERY_MS);
  return {
    email,
    email_type: type,
    first_name: firstName,
    last_name: lastName,
    email_anon_id: createAnonymousId(email),
    verification: verified
      ? { status: "VALID", last_verified_at: formatTimestamp(verifiedAt) }
      : { status: "UNVERIFIED", last_verified_at: null },
  };
}

/** A time as the service writes it (service.account-information, service.found-emails): `YYYY-MM-DD HH:MM:SS+00:00`. */
export function formatTimestamp(millisecondsSince1970: number): string {
  return `${new Date(millisecondsSince1970).toISOString().slice(0, 19).replace("T", " ")}+00:00`;
}
