/** A whole number in the user's manner of writing, "–" when it is not known. */
export function writeCount(count: number | null, locale: string | undefined): string {
  return count === null ? "–" : new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(count);
}

/** Reads what a person typed as a whole number: "1,000", "1 000" and "1.000" alike. `null` for anything else. */
export function readCount(typed: string): number | null {
  const digits = typed.trim().replace(/[\s,.'’_](?=\d{3}(\D|$))/g, "");
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}
