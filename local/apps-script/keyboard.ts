import type { ValidationRule } from "./extras/extras";
import type { ColumnType } from "./extras/tables";
import type { CellInput } from "./workbook/cell";
import type { Dimension } from "./workbook/change";

/** The person at the keyboard; names of sheets and A1 notation as they would say it. */
export interface Keyboard {
  /** Types into a cell, with all that typing means: numbers, dates, booleans, formulas, apostrophes. */
  type(sheetName: string, a1: string, text: string): void;
  /** Types a rectangle beginning at a cell. */
  paste(sheetName: string, a1: string, rows: string[][]): void;
  clear(sheetName: string, a1: string): void;
  put(sheetName: string, a1: string, cell: CellInput): void;
  insert(sheetName: string, dimension: Dimension, index: number, count?: number): void;
  delete(sheetName: string, dimension: Dimension, index: number, count?: number): void;
  /** Drags rows or columns to where `before` stands. */
  move(sheetName: string, dimension: Dimension, index: number, count: number, before: number): void;
  /** Sorts an area by one of the sheet's columns (numbers first, then text, blanks last). */
  sort(sheetName: string, a1: string, column: number, ascending?: boolean): void;
  hide(sheetName: string, dimension: Dimension, index: number, count?: number): void;
  /** Filters an area so that only its rows for which `keep` holds (after the header) stay visible. */
  filter(sheetName: string, a1: string, keep: (row: unknown[]) => boolean): void;
  /** The same for this person only, on one sheet: scripts and formulas know nothing of it. */
  filterView(sheetName: string, a1: string, keep: (row: unknown[]) => boolean): void;
  /** The rows of an area that this person has in front of them: hidden by no hand, filter or filter view of theirs. */
  visibleRows(sheetName: string, a1: string): number[];
  addSheet(name: string): void;
  renameSheet(name: string, newName: string): void;
  deleteSheet(name: string): void;
  /** Makes a copy right behind the sheet, with everything that lies over its cells, developer metadata included. */
  duplicateSheet(name: string, newName: string): void;
  /** *File > Settings*: what is missing stays. */
  changeSettings(settings: { timeZone?: string; locale?: string }): void;
  select(sheetName: string, a1: string): void;
  /** Protects a range so that only `editors` (and the owner) may change it. @returns lifts the protection */
  protect(sheetName: string, a1: string, editors: string[]): () => void;
  /** Puts a rule on a range: a data validation, as *Data > Data validation* does. */
  restrict(sheetName: string, a1: string, rule: ValidationRule): void;
  /** Makes one cell of a range, with what its first cell holds: *Format > Merge cells*. */
  merge(sheetName: string, a1: string): void;
  unmerge(sheetName: string, a1: string): void;
  /** Makes a range, its first row the header, a table; without types its columns take anything. */
  makeTable(sheetName: string, a1: string, columnTypes?: ColumnType[]): void;
  /** The cells as they show, as text. */
  shows(sheetName: string, a1: string): string[][];
}
