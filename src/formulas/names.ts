/** The formulas by their kind of result. */
export const SHAPE_FORMULAS = ["VERIFY_EMAIL", "EMAIL_COUNT", "COMPANY_INFO"] as const;
export const TABLE_FORMULAS = ["DOMAIN_EMAILS", "ACCOUNT_INFO"] as const;

const CALL = new RegExp(`\\b(?:${[...SHAPE_FORMULAS, ...TABLE_FORMULAS].join("|")})\\s*\\(`, "i");
const TABLE_CALL = new RegExp(`\\b(?:${TABLE_FORMULAS.join("|")})\\s*\\(`, "i");

/** A formula's text without what stands in quotes. */
const withoutStrings = (formula: string): string => formula.replace(/"(?:[^"]|"")*"/g, '""');

/** Whether a cell's formula calls one of ours, alone or inside another function. */
export const callsOurs = (formula: string): boolean => formula !== "" && CALL.test(withoutStrings(formula));

/** Whether a formula that calls ours can give one value only: no range, no array, no table in it. */
export const givesOneValue = (formula: string): boolean =>
  !/[:{]/.test(withoutStrings(formula)) && !TABLE_CALL.test(withoutStrings(formula));
