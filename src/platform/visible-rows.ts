import { NEW_GRID, numbersBetween, type VisibleRows } from "../sheet/table";
import { freeSheetName, nameOfSheet } from "./sheet-memory";

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;

/** A hidden sheet that holds our formulas for some seconds, and is then deleted. */
const HELPER_NAME = "Sheetscout (temporary)";

const isHelperName = (name: string): boolean => name.replace(/ \d+$/, "") === HELPER_NAME;

/** An execution needs the helper for less time. One that is still there was left by a crash. */
const IN_USE_MS = 10_000;

/** Google does not say which separator `setFormulas` takes. The third try is for a sheet renamed meanwhile. */
const SEPARATORS = [",", ";", ","];

/**
 * Returns the rows with content that are neither filtered out nor hidden nor in a closed group. Filter views do not
 * count: they are each viewer's own. `SUBTOTAL(103; row)` counts the filled cells of a visible row, in eight calls for
 * up to 26,000 rows; `isRowHiddenByFilter` and `isRowHiddenByUser` take two for each row.
 * @throws Google's error when the spreadsheet is full, so that no sheet can be added
 */
export function askVisibleRows(spreadsheet: Spreadsheet, sheet: Sheet, from: number, to: number): VisibleRows {
  if (to < from) return { rows: new Set(), hasLeftHelper: false };
  let hasLeftHelper = false;
  let name = nameOfSheet(sheet);
  for (const separator of SEPARATORS) {
    const asked = askHelper(spreadsheet, { sheet, name }, from, to, separator);
    name = asked.rows ? name : sheet.getName();
    hasLeftHelper ||= asked.hasLeftHelper;
    if (asked.rows) return { rows: asked.rows, hasLeftHelper };
  }
  throw new Error("Google Sheets does not say which rows are visible.");
}

/** Keeps helpers that somebody has written into. @throws when Google refuses or fails */
export function deleteHelpers(spreadsheet: Spreadsheet): void {
  for (const sheet of spreadsheet.getSheets())
    if (isHelperName(sheet.getName()) && isOurs(sheet)) spreadsheet.deleteSheet(sheet);
}

function askHelper(
  spreadsheet: Spreadsheet,
  { sheet, name }: { sheet: Sheet; name: string },
  from: number,
  to: number,
  separator: string,
): { rows: Set<number> | null; hasLeftHelper: boolean } {
  const { helper, before } = insertHelper(spreadsheet, sheet);
  let hasLeftHelper = true;
  let rows: Set<number> | null = null;
  try {
    spreadsheet.setActiveSheet(before, true);
    helper.hideSheet();
    rows = fillHelper(helper, name.replace(/'/g, "''"), from, to, separator);
  } finally {
    hasLeftHelper = !isDeleted(spreadsheet, helper);
  }
  return { rows, hasLeftHelper };
}

/** @returns `null` when a formula has failed */
function fillHelper(helper: Sheet, name: string, from: number, to: number, separator: string): Set<number> | null {
  const count = to - from + 1;
  const rows = Math.min(count, Math.max(NEW_GRID.rows, Math.ceil(count / NEW_GRID.columns)));
  const columns = Math.ceil(count / rows);
  if (rows > NEW_GRID.rows) helper.insertRowsAfter(NEW_GRID.rows, rows - NEW_GRID.rows);
  const grid = helper.getRange(1, 1, rows, columns);
  const rowAt = (r: number, c: number): number => from + c * rows + r;
  const formulaFor = (row: number): string => (row > to ? "" : `=SUBTOTAL(103${separator}'${name}'!${row}:${row})`);
  grid.setFormulas(
    numbersBetween(0, rows - 1).map((r) => numbersBetween(0, columns - 1).map((c) => formulaFor(rowAt(r, c)))),
  );
  const visible = new Set<number>();
  for (const [r, cells] of (grid.getValues() as unknown[][]).entries()) {
    for (const [c, filled] of cells.entries()) {
      const row = rowAt(r, c);
      if (row > to) continue;
      if (typeof filled !== "number") return null;
      if (filled > 0) visible.add(row);
    }
  }
  return visible;
}

/** The sheet that the user was looking at; `null` if this execution has not asked. */
let activeSheet: Sheet | null = null;

export function noteActiveSheet(sheet: Sheet): void {
  activeSheet = sheet;
}

function insertHelper(spreadsheet: Spreadsheet, sheet: Sheet): { helper: Sheet; before: Sheet } {
  const before = activeSheet ?? spreadsheet.getActiveSheet();
  try {
    return { helper: spreadsheet.insertSheet(HELPER_NAME), before };
  } catch (thrown) {
    if (!spreadsheet.getSheetByName(HELPER_NAME)) throw thrown;
    Utilities.sleep(IN_USE_MS);
    const left = spreadsheet.getSheetByName(HELPER_NAME);
    if (left && isOurs(left)) spreadsheet.deleteSheet(left);
    // The user may be looking at the helper that was left.
    return { helper: spreadsheet.insertSheet(freeSheetName(spreadsheet, HELPER_NAME, true)), before: sheet };
  }
}

/** False when somebody has written into a helper that a crash has left: it is theirs now. */
function isOurs(sheet: Sheet): boolean {
  const content = sheet.getDataRange();
  const values = content.getValues() as unknown[][];
  return content
    .getFormulas()
    .every((row, r) => row.every((formula, c) => formula.startsWith("=SUBTOTAL(103") || values[r]?.[c] === ""));
}

function isDeleted(spreadsheet: Spreadsheet, helper: Sheet): boolean {
  try {
    spreadsheet.deleteSheet(helper);
    return true;
  } catch {
    // The helper stays hidden; the next execution that needs one deletes it.
    return false;
  }
}
