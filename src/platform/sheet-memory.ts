/**
 * What this execution has read, until it writes or flushes. Some readings cost a call each time, and Google may answer
 * them from its own memory anyway (google.cached-reads).
 */
const known = new Map<string, unknown>();
let isUntouched = true;
/** True if readings may be outdated, so that a flush has to go before the next one. */
let isDue = false;

/**
 * Reads something once, until something is written or flushed.
 * @param isAlwaysReal true if it reads no range: Google answers only ranges from its memory (google.cached-reads)
 */
export function knownOfSheets<Value>(name: string, read: () => Value, isAlwaysReal = false): Value {
  if (!known.has(name)) {
    if (!isAlwaysReal) readSheets();
    known.set(name, read());
  }
  return known.get(name) as Value;
}

export const isKnownOfSheets = (name: string): boolean => known.has(name);

/** Makes the next reading of this name a real one. */
export const forgetOfSheets = (name: string): void => void known.delete(name);

/** The names of sheets by id. They are only shown, so they are kept although somebody may change one at any time. */
export const namesOfSheets = new Map<number, string>();

export function nameOfSheet(sheet: GoogleAppsScript.Spreadsheet.Sheet): string {
  const name = namesOfSheets.get(sheet.getSheetId()) ?? sheet.getName();
  namesOfSheets.set(sheet.getSheetId(), name);
  return name;
}

/**
 * Call this before each reading that does not use `knownOfSheets`, as Google may answer the next ones from its memory.
 */
export function readSheets(): void {
  if (isDue) flushSheets();
  isUntouched = false;
}

/** Call this before each change. */
export function changeSheets(): void {
  isUntouched = false;
  known.clear();
}

/**
 * Sends pending writes, and makes the next reading a real one. Makes no call when there is nothing to send or forget.
 */
export function flushSheets(): void {
  known.clear();
  isDue = false;
  if (isUntouched) return;
  SpreadsheetApp.flush();
  isUntouched = true;
}

/** Makes the next reading a real one, at no cost if none comes. */
export function flushSheetsLater(): void {
  known.clear();
  isDue = !isUntouched;
}

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;

export const sheetsOf = (spreadsheet: Spreadsheet): GoogleAppsScript.Spreadsheet.Sheet[] =>
  knownOfSheets("sheets", () => spreadsheet.getSheets(), true);

/** Sheets refuses some characters, and much longer names. */
const MAX_NAME_CHARACTERS = 80;

export const sheetNameOf = (wanted: string): string =>
  wanted.replace(/[[\]*?:/\\']/g, " ").slice(0, MAX_NAME_CHARACTERS);

/** Up to this many sheets, all names are read one by one. */
const FEW_SHEETS = 2;

/**
 * The wanted name in a form that Sheets accepts, with a number if it is taken.
 * @param isSure true to read the names of all sheets, with a call for each. Otherwise, with many sheets, a name counts
 * as free if it differs only in letter case
 */
export function freeSheetName(spreadsheet: Spreadsheet, wanted: string, isSure: boolean): string {
  const base = sheetNameOf(wanted);
  const sheets = sheetsOf(spreadsheet);
  // `getSheetByName` tells letter case apart; Sheets does not when it is given a new name.
  if (!isSure && sheets.length > FEW_SHEETS && !spreadsheet.getSheetByName(base)) return base;
  for (const sheet of sheets) nameOfSheet(sheet);
  const taken = sheets.map((sheet) => namesOfSheets.get(sheet.getSheetId())?.toLowerCase());
  let name = base;
  for (let copy = 2; taken.includes(name.toLowerCase()); copy++) name = `${base} ${copy}`;
  return name;
}

/** Makes a sheet. The names of all others cost a call each, so they are read only if the wanted one is taken. */
export function insertNamed(
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
