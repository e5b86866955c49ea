import { type SheetMaker, spansOf } from "../sheet/table";
import { changeSheets } from "./sheet-memory";

/** Sheets refuses some characters and longer names. */
const MAX_NAME_CHARACTERS = 80;

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;

/** The wished name as Sheets takes it, with a number when it is taken. */
function freeSheetName(spreadsheet: Spreadsheet, wished: string): { name: string; base: string } {
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

/** The shape of this spreadsheet's sheets. */
export function openSheetMaker(): SheetMaker {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  /** The sheet that is about to be changed. */
  function sheetOf(sheetId: number) {
    changeSheets();
    const sheet = spreadsheet.getSheets().find((each) => each.getSheetId() === sheetId);
    if (!sheet) throw new Error("The sheet is gone.");
    return sheet;
  }
  return {
    freeName: (wished) => freeSheetName(spreadsheet, wished).name,
    addSheet(name) {
      changeSheets();
      return spreadsheet.insertSheet(name).getSheetId();
    },
    findSheet: (name) => spreadsheet.getSheetByName(name)?.getSheetId() ?? null,
    deleteSheet: (sheetId) => spreadsheet.deleteSheet(sheetOf(sheetId)),
    hideSheet: (sheetId) => sheetOf(sheetId).hideSheet(),
    showSheet: (sheetId) => sheetOf(sheetId).showSheet(),
    styleHeader(sheetId, headerRow, columns, isWhole) {
      const sheet = sheetOf(sheetId);
      if (isWhole) sheet.setFrozenRows(1);
      for (const { column, note } of columns)
        sheet
          .getRange(headerRow, column)
          .setNote(note)
          .setFontWeight(note ? "bold" : null);
      for (const width of new Set(columns.flatMap(({ note, widthPx }) => (note ? [widthPx] : [])))) {
        const alike = columns.filter(({ widthPx }) => widthPx === width).map(({ column }) => column);
        for (const { from, to } of spansOf(alike)) sheet.setColumnWidths(from, to - from + 1, width);
      }
    },
    addRows(sheetId, count) {
      const sheet = sheetOf(sheetId);
      sheet.insertRowsAfter(sheet.getMaxRows(), count);
    },
    insertRowsAfter: (sheetId, row, count) => sheetOf(sheetId).insertRowsAfter(row, count),
    deleteRows: (sheetId, from, count) => sheetOf(sheetId).deleteRows(from, count),
  };
}
