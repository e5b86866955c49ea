import type { Clock, DocumentLock, Store, TextCache } from "../google";

export type CellValue = string | number | boolean | Date;

/** A block of cells; rows and columns from 1. */
export interface Block {
  row: number;
  column: number;
  rows: number;
  columns: number;
}

/** A cell by its row and column, both from 1. */
export interface CellAt {
  row: number;
  column: number;
}

/** Consecutive numbers: rows or columns that one call can read or write. */
export interface Span {
  from: number;
  to: number;
}

/**
 * Groups numbers into spans.
 * @param maxGap the most unwanted numbers that may follow each other within a span
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

/** The highest number up to `most` that is there, when all below it are there as well; at least 1. */
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
  /** As formulas read it: text, numbers, booleans, dates; `""` for blank. */
  values: CellValue[][];
  /** `""` where there is no formula. */
  formulas: string[][];
}

export interface CellLooks {
  numberFormats: string[][];
  /** As `#rrggbb`. */
  backgrounds: string[][];
}

/** What a sheet is made of that holds a copy of rows: values only, so nothing in it is calculated. */
export interface RowCopy extends CellLooks {
  cells: CellValue[][];
  /** The columns that it was made of, as wide as which its own are; missing if it was made of nothing. */
  madeOf?: { sheetId: number; columns: number[] };
}

export interface MadeSheet {
  table: Table;
  name: string;
  /** As they stand in it. */
  cells: CellValue[][];
}

/** A column pinned by developer metadata: the value goes wherever the column goes. */
export interface ColumnMark {
  column: number;
  value: string;
}

/** Rows, columns or the sheet itself were gone when they were reached for: somebody has moved them meanwhile. */
export class MovedError extends Error {}

/** One sheet, known by its id: renaming and moving do not matter. */
export interface Table extends TableChanges {
  readonly id: number;
  name(): string;
  lastRow(): number;
  lastColumn(): number;
  /** True if the sheet has this cell; asks nobody. */
  hasCell(row: number, column: number): boolean;
  /** The number of columns, blank ones included. */
  gridColumns(): number;
  isHidden(): boolean;
  /** True if all other sheets are hidden, or there are none: Google neither hides nor deletes it (google.last-sheet). */
  isLastVisible(): boolean;
  /** The pinned columns of this sheet, all in one call. */
  marks(): ColumnMark[];
  /** The same, read anew. */
  marksNow(): ColumnMark[];
  /** May be served from what this execution has read before, until it writes or flushes. @throws MovedError when part of the block lies outside the sheet */
  read(block: Block): CellValue[][];
  /** Rows over the whole width of the sheet. @throws as `read` */
  readRows(from: number, to: number): CellValue[][];
  /** All rows with content, from the first. */
  readUsed(): CellValue[][];
  /** The formulas in these rows, `""` in other cells. */
  readUsedFormulas(): string[][];
  /** A whole column in one call, blank cells included. @throws as `read` */
  readColumn(column: number): CellValue[];
  /** What the sheet's filter asks of those of these columns that it asks anything of. */
  conditionsOn(columns: number[]): FilterCondition[];
  /** How cells look. @throws as `read` */
  readLooks(block: Block): CellLooks;
  /** `""` where a cell has no formula. @throws as `read` */
  readFormulas(block: Block): string[][];
  /** All that it holds; rows that somebody deletes meanwhile do no harm. */
  readAll(): SheetContent;
  /** Sends what was written, so that others see it, and makes the next reading a real one. @throws what Google refuses of it */
  flush(): void;
  /**
   * Shows the sheet to the person at the keyboard, at the top of a column or, with `null`, where they have left it; where
   * rows are given, these are selected, in the column or with `null` as a whole.
   */
  bringForward(column: number | null, rows: Span[]): void;
}

/** The look of a column's header. */
export interface HeaderStyle {
  column: number;
  /** One line for its note; the others are those that earlier versions have written there. */
  lines: [string, ...string[]];
  /** If not, its weight is left as it is. */
  isBold: boolean;
  /** `null` to leave it as it is. */
  widthPx: number | null;
}

/** What a sheet's filter asks of a column. */
export interface FilterCondition {
  column: number;
  /** The text that alone is shown; `null` if something else is asked. */
  text: string | null;
}

/** The rows below a header that hold a text in one column. */
export interface ShownRows {
  column: number;
  /** `null` for any. */
  text: string | null;
  headerRow: number;
  /** Of the list, if a filter is made. */
  lastColumn: number;
  /** Columns of results that rows may have been shown by before: a text that the filter asks of them is taken off. */
  others: number[];
}

export interface VisibleRows {
  rows: Set<number>;
  /** The sheet in which Google was asked is still there. */
  hasLeftHelper: boolean;
}

export interface TableChanges {
  pin(column: number, value: string): void;
  /** Takes marks off this sheet again, wherever they are. */
  unpin(values: string[]): void;
  /**
   * Text is parsed as if typed. Google keeps it back: a cell that refuses shows at `flush`, at the next read, or never,
   * when the execution ends. `writeBlock` does both.
   */
  write(block: Block, values: CellValue[][]): void;
  /** Replaces a text, as it is written, in the formulas of a block and in its other cells. @throws at once what `write` throws */
  replaceText(block: Block, text: string, replacement: string): void;
  /**
   * Adds lines to what the notes of cells say, unless they say it already. Protected cells refuse them.
   * @param replaced the beginning of earlier lines whose place each new one takes; with `""`, they only go
   * @throws as `write`
   */
  addToNotes(column: number, lines: { row: number; text: string }[], replaced?: string): void;
  /** Writes one value into many rows of a column, in one call. @throws as `write` */
  writeEverywhere(column: number, spans: Span[], value: CellValue): void;
  /**
   * The rows with any content that are neither filtered out nor hidden; filter views do not count. At most nine calls,
   * so ask once for all rows. @throws when the spreadsheet is too full for Google to tell
   */
  visibleRows(from: number, to: number): VisibleRows;
  /** New columns look and validate like the one before them until `clearInherited`; in a Google table they have a header. */
  insertColumnsAfter(column: number, count: number): void;
  /** Takes formats and validations off whole columns (google.clear-parts). @throws in a table's columns with a type, perhaps only at `flush` */
  clearInherited(column: number, count: number): void;
  /** Takes all formats off whole rows. */
  clearRowFormats(from: number, to: number): void;
  /** Gives the cells of a column that have no number format those of another column: dates show as dates. */
  copyNumberFormats(from: number, to: number): void;
  hideColumn(column: number): void;
  showColumns(column: number, count: number): void;
  deleteColumns(column: number, count: number): void;
  /** @throws when the spreadsheet would get more cells than it may have */
  addRows(count: number): void;
  insertRowsAfter(row: number, count: number): void;
  deleteRows(from: number, count: number): void;
  /**
   * Adds a blank row or column at the end if so many deletions could leave none that is not frozen: Google refuses that
   * (google.delete-rows).
   */
  keepOneBesides(dimension: "rows" | "columns", deletions: number): void;
  /**
   * Makes headers readable, above columns of these widths, with a line each in their notes.
   * @param sheet `own`: they are all of the first row, which stays in view; `blank`: so are the names, and nothing else is there
   */
  styleHeader(row: number, columns: HeaderStyle[], sheet: "blank" | "own" | "shared"): void;
  /** Makes headers bold if another one is. @throws as `write` */
  likenHeaders(row: number, other: number, columns: number[]): void;
  /** Takes bold and these lines off headers that have them, and leaves what their notes say besides. */
  unstyleHeader(row: number, columns: Omit<HeaderStyle, "widthPx">[]): void;
  /** Gives the sheet another name. @param name of `freeName` */
  rename(name: string): void;
  /**
   * Sets what the sheet's filter asks of a column; all else that it asks stays. A filter is made where there is none.
   * @returns false if it has one over other rows, which is left alone
   * @throws what Google refuses
   */
  showOnly(rows: ShownRows): boolean;
  /** @throws when it is the last one that is visible */
  hide(): void;
  show(): void;
  /** Deletes the sheet. @throws when no other is visible */
  remove(): void;
  /**
   * Colours the cells of a column that hold exactly such a text, behind all rules that the sheet has.
   * @param isNew if false, only a column that has these colours gets them, down to its last row now
   * @returns true if it has them
   */
  addColours(column: number, colours: [text: string, background: string][], isNew: boolean): boolean;
  /** Takes the rules of `addColours` away again, and no others. */
  removeColours(column: number, colours: [text: string, background: string][]): void;
}

/** The selection of the person at the keyboard. */
export interface Selected {
  table: Table;
  /** Of the current cell. */
  row: number;
  column: number;
  /** The first and last row of each selected area. */
  rows: { from: number; to: number }[];
  /** More than one cell. */
  isRange: boolean;
}

/** A sheet with its pinned columns. */
export interface PinnedTable {
  table: Table;
  marks: ColumnMark[];
}

/** Counts to be shown as a table and below it as a chart. */
export interface CountChart {
  /** Names and their counts below a header; further columns are not drawn. */
  table: CellValue[][];
  /** The width of the column of names. */
  widthPx: number;
  /** By row. */
  colours: string[];
}

export interface Book {
  selected(): Selected;
  /** `null` when the sheet has been deleted. */
  table(id: number): Table | null;
  /** A sheet together with its pinned columns, in one call; `null` when it is gone or has none. */
  pinnedTable(id: number): PinnedTable | null;
  /** The same as this execution has found it last: others may have moved columns since. Asks nobody; `null` if it has not. */
  pinnedBefore(id: number): PinnedTable | null;
  /** The name of a sheet, as it was lately; `""` when it is gone. */
  sheetName(id: number): string;
  /** All sheets that have pinned columns. */
  pinnedTables(): PinnedTable[];
  /** Makes a sheet with a table of counts and a chart. @returns its name, unlike all others */
  addChartSheet(name: string, chart: CountChart): string;
  /** Makes a sheet of rows, of which the first ones may be its header: a crash leaves it blank or whole. */
  addCopySheet(name: string, rows: RowCopy, headerRows: number): MadeSheet;
  /** All sheets in their order, hidden ones too: a call for each. */
  sheetNames(): { id: number; name: string }[];
  /**
   * @param isSure a sheet whose name differs in letter case alone is not overlooked: a call for each sheet
   * @returns a name that Sheets takes and no other sheet has
   */
  freeName(wanted: string, isSure?: boolean): string;
  /** @param name of `freeName` */
  addSheet(name: string): Table;
  /** The sheet with exactly this name; `null` when there is none. */
  findSheet(name: string): Table | null;
  /** Deletes the sheets that `visibleRows` has left. @throws when Google refuses or fails */
  takeOutHelpers(): void;
  /** A moment by the spreadsheet's clock, to the minute. */
  localTime(ms: number): string;
  /** Sends pending writes, so that others see them. */
  flush(): void;
  /** Makes later readings real ones: sends a flush when one comes, and none before. Looks at the marks are real without it. */
  flushLater(): void;
  /** To be called before each step where the sheet is held by a lease. @throws when somebody else may change it by now */
  keepHeld?(): void;
}

/** A spreadsheet and what its executions share, as one execution sees them. */
export interface OpenSpreadsheet {
  clock: Clock;
  book: Book;
  /** Document properties. */
  store: Store;
  cache: TextCache;
  lock: DocumentLock;
  /** A short name that no other has, of `ID_FORM`. */
  newId(): string;
}
