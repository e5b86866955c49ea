import { type DomainKind, type MailAnswer, SAMPLE_DOMAINS } from "../samples/samples";
import { chance, pick, remembered } from "./hash";
import providers from "./providers.json";

/** A domain's mail as the service knows it. Nothing is ever looked up: samples aside, a hash decides. */
export interface DomainProfile {
  domain: string;
  kind: DomainKind;
  mail: MailAnswer;
  catchAll: boolean;
  /** True if the deep recovery resolves every address of this catch-all domain; undefined leaves it to each address. */
  recovers: boolean | undefined;
  /** The number of emails that the service stores for the domain. */
  emailCount: number;
  /** The last name of everybody there, if it is promised. */
  lastName: string | undefined;
  /** The form of the company's addresses, in `{first}` and `{last}` tokens (service.company-details). */
  pattern: string;
  mxRecords: [host: string, preference: number][];
  smtpProvider: string;
}

/**
 * Shares among domains that are neither samples nor providers; the mail servers of the others answer for each address.
 */
const NO_MX_SHARE = 0.03;
const DNS_TIMEOUT_SHARE = 0.005;
const SMTP_TIMEOUT_SHARE = 0.01;
const SMTP_UNKNOWN_SHARE = 0.005;
const CATCH_ALL_SHARE = 0.2;

/** Companies of a given size: the share of domains up to this size, then its smallest and largest number of emails. */
const EMAIL_COUNTS: [upTo: number, smallest: number, largest: number][] = [
  [0.1, 0, 0],
  [0.45, 1, 5],
  [0.82, 6, 35],
  [0.96, 36, 120],
  [1, 121, 900],
];

const PATTERNS = ["{first}.{last}", "{first}.{last}", "{first}{last}", "{first}_{last}", "{last}.{first}", "{first}"];
const SHORT_PATTERN_LIMIT = 20; // Larger companies run out of first names.

const samples = new Map(SAMPLE_DOMAINS.map((sample) => [sample.domain, sample]));
const webmail = new Set(providers.webmail);
const disposable = new Set(providers.disposable);

function kindOf(domain: string): DomainKind {
  if (webmail.has(domain)) return "webmail";
  return disposable.has(domain) ? "disposable" : "business";
}

function mailOf(domain: string): MailAnswer {
  const roll = chance("mail", domain);
  if (roll < NO_MX_SHARE) return "no-mx";
  if (roll < NO_MX_SHARE + DNS_TIMEOUT_SHARE) return "dns-timeout";
  if (roll < NO_MX_SHARE + DNS_TIMEOUT_SHARE + SMTP_TIMEOUT_SHARE) return "smtp-timeout";
  if (roll < NO_MX_SHARE + DNS_TIMEOUT_SHARE + SMTP_TIMEOUT_SHARE + SMTP_UNKNOWN_SHARE) return "smtp-unknown";
  return "answers";
}

function emailCountOf(domain: string): number {
  const roll = chance("size", domain);
  const [, smallest, largest] = EMAIL_COUNTS.find(([upTo]) => roll < upTo) ?? [1, 0, 0];
  return smallest + Math.floor(chance("emails", domain) * (largest - smallest + 1));
}

function mxOf(domain: string, kind: DomainKind): { mxRecords: [string, number][]; smtpProvider: string } {
  if (kind !== "business" || chance("own mail server", domain) < 0.2) {
    const mxRecords: [string, number][] = [
      [`mx1.${domain}`, 10],
      [`mx2.${domain}`, 20],
    ];
    return { mxRecords, smtpProvider: "other" };
  }
  const { provider, hosts } = pick(providers.mailHosts, "mail host", domain);
  return { mxRecords: hosts as [string, number][], smtpProvider: provider };
}

/** @param domain as `readDomain` gives it */
export const profileDomain = remembered((domain: string): DomainProfile => {
  const sample = samples.get(domain);
  const kind = sample ? (sample.kind ?? "business") : kindOf(domain);
  const mail = sample || kind !== "business" ? (sample?.mail ?? "answers") : mailOf(domain);
  const unreachable = mail === "no-mx" || mail === "dns-timeout";
  const emailCount = unreachable || kind !== "business" ? 0 : (sample?.emails ?? emailCountOf(domain));
  const pattern = pick(PATTERNS, "pattern", domain);
  const hasMx = mail !== "no-mx";
  return {
    domain,
    kind,
    mail,
    catchAll: sample
      ? sample.catchAll === true
      : kind === "business" && hasMx && chance("catch-all", domain) < CATCH_ALL_SHARE,
    recovers: sample ? sample.recovers === true : undefined,
    emailCount,
    lastName: sample?.lastName,
    pattern: emailCount > SHORT_PATTERN_LIMIT && pattern === "{first}" ? "{first}.{last}" : pattern,
    ...(hasMx ? mxOf(domain, kind) : { mxRecords: [], smtpProvider: "" }),
  };
});
