import { parseArgs } from "node:util";
import { UsageError } from "../command-line";

/** The options of `npm run try`. */
export interface TryOptions {
  /** As typed. */
  list: string;
  /** The file for the list with its results; the standard output if left out. */
  out: string | undefined;
  /** The header of the column with the emails; found by itself when missing. */
  column: string | undefined;
}

const USAGE = "Usage: npm run try -- list.csv [--out FILE] [--column NAME]";

/** @throws UsageError */
export function readTryOptions(args: string[]): TryOptions {
  const { values, positionals } = parse(args);
  const [list, ...others] = positionals;
  if (list === undefined || others.length > 0) throw new UsageError(USAGE);
  return { list, out: values.out, column: values.column };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: { out: { type: "string" }, column: { type: "string" } },
    });
  } catch {
    throw new UsageError(USAGE);
  }
}
