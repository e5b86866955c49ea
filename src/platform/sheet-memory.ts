import { sheetNameOf } from "../sheet/table";

/** What was read since the last write or flush. Google answers ranges from a memory too (google.cached-reads). */
const known = new Map<string, unknown>();
let isFlushed = true;
/** True if readings may be outdated, so that the next one has to flush first. */
let isFlushDue = false;

/** @param isAlwaysReal true if it reads no range: Google remembers only ranges (google.cached-reads) */
export function knownOfSheets<Value>(name: string, read: () => Value, isAlwaysReal = false): Value {
  if (!known.has(name)) {
    if (!isAlwaysReal) readSheets();
    known.set(name, read());
  }
  return known.get(name) as Value;
}

export const isKnownOfSheets = (name: string): boolean => known.has(name);

export const forgetOfSheets = (name: string): void => void known.delete(name);

/** The names by id. They are only shown, so they are kept although somebody may change one at any time. */
export const namesOfSheets = new Map<number, string>();

export function nameOfSheet(sheet: GoogleAppsScript.Spreadsheet.Sheet): string {
  const name = namesOfSheets.get(sheet.getSheetId()) ?? sheet.getName();
  namesOfSheets.set(sheet.getSheetId(), name);
  return name;
}

/** Call this before readings without `knownOfSheets`, because Google may answer the next ones from its memory. */
export function readSheets(): void {
  if (isFlushDue) flushSheets();
  isFlushed = false;
}

/** Call this before each change. */
export function changeSheets(): void {
  isFlushed = false;
  known.clear();
}

/** Makes the next reading a real one. Makes no call when there is nothing to send or forget. */
export function flushSheets(): void {
  known.clear();
  isFlushDue = false;
  if (isFlushed) return;
  SpreadsheetApp.flush();
  isFlushed = true;
}

/** Makes the next reading a real one, at no cost if none comes. */
export function flushSheetsLater(): void {
  known.clear();
  isFlushDue = !isFlushed;
}

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;

export const sheetsOf = (spreadsheet: Spreadsheet): GoogleAppsScript.Spreadsheet.Sheet[] =>
  knownOfSheets("sheets", () => spreadsheet.getSheets(), true);

/** @param isSure reads all names, with a call for each. Otherwise a name in another letter case counts as free */
export function freeSheetName(spreadsheet: Spreadsheet, wanted: string, isSure: boolean): string {
  const base = sheetNameOf(wanted);
  const unnamed = (): number => sheetsOf(spreadsheet).filter((each) => !namesOfSheets.has(each.getSheetId())).length;
  // Reading one name costs as much as asking for the wanted one, and is remembered.
  const areCheap = isKnownOfSheets("sheets") && unnamed() <= 1;
  // `getSheetByName` tells letter case apart; Sheets does not when it is given a new name.
  if (!isSure && !areCheap && !spreadsheet.getSheetByName(base)) return base;
  const sheets = sheetsOf(spreadsheet);
  for (const sheet of sheets) nameOfSheet(sheet);
  const taken = sheets.map((sheet) => namesOfSheets.get(sheet.getSheetId())?.toLowerCase());
  let name = base;
  for (let copy = 2; taken.includes(name.toLowerCase()); copy++) name = `${base} ${copy}`;
  return name;
}

/** Makes a new sheet. Leaves none when Google fails, so that another try makes it. */
export function insertFilled<Filled>(
  spreadsheet: Spreadsheet,
  wanted: string,
  fill: (sheet: GoogleAppsScript.Spreadsheet.Sheet) => Filled,
): { sheet: GoogleAppsScript.Spreadsheet.Sheet; name: string; filled: Filled } {
  changeSheets();
  const { sheet, name } = insertNamed(spreadsheet, wanted);
  try {
    const filled = fill(sheet);
    namesOfSheets.set(sheet.getSheetId(), name);
    return { sheet, name, filled };
  } catch (thrown) {
    changeSheets();
    spreadsheet.deleteSheet(sheet);
    throw thrown;
  }
}

/** Other sheets' names cost a call each, so they are read only if the wanted one is taken. */
function insertNamed(
  spreadsheet: Spreadsheet,
  wanted: string,
): { sheet: GoogleAppsScript.Spreadsheet.Sheet; name: string } {
  const name = sheetNameOf(wanted);
  try {
    return { sheet: spreadsheet.insertSheet(name), name };
  } catch {
    const left = spreadsheet.getSheetByName(name);
    // A blank sheet was left by a crash, or somebody else is just making it: they then make it again.
    if (left && left.getLastRow() === 0) {
      spreadsheet.deleteSheet(left);
      return { sheet: spreadsheet.insertSheet(name), name };
    }
    const free = freeSheetName(spreadsheet, wanted, true);
    return { sheet: spreadsheet.insertSheet(free), name: free };
  }
}
