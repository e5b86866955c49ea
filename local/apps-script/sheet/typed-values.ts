import { parseValue } from "numfmt";

/** What a text becomes that is typed into a cell, with the number format that it brings. */
export interface TypedValue {
  value: number | boolean;
  numberFormat?: string;
}

/** Digits in groups are a number (`"22 34"` is 2234). */
const GROUPED_DIGITS = /^\d+( \d+)+$/;
/** A day and month in digits. */
const DAY_AND_MONTH = /^\d{1,2}([/-])\d{1,2}$/;
/** Where a comma begins the decimals, dots stand in dates. */
const DOTTED_DATE = /^(\d{1,2})\.(\d{1,2})(?:\.(\d{4})?)?$/;
const CJK_DATE = /^(\d{4})年(\d{1,2})月(\d{1,2})日$/;

/** The words for true and false, beside the English ones, that Sheets takes in a language. */
const BOOLEANS: Record<string, [string, string]> = {
  da: ["sand", "falsk"],
  de: ["wahr", "falsch"],
  es: ["verdadero", "falso"],
  fi: ["tosi", "epätosi"],
  fr: ["vrai", "faux"],
  it: ["vero", "falso"],
  nl: ["waar", "onwaar"],
  pl: ["prawda", "fałsz"],
  pt: ["verdadeiro", "falso"],
  ru: ["истина", "ложь"],
  sv: ["sant", "falskt"],
  tr: ["doğru", "yanliş"],
};

const commas = new Map<string, boolean>();

function hasDecimalComma(language: string): boolean {
  const known = commas.get(language);
  if (known !== undefined) return known;
  const isComma = parseValue("1,5", { locale: language })?.v === 1.5;
  commas.set(language, isComma);
  return isComma;
}

function readDate(year: number, month: number, day: number, numberFormat: string): TypedValue | null {
  const parsed = parseValue(`${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`);
  return typeof parsed?.v === "number" ? { value: parsed.v, numberFormat } : null;
}

/** A date written with a month's name or a time, to which the year is added: `5 mai`, `3/4 10:30`. */
const YEAR_PLACE = /(?=\s\d{1,2}:\d)|$/;

/** A parsed date without a year; a time of day has none either and is less than a day. */
const lacksYear = (parsed: { v: unknown; z?: string }): boolean =>
  typeof parsed.v === "number" && parsed.v >= 1 && /[dm]/.test(parsed.z ?? "") && !/y/.test(parsed.z ?? "");

/**
 * A text as the value it looks like in a locale. The parser takes the machine's year for a date without one; the
 * document's is put in its place. A day that this year does not have (`29 Feb`) stays text.
 */
function parse(typed: string, tag: string, thisYear: number): { v: unknown; z?: string } | null {
  const parsed = parseValue(typed, { locale: tag });
  if (parsed === null || !lacksYear(parsed)) return parsed;
  const separator = /[-/ ]/.exec(typed)?.[0] ?? " ";
  const dated = parseValue(typed.replace(YEAR_PLACE, `${separator}${thisYear}`), { locale: tag });
  return dated === null ? null : { v: dated.v, z: parsed.z };
}

/**
 * Reads a text as a value in the locale of its document (google.locale): numbers with that locale's comma, its dates and
 * its words for true and false, and those of English, which is the harder reading.
 * @param locale as Google writes it: `de_DE`
 * @param thisYear of dates that have none
 * @returns `null` for what stays text
 */
export function readTypedValue(typed: string, locale: string, thisYear: number): TypedValue | null {
  const language = locale.split("_")[0] ?? "en";
  const word = typed.trim().toLowerCase();
  if (["true", ...(BOOLEANS[language] ?? []).slice(0, 1)].includes(word)) return { value: true };
  if (["false", ...(BOOLEANS[language] ?? []).slice(1)].includes(word)) return { value: false };
  // Parsing is slow, and neither what has no digit can be a value nor an address.
  if (!/\d/.test(typed) || typed.includes("@")) return null;
  if (GROUPED_DIGITS.test(typed)) return { value: Number(typed.replaceAll(" ", "")) };
  const [, dottedDay, dottedMonth, dottedYear] = DOTTED_DATE.exec(typed) ?? [];
  if (dottedDay && hasDecimalComma(language)) {
    const format = dottedYear ? "dd.mm.yyyy" : "d.m.";
    const date = readDate(Number(dottedYear ?? thisYear), Number(dottedMonth), Number(dottedDay), format);
    if (date !== null) return date;
  }
  const [, year, month, day] = CJK_DATE.exec(typed) ?? [];
  if (year) return readDate(Number(year), Number(month), Number(day), "yyyy/mm/dd");
  const separator = DAY_AND_MONTH.exec(typed)?.[1];
  const whole = separator === undefined ? typed : `${typed}${separator}${thisYear}`;
  const tag = locale.replace("_", "-");
  const parsed = parse(whole, tag, thisYear) ?? (language === "en" ? null : parse(whole, "en", thisYear));
  if (parsed === null || (typeof parsed.v !== "number" && typeof parsed.v !== "boolean")) return null;
  const inOrder = separator === "/" && /^en_(?!US)|^(?!en|ja|zh|ko)/.test(locale) ? "d/m" : `m${separator}d`;
  return { value: parsed.v, numberFormat: separator === undefined ? parsed.z : inOrder };
}
