import path from "node:path";
import process from "node:process";
import { prepareLocal } from "../../scripts/build/prepare-local";
import { runCommand, typedIn } from "../command-line";
import { formatCsv, ListError, readCsvFile } from "../lists/csv-file";
import { readTryOptions, TRY_USAGE, type TryOptions } from "./options";
import { ADDED_COLUMNS, addColumns, checkOutput, verifyList, writeOutput } from "./verify-list";

/** In a terminal one line that counts up. */
function tellProgress(done: number, all: number): void {
  const isLast = done === all;
  const [before, after] = process.stderr.isTTY ? ["\r", isLast ? "\n" : ""] : ["", "\n"];
  process.stderr.write(`${before}${done} of ${all} rows${after}`);
}

/** Counts rows by status, the most frequent first: "163 VALID, 20 INVALID, 17 without an answer". */
function summarise(answers: readonly string[][]): string {
  const counts = new Map<string, number>();
  for (const [status = ""] of answers) {
    const [short = ""] = status.split(": ");
    const name = /^(?:[A-Z_]+|not known)$/.test(short) ? short : status === "" ? "blank" : "not an email";
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  return sorted.map(([name, count]) => `${count} ${name}`).join(", ");
}

async function tryList({ list, out, column: wanted }: TryOptions): Promise<void> {
  const csv = await readCsvFile(path.resolve(typedIn(), list));
  const outFile = out === undefined ? undefined : path.resolve(typedIn(), out);
  if (outFile !== undefined) await checkOutput(outFile);
  await prepareLocal();
  const { headerRow, name, answers } = await verifyList(list, csv.rows, wanted, tellProgress);
  const text = formatCsv({ ...csv, rows: addColumns(csv.rows, headerRow, ADDED_COLUMNS, answers) });
  await writeOutput(text, outFile);
  console.error(`Verified ${name} against the sandbox: ${summarise(answers)}.${out ? ` Written to ${out}.` : ""}`);
}

await runCommand(TRY_USAGE, async (args) => {
  const options = readTryOptions(args);
  await tryList(options).catch((error) => {
    const reason = String(error instanceof Error ? error.message : error).split("\n")[0];
    console.error(error instanceof ListError ? reason : `${options.list} could not be verified: ${reason}`);
    process.exitCode = 1;
  });
});
