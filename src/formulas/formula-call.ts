/** A formula that is nothing but one call. */
export interface FormulaCall {
  /** In capitals. */
  name: string;
  /** As they stand in the formula. */
  args: string[];
}

/** Reads `=NAME(first, "second; too")` with commas or semicolons; `null` when the formula is more than one call. */
export function readCall(formula: string): FormulaCall | null {
  const match = /^=\s*([A-Z_][A-Z0-9_.]*)\s*\((.*)\)\s*$/is.exec(formula);
  if (!match) return null;
  const [, name = "", inside = ""] = match;
  const args: string[] = [];
  let argument = "";
  let depth = 0;
  let isQuoted = false;
  for (const character of inside) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && "({".includes(character)) depth++;
    else if (!isQuoted && ")}".includes(character)) depth--;
    // The bracket that closes the call stands before the end: there is something behind it.
    if (depth < 0) return null;
    if (!isQuoted && depth === 0 && (character === "," || character === ";")) {
      args.push(argument.trim());
      argument = "";
    } else argument += character;
  }
  if (args.length > 0 || argument.trim() !== "") args.push(argument.trim());
  return { name: name.toUpperCase(), args };
}

/** The text of an argument that is a quoted text; `null` for any other. */
export function quotedText(argument: string): string | null {
  const match = /^"((?:[^"]|"")*)"$/.exec(argument);
  return match ? (match[1] ?? "").replace(/""/g, '"') : null;
}
