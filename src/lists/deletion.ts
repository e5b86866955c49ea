import { neutralText } from "../sheet/cell-text";
import {
  type Book,
  type CellValue,
  type ColumnMark,
  lastFilledColumn,
  lastThere,
  type Span,
  type Table,
} from "../sheet/table";
import { cellAt, lastFilledRow, type Now, type Rows } from "./rows";
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
  const inAll = spans.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  table.keepOneBesides(kind, inAll);
  for (const { from, to } of [...spans].sort((a, b) => b.from - a.from)) {
    if (kind === "rows") table.deleteRows(from, to - from + 1);
    else table.deleteColumns(from, to - from + 1);
  }
}

export function foreseen<Sheet extends { was: Rows; ought: Rows; marks: ColumnMark[] }>(
  { was, ought, marks }: Sheet,
  { spans }: Deletion,
): Pick<Sheet, "was" | "ought" | "marks"> {
  const isGone = (column: number): boolean => spans.some(({ from, to }) => column >= from && column <= to);
  const placeOf = (column: number): number =>
    column - spans.reduce((sum, { from, to }) => sum + (to < column ? to - from + 1 : 0), 0);
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
  const { kind, spans, was, marks } = deleted;
  const isRows = kind === "rows";
  if (isRows && isForeseen(deleted, now)) return { lost: [], stayed: 0 };
  const same = sameLines({ rows: was, marks }, now, kind);
  const cross = isRows ? same.columns : same.rows;
  const isMeant = (line: number): boolean => spans.some(({ from, to }) => line >= from && line <= to);
  const cellOf = (rows: Rows, line: number, at: number): CellValue =>
    isRows ? cellAt(rows, line, at) : cellAt(rows, at, line);
  const textsOf = (rows: Rows, line: number, places: number[]): string =>
    JSON.stringify(places.map((at) => String(cellOf(rows, line, at))));
  const [placesNow, placesBefore] = [[...cross.keys()], [...cross.values()]];
  const marksOf = (line: number): string[] =>
    isRows ? [] : marks.flatMap(({ column, value }) => (column === line ? [value] : []));

  /** The present number of each earlier line. A column with marks is identified by its marks instead. */
  const here = new Map([...same[kind]].map(([to, from]) => [from, to]));
  for (const line of [...here.keys()]) if (marksOf(line).length > 0) here.delete(line);
  const free = new Map<string, number[]>();
  const taken = new Set(here.values());
  for (let line = 1; line <= extentOf(now.rows, isRows); line++) {
    if (taken.has(line)) continue;
    const text = textsOf(now.rows, line, placesNow);
    free.set(text, [...(free.get(text) ?? []), line]);
  }
  const all = Array.from({ length: Math.max(extentOf(was, isRows), ...spans.map(({ to }) => to)) }, (_, i) => i + 1);
  for (const line of [...all].sort((a, b) => Number(isMeant(a)) - Number(isMeant(b)) || a - b)) {
    const own = marksOf(line);
    const pinned = now.marks.find(({ value }) => own.includes(value))?.column;
    const place = own.length > 0 ? pinned : (here.get(line) ?? free.get(textsOf(was, line, placesBefore))?.shift());
    if (place !== undefined) here.set(line, place);
  }
  const stayed = all.filter((line) => isMeant(line) && here.has(line));
  const [first] = stayed;
  if (first === undefined) return { lost: [], stayed: 0 };
  const isBlank = (line: number): boolean =>
    (isRows ? [...(was.get(line) ?? [])] : [...was.values()].map((row) => row[line - 1] ?? "")).every((c) => c === "");
  const missing = all.filter(
    (line) => !isMeant(line) && !here.has(line) && (marksOf(line).length > 0 || !isBlank(line)),
  );
  // Then our lines, which are now before the place of the deletion, had moved there, and lines after them were deleted.
  const isBehind = (here.get(first) as number) < first;
  const isLikely = (line: number): boolean => (isBehind ? line > first : line < (stayed[stayed.length - 1] as number));
  const distanceOf = (line: number): number =>
    Math.min(...spans.map(({ from, to }) => (line < from ? from - line : line - to)));
  // A line on the other side was dragged here. If the sheet is smaller than it should be, a person has deleted it.
  const deletions = spans.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const isSmaller = sizeNow < deleted.size - deletions;
  const hit = missing
    .filter((line) => isLikely(line) || !isSmaller)
    .sort((a, b) => Number(isLikely(b)) - Number(isLikely(a)) || distanceOf(a) - distanceOf(b))
    .slice(0, stayed.length);
  const widthNow = extentOf(now.rows, !isRows);
  const lost = hit.map((line): LostLine => {
    let before = line - 1;
    while (before > 0 && !here.has(before)) before--;
    const cells = Array.from({ length: widthNow }, (_, i): CellValue => {
      const at = cross.get(i + 1);
      return at === undefined ? "" : toWrite(cellOf(deleted.formulas, line, at), cellOf(was, line, at));
    });
    return { after: here.get(before) ?? 0, cells, marks: marksOf(line) };
  });
  return { lost, stayed: stayed.length };
}

/** True if exactly the meant rows are gone, and nothing else has changed. */
function isForeseen({ was, spans }: Deleted, { rows }: Now): boolean {
  const isMeant = (row: number): boolean => spans.some(({ from, to }) => row >= from && row <= to);
  const left = [...was].filter(([row]) => !isMeant(row)).map(([, cells]) => cells);
  const isEqual = (cells: CellValue[], at: number): boolean =>
    cells.every((cell, i) => String(cell) === String(cellAt(rows, at + 1, i + 1)));
  return left.every(isEqual) && extentOf(rows, true) <= left.length;
}

const extentOf = (rows: Rows, isRows: boolean): number =>
  isRows ? lastFilledRow(rows) : lastFilledColumn(rows.values());

const toWrite = (formula: CellValue, value: CellValue): CellValue =>
  formula !== "" ? formula : typeof value === "string" ? neutralText(value) : value;

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
