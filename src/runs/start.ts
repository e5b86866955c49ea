import { refusalOf, refuse } from "../refusal";
import type { Refusal } from "../result";
import { ServiceError } from "../service/errors";
import { writeWanted } from "../sheet/answered-for";
import { columnLetter } from "../sheet/column-letter";
import { spansOf } from "../sheet/pieces";
import { pinnedColumns } from "../sheet/pinned-columns";
import type { Table } from "../sheet/table";
import { addStatusColours } from "./colours";
import { statusFieldOf } from "./list-columns";
import { makeColumns } from "./make-columns";
import { rowFilter } from "./plan";
import type { RunParts } from "./run-parts";
import { addRun, type RunRecord } from "./run-record";
import { refusal } from "./run-refusal";
import { runView } from "./run-view";
import { writtenFields } from "./verification";
import type { RunView, RunWish } from "./views";

/** Two people who start at the same moment must not make the columns twice. */
const LOCK_WAIT_MS = 30_000;

/** Begins a run: makes its columns and its record. Nothing is asked yet. */
export function startRun(parts: RunParts, wish: RunWish): RunView | Refusal {
  const { book, lock, clock, store } = parts;
  const table = book.table(wish.sheetId);
  if (!table) return refusal("SHEET_GONE");
  const fingerprint = readFingerprint(parts);
  if (typeof fingerprint !== "string") return fingerprint;
  if (!lock.tryLock(LOCK_WAIT_MS)) return refuse("BUSY", "Somebody else is starting a run here.", "Try again.");
  try {
    const fields = writtenFields(wish.fields);
    const header = wish.hasHeader ? table.read({ row: 1, column: wish.column, rows: 1, columns: 1 })[0]?.[0] : "";
    const { hasHeader } = wish;
    const made = makeColumns(table, wish.column, { fields, hasHeader, newId: parts.newId });
    const run: RunRecord = {
      ...{ id: parts.newId(), kind: wish.kind, sheetId: table.id, ...made, fields, hasHeader },
      columnName: String(header || `column ${columnLetter(wish.column)}`),
      ...{ rows: wish.rows, capHalves: wish.capHalves, alsoFoundValid: wish.alsoFoundValid },
      ...{ keyFingerprint: fingerprint, startedMs: clock.nowMs(), state: "running", reason: "" },
    };
    markWanted(parts, table, run);
    const pinned = pinnedColumns(table.marks(), run.group);
    const status = pinned.outputs.find(({ field }) => field === statusFieldOf(fields))?.column;
    if (status !== undefined && made.madeFields.includes(statusFieldOf(fields))) addStatusColours(table, status);
    book.flush();
    addRun(store, run);
    return runView(parts, run);
  } finally {
    lock.release();
  }
}

function readFingerprint({ openService }: RunParts): string | Refusal {
  try {
    return openService().fingerprint;
  } catch (error) {
    if (error instanceof ServiceError) return refusalOf(error);
    throw error;
  }
}

/** Rows chosen by where they are carry the wish with them, wherever they are moved. */
function markWanted({ book }: RunParts, table: Table, run: RunRecord): void {
  if (run.rows.kind !== "selected" && run.rows.kind !== "visible") return;
  const column = pinnedColumns(table.marks(), run.group).answeredFor;
  if (column === null) return;
  const lastRow = table.extent().rows;
  const isChosen = rowFilter(table, book.selected(), run.rows, lastRow);
  const rows = Array.from({ length: lastRow }, (_, index) => index + 1).filter(
    (row) => isChosen(row) && !(run.hasHeader && row === 1),
  );
  for (const { from, to } of spansOf(rows)) {
    const block = { row: from, column, rows: to - from + 1, columns: 1 };
    table.write(
      block,
      Array.from({ length: block.rows }, () => [writeWanted(run.id)]),
    );
  }
}
