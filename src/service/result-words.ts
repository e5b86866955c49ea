/** The words that stand in the columns of results, and in their summaries. */

/** service.email-statuses */
export const EMAIL_STATUSES = ["VALID", "CATCH_ALL", "INVALID"];

/** service.found-emails */
const UNVERIFIED = "UNVERIFIED";

/** The email was VALID when its domain search last looked, longer ago than the settings allow. */
export const VALID_LONG_AGO = "VALID long ago";

/** Stands beside emails that a search has added to a verified list. */
export const NOT_VERIFIED = "not verified yet";

/** The service calls an address INVALID although no mail server has answered. */
export const NOT_KNOWN = "not known: the mail server did not answer";

/** Stands in summaries for a status that is not in its cell. */
export const NOT_ACCEPTED = "not shown: its cell does not take it";

/** How good a result is, which its colours show. */
export type Tone = "good" | "good-before" | "middling" | "bad" | "unknown";

/** Any other text in a status column says why there is no status. */
export const STATUS_TONES: [status: string, tone: Tone][] = [
  ["VALID", "good"],
  [VALID_LONG_AGO, "good-before"],
  ["CATCH_ALL", "middling"],
  ["INVALID", "bad"],
  [NOT_KNOWN, "unknown"],
];

export const VERDICT_TONES = {
  "OK to send": "good",
  Risky: "middling",
  "Do not send": "bad",
  "Not known": "unknown",
} as const satisfies Record<string, Tone>;

/** What to do with an address. */
export type Verdict = keyof typeof VERDICT_TONES;

export const VERDICTS = Object.keys(VERDICT_TONES) as Verdict[];

export const [NO_EMAILS, WITH_EMAILS] = ["no emails", "with emails"];
export const [NO_DETAILS, WITH_DETAILS] = ["no details", "with details"];

const ALL = [
  ...[...EMAIL_STATUSES, UNVERIFIED, VALID_LONG_AGO, NOT_VERIFIED, NOT_KNOWN, ...VERDICTS],
  ...[NO_EMAILS, WITH_EMAILS, NO_DETAILS, WITH_DETAILS],
];

/** A company may be called *Valid*, so letter case counts. */
export const isResultWord = (text: string): boolean => ALL.includes(text);
