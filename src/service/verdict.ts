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
  holds(facts: VerdictFacts): boolean;
  /** The rule counts only with this switch. */
  only: keyof VerdictSwitches | undefined;
}

const judged = (verdict: Verdict, sign: Sign, reason: string): JudgedAddress => ({ verdict, sign, reason });

const rule = (
  verdict: Verdict,
  sign: Sign,
  reason: string,
  holds: VerdictRule["holds"],
  only?: VerdictRule["only"],
): VerdictRule => ({ ...judged(verdict, sign, reason), holds, only });

const EXISTS = rule("OK to send", "ok", "the address exists", () => true);

const UNANSWERED_BY_SERVER = rule(
  "Not known",
  "notKnown",
  "the mail server did not answer",
  ({ email_status, email_sub_status }) => email_status === "INVALID" && UNANSWERED.includes(String(email_sub_status)),
);

/** The first rule that holds decides. No mail server's silence leads to *Do not send*. */
const VERDICT_RULES: readonly VerdictRule[] = [
  UNANSWERED_BY_SERVER,
  rule(
    "Do not send",
    "bounces",
    "its domain takes no mail",
    ({ email_status, email_sub_status }) => email_status === "INVALID" && email_sub_status === "no_mx_records",
  ),
  rule("Do not send", "bounces", "the address does not exist", ({ email_status }) => email_status === "INVALID"),
  rule(
    "Not known",
    "noResult",
    "the service gave no status",
    ({ email_status }) => email_status !== "VALID" && email_status !== "CATCH_ALL",
  ),
  rule("Do not send", "disposable", "a throw-away address", ({ disposable }) => disposable === true, "disposableIsOut"),
  // Somebody else may read what is sent there; most such domains accept any address.
  rule(
    "Risky",
    "misspelt",
    "its mail provider is probably misspelt",
    ({ domain, email }) => meantProvider(String(domain || email || "").replace(/^.*@/, "")) !== null,
  ),
  rule("Risky", "catchAll", "its domain takes any address", ({ email_status }) => email_status === "CATCH_ALL"),
  rule(
    "Risky",
    "catchAll",
    "only a deeper check could tell, as its domain takes any address",
    ({ catch_all, catch_all_recovery }) => catch_all === true || catch_all_recovery === true,
    "recoveredIsRisky",
  ),
  rule("Risky", "role", "a role's address, such as info@", ({ type }) => type === "generic", "roleIsRisky"),
  rule("Risky", "gibberish", "looks like random characters", ({ gibberish }) => gibberish === true),
  EXISTS,
];

const counts = ({ only }: VerdictRule, switches: VerdictSwitches): boolean => only === undefined || switches[only];

export const verdictOf = (facts: VerdictFacts, switches: VerdictSwitches): JudgedAddress =>
  VERDICT_RULES.find((each) => counts(each, switches) && each.holds(facts)) ?? EXISTS;

/**
 * Judges rows without the columns of the answer.
 * @returns `null` if no rule that counts with these switches has the reason
 */
export const verdictOfReason = (reason: string, switches: VerdictSwitches): JudgedAddress | null =>
  VERDICT_RULES.find((each) => each.reason === reason && counts(each, switches)) ?? null;

const LONG_AGO = judged("Risky", "longAgo", "it was VALID long ago");
const FOUND = judged("OK to send", "ok", "its domain search calls it VALID");
const NO_ADDRESS = judged("Do not send", "noAddress", "not an email address");
const NO_ANSWER = judged("Not known", "noResult", "no answer came");

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
