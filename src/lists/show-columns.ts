import { headerOf } from "../service/fields";
import { columnBefore, columnOf, fieldOfMark, isFieldMark, isUnmoved } from "../sheet/pinned-columns";
import type { CellValue, ColumnMark, HeaderStyle, Table } from "../sheet/table";
import type { SheetWorld } from "../world";
import type { ColumnsWish } from "./column-places";
import { PAUSE_MS, untilSteady } from "./steady";
import { writeBlock } from "./write-block";

/** Headers are the same whatever their letter case and signs: `Location Country` is `location.country`. */
const plainHeader = (header: CellValue): string =>
  String(header)
    .toLowerCase()
    .replace(/[\s._-]+/g, " ")
    .trim();

/** True if a column's name is a field's: its own, or the header that people read. */
export const isHeaderOf = (header: CellValue, field: string): boolean =>
  [field, headerOf(field)].some((name) => plainHeader(name) === plainHeader(header));

/** Google's words, and the names of the columns that it refuses to change. */
export interface RefusedColumns {
  words: string;
  columns: string[];
}

/**
 * Takes the names, their style and the marks off columns that were blank before, and shows those that were hidden.
 * Deleted, they would move what stands right of them. A name that somebody has given one stays.
 * @param row of their names
 * @param values their marks
 * @returns false when somebody moves columns all the time
 */
export function unnameColumns(table: Table, row: number, values: string[]): boolean {
  const attempt = (): true | null => {
    table.flush();
    const marks = table.marks();
    const own = marks.filter(({ value }) => values.includes(value));
    if (own.length === 0) return true;
    const columns = own.map(({ column }) => column);
    const header = table.read({ row, column: 1, rows: 1, columns: table.gridColumns() })[0] ?? [];
    // Else it is not known which name belongs to which mark.
    table.flush();
    if (!isUnmoved(table.marks(), marks)) return null;
    for (const column of columns) table.showColumn(column);
    table.unstyleHeader(
      row,
      own.map(({ column, value }) => ({ column, note: fieldOfMark(value) })),
    );
    const isNamedByUs = (mark: ColumnMark): boolean =>
      !isFieldMark(mark) || isHeaderOf(header[mark.column - 1] ?? "", fieldOfMark(mark.value));
    const named = own.filter(isNamedByUs).map(({ column }) => column);
    if (named.length > 0) writeBlock(table, { columns: named, rows: [{ row, values: named.map(() => "") }] });
    const now = table.marks();
    if (isUnmoved(now, marks)) table.unpin(values);
    else putBack(table, { marks, header, row }, now, named, []);
    return null;
  };
  return untilSteady(attempt) ?? false;
}

/** The pinned columns and the row of names at one moment. */
interface Seen {
  marks: ColumnMark[];
  header: CellValue[];
  row: number;
}

/** Names and hidden columns have come to columns that are somebody else's. */
function putBack(table: Table, before: Seen, marks: ColumnMark[], named: number[], hidden: number[]): void {
  const width = Math.min(before.header.length, table.gridColumns());
  const { row } = before;
  const header = table.read({ row, column: 1, rows: 1, columns: width })[0] ?? [];
  const there = named.filter((column) => column <= width);
  const values = there.map((column) => headerBefore(before, { marks, header, row }, column));
  if (there.length > 0) writeBlock(table, { columns: there, rows: [{ row, values }] });
  for (const column of hidden) if (columnBefore(before.marks, marks, column) !== column) table.showColumn(column);
  table.flush();
}

/** The content above a column before it was written over. */
function headerBefore(before: Seen, now: Seen, column: number): CellValue {
  const from = columnBefore(before.marks, now.marks, column);
  if (from !== null) return before.header[from - 1] ?? "";
  // Pins on both sides have moved differently: it came along with those on the right, or was inserted before them.
  const moves = now.marks.flatMap((mark) => {
    const old = before.marks.find(({ value }) => value === mark.value);
    return old ? [{ to: mark.column, by: mark.column - old.column }] : [];
  });
  const right = moves.filter(({ to }) => to > column).sort((a, b) => a.to - b.to)[0]?.by ?? 0;
  const left = moves.filter(({ to }) => to < column).sort((a, b) => b.to - a.to)[0]?.by ?? 0;
  const name = before.header[column - right - 1] ?? "";
  const hasStayed = now.header[column - right + left - 1] === name;
  return hasStayed ? "" : name;
}

/**
 * Makes the headers of new columns readable; done again when somebody moves columns meanwhile. The list works without
 * it: where Google keeps failing or refuses, the headers stay plain.
 * @param made the marks of the new ones
 */
export function styleHeaders(
  { clock }: Pick<SheetWorld, "clock">,
  table: Table,
  { columns, headerRow }: ColumnsWish,
  made: string[],
): void {
  const styled = columns.flatMap(({ mark, style }) => (style && made.includes(mark) ? [{ mark, ...style }] : []));
  if (styled.length === 0) return;
  // All of the sheet is ours, and its header stays in sight.
  const isWhole = made.length === columns.length && table.lastRow() <= 1 && table.lastColumn() <= columns.length;
  const place = (): HeaderStyle[] => {
    const marks = table.marks();
    return styled
      .map(({ mark, ...style }) => ({ ...style, column: columnOf(marks, mark) ?? 0 }))
      .filter(({ column }) => column > 0);
  };
  untilSteady(() => {
    try {
      const placed = place();
      table.styleHeader(headerRow, placed, isWhole);
      table.flush();
      if (JSON.stringify(place()) === JSON.stringify(placed)) return true;
      // The notes may stand above columns of somebody else's.
      table.unstyleHeader(headerRow, placed);
    } catch {
      clock.sleep(PAUSE_MS);
    }
    return null;
  });
}

/** A character of Sheets' own font, in pixels, and what stands around a text. */
const CHARACTER_PX = 7;
const PADDING_PX = 26;

/** Few widths: columns of the same one beside each other get it in one call. */
const WIDTHS_PX = [90, 160, 280];

/** A width that most texts of a column fit into, if there is one. */
export function widthOf(cells: CellValue[]): number {
  const lengths = cells.map((cell) => String(cell).length).sort((a, b) => a - b);
  const [header = ""] = cells;
  const most = Math.max(String(header).length, lengths[Math.floor(lengths.length * 0.9)] ?? 0);
  return WIDTHS_PX.find((widthPx) => widthPx >= widthFor(most)) ?? Math.max(...WIDTHS_PX);
}

/** The width that a text of so many characters needs. */
export const widthFor = (characters: number): number => characters * CHARACTER_PX + PADDING_PX;
