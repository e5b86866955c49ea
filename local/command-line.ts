import process from "node:process";

/** Something the person at the command line has to change; its message is the whole explanation. */
export class UsageError extends Error {}

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
