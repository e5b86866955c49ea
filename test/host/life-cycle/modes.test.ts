import { afterEach, describe, expect, test } from "@jest/globals";
import { createTestHost, SCOPES, type TestHost, type TestHostOptions } from "../support/test-host";

const OPEN = `
function onOpen(e) {
  SpreadsheetApp.getUi().createAddonMenu().addItem("Do", "act").addSeparator()
    .addSubMenu(SpreadsheetApp.getUi().createMenu("More").addItem("Else", "act")).addToUi();
  console.log("mode " + e.authMode + " " + (e.authMode === ScriptApp.AuthMode.NONE));
  if (typeof probe === "function") console.log("probe " + probe());
}
function act() {}
function tried(code) { try { return String((0, eval)(code)) } catch (error) { return String(error) } }
`;

let made: TestHost | undefined;
function start(source: string, options: TestHostOptions = {}): TestHost {
  made = createTestHost({ ...options, source: `${OPEN}${source}` });
  return made;
}
afterEach(() => made?.host.close());

function logs({ trace }: TestHost): string[] {
  return trace.filter(({ event }) => event === "log").map(({ detail }) => detail);
}

/** The result of an expression in onOpen of a mode. */
async function onOpen(code: string, mode: "NONE" | "LIMITED"): Promise<string | undefined> {
  const test = start(`function probe() { return tried(${JSON.stringify(code)}) }`);
  await test.ann.open(mode);
  await test.host.close();
  return logs(test)
    .find((line) => line.startsWith("probe "))
    ?.slice(6);
}

describe("opening a document", () => {
  test("a published add-on opens in NONE until somebody has used it in the document", async () => {
    const test = start("", { settings: { installation: "published" } });
    await test.ann.open();
    await test.ann.clickMenu("act");
    await test.ben.open();
    expect(logs(test)).toEqual(["mode NONE true", "mode LIMITED false"]);
  });

  test("installing runs onInstall in FULL and enables it in the document", async () => {
    const test = start("function onInstall(e) { console.log(String(e.authMode)); onOpen(e); }", {
      settings: { installation: "published" },
    });
    await test.ann.install();
    await test.ben.open();
    expect(logs(test)).toEqual(["FULL", "mode FULL false", "mode LIMITED false"]);
    expect(test.document.save().isEnabled).toBe(true);
  });

  test("an unpublished one always opens in LIMITED", async () => {
    const test = start("");
    await test.ann.open();
    expect(logs(test)).toEqual(["mode LIMITED false"]);
  });

  test("the menu is there in NONE as well, under the project's title", async () => {
    const test = start("", { title: "My tools" });
    await test.ann.open("NONE");
    expect(test.ann.menus()).toEqual([
      {
        caption: "My tools",
        items: [
          { caption: "Do", functionName: "act" },
          { caption: "", separator: true },
          { caption: "More", items: [{ caption: "Else", functionName: "act" }] },
        ],
      },
    ]);
  });

  test("top-level code runs in the same mode: a service there breaks the menu", async () => {
    const test = start("var top = PropertiesService.getUserProperties();");
    await expect(test.ann.open("NONE")).rejects.toThrow(
      "You do not have permission to call PropertiesService.getUserProperties",
    );
    expect(test.ann.menus()).toEqual([]);
  });

  test.each([
    "PropertiesService.getUserProperties()",
    "CacheService.getScriptCache()",
    "LockService.getScriptLock()",
    "SpreadsheetApp.getActiveSpreadsheet()",
    "UrlFetchApp.fetch('https://service.example/')",
  ])("%s is forbidden in NONE", async (code) => {
    expect(await onOpen(code, "NONE")).toContain("You do not have permission to call");
  });

  test.each([
    ["UrlFetchApp.fetch('https://service.example/')", "UrlFetchApp.fetch"],
    ["SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutput('x'))", "Ui.showSidebar"],
  ])("%s is forbidden in LIMITED, with the scope it would need", async (code, method) => {
    expect(await onOpen(code, "LIMITED")).toContain(
      `You do not have permission to call ${method}. Required permissions: https://www.googleapis.com/auth/`,
    );
  });

  test("LIMITED may read and write the sheet and properties, and knows nobody's address", async () => {
    expect(await onOpen("SpreadsheetApp.getActiveSheet().getRange('A1').setValue(3).getValue()", "LIMITED")).toBe("3");
    expect(await onOpen("PropertiesService.getDocumentProperties().getProperty('x')", "LIMITED")).toBe("null");
    expect(await onOpen("Session.getActiveUser().getEmail()", "LIMITED")).toBe("");
  });

  test("simple triggers end after 30 s", async () => {
    const test = start("function probe() { Utilities.sleep(31000) }");
    await expect(test.ann.open()).rejects.toThrow("Exceeded maximum execution time");
  });
});

describe("menu clicks and scopes", () => {
  test("runs in FULL, for six minutes, and refuses what is no function", async () => {
    const test = start(
      "function long(){ Utilities.sleep(299000); Utilities.sleep(60000); } function longer(){ long(); Utilities.sleep(2000) }",
    );
    await test.ann.clickMenu("long");
    const startedMs = test.clock.now();
    await expect(test.ann.clickMenu("longer")).rejects.toThrow("Exceeded maximum execution time");
    expect(test.clock.now() - startedMs).toBe(360_000);
    await expect(test.ann.clickMenu("nothing")).rejects.toThrow("Script function not found: nothing");
  });

  test("a scope the manifest does not list is named", async () => {
    const test = start("", { manifest: { oauthScopes: [SCOPES[0] as string] } });
    expect(await test.failure("UrlFetchApp.fetch('https://service.example/')")).toBe(
      "Exception: Specified permissions are not sufficient to call UrlFetchApp.fetch. Required permissions: https://www.googleapis.com/auth/script.external_request",
    );
    expect(await test.failure("SpreadsheetApp.openById('x')")).toContain("auth/spreadsheets");
  });

  test("a scope the person has not granted is named too", async () => {
    const test = start("", { settings: { grantedScopes: [] } });
    expect(await test.failure("SpreadsheetApp.getActiveSheet()")).toContain(
      "Required permissions: (https://www.googleapis.com/auth/spreadsheets.currentonly || https://www.googleapis.com/auth/spreadsheets)",
    );
  });

  test("without a list of scopes Google grants what the code needs", async () => {
    const bare = createTestHost({ manifest: { oauthScopes: undefined } });
    expect(await bare.failure("UrlFetchApp.fetch('https://service.example/')")).toBe("no error");
    await bare.host.close();
  });

  test("run from the editor there is no user interface", async () => {
    const test = start("function editor() { return tried('SpreadsheetApp.getUi()') }");
    expect(await test.host.run("editor")).toBe("Exception: Cannot call SpreadsheetApp.getUi() from this context.");
  });
});
