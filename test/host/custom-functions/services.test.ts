import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createTestHost } from "../support/test-host";

const { host, ann, ben, evaluate } = createTestHost({ scriptProperties: { shared: "everyone" } });
afterAll(() => host.close());

/** The result of an expression inside a custom function, or the note of its error. */
async function inCell(code: string, session = ann): Promise<unknown> {
  const shown = await session.callFormula("evaluate", [code]);
  return (shown as { note?: string }).note?.replace(/ \(line \d+\)\.$/, "") ?? shown;
}

describe("services inside a custom function", () => {
  beforeAll(async () => {
    await evaluate("PropertiesService.getUserProperties().setProperty('whose', 'ann')");
    await evaluate("PropertiesService.getUserProperties().setProperty('whose', 'ben')", ben);
  });

  test("user properties are the owner's, whoever types the formula", async () => {
    const read = "PropertiesService.getUserProperties().getProperty('whose')";
    expect([await inCell(read), await inCell(read, ben)]).toEqual(["ann", "ann"]);
    expect(await evaluate(read, ben)).toBe("ben");
  });

  test("an editor cannot set user properties there, the owner can", async () => {
    const write = "PropertiesService.getUserProperties().setProperty('whose', 'new') && 1";
    expect(await inCell(write, ben)).toBe(
      "Exception: You do not have permission to call PropertiesService.setProperty",
    );
    expect(await inCell(write)).toBe(1);
  });

  test("consent cannot be asked about, and nothing can be selected", async () => {
    const read = "ScriptApp.getAuthorizationInfo(ScriptApp.AuthMode.FULL).getAuthorizationUrl()";
    expect(await inCell(read)).toMatch(/^Exception: You do not have permission to call ScriptApp/);
    expect(await inCell("SpreadsheetApp.getActiveSheet().activate() && 1")).toMatch(/permission to call activate/);
  });

  test("document and script properties, cache, lock, fetch and utilities work", async () => {
    expect(await inCell("PropertiesService.getDocumentProperties().setProperty('k','v').getProperty('k')")).toBe("v");
    expect(await inCell("PropertiesService.getScriptProperties().getProperty('shared')")).toBe("everyone");
    expect(
      await inCell("CacheService.getDocumentCache().put('k','v') || CacheService.getDocumentCache().get('k')"),
    ).toBe("v");
    expect(await inCell("LockService.getDocumentLock().tryLock(10)")).toBe(true);
    expect(await inCell("UrlFetchApp.fetch('https://service.example/').getResponseCode()")).toBe(200);
    expect(await inCell("Utilities.base64Encode('a')")).toBe("YQ==");
  });

  test("the sheet can be read", async () => {
    ann.keyboard.type("Sheet1", "A1", "5");
    expect(await inCell("SpreadsheetApp.getActiveSheet().getRange('A1').getValue()")).toBe(5);
  });

  test.each([
    ["SpreadsheetApp.getActiveSheet().getRange('A1').setValue(1)", "setValue"],
    ["SpreadsheetApp.getActiveSheet().appendRow([1])", "appendRow"],
    ["SpreadsheetApp.getActiveSheet().insertRowsAfter(1, 1)", "insertRowsAfter"],
    ["SpreadsheetApp.openById('x')", "SpreadsheetApp.openById"],
    ["SpreadsheetApp.getActive().toast('x')", "toast"],
    ["ScriptApp.newTrigger('x')", "ScriptApp.newTrigger"],
  ])("%s is refused", async (code, method) => {
    expect(await inCell(code)).toBe(`Exception: You do not have permission to call ${method}`);
  });

  test("there is no user interface", async () => {
    expect(await inCell("SpreadsheetApp.getUi()")).toBe(
      "Exception: Cannot call SpreadsheetApp.getUi() from this context.",
    );
  });

  test("nobody's address is known", async () => {
    expect(await inCell("'<' + Session.getActiveUser().getEmail() + '>'")).toBe("<>");
  });

  test("fetching needs no scope there", async () => {
    const bare = createTestHost({ manifest: { oauthScopes: [] } });
    const code = "UrlFetchApp.fetch('https://service.example/').getResponseCode()";
    expect(await bare.ann.callFormula("evaluate", [code])).toBe(200);
    await bare.host.close();
  });
});
