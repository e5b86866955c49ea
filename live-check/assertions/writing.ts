import { type Assertion, describe, type Group, outcome, refusal } from "../assertion";

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;

/** Writes a value to A1 and reads what it holds and shows. */
function written(sheet: Sheet, value: unknown): string {
  const cell = sheet.getRange("A1");
  cell.setValue(value);
  SpreadsheetApp.flush();
  return `${describe(cell.getValue())} shown as ${describe(cell.getDisplayValue())}`;
}

const parsed = (part: string, text: string, expected: string): Assertion => ({
  id: `google.writes-parse-text:${part}`,
  fact: `The text ${JSON.stringify(text)} is written`,
  expected,
  see: (sheet) => written(sheet, text),
});

/** B1 takes only a and b; a column with that rule is what refuses writes in people's lists. */
function refuseInB1(sheet: Sheet): void {
  const rule = SpreadsheetApp.newDataValidation().requireValueInList(["a", "b"], true).setAllowInvalid(false).build();
  sheet.getRange("B1").setDataValidation(rule);
  SpreadsheetApp.flush();
}

export const WRITING: Group = {
  title: "Writing cells",
  assertions: [
    parsed("digits", "007", '7 shown as "7"'),
    parsed("spaced-digits", "22 34", '2234 shown as "2234"'),
    parsed("boolean", "TRUE", 'true shown as "TRUE"'),
    parsed("percentage", "10%", '0.1 shown as "10%"'),
    parsed("plus-number", "+5", '5 shown as "5"'),
    parsed("equals", "=1+1", '2 shown as "2"'),
    parsed("plus-text", "+ab cd", '"#ERROR!" shown as "#ERROR!"'),
    parsed("apostrophe-digits", "'007", '"007" shown as "007"'),
    parsed("apostrophe-equals", "'=1+1", '"=1+1" shown as "=1+1"'),
    parsed("dots", "1.2.3.4", '"1.2.3.4" shown as "1.2.3.4"'),
    ...["MAY26", "1SEPT", "2026-01-31T10:30:00Z"].map(
      (text): Assertion => ({
        id: `google.surprising-texts:${text}`,
        fact: `The text ${text} is written`,
        expected: "a date",
        settles: true,
        see(sheet) {
          written(sheet, text);
          const value: unknown = sheet.getRange("A1").getValue();
          return Object.prototype.toString.call(value) === "[object Date]" ? "a date" : describe(value);
        },
      }),
    ),
    {
      id: "google.surprising-texts:errors",
      fact: "Cells with the texts of errors are errors",
      expected: "[[true], [true], [true], [true]]",
      settles: true,
      see(sheet) {
        const texts = ["#N/A", "#REF!", "#VALUE!", "#ERROR!"];
        sheet.getRange("A1:A4").setValues(texts.map((text) => [text]));
        sheet.getRange("B1:B4").setFormula("=ISERROR(A1)");
        SpreadsheetApp.flush();
        return describe(sheet.getRange("B1:B4").getValues());
      },
    },
    {
      id: "google.year-of-dates",
      fact: "Dates without a year are of this one, and 29 Feb stays text in a year without it",
      expected: "this year, and text or a leap year",
      settles: true,
      see(sheet) {
        const year = new Date().getFullYear();
        const days = ["5 March", "3/5"].map((text) => {
          written(sheet, text);
          const value: unknown = sheet.getRange("A1").getValue();
          return value instanceof Date ? value.getFullYear() : describe(value);
        });
        const last = written(sheet, "29 Feb");
        const isLeap = new Date(year, 1, 29).getMonth() === 1;
        const asSaid = days.every((day) => day === year) && (isLeap || last === '"29 Feb" shown as "29 Feb"');
        return asSaid ? "this year, and text or a leap year" : `${days.join(", ")}, ${last}`;
      },
    },
    {
      id: "google.text-mark:word",
      fact: "A leading apostrophe before a word that nobody takes for a value: it does not stay either",
      expected: '"Acme" shown as "Acme"',
      see: (sheet) => written(sheet, "'Acme"),
    },
    {
      id: "google.null-clears",
      fact: "null clears a cell",
      expected: '"" shown as ""',
      see(sheet) {
        written(sheet, "x");
        return written(sheet, null);
      },
    },
    {
      id: "google.text-format:digits",
      fact: "The format @, set before, keeps 007",
      expected: '"007" shown as "007"',
      see(sheet) {
        sheet.getRange("A1").setNumberFormat("@");
        return written(sheet, "007");
      },
    },
    {
      id: "google.text-format:equals",
      fact: "The format @ and a text with =",
      expected: '2 shown as "2"',
      settles: true,
      see(sheet) {
        sheet.getRange("A1").setNumberFormat("@");
        return written(sheet, "=1+1");
      },
    },
    {
      id: "google.text-format:apostrophe",
      fact: "The format @ and a leading apostrophe: the apostrophe stays",
      expected: '"\'007" shown as "\'007"',
      settles: true,
      see(sheet) {
        sheet.getRange("A1").setNumberFormat("@");
        return written(sheet, "'007");
      },
    },
    {
      id: "google.rich-text",
      fact: "Rich text is written without being parsed",
      expected: '"=1+1"',
      see(sheet) {
        const text = SpreadsheetApp.newRichTextValue().setText("=1+1").build();
        sheet.getRange("A1").setRichTextValue(text);
        SpreadsheetApp.flush();
        return describe(sheet.getRange("A1").getValue());
      },
    },
    {
      id: "google.write-size",
      fact: "The data must have the range's size",
      expected:
        "throws Exception: The number of rows in the data does not match the number of rows in the range. The data has 1 but the range has 2.",
      see: (sheet) => outcome(() => sheet.getRange("A1:B2").setValues([[1, 2]])),
    },
    {
      id: "google.grid-does-not-grow",
      fact: "A range beyond the last row",
      expected: "throws Exception: The coordinates of the range are outside the dimensions of the sheet.",
      see: (sheet) => outcome(() => sheet.getRange(sheet.getMaxRows() + 1, 1).setValue(1)),
    },
    {
      id: "google.cell-length",
      fact: "50,001 characters are refused, at the flush at the latest",
      expected: "refused",
      see: (sheet) =>
        refusal(() => {
          sheet.getRange("A1").setValue("x".repeat(50_001));
          SpreadsheetApp.flush();
        }),
    },
    {
      id: "google.flush-refusals:write",
      fact: "A write that a validation refuses does not throw where it is written",
      expected: "taken",
      see(sheet) {
        refuseInB1(sheet);
        return refusal(() => sheet.getRange("B1").setValues([["c"]]));
      },
    },
    {
      id: "google.flush-refusals:flush",
      fact: "It throws at the flush",
      expected: "refused",
      see(sheet) {
        refuseInB1(sheet);
        return refusal(() => {
          sheet.getRange("B1").setValues([["c"]]);
          SpreadsheetApp.flush();
        });
      },
    },
    {
      id: "google.flush-refusals:read",
      fact: "It throws at the next read",
      expected: "refused",
      see(sheet) {
        refuseInB1(sheet);
        return refusal(() => {
          sheet.getRange("B1").setValues([["c"]]);
          sheet.getRange("A5").getValue();
        });
      },
    },
    {
      id: "google.flush-refusals:survivors",
      fact: "Of three writes in one flush whose second is refused, the first stays alone",
      expected: '["first", "", ""]',
      settles: true,
      see(sheet) {
        refuseInB1(sheet);
        outcome(() => {
          sheet.getRange("A1").setValue("first");
          sheet.getRange("B1").setValue("c");
          sheet.getRange("C1").setValue("third");
          SpreadsheetApp.flush();
        });
        return describe(sheet.getRange("A1:C1").getValues()[0]);
      },
    },
    {
      id: "google.flush-refusals:block",
      fact: "Of a refused block nothing is written",
      expected: '["", "", ""]',
      see(sheet) {
        refuseInB1(sheet);
        outcome(() => {
          sheet.getRange("A1:C1").setValues([["x", "c", "z"]]);
          SpreadsheetApp.flush();
        });
        return describe(sheet.getRange("A1:C1").getValues()[0]);
      },
    },
    {
      id: "google.own-writes-read",
      fact: "An execution reads its own unflushed writes, formulas included",
      expected: "42",
      see: (sheet) => describe(sheet.getRange("A1").setValue("=6*7").getValue()),
    },
    {
      id: "google.text-finder",
      fact: "A text finder replaces in formulas, here and not below",
      expected: '1 replaced: "=NOSUM(B1,2)" "=SUM(B2,2)"',
      see(sheet) {
        sheet.getRange("A1:A2").setFormulas([["=SUM(B1,2)"], ["=SUM(B2,2)"]]);
        const finder = sheet.getRange("A1").createTextFinder("SUM").matchFormulaText(true).matchCase(true);
        const replaced = finder.replaceAllWith("NOSUM");
        const formulas = sheet.getRange("A1:A2").getFormulas();
        return `${replaced} replaced: ${formulas.map(([formula]) => describe(formula)).join(" ")}`;
      },
    },
  ],
};
