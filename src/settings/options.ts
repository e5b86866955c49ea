import * as v from "valibot";
import { isObject, parse, wholeNumber } from "../json";
import { RATE_LIMITS, type RateLimit } from "../service/limits";
import type { Operation } from "../service/operations";
import { USUAL_SWITCHES } from "../service/verdict";

/** The user property that holds the options, in the same store as the key. */
export const OPTIONS_PROPERTY = "OPTIONS";

/** The operations for which a user may have arranged another speed with the service. */
const PACED = ["email-verifier", "domain-search", "search-company", "email-count"] as const satisfies Operation[];
export type PacedOperation = (typeof PACED)[number];

const forEachPaced = <Value>(give: (operation: PacedOperation) => Value) =>
  Object.fromEntries(PACED.map((operation) => [operation, give(operation)])) as Record<PacedOperation, Value>;

export const OPTION_LIMITS = {
  mostWarnBelowCredits: 1_000_000,
  // 100 a second: more than Google lets one user's executions send.
  mostCallsPerMinute: 6_000,
  // A higher limit has no effect: the rate limits permit some 290,000 verifications a day.
  mostFormulaCreditsADay: 1_000_000,
  mostValidForDays: 3_650,
  usualCallsPerMinute: forEachPaced((operation) => RATE_LIMITS[operation].callsPerMinute),
};

export type OptionLimits = typeof OPTION_LIMITS;

const rate = wholeNumber(1, OPTION_LIMITS.mostCallsPerMinute);
const isRate = ([operation, value]: [string, unknown]): boolean =>
  PACED.some((each) => each === operation) && v.is(rate, value);

/** People change jobs: after three months a few of a hundred addresses are gone. */
const USUAL_VALID_DAYS = 90;

/**
 * Whoever may edit a sheet can spend its owner's credits by a formula, and no script learns who that is
 * (google.owner-properties). This limit pays for 1,000 new addresses a day, more than a person checks by formulas.
 * Longer lists need a job, which asks first.
 */
const USUAL_FORMULA_CREDITS_A_DAY = 500;

const options = v.object({
  /** The sidebar's colours. "sheet" takes those of the spreadsheet around it, which are light on Google. */
  theme: v.optional(v.picklist(["sheet", "light", "dark"]), "sheet"),
  warnBelowCredits: wholeNumber(0, OPTION_LIMITS.mostWarnBelowCredits),
  /** Only the operations with an arranged limit of their own. */
  callsPerMinute: v.custom<Partial<Record<PacedOperation, number>>>(
    (value) => isObject(value) && Object.entries(value).every(isRate),
  ),
  /** An email that was VALID when it was found counts as VALID without a remark for this many days. */
  validForDays: v.optional(wholeNumber(1, OPTION_LIMITS.mostValidForDays), USUAL_VALID_DAYS),
  /**
   * The most credits that formulas in each of the user's spreadsheets may spend a day; 0 switches them off, `null` is
   * no limit.
   */
  formulaCreditsADay: v.optional(
    v.nullable(wholeNumber(0, OPTION_LIMITS.mostFormulaCreditsADay)),
    USUAL_FORMULA_CREDITS_A_DAY,
  ),
  verdict: v.optional(
    v.object({ roleIsRisky: v.boolean(), recoveredIsRisky: v.boolean(), disposableIsOut: v.boolean() }),
    USUAL_SWITCHES,
  ),
});

export type Options = v.InferOutput<typeof options>;

export type Theme = Options["theme"];

/** Checks options from any source. @returns `null` if one of them cannot be used */
export function checkOptions(value: unknown): Options | null {
  const checked = v.safeParse(options, value);
  return checked.success ? checked.output : null;
}

/** The options of a new user. They warn while a job of a few hundred rows is still possible. */
const USUAL: Options = {
  theme: "sheet",
  warnBelowCredits: 100,
  callsPerMinute: {},
  validForDays: USUAL_VALID_DAYS,
  formulaCreditsADay: USUAL_FORMULA_CREDITS_A_DAY,
  verdict: USUAL_SWITCHES,
};

/** Reads saved options. Gives the usual ones when there are none or they are damaged. */
export const readOptions = (text: string | null): Options => checkOptions(parse(text)) ?? USUAL;

/** An even flow of calls needs a little more than its share of each second. */
const BURST_ROOM = 1.2;

/** The limit that holds for a user: the arranged one, or else the service's own. */
export function limitFor(operation: Operation, { callsPerMinute }: Options): RateLimit {
  const usual = RATE_LIMITS[operation];
  const arranged = (callsPerMinute as Partial<Record<Operation, number>>)[operation];
  if (arranged === undefined) return usual;
  // An arrangement says nothing about seconds, so the limit for a second must not be below what the minute needs.
  const needed = Math.ceil((arranged / 60) * BURST_ROOM);
  return { callsPerMinute: arranged, callsPerSecond: Math.min(arranged, Math.max(usual.callsPerSecond, needed)) };
}
