import { fstatSync, ftruncateSync, writeSync } from "node:fs";
import { open, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import process from "node:process";
import type { Endpoints } from "../../sidebar/server";
import { createDriver } from "../../src/driver/driver";
import { createAddonHost } from "../addon/create-addon-host";
import { toA1 } from "../apps-script/sheet/a1";
import { MAX_COLUMNS } from "../apps-script/sheet/check-shape";
import { createMemoryWorkbook } from "../apps-script/workbook/memory-workbook";
import { createVirtualClock } from "../clock/virtual-clock";
import { ListError } from "../lists/csv-file";
import { widestRow } from "../lists/widest-row";
import { createSandboxService } from "../service/sandbox-service";

/** A name that no column of the list has yet: lists that were verified before keep their old columns. */
function freeHeader(name: string, taken: readonly string[]): string {
  const inUse = new Set(taken.map((each) => each.trim().toLowerCase()));
  let free = name;
  for (let copy = 2; inUse.has(free); copy++) free = `${name}_${copy}`;
  return free;
}

/**
 * Puts answers behind the columns of a list.
 * @param rows the list, rows of any length
 * @param headerRow the row that names the columns, and the new ones, too; 0 if there is none
 * @param names of the new columns
 * @param answers one row for each row of the list but the header
 */
export function addColumns(rows: string[][], headerRow: number, names: string[], answers: string[][]): string[][] {
  const width = widestRow(rows);
  const header = names.map((name) => freeHeader(name, rows[headerRow - 1] ?? []));
  const above = Array.from({ length: headerRow - 1 }, () => names.map(() => ""));
  const added = headerRow > 0 ? [...above, header, ...answers] : answers;
  return rows.map((row, index) => [
    ...row,
    ...Array.from({ length: width - row.length }, () => ""),
    ...(added[index] ?? []),
  ]);
}

/** The fields written beside each email, in the specification's names. */
export const ADDED_COLUMNS = ["email_status", "email_sub_status", "type", "disposable"];

const PERSON = "person@sheetscout.example";
const SHEET = "List";
const SPARE_ROWS = 10;
/** One to select, and the one that a job hides. */
const SPARE_COLUMNS = 2;
const KEY = "sandbox-key";

/** Progress is reported each time this many more rows have an answer. */
const TOLD_EVERY = 100;

const DAY_MS = 24 * 60 * 60 * 1000;

/** A list after its verification. */
export interface VerifiedList {
  /** 0 if it has none. */
  headerRow: number;
  /** The name of the column of emails: its header in quotation marks, or its letter. */
  name: string;
  /** For each row below the header the values of `ADDED_COLUMNS`. */
  answers: string[][];
}

/**
 * Verifies a list as a sheet would: the built add-on finds the column of emails and verifies it, in the host, against the
 * sandbox. Time is virtual, so an hour of the service's pace passes in seconds; what exceeds Google's quota of a day is
 * verified on the next one.
 * @param file its name, for what is told
 * @param rows of any length
 * @param wanted the header or the letter of the column of emails; found by the add-on when it is not given
 * @param onProgress told how many rows are done of how many, in the end all
 * @throws ListError when there is nothing to verify
 */
export async function verifyList(
  file: string,
  rows: string[][],
  wanted: string | undefined,
  onProgress: (done: number, all: number) => void,
): Promise<VerifiedList> {
  const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ""));
  if (filled.length === 1 && !filled[0]?.some((cell) => cell.includes("@"))) {
    throw new ListError(`${file} has one row, and no address in it. Put the addresses below the row of names.`);
  }
  const width = widestRow(rows);
  const most = MAX_COLUMNS - ADDED_COLUMNS.length - SPARE_COLUMNS;
  if (width > most) {
    throw new ListError(`${file} has ${width} columns, and results fit beside at most ${most}. Take out some columns.`);
  }
  const clock = createVirtualClock();
  const service = createSandboxService({ dataDirectory: null, clock });
  // Half a credit for each email, and made-up ones at that: the list is not to end for lack of them.
  service.controls.setAccount(KEY, { credits: rows.length });
  const host = await createAddonHost({ clock, service, scriptProperties: { API_KEY: KEY } });
  try {
    const sheets = [{ name: SHEET, rows: rows.length + SPARE_ROWS, columns: width + 1 }];
    const workbook = createMemoryWorkbook({ sheets });
    const person = host.openDocument({ workbook, owner: PERSON }).as(PERSON);
    // As values: a list from elsewhere may hold what typing would make a formula of.
    const cells = rows.map((row) => Array.from({ length: width }, (_, i) => ({ value: row[i] || null })));
    const sheetId = workbook.sheets()[0]?.sheetId ?? 0;
    workbook.apply([{ type: "setCells", sheetId, row: 1, column: 1, cells }], { kind: "person", user: PERSON });

    // If a column of emails is selected, that one is meant.
    person.keyboard.select(SHEET, toA1({ row: 1, column: width + 1, rows: 1, columns: 1 }));

    const call = async <Name extends keyof Endpoints>(
      name: Name,
      ...args: Parameters<Endpoints[Name]>
    ): Promise<ReturnType<Endpoints[Name]>> => JSON.parse(await person.callFromSidebar(name, JSON.stringify(args)));
    const choices = { kind: "verify", rows: { kind: "all" }, fields: ADDED_COLUMNS, alsoFoundValid: true } as const;
    const planned = async (column: number | null, headerRow: number | null) => {
      const plan = dataOf(await call("planJob", { ...choices, fields: ADDED_COLUMNS, sheetId, column, headerRow }));
      if (plan.kind !== "verify") throw new Error(`A plan for ${plan.kind} was not asked for.`);
      return plan;
    };
    let plan = await planned(null, null);
    if (wanted !== undefined) {
      const named = columnNamed(file, rows, plan.columns, wanted);
      plan = await planned(named.column, named.headerRow);
    }
    const chosen = plan.columns.find(({ column }) => column === plan.column);
    if (!chosen || (wanted === undefined && !chosen.isLikely)) {
      throw new ListError(
        `${file} has no column of emails. Name one "Email" in the first row, put addresses into it, or use --column NAME.`,
      );
    }
    const { column, headerRow, sample, toAsk, counts } = plan;
    const header = headerRow > 0 && chosen.header !== "" ? chosen.header : null;
    let started = dataOf(
      await call("startJob", { ...choices, sheetId, column, headerRow, header, sample, toAsk, capHalves: null }),
    );
    let told = 0;
    for (;;) {
      const rowsBefore = told;
      const { stop } = await createDriver({
        calls: { step: (request) => call("stepJob", request), end: (request) => call("endJob", request) },
        nowMs: () => clock.now(),
        sleep: clock.sleep,
        ...started,
        onProgress({ rows }) {
          const done = rowsBefore + rows;
          if (done < told + TOLD_EVERY || done >= counts.rows) return;
          told = done;
          onProgress(done, counts.rows);
        },
      }).run();
      if (stop === null) break;
      // The sandbox always answers, so Google's calls of the day must be used up.
      if (stop.code !== "NO_ANSWER" || told === rowsBefore) throw new ListError(`${stop.message} ${stop.remedy}`);
      await clock.sleep(DAY_MS);
      started = dataOf(await call("resumeJob", { jobId: started.job.id, withOwnKey: false, capHalves: null }));
    }
    onProgress(counts.rows, counts.rows);
    // The results stand beside the addresses, together with a column that the add-on hides.
    const first = headerRow + 1;
    const area = { row: first, column: column + 1, rows: rows.length - first + 1, columns: ADDED_COLUMNS.length + 1 };
    const hidden = workbook.hidden(sheetId, "columns");
    const shown = person.keyboard.shows(SHEET, toA1(area));
    const name = header === null ? `column ${chosen.letter}` : `"${chosen.header}"`;
    const answers = shown.map((row) => row.filter((_, i) => !hidden.has(area.column + i)));
    return { headerRow, name, answers };
  } finally {
    await host.close();
    service.close();
  }
}

interface Column {
  column: number;
  letter: string;
  /** `""` if it has none. */
  header: string;
  headerRow: number;
}

/**
 * The column with a header, or else with a letter, in capitals or not.
 * @param found the columns as the add-on reads them
 * @throws ListError if there is none
 */
function columnNamed(file: string, rows: string[][], found: (Column & { isLikely: boolean })[], name: string): Column {
  // The add-on tells a header from titles by a column of emails; without one the list's first row is taken for it.
  const columns = found.some(({ isLikely }) => isLikely)
    ? found
    : found.map((each) => ({ ...each, header: (rows[0]?.[each.column - 1] ?? "").trim(), headerRow: 1 }));
  const isIt = (text: string): boolean => text !== "" && text.toLowerCase() === name.trim().toLowerCase();
  const column =
    columns.find(({ column, headerRow }) => isIt((rows[headerRow - 1]?.[column - 1] ?? "").trim())) ??
    columns.find(({ letter }) => isIt(letter));
  if (column) return column;
  const names = columns.map(({ header, letter }) => header || letter).join(", ");
  throw new ListError(`${file} has no column "${name}". Its columns are: ${names}.`);
}

/** @throws ListError with the add-on's words for why it did not do it */
function dataOf<Data>(result: { ok: true; data: Data } | { ok: false; message: string; remedy: string }): Data {
  if (result.ok) return result.data;
  throw new ListError(`${result.message} ${result.remedy}`);
}

const STDOUT = 1;

/** The length of the lines that npm writes before a script's own output; `null` when npm writes none. */
function bannerBytes(): { least: number; most: number } | null {
  const { env, argv } = process;
  const { npm_lifecycle_event: event, npm_lifecycle_script: script, npm_config_loglevel: level } = env;
  if (event === undefined || script === undefined || level === "silent") return null;
  const args = argv.slice(2).map((arg) => ` ${arg}`);
  const banner = `\n> ${env.npm_package_name}@${env.npm_package_version} ${event}\n> ${script}${args.join("")}\n\n`;
  const least = Buffer.byteLength(banner);
  // Some versions put quotes around each argument.
  return { least, most: least + 2 * args.length };
}

/**
 * Makes sure that a file can be written before anything is asked, and leaves it as it is.
 * @throws ListError when it cannot
 */
export async function checkOutput(file: string): Promise<void> {
  const isNew = await stat(file).then(
    () => false,
    () => true,
  );
  const handle = await open(file, "a").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT")
      throw new ListError(`There is no folder ${path.dirname(file)}. Make it first, or name another file.`);
    if (error.code === "EISDIR")
      throw new ListError(`${file} is a folder. Name a file in it: --out ${path.join(file, "verified.csv")}.`);
    throw cannotWrite(file, error);
  });
  await handle.close();
  if (isNew) await rm(file);
}

const cannotWrite = (file: string, { code, message }: NodeJS.ErrnoException): ListError =>
  new ListError(`${file} cannot be written (${code ?? message}). Name another file with --out.`);

/**
 * Writes the list to a file, or to the standard output. `npm run try -- list.csv > out.csv` puts npm's own lines into the
 * file first, where they would be rows: if nothing else is in it, they are written over.
 * @throws ListError when the file cannot be written
 */
export async function writeOutput(text: string, file: string | undefined): Promise<void> {
  if (file !== undefined) {
    await writeFile(file, text).catch((error: NodeJS.ErrnoException) => {
      throw cannotWrite(file, error);
    });
    return;
  }
  const stdout = fstatSync(STDOUT);
  const banner = bannerBytes();
  if (banner && stdout.isFile() && stdout.size >= banner.least && stdout.size <= banner.most) {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) at += writeSync(STDOUT, bytes, at, bytes.length - at, at);
    ftruncateSync(STDOUT, bytes.length);
    return;
  }
  if (banner && !process.stdout.isTTY) {
    console.error("npm has written lines of its own before the list. Use --out FILE, or npm run --silent try.");
  }
  process.stdout.write(text);
}
