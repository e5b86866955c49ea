import { parseValue } from "numfmt";
import type { CellInput } from "../workbook/cell";

/** What typing a text makes of a cell; `numberFormat` when the text brings one (dates, percentages, currency). */
export interface Typed {
  input: CellInput;
  numberFormat?: string;
}

/** Digits in groups are a number (`"22 34"` is 2234). */
const GROUPED_DIGITS = /^\d+( \d+)+$/;
/** A day and month without a year is of the current year. */
const DAY_AND_MONTH = /^\d{1,2}([/-])\d{1,2}$/;

/**
 * What begins a formula. Sheets takes full-width signs for plain ones where they are typed; whether blanks and signs
 * that cannot be seen may stand before them is not documented, and taken to be so: it is the harder reading.
 */
const FORMULA_START = /^[\s\p{Cf}]*[=＝](?=.)/su;
const SIGN_START = /^[\s\p{Cf}]*[+\-＋－](?=.)/su;

/** Parsing is slow, and most texts can be no value: those without a digit, and addresses. */
const MAY_BE_VALUE = /^[^@]*\d[^@]*$|^\s*(?:true|false)\s*$/i;

/** Texts, names of sheets and array literals of a formula, which keep their semicolons. */
const QUOTED = /"(?:[^"]|"")*"|'(?:[^']|'')*'|\{[^}]*\}/g;

/** A formula as the cell keeps it: a semicolon between arguments counts as a comma. */
export function readFormula(typed: string): string {
  const plain = typed.replace(FORMULA_START, "=");
  const formula = plain.startsWith("=") ? plain : `=${plain}`;
  let kept = "";
  let end = 0;
  for (const { index, 0: quoted } of formula.matchAll(QUOTED)) {
    kept += formula.slice(end, index).replaceAll(";", ",") + quoted;
    end = index + quoted.length;
  }
  return kept + formula.slice(end).replaceAll(";", ",");
}

function text(value: string): Typed {
  return { input: { value: value === "" ? null : value } };
}

/**
 * Reads a text as if typed into a cell (google.writes-parse-text): `=` begins a formula, `'` literal text, numbers,
 * dates and booleans become what they look like. In a cell with the number format `@` everything but a formula stays
 * text.
 */
export function readTyped(typed: string, numberFormat: string, nowMs: number): Typed {
  if (FORMULA_START.test(typed)) return { input: { formula: readFormula(typed) } };
  if (numberFormat === "@") return text(typed);
  if (typed.startsWith("'")) return text(typed.slice(1));
  if (GROUPED_DIGITS.test(typed)) return { input: { value: Number(typed.replaceAll(" ", "")) } };
  const year = new Date(nowMs).getUTCFullYear();
  const separator = DAY_AND_MONTH.exec(typed)?.[1];
  const whole = separator === undefined ? typed : `${typed}${separator}${year}`;
  const parsed = MAY_BE_VALUE.test(whole) ? parseValue(whole) : null;
  if (parsed !== null && (typeof parsed.v === "number" || typeof parsed.v === "boolean")) {
    const numberFormat = separator === undefined ? parsed.z : `m${separator}d`;
    return { input: { value: parsed.v }, numberFormat };
  }
  // A sign begins a formula too, unless a number follows.
  if (SIGN_START.test(typed)) return { input: { formula: readFormula(typed) } };
  return text(typed);
}
