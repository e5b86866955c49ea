import { isAnsweredForMark, isUnmoved } from "../sheet/pinned-columns";
import { type CellValue, type ColumnMark, type Span, spansOf, type Table } from "../sheet/table";
import { rowsAsBefore, rowsFrom } from "./settle";
import { MOST_ATTEMPTS } from "./steady";
import { readToRestore } from "./write-block";

/** Columns up to this far from a deleted one can be put back: nobody inserts or deletes more of them at that moment. */
const REACH_COLUMNS = 8;

/** Columns as they were just before some were deleted. */
interface Seen {
  /** The number of the first one. */
  column: number;
  /** Their cells, to be written again: formulas where there are any. */
  cells: CellValue[][];
  /** As they were shown, to know them again. */
  values: CellValue[][];
  marks: ColumnMark[];
  /** The number of columns of the sheet. */
  width: number;
}

/**
 * Deletes pinned columns. Google deletes by number: if somebody moves columns at that very moment and another one goes,
 * it is put back with its content and its marks, and the right one is looked for again.
 * @param values the marks of the columns
 * @param isKnown false for what somebody has typed into one since it was decided to take it out: it stays then
 * @returns false when they are still there because somebody types there, or moves columns all the time
 */
export function takeOutColumns(
  table: Table,
  values: string[],
  isKnown: (mark: string, cell: CellValue) => boolean = () => true,
): boolean {
  // They are looked at again before anything goes.
  let marks = table.marks();
  let moves = 0;
  while (moves < MOST_ATTEMPTS) {
    const own = marks.filter(({ value }) => values.includes(value));
    // From the right: what is deleted moves what stands behind it.
    const spans = spansOf(new Set(own.map(({ column }) => column))).reverse();
    const isOfHidden = ({ from, to }: Span): boolean =>
      own.some(({ value, column }) => isAnsweredForMark(value) && column >= from && column <= to);
    // The hidden column with the last ones: by it the job knows its rows.
    const span = spans.find((each) => !isOfHidden(each)) ?? spans[0];
    if (!span) return true;
    table.flush();
    table.keepOneBesides("columns", span.to - span.from + 1);
    const seen = look(table, marks, span);
    const isFree = marks.every(
      ({ value, column }) =>
        !values.includes(value) || seen.values.every((row) => isKnown(value, row[column - seen.column] ?? "")),
    );
    // Else it is not known what belongs to which mark.
    marks = table.marksNow();
    const hasMoved = !isUnmoved(marks, seen.marks);
    if (!hasMoved && !isFree) return false;
    if (hasMoved || !deleteSpan(table, seen, span, values)) moves++;
    if (!hasMoved) marks = table.marks();
  }
  return false;
}

/** @returns false when columns were moved meanwhile; nothing of somebody else's is gone then */
function deleteSpan(table: Table, seen: Seen, { from, to }: Span, values: string[]): boolean {
  const { marks, width } = seen;
  table.deleteColumns(from, to - from + 1);
  table.flush();
  const isIn = ({ column }: ColumnMark): boolean => column >= from && column <= to;
  const meant = marks.filter((mark) => values.includes(mark.value) && isIn(mark)).map(({ value }) => value);
  const stayed = table.marks().filter(({ value }) => meant.includes(value));
  const [one] = stayed;
  if (!one) return true;
  // Ours, which stand left of where was deleted, had moved to the left, and columns from their right have gone.
  const isRight = one.column < from;
  const now = lookAgain(table, seen);
  const lost = lostColumns(seen, now, values);
  const isLikely = ({ column }: LostColumn): boolean => (isRight ? column > to : column < from);
  const distance = ({ column }: LostColumn): number => (column < from ? from - column : column - to);
  // A column on the other side was dragged here, unless the sheet is narrower: then the person has deleted it.
  const isNarrower = table.gridColumns() < width - (to - from + 1);
  const ours = lost.filter((each) => isLikely(each) || !isNarrower);
  ours.sort((a, b) => Number(isLikely(b)) - Number(isLikely(a)) || distance(a) - distance(b));
  putBack(table, from, ours.slice(0, stayed.length));
  return false;
}

function look(table: Table, marks: ColumnMark[], { from, to }: Span): Seen {
  const column = Math.max(1, from - REACH_COLUMNS);
  const width = table.gridColumns();
  const rows = Math.max(1, table.lastRow());
  const columns = Math.min(width, to + REACH_COLUMNS) - column + 1;
  return { ...readToRestore(table, { row: 1, column, rows, columns }), column, marks, width };
}

/** Puts columns back where they were deleted. */
function putBack(table: Table, from: number, lost: LostColumn[]): void {
  if (lost.length === 0) return;
  const after = Math.max(1, from - 1);
  table.insertColumnsAfter(after, lost.length);
  table.clearInherited(after + 1, lost.length);
  const sorted = [...lost].sort((a, b) => a.column - b.column);
  for (const [i, { cells, marks }] of sorted.entries()) {
    const column = after + 1 + i;
    table.write(
      { row: 1, column, rows: cells.length, columns: 1 },
      cells.map((cell) => [cell]),
    );
    for (const { value } of marks) table.pin(column, value);
  }
  table.flush();
}

/** A column that has gone, and what was pinned to it. */
interface LostColumn {
  column: number;
  cells: CellValue[];
  marks: ColumnMark[];
}

/** The sheet after a deletion. */
interface SeenAgain {
  values: CellValue[][];
  marks: ColumnMark[];
  /** For each row of now, from 0, the row it was before; `undefined` for one that was inserted. */
  rowBefore: (number | undefined)[];
}

/** People also move rows at that moment. */
function lookAgain(table: Table, seen: Seen): SeenAgain {
  const marks = table.marks();
  const rows = Math.max(1, table.lastRow());
  const values = table.read({ row: 1, column: 1, rows, columns: table.gridColumns() });
  const unread = Array.from({ length: seen.column - 1 }, () => "");
  const was = rowsFrom(
    1,
    seen.values.map((cells) => [...unread, ...cells]),
  );
  const found = rowsAsBefore(was, seen.marks, { rows: rowsFrom(1, values), marks }, seen.column);
  const rowBefore = values.map((_, i) => {
    const row = found.get(i + 1);
    return row === undefined ? undefined : row - 1;
  });
  return { values, marks, rowBefore };
}

/** The columns that were seen before and are gone now; ours and blank ones are not missed. */
function lostColumns(seen: Seen, { values: there, marks: now, rowBefore }: SeenAgain, values: string[]): LostColumn[] {
  const found = new Set<number>();
  const lost: LostColumn[] = [];
  for (let i = 0; i < (seen.values[0]?.length ?? 0); i++) {
    const column = seen.column + i;
    const marks = seen.marks.filter((mark) => mark.column === column);
    if (marks.some(({ value }) => values.includes(value))) continue;
    const isAt = (index: number): boolean =>
      rowBefore.every((row, r) => row === undefined || there[r]?.[index] === seen.values[row]?.[i]);
    const at = (there[0] ?? []).findIndex((_, index) => !found.has(index) && isAt(index));
    if (at >= 0) found.add(at);
    const isUnpinned = marks.some(({ value }) => !now.some((mark) => mark.value === value));
    const isBlank = seen.values.every((row) => row[i] === "");
    if (!isUnpinned && (at >= 0 || isBlank)) continue;
    const cells = rowBefore.map((row) => (row === undefined ? "" : (seen.cells[row]?.[i] ?? "")));
    lost.push({ column, cells, marks });
  }
  return lost;
}
