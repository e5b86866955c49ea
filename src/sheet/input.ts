/** A cell as a value to ask about: nothing to ask, to be left as it is, or something to ask. */
export type Input<Value = unknown> =
  | { kind: "blank" }
  | { kind: "unchanged"; value: Value }
  /** `key` is equal for all spellings of the same thing. */
  | { kind: "text"; text: string; key: string };

/** Blanks of all sorts at both ends; `\s` has the no-break space and the byte order mark, not the zero-width ones. */
const OUTER_BLANKS = /^[\s\u00ad\u180e\u200b-\u200f\u2060]+|[\s\u00ad\u180e\u200b-\u200f\u2060]+$/g;

/** Reads a cell (design 1, "Formulas"). */
export function readInput<Value>(value: Value): Input<Value> {
  if (value === null || value === undefined) return { kind: "blank" };
  const text = String(value).replace(OUTER_BLANKS, "");
  if (text === "") return { kind: "blank" };
  // An error (`#N/A`), or a cell that is still loading, whose text is translated but ends in dots in every language.
  if (text.startsWith("#") || text.endsWith("...") || text.endsWith("…")) return { kind: "unchanged", value };
  return { kind: "text", text, key: text.toLowerCase() };
}
