import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { readArguments, runScript } from "../../../local/apps-script/command";
import { UsageError } from "../../../local/command-line";

const SCRIPT = `
function good() {
  Logger.log("sum %s", 1 + 1);
  console.assert(1 + 1 === 2, "sum");
  SpreadsheetApp.getActiveSheet().appendRow(["=1+1"]);
  console.log(SpreadsheetApp.getActiveSheet().getRange("A1").getValue());
}
function table() { return [["a", 1], { when: new Date(0) }]; }
function itself() { var all = {}; all.all = all; return all; }
function bad() { console.assert(false, "oops"); console.log("went on"); }
function boom() { inner(); }
function inner() { throw new TypeError("nope"); }
`;

async function run(functionName: string, source = SCRIPT) {
  const lines: string[] = [];
  const push = (line: string) => void lines.push(line);
  const isFine = await runScript([{ name: "plain.js", source }], functionName, { log: push, tell: push });
  return { isFine, lines };
}

describe("npm run host -- script.js functionName", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "host-"));
    await writeFile(path.join(folder, "plain.js"), SCRIPT);
  });
  afterAll(() => rm(folder, { recursive: true }));

  test("prints the log of a function that ends well", async () => {
    expect(await run("good")).toEqual({ isFine: true, lines: ["sum 2", "2", "good has returned nothing."] });
  });

  test("prints what a function returns, as JSON as far as it can be said in it", async () => {
    expect((await run("table")).lines).toEqual(['[["a",1],{"when":"1970-01-01T00:00:00.000Z"}]']);
    expect((await run("itself")).lines).toEqual(['"[object Object]"']);
  });

  test("an assertion that fails is told, does not stop the function, and fails the command", async () => {
    expect(await run("bad")).toEqual({
      isFine: false,
      lines: ["Assertion failed: oops", "went on", "bad has returned nothing."],
    });
  });

  test("an error is told with its place", async () => {
    const { isFine, lines } = await run("boom");
    expect(isFine).toBe(false);
    expect(lines[0]).toMatch(/^TypeError: nope\n\s+at inner \(plain:12:\d+\)/);
  });

  test("a missing function and a file Google would refuse fail too", async () => {
    expect((await run("none")).lines[0]).toContain("Script function not found: none");
    expect((await run("f", "class A { #x = 1 }")).lines[0]).toContain("SyntaxError: ParseError");
  });

  test("reads the file named on the command line", async () => {
    const command = await readArguments([path.join(folder, "plain.js"), "good"]);
    expect(command).toEqual({ files: [{ name: "plain.js", source: SCRIPT }], functionName: "good" });
  });

  test.each([
    [[], "Name one script file and one function in it."],
    [["--file", "only.js"], "Unknown option '--file'."],
    [["only.js"], "Name one script file and one function in it."],
    [["a.js", "f", "more"], "Name one script file and one function in it."],
    [["a.js", "f()"], "f() is no function name."],
    [["nowhere.js", "f"], "The script file nowhere.js cannot be read."],
  ])("%j is wrong usage, said in one sentence", async (args, message) => {
    const refused = readArguments(args);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toBeInstanceOf(UsageError);
  });
});
