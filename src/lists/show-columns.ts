import { type FieldWords, noteOf } from "../service/field-words";
import { columnOf, fieldOfAnyMark } from "../sheet/pinned-columns";
import type { CellValue, ColumnMark, HeaderStyle } from "../sheet/table";
import type { ColumnsRequest, StyledHeaders } from "./column-places";
import type { Call, State } from "./guard";

/** The second line is the one that earlier versions have written. */
export const linesOf = (field: string, words: FieldWords): HeaderStyle["lines"] => [noteOf(field, words), field];

export const headersToStyle = (
  marks: ColumnMark[],
  { columns }: ColumnsRequest,
  made: string[],
): StyledHeaders["headers"] =>
  columns.flatMap(({ mark, style }) => {
    const column = columnOf(marks, mark);
    return style && column !== null && made.includes(mark) ? [{ ...style, mark, column }] : [];
  });

/** The list works with plain headers, so a failure of Google does not count. */
export const styling = (row: number, headers: HeaderStyle[], sheet: "blank" | "own" | "shared"): Call => ({
  apply(table) {
    try {
      if (headers.length > 0) table.styleHeader(row, headers, sheet);
    } catch {
      // They stay plain.
    }
  },
});

/** Removes our style from all cells that it may have hit, because somebody moved something, and styles ours again. */
export function restyling({ marks, ought }: State, group: string, row: number, styled: StyledHeaders): Call[] {
  if (styled.headers.length === 0) return [];
  const lines = styled.headers.flatMap((header) => header.lines) as string[] as HeaderStyle["lines"];
  const isBold = styled.headers.some((header) => header.isBold);
  // Results of another list in the sheet may have headers with the same lines.
  const isOfOthers = ({ value }: ColumnMark): boolean => !value.startsWith(group) && fieldOfAnyMark(value) !== null;
  const others = new Set(marks.filter(isOfOthers).map(({ column }) => column));
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

export const takeNoteOff = ({ row, column }: { row: number; column: number }, line: string): Call => ({
  apply: (table) => table.addToNotes(column, [{ row, text: "" }], line),
});

/** Beside bold headers, plain ones look like data. */
export const likening = (row: number, other: number, columns: number[]): Call => ({
  apply(table) {
    try {
      table.likenHeaders(row, other, columns);
    } catch {
      // They stay plain.
    }
  },
});

/** The width of a character in Sheets' own font, and of the space around a text. */
const CHARACTER_PX = 7;
const PADDING_PX = 26;

/** There are only a few widths, because neighbouring columns of the same width need one call. */
const WIDTHS_PX = [160, 280];

export function widthOf(cells: CellValue[]): number {
  const lengths = cells.map((cell) => String(cell).length).sort((a, b) => a - b);
  const [header = ""] = cells;
  const most = Math.max(String(header).length, lengths[Math.floor(lengths.length * 0.9)] ?? 0);
  return WIDTHS_PX.find((widthPx) => widthPx >= widthFor(most)) ?? Math.max(...WIDTHS_PX);
}

export const widthFor = (characters: number): number => characters * CHARACTER_PX + PADDING_PX;
