import type { Assertion, Group } from "./assertion";
import { CUSTOM_FUNCTIONS } from "./assertions/custom-functions";
import { ENGINE } from "./assertions/engine";
import { FETCHING, STORES } from "./assertions/services";
import { SHAPE } from "./assertions/shape";
import { SHEETS } from "./assertions/sheets";
import { WRITING } from "./assertions/writing";
import { type Finding, isSame } from "./report";

const GROUPS: Group[] = [WRITING, SHEETS, SHAPE, CUSTOM_FUNCTIONS, STORES, FETCHING, ENGINE];
const ASSERTIONS: Assertion[] = GROUPS.flatMap(({ assertions }) => assertions);

const RESULT_SHEET = "Sheetscout check";
const SCRATCH_SHEET = "Sheetscout check scratch";
const COLUMNS = ["group", "id", "fact", "expected", "seen", "outcome"];

/** An execution is killed after 6 minutes; one assertion takes 20 s at most. */
const STOP_AFTER_MS = 5 * 60_000;

/** Begins the names of the document properties that keep what was seen from one click to the next. */
const RECORD = "seen:";

/** Stands for what was seen while an assertion runs, and still does if the execution was killed in it. */
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

export const countAssertions = (): number => ASSERTIONS.length;

export function forgetFindings(): void {
  for (const name of records().getKeys()) if (name.startsWith(RECORD)) records().deleteProperty(name);
}

/**
 * Runs every assertion that has not run yet, for as long as one execution may last.
 * @returns true if all have run
 */
export function runAssertions(): boolean {
  const startedMs = Date.now();
  const done = new Set(readFindings().map(({ assertion }) => assertion.id));
  const left = ASSERTIONS.filter(({ id }) => !done.has(id));
  removeScratchSheet();
  for (const assertion of left) {
    if (Date.now() - startedMs > STOP_AFTER_MS) break;
    records().setProperty(RECORD + assertion.id, BEGUN);
    records().setProperty(RECORD + assertion.id, runAssertion(assertion).slice(0, LONGEST_SEEN));
  }
  removeScratchSheet();
  writeResults();
  return readFindings().length === ASSERTIONS.length;
}

function runAssertion(assertion: Assertion): string {
  const sheet = SpreadsheetApp.getActiveSpreadsheet().insertSheet(SCRATCH_SHEET);
  try {
    return assertion.see(sheet);
  } catch (error) {
    return `throws ${String(error)}`;
  } finally {
    removeScratchSheet();
  }
}

/** Removes this execution's sheet, or the one that a killed execution has left. */
function removeScratchSheet(): void {
  dropPendingWrites();
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  const sheet = spreadsheet.getSheetByName(SCRATCH_SHEET);
  if (sheet) spreadsheet.deleteSheet(sheet);
  dropPendingWrites();
}

/** A refused write that an assertion has left behind shows here, and not in the next one. */
function dropPendingWrites(): void {
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
