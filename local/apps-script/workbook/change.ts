import type { Area, CellInput, CellStyle } from "./cell";

export type Dimension = "rows" | "columns";

/** Rows or columns of one sheet, the first counted from 1. */
export interface Band {
  sheetId: number;
  dimension: Dimension;
  index: number;
  count: number;
}

/**
 * Everything that can happen to a workbook, by scripts and people alike: plain data, so that changes can be buffered,
 * forwarded and written to disk. Positions hold at the moment the change is applied.
 */
export type Change =
  /** `undefined` leaves a cell as it is; the area is given by the first cell and the rows of `cells`. */
  | { type: "setCells"; sheetId: number; row: number; column: number; cells: (CellInput | undefined)[][] }
  | { type: "setStyle"; sheetId: number; area: Area; style: CellStyle }
  /** A different style for each cell. */
  | { type: "setStyles"; sheetId: number; row: number; column: number; styles: (CellStyle | undefined)[][] }
  | { type: "setNotes"; sheetId: number; row: number; column: number; notes: (string | null | undefined)[][] }
  /**
   * New blank rows or columns that push `index` and what follows on. They inherit the formats and data validations of
   * the one before them, before the first those of the one they push on.
   */
  | ({ type: "insert" } & Band)
  | ({ type: "delete" } & Band)
  /** The band comes to stand before the row or column that is `before` now. */
  | ({ type: "move"; before: number } & Band)
  | ({ type: "setHidden"; hidden: boolean } & Band)
  | ({ type: "setSize"; pixels: number } & Band)
  /** Sorting: the n-th row of the area becomes what was row `order[n]` of the area (both from 0), values and styles. */
  | { type: "reorderRows"; sheetId: number; area: Area; order: number[] }
  /** A basic filter over `area` that hides these rows of the sheet; `null` removes it. */
  | { type: "setFilter"; sheetId: number; filter: { area: Area; hiddenRows: number[] } | null }
  | { type: "setFrozen"; sheetId: number; rows: number; columns: number }
  /** `index` is the sheet's place in the order, from 0. */
  | { type: "addSheet"; sheetId: number; name: string; index: number; rows: number; columns: number }
  | { type: "removeSheet"; sheetId: number }
  | { type: "renameSheet"; sheetId: number; name: string }
  | { type: "moveSheet"; sheetId: number; index: number }
  | { type: "setSheetHidden"; sheetId: number; hidden: boolean };

const STRUCTURAL: readonly Change["type"][] = [
  "insert",
  "delete",
  "move",
  "reorderRows",
  "addSheet",
  "removeSheet",
  "renameSheet",
];

/** True if rows, columns or sheets move: formula texts that are written along with it are the same formulas adjusted. */
export const isStructural = ({ type }: Change): boolean => STRUCTURAL.includes(type);

/** The cause of a change: a running script, a person at the keyboard, or the formula engine (results, spills). */
export type Actor = { kind: "script"; user: string } | { kind: "person"; user: string } | { kind: "formulas" };
