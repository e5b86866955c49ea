import path from "node:path";
import process from "node:process";
import { prepareLocal } from "../../scripts/build/prepare-local";
import { formatCsv, ListError, readCsvFile } from "../lists/csv-file";
import { addColumns } from "./add-columns";
import { findEmailColumn } from "./email-column";
import { ADDED_COLUMNS, verifyList } from "./verify-list";

const USAGE = "Usage: npm run try -- list.csv";

/** The exit codes: the list could not be used, or the command was typed wrongly. */
const LIST_REFUSED = 1;
const WRONG_USAGE = 2;

/** In a terminal one line that counts up. */
function tellProgress(done: number, all: number): void {
  const isLast = done === all;
  const [before, after] = process.stderr.isTTY ? ["\r", isLast ? "\n" : ""] : ["", "\n"];
  process.stderr.write(`${before}${done} of ${all} rows${after}`);
}

async function tryList(file: string): Promise<void> {
  // npm runs this in the project's folder; the name was typed in INIT_CWD.
  const csv = await readCsvFile(path.resolve(process.env.INIT_CWD ?? ".", file));
  const column = findEmailColumn(csv.rows);
  if (!column) {
    throw new ListError(
      `${file} has no column of emails. Name one "Email" in the first row, or put addresses into it.`,
    );
  }
  const rows = column.hasHeader ? csv.rows.slice(1) : csv.rows;
  const emails = rows.map((row) => row[column.index] ?? "");
  if (emails.every((email) => email.trim() === "")) {
    throw new ListError(`${file} has no emails below its header. Put addresses into the column.`);
  }
  await prepareLocal();
  const answers = await verifyList(emails, (done) => tellProgress(done, emails.length));
  process.stdout.write(formatCsv({ ...csv, rows: addColumns(csv.rows, column.hasHeader, ADDED_COLUMNS, answers) }));
}

const files = process.argv.slice(2);
if (files.length !== 1 || files[0]?.startsWith("-")) {
  console.error(USAGE);
  process.exitCode = WRONG_USAGE;
} else {
  await tryList(files[0] ?? "").catch((error: unknown) => {
    console.error(error instanceof ListError ? error.message : error);
    process.exitCode = LIST_REFUSED;
  });
}
