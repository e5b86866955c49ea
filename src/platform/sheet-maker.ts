import type { SheetMaker } from "../sheet/table";
import { freeSheetName } from "./new-sheet";

/** The shape of this spreadsheet's sheets. */
export function openSheetMaker(): SheetMaker {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  function sheetOf(sheetId: number) {
    const sheet = spreadsheet.getSheets().find((each) => each.getSheetId() === sheetId);
    if (!sheet) throw new Error("The sheet is gone.");
    return sheet;
  }
  return {
    freeName: (wished) => freeSheetName(spreadsheet, wished).name,
    addSheet: (name) => spreadsheet.insertSheet(name).getSheetId(),
    findSheet: (name) => spreadsheet.getSheetByName(name)?.getSheetId() ?? null,
    deleteSheet(sheetId) {
      spreadsheet.deleteSheet(sheetOf(sheetId));
    },
    hideSheet(sheetId) {
      sheetOf(sheetId).hideSheet();
    },
    showSheet(sheetId) {
      sheetOf(sheetId).showSheet();
    },
    freezeHeader(sheetId) {
      sheetOf(sheetId).setFrozenRows(1);
    },
    addRows(sheetId, count) {
      const sheet = sheetOf(sheetId);
      sheet.insertRowsAfter(sheet.getMaxRows(), count);
    },
    insertRowsAfter(sheetId, row, count) {
      sheetOf(sheetId).insertRowsAfter(row, count);
    },
    deleteRows(sheetId, from, count) {
      sheetOf(sheetId).deleteRows(from, count);
    },
  };
}
