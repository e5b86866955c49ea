import { BuildSettingError } from "./service-base-url";

/** Beginning with a letter, so that Sheets reads a name; ending in "_", so that the formula's own name stays readable. */
const PREFIX = /^[A-Z][A-Z0-9]{0,8}_$/;

/**
 * Reads `--prefix`: letters that every formula's name begins with, against add-ons whose formulas have the same names.
 * @param given nothing or "" for none
 * @returns in capitals
 * @throws BuildSettingError
 */
export function readFormulaPrefix(given: string | undefined): string {
  const prefix = (given ?? "").trim().toUpperCase();
  if (prefix === "" || PREFIX.test(prefix)) return prefix;
  throw new BuildSettingError(
    `--prefix takes up to 9 letters and figures and an underscore at the end, such as XY_, not "${given}".`,
  );
}

/**
 * Puts the prefix before each formula's name, wherever it stands: in declarations, in documentation, in what is said to
 * people and in the patterns by which *Finish formulas* finds its cells.
 */
export function prefixFormulas(text: string, names: string[], prefix: string): string {
  return text.replace(new RegExp(`\\b(?:${names.join("|")})\\b`, "g"), (name) => prefix + name);
}
