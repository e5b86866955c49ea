/** The parts of a formula that is one `IF(…)` as a whole. */
export interface IfParts {
  condition: string;
  yes: string;
  /** Missing in `IF(a, b)`. */
  no?: string;
}

/** Takes `IF(a, b, c)` apart at its own commas; `null` for any other formula. */
export function splitIf(formula: string): IfParts | null {
  const text = formula.trim();
  if (!/^IF\(/i.test(text)) return null;
  const parts: string[] = [];
  let depth = 0;
  let quote = "";
  let start = 3;
  for (let index = 2; index < text.length; index++) {
    const letter = text[index] as string;
    if (quote !== "") {
      if (letter === quote) quote = "";
    } else if (letter === '"' || letter === "'") quote = letter;
    else if ("({".includes(letter)) depth++;
    else if (")}".includes(letter)) {
      depth--;
      if (depth === 0 && index < text.length - 1) return null;
    } else if (letter === "," && depth === 1) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  const [condition, yes, no, ...more] = [...parts, text.slice(start, -1)];
  if (depth !== 0 || condition === undefined || yes === undefined || more.length > 0) return null;
  return { condition, yes, no };
}
