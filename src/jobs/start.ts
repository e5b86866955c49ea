import { untilSteady } from "../lists/steady";
import { isRefused, type Refusal, refusal, wordsOf } from "../result";
import { foundMarks, groupOf, inputMark } from "../sheet/pinned-columns";
import { columnLetter } from "../sheet/spans";
import type { CellValue, Table } from "../sheet/table";
import { NO_LEDGER, type Standing } from "./credits";
import { firstScan } from "./end";
import { markWanted } from "./kinds/column";
import { sampleColumn } from "./plan";
import type { ColumnWish, JobWish, UndoRequest } from "./protocol";
import { addJob, type ColumnPlace, type JobRecord, openAnyService, START_LOCK_WAIT_MS, type World } from "./record";
import { traitsOf, writtenFields } from "./rows";
import { kindOf } from "./step";
import { undoJob } from "./undo";
import type { StartedJob } from "./views";

/** Rows that tell what a column holds. */
const SAMPLE_ROWS = 60;

/** At least so many of the texts that the dry run has seen have to stand in a column without a header. */
const SAMPLE_SHARE = 0.5;

/**
 * Begins a job: pins what it works on, keeps its record and takes the first look. Columns for results are made with the
 * first write, while the first questions are being asked.
 */
export function startJob(world: World, wish: JobWish): StartedJob | Refusal {
  const service = openAnyService(world);
  if (isRefused(service)) return service;
  const checked = checkWish(wish);
  if (checked) return checked;
  if (!world.lock.tryLock(START_LOCK_WAIT_MS)) return refusal("BUSY");
  let job: JobRecord | Refusal;
  try {
    job = addToRecords(world, wish, service.fingerprint);
  } finally {
    world.lock.release();
  }
  if (isRefused(job)) return job;
  // Nothing is to be left of a start that has failed.
  const undo: UndoRequest = { jobId: job.id, do: "undo", others: "keep" };
  try {
    const refused = job.wish.kind === "companies" ? null : markWanted(world, job as never);
    const started = refused ?? firstScan(world, job, service.fingerprint);
    if (isRefused(started)) undoJob(world, undo);
    return started;
  } catch (thrown) {
    undoJob(world, undo);
    throw thrown;
  }
}

/** Finds or makes the places of a job, and keeps its record; under the document lock. */
function addToRecords(world: World, wish: JobWish, keyFingerprint: string): JobRecord | Refusal {
  const column = wish.kind === "companies" ? null : pinInputs(world, wish);
  if (column && isRefused(column)) return column;
  const id = world.newId();
  const prepared = kindOf(wish.kind).prepare(world, wish as never, id);
  if (prepared && isRefused(prepared)) return prepared;
  const { list = null, title = column?.title ?? "", also = {}, kept = wish } = prepared ?? {};
  const fields = wish.kind === "companies" ? {} : { fields: writtenFields(traitsOf(wish.kind), wish.fields) };
  const job: JobRecord = {
    id,
    wish: { ...kept, ...fields } as JobWish,
    title,
    startedMs: world.clock.nowMs(),
    toAsk: wish.toAsk,
    place: column?.place ?? null,
    list,
  };
  const { capHalves } = wish;
  const ledger = NO_LEDGER;
  const counts = { epoch: 1, landed: 0, done: 0 };
  const standing: Standing = { ...counts, state: "running", reason: "", capHalves, keyFingerprint, ledger };
  try {
    addJob(world.store, job, standing, also);
  } catch (thrown) {
    prepared?.takeBack();
    return refusal("STORE_FULL", wordsOf(thrown));
  }
  return job;
}

/** Facts that need not be looked up. */
function checkWish(wish: JobWish): Refusal | null {
  if (wish.kind === "companies") return wish.columns.length === 0 ? refusal("NO_COLUMNS") : null;
  // Below the companies their emails would be asked as companies.
  const isBelow = wish.kind === "find" && wish.target.kind === "append" && wish.target.sheetId === wish.sheetId;
  return isBelow ? refusal("BAD_REQUEST") : null;
}

/**
 * Pins the column of inputs, and sees that the pin has come to the column of the dry run: people insert columns between
 * any two calls.
 */
function pinInputs(world: World, wish: ColumnWish): { place: ColumnPlace; title: string } | Refusal {
  const own = world.newId();
  return untilSteady(() => tryToPin(world, wish, own)) ?? refusal("COLUMNS_MOVING");
}

/**
 * @param own the group of a column that has none yet
 * @returns `null` when somebody has moved columns meanwhile
 */
function tryToPin(
  { book }: World,
  wish: ColumnWish,
  own: string,
): { place: ColumnPlace; title: string } | Refusal | null {
  book.flush();
  const table = book.table(wish.sheetId);
  if (!table) return refusal("SHEET_GONE");
  const top = readTop(table);
  const column = followColumn(wish, top);
  if (column === null) return refusal("COLUMNS_CHANGED");
  const marks = table.marks();
  const known = groupOf(marks, column);
  const group = known ?? own;
  const pinned: string[] = [];
  const pin = (at: number | null, value: string): void => {
    if (at === null || marks.some((mark) => mark.value === value)) return;
    pinned.push(value);
    table.pin(at, value);
  };
  if (known === null) {
    const { anonId, foundStatus } = traitsOf(wish.kind).foundColumns(top[wish.headerRow - 1] ?? []);
    const names = foundMarks(group);
    pin(anonId, names.anonId);
    pin(foundStatus, names.foundStatus);
    // Last: what is interrupted before is pinned again.
    pin(column, inputMark(group));
  }
  book.flush();
  const now = table.marks();
  const after = readTop(table);
  const inputs = now.filter(({ value }) => value === inputMark(group)).map((mark) => mark.column);
  const [only, ...others] = inputs;
  if (only !== undefined && others.length === 0 && isAsPlanned(wish, after, only) && isAsPinned()) {
    const title = String(after[wish.headerRow - 1]?.[only - 1] ?? "").trim();
    return { place: { sheetId: table.id, group }, title: title || `column ${columnLetter(only)}` };
  }
  table.unpin(pinned);
  return null;

  // Columns of a domain search that have come to others would answer for the wrong rows.
  function isAsPinned(): boolean {
    const found = traitsOf(wish.kind).foundColumns(after[wish.headerRow - 1] ?? []);
    const names = foundMarks(group);
    const columnOf = (value: string): number | null => now.find((mark) => mark.value === value)?.column ?? null;
    return (
      known !== null || (columnOf(names.anonId) === found.anonId && columnOf(names.foundStatus) === found.foundStatus)
    );
  }
}

function readTop(table: Table): CellValue[][] {
  const [rows, columns] = [Math.min(table.lastRow(), SAMPLE_ROWS), table.lastColumn()];
  return rows > 0 && columns > 0 ? table.read({ row: 1, column: 1, rows, columns }) : [];
}

/** Finds the planned column again, by its name or its content; `null` when that is not sure. */
function followColumn(wish: ColumnWish, top: CellValue[][]): number | null {
  const { column } = wish;
  if (isAsPlanned(wish, top, column)) return column;
  const width = Math.max(0, ...top.map((row) => row.length));
  const found = Array.from({ length: width }, (_, i) => i + 1).filter((each) => isAsPlanned(wish, top, each));
  return found.length === 1 ? (found[0] as number) : null;
}

function isAsPlanned({ header, headerRow, sample }: ColumnWish, top: CellValue[][], column: number): boolean {
  if (header !== null) return String(top[headerRow - 1]?.[column - 1] ?? "").trim() === header;
  const texts = new Set(sampleColumn(top, column, headerRow));
  return sample.filter((text) => texts.has(text)).length >= sample.length * SAMPLE_SHARE;
}
