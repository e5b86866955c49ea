import type { CustomFunctions } from "../formulas/custom-functions";
import type { Area, Cell, CellStyle } from "./cell";
import type { Actor, Change, Dimension } from "./change";

/** A sheet's outline. */
export interface SheetInfo {
  /** The gid: a non-negative integer that survives renaming and is never used again. */
  sheetId: number;
  name: string;
  rows: number;
  columns: number;
  hidden: boolean;
  frozenRows: number;
  frozenColumns: number;
}

/** The sheet and cells that one person has in front of them. */
export interface Selection {
  sheetId: number;
  /** The last area is the active range, its first cell the current cell. */
  areas: Area[];
}

export type ChangeListener = (changes: readonly Change[], by: Actor) => void;

/**
 * The grid behind a document. It knows cells, formulas, basic formats and the shape of its sheets, nothing of Apps
 * Script: text is parsed as if typed, checked against validations and protections, and formatted for display above it.
 * Rows and columns count from 1. Reading and applying are synchronous; a position outside a sheet is a `RangeError`.
 */
export interface Workbook {
  /** The sheets in their order. */
  sheets(): SheetInfo[];
  /** Exactly `area.rows` × `area.columns` cells, blanks included; fresh objects the caller may change. */
  read(sheetId: number, area: Area): Cell[][];
  readStyles(sheetId: number, area: Area): CellStyle[][];
  /** Notes people or scripts gave; blank is `null`. Errors' own notes stand in the cell's value. */
  readNotes(sheetId: number, area: Area): (string | null)[][];
  /** The last row and column with a value or formula, 0 on an empty sheet. */
  extent(sheetId: number): { rows: number; columns: number };
  /** The numbers of the rows or columns hidden by hand. */
  hidden(sheetId: number, dimension: Dimension): Set<number>;
  filter(sheetId: number): { area: Area; hiddenRows: number[] } | null;
  size(sheetId: number, dimension: Dimension, index: number): number;
  /** Carries out all changes in order, recalculates what depends on them, tells the listeners once. */
  apply(changes: readonly Change[], by: Actor): void;
  /** Resolves when formulas are recalculated, but for custom functions still running (those show `Loading...`). */
  settle(): Promise<void>;
  selection(user: string): Selection;
  select(user: string, selection: Selection): void;
  /** Every applied batch, and with `{kind: "formulas"}` an empty list when results have changed. Returns the stop. */
  onChange(listener: ChangeListener): () => void;
  /** Gives the formula engine its custom functions; called once, when the document opens. */
  useCustomFunctions(functions: CustomFunctions): void;
  /** Ends what the workbook holds (timers, engines). */
  close(): void;
}
