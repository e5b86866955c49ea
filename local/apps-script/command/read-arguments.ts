import { readFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import type { ScriptFile } from "../host";

/** What the person at the command line has to change, in one sentence. */
export class UsageError extends Error {}

export interface Command {
  files: ScriptFile[];
  functionName: string;
}

/** Reads `script.js functionName`; paths count from where the command was typed. */
export async function readArguments(args: readonly string[]): Promise<Command> {
  const [file, functionName, ...more] = args;
  if (file === undefined || functionName === undefined || more.length > 0) {
    throw new UsageError("Usage: npm run host -- script.js functionName");
  }
  if (!/^[A-Za-z_$][\w$]*$/.test(functionName)) throw new UsageError(`${functionName} is no function name.`);
  const fullPath = path.resolve(process.env.INIT_CWD ?? process.cwd(), file);
  try {
    return { files: [{ name: path.basename(file), source: await readFile(fullPath, "utf8") }], functionName };
  } catch {
    throw new UsageError(`The script file ${file} cannot be read.`);
  }
}
