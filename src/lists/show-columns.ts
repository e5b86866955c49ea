import { type FieldWords, isHeaderOf, listedWords, noteOf } from "../service/field-words";
import { columnBefore, columnOf, fieldOfMark, isFieldMark, isUnmoved } from "../sheet/pinned-columns";
import type { CellValue, ColumnMark, HeaderStyle, Table } from "../sheet/table";
import type { ColumnsWish } from "./column-places";
import type { Call, State } from "./guard";
import { untilSteady } from "./steady";
import { writeBlock } from "./write-block";

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
      own.map(({ column, value }) => {
        const field = fieldOfMark(value);
        return { column, lines: linesOf(field, listedWords(field)), isBold: true };
      }),
    );
    const isNamedByUs = (mark: ColumnMark): boolean =>
      !isFieldMark(mark) || isHeaderOf(header[mark.column - 1] ?? "", fieldOfMark(mark.value));
    const named = own.filter(isNamedByUs).map(({ column }) => column);
    if (named.length > 0) writeBlock(table, { columns: named, rows: [{ row, values: named.map(() => "") }] });
    const now = table.marks();
    if (isUnmoved(now, marks)) table.unpin(hiddenLast(values));
    else putBack(table, { marks, header, row }, now, named);
    return null;
  };
  return untilSteady(attempt) ?? false;
}

/** The mark of the hidden column goes last: if Google fails between two, the list is still known by it. */
export function hiddenLast(values: string[]): string[] {
  const isField = (value: string): boolean => isFieldMark({ column: 0, value });
  return [...values.filter(isField), ...values.filter((value) => !isField(value))];
}

/** The pinned columns and the row of names at one moment. */
interface Seen {
  marks: ColumnMark[];
  header: CellValue[];
  row: number;
}

/** Names have come to columns that are somebody else's. */
function putBack(table: Table, before: Seen, marks: ColumnMark[], named: number[]): void {
  const width = Math.min(before.header.length, table.gridColumns());
  const { row } = before;
  const header = table.read({ row, column: 1, rows: 1, columns: width })[0] ?? [];
  const there = named.filter((column) => column <= width);
  const values = there.map((column) => headerBefore(before, { marks, header, row }, column));
  if (there.length > 0) writeBlock(table, { columns: there, rows: [{ row, values }] });
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

/** The line of a field in the note of its header, and the one that earlier versions have written. */
export const linesOf = (field: string, words: FieldWords): HeaderStyle["lines"] => [noteOf(field, words), field];

/** A header that was styled, by the mark of its column. */
export interface StyledHeader extends HeaderStyle {
  mark: string;
}

/** The headers of new columns that are to be styled, where they stand. */
export const headersToStyle = (marks: ColumnMark[], { columns }: ColumnsWish, made: string[]): StyledHeader[] =>
  columns.flatMap(({ mark, style }) => {
    const column = columnOf(marks, mark);
    return style && column !== null && made.includes(mark) ? [{ ...style, mark, column }] : [];
  });

/**
 * Makes headers readable. The list works without it: where Google fails or refuses, they stay plain.
 * @param isWhole all of the sheet is ours, and its header stays in sight
 */
export const styling = (row: number, headers: StyledHeader[], isWhole: boolean): Call => ({
  apply(table) {
    try {
      if (headers.length > 0) table.styleHeader(row, headers, isWhole);
    } catch {
      // They stay plain.
    }
  },
});

/** Takes our style off all columns that may have been hit instead of ours, as somebody moved columns, and styles ours anew. */
export function restyling({ marks, ought }: State, group: string, row: number, styled: StyledHeader[]): Call[] {
  if (styled.length === 0) return [];
  const lines = styled.flatMap((header) => header.lines) as string[] as HeaderStyle["lines"];
  const isBold = styled.some((header) => header.isBold);
  // Another list in the sheet may have headers with the same lines.
  const others = new Set(marks.filter(({ value }) => !value.startsWith(group)).map(({ column }) => column));
  const width = Math.max(...[...ought.values()].map((cells) => cells.length), ...marks.map(({ column }) => column));
  const headers = Array.from({ length: width }, (_, i) => ({ column: i + 1, lines, isBold })).filter(
    ({ column }) => !others.has(column),
  );
  const now = styled.flatMap((header) => {
    const column = columnOf(marks, header.mark);
    return column === null ? [] : [{ ...header, column }];
  });
  return [{ apply: (table) => table.unstyleHeader(row, headers) }, styling(row, now, false)];
}

/** Makes new headers bold if another one is: beside bold ones, plain ones look like data. */
export const likening = (row: number, other: number, columns: number[]): Call => ({
  apply(table) {
    try {
      table.likenHeaders(row, other, columns);
    } catch {
      // They stay plain.
    }
  },
});

/** A character of Sheets' own font, in pixels, and what stands around a text. */
const CHARACTER_PX = 7;
const PADDING_PX = 26;

/** Few widths: columns of the same one beside each other get it in one call. */
const WIDTHS_PX = [160, 280];

/** A width that most texts of a column fit into, if there is one. */
export function widthOf(cells: CellValue[]): number {
  const lengths = cells.map((cell) => String(cell).length).sort((a, b) => a - b);
  const [header = ""] = cells;
  const most = Math.max(String(header).length, lengths[Math.floor(lengths.length * 0.9)] ?? 0);
  return WIDTHS_PX.find((widthPx) => widthPx >= widthFor(most)) ?? Math.max(...WIDTHS_PX);
}

/** The width that a text of so many characters needs. */
export const widthFor = (characters: number): number => characters * CHARACTER_PX + PADDING_PX;
