import { describe, type Group, outcome, refusal } from "../assertion";

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;

/** Columns of all sheets that carry the metadata, as the spreadsheet's own finder tells them. */
function metadataColumns(key: string): number[] {
  const found = SpreadsheetApp.getActiveSpreadsheet().createDeveloperMetadataFinder().withKey(key).find();
  return found.map((each) => each.getLocation().getColumn()?.getColumn() ?? 0);
}

/** Pins an open column, changes the sheet, and tells where the spreadsheet's finder sees the pin. */
const pinned = (part: string, fact: string, expected: string, change: (sheet: Sheet) => void) => ({
  id: `google.metadata-moves:${part}`,
  fact,
  expected,
  see(sheet: Sheet) {
    sheet.getRange("C:C").addDeveloperMetadata(`check-${part}`, "1");
    change(sheet);
    return describe(metadataColumns(`check-${part}`));
  },
});

/** Tells the visible rows of a sheet by formulas in another one. */
function visibleRows(sheet: Sheet, separator: string): string {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  sheet.getRange("A1:A3").setValues([["a"], ["b"], ["c"]]);
  sheet.hideRows(2);
  const other = spreadsheet.insertSheet(`${sheet.getName()} 2`);
  try {
    const range = other.getRange("A1:A3");
    range.setFormulas([1, 2, 3].map((row) => [`=SUBTOTAL(103${separator}'${sheet.getName()}'!${row}:${row})`]));
    SpreadsheetApp.flush();
    return describe(range.getValues());
  } finally {
    spreadsheet.deleteSheet(other);
  }
}

function metadataRows(sheet: Sheet, key: string): number[] {
  const found = sheet.createDeveloperMetadataFinder().withKey(key).find();
  return found.map((each) => each.getLocation().getRow()?.getRow() ?? 0);
}

export const SHEETS: Group = {
  title: "Sheets",
  assertions: [
    {
      id: "google.insert-inherits:column",
      fact: "An inserted column takes format and validation of the column to its left",
      expected: '"0.00" with a rule',
      see(sheet) {
        const rule = SpreadsheetApp.newDataValidation().requireValueInList(["a"], true).build();
        sheet.getRange("A1:A3").setNumberFormat("0.00").setDataValidation(rule);
        SpreadsheetApp.flush();
        sheet.insertColumnsAfter(1, 1);
        const cell = sheet.getRange("B2");
        return `${describe(cell.getNumberFormat())} ${cell.getDataValidation() ? "with a rule" : "without a rule"}`;
      },
    },
    {
      id: "google.insert-inherits:row",
      fact: "An inserted row takes format and validation of the row above",
      expected: '"0.00" with a rule',
      see(sheet) {
        const rule = SpreadsheetApp.newDataValidation().requireValueInList(["a"], true).build();
        sheet.getRange("A1:C1").setNumberFormat("0.00").setDataValidation(rule);
        SpreadsheetApp.flush();
        sheet.insertRowsAfter(1, 1);
        const cell = sheet.getRange("B2");
        return `${describe(cell.getNumberFormat())} ${cell.getDataValidation() ? "with a rule" : "without a rule"}`;
      },
    },
    {
      id: "google.metadata-places",
      fact: "Metadata on part of a row is refused",
      expected:
        "throws Exception: Adding developer metadata to arbitrary ranges is not currently supported. Developer metadata may only be added to the top-level spreadsheet, an individual sheet, or an entire row or column.",
      see: (sheet) => outcome(() => sheet.getRange("A1:B1").addDeveloperMetadata("check", "1")),
    },
    {
      id: "google.metadata-moves:inserted",
      fact: "Metadata follows its row when rows are inserted above",
      expected: "[4]",
      see(sheet) {
        sheet.getRange("2:2").addDeveloperMetadata("check", "1");
        sheet.insertRowsBefore(1, 2);
        return describe(metadataRows(sheet, "check"));
      },
    },
    {
      id: "google.metadata-moves:sorted",
      fact: "Metadata stays at its place when cells are sorted",
      expected: "[1]",
      settles: true,
      see(sheet) {
        sheet.getRange("A1:A3").setValues([[3], [2], [1]]);
        sheet.getRange("1:1").addDeveloperMetadata("check", "1");
        sheet.getRange("A1:A3").sort(1);
        return describe(metadataRows(sheet, "check"));
      },
    },
    {
      id: "google.metadata-moves:deleted",
      fact: "A deleted column takes its metadata along",
      expected: "0",
      see(sheet) {
        sheet.getRange("C:C").addDeveloperMetadata("check", "1");
        sheet.deleteColumn(3);
        return describe(sheet.createDeveloperMetadataFinder().withKey("check").find().length);
      },
    },
    pinned("inserted-column", "An open column's metadata after a column was inserted before it", "[4]", (sheet) => {
      sheet.insertColumnsBefore(1, 1);
    }),
    pinned("moved-column", "An open column's metadata after it was moved to the front", "[1]", (sheet) => {
      sheet.moveColumns(sheet.getRange("C:C"), 1);
    }),
    {
      id: "google.metadata-moves:copied-sheet",
      fact: "A copy of a sheet has the metadata of its columns",
      expected: "[3, 3]",
      settles: true,
      see(sheet) {
        sheet.getRange("C:C").addDeveloperMetadata("check-copied", "1");
        const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
        const copy = sheet.copyTo(spreadsheet);
        const seen = describe(metadataColumns("check-copied"));
        spreadsheet.deleteSheet(copy);
        return seen;
      },
    },
    {
      id: "google.active-sheet",
      fact: "insertSheet makes the new sheet the active one",
      expected: "the new sheet",
      see(sheet) {
        const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
        spreadsheet.setActiveSheet(sheet);
        const made = spreadsheet.insertSheet(`${sheet.getName()} 2`);
        const isNew = spreadsheet.getActiveSheet().getSheetId() === made.getSheetId();
        spreadsheet.deleteSheet(made);
        return isNew ? "the new sheet" : "the one before";
      },
    },
    {
      id: "google.hidden-rows:whole-rows",
      fact: "SUBTOTAL(103, …) on whole rows of another sheet tells the hidden ones",
      expected: "[[1], [0], [1]]",
      see: (sheet) => visibleRows(sheet, ","),
    },
    {
      id: "google.hidden-rows:semicolon",
      fact: "The same in a sheet whose language separates arguments by semicolons",
      expected: "[[1], [0], [1]]",
      see(sheet) {
        const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
        const locale = spreadsheet.getSpreadsheetLocale();
        spreadsheet.setSpreadsheetLocale("de_DE");
        try {
          return visibleRows(sheet, ";");
        } finally {
          spreadsheet.setSpreadsheetLocale(locale);
        }
      },
    },
    {
      id: "google.empty-sheet",
      fact: "Extent of an empty sheet",
      expected: '"A1", row 0, column 0',
      see: (sheet) =>
        `${describe(sheet.getDataRange().getA1Notation())}, row ${sheet.getLastRow()}, column ${sheet.getLastColumn()}`,
    },
    {
      id: "google.last-row",
      fact: "A formula that gives an empty text counts as content",
      expected: "7",
      see(sheet) {
        sheet.getRange("A7").setFormula('=""');
        SpreadsheetApp.flush();
        return describe(sheet.getLastRow());
      },
    },
    {
      id: "google.automatic-format",
      fact: "The number format of an untouched cell",
      expected: '"0.###############"',
      see: (sheet) => describe(sheet.getRange("A1").getNumberFormat()),
    },
    {
      id: "google.hidden-rows",
      fact: "SUBTOTAL(103; …) in a helper column tells hidden rows in one read",
      expected: "[[1], [0], [1]]",
      see(sheet) {
        sheet.getRange("A1:A3").setValues([["a"], ["b"], ["c"]]);
        sheet.getRange("B1:B3").setFormulas([1, 2, 3].map((row) => [`=SUBTOTAL(103,A${row})`]));
        sheet.hideRows(2);
        SpreadsheetApp.flush();
        return describe(sheet.getRange("B1:B3").getValues());
      },
    },
    {
      id: "google.conditional-formats",
      fact: "Setting conditional formats replaces all of the sheet's",
      expected: "1",
      see(sheet) {
        const rule = (text: string) =>
          SpreadsheetApp.newConditionalFormatRule()
            .whenTextContains(text)
            .setBackground("#ff0000")
            .setRanges([sheet.getRange("A1:A9")])
            .build();
        sheet.setConditionalFormatRules([rule("a"), rule("b")]);
        sheet.setConditionalFormatRules([rule("c")]);
        return describe(sheet.getConditionalFormatRules().length);
      },
    },
    {
      id: "google.sheet-names:taken",
      fact: "A second sheet of the same name is refused",
      expected: "refused",
      see: (sheet) => refusal(() => SpreadsheetApp.getActiveSpreadsheet().insertSheet(sheet.getName())),
    },
    {
      id: "google.range-texts:reversed",
      fact: "A range given backwards is put in order",
      expected: '["2:5", "B:D"]',
      see: (sheet) => describe([sheet.getRange("5:2").getA1Notation(), sheet.getRange("D:B").getA1Notation()]),
    },
    {
      id: "google.range-texts:no-rows",
      fact: "A range of no rows",
      expected: "throws Exception: The number of rows in the range must be at least 1.",
      see: (sheet) => outcome(() => sheet.getRange(1, 1, 0, 1)),
    },
    {
      id: "google.set-formula-shifts",
      fact: "One formula set on several cells shifts its references",
      expected: '[["=A1"], ["=A2"]]',
      see(sheet) {
        sheet.getRange("B1:B2").setFormula("=A1");
        SpreadsheetApp.flush();
        return describe(sheet.getRange("B1:B2").getFormulas());
      },
    },
  ],
};
