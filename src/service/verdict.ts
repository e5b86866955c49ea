import type { VERIFICATION_FIELDS } from "./fields";
import { NOT_KNOWN } from "./input-problems";
import { UNANSWERED } from "./limits";

/** What to do with an address, in one word or two: the service's fields say what it is. */

export const VERDICTS = ["OK to send", "Risky", "Do not send", "Not known"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What people decide for themselves; each is a switch in Settings. */
export interface VerdictSwitches {
  /** Addresses of a role such as info@ count as Risky. */
  roleIsRisky: boolean;
  /** Addresses of catch-all domains that a deeper check has called VALID count as Risky. */
  recoveredIsRisky: boolean;
  /** Throw-away addresses are not sent to. */
  disposableIsOut: boolean;
}

export const USUAL_SWITCHES: VerdictSwitches = { roleIsRisky: true, recoveredIsRisky: false, disposableIsOut: true };

/** The columns that are worked out here; the service knows neither. */
export const VERDICT_FIELDS = ["verdict", "verdict_reason"] as const;

/** The fields of an answer (service.verification-answer). */
export type VerdictFacts = Partial<Record<(typeof VERIFICATION_FIELDS)[number], unknown>>;

interface VerdictRule {
  verdict: Verdict;
  reason: string;
  /** The switch without which the rule does not count. */
  only?: keyof VerdictSwitches;
  holds(facts: VerdictFacts): boolean;
}

/** The first rule that holds decides. No mail server's silence leads to *Do not send*. */
const VERDICT_RULES: readonly VerdictRule[] = [
  {
    verdict: "Not known",
    reason: "the mail server did not answer",
    holds: ({ email_status: status, email_sub_status: sub }) =>
      status === "INVALID" && UNANSWERED.includes(String(sub)),
  },
  {
    verdict: "Do not send",
    reason: "its domain takes no mail",
    holds: ({ email_status: status, email_sub_status: sub }) => status === "INVALID" && sub === "no_mx_records",
  },
  {
    verdict: "Do not send",
    reason: "the address does not exist",
    holds: ({ email_status: status }) => status === "INVALID",
  },
  {
    verdict: "Not known",
    reason: "the service gave no status",
    holds: ({ email_status: status }) => status !== "VALID" && status !== "CATCH_ALL",
  },
  {
    verdict: "Do not send",
    reason: "a throw-away address",
    only: "disposableIsOut",
    holds: ({ disposable }) => disposable === true,
  },
  {
    verdict: "Risky",
    reason: "its domain takes any address",
    holds: ({ email_status: status }) => status === "CATCH_ALL",
  },
  {
    verdict: "Risky",
    reason: "only a deeper check could tell, as its domain takes any address",
    only: "recoveredIsRisky",
    holds: ({ catch_all, catch_all_recovery }) => catch_all === true || catch_all_recovery === true,
  },
  {
    verdict: "Risky",
    reason: "a role's address, such as info@",
    only: "roleIsRisky",
    holds: ({ type }) => type === "generic",
  },
  { verdict: "Risky", reason: "looks like random characters", holds: ({ gibberish }) => gibberish === true },
  { verdict: "OK to send", reason: "the address exists", holds: () => true },
];

export interface JudgedAddress {
  verdict: Verdict;
  /** In plain words, without a capital or a full stop. */
  reason: string;
}

/** Judges an address by an answer of the service. */
export function verdictOf(facts: VerdictFacts, switches: VerdictSwitches): JudgedAddress {
  const rule = VERDICT_RULES.find(({ only, holds }) => (only === undefined || switches[only]) && holds(facts));
  return { verdict: rule?.verdict ?? "Not known", reason: rule?.reason ?? "" };
}

/** Judges an address by a status beside it for which nothing was asked, or for which no answer came. */
export function verdictOfStatus(status: string): JudgedAddress {
  if (status === "VALID") return { verdict: "OK to send", reason: "its domain search calls it VALID" };
  if (status.startsWith("VALID")) return { verdict: "Risky", reason: "it was VALID long ago" };
  if (status.startsWith("not an email address")) return { verdict: "Do not send", reason: "not an email address" };
  return { verdict: "Not known", reason: status === NOT_KNOWN ? "the mail server did not answer" : "no answer came" };
}
