import { afterEach, describe, expect, test } from "@jest/globals";
import { momentStep } from "../support/moments";
import { type FormulaDocument, openFormulaDocument } from "./formula-document";

let sheet: FormulaDocument | null = null;
afterEach(async () => {
  await sheet?.close();
  sheet = null;
});

/** A spreadsheet of its own for each call: seconds alone, more on a busy machine. */

const STEP = momentStep(7);

const AREA = "A1:G12";

/** A cell, a range with a blank, a table, and a formula of Google's beside them. */
async function openFilledSheet(): Promise<FormulaDocument> {
  const document = await openFormulaDocument();
  await document.type("A1", ["x@no-mx.example", "", "y@no-mx.example"]);
  await document.type("B1", ["=VERIFY_EMAIL(A1:A3)"]);
  await document.type("B5", ['=EMAIL_COUNT("reliable.example")', "=B5*2"]);
  await document.type("D1", ['=DOMAIN_EMAILS("reliable.example", 4, "all", "email, first_name")']);
  return document;
}

describe("Turn formulas into values, in the built bundle", () => {
  test("keeps what the sheet shows, and calls the service no more", async () => {
    sheet = await openFilledSheet();
    const before = sheet.shows(AREA);
    expect(before[4]?.[1]).toBe("24");
    await sheet.clickMenu("turnFormulasIntoValues");
    expect(sheet.shows(AREA)).toEqual(before);
    const calls = sheet.calls.length;
    await sheet.type("A1", ["z@no-mx.example"]);
    expect(sheet.calls).toHaveLength(calls);
    expect(sheet.column("B5:B6")).toEqual(["24", "48"]);
  });

  test("keeps texts that the language of the sheet would read as something else", async () => {
    sheet = await openFormulaDocument();
    sheet.user.keyboard.changeSettings({ locale: "de_DE" });
    const texts = ["1,5", "1.5", "wahr", "3.5.2020", "Acme Anvils"];
    await sheet.type(
      "A1",
      texts.map((text) => `=IF(EMAIL_COUNT("reliable.example")>0, "${text}", "")`),
    );
    await sheet.clickMenu("turnFormulasIntoValues");
    await sheet.type(
      "B1",
      texts.map((_, i) => `=ISTEXT(A${i + 1})`),
    );
    expect(sheet.shows("A1:B5")).toEqual(texts.map((text) => [text, "TRUE"]));
  });

  test("loses no answer when it is killed at any call to Google", async () => {
    for (let callIndex = 1, isKilled = true; isKilled; callIndex += STEP) {
      sheet = await openFilledSheet();
      const before = sheet.shows(AREA);
      isKilled = await sheet.clickMenuAndKill("turnFormulasIntoValues", callIndex);
      expect(sheet.shows(AREA)).toEqual(before);
      await sheet.close();
      sheet = null;
    }
  });
});
