/** One thing that Google is expected to do, and the way to see it. */
export interface Assertion {
  /** The fact's id in docs/google.md; after a colon the part of it that is checked. */
  id: string;
  /** In a few words, for the sheet of results. */
  fact: string;
  /** The fact of docs/google.md, as `see` writes it. */
  expected: string;
  /** True where docs/google.md takes the reading that is harder for scripts: only a live run can tell. */
  settles?: true;
  /** @param sheet an empty one of 1,000 × 26 cells, for this assertion alone */
  see(sheet: GoogleAppsScript.Spreadsheet.Sheet): string;
}

export interface Group {
  title: string;
  assertions: Assertion[];
}

/** Longer texts are told by their length. */
const LONGEST_TEXT = 150;

/** A value of any kind as text that begins neither as a formula nor with an apostrophe. */
export function describe(value: unknown): string {
  if (Object.prototype.toString.call(value) === "[object Date]") return `date ${(value as Date).toISOString()}`;
  if (Array.isArray(value)) return `[${value.map(describe).join(", ")}]`;
  if (typeof value === "string") {
    return value.length > LONGEST_TEXT ? `text of ${value.length} characters` : JSON.stringify(value);
  }
  if (typeof value === "object" && value !== null) return `object ${JSON.stringify(value)}`;
  return String(value);
}

/** Tells the result of some work, or what it throws. */
export function outcome(work: () => unknown): string {
  try {
    return describe(work());
  } catch (error) {
    return `throws ${String(error)}`;
  }
}

/** Tells whether Google refuses something, whatever its words. */
export const refusal = (work: () => unknown): string => (/^throws /.test(outcome(work)) ? "refused" : "taken");

const STEP_MS = 500;
const PATIENCE_MS = 20_000;

/** Writes a formula, waits for its answer, and gives what its cell shows. */
export function formulaShows(sheet: GoogleAppsScript.Spreadsheet.Sheet, a1: string, formula: string): string {
  sheet.getRange(a1).setFormula(formula);
  return shownAt(sheet, a1);
}

/** Waits for a formula's answer, and gives what its cell shows. */
export function shownAt(sheet: GoogleAppsScript.Spreadsheet.Sheet, a1: string): string {
  const cell = sheet.getRange(a1);
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += STEP_MS) {
    SpreadsheetApp.flush();
    const shown = cell.getDisplayValue();
    // A running function shows "Loading...", in the account's language.
    if (!/(\.\.\.|…)$/.test(shown)) return shown;
    Utilities.sleep(STEP_MS);
  }
  return "no answer in 20 s";
}
