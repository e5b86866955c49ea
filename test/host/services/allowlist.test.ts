import { describe, expect, test } from "@jest/globals";
import { isAllowlisted } from "../../../local/apps-script/services/fetch-checks";
import { createTestHost } from "../support/test-host";

describe("the manifest's URL allowlist", () => {
  test.each([
    ["https://api.example/foo", true],
    ["https://api.example/foo/bar", true],
    ["https://api.example/foo?x=1", true],
    ["https://api.example/foo#x", true],
    ["https://api.example/foobar", false],
    ["https://api.example/FOO", false],
    ["http://api.example/foo", false],
    ["https://other.example/foo", false],
    ["https://a.b.example/x", true],
    ["https://b.example/x", false],
    ["https://root.example/any/thing", true],
  ])("%s: %s", (url, isAllowed) => {
    expect(isAllowlisted(url, ["https://api.example/foo", "https://*.b.example/x", "https://root.example/"])).toBe(
      isAllowed,
    );
  });

  test.each([
    "https://api.example",
    "http://api.example/",
    "https://a.*.example/",
    "https://*/x",
    "https://a.example/*",
  ])("%s is no valid entry", (entry) => {
    expect(() => createTestHost({ manifest: { urlFetchWhitelist: [entry] } })).toThrow("Invalid manifest");
  });

  test("every fetch must match, in formulas and after redirects too", async () => {
    const { host, ann, failure } = createTestHost({
      manifest: { urlFetchWhitelist: ["https://api.example/"] },
      fetch: async () => new Response(null, { status: 302, headers: { location: "https://evil.example/" } }),
    });
    const refusal =
      "Request to https://evil.example/ failed because the URL has not been whitelisted in the script manifest.";
    expect(await failure('UrlFetchApp.fetch("https://evil.example/")')).toBe(`Exception: ${refusal}`);
    expect(await ann.callFormula("failure", ['UrlFetchApp.fetch("https://evil.example/")'])).toBe(
      `Exception: ${refusal}`,
    );
    expect(await failure('UrlFetchApp.fetch("https://api.example/")')).toBe(`Exception: ${refusal}`);
    expect(await failure('UrlFetchApp.fetch("https://api.example/", { followRedirects: false })')).toBe("no error");
    await host.close();
  });

  test("unknown fields and engines are refused", () => {
    const wrong = { editors: 1 } as unknown as Record<string, never>;
    expect(() => createTestHost({ manifest: wrong })).toThrow("Invalid manifest: unknown fields: [editors]");
    expect(() => createTestHost({ manifest: { runtimeVersion: "V9" } })).toThrow(
      "Expected one of [V8, STABLE, DEPRECATED_ES5]",
    );
  });
});
