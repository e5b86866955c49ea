/** Sheets refuses some characters and longer names. */
const MAX_NAME_CHARACTERS = 80;

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;

/** The wished name as Sheets takes it, with a number when it is taken. */
export function freeSheetName(spreadsheet: Spreadsheet, wished: string): { name: string; base: string } {
  const base = wished.replace(/[[\]*?:/\\']/g, " ").slice(0, MAX_NAME_CHARACTERS);
  // `getSheetByName` tells letter case apart, Sheets does not when it is given a new name.
  const taken = spreadsheet.getSheets().map((sheet) => sheet.getName().toLowerCase());
  let name = base;
  for (let copy = 2; taken.includes(name.toLowerCase()); copy++) name = `${base} ${copy}`;
  return { name, base };
}

/** Adds a sheet under the wished name, or under that name with a number when it is taken. */
export function insertNamedSheet(spreadsheet: Spreadsheet, wished: string) {
  const { name, base } = freeSheetName(spreadsheet, wished);
  return { sheet: spreadsheet.insertSheet(name), name, base };
}
