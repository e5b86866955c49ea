import { afterAll, describe, expect, test } from "@jest/globals";
import type { Change } from "../../../local/apps-script/workbook/change";
import { createTestHost } from "../support/test-host";

const { host, ann, ben, evaluate, document } = createTestHost();
afterAll(() => host.close());

const SHEET = "SpreadsheetApp.getActiveSheet()";

describe("what a page's person does to cells by hand", () => {
  const { sheetId } = document.workbook.sheets()[0] ?? { sheetId: 0 };
  const typed = (...values: (string | null)[]): Change => ({
    type: "setCells",
    sheetId,
    row: 1,
    column: 1,
    cells: values.map((value) => [{ value }]),
  });

  test("is refused where a validation rejects it; clearing is not", async () => {
    const list = "SpreadsheetApp.newDataValidation().requireValueInList(['yes', 'no']).setAllowInvalid(false).build()";
    await evaluate(`${SHEET}.getRange("A2").setDataValidation(${list}) && 1`);
    expect(() => ann.check([typed("maybe", "maybe")])).toThrow("The data you entered in cell A2 violates");
    expect(() => ann.check([typed("maybe", "yes"), typed(null, null)])).not.toThrow();
    await evaluate(`${SHEET}.getRange("A2").clearDataValidations() && 1`);
  });

  test("is refused in other people's protected ranges, and nobody's refuse the owner", async () => {
    await evaluate(`${SHEET}.getRange("A2").protect() && 1`);
    expect(() => ben.check([typed("x", "x")])).toThrow("You are trying to edit a protected cell or object.");
    expect(() => ben.check([typed("x")])).not.toThrow();
    expect(() => ann.check([typed("x", "x")])).not.toThrow();
    await evaluate(`${SHEET}.getProtections(SpreadsheetApp.ProtectionType.RANGE)[0].remove()`);
  });
});
