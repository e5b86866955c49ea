import type { OptionLimits, Options, PacedOperation, Theme } from "../../src/settings/options";
import { readCount, write } from "../format";

/** The operations with a limit, in the server's order. */
export const pacedOperations = (limits: OptionLimits): PacedOperation[] =>
  Object.keys(limits.usualCallsPerMinute) as PacedOperation[];

/** The form as typed: a half-typed number is a text. */
export interface Draft {
  theme: Theme;
  warnBelowCredits: string;
  /** Empty for no limit. */
  formulaCreditsADay: string;
  callsPerMinute: Record<PacedOperation, string>;
}

export type DraftField = "warnBelowCredits" | "formulaCreditsADay" | PacedOperation;

/** A form filled with the saved options; an operation without an arrangement is empty. */
export function toDraft(options: Options, limits: OptionLimits): Draft {
  const { theme, warnBelowCredits, callsPerMinute, formulaCreditsADay } = options;
  const rates = pacedOperations(limits).map((operation) => [operation, String(callsPerMinute[operation] ?? "")]);
  return {
    theme,
    warnBelowCredits: String(warnBelowCredits),
    formulaCreditsADay: formulaCreditsADay === null ? "" : String(formulaCreditsADay),
    callsPerMinute: Object.fromEntries(rates),
  };
}

/** Reads the form: gives the options, or says why fields cannot be used. */
export function readDraft(
  draft: Draft,
  limits: OptionLimits,
): { options: Options } | { problems: Partial<Record<DraftField, string>> } {
  const problems: Partial<Record<DraftField, string>> = {};
  const read = (field: DraftField, typed: string, least: number, most: number): number => {
    const count = readCount(typed);
    if (count === null || count < least || count > most)
      problems[field] = `Give a whole number from ${write(least)} to ${write(most)}.`;
    return count ?? least;
  };
  const warnBelowCredits = read("warnBelowCredits", draft.warnBelowCredits, 0, limits.mostWarnBelowCredits);
  const formulaCreditsADay =
    draft.formulaCreditsADay.trim() === ""
      ? null
      : read("formulaCreditsADay", draft.formulaCreditsADay, 0, limits.mostFormulaCreditsADay);
  const callsPerMinute: Options["callsPerMinute"] = {};
  for (const operation of pacedOperations(limits)) {
    const typed = draft.callsPerMinute[operation];
    if (typed.trim()) callsPerMinute[operation] = read(operation, typed, 1, limits.mostCallsPerMinute);
  }
  return Object.keys(problems).length > 0
    ? { problems }
    : { options: { theme: draft.theme, warnBelowCredits, callsPerMinute, formulaCreditsADay } };
}
