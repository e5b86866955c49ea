import { describe, expect, test } from "@jest/globals";
import {
  BuildSettingError,
  readDocumentsUrl,
  readFormulaPrefix,
  readServiceBaseUrl,
  SANDBOX_BASE_URL,
} from "../../../scripts/build/build-settings";

describe("the address of the documents", () => {
  test("is the package's homepage, and none without one", () => {
    expect(readDocumentsUrl(undefined)).toBe("");
    expect(readDocumentsUrl("https://docs.example/sheetscout#readme")).toBe("https://docs.example/sheetscout#readme");
  });

  test.each(["http://docs.example", "docs.example", "javascript:alert(1)"])("is never %s", (homepage) => {
    expect(() => readDocumentsUrl(homepage)).toThrow('"homepage" in package.json must be an address');
  });
});

describe("the service's base address", () => {
  test("is the sandbox's when none is given", () => {
    expect(readServiceBaseUrl(undefined)).toBe(SANDBOX_BASE_URL);
    expect(readServiceBaseUrl("  ")).toBe(SANDBOX_BASE_URL);
  });

  test("loses the slash at its end, so that paths can be put behind it", () => {
    expect(readServiceBaseUrl("https://api.example.com/")).toBe("https://api.example.com");
    expect(readServiceBaseUrl("https://api.example.com/v1/")).toBe("https://api.example.com/v1");
  });

  test.each([
    ["http://api.example.com", "must begin with https://"],
    ["api.example.com", "is not an address"],
    ["https://", "is not an address"],
    ["ftp://api.example.com", "must begin with https://"],
    ["https://api.example.com/?key=1", "must not hold"],
    ["https://me:secret@api.example.com/", "must not hold"],
    ["https://*.example", "one host"],
    ["https://*.api.example/v1", "one host"],
    ["https://com", "one host"],
    ["https://localhost/v1", "one host"],
    ["https://10.0.0.1", "one host"],
    ["https://[::1]/", "one host"],
    ["https://api.example.com:8443", "a port"],
    ["https://evil.example\\@api.example.com", "plainly"],
    ["https://ａpi.example.com", "plainly"],
    ["https:api.example.com", "plainly"],
    ["https:///api.example.com", "plainly"],
    ["https://api.example.com/*", "plainly"],
    ["https://api.example.com/%2e%2e/x\u202e", "plainly"],
    ["https://api.example.com//v1", "plainly"],
  ])("refuses %s in one sentence", (given, reason) => {
    expect(() => readServiceBaseUrl(given)).toThrow(BuildSettingError);
    expect(() => readServiceBaseUrl(given)).toThrow(reason);
  });

  test("does not repeat a password that stands in it", () => {
    expect(() => readServiceBaseUrl("https://me:secret@api.example.com/")).not.toThrow("secret");
  });
});

test("a prefix is capitals with an underscore at the end, or nothing", () => {
  expect(readFormulaPrefix("xy_")).toBe("XY_");
  expect(readFormulaPrefix(undefined)).toBe("");
  expect(readFormulaPrefix(" ")).toBe("");
  for (const wrong of ["XY", "_", "1A_", "ÄB_", "A B_", "ABCDEFGHIJK_"]) {
    expect(() => readFormulaPrefix(wrong)).toThrow("such as XY_");
  }
});
