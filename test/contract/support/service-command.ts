import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { PROJECT_ROOT } from "../../../local/project-root";

/** `npm run service` as a process of its own. */
export interface ServiceCommand {
  address: string;
  /** The line it printed when it was ready. */
  line: string;
  /** Ends it with a signal. @returns its exit code, null when the signal killed it */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

function runService(args: string[]): ChildProcess {
  return spawn(process.execPath, ["scripts/run.mjs", "local/service/main.ts", ...args], {
    cwd: PROJECT_ROOT,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Runs the command and waits until it says where it listens. */
export async function startServiceCommand(args: string[]): Promise<ServiceCommand> {
  const child = runService(args);
  let line = "";
  for await (const text of child.stdout ?? []) {
    line += text;
    if (line.includes("\n")) break;
  }
  const address = /http:\/\/[\d.]+:\d+/.exec(line)?.[0];
  if (!address) throw new Error(`The service did not start: ${line}`);
  return {
    address,
    line: line.trim(),
    async end(signal) {
      const ended = once(child, "exit");
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
}

/** Runs the command to its end. */
export async function runServiceToEnd(args: string[]): Promise<{ code: number | null; errors: string }> {
  const child = runService(args);
  let errors = "";
  child.stderr?.on("data", (text) => {
    errors += text;
  });
  const [code] = await once(child, "close");
  return { code, errors };
}
