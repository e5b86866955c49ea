import * as v from "valibot";
import { flag, isObject, isWhole, parse, wholeNumber } from "../json";
import { RATE_LIMITS, type RateLimit } from "../service/limits";
import type { Operation } from "../service/operations";
import { USUAL_SWITCHES } from "../service/verdict";

export const OPTIONS_PROPERTY = "OPTIONS";

/** A user may have arranged another speed for these operations. */
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

const isRate = ([operation, value]: [string, unknown]): boolean =>
  PACED.some((each) => each === operation) && isWhole(value, 1, OPTION_LIMITS.mostCallsPerMinute);

/** People change jobs: after three months a few of a hundred addresses are gone. */
const USUAL_VALID_DAYS = 90;

/**
 * Anyone who may edit a sheet can spend its owner's credits by a formula, and no script learns who that is
 * (google.owner-properties). The limit pays for 1,000 new addresses a day. Longer lists need a job, which asks first.
 */
const USUAL_FORMULA_CREDITS_A_DAY = 500;

const options = v.object({
  /** "sheet" takes the colours of the spreadsheet around the sidebar, which are light on Google. */
  theme: v.optional(v.picklist(["sheet", "light", "dark"]), "sheet"),
  warnBelowCredits: wholeNumber(0, OPTION_LIMITS.mostWarnBelowCredits),
  callsPerMinute: v.custom<Partial<Record<PacedOperation, number>>>(
    (value) => isObject(value) && Object.entries(value).every(isRate),
  ),
  /** An email that was VALID when it was found counts as VALID without a remark for this many days. */
  validForDays: v.optional(wholeNumber(1, OPTION_LIMITS.mostValidForDays), USUAL_VALID_DAYS),
  /** For each of the user's spreadsheets. 0 switches formulas off; `null` is no limit. */
  formulaCreditsADay: v.optional(
    v.nullable(wholeNumber(0, OPTION_LIMITS.mostFormulaCreditsADay)),
    USUAL_FORMULA_CREDITS_A_DAY,
  ),
  verdict: v.optional(v.object({ roleIsRisky: flag, recoveredIsRisky: flag, disposableIsOut: flag }), USUAL_SWITCHES),
});

export type Options = v.InferOutput<typeof options>;

export type Theme = Options["theme"];

/** Returns `null` if one of the options cannot be used. */
export function checkOptions(value: unknown): Options | null {
  const checked = v.safeParse(options, value);
  return checked.success ? checked.output : null;
}

/** New users get a warning while a job of a few hundred rows is still possible. */
const USUAL: Options = {
  theme: "sheet",
  warnBelowCredits: 100,
  callsPerMinute: {},
  validForDays: USUAL_VALID_DAYS,
  formulaCreditsADay: USUAL_FORMULA_CREDITS_A_DAY,
  verdict: USUAL_SWITCHES,
};

export const readOptions = (text: string | null): Options => checkOptions(parse(text)) ?? USUAL;

/** An even flow of calls needs a little more than its share of each second. */
const BURST_ROOM = 1.2;

export function limitFor(operation: Operation, { callsPerMinute }: Options): RateLimit {
  const usual = RATE_LIMITS[operation];
  const arranged = (callsPerMinute as Partial<Record<Operation, number>>)[operation];
  if (arranged === undefined) return usual;
  // An arrangement says nothing about seconds, so the limit for a second must not be below what the minute needs.
  const needed = Math.ceil((arranged / 60) * BURST_ROOM);
  return { callsPerMinute: arranged, callsPerSecond: Math.min(arranged, Math.max(usual.callsPerSecond, needed)) };
}
