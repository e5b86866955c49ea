import type { CellValue, ColumnMark } from "../sheet/table";
import { grouped } from "./grouped";

/** Rows of a sheet by their numbers, each from the first column on. */
export type Rows = Map<number, CellValue[]>;

/** A cell and what it holds, or is to hold. */
export interface Cell {
  row: number;
  column: number;
  value: CellValue;
}

/** What was meant by a change: the sheet as it would stand if nobody had moved anything meanwhile. */
export interface Meant {
  /** Before cells were written, in the numbers that they were written by. */
  was: Rows;
  /** The same without what had gone astray earlier. */
  ought: Rows;
  marks: ColumnMark[];
  /** The number of rows of the sheet, blank ones included; 0 if it is not known. */
  size: number;
  /** Marks that were pinned in the same step: they may have landed anywhere. */
  pinned: string[];
  /** True if rows and marks belong to one moment. */
  isSure: boolean;
  /** The cells that were written, and those that may be. */
  written: Cell[];
  /** The column of hidden cells: each tells the row that it was written to, or one with an equal input. */
  tagColumn: number | null;
  /** Stands in the tag's cell of a row of which nothing tells what it held. */
  unknownTag(cells: CellValue[]): CellValue;
}

/** The sheet as it stands afterwards; rows and marks belong to one moment. */
export interface Now {
  rows: Rows;
  marks: ColumnMark[];
  size?: number;
}

/** Rows that were read from a number on. */
export const rowsFrom = (first: number, cells: CellValue[][]): Rows => new Map(cells.map((row, i) => [first + i, row]));

export const cellAt = (rows: Rows, row: number, column: number): CellValue => rows.get(row)?.[column - 1] ?? "";

/**
 * Rows in which formulas that show nothing stand by their texts, also where nothing else stands.
 * @param columns in which they count; all if left out
 */
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

export const isBlankColumn = (rows: Rows, column: number): boolean =>
  [...rows.values()].every((cells) => (cells[column - 1] ?? "") === "");

/** True for a row that was not read, too. */
export const isBlankRow = (rows: Rows, row: number): boolean => (rows.get(row) ?? []).every((cell) => cell === "");

/** The tags that were written, by their texts: equal inputs have equal ones. */
export const tagsIn = ({ written, tagColumn }: Meant): Map<CellValue, Cell[]> =>
  grouped(
    written.filter(({ column, value }) => column === tagColumn && value !== ""),
    ({ value }) => value,
  );

/** True if no other cell of a row holds the same. */
export const isOnce = (cells: CellValue[], value: CellValue): boolean =>
  cells.indexOf(value) === cells.lastIndexOf(value);

/** A text that a cell may take for a date. */
const MAY_BE_DATE = /^(?=.*\d)[\p{L}\d\s.,/-]+$|^[\d\s.,:/TZ+-]+$/u;

/**
 * True if a cell shows what was written, even if the sheet has made a number or a date of a text, or shows the mark of a
 * text.
 */
export const isSame = (cell: CellValue, written: CellValue): boolean =>
  cell === written ||
  String(cell) === String(written) ||
  cell === `'${String(written)}` ||
  (cell instanceof Date && typeof written === "string" && MAY_BE_DATE.test(written));
