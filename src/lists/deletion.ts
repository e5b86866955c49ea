import { harmless } from "../sheet/cell-text";
import {
  type Book,
  type CellValue,
  type ColumnMark,
  lastFilledColumn,
  lastThere,
  type Span,
  type Table,
} from "../sheet/table";
import { cellAt, grouped, isBlankColumn, lastFilledRow, type Now, numbersTo, type Rows } from "./rows";
import { sameLines } from "./same-lines";

/** Rows or columns, numbered as they were before any of them was deleted. */
export interface Deletion {
  kind: "rows" | "columns";
  spans: Span[];
}

export interface Deleted extends Deletion {
  was: Rows;
  /** `""` where a cell has none. */
  formulas: Rows;
  marks: Now["marks"];
  /** Includes blank rows or columns. */
  size: number;
}

/** More rows or columns than a sheet has (google.cells-in-all). */
const MAX_LINES = 10_000_000;

/** Includes blank rows or columns. Makes no call. */
export const sizeOf = (table: Table, kind: Deletion["kind"]): number =>
  lastThere(MAX_LINES, (line) => (kind === "rows" ? table.hasCell(line, 1) : table.hasCell(1, line)));

/** Deletes from the end, because a deletion moves what follows it. */
export function remove(table: Table, { kind, spans }: Deletion): void {
  table.keepOneBesides(kind, countOf(spans));
  for (const { from, to } of [...spans].sort((a, b) => b.from - a.from)) {
    if (kind === "rows") table.deleteRows(from, to - from + 1);
    else table.deleteColumns(from, to - from + 1);
  }
}

export function withoutDeleted<Sheet extends { was: Rows; ought: Rows; marks: ColumnMark[] }>(
  { was, ought, marks }: Sheet,
  deletion: Deletion,
): Pick<Sheet, "was" | "ought" | "marks"> {
  const isGone = (column: number): boolean => isIn(deletion, column);
  const placeOf = (column: number): number => column - countOf(deletion.spans.filter(({ to }) => to < column));
  const without = (rows: Rows): Rows =>
    new Map([...rows].map(([row, cells]) => [row, cells.filter((_, i) => !isGone(i + 1))]));
  const left = marks.filter(({ column }) => !isGone(column));
  return {
    was: without(was),
    ought: without(ought),
    marks: left.map((mark) => ({ ...mark, column: placeOf(mark.column) })),
  };
}

interface LostLine {
  /** The present number of the line that it followed; 0 if it was the first. */
  after: number;
  /** Formulas, or else values, in the order of the present columns or rows. */
  cells: CellValue[];
  marks: string[];
}

/**
 * Finds lines that a deletion has hit instead of the meant ones, because somebody moved lines at that moment.
 * @returns also how many meant lines are still there: no more can be lost
 */
export function linesLost(deleted: Deleted, now: Now, sizeNow: number): { lost: LostLine[]; stayed: number } {
  if (deleted.kind === "rows" && isForeseen(deleted, now)) return { lost: [], stayed: 0 };
  const places = placesNow(deleted, now);
  const hit = hitLines(deleted, places, sizeNow);
  return { lost: hit.map((line) => lostLine(deleted, places, line)), stayed: places.stayed.length };
}

interface Places {
  /** The present number of each earlier line that is still there. */
  here: Map<number, number>;
  /** The meant lines that are still there. */
  stayed: number[];
  /** Earlier numbers of the lines across these, by their present ones. */
  across: Map<number, number>;
  /** The number of present lines across these. */
  lengthNow: number;
}

/** A column with marks is identified by its marks, any other line by its cells. */
function placesNow(deleted: Deleted, now: Now): Places {
  const { kind, was, marks } = deleted;
  const isRows = kind === "rows";
  const same = sameLines({ rows: was, marks }, now, kind);
  const across = isRows ? same.columns : same.rows;
  const textsOf = (rows: Rows, line: number, places: Iterable<number>): string =>
    JSON.stringify([...places].map((at) => String(cellIn(kind, rows, line, at))));
  const here = new Map([...same[kind]].map(([to, from]) => [from, to]));
  for (const line of [...here.keys()]) if (marksOf(deleted, line).length > 0) here.delete(line);
  const taken = new Set(here.values());
  const free = grouped(numbersTo(extentOf(now.rows, isRows)), (line) =>
    taken.has(line) ? null : textsOf(now.rows, line, across.keys()),
  );
  const lines = earlierLines(deleted);
  const meant = lines.filter((line) => isIn(deleted, line));
  for (const line of [...lines.filter((each) => !isIn(deleted, each)), ...meant]) {
    const own = marksOf(deleted, line);
    const pinned = now.marks.find(({ value }) => own.includes(value))?.column;
    const place = own.length > 0 ? pinned : (here.get(line) ?? free.get(textsOf(was, line, across.values()))?.shift());
    if (place !== undefined) here.set(line, place);
  }
  const stayed = meant.filter((line) => here.has(line));
  return { here, stayed, across, lengthNow: extentOf(now.rows, !isRows) };
}

/** The missing lines that were probably hit, the likeliest first. */
function hitLines(deleted: Deleted, { here, stayed }: Places, sizeNow: number): number[] {
  const { spans } = deleted;
  const [first] = stayed;
  if (first === undefined) return [];
  const missing = earlierLines(deleted).filter(
    (line) =>
      !isIn(deleted, line) && !here.has(line) && (marksOf(deleted, line).length > 0 || !isBlankLine(deleted, line)),
  );
  // Then our lines, which are now before the place of the deletion, had moved there, and lines after them were deleted.
  const isBehind = (here.get(first) as number) < first;
  const isLikely = (line: number): boolean => (isBehind ? line > first : line < (stayed[stayed.length - 1] as number));
  const distanceOf = (line: number): number =>
    Math.min(...spans.map(({ from, to }) => (line < from ? from - line : line - to)));
  // A line on the other side was dragged here. If the sheet is smaller than it should be, a person has deleted it.
  const isSmaller = sizeNow < deleted.size - countOf(spans);
  return missing
    .filter((line) => isLikely(line) || !isSmaller)
    .sort((a, b) => Number(isLikely(b)) - Number(isLikely(a)) || distanceOf(a) - distanceOf(b))
    .slice(0, stayed.length);
}

function lostLine(deleted: Deleted, { here, across, lengthNow }: Places, line: number): LostLine {
  const { kind, was, formulas } = deleted;
  let before = line - 1;
  while (before > 0 && !here.has(before)) before--;
  const cells = numbersTo(lengthNow).map((to): CellValue => {
    const at = across.get(to);
    return at === undefined ? "" : toWrite(cellIn(kind, formulas, line, at), cellIn(kind, was, line, at));
  });
  return { after: here.get(before) ?? 0, cells, marks: marksOf(deleted, line) };
}

const countOf = (spans: Span[]): number => spans.reduce((sum, { from, to }) => sum + to - from + 1, 0);

const isIn = ({ spans }: Deletion, line: number): boolean => spans.some(({ from, to }) => line >= from && line <= to);

const earlierLines = ({ kind, was, spans }: Deleted): number[] =>
  numbersTo(Math.max(extentOf(was, kind === "rows"), ...spans.map(({ to }) => to)));

const marksOf = ({ kind, marks }: Deleted, line: number): string[] =>
  kind === "rows" ? [] : marks.flatMap(({ column, value }) => (column === line ? [value] : []));

const cellIn = (kind: Deletion["kind"], rows: Rows, line: number, at: number): CellValue =>
  kind === "rows" ? cellAt(rows, line, at) : cellAt(rows, at, line);

const isBlankLine = ({ kind, was }: Deleted, line: number): boolean =>
  kind === "rows" ? (was.get(line) ?? []).every((cell) => cell === "") : isBlankColumn(was, line);

/** True if exactly the meant rows are gone, and nothing else has changed. */
function isForeseen(deleted: Deleted, { rows }: Now): boolean {
  const left = [...deleted.was].filter(([row]) => !isIn(deleted, row)).map(([, cells]) => cells);
  const isEqual = (cells: CellValue[], at: number): boolean =>
    cells.every((cell, i) => String(cell) === String(cellAt(rows, at + 1, i + 1)));
  return left.every(isEqual) && extentOf(rows, true) <= left.length;
}

const extentOf = (rows: Rows, isRows: boolean): number =>
  isRows ? lastFilledRow(rows) : lastFilledColumn(rows.values());

const toWrite = (formula: CellValue, value: CellValue): CellValue => (formula !== "" ? formula : harmless(value));

/** Puts each line that was hit back after the one that it followed. */
export function putBack(book: Book, table: Table, kind: Deletion["kind"], lines: LostLine[]): void {
  const sorted = [...lines].sort((a, b) => a.after - b.after);
  for (const [i, { after, cells, marks }] of sorted.entries()) {
    const before = Math.max(1, after) + i;
    if (kind === "rows") {
      table.insertRowsAfter(before, 1);
      table.write({ row: before + 1, column: 1, rows: 1, columns: cells.length }, [cells]);
      continue;
    }
    table.insertColumnsAfter(before, 1);
    table.clearInherited(before + 1, 1);
    table.write(
      { row: 1, column: before + 1, rows: cells.length, columns: 1 },
      cells.map((cell) => [cell]),
    );
    for (const value of marks) table.pin(before + 1, value);
  }
  book.flush();
}
