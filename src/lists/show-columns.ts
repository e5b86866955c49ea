import { columnOf, fieldOfAnyMark } from "../sheet/pinned-columns";
import { type CellValue, type ColumnMark, type HeaderStyle, unlessGoogleFails, widthOf } from "../sheet/table";
import type { ColumnsRequest } from "./columns-request";
import type { Call, State } from "./guard";
import { columnNumber, numbersTo } from "./rows";

/** The list works with plain headers, so a failure of Google does not count. */
const styling = (apply: Call["apply"]): Call => ({
  apply: (table, sheet) => void unlessGoogleFails(() => apply(table, sheet)),
});

/**
 * Colours, notes and widths of new columns: each step repairs what the last one has hit because somebody moved columns.
 * @param isAgain true if an earlier execution may have hit something that nobody has repaired
 */
export function createStyling(request: ColumnsRequest, isAgain = false) {
  const { columns, group } = request;
  /** By mark: how many columns of others had the same colours before. */
  const coloured = new Map<string, number>();
  let styled: { row: number; headers: MarkedHeader[] } | null = null;
  /** True if the sheet has nothing but these columns. */
  let areAlone = false;

  /** Colours that have hit columns of others are removed. */
  function colouring({ marks, isAsMeant }: State, made: string[]): Call[] {
    return columns.flatMap(({ mark, colours }): Call[] => {
      const column = columnOf(marks, mark);
      const before = coloured.get(mark);
      if (!colours || column === null || (before !== undefined && isAsMeant)) return [];
      const isOfField = (at: number): boolean =>
        marks.some((each) => each.column === at && fieldOfAnyMark(each.value) !== null);
      const others = (all: number[]): number[] => all.filter((at) => at !== column && !isOfField(at));
      const hasSame = (own: ColumnsRequest["columns"][number]): boolean =>
        colours.some(([text]) => own.colours?.some(([other]) => other === text));
      const isOfOurs = (at: number): boolean =>
        columns.some((own) => !hasSame(own) && columnOf(marks, own.mark) === at);
      // Rules move along with the column that they have hit, so its number may be another one by now.
      const strayed: Call = {
        apply: (table) =>
          table.removeColours(colours, (all) => [...others(all).slice(before ?? all.length), ...all.filter(isOfOurs)]),
      };
      return [
        ...(before === undefined && !isAgain ? [] : [strayed]),
        {
          apply(table) {
            // If Google fails in the middle, nobody knows whose colours were there.
            coloured.set(mark, before ?? Number.POSITIVE_INFINITY);
            const all = table.addColours(column, colours, made.includes(mark));
            coloured.set(mark, before ?? others(all).length);
          },
        },
      ];
    });
  }

  const headersOf = ({ marks }: State, made: string[]): MarkedHeader[] =>
    columns.flatMap(({ mark, style }) => {
      const column = columnOf(marks, mark);
      return style && column !== null && made.includes(mark) ? [{ ...style, mark, column }] : [];
    });

  const noting = (row: number, headers: MarkedHeader[], areNew: boolean): Call =>
    styling((table) => {
      styled ??= { row, headers };
      if (headers.length > 0) table.styleHeader(row, headers, areNew);
    });

  return {
    colours: colouring,
    /** @param row of the header; 0 for none @param made the marks of the new columns @param areNew true if nothing can be in their notes */
    notes(state: State, row: number, made: string[], areNew: boolean): Call[] {
      if (row === 0 || made.length === 0 || (styled && state.isAsMeant)) return [];
      const headers = headersOf(state, made);
      const sheet = made.length === columns.length && !styled ? sheetOf(state, columns.length) : "shared";
      const before = styled ?? (isAgain ? { row, headers } : null);
      areAlone ||= sheet !== "shared";
      return [
        ...(before ? restyling(state, group, row, before) : []),
        noting(row, headers, areNew || sheet === "blank"),
      ];
    },
    /** These come last, because people wait for their first results. On somebody's column they do little harm. */
    lastLooks(state: State, row: number, made: string[]): Call[] {
      const headers = headersOf(state, made);
      // A sheet of ours keeps its header in view.
      const freezing = areAlone ? [styling((table) => table.freezeHeader())] : [];
      return headers.length === 0 ? [] : [...freezing, styling((table) => table.finishHeaders(row, headers))];
    },
  };
}

export type Styling = ReturnType<typeof createStyling>;

type MarkedHeader = HeaderStyle & { mark: string };

/** `own`: the sheet has nothing but so many headers in its first row. */
function sheetOf({ isWhole, ought }: State, columns: number): "blank" | "own" | "shared" {
  const filled = [...ought].flatMap(([row, cells]) => cells.flatMap((cell, i) => (cell === "" ? [] : [{ row, i }])));
  if (!isWhole || filled.some(({ row, i }) => row > 1 || i >= columns)) return "shared";
  return filled.length === 0 ? "blank" : "own";
}

/** Removes our style from all cells that it may have hit, because somebody moved something. */
function restyling(
  { marks, ought }: State,
  group: string,
  row: number,
  styled: { row: number; headers: MarkedHeader[] },
): Call[] {
  if (styled.headers.length === 0) return [];
  const lines = styled.headers.map(({ line }) => line);
  const isBold = styled.headers.some((header) => header.isBold);
  // Results of another list in the sheet may have headers with the same lines.
  const isOfOthers = ({ value }: ColumnMark): boolean => !value.startsWith(group) && fieldOfAnyMark(value) !== null;
  const others = new Set(marks.filter(isOfOthers).map(columnNumber));
  const width = Math.max(widthOf(ought.values()), ...marks.map(columnNumber));
  const cells = numbersTo(width).flatMap((column) => (others.has(column) ? [] : [{ column, lines, isBold }]));
  const rows = [...new Set([styled.row, row])];
  return rows.map((hit): Call => ({ apply: (table) => table.unstyleHeader(hit, cells) }));
}

/** The width of a character in Sheets' own font, and of the space around a text. */
const CHARACTER_PX = 7;
const PADDING_PX = 26;

/** There are only a few widths, because neighbouring columns of the same width need one call. */
const WIDTHS_PX = [160, 280];

export function widthPxOf(cells: CellValue[]): number {
  const lengths = cells.map((cell) => String(cell).length).sort((a, b) => a - b);
  const [header = ""] = cells;
  const most = Math.max(String(header).length, lengths[Math.floor(lengths.length * 0.9)] ?? 0);
  return WIDTHS_PX.find((widthPx) => widthPx >= widthFor(most)) ?? Math.max(...WIDTHS_PX);
}

export const widthFor = (characters: number): number => characters * CHARACTER_PX + PADDING_PX;
