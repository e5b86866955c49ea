import type { SheetMaker } from "../sheet/sheet-maker";
import { insertNamedSheet } from "./new-sheet";

/** The shape of this spreadsheet's sheets. */
export function openSheetMaker(): SheetMaker {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  function sheetOf(sheetId: number) {
    const sheet = spreadsheet.getSheets().find((each) => each.getSheetId() === sheetId);
    if (!sheet) throw new Error("The sheet is gone.");
    return sheet;
  }
  return {
    addSheet(wished) {
      const { sheet, name } = insertNamedSheet(spreadsheet, wished);
      return { sheetId: sheet.getSheetId(), name };
    },
    deleteSheet(sheetId) {
      spreadsheet.deleteSheet(sheetOf(sheetId));
    },
    freezeHeader(sheetId) {
      sheetOf(sheetId).setFrozenRows(1);
    },
    gridRows: (sheetId) => sheetOf(sheetId).getMaxRows(),
    addRows(sheetId, count) {
      const sheet = sheetOf(sheetId);
      sheet.insertRowsAfter(sheet.getMaxRows(), count);
    },
    deleteRows(sheetId, from, count) {
      sheetOf(sheetId).deleteRows(from, count);
    },
  };
}
