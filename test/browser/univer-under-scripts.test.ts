import { describe, expect, test } from "@jest/globals";
import { createHost } from "../../local/apps-script/create-host";
import { createMemoryWorkbook } from "../../local/apps-script/workbook/memory-workbook";
import type { Workbook } from "../../local/apps-script/workbook/workbook";
import { realClock } from "../../local/clock/clock";
import { openWorkbook } from "./support/open-workbook";

const ANN = "ann@company.example";

/** Steps that each do something to an empty sheet `s` and give what they then find. */
const STEPS: Record<string, string> = {
  "values of every kind": `
    s.getRange("A1:F1").setValues([["text", 12.5, true, "", "007", new Date(Date.UTC(2026, 0, 31))]]);
    return [s.getRange("A1:F1").getValues(), s.getRange("A1:F1").getDisplayValues(), s.getDataRange().getA1Notation()];`,
  "formulas, recalculated by flush": `
    s.getRange("A1:C2").setValues([[1, 2, "=A1+B1"], [3, 4, "=SUM(A1:B2)"]]);
    SpreadsheetApp.flush();
    const before = s.getRange("C1:C2").getValues();
    s.getRange("A1").setValue(10);
    SpreadsheetApp.flush();
    return [before, s.getRange("C1:C2").getValues(), s.getRange("A1:C2").getFormulas()];`,
  "a formula read right after it was written": `
    s.getRange("A1:B1").setValues([[20, 1]]);
    s.getRange("C1").setFormula("=A1*2+B1");
    return s.getRange("A1:C1").getValues();`,
  "errors of formulas": `
    s.getRange("A1:A2").setFormulas([["=1/0"], ["=A1"]]);
    SpreadsheetApp.flush();
    return [s.getRange("A1:A2").getValues(), s.getRange("A1:A2").getDisplayValues()];`,
  "inserted, deleted and moved rows": `
    s.getRange("A1:B4").setValues([["a", 1], ["b", 2], ["c", 3], ["sum", "=SUM(B1:B3)"]]);
    s.insertRowsAfter(1, 2);
    s.deleteRow(5);
    s.moveRows(s.getRange("1:1"), 4);
    return [s.getRange("A1:B6").getValues(), s.getRange("A1:B6").getFormulas(), s.getMaxRows(), s.getLastRow()];`,
  "inserted and deleted columns": `
    s.getRange("A1:C1").setValues([["a", "b", "=A1&B1"]]);
    s.insertColumnBefore(2);
    s.deleteColumn(1);
    return [s.getRange("A1:D1").getValues(), s.getMaxColumns()];`,
  "what inserted rows and columns inherit": `
    const rule = SpreadsheetApp.newDataValidation().requireTextIsEmail().build();
    s.getRange("A1:B2").setNumberFormat("@").setBackground("#ff0000").setDataValidation(rule);
    s.insertColumnsAfter(2, 2);
    s.insertRowBefore(1);
    s.getRange("C2:D2").setValues([["'007", new Date(Date.UTC(2026, 0, 31))]]);
    return [s.getRange("A1:E4").getBackgrounds(), s.getRange("A1:E4").getNumberFormats(), s.getRange("C2:D2").getValues(),
      s.getRange("A1:E4").getDataValidations().map((row) => row.map((held) => held !== null))];`,
  "formats, notes and hidden rows": `
    s.getRange("A1:B1").setValues([[0.5, 3]]).setNumberFormats([["0%", "0.00"]]).setFontWeight("bold").setBackground("#ff0000");
    s.getRange("A1").setNote("why");
    s.hideRows(3, 2);
    return [s.getRange("A1:B1").getDisplayValues(), s.getRange("A1:B1").getBackgrounds(), s.getRange("A1:B1").getNotes(),
      s.isRowHiddenByUser(3), s.isRowHiddenByUser(5)];`,
  "which rows are visible, by a formula for each": `
    s.getRange("A1:A5").setValues([["a"], ["b"], ["c"], ["d"], ["e"]]);
    s.hideRows(2, 1);
    s.getRange("B1:C5").setFormulas([1, 2, 3, 4, 5].map((row) => ["=SUBTOTAL(103; A" + row + ")", "=SUBTOTAL(3; A" + row + ")"]));
    SpreadsheetApp.flush();
    const before = s.getRange("B1:C5").getValues();
    s.hideRows(4, 1);
    s.showRows(2, 1);
    SpreadsheetApp.flush();
    return [before, s.getRange("B1:C5").getValues(), s.getRange("B1").getFormula()];`,
  "which rows of another sheet are visible, by formulas over whole rows": `
    s.getRange("A1:C4").setValues([["a", "", 1], ["", "", ""], ["", "c", ""], ["d", "", ""]]);
    s.hideRows(4, 1);
    const name = s.getName();
    const t = SpreadsheetApp.getActiveSpreadsheet().insertSheet("Other");
    t.hideSheet();
    t.getRange("A1:B2").setFormulas([1, 2].map((row) => [0, 2].map((more) => "=SUBTOTAL(103,'" + name + "'!" + (row + more) + ":" + (row + more) + ")")));
    return t.getRange("A1:B2").getValues();`,
  sheets: `
    const b = SpreadsheetApp.getActiveSpreadsheet();
    const t = b.insertSheet("Other");
    t.getRange("A1").setValue(5);
    s.getRange("A1").setFormula("=Other!A1*2");
    SpreadsheetApp.flush();
    const doubled = s.getRange("A1").getValue();
    t.setName("Renamed one");
    return [doubled, b.getSheets().map((x) => x.getName()), b.getActiveSheet().getName()];`,
  "rows appended below the last": `
    s.appendRow(["x", 1]);
    s.appendRow(["y", 2]);
    s.getRange("A1:B2").clearContent();
    s.appendRow(["z", 3]);
    return [s.getDataRange().getValues(), s.getLastRow()];`,
};

const SOURCE = `
${Object.values(STEPS)
  .map(
    (
      body,
      index,
    ) => `function step${index}() { const s = SpreadsheetApp.getActiveSheet(); const give = () => { ${body} };
      return JSON.stringify(give()); }`,
  )
  .join("\n")}`;

async function run(workbook: Workbook, functionName: string): Promise<unknown> {
  const host = createHost({
    files: [{ name: "Code.js", source: SOURCE }],
    manifest: { timeZone: "Etc/GMT", oauthScopes: ["https://www.googleapis.com/auth/spreadsheets.currentonly"] },
    clock: realClock,
    fetch: () => Promise.reject(new Error("nothing is fetched")),
    settings: { latencyMs: () => 0, startLatencyMs: () => 0 },
  });
  const document = host.openDocument({ workbook, owner: ANN });
  try {
    return JSON.parse(JSON.parse(await document.as(ANN).callFromSidebar(functionName, "[]")));
  } finally {
    document.close();
    await host.close();
  }
}

describe("a script finds the same in the workbench's workbook as in the one of the tests", () => {
  test.each(Object.keys(STEPS).map((name, index) => [name, `step${index}`] as const))("%s", async (_, functionName) => {
    const expected = await run(createMemoryWorkbook(), functionName);
    expect(await run(openWorkbook().workbook, functionName)).toEqual(expected);
  });
});
