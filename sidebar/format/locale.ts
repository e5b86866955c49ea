/**
 * A language tag that dates and numbers can be written in.
 * @param language what the browser says; some name what is no tag ("en-US@posix"), which Intl throws at
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
