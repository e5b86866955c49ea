import { columnOf, fieldOfAnyMark } from "../sheet/pinned-columns";
import type { CellValue, ColumnMark, HeaderStyle, OpenSpreadsheet } from "../sheet/table";
import type { ColumnsRequest } from "./columns-request";
import { type Call, type Change, guard, type State } from "./guard";
import { cellAt, columnNumber, isSame, type Rows } from "./rows";
import { patiently } from "./steady";

/** The list works with plain headers, so a failure of Google does not count. */
const unlessGoogleFails = (apply: Call["apply"]): Call => ({
  apply(table) {
    try {
      apply(table);
    } catch {
      // They stay plain.
    }
  },
});

/**
 * Colours, notes and widths of new columns: each step repairs what the last one has hit because somebody moved columns.
 * @param isAgain true if an earlier execution may have hit something that nobody has repaired
 */
export function createStyling(request: ColumnsRequest, isAgain = false) {
  const { columns, group, like } = request;
  /** By mark: how many columns of others had the same colours before. */
  const coloured = new Map<string, number>();
  let styled: { row: number; headers: MarkedHeader[] } | null = null;

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

  function headerStyles(state: State, row: number, made: string[]): Call[] {
    const { marks } = state;
    if (row === 0 || made.length === 0) return [];
    if (styled && state.isAsMeant) return [];
    const headers = columns.flatMap(({ mark, style }): MarkedHeader[] => {
      const column = columnOf(marks, mark);
      return style && column !== null && made.includes(mark) ? [{ ...style, mark, column }] : [];
    });
    const sheet = made.length === columns.length ? sheetOf(state, columns.length) : "shared";
    const likeColumn = like === undefined ? null : columnOf(marks, like);
    const places = made.flatMap((mark) => columnOf(marks, mark) ?? []);
    const before = styled ?? (isAgain ? { row, headers } : null);
    const remember: Call = {
      apply() {
        styled ??= { row, headers };
      },
    };
    return [
      remember,
      ...(before ? restyling(state, group, row, before) : [noting(row, headers, sheet)]),
      ...(likeColumn !== null && places.length > 0 ? [likening(row, likeColumn, places)] : []),
    ];
  }

  /** @param row of the header; 0 for none @param made the marks of the new columns */
  return (state: State, row: number, made: string[]): Call[] => [
    ...colouring(state, made),
    ...headerStyles(state, row, made),
  ];
}

export type Styling = ReturnType<typeof createStyling>;

/**
 * Styles new columns beside inputs. This comes after their first results, because those are what people wait for, and
 * looks only at the header, because results may be written meanwhile.
 * @param made the marks of the new columns @param before the sheet as this execution has just seen it
 * @param isAgain true if an earlier execution has begun to style them
 */
export function styleColumns(
  world: Pick<OpenSpreadsheet, "book" | "clock">,
  sheetId: number,
  request: ColumnsRequest,
  made: string[],
  before: { seen: State; headerRow: number } | null,
  isAgain = false,
): void {
  const styling = createStyling(request, isAgain);
  const own = request.columns.filter(({ mark }) => made.includes(mark));
  let headerRow = before?.headerRow ?? request.headerRow ?? 1;
  const change: Change<"over"> = {
    sheetId,
    found: before && onlyRow(before.seen, headerRow),
    rows: () => [Math.max(1, headerRow)],
    gone: () => "over",
    columns: (marks) => own.flatMap(({ mark }) => columnOf(marks, mark) ?? []),
    // They stay plain if Google keeps failing.
    failed: patiently(world, () => "over"),
    plan(state) {
      const namesIn = (row: number): number =>
        own.filter(({ mark, header }) => isSame(cellAt(state.ought, row, columnOf(state.marks, mark) ?? 0), header))
          .length;
      if (own.length > 0 && headerRow > 0 && namesIn(headerRow) === 0) {
        if (!state.isWhole) return { isUnfound: true };
        headerRow = [...state.ought.keys()].find((row) => namesIn(row) > 0) ?? 0;
      }
      const calls = styling(state, headerRow, made);
      return calls.length > 0 ? { calls, write: [] } : { done: "over" };
    },
  };
  try {
    if (!isAgain) request.beginStyling?.();
    // If people move columns all the time, the next write tries again.
    if (guard(world, change) !== null) request.styled?.();
  } catch {
    // The results are there, and matter more.
  }
}

const onlyRow = (state: State, row: number): State => {
  const own = (rows: Rows): Rows => new Map([...rows].filter(([at]) => at === Math.max(1, row)));
  return { ...state, was: own(state.was), ought: own(state.ought), isWhole: false, isAsMeant: false };
};

type MarkedHeader = HeaderStyle & { mark: string };

/** `own`: the sheet has nothing but so many headers in its first row. */
function sheetOf({ isWhole, ought }: State, columns: number): "blank" | "own" | "shared" {
  const filled = [...ought].flatMap(([row, cells]) => cells.flatMap((cell, i) => (cell === "" ? [] : [{ row, i }])));
  if (!isWhole || filled.some(({ row, i }) => row > 1 || i >= columns)) return "shared";
  return filled.length === 0 ? "blank" : "own";
}

const noting = (row: number, headers: HeaderStyle[], sheet: "blank" | "own" | "shared"): Call =>
  unlessGoogleFails((table) => {
    if (headers.length > 0) table.styleHeader(row, headers, sheet);
  });

/** Beside bold headers, plain ones look like data. */
const likening = (row: number, other: number, columns: number[]): Call =>
  unlessGoogleFails((table) => table.likenHeaders(row, other, columns));

/** Removes our style from all cells that it may have hit, because somebody moved something, and styles ours again. */
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
  const width = Math.max(...[...ought.values()].map((cells) => cells.length), ...marks.map(columnNumber));
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
    noting(row, now, "shared"),
  ];
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
