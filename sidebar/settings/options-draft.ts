import type { OptionLimits, Options, PacedOperation } from "../../src/settings/options";
import { readCount, write } from "../format";

export const pacedOperations = (limits: OptionLimits): PacedOperation[] =>
  Object.keys(limits.usualCallsPerMinute) as PacedOperation[];

export type NumberField = "warnBelowCredits" | "formulaCreditsADay" | "validForDays" | PacedOperation;

/** Numbers are texts, and an empty one is no limit. */
export type Draft = Record<NumberField, string> & Pick<Options, "theme" | "verdict">;

export type Problems = Partial<Record<NumberField, string>>;

export function toDraft(options: Options, limits: OptionLimits): Draft {
  const { theme, warnBelowCredits, callsPerMinute, formulaCreditsADay, validForDays, verdict } = options;
  const rates = pacedOperations(limits).map((operation) => [operation, String(callsPerMinute[operation] ?? "")]);
  return {
    theme,
    verdict,
    warnBelowCredits: String(warnBelowCredits),
    formulaCreditsADay: String(formulaCreditsADay ?? ""),
    validForDays: String(validForDays),
    ...(Object.fromEntries(rates) as Record<PacedOperation, string>),
  };
}

export function readDraft(draft: Draft, limits: OptionLimits): { options: Options } | { problems: Problems } {
  const problems: Problems = {};
  const read = (field: NumberField, least: number, most: number): number => {
    const count = readCount(draft[field]);
    if (count === null || count < least || count > most)
      problems[field] = `Give a whole number from ${write(least)} to ${write(most)}.`;
    return count ?? least;
  };
  const isEmpty = (field: NumberField): boolean => draft[field].trim() === "";
  const options: Options = {
    theme: draft.theme,
    verdict: draft.verdict,
    warnBelowCredits: read("warnBelowCredits", 0, limits.mostWarnBelowCredits),
    formulaCreditsADay: isEmpty("formulaCreditsADay")
      ? null
      : read("formulaCreditsADay", 0, limits.mostFormulaCreditsADay),
    validForDays: read("validForDays", 1, limits.mostValidForDays),
    callsPerMinute: {},
  };
  for (const operation of pacedOperations(limits))
    if (!isEmpty(operation)) options.callsPerMinute[operation] = read(operation, 1, limits.mostCallsPerMinute);
  return Object.keys(problems).length > 0 ? { problems } : { options };
}
