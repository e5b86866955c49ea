import type { Clock, DocumentLock, Store, TextCache } from "../google";
import { orNull } from "../json";

export type CellValue = string | number | boolean | Date;

/** The rows and columns of a sheet that Google has just made (google.grid-does-not-grow). */
export const NEW_GRID = { rows: 1_000, columns: 26 };

/** Rows and columns count from 1. */
export interface Block {
  row: number;
  column: number;
  rows: number;
  columns: number;
}

/** Row and column count from 1. */
export interface CellAt {
  row: number;
  column: number;
}

/** Consecutive rows or columns, which one call can read or write. */
export interface Span {
  from: number;
  to: number;
}

/** From the first to the last; none if the last is lower. */
export const numbersBetween = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i);

/** @param maxGap the most unwanted numbers in a row that a span may include */
export function spansOf(numbers: Iterable<number>, maxGap = 0): Span[] {
  const spans: Span[] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = spans[spans.length - 1];
    if (last && number - last.to <= maxGap + 1) last.to = Math.max(last.to, number);
    else spans.push({ from: number, to: number });
  }
  return spans;
}

/** The highest number up to `most` that is there, if all below it are there as well; at least 1. */
export function lastThere(most: number, isThere: (number: number) => boolean): number {
  let [there, gone] = [1, most + 1];
  while (gone - there > 1) {
    const middle = Math.floor((there + gone) / 2);
    if (isThere(middle)) there = middle;
    else gone = middle;
  }
  return there;
}

/** The last column in which a row has content; 0 if all rows are blank. */
export const lastFilledColumn = (rows: Iterable<CellValue[]>): number =>
  [...rows].reduce(
    (most, row) => row.reduce<number>((last, cell, i) => (cell === "" ? last : Math.max(last, i + 1)), most),
    0,
  );

export const byColumn = (a: { column: number }, b: { column: number }): number => a.column - b.column;

/** The cells in the longest row; 0 without rows. */
export const widthOf = (rows: Iterable<unknown[]>): number => Math.max(0, ...Array.from(rows, ({ length }) => length));

const LETTERS = 26;

/** A column's name: 1 is A, 28 is AB. */
export function columnLetter(column: number): string {
  let rest = column;
  let letters = "";
  while (rest > 0) {
    letters = String.fromCharCode(65 + ((rest - 1) % LETTERS)) + letters;
    rest = Math.floor((rest - 1) / LETTERS);
  }
  return letters;
}

/** All content of a sheet, from A1 on, as rows of equal length. */
export interface SheetContent {
  /** As formulas read them: text, numbers, booleans, dates; `""` for blank. */
  values: CellValue[][];
  /** `""` where there is no formula. */
  formulas: string[][];
}

export interface CellLooks {
  numberFormats: string[][];
  /** Colours as `#rrggbb`. */
  backgrounds: string[][];
}

/** The content of a new sheet. It has values only, so nothing in it is calculated. */
export interface RowCopy extends CellLooks {
  cells: CellValue[][];
  /** The new columns get the widths of these; missing if nothing was copied. */
  madeOf?: { sheetId: number; columns: number[] };
}

interface MadeSheet {
  table: Table;
  name: string;
  cells: CellValue[][];
}

/** Developer metadata pins the value to the column, wherever it goes. */
export interface ColumnMark {
  column: number;
  value: string;
}

/** Sheets refuses some characters, and much longer names. */
const MAX_NAME_CHARACTERS = 80;

/** An apostrophe may stand between letters only, because programs that read the file refuse it at either end. */
export const sheetNameOf = (wanted: string): string =>
  wanted
    .replace(/[[\]*?:/\\\s]+/g, " ")
    .slice(0, MAX_NAME_CHARACTERS)
    .replace(/^[\s']+|(?<![\s'])[\s']+$/g, "") || "Sheet";

/** Thrown if somebody has moved or deleted rows, columns or the sheet itself meanwhile. */
export class MovedError extends Error {}

/** `null` if Google has failed or refuses. */
export const unlessGoogleFails = orNull;

/** Renaming and moving the sheet do not matter: its id identifies it. */
export interface Table extends TableChanges {
  readonly id: number;
  name(): string;
  lastRow(): number;
  lastColumn(): number;
  /** True if the sheet has this cell; makes no call. */
  hasCell(row: number, column: number): boolean;
  /** The last column of the merge that covers a cell; the cell's own column if none does. */
  mergedTo(row: number, column: number): number;
  /** False if the cell is protected from this user; true also if Google does not tell. */
  canEdit(cell: CellAt): boolean;
  gridColumns(): number;
  /** True if no other sheet is visible: Google neither hides nor deletes this one (google.last-sheet). */
  isLastVisible(): boolean;
  /** Reads the pinned columns of the sheet in one call. */
  marks(): ColumnMark[];
  /** Like `marks`, but always read again. */
  marksNow(): ColumnMark[];
  /** May answer from memory since the last write or flush. @throws MovedError if a part is outside the sheet */
  read(block: Block): CellValue[][];
  /** Reads rows over the whole width of the sheet. @throws as `read` */
  readRows(from: number, to: number): CellValue[][];
  readUsed(): CellValue[][];
  /** True if a used cell has a note. Comments do not count. */
  hasNotes(): boolean;
  /** `""` in cells without a formula. */
  readUsedFormulas(): string[][];
  /** Reads blank cells as well, in one call. @throws as `read` */
  readColumn(column: number): CellValue[];
  /** Columns without a condition of the sheet's filter are left out. */
  conditionsOn(columns: number[]): FilterCondition[];
  /** @throws as `read` */
  readLooks(block: Block): CellLooks;
  /** `""` where a cell has no formula. @throws as `read` */
  readFormulas(block: Block): string[][];
  /** Rows that somebody deletes meanwhile do no harm. */
  readAll(): SheetContent;
  /** Sends pending writes, and makes the next reading a real one. @throws if Google refuses a write */
  flush(): void;
  /** Shows the top of `column`, or with `null` the place that was left. Selects `rows` there, or as whole rows. */
  bringForward(column: number | null, rows: Span[]): void;
}

export interface HeaderStyle {
  column: number;
  /** A line for the header's note. */
  line: string;
  /** False leaves the header's weight as it is until its column is finished. */
  isBold: boolean;
  /** `null` leaves the width as it is. */
  widthPx: number | null;
}

export interface FilterCondition {
  column: number;
  /** The only text that is shown; `null` for another condition. */
  text: string | null;
}

export interface ShownRows {
  column: number;
  /** `null` for any text. */
  text: string | null;
  headerRow: number;
  /** The last column of the list, for a new filter. */
  lastColumn: number;
  /** The filter's texts on these columns of results are taken off. */
  others: number[];
}

export interface VisibleRows {
  rows: Set<number>;
  /** True if the helper sheet in which Google was asked is still there. */
  hasLeftHelper: boolean;
}

export interface TableChanges {
  pin(column: number, value: string): void;
  unpin(values: string[]): void;
  /** Parses text as if typed. A refusal shows at `flush`, at the next read, or never if the execution ends. */
  write(block: Block, values: CellValue[][]): void;
  /** Replaces a text also in formulas, in the same letter case. @throws at once what `write` throws */
  replaceText(block: Block, text: string, replacement: string): void;
  /**
   * Adds lines that the notes do not have yet. Protected cells refuse them. @throws as `write`
   * @param replaced begins earlier lines, which new ones replace, and a new line of `""` only removes
   */
  addToNotes(column: number, lines: { row: number; text: string }[], replaced?: string): void;
  /** Makes one call. @throws as `write` */
  writeEverywhere(blocks: Block[], value: CellValue): void;
  /**
   * Finds rows with content that are neither filtered out nor hidden; filter views do not count. This takes many
   * calls, so ask once for all rows.
   * @throws when the spreadsheet is too full for Google to tell
   */
  visibleRows(from: number, to: number): VisibleRows;
  /** Until `clearInherited` new columns look and validate like the one before. In a Google table they have a header. */
  insertColumnsAfter(column: number, count: number): void;
  /** Also takes validations off (google.clear-parts). @throws in a table's typed columns, perhaps only at `flush` */
  clearInherited(column: number, count: number): void;
  clearRowFormats(from: number, to: number): void;
  /** Gives cells of column `to` without a number format that of column `from`, so that dates show as dates. */
  copyNumberFormats(from: number, to: number): void;
  hideColumn(column: number): void;
  showColumns(column: number, count: number): void;
  deleteColumns(column: number, count: number): void;
  /** @throws when the spreadsheet would get more cells than it may have */
  insertRowsAfter(row: number, count: number): void;
  deleteRows(from: number, count: number): void;
  /** Adds a blank line if only frozen ones could be left, which Google refuses (google.delete-rows). */
  keepOneBesides(dimension: "rows" | "columns", deletions: number): void;
  /**
   * Makes headers readable, and adds a line to the note of each.
   * @param areNew true if nothing can be in these cells
   */
  styleHeader(row: number, columns: HeaderStyle[], areNew: boolean): void;
  /** Keeps the first row in view. */
  freezeHeader(): void;
  /** Gives columns their widths, and bold headers, unless `row` is 0. */
  finishHeaders(row: number, columns: HeaderStyle[]): void;
  /** Leaves the rest of the headers' notes. */
  unstyleHeader(row: number, columns: (Pick<HeaderStyle, "column" | "isBold"> & { lines: string[] })[]): void;
  /** @param name a name from `freeName` */
  rename(name: string): void;
  /**
   * Sets the filter's condition on a column; all others stay. Makes a filter where there is none.
   * @returns false if the filter is over other rows, and is left alone @throws what Google refuses
   */
  showOnly(rows: ShownRows): boolean;
  /** Removes all conditions on these columns. */
  removeConditions(columns: number[]): void;
  /** @throws when no other sheet is visible */
  hide(): void;
  show(): void;
  /** @throws when no other sheet is visible */
  remove(): void;
  /**
   * Colours the cells that hold exactly such a text. The new rules come after all rules of the sheet.
   * @param isNew false to renew only colours that are there, down to the last row @returns other columns with them
   */
  addColours(column: number, colours: [text: string, background: string][], isNew: boolean): number[];
  /** Removes the rules of `addColours`, and no others. @param choose picks among the columns that have them */
  removeColours(colours: [text: string, background: string][], choose: (columns: number[]) => number[]): void;
}

export interface Selected {
  table: Table;
  /** The current cell. */
  row: number;
  column: number;
  /** The first and last row of each selected area. */
  rows: { from: number; to: number }[];
  isRange: boolean;
}

export interface PinnedTable {
  table: Table;
  marks: ColumnMark[];
}

export interface CountChart {
  /** Names and counts below a header; further columns are not drawn. */
  table: CellValue[][];
  widthPx: number;
  colours: string[];
}

export interface Book {
  selected(): Selected;
  /** @returns `null` when the sheet was deleted */
  table(id: number): Table | null;
  /** Makes one call; `null` if the sheet is gone or has no pinned columns. */
  pinnedTable(id: number): PinnedTable | null;
  /** Finds what this execution found last: columns may have moved since. Makes no call; `null` if it found nothing. */
  pinnedBefore(id: number): PinnedTable | null;
  /** The name of a sheet, perhaps an older one; `""` when the sheet is gone. */
  sheetName(id: number): string;
  /** Spares reading a name that was read some moments ago. */
  rememberName(id: number, name: string): void;
  pinnedTables(): PinnedTable[];
  /** @returns the sheet's name, which no other sheet has */
  addChartSheet(name: string, chart: CountChart): string;
  /** After a crash the sheet is blank or complete, never partial. */
  addCopySheet(name: string, rows: RowCopy, headerRows: number): MadeSheet;
  /** In their order, hidden ones included. Makes a call for each sheet. */
  sheetNames(): { id: number; name: string }[];
  sheetIds(): number[];
  /** @param isSure compares without letter case, with a call for each sheet @returns a name that is free and valid */
  freeName(wanted: string, isSure?: boolean): string;
  /** @param name a name from `freeName` or `sheetNameOf` @throws when another sheet has it */
  addSheet(name: string): Table;
  findSheet(name: string): Table | null;
  /** True if Google would refuse so many more cells (google.cells-in-all). Makes two calls for each sheet. */
  isFull(more: number): boolean;
  /** Deletes the helper sheets that `visibleRows` has left. @throws when Google refuses or fails */
  takeOutHelpers(): void;
  /** A time by the spreadsheet's clock, to the minute. */
  localTime(ms: number): string;
  /** Sends pending writes, so that others see them. */
  flush(): void;
  /** A flush comes before the next reading. Marks are always read again, so they need none. */
  flushLater(): void;
  /** To be called before each step under a lease. @throws when somebody else may change the sheet by now */
  renewLease?(): void;
  /** Gives up the lease before its work ends. */
  endLease?(): void;
}

/** A spreadsheet and what its executions share, as one execution sees them. */
export interface OpenSpreadsheet {
  clock: Clock;
  book: Book;
  store: Store;
  cache: TextCache;
  lock: DocumentLock;
  /** A short name that no other has, of `ID_FORM`. */
  newId(): string;
}
