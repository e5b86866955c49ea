import type { Assertion, Group } from "./assertion";
import { CUSTOM_FUNCTIONS } from "./assertions/custom-functions";
import { ENGINE } from "./assertions/engine";
import { FETCHING, STORES } from "./assertions/services";
import { SHEETS } from "./assertions/sheets";
import { WRITING } from "./assertions/writing";
import { type Finding, isSame } from "./report";

export const GROUPS: Group[] = [WRITING, SHEETS, CUSTOM_FUNCTIONS, STORES, FETCHING, ENGINE];
const ASSERTIONS: Assertion[] = GROUPS.flatMap(({ assertions }) => assertions);

const RESULT_SHEET = "Sheetscout check";
const SCRATCH_SHEET = "Sheetscout check scratch";
const COLUMNS = ["group", "id", "fact", "expected", "seen", "outcome"];

/** An execution is killed after 6 minutes; one assertion takes 20 s at most. */
const STOP_AFTER_MS = 5 * 60_000;

/** Before an assertion's name in the document's properties, which keep what was seen from one click to the next. */
const RECORD = "seen:";

/** An assertion that has begun and not ended: the execution was killed in it. */
const BEGUN = "begun";

/** One property takes 9 KB. */
const LONGEST_SEEN = 1_000;

const records = (): GoogleAppsScript.Properties.Properties => PropertiesService.getDocumentProperties();

/** The findings so far, in the order of the list. */
export function readFindings(): Finding[] {
  const kept = records().getProperties();
  return ASSERTIONS.filter(({ id }) => RECORD + id in kept).map((assertion) => {
    const seen = kept[RECORD + assertion.id] ?? "";
    return { assertion, seen: seen === BEGUN ? "the execution was ended by Google" : seen };
  });
}

export const wantedCount = (): number => ASSERTIONS.length;

export function forgetFindings(): void {
  for (const name of records().getKeys()) if (name.startsWith(RECORD)) records().deleteProperty(name);
}

/**
 * Looks at every assertion that has not been looked at, for as long as one execution may last.
 * @returns true if all have been looked at
 */
export function lookOn(): boolean {
  const startedMs = Date.now();
  const done = new Set(readFindings().map(({ assertion }) => assertion.id));
  const left = ASSERTIONS.filter(({ id }) => !done.has(id));
  removeScratchSheets();
  for (const assertion of left) {
    if (Date.now() - startedMs > STOP_AFTER_MS) break;
    records().setProperty(RECORD + assertion.id, BEGUN);
    records().setProperty(RECORD + assertion.id, look(assertion).slice(0, LONGEST_SEEN));
  }
  removeScratchSheets();
  writeResults();
  return readFindings().length === ASSERTIONS.length;
}

function look(assertion: Assertion): string {
  const sheet = SpreadsheetApp.getActiveSpreadsheet().insertSheet(SCRATCH_SHEET);
  try {
    return assertion.see(sheet);
  } catch (error) {
    return `throws ${String(error)}`;
  } finally {
    removeScratchSheets();
  }
}

/** Also those that a killed execution has left. */
function removeScratchSheets(): void {
  settle();
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  const sheet = spreadsheet.getSheetByName(SCRATCH_SHEET);
  if (sheet) spreadsheet.deleteSheet(sheet);
  settle();
}

/** Lets a refusal that an assertion has left behind show here and not in the next one. */
function settle(): void {
  try {
    SpreadsheetApp.flush();
  } catch (_refusal) {
    // It belongs to an assertion that has said what it saw.
  }
}

function writeResults(): void {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  const sheet = spreadsheet.getSheetByName(RESULT_SHEET) ?? spreadsheet.insertSheet(RESULT_SHEET);
  const findings = readFindings();
  const titleOf = (assertion: Assertion): string =>
    GROUPS.find(({ assertions }) => assertions.includes(assertion))?.title ?? "";
  const rows = findings.map((finding) => {
    const { assertion, seen } = finding;
    const { id, fact, expected, settles } = assertion;
    const told = settles ? `${fact} (only a live run can tell)` : fact;
    return [titleOf(assertion), id, told, expected, seen, isSame(finding) ? "same" : "other"];
  });
  sheet.clear();
  // No text begins as a formula does; the format keeps numbers and dates as they are written.
  const range = sheet.getRange(1, 1, rows.length + 1, COLUMNS.length);
  range.setNumberFormat("@");
  range.setValues([COLUMNS, ...rows]);
  sheet.setFrozenRows(1);
  spreadsheet.setActiveSheet(sheet);
  SpreadsheetApp.flush();
}
