import { spawn } from "node:child_process";
import process from "node:process";
import { PROJECT_ROOT } from "../../../local/project-root";

/** Runs what `npm start` runs, as a process of its own. */
export function startCommand(args: string[]) {
  const child = spawn(process.execPath, ["scripts/run.mjs", "local/workbench/start.ts", ...args], {
    cwd: PROJECT_ROOT,
  });
  let output = "";
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  const ended = new Promise<{ code: number | null; output: string; errors: string }>((resolve) => {
    child.on("close", (code) => resolve({ code, output, errors }));
  });
  const address = new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      output += chunk;
      const found = /http:\/\/\S+/.exec(output)?.[0];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error(`It ended without an address: ${errors}`)));
  });
  address.catch(() => {});
  return { address, ended, kill: (signal: NodeJS.Signals) => child.kill(signal) };
}
