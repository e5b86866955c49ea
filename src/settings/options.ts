import { RATE_LIMITS, type RateLimit } from "../service/limits";
import type { Operation } from "../service/operations";
import type { OptionLimits, Options, PacedOperation, Theme } from "./views";
/** The user property that holds the options, beside the key they belong to. */
export const OPTIONS_PROPERTY = "OPTIONS";

/** A run of a few hundred rows still fits into what is left. */
const USUAL_WARN_BELOW_CREDITS = 100;

const MOST_WARN_BELOW_CREDITS = 1_000_000;

/** 100 a second: more than Google lets one user's executions send. */
const MOST_CALLS_PER_MINUTE = 6_000;

/** A higher limit limits nothing: the rate limits permit some 290,000 verifications a day. */
const MOST_FORMULA_CREDITS_A_DAY = 1_000_000;

/** The range of each option, and the limits that hold without one. */
export const OPTION_LIMITS: OptionLimits = {
  mostWarnBelowCredits: MOST_WARN_BELOW_CREDITS,
  mostCallsPerMinute: MOST_CALLS_PER_MINUTE,
  mostFormulaCreditsADay: MOST_FORMULA_CREDITS_A_DAY,
  usualCallsPerMinute: {
    "email-verifier": RATE_LIMITS["email-verifier"].callsPerMinute,
    "domain-search": RATE_LIMITS["domain-search"].callsPerMinute,
    "search-company": RATE_LIMITS["search-company"].callsPerMinute,
    "email-count": RATE_LIMITS["email-count"].callsPerMinute,
  },
};

const THEMES: readonly unknown[] = ["sheet", "light", "dark"] satisfies Theme[];

function isWholeNumber(value: unknown, least: number, most: number): value is number {
  return typeof value === "number" && Math.floor(value) === value && value >= least && value <= most;
}

/** Takes options from anywhere: the ones that can be used, `null` when one of them cannot. */
export function checkOptions(value: unknown): Options | null {
  if (typeof value !== "object" || value === null) return null;
  const fields = value as Record<string, unknown>;
  const { theme = "sheet", warnBelowCredits, callsPerMinute, formulaCreditsADay = null } = fields;
  if (!THEMES.includes(theme)) return null;
  if (!isWholeNumber(warnBelowCredits, 0, MOST_WARN_BELOW_CREDITS)) return null;
  if (typeof callsPerMinute !== "object" || callsPerMinute === null) return null;
  const rates: Options["callsPerMinute"] = {};
  for (const [operation, rate] of Object.entries(callsPerMinute)) {
    if (!Object.keys(OPTION_LIMITS.usualCallsPerMinute).includes(operation)) return null;
    if (!isWholeNumber(rate, 1, MOST_CALLS_PER_MINUTE)) return null;
    rates[operation as PacedOperation] = rate;
  }
  if (formulaCreditsADay !== null && !isWholeNumber(formulaCreditsADay, 0, MOST_FORMULA_CREDITS_A_DAY)) return null;
  return { theme: theme as Theme, warnBelowCredits, callsPerMinute: rates, formulaCreditsADay };
}

/** Reads saved options; the usual ones when there are none or they are damaged. */
export function readOptions(text: string | null): Options {
  try {
    const options = checkOptions(JSON.parse(text ?? "null"));
    if (options) return options;
  } catch {
    // Damaged by hand: as good as none.
  }
  return { theme: "sheet", warnBelowCredits: USUAL_WARN_BELOW_CREDITS, callsPerMinute: {}, formulaCreditsADay: null };
}

/** An even flow needs a little more than its share of each second. */
const BURST_ROOM = 1.2;

/** The limit that holds for a user: the arranged one, else the service's own. */
export function limitFor(operation: Operation, { callsPerMinute }: Options): RateLimit {
  const usual = RATE_LIMITS[operation];
  const arranged = (callsPerMinute as Partial<Record<Operation, number>>)[operation];
  if (arranged === undefined) return usual;
  // Nothing is said about bursts in an arrangement; below what the minute needs it could not be used.
  const needed = Math.ceil((arranged / 60) * BURST_ROOM);
  return { callsPerMinute: arranged, callsPerSecond: Math.min(arranged, Math.max(usual.callsPerSecond, needed)) };
}
