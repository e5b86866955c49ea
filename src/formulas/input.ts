import type { Cell } from "./cells";

/** A cell that was given to a formula: nothing to ask, to be passed on as it is, or something to ask. */
export type Input =
  | { kind: "blank" }
  | { kind: "unchanged"; value: Cell }
  /** `key` is equal for all spellings of the same thing. */
  | { kind: "text"; text: string; key: string };

/** Blanks of all sorts at both ends; `\s` has the no-break space and the byte order mark, not the zero-width ones. */
const OUTER_BLANKS = /^[\s\u00ad\u180e\u200b-\u200f\u2060]+|[\s\u00ad\u180e\u200b-\u200f\u2060]+$/g;

/** Reads a cell of a formula's argument (design 1, "Formulas"). */
export function readInput(value: unknown): Input {
  if (value === null || value === undefined) return { kind: "blank" };
  const text = String(value).replace(OUTER_BLANKS, "");
  if (text === "") return { kind: "blank" };
  // An error (`#N/A`), or a cell that is still loading, whose text is translated but ends in dots in every language.
  if (text.startsWith("#") || text.endsWith("...") || text.endsWith("…")) {
    return { kind: "unchanged", value: value as Cell };
  }
  return { kind: "text", text, key: text.toLowerCase() };
}

/** A cell, or the cells of a range, as rows. */
export function readGrid(value: unknown): { rows: Input[][]; isRange: boolean } {
  if (!Array.isArray(value)) return { rows: [[readInput(value)]], isRange: false };
  const rows = value.map((row: unknown) => (Array.isArray(row) ? row : [row]).map(readInput));
  return { rows, isRange: true };
}
