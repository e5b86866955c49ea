import type { Assertion, Group } from "./assertion";
import { CUSTOM_FUNCTIONS } from "./assertions/custom-functions";
import { ENGINE } from "./assertions/engine";
import { EXECUTIONS, forgetTrigger, NotYet, startTrigger, TRIGGER } from "./assertions/executions";
import { PAGE } from "./assertions/page";
import { FETCHING, STORES } from "./assertions/services";
import { SHAPE } from "./assertions/shape";
import { SHEETS } from "./assertions/sheets";
import { WRITING } from "./assertions/writing";
import { type Finding, isSame } from "./report";
import { measureTimes } from "./times";

const GROUPS: Group[] = [WRITING, SHEETS, SHAPE, CUSTOM_FUNCTIONS, STORES, FETCHING, ENGINE, EXECUTIONS, TRIGGER];
/** Those that the menu item looks at itself. */
const OWN: Assertion[] = GROUPS.flatMap(({ assertions }) => assertions);
const ASSERTIONS: Assertion[] = [...OWN, ...PAGE.assertions];

/** The document property that keeps the times that were measured. */
const TIMES = "check-times";

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

/** Takes what the page saw, and how long a call of it takes. */
export function takeFromPage(seen: Record<string, string>, callMs: [number, number]): void {
  for (const { id } of PAGE.assertions) {
    const text = seen[id];
    if (typeof text === "string") records().setProperty(RECORD + id, text.slice(0, LONGEST_SEEN));
  }
  records().setProperty(TIMES, JSON.stringify({ ...readTimes(), sidebarCall: callMs.map(Number) }));
  writeResults();
}

/** The times of Google's calls, by their names; empty before they were measured. */
export const readTimes = (): Record<string, unknown> => JSON.parse(records().getProperty(TIMES) ?? "{}");

export function forgetFindings(): void {
  forgetTrigger();
  records().deleteProperty(TIMES);
  for (const name of records().getKeys()) if (name.startsWith(RECORD)) records().deleteProperty(name);
}

/**
 * Runs every assertion that has not run yet, for as long as one execution may last.
 * @returns the number of those that are left
 */
export function runAssertions(): number {
  const startedMs = Date.now();
  const known = new Set(readFindings().map(({ assertion }) => assertion.id));
  const left = OWN.filter(({ id }) => !known.has(id));
  removeScratchSheets();
  startTrigger();
  let done = 0;
  for (const assertion of left) {
    if (Date.now() - startedMs > STOP_AFTER_MS) break;
    const record = RECORD + assertion.id;
    records().setProperty(record, BEGUN);
    const seen = runAssertion(assertion);
    if (seen === null) records().deleteProperty(record);
    else records().setProperty(record, seen.slice(0, LONGEST_SEEN));
    if (seen === null) break;
    done++;
  }
  if (done === left.length && records().getProperty(TIMES) === null) {
    records().setProperty(TIMES, JSON.stringify(onScratchSheet(measureTimes)));
  }
  writeResults();
  return left.length - done;
}

/** @returns `null` for what can only be seen later */
function runAssertion(assertion: Assertion): string | null {
  try {
    return onScratchSheet((sheet) => assertion.see(sheet));
  } catch (error) {
    return error instanceof NotYet ? null : `throws ${String(error)}`;
  }
}

function onScratchSheet<Seen>(work: (sheet: GoogleAppsScript.Spreadsheet.Sheet) => Seen): Seen {
  const sheet = SpreadsheetApp.getActiveSpreadsheet().insertSheet(SCRATCH_SHEET);
  try {
    return work(sheet);
  } finally {
    removeScratchSheets();
  }
}

/** Removes this execution's sheets, or those that a killed execution has left. */
function removeScratchSheets(): void {
  dropPendingWrites();
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  for (const name of [SCRATCH_SHEET, `${SCRATCH_SHEET} 2`]) {
    const sheet = spreadsheet.getSheetByName(name);
    if (sheet) spreadsheet.deleteSheet(sheet);
  }
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
    [...GROUPS, PAGE].find(({ assertions }) => assertions.includes(assertion))?.title ?? "";
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
