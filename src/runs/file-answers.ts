import type { Refusal } from "../result";
import { dayOf, readAnsweredFor, writeAnsweredFor, writeWanted } from "../sheet/answered-for";
import type { CellValue } from "../sheet/table";
import { type Refusals, writeRows } from "../sheet/write-rows";
import { type OpenList, openList, type WindowRow, writtenColumns } from "./list-columns";
import { keyAt, placeAnswers, type RowKey, readExpected } from "./place-answers";
import { openPrepared } from "./prepare";
import { putBackColumns } from "./put-back-columns";
import type { RunParts } from "./run-parts";
import type { RunRecord } from "./run-record";
import { isRefused } from "./run-refusal";
import type { RowFill } from "./slices";

/** What was written. */
export interface Filing {
  writtenRows: number;
  lostKeys: string[];
  refusedCells: number;
  /** Google's words when not a single cell could be written. */
  protectedWords: string | null;
}

/** Somebody who sorts at the very moment of each write is waited out at the next look. */
const MAX_ROUNDS = 3;

/**
 * Writes results beside their addresses wherever those are now, and reads back whether they have come to stand there
 * (design 3.5). On an undisturbed sheet four calls: columns found, rows read, rows written, rows read back.
 */
export function fileAnswers(parts: RunParts, run: RunRecord, fills: RowFill[], isPrepared: boolean): Filing | Refusal {
  const { book, clock } = parts;
  const filing: Filing = { writtenRows: 0, lostKeys: [], refusedCells: 0, protectedWords: null };
  let list = openPrepared(parts, run, isPrepared);
  let expected = fills;
  for (let round = 1; round <= MAX_ROUNDS && expected.length > 0; round++) {
    if (isRefused(list)) return list;
    const { placed, lost, seen } = placeAnswers(list, run.id, expected);
    // What was written before and has been moved since is not lost.
    if (round === 1) filing.lostKeys.push(...lost.map(({ key }) => key));
    const refusals = writePlaced(list, run, placed, dayOf(clock.nowMs()));
    book.flush();

    const back = readExpected(
      list,
      placed.map(({ row }) => row),
    );
    const strayed = placed.filter(({ row, key }) => keyAt(back, row) !== key);
    // Rows that are gone refuse as protected ones do, but those still stand there.
    if (refusals.isProtected && strayed.length === 0) return { ...filing, protectedWords: refusals.words };
    filing.refusedCells += refusals.cells.length;
    filing.writtenRows += placed.length - strayed.length;
    if (strayed.length === 0) break;
    const before: OpenList = list;
    list = openList(book, run);
    if (isRefused(list)) return list;
    const haveMoved = JSON.stringify(before.columns) !== JSON.stringify(list.columns);
    if (haveMoved) putBackColumns(list, before, placed, seen, run.fields);
    else clearStrayed(list, run, strayed, back);
    book.flush();
    expected = haveMoved ? placed : strayed;
  }
  return filing;
}

function writePlaced(list: OpenList, run: RunRecord, placed: RowFill[], day: number): Refusals {
  const columns = writtenColumns(list, run.fields);
  const rows = placed.map(({ row, key, cells }) => ({
    row,
    values: columns.map(({ field }) =>
      field === null
        ? writeAnsweredFor({ runId: run.id, day, key, isRefused: false })
        : (cells[run.fields.indexOf(field)] ?? ""),
    ),
  }));
  const numbers = columns.map(({ column }) => column);
  const refusals = writeRows(list.table, numbers, rows);
  // Without a status the row would be asked again and again.
  const refused = new Set(refusals.cells.filter(({ column }) => column === list.statusColumn).map(({ row }) => row));
  const marked = placed.filter(({ row }) => refused.has(row));
  if (!refusals.isProtected && marked.length > 0) {
    const marks = marked.map(({ row, key }) => ({
      row,
      values: [writeAnsweredFor({ runId: run.id, day, key, isRefused: true })],
    }));
    writeRows(list.table, [list.columns.answeredFor], marks);
  }
  return refusals;
}

/**
 * An answer beside another address is worse than none. The wish stays, so that the row is done again. A row that has
 * been moved as a whole has taken its answer along.
 */
function clearStrayed(list: OpenList, run: RunRecord, strayed: RowKey[], back: Map<number, WindowRow>): void {
  const isOurs = ({ row, key }: RowKey): boolean => {
    const answered = readAnsweredFor(back.get(row)?.answeredFor);
    return answered?.runId === run.id && answered.key === key;
  };
  const columns = writtenColumns(list, run.fields);
  const rows = strayed.filter(isOurs).map(({ row }) => ({
    row,
    values: columns.map(({ field }): CellValue => (field === null ? writeWanted(run.id) : "")),
  }));
  writeRows(
    list.table,
    columns.map(({ column }) => column),
    rows,
  );
}
