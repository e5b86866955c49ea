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

describe("what people do to a whole sheet, and to the document", () => {
  test("duplicating a sheet copies what lies over its cells, and scripts find its metadata twice", async () => {
    const { name = "" } = document.workbook.sheets()[0] ?? {};
    ann.keyboard.type(name, "B7", "Ada");
    ann.keyboard.type(name, "C7", "=B7");
    await evaluate(`${SHEET}.getRange("B:B").addDeveloperMetadata("mark", "b") && 1`);
    ann.keyboard.duplicateSheet(name, "Copy");
    ann.keyboard.type("Copy", "B7", "Bob");
    expect(ann.keyboard.shows("Copy", "B7:C7")).toEqual([["Bob", "Bob"]]);
    expect(ann.keyboard.shows(name, "B7:C7")).toEqual([["Ada", "Ada"]]);
    const marks = "SpreadsheetApp.getActive().createDeveloperMetadataFinder().withKey('mark').find()";
    const places = `${marks}.map((each) => each.getLocation().getColumn().getA1Notation())`;
    expect(await evaluate(places)).toEqual(["B1:B1000", "B1:B1000"]);
    ann.keyboard.deleteSheet("Copy");
  });

  test("a changed time zone and language are what scripts read", async () => {
    ann.keyboard.changeSettings({ timeZone: "Asia/Tokyo", locale: "ja_JP" });
    const book = "SpreadsheetApp.getActive()";
    expect(await evaluate(`[${book}.getSpreadsheetTimeZone(), ${book}.getSpreadsheetLocale()]`)).toEqual([
      "Asia/Tokyo",
      "ja_JP",
    ]);
    ann.keyboard.changeSettings({ timeZone: "Etc/UTC", locale: "en_US" });
  });
});
