import type { VERIFICATION_FIELDS } from "./fields";
import { UNANSWERED } from "./limits";
import { meantProvider } from "./misspelt";
import { NOT_KNOWN, VERDICTS, type Verdict } from "./result-words";

/** A verdict says what to do with an address. The service's fields only say what the address is. */

export type { Verdict } from "./result-words";

export interface VerdictSwitches {
  roleIsRisky: boolean;
  recoveredIsRisky: boolean;
  disposableIsOut: boolean;
}

export const USUAL_SWITCHES: VerdictSwitches = { roleIsRisky: true, recoveredIsRisky: false, disposableIsOut: true };

/** Fields that are worked out here; the service does not have them. */
export const VERDICT_FIELDS = ["verdict", "verdict_reason"] as const;

/** service.verification-answer */
export type VerdictFacts = Partial<Record<(typeof VERIFICATION_FIELDS)[number], unknown>>;

/** What a verdict follows from. A clean list names its piles like this. */
export type Sign =
  | "notKnown"
  | "bounces"
  | "noResult"
  | "disposable"
  | "misspelt"
  | "catchAll"
  | "role"
  | "gibberish"
  | "ok"
  | "longAgo"
  | "noAddress";

export interface JudgedAddress {
  verdict: Verdict;
  sign: Sign;
  /** Plain words, without a capital or a full stop. */
  reason: string;
}

interface VerdictRule extends JudgedAddress {
  /** The rule counts only with this switch. */
  only?: keyof VerdictSwitches;
  holds(facts: VerdictFacts): boolean;
}

const EXISTS: VerdictRule = {
  verdict: "OK to send",
  sign: "ok",
  reason: "the address exists",
  holds: () => true,
};

const UNANSWERED_BY_SERVER: VerdictRule = {
  verdict: "Not known",
  sign: "notKnown",
  reason: "the mail server did not answer",
  holds: ({ email_status: status, email_sub_status: sub }) => status === "INVALID" && UNANSWERED.includes(String(sub)),
};

/** The first rule that holds decides. No mail server's silence leads to *Do not send*. */
const VERDICT_RULES: readonly VerdictRule[] = [
  UNANSWERED_BY_SERVER,
  {
    verdict: "Do not send",
    sign: "bounces",
    reason: "its domain takes no mail",
    holds: ({ email_status: status, email_sub_status: sub }) => status === "INVALID" && sub === "no_mx_records",
  },
  {
    verdict: "Do not send",
    sign: "bounces",
    reason: "the address does not exist",
    holds: ({ email_status: status }) => status === "INVALID",
  },
  {
    verdict: "Not known",
    sign: "noResult",
    reason: "the service gave no status",
    holds: ({ email_status: status }) => status !== "VALID" && status !== "CATCH_ALL",
  },
  {
    verdict: "Do not send",
    sign: "disposable",
    reason: "a throw-away address",
    only: "disposableIsOut",
    holds: ({ disposable }) => disposable === true,
  },
  {
    verdict: "Risky",
    sign: "misspelt",
    // Somebody else may read what is sent there; most such domains accept any address.
    reason: "its mail provider is probably misspelt",
    holds: ({ domain, email }) => meantProvider(String(domain || email || "").replace(/^.*@/, "")) !== null,
  },
  {
    verdict: "Risky",
    sign: "catchAll",
    reason: "its domain takes any address",
    holds: ({ email_status: status }) => status === "CATCH_ALL",
  },
  {
    verdict: "Risky",
    sign: "catchAll",
    reason: "only a deeper check could tell, as its domain takes any address",
    only: "recoveredIsRisky",
    holds: ({ catch_all, catch_all_recovery }) => catch_all === true || catch_all_recovery === true,
  },
  {
    verdict: "Risky",
    sign: "role",
    reason: "a role's address, such as info@",
    only: "roleIsRisky",
    holds: ({ type }) => type === "generic",
  },
  {
    verdict: "Risky",
    sign: "gibberish",
    reason: "looks like random characters",
    holds: ({ gibberish }) => gibberish === true,
  },
  EXISTS,
];

const counts = ({ only }: VerdictRule, switches: VerdictSwitches): boolean => only === undefined || switches[only];

export const verdictOf = (facts: VerdictFacts, switches: VerdictSwitches): JudgedAddress =>
  VERDICT_RULES.find((rule) => counts(rule, switches) && rule.holds(facts)) ?? EXISTS;

/**
 * Judges rows without the columns of the answer.
 * @returns `null` if no rule that counts with these switches has the reason
 */
export const verdictOfReason = (reason: string, switches: VerdictSwitches): JudgedAddress | null =>
  VERDICT_RULES.find((rule) => rule.reason === reason && counts(rule, switches)) ?? null;

const LONG_AGO: JudgedAddress = { verdict: "Risky", sign: "longAgo", reason: "it was VALID long ago" };
const FOUND: JudgedAddress = { verdict: "OK to send", sign: "ok", reason: "its domain search calls it VALID" };
const NO_ADDRESS: JudgedAddress = { verdict: "Do not send", sign: "noAddress", reason: "not an email address" };
const NO_ANSWER: JudgedAddress = { verdict: "Not known", sign: "noResult", reason: "no answer came" };

/** Tells our verdicts from typed ones, whatever the switches are now. @returns `null` if the reason is not ours */
export const verdictWrittenWith = (reason: string): Verdict | null =>
  [...VERDICT_RULES, LONG_AGO, FOUND, NO_ADDRESS, NO_ANSWER].find((each) => each.reason === reason)?.verdict ?? null;

/** Ignores letter case; `null` if the cell says no verdict. */
export const verdictSaid = (cell: string): Verdict | null =>
  VERDICTS.find((each) => each.toLowerCase() === cell.trim().toLowerCase()) ?? null;

/** Judges by the status, and what a search says of the address, if nothing was asked, or no answer came. */
export function verdictOfStatus(status: string, facts: VerdictFacts = {}, switches = USUAL_SWITCHES): JudgedAddress {
  if (status === "VALID") {
    const judged = verdictOf({ ...facts, email_status: status }, switches);
    return judged.sign === "ok" ? FOUND : judged;
  }
  if (status.startsWith("VALID")) return LONG_AGO;
  if (status.startsWith("not an email address")) return NO_ADDRESS;
  return status === NOT_KNOWN ? UNANSWERED_BY_SERVER : NO_ANSWER;
}
