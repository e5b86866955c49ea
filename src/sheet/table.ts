import type { Clock, DocumentLock, Store, TextCache } from "../google";

export type CellValue = string | number | boolean | Date;

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

/**
 * Groups numbers into spans.
 * @param maxGap the most unwanted numbers in a row that a span may include
 */
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
  /** Values as formulas read them: text, numbers, booleans, dates; `""` for blank. */
  values: CellValue[][];
  /** `""` where there is no formula. */
  formulas: string[][];
}

export interface CellLooks {
  numberFormats: string[][];
  /** Colours as `#rrggbb`. */
  backgrounds: string[][];
}

/** The content of a new sheet with a copy of rows. It has values only, so nothing in it is calculated. */
export interface RowCopy extends CellLooks {
  cells: CellValue[][];
  /** The columns that were copied, whose widths the new ones get; missing if nothing was copied. */
  madeOf?: { sheetId: number; columns: number[] };
}

export interface MadeSheet {
  table: Table;
  name: string;
  cells: CellValue[][];
}

/** A column pinned by developer metadata: the value goes wherever the column goes. */
export interface ColumnMark {
  column: number;
  value: string;
}

/** Thrown when rows, columns or the sheet itself are gone: somebody has moved or deleted them meanwhile. */
export class MovedError extends Error {}

/** One sheet, known by its id: renaming and moving it do not matter. */
export interface Table extends TableChanges {
  readonly id: number;
  name(): string;
  lastRow(): number;
  lastColumn(): number;
  /** True if the sheet has this cell; makes no call. */
  hasCell(row: number, column: number): boolean;
  /** The last column of the merge that covers a cell; the cell's own column if none does. */
  mergedTo(row: number, column: number): number;
  gridColumns(): number;
  isHidden(): boolean;
  /** True if no other sheet is visible: Google neither hides nor deletes this one (google.last-sheet). */
  isLastVisible(): boolean;
  /** The pinned columns of this sheet, all in one call. */
  marks(): ColumnMark[];
  /** Like `marks`, but always read again. */
  marksNow(): ColumnMark[];
  /**
   * Reads a block, perhaps from what this execution has read since its last write or flush.
   * @throws MovedError when part of the block lies outside the sheet
   */
  read(block: Block): CellValue[][];
  /** Reads rows over the whole width of the sheet. @throws as `read` */
  readRows(from: number, to: number): CellValue[][];
  readUsed(): CellValue[][];
  /** The formulas in these rows, `""` in other cells. */
  readUsedFormulas(): string[][];
  /** Reads a whole column in one call, blank cells included. @throws as `read` */
  readColumn(column: number): CellValue[];
  /** The conditions of the sheet's filter on these columns; columns without a condition are left out. */
  conditionsOn(columns: number[]): FilterCondition[];
  /** @throws as `read` */
  readLooks(block: Block): CellLooks;
  /** `""` where a cell has no formula. @throws as `read` */
  readFormulas(block: Block): string[][];
  /** Reads the whole sheet; rows that somebody deletes meanwhile do no harm. */
  readAll(): SheetContent;
  /**
   * Sends pending writes, so that others see them, and makes the next reading a real one. @throws if Google refuses a
   * write
   */
  flush(): void;
  /**
   * Shows the sheet to the person at the keyboard: at the top of `column`, or with `null` where they have left it. If
   * rows are given, selects them, in that column or, with `null`, as whole rows.
   */
  bringForward(column: number | null, rows: Span[]): void;
}

export interface HeaderStyle {
  column: number;
  /** The line for the header's note, then lines that earlier versions wrote there. */
  lines: [string, ...string[]];
  /** If false, the header's weight is left as it is. */
  isBold: boolean;
  /** `null` to leave the width as it is. */
  widthPx: number | null;
}

export interface FilterCondition {
  column: number;
  /** The text that alone is shown; `null` if something else is asked. */
  text: string | null;
}

/** The rows below a header that hold a text in one column. */
export interface ShownRows {
  column: number;
  /** `null` for any text. */
  text: string | null;
  headerRow: number;
  /** The last column of the list, in case a filter is made. */
  lastColumn: number;
  /** Columns of results that rows may have been shown by before: a text that the filter asks of them is taken off. */
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
  /**
   * Writes values; text is parsed as if typed. Google delays the write: a refusal shows at `flush`, at the next read,
   * or, when the execution ends, never. `writeBlock` flushes as well.
   */
  write(block: Block, values: CellValue[][]): void;
  /**
   * Replaces a text in the formulas of a block and in its other cells, in the same letter case.
   * @throws at once what `write` throws
   */
  replaceText(block: Block, text: string, replacement: string): void;
  /**
   * Adds lines to the notes of cells, unless they are there already. Protected cells refuse them.
   * @param replaced the beginning of earlier lines, which new ones replace; for a new line of `""` they are only
   * removed
   * @throws as `write`
   */
  addToNotes(column: number, lines: { row: number; text: string }[], replaced?: string): void;
  /** Writes one value into many rows of a column, in one call. @throws as `write` */
  writeEverywhere(column: number, spans: Span[], value: CellValue): void;
  /**
   * The rows with any content that are neither filtered out nor hidden; filter views do not count. Makes up to nine
   * calls, so ask once for all rows.
   * @throws when the spreadsheet is too full for Google to tell
   */
  visibleRows(from: number, to: number): VisibleRows;
  /**
   * Inserts columns. They look and validate like the one before them until `clearInherited`; in a Google table they
   * have a header.
   */
  insertColumnsAfter(column: number, count: number): void;
  /**
   * Takes formats and validations off whole columns (google.clear-parts).
   * @throws in a table's columns with a type, perhaps only at `flush`
   */
  clearInherited(column: number, count: number): void;
  clearRowFormats(from: number, to: number): void;
  /** Gives cells of a column that have no number format that of another column, so that dates show as dates. */
  copyNumberFormats(from: number, to: number): void;
  hideColumn(column: number): void;
  showColumns(column: number, count: number): void;
  deleteColumns(column: number, count: number): void;
  /** @throws when the spreadsheet would get more cells than it may have */
  insertRowsAfter(row: number, count: number): void;
  deleteRows(from: number, count: number): void;
  /**
   * Adds a blank row or column at the end if so many deletions could leave only frozen ones, which Google refuses
   * (google.delete-rows).
   */
  keepOneBesides(dimension: "rows" | "columns", deletions: number): void;
  /**
   * Makes headers readable, sets the widths of their columns, and adds a line to the note of each.
   * @param sheet `own`: the headers are all of the first row, which is frozen; `blank`: so are these, and the sheet has
   * nothing else
   */
  styleHeader(row: number, columns: HeaderStyle[], sheet: "blank" | "own" | "shared"): void;
  /** Makes headers bold if another one is. @throws as `write` */
  likenHeaders(row: number, other: number, columns: number[]): void;
  /** Takes bold and these lines off headers that have them, and leaves the rest of their notes. */
  unstyleHeader(row: number, columns: Omit<HeaderStyle, "widthPx">[]): void;
  /** @param name a name from `freeName` */
  rename(name: string): void;
  /**
   * Sets what the sheet's filter asks of a column; all else that it asks stays. A filter is made where there is none.
   * @returns false if it has one over other rows, which is left alone
   * @throws what Google refuses
   */
  showOnly(rows: ShownRows): boolean;
  /** @throws when no other sheet is visible */
  hide(): void;
  show(): void;
  /** @throws when no other sheet is visible */
  remove(): void;
  /**
   * Colours the cells of a column that hold exactly such a text. The new rules come after all rules of the sheet.
   * @param isNew if false, only a column that already has these colours gets them, down to the last row
   * @returns the other columns that had these colours before
   */
  addColours(column: number, colours: [text: string, background: string][], isNew: boolean): number[];
  /**
   * Removes the rules of `addColours` from columns, and no others.
   * @param choose picks among the columns that have them
   */
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
  /** A sheet together with its pinned columns, in one call; `null` when the sheet is gone or has none. */
  pinnedTable(id: number): PinnedTable | null;
  /**
   * Like `pinnedTable`, as this execution last found it; others may have moved columns since. Makes no call; `null` if
   * it has not been found yet.
   */
  pinnedBefore(id: number): PinnedTable | null;
  /** The name of a sheet, perhaps an older one; `""` when the sheet is gone. */
  sheetName(id: number): string;
  pinnedTables(): PinnedTable[];
  /** @returns the sheet's name, which no other sheet has */
  addChartSheet(name: string, chart: CountChart): string;
  /** Makes a sheet of rows, which may begin with header rows. After a crash it is blank or complete, never partial. */
  addCopySheet(name: string, rows: RowCopy, headerRows: number): MadeSheet;
  /** All sheets in their order, including hidden ones. Makes a call for each. */
  sheetNames(): { id: number; name: string }[];
  /**
   * @param isSure if true, also finds a sheet whose name differs only in letter case, with a call for each sheet
   * @returns a name that Sheets accepts and no other sheet has
   */
  freeName(wanted: string, isSure?: boolean): string;
  /** @param name a name from `freeName` */
  addSheet(name: string): Table;
  findSheet(name: string): Table | null;
  /** Deletes the helper sheets that `visibleRows` has left. @throws when Google refuses or fails */
  takeOutHelpers(): void;
  /** A time by the spreadsheet's clock, to the minute. */
  localTime(ms: number): string;
  /** Sends pending writes, so that others see them. */
  flush(): void;
  /**
   * Makes later readings real ones, with a flush before the next one. Marks are always read again, so they need no
   * flush.
   */
  flushLater(): void;
  /**
   * Call this before each step while the sheet is held by a lease. @throws when somebody else may change the sheet by
   * now
   */
  keepHeld?(): void;
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
