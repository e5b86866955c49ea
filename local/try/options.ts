import { parseOptions, UsageError } from "../command-line";

/** The options of `npm run try`. */
export interface TryOptions {
  /** As typed. */
  list: string;
  /** The file for the list with its results; the standard output if left out. */
  out: string | undefined;
  /** The header or the letter of the column with the emails; found by itself when missing. */
  column: string | undefined;
}

export const TRY_USAGE = `Usage: npm run try -- list.csv [--out FILE] [--column NAME]
--out FILE     writes the list with its results into this file instead of the terminal
--column NAME  the header of the column with the emails, or its letter; found by itself when not given`;

/** @throws UsageError */
export function readTryOptions(args: string[]): TryOptions {
  const { values, positionals } = parseOptions({
    args,
    allowPositionals: true,
    options: { out: { type: "string" }, column: { type: "string" } },
  });
  const [list, ...others] = positionals;
  if (list === undefined) throw new UsageError("Name the CSV file whose emails are to be verified.");
  if (others.length > 0)
    throw new UsageError(`Only one list can be verified, not ${positionals.length} (${positionals.join(", ")}).`);
  return { list, out: values.out, column: values.column };
}
