import { describe, expect, test } from "@jest/globals";
import { createHost } from "../../../local/apps-script/create-host";
import type { ScriptFile } from "../../../local/apps-script/host";
import { createVirtualClock } from "../../../local/clock/virtual-clock";
import { createTestHost } from "../support/test-host";

function load(...files: ScriptFile[]) {
  return createHost({ files, manifest: { timeZone: "Etc/GMT" }, clock: createVirtualClock(), fetch: fetch });
}

async function run(functionName: string, ...files: ScriptFile[]): Promise<unknown> {
  const host = load(...files);
  try {
    return await host.run(functionName);
  } finally {
    await host.close();
  }
}

describe("what Google's parser refuses", () => {
  test.each([
    ["a private field", "class A { #x = 1 }"],
    ["a private method", "class A { #go() {} }"],
    ["#x in o", "class A { has(o) { return #x in o } #x }"],
    ["a static field", "class A { static x = 1 }"],
    ["a public field", "class A { x = 1 }"],
    ["a static block", "class A { static { } }"],
    ["import", 'import x from "y"'],
    ["export", "export const x = 1"],
    ["dynamic import", 'function f() { return import("x") }'],
    ["top-level await", "await 1"],
    ["a regular expression with flag v", "var r = /a/v"],
    ["plain nonsense", "function ("],
  ])("%s", (_what, source) => {
    expect(() => load({ name: "Code.js", source: `\n${source}` })).toThrow(/^ParseError: .*line: 2.*Code\.gs$/);
  });

  test.each([
    "a ??= 1",
    "var n = 1_000",
    "a?.b ?? c",
    "async function f() { await 1 }",
    "class A { get x() { return 1 } static y() {} }",
  ])("%s is accepted", async (source) => {
    await load({ name: "Code.js", source: `var a = {}, c; ${source}` }).close();
  });

  test("public fields pass when told so", async () => {
    const { host } = createTestHost({ source: "class A { x = 1 }", settings: { refuseClassFields: false } });
    await host.close();
  });
});

describe("globals and discovery", () => {
  test("all files share one scope, functions exist before any top-level code", async () => {
    const first = { name: "a.js", source: "var early = later(); const shared = 1;" };
    const second = {
      name: "b.js",
      source: "function later() { return 'yes' } function main() { return [early, shared] }",
    };
    expect(await run("main", first, second)).toEqual(["yes", 1]);
  });

  test("top-level values follow the files' order", async () => {
    const first = {
      name: "a.js",
      source: "var early = typeof late; const x = (() => { try { return late } catch (e) { return e.name } })();",
    };
    const second = { name: "b.js", source: "var late = 1; function main() { return [early, x] }" };
    expect(await run("main", first, second)).toEqual(["undefined", null]);
  });

  test("the same let in two files stops every function; of two functions the last wins", async () => {
    const twice = ["a.js", "b.js"].map((name) => ({ name, source: "let x = 1; function main() { return 1 }" }));
    await expect(run("main", ...twice)).rejects.toThrow("Identifier 'x' has already been declared");
    const named = ["a.js", "b.js"].map((name) => ({ name, source: `function main() { return "${name}" }` }));
    expect(await run("main", ...named)).toBe("b.js");
  });

  test("nothing is kept between executions", async () => {
    const { host } = createTestHost({
      source:
        "var n = 0; Array.prototype.mark = undefined; function main() { n++; return [n, 'x' in Object.prototype, Object.prototype.x = 1] }",
    });
    expect(await host.run("main")).toEqual([1, false, 1]);
    expect(await host.run("main")).toEqual([1, false, 1]);
    await host.close();
  });

  test("arrows and async functions can be run; an unhandled rejection is silent", async () => {
    const source =
      "const arrow = () => 1; async function later() { await null; return 2 } function drop() { Promise.reject(new Error('x')); return 3 } async function never() { await new Promise(() => {}) }";
    const host = load({ name: "Code.js", source });
    expect([await host.run("arrow"), await host.run("later"), await host.run("drop"), await host.run("never")]).toEqual(
      [1, 2, 3, null],
    );
    await host.close();
  });

  test("stacks name file and line as Google does", async () => {
    const files = [
      { name: "one.js", source: "// first\nfunction main() {\n  deep();\n}" },
      { name: "two.js", source: "\n\nfunction deep() { throw new Error('here') }" },
    ];
    const error = (await run("main", ...files).catch((reason: unknown) => reason)) as Error & { line: number };
    expect(error.line).toBe(3);
    expect(error.stack).toMatch(/at deep \(two:3:\d+\)\n\s+at main \(one:3:\d+\)/);
  });
});
