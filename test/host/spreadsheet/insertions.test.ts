import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { createTestHost } from "../support/test-host";

const { host, ann, evaluate, failure } = createTestHost();
afterAll(() => host.close());

const SHEET = "SpreadsheetApp.getActiveSheet()";
const EMAIL = "SpreadsheetApp.newDataValidation().requireTextIsEmail().setAllowInvalid(false).build()";

beforeEach(async () => {
  await evaluate(`${SHEET}.clear() && ${SHEET}.getRange("A1:Z99").clearDataValidations() && 1`);
});

describe("inserted columns", () => {
  test("inherit the format and the data validation of the column to their left", async () => {
    await evaluate(
      `${SHEET}.getRange("B1:B3").setBackground("#ff0000").setNumberFormat("@") && ${SHEET}.getRange("B2:B3").setDataValidation(${EMAIL}) && ${SHEET}.insertColumnsAfter(2, 2) && 1`,
    );
    expect(
      await evaluate(
        `[${SHEET}.getRange("B3:E3").getBackgrounds()[0], ${SHEET}.getRange("B3:E3").getNumberFormats()[0].map((format) => format === "@")]`,
      ),
    ).toEqual([
      ["#ff0000", "#ff0000", "#ff0000", "#ffffff"],
      [true, true, true, false],
    ]);
    expect(
      await evaluate(`${SHEET}.getRange("B1:E3").getDataValidations().map((row) => row.map((rule) => rule !== null))`),
    ).toEqual([
      [false, false, false, false],
      [true, true, true, false],
      [true, true, true, false],
    ]);
    expect(await failure(`${SHEET}.getRange("C2").setValue("valid"); SpreadsheetApp.flush()`)).toContain("violates");
  });

  test("take after the column they push on where nothing stands to their left", async () => {
    await evaluate(
      `${SHEET}.getRange("A1:A3").setBackground("#00ff00").setDataValidation(${EMAIL}) && ${SHEET}.insertColumnBefore(1) && 1`,
    );
    expect(
      await evaluate(
        `[${SHEET}.getRange("A1:C1").getBackgrounds()[0], ${SHEET}.getRange("A1:C1").getDataValidations()[0].map((rule) => rule !== null)]`,
      ),
    ).toEqual([
      ["#00ff00", "#00ff00", "#ffffff"],
      [true, true, false],
    ]);
  });

  test("keep an apostrophe visible and dates as text under an inherited plain-text format", async () => {
    await evaluate(`${SHEET}.getRange("A1:A9").setNumberFormat("@") && ${SHEET}.insertColumnAfter(1) && 1`);
    await evaluate(
      `${SHEET}.getRange("B1:B3").setValues([["'007"], ["1/2/2026"], [new Date(Date.UTC(2026, 0, 31))]]) && 1`,
    );
    expect(await evaluate(`${SHEET}.getRange("B1:B3").getValues().flat()`)).toEqual(["'007", "1/2/2026", "1/31/2026"]);
  });
});

test("inserted rows inherit the format and the data validation of the row above", async () => {
  await evaluate(
    `${SHEET}.getRange("A2:B2").setFontWeight("bold").setDataValidation(${EMAIL}) && ${SHEET}.insertRowsAfter(2, 1) && 1`,
  );
  expect(
    await evaluate(
      `[${SHEET}.getRange("A1:A4").getFontWeights().flat(), ${SHEET}.getRange("A1:A4").getDataValidations().flat().map((rule) => rule !== null)]`,
    ),
  ).toEqual([
    ["normal", "bold", "bold", "normal"],
    [false, true, true, false],
  ]);
});

test("rows and columns that a person inserts inherit too", async () => {
  await evaluate(`${SHEET}.getRange("A1").setBackground("#ff0000").setDataValidation(${EMAIL}) && 1`);
  ann.keyboard.insert("Sheet1", "columns", 2);
  ann.keyboard.insert("Sheet1", "rows", 2);
  expect(
    await evaluate(
      `[${SHEET}.getRange("A1:B2").getBackgrounds(), ${SHEET}.getRange("A1:B2").getDataValidations().flat().every((rule) => rule !== null)]`,
    ),
  ).toEqual([
    [
      ["#ff0000", "#ff0000"],
      ["#ff0000", "#ff0000"],
    ],
    true,
  ]);
});
