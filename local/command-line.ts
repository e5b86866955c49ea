import process from "node:process";
import { type ParseArgsConfig, parseArgs } from "node:util";

/** Something the person at the command line has to change; its message is one sentence. */
export class UsageError extends Error {}

const WRONG_USAGE = 2;

/**
 * Runs a command with what was typed behind its name. `--help` prints the usage instead. A UsageError is told with the
 * usage below it, and ends the command with exit code 2.
 */
export async function runCommand(usage: string, run: (args: string[]) => void | Promise<void>): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes("--help")) {
    console.log(usage);
    return;
  }
  try {
    await run(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n\n${usage}`);
    process.exitCode = WRONG_USAGE;
  }
}

/** Node's `parseArgs`. @throws UsageError with the first sentence of its refusal */
export function parseOptions<Config extends ParseArgsConfig>(config: Config): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const [reason] = (error as Error).message.split(/\.\s|\n/);
    throw new UsageError(`${reason}.`);
  }
}

/** The folder in which the command was typed: npm runs it in the project's. */
export const typedIn = (): string => process.env.INIT_CWD ?? process.cwd();

const LARGEST_PORT = 65_535;

/** Reads `--port`, of which 0 takes any free one. @throws UsageError */
export function readPort(typed: string): number {
  if (!/^\d{1,5}$/.test(typed) || Number(typed) > LARGEST_PORT) {
    throw new UsageError(`--port takes a number from 0 to ${LARGEST_PORT}, not "${typed}".`);
  }
  return Number(typed);
}
