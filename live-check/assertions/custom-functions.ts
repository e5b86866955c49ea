import { type Assertion, describe, formulaShows, type Group, shownAt } from "../assertion";

/** Asks the check's formula CHECK_ARGUMENT, which describes its argument, and reads what it shows. */
const argument = (
  part: string,
  fact: string,
  formula: string,
  expected: string,
  cells: unknown[][] = [],
): Assertion => ({
  id: `google.custom-function-arguments:${part}`,
  fact,
  expected,
  see(sheet) {
    if (cells[0]) sheet.getRange(1, 1, cells.length, cells[0].length).setValues(cells);
    return formulaShows(sheet, "H1", formula);
  },
});

/** Reads what a cell shows for a value that the check's formula CHECK_RESULT returns by its name. */
const result = (name: string, fact: string, expected: string, settles?: true): Assertion => ({
  id: `google.custom-function-results:${name}`,
  fact,
  expected,
  settles,
  see: (sheet) => {
    const shown = formulaShows(sheet, "A1", `=CHECK_RESULT("${name}")`);
    return `${describe(shown)}, read as ${describe(sheet.getRange("A1").getValue())}`;
  },
});

/** Asks the check's formula CHECK_SERVICE, which tries something inside a custom function. */
const service = (part: string, fact: string, expected: string, settles?: true): Assertion => ({
  id: `google.custom-function-services:${part}`,
  fact,
  expected,
  settles,
  see: (sheet) => formulaShows(sheet, "A1", `=CHECK_SERVICE("${part}")`),
});

const refusedCall = (method: string): string => `throws Exception: You do not have permission to call ${method}`;

export const CUSTOM_FUNCTIONS: Group = {
  title: "Custom functions",
  assertions: [
    argument("cell", "A cell arrives as its value", "=CHECK_ARGUMENT(A1)", "5", [[5]]),
    argument("blank", "A blank cell", "=CHECK_ARGUMENT(A1)", '""'),
    argument("range", "A range of one row arrives as rows of values", "=CHECK_ARGUMENT(A1:B1)", '[["x", ""]]', [
      ["x", ""],
    ]),
    argument("empty", "An argument left empty between commas", "=CHECK_ARGUMENT(,1)", '""'),
    argument("omitted", "An omitted argument", "=CHECK_ARGUMENT()", "undefined"),
    argument("error", "A cell with an error", "=CHECK_ARGUMENT(A1)", '"#N/A"', [["=NA()"]]),
    argument("percentage", "A percentage", "=CHECK_ARGUMENT(A1)", "0.1", [["10%"]]),
    argument("date", "A date cell", "=CHECK_ARGUMENT(YEAR(A1))", "2030", [[new Date(Date.UTC(2030, 5, 15, 12))]]),
    {
      id: "google.volatile-arguments",
      fact: "An argument that depends on NOW() is refused",
      expected: "#ERROR!",
      see: (sheet) => formulaShows(sheet, "A1", "=CHECK_ARGUMENT(NOW())"),
    },
    result("null", "null shows as a blank", '"", read as ""'),
    result("undefined", "undefined shows as a blank", '"", read as ""'),
    result("nan", "NaN", '"#NUM!", read as "#NUM!"', true),
    result("infinity", "Infinity", '"#NUM!", read as "#NUM!"', true),
    result("formula", "A text with = stays a text", '"=1+1", read as "=1+1"'),
    result("digits", "The text 007 stays a text", '"007", read as "007"'),
    result("list", "A list is a column", '"a", read as "a"', true),
    result("promise", "A promise is awaited", '"kept", read as "kept"'),
    result("throws", "An error thrown", '"#ERROR!", read as "#ERROR!"'),
    result("object", "A plain object", '"[object Object]", read as "[object Object]"', true),
    result("long", "50,001 characters", '"#ERROR!", read as "#ERROR!"', true),
    {
      id: "google.spill:blocked",
      fact: "A table that meets content is #REF!",
      expected: '"#REF!"; beside it ""',
      see(sheet) {
        sheet.getRange("A2").setValue("in the way");
        const shown = formulaShows(sheet, "A1", '=CHECK_RESULT("table")');
        return `${describe(shown)}; beside it ${describe(sheet.getRange("B1").getDisplayValue())}`;
      },
    },
    {
      id: "google.spill:free",
      fact: "A table spills over empty cells",
      expected: '[["a", 1], ["b", 2]]',
      see(sheet) {
        formulaShows(sheet, "A1", '=CHECK_RESULT("table")');
        return describe(sheet.getRange("A1:B2").getValues());
      },
    },
    service("set-value", "A cell is written", refusedCall("setValue")),
    service("document-property", "A document property is written", "done", true),
    service("user-cache", "The user's cache is written and read", '"kept"', true),
    service("document-cache", "The document's cache is written and read", '"kept"'),
    service("digest", "SHA-256 in UTF-8", "[-88, 113, -56, 11]"),
    service(
      "fetch-all",
      "fetchAll of an address that the manifest does not list",
      "throws Exception: Request to https://elsewhere.example/ failed because the URL has not been whitelisted in the script manifest.",
    ),
    {
      ...service("fetch-nobody", "fetchAll of a listed host that does not exist", "throws, and not for the list"),
      see(sheet) {
        const seen = formulaShows(sheet, "A1", '=CHECK_SERVICE("fetch-nobody")');
        return /^throws /.test(seen) && !/permission|whitelisted/.test(seen) ? "throws, and not for the list" : seen;
      },
    },
    service("document-lock", "The document's lock is taken", "true"),
    service("script-properties", "Script properties are read", "null"),
    service(
      "ui",
      "The user interface is asked for",
      "throws Exception: Cannot call SpreadsheetApp.getUi() from this context.",
    ),
    service("email", "The address of the person is unknown", '""'),
    {
      id: "google.formula-memory",
      fact: "A formula removed and written again, without a flush between, shows its old answer",
      expected: "the old answer",
      settles: true,
      see(sheet) {
        const first = formulaShows(sheet, "A1", "=CHECK_MOMENT(1)");
        Utilities.sleep(1_500);
        sheet.getRange("A1").clearContent();
        const second = formulaShows(sheet, "A1", "=CHECK_MOMENT(1)");
        return first === second ? "the old answer" : "a new answer";
      },
    },
    {
      id: "google.formula-memory:flushed",
      fact: "A formula removed, flushed and written again",
      expected: "a new answer",
      settles: true,
      see(sheet) {
        const first = formulaShows(sheet, "A1", "=CHECK_MOMENT(2)");
        Utilities.sleep(1_500);
        sheet.getRange("A1").clearContent();
        SpreadsheetApp.flush();
        const second = formulaShows(sheet, "A1", "=CHECK_MOMENT(2)");
        return first === second ? "the old answer" : "a new answer";
      },
    },
    {
      id: "google.formula-memory:renamed",
      fact: "A formula whose function was given another name, flushed, and its name again",
      expected: "a new answer",
      settles: true,
      see(sheet) {
        const first = formulaShows(sheet, "A1", "=CHECK_MOMENT(3)");
        Utilities.sleep(1_500);
        const replace = (text: string, replacement: string) =>
          sheet.getRange("A1").createTextFinder(text).matchFormulaText(true).replaceAllWith(replacement);
        replace("CHECK_", "PAUSED_CHECK_");
        SpreadsheetApp.flush();
        replace("PAUSED_", "");
        const second = shownAt(sheet, "A1");
        return first === second ? "the old answer" : "a new answer";
      },
    },
  ],
};
