import type { Refusal } from "../result";
import { readAnsweredFor } from "../sheet/answered-for";
import { spansOf } from "../sheet/pieces";
import type { CellValue } from "../sheet/table";
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
  clearRows(list, run, made, rows);
  removeColumns(list, run, made);
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

function clearRows(list: ReadableList, run: RunRecord, made: MadeColumns, rows: number[]): void {
  const { table, columns } = list;
  const kept = columns.outputs.filter(({ field }) => run.fields.includes(field) && !made.fields.includes(field));
  const numbers = kept.map(({ column }) => column);
  if (!made.answeredFor && columns.answeredFor !== null) numbers.push(columns.answeredFor);
  for (const column of numbers) {
    for (const { from, to } of spansOf(rows)) {
      const block = { row: from, column, rows: to - from + 1, columns: 1 };
      table.write(
        block,
        Array.from({ length: block.rows }, (): CellValue[] => [""]),
      );
    }
  }
}

function removeColumns({ kind, table, columns }: ReadableList, run: RunRecord, made: MadeColumns): void {
  const status = columns.outputs.find(({ field }) => field === statusFieldOf(run.fields));
  if (status && made.fields.includes(status.field)) table.removeColours(status.column, kind.statusColours);
  const numbers = columns.outputs.filter(({ field }) => made.fields.includes(field)).map(({ column }) => column);
  if (made.answeredFor && columns.answeredFor !== null) numbers.push(columns.answeredFor);
  // From the right: what is deleted moves what stands behind it.
  for (const column of numbers.sort((a, b) => b - a)) table.deleteColumns(column, 1);
}
