import { afterAll, describe, expect, test } from "@jest/globals";
import { createTestHost } from "../support/test-host";

const { host, evaluate, failure, clock } = createTestHost();
afterAll(() => host.close());

describe("what exists", () => {
  test.each([
    "setTimeout",
    "setInterval",
    "clearTimeout",
    "queueMicrotask",
    "setImmediate",
    "fetch",
    "Headers",
    "Request",
    "Response",
    "FormData",
    "URL",
    "URLSearchParams",
    "TextEncoder",
    "TextDecoder",
    "atob",
    "btoa",
    "crypto",
    "structuredClone",
    "performance",
    "navigator",
    "window",
    "self",
    "process",
    "global",
    "Buffer",
    "require",
    "module",
    "exports",
    "AbortController",
    "Event",
    "EventTarget",
    "DOMException",
    "ReadableStream",
    "CompressionStream",
    "SharedArrayBuffer",
    "__runtime",
    "MessageChannel",
  ])("%s does not", async (name) => {
    expect(await evaluate(`typeof ${name}`)).toBe("undefined");
  });

  test.each([
    "globalThis",
    "Intl",
    "BigInt",
    "JSON",
    "Uint8Array",
    "Promise",
    "WebAssembly",
    "console",
    "Logger",
    "Utilities",
  ])("%s does", async (name) => {
    expect(await evaluate(`typeof ${name} !== "undefined"`)).toBe(true);
  });

  test.each([
    "console.assert",
    "console.table",
    "console.trace",
    "[].at",
    "[].findLast",
    "[].toSorted",
    "Object.hasOwn",
    "Object.groupBy",
    "Promise.withResolvers",
  ])("%s cannot be counted on", async (name) => {
    expect(await evaluate(`typeof ${name}`)).toBe("undefined");
  });
});

describe("the realm is the script's own", () => {
  test("services' errors, dates and lists are instances of its own types", async () => {
    const code = `(() => {
      let error;
      try { SpreadsheetApp.getActiveSheet().getRange("nonsense range") } catch (e) { error = e }
      SpreadsheetApp.getActiveSheet().getRange("A1").setValue(new Date(0));
      const date = SpreadsheetApp.getActiveSheet().getRange("A1").getValue();
      return [error instanceof Error, error.name, date instanceof Date, SpreadsheetApp.getActive().getSheets() instanceof Array];
    })()`;
    expect(await evaluate(code)).toEqual([true, "Exception", true, true]);
  });

  test("no way leads from a service's object to Node", async () => {
    const reach = "SpreadsheetApp.flush.constructor('return typeof process')()";
    expect(await evaluate(reach)).toBe("undefined");
    expect(
      await evaluate(
        "(() => { try { UrlFetchApp.fetch(1) } catch (e) { return e.constructor.constructor('return typeof require')() } })()",
      ),
    ).toBe("undefined");
    expect(await evaluate("Utilities.computeDigest.constructor === Function")).toBe(true);
  });

  test("Date follows the virtual clock and stays a Date", async () => {
    expect(await evaluate("[Date.now(), new Date().getTime(), +new (new Date()).constructor()]")).toEqual([
      clock.now(),
      clock.now(),
      clock.now(),
    ]);
    expect(
      await evaluate(
        "[new Date(5) instanceof Date, typeof Date(), new Date(2020, 0, 2).getDate(), Date.UTC(1970, 0, 1)]",
      ),
    ).toEqual([true, "string", 2, 0]);
    expect(await evaluate("((before) => { Utilities.sleep(1234); return Date.now() - before })(Date.now())")).toBe(
      1234,
    );
  });

  test("translated services speak another language", async () => {
    const foreign = createTestHost({ settings: { translated: true } });
    expect(await foreign.failure("SpreadsheetApp.getActiveSheet().getRange('x y')")).toBe("Exception: Rángé nöt föünd");
    await foreign.host.close();
  });

  test("undefined given to a service equals null", async () => {
    expect(await failure("SpreadsheetApp.getActiveSheet().getRange('A1').setValue(undefined).setNote(undefined)")).toBe(
      "no error",
    );
  });
});
