/**
 * Readings of this execution, kept until it writes or flushes: some cost a call each time, and Google may answer from its
 * own memory anyway (google.cached-reads).
 */
const known = new Map<string, unknown>();
let isUntouched = true;
/** What was read is not to be believed any more: a flush goes before the next reading. */
let isDue = false;

/**
 * Reads something once, until something is written or flushed.
 * @param isAlwaysReal it reads no range: only these may be answered from Google's memory (google.cached-reads)
 */
export function knownOfSheets<Value>(name: string, read: () => Value, isAlwaysReal = false): Value {
  if (!known.has(name)) {
    if (!isAlwaysReal) readSheets();
    known.set(name, read());
  }
  return known.get(name) as Value;
}

/** True if it was read and is still believed. */
export const isKnownOfSheets = (name: string): boolean => known.has(name);

/** Makes the next reading of it a real one. */
export const forgetOfSheets = (name: string): void => void known.delete(name);

/** The names of sheets by their ids, only to be shown: kept although somebody may change one any time. */
export const namesOfSheets = new Map<number, string>();

/** The name of a sheet, asked once. */
export function nameOfSheet(sheet: GoogleAppsScript.Spreadsheet.Sheet): string {
  const name = namesOfSheets.get(sheet.getSheetId()) ?? sheet.getName();
  namesOfSheets.set(sheet.getSheetId(), name);
  return name;
}

/** To be called before each other reading: a later one may be served from memory. */
export function readSheets(): void {
  if (isDue) flushSheets();
  isUntouched = false;
}

/** To be called before each change. */
export function changeSheets(): void {
  isUntouched = false;
  known.clear();
}

/** Sends what was written, and makes the next reading a real one; no call when there is nothing to send or forget. */
export function flushSheets(): void {
  known.clear();
  isDue = false;
  if (isUntouched) return;
  SpreadsheetApp.flush();
  isUntouched = true;
}

/** Makes the next reading a real one, and costs nothing if none comes. */
export function flushSheetsLater(): void {
  known.clear();
  isDue = !isUntouched;
}

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;

export const sheetsOf = (spreadsheet: Spreadsheet): GoogleAppsScript.Spreadsheet.Sheet[] =>
  knownOfSheets("sheets", () => spreadsheet.getSheets(), true);

/** Sheets refuses some characters and longer names. */
const MAX_NAME_CHARACTERS = 80;

/** A name as Sheets takes it. */
export const sheetNameOf = (wanted: string): string =>
  wanted.replace(/[[\]*?:/\\']/g, " ").slice(0, MAX_NAME_CHARACTERS);

/** The names of so many sheets are read one by one. */
const FEW_SHEETS = 2;

/**
 * The wanted name as Sheets takes it, with a number when it is taken.
 * @param isSure reads the names of all sheets, a call each: otherwise, among many, one that differs in letter case alone counts
 *     as free
 */
export function freeSheetName(spreadsheet: Spreadsheet, wanted: string, isSure: boolean): string {
  const base = sheetNameOf(wanted);
  const sheets = sheetsOf(spreadsheet);
  // It tells letter case apart, Sheets does not when it is given a new name.
  if (!isSure && sheets.length > FEW_SHEETS && !spreadsheet.getSheetByName(base)) return base;
  for (const sheet of sheets) nameOfSheet(sheet);
  const taken = sheets.map((sheet) => namesOfSheets.get(sheet.getSheetId())?.toLowerCase());
  let name = base;
  for (let copy = 2; taken.includes(name.toLowerCase()); copy++) name = `${base} ${copy}`;
  return name;
}

/** Makes a sheet. The names of all others are a call each: they are read only where the wanted one is taken. */
export function insertNamed(
  spreadsheet: Spreadsheet,
  wanted: string,
): { sheet: GoogleAppsScript.Spreadsheet.Sheet; name: string } {
  const name = sheetNameOf(wanted);
  try {
    return { sheet: spreadsheet.insertSheet(name), name };
  } catch {
    const left = spreadsheet.getSheetByName(name);
    // A crash has left it; it may be one that somebody else is making, who makes it anew then.
    if (left && left.getLastRow() === 0) {
      spreadsheet.deleteSheet(left);
      return { sheet: spreadsheet.insertSheet(name), name };
    }
    const free = freeSheetName(spreadsheet, wanted, true);
    return { sheet: spreadsheet.insertSheet(free), name: free };
  }
}
