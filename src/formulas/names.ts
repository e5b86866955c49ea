/** The formulas by their kind of result. */
export const SHAPE_FORMULAS = ["VERIFY_EMAIL", "EMAIL_COUNT", "COMPANY_INFO"] as const;
export const TABLE_FORMULAS = ["DOMAIN_EMAILS", "ACCOUNT_INFO"] as const;

const CALL = new RegExp(`\\b(?:${[...SHAPE_FORMULAS, ...TABLE_FORMULAS].join("|")})\\s*\\(`, "i");

/** A call that gives one value for one cell: a second argument, or another formula, may give a row. */
const SCALAR_CALL = /\b(?:VERIFY_EMAIL|EMAIL_COUNT)\s*\((?:[^(),;]|\([^()]*\))*\)/gi;

/** Functions that give several values without naming a range: their text or numbers say how many. */
const GIVES_MANY =
  /\b(?:INDIRECT|OFFSET|SPLIT|SEQUENCE|QUERY|MAKEARRAY|RANDARRAY|ARRAYFORMULA|IMPORT(?:RANGE|DATA|HTML|XML|FEED))\s*\(/i;

/** What stands before a cell and is no name of a range: a sheet. */
const SHEET = /(?:'(?:[^']|'')*'|[\p{L}_][\p{L}\p{N}_.]*)!/gu;

/** Words that name neither a function, nor a cell, nor a truth value: named ranges, tables and variables. */
const RANGE_NAME =
  /(?<![\p{L}\p{N}_.$])(?!\$?[a-z]{1,3}\$?\d+(?![\p{L}\p{N}_.])|(?:true|false)\b)[\p{L}_][\p{L}\p{N}_.]*(?![\p{L}\p{N}_.]|\s*\()/iu;

/** A formula's text without what stands in quotes. */
const withoutStrings = (formula: string): string => formula.replace(/"(?:[^"]|"")*"/g, '""');

/** Whether a cell's formula calls one of ours, alone or inside another function. */
export const callsOurs = (formula: string): boolean => formula !== "" && CALL.test(withoutStrings(formula));

/** Whether a formula that calls ours can give one value only: no range, whatever it is called, no row, no table in it. */
export function givesOneValue(formula: string): boolean {
  const text = withoutStrings(formula).replace(SHEET, "");
  const hasRange = /[:{]/.test(text) || GIVES_MANY.test(text) || RANGE_NAME.test(text);
  return !hasRange && !CALL.test(text.replace(SCALAR_CALL, ""));
}
