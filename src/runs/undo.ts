import { takeOutColumns } from "../lists/take-out-columns";
import { writeBlock } from "../lists/write-block";
import type { Refusal } from "../result";
import { readAnsweredFor } from "../sheet/answered-for";
import { answeredForMark, outputMark } from "../sheet/pinned-columns";
import { removeEmails } from "./find/emails-sheet";
import { openToRead, type ReadableList, readWindow, statusFieldOf } from "./list-columns";
import type { RunParts } from "./run-parts";
import { type MadeColumns, type RunRecord, readMadeColumns, readRun, removeRun } from "./run-record";
import { isRefused, refusal } from "./run-refusal";
import type { UndoView } from "./views";

/**
 * Takes a run's results away: the columns it made go, in columns that were there before its rows are cleared. Spent
 * credits do not come back.
 * @param isMeant false only counts
 */
export function undoRun(parts: RunParts, runId: string, isMeant: boolean): UndoView | Refusal {
  const { book, store } = parts;
  const run = readRun(store, runId);
  if (!run) return refusal("RUN_GONE");
  const list = openToRead(book, run);
  if (isRefused(list)) return list;
  const made = readMadeColumns(store, runId) ?? { fields: [], answeredFor: false };
  const rows = ownRows(list, run);
  const emails = run.find && removeEmails(parts, { id: runId, emails: run.find }, isMeant);
  if (emails && isRefused(emails)) return emails;
  if (emails && isMeant && emails.left > 0) return refusal("UNDO_UNFINISHED");
  const view: UndoView = {
    cells: rows.length * run.fields.length,
    rows: rows.length,
    removedFields: made.fields,
    clearedFields: run.fields.filter((field) => !made.fields.includes(field)),
    emailRows: emails?.rows ?? 0,
    removesEmailSheet: emails?.isWholeSheet ?? false,
  };
  if (!isMeant) return view;
  const uncleared = clearRows(list, run, made, rows);
  if (uncleared) return uncleared;
  if (!removeColumns(list, run, made)) return refusal("COLUMN_GONE", "its columns keep moving");
  book.flush();
  removeRun(store, runId);
  return view;
}

function ownRows(list: ReadableList, run: RunRecord): number[] {
  const lastRow = list.table.lastRow();
  if (lastRow === 0) return [];
  const rows = readWindow(list, 1, lastRow);
  return rows.filter(({ answeredFor }) => readAnsweredFor(answeredFor)?.runId === run.id).map(({ row }) => row);
}

function clearRows(list: ReadableList, run: RunRecord, made: MadeColumns, rows: number[]): Refusal | null {
  const { table, columns } = list;
  const kept = columns.outputs.filter(({ field }) => run.fields.includes(field) && !made.fields.includes(field));
  const numbers = kept.map(({ column }) => column);
  if (!made.answeredFor && columns.answeredFor !== null) numbers.push(columns.answeredFor);
  if (numbers.length === 0) return null;
  const blanks = rows.map((row) => ({ row, values: numbers.map(() => "") }));
  const { unwritten, words } = writeBlock(table, { columns: numbers, rows: blanks });
  return unwritten.length > 0 ? refusal("PROTECTED", words) : null;
}

function removeColumns({ kind, table, columns }: ReadableList, run: RunRecord, made: MadeColumns): boolean {
  const status = columns.outputs.find(({ field }) => field === statusFieldOf(run.fields));
  if (status && made.fields.includes(status.field)) table.removeColours(status.column, kind.statusColours);
  const marks = made.fields.map((field) => outputMark(run.group, field));
  return takeOutColumns(table, made.answeredFor ? [...marks, answeredForMark(run.group)] : marks);
}
