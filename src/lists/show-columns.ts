import { type FieldWords, noteOf } from "../service/field-words";
import { columnOf } from "../sheet/pinned-columns";
import type { CellValue, ColumnMark, HeaderStyle } from "../sheet/table";
import type { ColumnsRequest, StyledHeaders } from "./column-places";
import type { Call, State } from "./guard";

/** The line of a field in the note of its header, and the one that earlier versions have written. */
export const linesOf = (field: string, words: FieldWords): HeaderStyle["lines"] => [noteOf(field, words), field];

/** The headers of new columns that are to be styled, where they stand. */
export const headersToStyle = (
  marks: ColumnMark[],
  { columns }: ColumnsRequest,
  made: string[],
): StyledHeaders["headers"] =>
  columns.flatMap(({ mark, style }) => {
    const column = columnOf(marks, mark);
    return style && column !== null && made.includes(mark) ? [{ ...style, mark, column }] : [];
  });

/** Makes headers readable. The list works without it: where Google fails or refuses, they stay plain. */
export const styling = (row: number, headers: HeaderStyle[], sheet: "blank" | "own" | "shared"): Call => ({
  apply(table) {
    try {
      if (headers.length > 0) table.styleHeader(row, headers, sheet);
    } catch {
      // They stay plain.
    }
  },
});

/** Takes our style off all cells that may have been hit instead of ours, as somebody moved columns or rows, and styles ours anew. */
export function restyling({ marks, ought }: State, group: string, row: number, styled: StyledHeaders): Call[] {
  if (styled.headers.length === 0) return [];
  const lines = styled.headers.flatMap((header) => header.lines) as string[] as HeaderStyle["lines"];
  const isBold = styled.headers.some((header) => header.isBold);
  // Another list in the sheet may have headers with the same lines.
  const others = new Set(marks.filter(({ value }) => !value.startsWith(group)).map(({ column }) => column));
  const width = Math.max(...[...ought.values()].map((cells) => cells.length), ...marks.map(({ column }) => column));
  const cells = Array.from({ length: width }, (_, i) => ({ column: i + 1, lines, isBold })).filter(
    ({ column }) => !others.has(column),
  );
  const now = styled.headers.flatMap((header) => {
    const column = columnOf(marks, header.mark);
    return column === null ? [] : [{ ...header, column }];
  });
  const rows = [...new Set([styled.row, row])];
  return [
    ...rows.map((hit): Call => ({ apply: (table) => table.unstyleHeader(hit, cells) })),
    styling(row, now, "shared"),
  ];
}

/** Takes a line of ours off a note, if it stands there. */
export const takeNoteOff = ({ row, column }: { row: number; column: number }, line: string): Call => ({
  apply: (table) => table.addToNotes(column, [{ row, text: "" }], line),
});

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
