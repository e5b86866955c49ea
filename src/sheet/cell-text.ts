import type { CellValue } from "./table";

/** A cell as a value to ask about: nothing to ask, to be left as it is, or something to ask. */
export type Input<Value = unknown> =
  | { kind: "blank" }
  | { kind: "unchanged"; value: Value }
  /** `key` is equal for all spellings of the same thing. */
  | { kind: "text"; text: string; key: string };

/**
 * Blanks of all sorts at both ends; `\s` has the no-break space and the byte order mark, `\p{Cf}` those without a width
 * and the marks of direction that contact programs put around addresses.
 */
const OUTER_BLANKS = /^[\s\p{Cf}]+|(?<![\s\p{Cf}])[\s\p{Cf}]+$/gu;

export function readInput<Value>(value: Value): Input<Value> {
  if (value === null || value === undefined) return { kind: "blank" };
  const text = String(value).replace(OUTER_BLANKS, "");
  if (text === "") return { kind: "blank" };
  // An error (`#N/A`), or a cell that is still loading, whose text is translated but ends in dots in every language.
  if (text.startsWith("#") || text.endsWith("...") || text.endsWith("…")) return { kind: "unchanged", value };
  return { kind: "text", text, key: text.toLowerCase() };
}

/**
 * The beginning of a text that Google may read as a formula, also full-width and after blanks or invisible characters,
 * or an apostrophe that it would take away. `=IMPORTXML(…)` in a company's name must stay text.
 */
const DANGEROUS_START = /^[\s\p{Cf}'#=+\-@＝＋－＠﹦﹢﹣﹫−]/u;

const BOOLEAN = /^(?:true|false|wahr|falsch|vrai|faux|verdadero|falso|vero)$/i;

/**
 * Digits with signs, currencies and at most two short words: what a sheet reads as a number, date, time or amount in
 * one language or another (`11-50`, `1/2`, `007`, `5 May`, `12:30 pm`, `10 €`). An address with an @ is none of these.
 */
const PERHAPS_A_NUMBER = /^(?=.*\p{N})[\p{N}\s\p{P}\p{S}]*(?:\p{L}{1,10}[\p{N}\s\p{P}\p{S}]*){0,2}$/u;

/**
 * Makes a text from elsewhere harmless before it is written into a cell: it stays the text it is. Formula
 * results need no such care, Google never parses them again.
 */
export function neutralText(text: string): string {
  const mayBeRead =
    DANGEROUS_START.test(text) || BOOLEAN.test(text) || (!text.includes("@") && PERHAPS_A_NUMBER.test(text));
  return mayBeRead ? `'${text}` : text;
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2}:\d{2})(?:\.\d+)?(?:Z|\+00:00)?)?$/;

/**
 * Text of the service as it may be written: dates of the calendar become dates, which every sheet reads in this form
 * whatever its language, and everything else stays the text it is. Times are UTC and shown as such.
 */
export function typedCell(value: CellValue): CellValue {
  if (typeof value !== "string") return value;
  const [, year, month, day, time] = DATE.exec(value) ?? [];
  if (!year || !isDay(Number(year), Number(month), Number(day))) return neutralText(value);
  return time ? `${year}-${month}-${day} ${time}` : `${year}-${month}-${day}`;
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  // Sheets counts days from 1899 on.
  return year >= 1900 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
