import { afterAll, describe, expect, test } from "@jest/globals";
import { createTestHost } from "../support/test-host";

const { host, clock, ben, evaluate, failure } = createTestHost();
afterAll(() => host.close());

const CACHE = "CacheService.getScriptCache()";

describe("CacheService", () => {
  test("keys have up to 250 characters, values up to 100 KB", async () => {
    expect(await failure(`${CACHE}.put("k".repeat(250), "v".repeat(102400))`)).toBe("no error");
    expect(await failure(`${CACHE}.put("k".repeat(251), "v")`)).toBe("Exception: Argument too large: key");
    expect(await failure(`${CACHE}.put("k", "v".repeat(102401))`)).toBe("Exception: Argument too large: value");
  });

  test("entries last 600 s unless told otherwise", async () => {
    await evaluate(`${CACHE}.put("short", "1") || ${CACHE}.put("long", "2", 900)`);
    await clock.sleep(599_000);
    expect(await evaluate(`[${CACHE}.get("short"), ${CACHE}.get("long")]`)).toEqual(["1", "2"]);
    await clock.sleep(2000);
    expect(await evaluate(`[${CACHE}.get("short"), ${CACHE}.get("long")]`)).toEqual([null, "2"]);
  });

  test.each(["0", "-5", "99999"])("a lifetime of %s stores the entry all the same", async (seconds) => {
    expect(await evaluate(`${CACHE}.put("odd", "here", ${seconds}) || ${CACHE}.get("odd")`)).toBe("here");
  });

  test("a lifetime that is no number stores nothing", async () => {
    expect(await failure(`${CACHE}.put("none", "v", "abc")`)).toBe("Exception: Cannot convert 'abc' to int.");
    expect(await evaluate(`${CACHE}.get("none")`)).toBe(null);
  });

  test("keys and values become text, an empty text is kept, null is not", async () => {
    await evaluate(`${CACHE}.putAll({ a: 42, b: {}, c: "" })`);
    await evaluate(`${CACHE}.put("d", null)`);
    expect(await evaluate(`${CACHE}.getAll(["a", "b", "c", "d", "e"])`)).toEqual({
      a: "42",
      b: "[object Object]",
      c: "",
    });
  });

  test.each(["null", "''", "undefined"])("the key %s is invalid", async (key) => {
    expect(await failure(`${CACHE}.get(${key})`)).toBe("Exception: Invalid argument: key");
  });

  test("beyond 1,000 items the 900 farthest from expiry stay", async () => {
    const cache = "CacheService.getDocumentCache()";
    await evaluate(`for (let i = 0; i < 1000; i++) ${cache}.put("k" + i, "v", i < 500 ? 700 : 600)`);
    await evaluate(`${cache}.put("one more", "v", 650)`);
    const kept = (await evaluate(
      `Object.keys(${cache}.getAll(Array.from({ length: 1000 }, (_, i) => "k" + i)))`,
    )) as string[];
    expect(kept).toHaveLength(899);
    expect(kept).toContain("k0");
    expect(kept).not.toContain("k500");
    expect(kept).toContain("k999");
  });

  test("with equal lifetimes the oldest go, read or not", async () => {
    const cache = "CacheService.getUserCache()";
    await evaluate(`for (let i = 0; i <= 1000; i++) { ${cache}.put("k" + i, "v", 600); ${cache}.get("k0") }`);
    expect(await evaluate(`["k0", "k100", "k101", "k1000"].map((key) => ${cache}.get(key))`)).toEqual([
      null,
      null,
      "v",
      "v",
    ]);
  });

  test("the user cache is each user's own, script and document caches are shared", async () => {
    await evaluate(
      "['User', 'Script', 'Document'].forEach((kind) => CacheService['get' + kind + 'Cache']().put('whose', kind))",
    );
    const read = "['User', 'Script', 'Document'].map((kind) => CacheService['get' + kind + 'Cache']().get('whose'))";
    expect(await evaluate(read, ben)).toEqual([null, "Script", "Document"]);
  });

  test("as an option entries vanish", async () => {
    const lossy = createTestHost({ settings: { cacheLossChance: 1 } });
    expect(await lossy.evaluate(`${CACHE}.put("a", "b") || ${CACHE}.get("a")`)).toBe(null);
    await lossy.host.close();
  });
});
