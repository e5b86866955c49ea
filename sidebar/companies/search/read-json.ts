import { findMistake } from "./json-mistake";

/** So much of the text is shown from the mistake on. */
const SHOWN_CHARACTERS = 12;

/** Reads JSON; a mistake is told with its line and column and what stands there. */
export function readJson(text: string): { value?: unknown; problem?: string } {
  try {
    return { value: JSON.parse(text) };
  } catch {
    const at = findMistake(text);
    const before = text.slice(0, at).split("\n");
    const column = (before[before.length - 1] ?? "").length + 1;
    const [rest = ""] = text.slice(at, at + SHOWN_CHARACTERS).split("\n");
    const what = rest.trim() ? `${rest.trim()} does not fit there.` : "something is missing.";
    return { problem: `Line ${before.length}, column ${column}: ${what}` };
  }
}
