import { readFile } from "node:fs/promises";
import path from "node:path";
import { realClock } from "../clock/clock";
import { parseOptions, typedIn, UsageError } from "../command-line";
import { createHost } from "./create-host";
import type { Host, ScriptFile } from "./host";
import type { ScriptError } from "./script-errors";
import { createMemoryWorkbook } from "./workbook/memory-workbook";

export const HOST_USAGE = `Usage: npm run host -- script.js functionName
Runs a function of a plain script file in a new spreadsheet, and prints its log and what it returns, as JSON.`;

export interface Command {
  files: ScriptFile[];
  functionName: string;
}

/** Reads `script.js functionName`; paths count from where the command was typed. */
export async function readArguments(args: string[]): Promise<Command> {
  const [file, functionName, ...more] = parseOptions({ args, allowPositionals: true }).positionals;
  if (file === undefined || functionName === undefined || more.length > 0) {
    throw new UsageError("Name one script file and one function in it.");
  }
  if (!/^[A-Za-z_$][\w$]*$/.test(functionName)) throw new UsageError(`${functionName} is no function name.`);
  const fullPath = path.resolve(typedIn(), file);
  try {
    return { files: [{ name: path.basename(file), source: await readFile(fullPath, "utf8") }], functionName };
  } catch {
    throw new UsageError(`The script file ${file} cannot be read.`);
  }
}

/**
 * Google has no `console.assert` (google.engine-globals); scripts run from the command line may use it all the same.
 */
const ASSERTION_FAILED = "Assertion failed";
const ASSERT_FILE: ScriptFile = {
  name: "assert.gs",
  source: `console.assert = function (condition) {
  if (condition) return;
  var message = Array.prototype.slice.call(arguments, 1).join(" ");
  console.error(${JSON.stringify(ASSERTION_FAILED)} + (message ? ": " + message : ""));
};`,
};

const PERSON = "person@company.example";

export interface Output {
  /** What the script says. */
  log(line: string): void;
  /** What we say of it. */
  tell(line: string): void;
}

/**
 * Runs a function of plain script files in a new spreadsheet, in real time, with the network as it is.
 * @returns false when it throws or an assertion fails
 */
export async function runScript(files: ScriptFile[], functionName: string, output: Output): Promise<boolean> {
  let isFine = true;
  let host: Host | undefined;
  try {
    host = createHost({
      files: [ASSERT_FILE, ...files],
      manifest: { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone },
      clock: realClock,
      fetch: (request) => fetch(request),
    });
    host.onTrace(({ event, detail }) => {
      if (event !== "log") return;
      if (detail.startsWith(ASSERTION_FAILED)) isFine = false;
      output.log(detail);
    });
    const person = host.openDocument({ workbook: createMemoryWorkbook(), owner: PERSON }).as(PERSON);
    const result = await person.clickMenu(functionName);
    if (result === null) output.tell(`${functionName} has returned nothing.`);
    else output.log(JSON.stringify(result));
  } catch (error) {
    isFine = false;
    output.tell(explain(error as ScriptError));
  } finally {
    await host?.close();
  }
  return isFine;
}

function explain({ name, message, stack }: Error): string {
  const first = name === "" ? message : `${name}: ${message}`;
  const places = (stack ?? "").split("\n").filter((line) => /^\s+at .*:\d+/.test(line) && !line.includes("/"));
  return [first, ...places].join("\n");
}
