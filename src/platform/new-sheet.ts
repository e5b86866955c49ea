/** Sheets refuses some characters and longer names. */
const MAX_NAME_CHARACTERS = 80;

/** Adds a sheet under the wished name, or under that name with a number when it is taken. */
export function insertNamedSheet(spreadsheet: GoogleAppsScript.Spreadsheet.Spreadsheet, wished: string) {
  const base = wished.replace(/[[\]*?:/\\']/g, " ").slice(0, MAX_NAME_CHARACTERS);
  let name = base;
  for (let copy = 2; spreadsheet.getSheetByName(name); copy++) name = `${base} ${copy}`;
  return { sheet: spreadsheet.insertSheet(name), name, base };
}
