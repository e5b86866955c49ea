import type { Search } from "../../services/range";

/** Replaces a text in a range, formulas included (google.text-finder). */
export class TextFinder {
  readonly #replaceAll: (search: Search, replacement: string) => number;
  readonly #search: Search;
  #looksIntoFormulas = false;

  constructor(text: string, replaceAll: (search: Search, replacement: string) => number) {
    this.#search = { text, matchCase: false };
    this.#replaceAll = replaceAll;
  }
  matchCase(matchCase: unknown): this {
    this.#search.matchCase = matchCase === true;
    return this;
  }
  matchFormulaText(matchFormulaText: unknown): this {
    this.#looksIntoFormulas = matchFormulaText === true;
    return this;
  }
  replaceAllWith(text: unknown): number {
    // The host's search does not read what formulas show.
    if (!this.#looksIntoFormulas) throw new TypeError("The host's TextFinder only looks into formulas.");
    return this.#replaceAll(this.#search, String(text));
  }
}
