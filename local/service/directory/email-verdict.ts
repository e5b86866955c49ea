import { SAMPLE_EMAILS } from "../samples/samples";
import { isGeneric, isGibberish, readEmailDomain } from "./addresses";
import { createAnonymousId } from "./anonymous-id";
import { type DomainProfile, profileDomain } from "./domain-profile";
import { chance } from "./hash";

export type EmailStatus = "VALID" | "CATCH_ALL" | "INVALID";

/**
 * The result of a verification (service.verification-answer) without `free`, which is not the address's but the
 * caller's.
 */
export interface EmailVerdict {
  email: string;
  email_anon_id: string;
  domain: string;
  email_status: EmailStatus;
  email_sub_status: "no_mx_records" | "dns_timed_out" | "smtp_timed_out" | "smtp_unknown_response" | null;
  catch_all_recovery: boolean;
  valid_format: boolean;
  disposable: boolean;
  gibberish: boolean;
  type: "professional" | "generic" | "personal";
  catch_all: boolean;
  mx_record_present: boolean;
  mx_record_main: string;
  mx_record_list: [host: string, preference: number][];
  smtp_provider: string;
  total_emails: number;
}

/** Of the addresses on catch-all domains, how many the deep recovery resolves, and how many of those exist. */
const RECOVERED_SHARE = 0.3;
const RECOVERED_VALID_SHARE = 0.75;
/** Of the addresses on ordinary domains. */
const VALID_SHARE = 0.8;
/** Gibberish that exists all the same. */
const VALID_GIBBERISH_SHARE = 0.1;

const LOCAL_PART = /^(?=.{1,64}$)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;

const samples = new Map(SAMPLE_EMAILS.map((sample) => [sample.email, sample]));

const SUB_STATUS = {
  "no-mx": "no_mx_records",
  "dns-timeout": "dns_timed_out",
  "smtp-timeout": "smtp_timed_out",
  "smtp-unknown": "smtp_unknown_response",
  answers: null,
} as const;

type Outcome = Pick<EmailVerdict, "email_status" | "email_sub_status" | "catch_all_recovery">;

const outcome = (email_status: EmailStatus, catch_all_recovery = false): Outcome => ({
  email_status,
  email_sub_status: null,
  catch_all_recovery,
});

function decide(email: string, profile: DomainProfile, gibberish: boolean): Outcome {
  if (profile.mail !== "answers") return { ...outcome("INVALID"), email_sub_status: SUB_STATUS[profile.mail] };
  const sample = samples.get(email);
  if (sample) return outcome(sample.status, sample.recovered);
  const exists = chance("exists", email);
  if (profile.catchAll) {
    const recovered = profile.recovers ?? chance("recovered", email) < RECOVERED_SHARE;
    return recovered ? outcome(exists < RECOVERED_VALID_SHARE ? "VALID" : "INVALID", true) : outcome("CATCH_ALL");
  }
  return outcome(exists < (gibberish ? VALID_GIBBERISH_SHARE : VALID_SHARE) ? "VALID" : "INVALID");
}

/** The address as the service compares and returns it. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** @param email as `normalizeEmail` gives it; anything else gets `valid_format: false` */
export function judgeEmail(email: string): EmailVerdict {
  const at = email.lastIndexOf("@");
  const localPart = at < 0 ? email : email.slice(0, at);
  const domain = at < 0 ? undefined : readEmailDomain(email.slice(at + 1));
  const validFormat = domain !== undefined && LOCAL_PART.test(localPart);
  const profile = domain === undefined ? undefined : profileDomain(domain);
  const gibberish = isGibberish(localPart);
  const noMx: Outcome = { ...outcome("INVALID"), email_sub_status: "no_mx_records" };
  const decided = profile && validFormat ? decide(email, profile, gibberish) : outcome("INVALID");
  return {
    email,
    email_anon_id: createAnonymousId(email),
    domain: domain ?? "",
    ...(profile && profile.mail !== "no-mx" ? decided : noMx),
    valid_format: validFormat,
    disposable: profile?.kind === "disposable",
    gibberish,
    type: profile?.kind === "webmail" ? "personal" : isGeneric(localPart) ? "generic" : "professional",
    catch_all: profile?.catchAll ?? false,
    mx_record_present: profile !== undefined && profile.mxRecords.length > 0,
    mx_record_main: profile?.mxRecords[0]?.[0] ?? "",
    mx_record_list: profile?.mxRecords ?? [],
    smtp_provider: profile?.smtpProvider ?? "",
    total_emails: profile?.emailCount ?? 0,
  };
}
