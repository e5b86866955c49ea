import { KNOWN_CHARACTERS } from "../src/result";

/** The server gives only the beginning of a long header, so a text of that length probably goes on. */
export const headerText = (header: string): string =>
  header.length < KNOWN_CHARACTERS ? header : `${header.slice(0, KNOWN_CHARACTERS - 1)}…`;

/** "B: Email" */
export const columnText = ({ letter, header }: { letter: string; header: string }): string =>
  header ? `${letter}: ${headerText(header)}` : `Column ${letter}`;

/** Intl throws for "en-US@posix", which some browsers give. @returns `undefined` for the browser's default */
export function usableLocale(language: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(language)[0];
  } catch {
    return undefined;
  }
}

const userLocale = (): string | undefined => usableLocale(navigator.language);

export function write(count: number | null, locale = userLocale()): string {
  return count === null ? "–" : new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(count);
}

/** `readNumber` reads all these decimals. */
export const writeExactly = (number: number, locale = userLocale()): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 20, useGrouping: false }).format(number);

/** Digits from 0 to 9, and the sign before decimals. */
function signsOf(locale: string | undefined): { digits: string[]; decimal: string } {
  const digits = [...new Intl.NumberFormat(locale, { useGrouping: false }).format(9876543210)].reverse();
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5);
  return { digits, decimal: parts.find(({ type }) => type === "decimal")?.value ?? "." };
}

/** Removes signs around a number that mean nothing. */
const inDigits = (typed: string, { digits }: { digits: string[] }): string =>
  [...typed.replace(/[\s\u200e\u200f\u061c]+/g, " ").trim()]
    .map((sign) => (digits.includes(sign) ? String(digits.indexOf(sign)) : sign))
    .join("");

/** Groups of three, or of two before the last three as in India. Nobody groups digits after a 0. */
const GROUPED = /^[1-9]\d{0,2}(?:[ ,.'’_٬]\d{2,3})*[ ,.'’_٬]\d{3}$/;

function readWhole(typed: string, locale: string | undefined): number | null {
  const text = inDigits(typed, signsOf(locale));
  const digits = GROUPED.test(text) ? text.replace(/\D/g, "") : text;
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null;
}

/** No number here is larger. */
const MOST = 999_999_999;

/** Reads "1,000", "1 000" and "1.000" alike; `null` for anything else. */
export function readCount(typed: string, locale = userLocale()): number | null {
  const count = readWhole(typed, locale);
  return count === null || count > MOST ? null : count;
}

/** "1,500" is 1500 for Americans and 1.5 for Germans, "1,5" is 1.5 and "0,500" is 0.5 for both; `null` for anything else. */
export function readNumber(typed: string, locale = userLocale()): number | null {
  const signs = signsOf(locale);
  const text = inDigits(typed, signs).replace(/^[-−–]\s?/, "-");
  const sign = text.startsWith("-") ? -1 : 1;
  const [, whole = "", decimals = ""] = /^-?(.*?)(?:[.,٫](\d*))?$/.exec(text) ?? [];
  const before = text.charAt(text.length - 1 - decimals.length);
  const isDecimal =
    !whole.includes(before) && (decimals.length !== 3 || before === signs.decimal || /^0*$/.test(whole));
  const count = readWhole(isDecimal ? whole || "0" : text.replace("-", ""), locale);
  if (count === null || (whole === "" && decimals === "")) return null;
  return sign * Number(isDecimal ? `${count}.${decimals || 0}` : count);
}

/** "1 email", "1,200 emails" */
export const many = (count: number | null, one: string, several = `${one}s`): string =>
  `${write(count)} ${count === 1 ? one : several}`;

export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "about 25 minutes", "less than a minute" */
export function writeDuration(seconds: number): string {
  if (seconds < 45) return "less than a minute";
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return minutes <= 1 ? "about a minute" : `about ${minutes} minutes`;
  const hours = Math.round(minutes / 30) / 2;
  return hours === 1 ? "about an hour" : `about ${hours} hours`;
}

const isSameDay = (a: Date, b: Date): boolean => a.toDateString() === b.toDateString();

/** In English words, like the text around it, in the order that users know. */
export const writeDay = (at: number | Date, options: Intl.DateTimeFormatOptions, locale = userLocale()): string =>
  new Intl.DateTimeFormat(locale?.startsWith("en") ? locale : "en-GB", options).format(at);

/** "today 14:02", "19 Nov, 14:02" */
export function writeMoment(ms: number, nowMs = Date.now(), locale = userLocale()): string {
  const [at, now] = [new Date(ms), new Date(nowMs)];
  const time = new Intl.DateTimeFormat(locale, { timeStyle: "short" }).format(at);
  if (isSameDay(at, now)) return `today ${time}`;
  const day: Intl.DateTimeFormatOptions = { day: "numeric", month: "short" };
  if (at.getFullYear() !== now.getFullYear()) day.year = "numeric";
  return `${writeDay(at, day, locale)}, ${time}`;
}

/** "Renews in 12 days, 3 December 2026"; empty if the renewal is unknown */
export function writeRenewal(inDays: number | null, at: string | null, locale = userLocale()): string {
  const time = at === null ? Number.NaN : Date.parse(at);
  const date = Number.isNaN(time) ? "" : writeDay(time, { dateStyle: "long" }, locale);
  if (inDays === null) return date && `Renews on ${date}`;
  const days = inDays === 0 ? "today" : inDays === 1 ? "in 1 day" : `in ${inDays} days`;
  return date ? `Renews ${days}, on ${date}` : `Renews ${days}`;
}
