import { describe, type Group, outcome, refusal } from "../assertion";

/** A refusal may show when the change is sent. */
const refusalOf = (work: () => unknown): string =>
  refusal(() => {
    work();
    SpreadsheetApp.flush();
  });

/** What a sheet refuses to become, and what follows its rows and columns. */
export const SHAPE: Group = {
  title: "Shape",
  assertions: [
    {
      id: "google.delete-rows:rows",
      fact: "Deleting all rows below a frozen header",
      expected: "throws Exception: Sorry, it is not possible to delete all non-frozen rows.",
      see(sheet) {
        sheet.setFrozenRows(1);
        return outcome(() => sheet.deleteRows(2, sheet.getMaxRows() - 1));
      },
    },
    {
      id: "google.delete-rows:columns",
      fact: "Deleting all columns that are not frozen",
      expected: "throws Exception: Sorry, it is not possible to delete all non-frozen columns.",
      see(sheet) {
        sheet.setFrozenColumns(1);
        return outcome(() => sheet.deleteColumns(2, sheet.getMaxColumns() - 1));
      },
    },
    {
      id: "google.delete-rows:all",
      fact: "Deleting all rows",
      expected: "throws Exception: You can't delete all the rows on the sheet.",
      see: (sheet) => outcome(() => sheet.deleteRows(1, sheet.getMaxRows())),
    },
    {
      id: "google.grid-bounds:insert",
      fact: "Inserting columns behind one that is not there, and fewer than one",
      expected: "refused, refused, refused",
      see: (sheet) =>
        [
          () => sheet.insertColumnsAfter(sheet.getMaxColumns() + 1, 1),
          () => sheet.insertColumnsBefore(sheet.getMaxColumns() + 1, 1),
          () => sheet.insertColumnsAfter(1, -1),
        ]
          .map(refusalOf)
          .join(", "),
    },
    {
      id: "google.grid-bounds:columns",
      fact: "Width, hiding and a cell beyond the grid",
      expected: "refused, refused, refused, refused",
      see(sheet) {
        const last = sheet.getMaxColumns();
        const works = [
          () => sheet.getColumnWidth(last + 1),
          () => sheet.setColumnWidths(last, 2, 50),
          () => sheet.hideColumns(last + 1),
          () => sheet.getRange("A1:B2").getCell(3, 1),
        ];
        return works.map(refusalOf).join(", ");
      },
    },
    {
      id: "google.freezing:all",
      fact: "Freezing all rows, and fewer than none",
      expected: "refused, refused",
      see: (sheet) =>
        [() => sheet.setFrozenRows(sheet.getMaxRows()), () => sheet.setFrozenRows(-1)].map(refusalOf).join(", "),
    },
    {
      id: "google.freezing:merge",
      fact: "Freezing a part of a merged cell",
      expected: "refused",
      see(sheet) {
        sheet.getRange("A1:A2").merge();
        return refusalOf(() => sheet.setFrozenRows(1));
      },
    },
    {
      id: "google.freezing:insert",
      fact: "Frozen rows after one was inserted behind the last of them, and then before the first",
      expected: "[1, 2]",
      settles: true,
      see(sheet) {
        sheet.setFrozenRows(1);
        const frozen = [() => sheet.insertRowsAfter(1, 1), () => sheet.insertRowsBefore(1, 1)].map((insert) => {
          insert();
          return sheet.getFrozenRows();
        });
        return describe(frozen);
      },
    },
    {
      id: "google.last-sheet",
      fact: "Hiding every sheet: the last one is refused",
      expected: "throws Exception: You can't hide all the sheets in a document.",
      see(sheet) {
        const others = SpreadsheetApp.getActiveSpreadsheet()
          .getSheets()
          .filter((each) => each.getSheetId() !== sheet.getSheetId() && !each.isSheetHidden());
        for (const each of others) each.hideSheet();
        const seen = outcome(() => {
          sheet.hideSheet();
          SpreadsheetApp.flush();
        });
        for (const each of others) each.showSheet();
        return seen;
      },
    },
    {
      id: "google.rules-follow",
      fact: "A conditional format's formula after a row was inserted above",
      expected: '["=B2>1"]',
      see(sheet) {
        const rule = SpreadsheetApp.newConditionalFormatRule()
          .whenFormulaSatisfied("=B1>1")
          .setBackground("#ff0000")
          .setRanges([sheet.getRange("A1:A9")])
          .build();
        sheet.setConditionalFormatRules([rule]);
        sheet.insertRowsBefore(1, 1);
        SpreadsheetApp.flush();
        return describe(sheet.getConditionalFormatRules()[0]?.getBooleanCondition()?.getCriteriaValues());
      },
    },
    {
      id: "google.colour-names",
      fact: "Colours by their names in CSS",
      expected: '["#663399", "#ffefd5"]',
      see: (sheet) =>
        describe(
          ["rebeccapurple", "papayawhip"].map((name) => sheet.getRange("A1").setBackground(name).getBackground()),
        ),
    },
    {
      id: "google.sheet-names:long",
      fact: "A name of 101 characters",
      expected: "refused",
      see: (sheet) => refusalOf(() => sheet.setName("x".repeat(101))),
    },
    {
      id: "google.range-names",
      fact: "Names of ranges that are references, have blanks, or are words",
      expected: "refused, refused, taken",
      see(sheet) {
        const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
        const names = ["A1", "has space", "sheetscout_check"];
        const seen = names.map((name) => refusalOf(() => spreadsheet.setNamedRange(name, sheet.getRange("A1"))));
        if (seen[2] === "taken") spreadsheet.removeNamedRange("sheetscout_check");
        return seen.join(", ");
      },
    },
    {
      id: "google.columns-in-all",
      fact: "18,278 columns, and one more",
      expected: "taken, refused",
      see(sheet) {
        sheet.deleteRows(2, sheet.getMaxRows() - 1);
        const more = 18_278 - sheet.getMaxColumns();
        return [() => sheet.insertColumnsAfter(1, more), () => sheet.insertColumnsAfter(1, 1)]
          .map(refusalOf)
          .join(", ");
      },
    },
    {
      id: "google.filters:second",
      fact: "A second filter in a sheet",
      expected: "throws Exception: You can't create a filter in a sheet that already has a filter.",
      see(sheet) {
        sheet.getRange("A1:B3").createFilter();
        return outcome(() => sheet.getRange("D1:E3").createFilter());
      },
    },
    {
      id: "google.filters:criteria",
      fact: "Rows hidden by criteria of column B, one for its value, one for its emptiness; column C is refused",
      expected: "[false, true, true, false], refused",
      see(sheet) {
        sheet.getRange("B1:B4").setValues([["Status"], ["VALID"], [""], ["INVALID"]]);
        const filter = sheet.getRange("A1:B4").createFilter();
        const criteria = SpreadsheetApp.newFilterCriteria().whenCellNotEmpty().setHiddenValues(["VALID"]).build();
        filter.setColumnFilterCriteria(2, criteria);
        SpreadsheetApp.flush();
        const hidden = [1, 2, 3, 4].map((row) => sheet.isRowHiddenByFilter(row));
        return `${describe(hidden)}, ${refusalOf(() => filter.setColumnFilterCriteria(3, criteria))}`;
      },
    },
    {
      id: "google.sorting:order",
      fact: "Numbers, texts, booleans and blanks in falling order",
      expected: '[true, "b", "A", 10, 2, ""]',
      see(sheet) {
        const range = sheet.getRange("A1:A6");
        range.setValues([[2], [""], ["b"], [true], ["A"], [10]]);
        return describe(range.sort({ column: 1, ascending: false }).getValues().flat());
      },
    },
    {
      id: "google.sorting:hidden",
      fact: "Sorting 3, 2, 1, of which the first is hidden",
      expected: "[3, 1, 2]",
      settles: true,
      see(sheet) {
        const range = sheet.getRange("A1:A3");
        range.setValues([[3], [2], [1]]);
        sheet.hideRows(1);
        return describe(range.sort(1).getValues().flat());
      },
    },
    {
      id: "google.copying:formula",
      fact: "A formula copied one down and one to the right, into four rows of which the source is two",
      expected: '["=B2+$A$1", "", "=B4+$A$1", ""]',
      see(sheet) {
        sheet.getRange("B1").setFormula("=A1+$A$1");
        sheet.getRange("B1:B2").copyTo(sheet.getRange("C2:C5"));
        return describe(sheet.getRange("C2:C5").getFormulas().flat());
      },
    },
    {
      id: "google.copying:filtered",
      fact: "Copying three rows, of which a filter hides one",
      expected: '["h", "b", ""]',
      settles: true,
      see(sheet) {
        sheet.getRange("A1:A3").setValues([["h"], ["a"], ["b"]]);
        const criteria = SpreadsheetApp.newFilterCriteria().setHiddenValues(["a"]).build();
        sheet.getRange("A1:A3").createFilter().setColumnFilterCriteria(1, criteria);
        SpreadsheetApp.flush();
        sheet.getRange("A1:A3").copyTo(sheet.getRange("C5"));
        return describe(sheet.getRange("C5:C7").getValues().flat());
      },
    },
    {
      id: "google.sheet-copies",
      fact: "The name and place of a sheet's copy",
      expected: "copy, last",
      see(sheet) {
        const spreadsheet = sheet.getParent();
        const copy = sheet.copyTo(spreadsheet);
        try {
          const name = copy.getName() === `Copy of ${sheet.getName()}` ? "copy" : copy.getName();
          return `${name}, ${copy.getIndex() === spreadsheet.getSheets().length ? "last" : "not last"}`;
        } finally {
          spreadsheet.deleteSheet(copy);
        }
      },
    },
    {
      id: "google.unprotected-ranges",
      fact: "The unprotected ranges of a protected sheet, and of a protected range",
      expected: '["B2:C3"], refused',
      see(sheet) {
        const ranges = [sheet.getRange("B2:C3")];
        const names = sheet.protect().setUnprotectedRanges(ranges).getUnprotectedRanges();
        const ofRange = refusalOf(() => sheet.getRange("A1:D4").protect().setUnprotectedRanges(ranges));
        return `${describe(names.map((range) => range.getA1Notation()))}, ${ofRange}`;
      },
    },
    {
      id: "google.checkboxes",
      fact: "The values of new checkboxes",
      expected: '[false, "no", ""]',
      see(sheet) {
        sheet.getRange("A1").insertCheckboxes();
        sheet.getRange("A2").insertCheckboxes("yes", "no");
        sheet.getRange("A3").insertCheckboxes("yes");
        return describe(sheet.getRange("A1:A3").getValues().flat());
      },
    },
    {
      id: "google.rich-text-values",
      fact: "Rich text of a text and of a number",
      expected: '["a", null]',
      see(sheet) {
        sheet.getRange("A1:B1").setValues([["a", 1]]);
        const [row = []] = sheet.getRange("A1:B1").getRichTextValues();
        return describe(row.map((value) => value?.getText() ?? null));
      },
    },
  ],
};
