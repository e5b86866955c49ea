/**
 * A language tag that Intl accepts.
 * @param language of the browser; some give something else than a tag ("en-US@posix"), for which Intl throws
 * @returns `undefined` for the browser's default
 */
export function usableLocale(language: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(language)[0];
  } catch {
    return undefined;
  }
}

/** The locale of the person at the keyboard. */
export const userLocale = (): string | undefined => usableLocale(navigator.language);

/** A number in the user's format, "–" if it is unknown. */
export function write(count: number | null, locale = userLocale()): string {
  return count === null ? "–" : new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(count);
}

/** Reads what a person typed as a whole number: "1,000", "1 000" and "1.000" alike. `null` for anything else. */
export function readCount(typed: string): number | null {
  const digits = typed.trim().replace(/[\s,.'’_](?=\d{3}(\D|$))/g, "");
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}

/** "1 email", "1,200 emails" */
export const many = (count: number, one: string, several = `${one}s`): string =>
  `${write(count)} ${count === 1 ? one : several}`;

export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A time to wait in words: "about 25 minutes", "less than a minute". */
export function writeDuration(seconds: number): string {
  if (seconds < 45) return "less than a minute";
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return minutes <= 1 ? "about a minute" : `about ${minutes} minutes`;
  const hours = Math.round(minutes / 30) / 2;
  return hours === 1 ? "about an hour" : `about ${hours} hours`;
}

const isSameDay = (a: Date, b: Date): boolean => a.toDateString() === b.toDateString();

/** A time in the user's format: "today 14:02", "19 Nov, 14:02". */
export function writeMoment(ms: number, nowMs: number, locale = userLocale()): string {
  const [at, now] = [new Date(ms), new Date(nowMs)];
  const time = new Intl.DateTimeFormat(locale, { timeStyle: "short" }).format(at);
  if (isSameDay(at, now)) return `today ${time}`;
  const day: Intl.DateTimeFormatOptions = { day: "numeric", month: "short" };
  if (at.getFullYear() !== now.getFullYear()) day.year = "numeric";
  return `${new Intl.DateTimeFormat(locale, day).format(at)}, ${time}`;
}

/** The renewal of credits in the user's format: "Renews in 12 days, 3 December 2026"; empty if it is unknown. */
export function writeRenewal(inDays: number | null, at: string | null, locale = userLocale()): string {
  const time = at === null ? Number.NaN : Date.parse(at);
  const date = Number.isNaN(time) ? "" : new Intl.DateTimeFormat(locale, { dateStyle: "long" }).format(time);
  if (inDays === null) return date && `Renews on ${date}`;
  const days = inDays === 0 ? "today" : inDays === 1 ? "in 1 day" : `in ${inDays} days`;
  return date ? `Renews ${days}, on ${date}` : `Renews ${days}`;
}
