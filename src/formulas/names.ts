/** The formulas by their kind of result. */
export const SHAPE_FORMULAS = ["VERIFY_EMAIL", "EMAIL_COUNT", "COMPANY_INFO"] as const;
export const TABLE_FORMULAS = ["DOMAIN_EMAILS", "ACCOUNT_INFO"] as const;

const CALL = new RegExp(`\\b(?:${[...SHAPE_FORMULAS, ...TABLE_FORMULAS].join("|")})\\s*\\(`, "i");

/** A call that gives one value for one cell: a second argument, or another formula, may give a row. */
const SCALAR_CALL = /\b(?:VERIFY_EMAIL|EMAIL_COUNT)\s*\((?:[^(),;]|\([^()]*\))*\)/gi;

/** A formula's text without what stands in quotes. */
const withoutStrings = (formula: string): string => formula.replace(/"(?:[^"]|"")*"/g, '""');

/** Whether a cell's formula calls one of ours, alone or inside another function. */
export const callsOurs = (formula: string): boolean => formula !== "" && CALL.test(withoutStrings(formula));

/** Whether a formula that calls ours can give one value only: no range, no array, no row, no table in it. */
export function givesOneValue(formula: string): boolean {
  const text = withoutStrings(formula);
  return !/[:{]/.test(text) && !CALL.test(text.replace(SCALAR_CALL, ""));
}
