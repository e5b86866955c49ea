import { type WrittenBlock, writeBlock } from "../lists/write-block";
import type { Refusal } from "../result";
import { dayOf, readAnsweredFor, writeAnsweredFor, writeWanted } from "../sheet/answered-for";
import type { CellValue } from "../sheet/table";
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
  /** Results that were not written though their cells do not refuse them, and Google's words. */
  unwritten: RowKey[];
  words: string;
  /** Not one cell could be written. */
  isProtected: boolean;
}

/** Somebody who sorts at the very moment of each write is waited out at the next look. */
const MAX_ROUNDS = 3;

/** Google fails now and then for some seconds: what nobody refuses is written again after these waits. */
const FAILED_WAITS_MS = [1_000, 3_000, 6_000];

/** Cells that refuse are tried one by one: what takes longer than this is left for the next call. */
const LONGEST_MS = 90_000;

/**
 * Writes results beside their addresses wherever those are now, and reads back whether they have come to stand there.
 * On an undisturbed sheet five calls: columns found, rows read, rows written and sent, rows read back.
 */
export function fileAnswers(parts: RunParts, run: RunRecord, fills: RowFill[], isPrepared: boolean): Filing | Refusal {
  const { clock } = parts;
  const filing: Filing = {
    writtenRows: 0,
    lostKeys: [],
    refusedCells: 0,
    unwritten: [],
    words: "",
    isProtected: false,
  };
  const latestMs = clock.nowMs() + LONGEST_MS;
  const left: Left = { fills, rounds: 0, hasBegun: false };
  for (let failures = 0; left.fills.length > 0 && left.rounds < MAX_ROUNDS; ) {
    let hasProgress = false;
    try {
      const done = fileOnce(parts, run, left, filing, isPrepared);
      if (isRefused(done)) return done;
      hasProgress = done.hasProgress;
    } catch (thrown) {
      filing.words = thrown instanceof Error ? thrown.message : String(thrown);
    }
    if (left.fills.length === 0 || (hasProgress && clock.nowMs() <= latestMs)) continue;
    const waitMs = FAILED_WAITS_MS[failures++];
    if (waitMs === undefined || hasProgress) {
      const isProtected = filing.writtenRows === 0;
      return { ...filing, isProtected, unwritten: left.fills.map(({ row, key }) => ({ row, key })) };
    }
    clock.sleep(waitMs);
  }
  return filing;
}

/** What is still to be written. */
interface Left {
  fills: RowFill[];
  /** How often somebody has moved rows or columns in the moment of writing. */
  rounds: number;
  hasBegun: boolean;
}

function fileOnce(
  parts: RunParts,
  run: RunRecord,
  left: Left,
  filing: Filing,
  isPrepared: boolean,
): { hasProgress: boolean } | Refusal {
  const { book, clock } = parts;
  const list = openPrepared(parts, run, isPrepared || left.hasBegun);
  if (isRefused(list)) return list;
  const { placed, lost, seen } = placeAnswers(list, run.id, left.fills);
  // What was written before and has been moved since is not lost.
  if (!left.hasBegun) filing.lostKeys.push(...lost.map(({ key }) => key));
  left.hasBegun = true;
  const written = writePlaced(list, run, placed, dayOf(clock.nowMs()));
  filing.words = written.words;
  const back = readExpected(
    list,
    placed.map(({ row }) => row),
  );
  const strayed = placed.filter(({ row, key }) => keyAt(back, row) !== key);
  const open = new Set(written.unwritten.map(({ row }) => row));
  filing.refusedCells += written.refused.length;
  filing.writtenRows += placed.filter((fill) => !open.has(fill.row) && !strayed.includes(fill)).length;
  left.fills = placed.filter(({ row }) => open.has(row));
  if (strayed.length === 0) return written;
  left.rounds++;
  const now = openList(book, run);
  if (isRefused(now)) return now;
  const haveMoved = JSON.stringify(now.columns) !== JSON.stringify(list.columns);
  if (haveMoved) putBackColumns(now, list, placed, seen, run.fields);
  else clearStrayed(now, run, strayed, back);
  left.fills = haveMoved ? placed : placed.filter((fill) => open.has(fill.row) || strayed.includes(fill));
  return { hasProgress: true };
}

function writePlaced(list: OpenList, run: RunRecord, placed: RowFill[], day: number): WrittenBlock {
  const columns = writtenColumns(list, run.fields).filter(({ field }) => field !== null);
  const keys = new Map(placed.map(({ row, key }) => [row, key]));
  return writeBlock(list.table, {
    columns: columns.map(({ column }) => column),
    rows: placed.map(({ row, cells }) => ({
      row,
      values: columns.map(({ field }) => cells[run.fields.indexOf(field ?? "")] ?? ""),
    })),
    seal: {
      column: list.columns.answeredFor,
      // Without a status the row would be asked again and again.
      cell: (row, refused) =>
        writeAnsweredFor({
          runId: run.id,
          day,
          key: keys.get(row) ?? "",
          isRefused: refused.includes(list.statusColumn),
        }),
    },
  });
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
  writeBlock(list.table, { columns: columns.map(({ column }) => column), rows });
}
