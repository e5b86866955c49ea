import { isHeaderOf } from "../service/field-words";
import { readTag } from "../sheet/pinned-columns";
import { type CellAt, type CellValue, type ColumnMark, numbersBetween } from "../sheet/table";

/** Rows of a sheet by their numbers. Each begins with the first column. */
export type Rows = Map<number, CellValue[]>;

export interface Cell extends CellAt {
  value: CellValue;
}

/** The sheet as it would be if nobody had moved anything meanwhile. */
export interface Intended {
  /** The rows before the write, with the numbers that were used for writing. */
  was: Rows;
  /** The same rows without what had gone astray earlier. */
  ought: Rows;
  marks: ColumnMark[];
  /** Includes blank rows; 0 if the number is not known. */
  size: number;
  /** The same step has pinned these marks. They may have landed anywhere. */
  pinned: string[];
  isSure: boolean;
  /** Includes cells that Google may still write. */
  written: Cell[];
  /** Each hidden cell identifies the row that it was written to, or one with an equal input. */
  tagColumn: number | null;
  unknownTag(cells: CellValue[]): CellValue;
  /** The columns of results that are those of the row's own input: another execution may have written them meanwhile. */
  resultsOfInput?(cells: CellValue[]): number[];
}

/** A sheet without marks and hidden cells. */
export const unmarked = (was: Rows, ought: Rows, written: Cell[]): Intended => ({
  ...{ was, ought, written, marks: [], size: 0 },
  ...{ pinned: [], isSure: true, tagColumn: null, unknownTag: () => "" },
});

/** Rows and marks belong to one moment. */
export interface Now {
  rows: Rows;
  marks: ColumnMark[];
  size?: number;
}

/** Between a reading and the next look, nobody moves a row further than this by inserting or deleting rows above it. */
export const MARGIN_ROWS = 30;

export const rowsFrom = (first: number, cells: CellValue[][]): Rows => new Map(cells.map((row, i) => [first + i, row]));

export const cellAt = (rows: Rows, row: number, column: number): CellValue => rows.get(row)?.[column - 1] ?? "";

export const rowNumber = <Row>({ row }: { row: Row }): Row => row;

export const columnNumber = <Column>({ column }: { column: Column }): Column => column;

export const numbersTo = (last: number): number[] => numbersBetween(1, last);

export const placeName = (row: number, column: number): string => `${row} ${column}`;

/** Tells what was written to a place; `undefined` if nothing was. */
export function valuesWritten(written: Cell[]): (row: number, column: number) => CellValue | undefined {
  const values = new Map(written.map(({ row, column, value }) => [placeName(row, column), value]));
  return (row, column) => values.get(placeName(row, column));
}

/** Adds the texts of formulas that show nothing, also in rows without other content; by default in all columns. */
export function withFormulas(rows: Rows, formulas: Rows = new Map(), columns?: number[]): Rows {
  const whole = new Map(rows);
  for (const [row, texts] of formulas) {
    const cells = [...(rows.get(row) ?? [])];
    texts.forEach((text, i) => {
      if (text !== "" && cellAt(rows, row, i + 1) === "" && columns?.includes(i + 1) !== false) cells[i] = text;
    });
    const padded = Array.from(cells, (cell) => cell ?? "");
    if (padded.length > 0) whole.set(row, padded);
  }
  return whole;
}

/** False also for an empty checkbox: people insert them down to the end of a sheet. */
export const isContent = (cell: CellValue): boolean => cell !== "" && cell !== false;

/** True for a header that a table gives to an inserted column: `Column 1`, `Spalte 1`. */
export const isTableName = (cell: CellValue): boolean => /\D \d+$/.test(String(cell));

/** 0 if all are blank. */
export const lastFilledRow = (rows: Rows, isFilled = (cell: CellValue): boolean => cell !== ""): number =>
  Math.max(0, ...[...rows].flatMap(([row, cells]) => (cells.some(isFilled) ? [row] : [])));

export const isBlankColumn = (rows: Rows, column: number): boolean =>
  [...rows.values()].every((cells) => (cells[column - 1] ?? "") === "");

/** True also for a row that was not read. */
export const isBlankRow = (rows: Rows, row: number): boolean => !(rows.get(row) ?? []).some(isContent);

/** Equal inputs have equal tags. */
export const writtenTags = ({ written, tagColumn }: Intended): Map<CellValue, Cell[]> =>
  grouped(
    written.filter(({ column, value }) => column === tagColumn && value !== ""),
    ({ value }) => value,
  );

export const isOnce = (cells: CellValue[], value: CellValue): boolean =>
  cells.indexOf(value) === cells.lastIndexOf(value);

const MAY_BE_DATE = /^(?=.*\d)[\p{L}\d\s.,/-]+$|^[\d\s.,:/TZ+-]+$/u;

/** What a cell without the format of a date holds: the days since 30 December 1899. */
const dayNumber = (date: string): number => Date.parse(`${date} UTC`) / 86_400_000 + 25_569;

/** True also if the sheet has made a number or a date of the text, or shows the apostrophe that marks it. */
export const isSame = (cell: CellValue, written: CellValue): boolean =>
  cell === written ||
  String(cell) === String(written) ||
  cell === `'${String(written)}` ||
  (typeof cell === "number" && /^\d{4}-/.test(String(written)) && dayNumber(String(written)) === cell) ||
  (cell instanceof Date && typeof written === "string" && MAY_BE_DATE.test(written));

/**
 * The cells that do not hold what they ought to, with what they ought to hold. Nothing of ours is a formula: one may only
 * show again what it showed before an input was hit.
 */
export const differences = ({
  was,
  ought,
  formulas = new Map(),
}: Record<"was" | "ought", Rows> & { formulas?: Rows }) =>
  [...ought].flatMap(([row, cells]) =>
    cells.flatMap((value, i): Cell[] => {
      const isRight = isEqual(value, cellAt(was, row, i + 1)) || cellAt(formulas, row, i + 1) !== "";
      return isRight ? [] : [{ row, column: i + 1, value }];
    }),
  );

/** Two readings of a date give two objects. */
const isEqual = (one: CellValue, other: CellValue): boolean =>
  one === other || (one instanceof Date && other instanceof Date && one.getTime() === other.getTime());

/** Titles may be above the header. Further down, a company may have such a name. */
export const MAX_TITLES = 9;

export const isAmongNames =
  (fields: readonly string[]) =>
  (cell: CellValue): boolean =>
    fields.some((field) => isHeaderOf(cell, field));

/** The first row with the most names, else row 1; 0 if a job wrote row 1, because somebody has deleted the header. */
export function headerIn(
  rows: Rows,
  isName: (cell: CellValue) => boolean,
  tagColumn: number | null,
): { row: number; cells: CellValue[] } {
  const isListed = tagColumn !== null && readTag(cellAt(rows, 1, tagColumn)) !== null;
  const best = { row: isListed ? 0 : 1, cells: isListed ? [] : (rows.get(1) ?? []), names: 0 };
  for (const [row, cells] of rows) {
    if (row > MAX_TITLES + 1) continue;
    const names = cells.filter(isName).length;
    if (names > best.names) Object.assign(best, { row, cells, names });
  }
  return best;
}

/** Keeps the order of the items. Items whose key is `null` are left out. */
export function grouped<Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key | null): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
