/** All content of a sheet, from A1 on, as rows of equal length. */
export interface SheetContent {
  /** As formulas read it: text, numbers, booleans, dates; `""` for blank. */
  values: unknown[][];
  /** `""` where there is no formula. */
  formulas: string[][];
}

/** A block of cells; rows and columns from 1. */
export interface Block {
  row: number;
  column: number;
  rows: number;
  columns: number;
}

/** The sheet before the user, as the menu items for formulas need it. */
export interface SheetCells {
  read(): SheetContent;
  readValues(block: Block): unknown[][];
  /** Replaces content; text is read as if typed. */
  writeValues(block: Block, values: unknown[][]): void;
  writeFormulas(block: Block, formulas: string[][]): void;
  /** Makes writes happen and lets formulas calculate. */
  flush(): void;
}

/** What a menu item works with. */
export interface SheetWork {
  sheet: SheetCells;
  /** What the user has selected, when it is more than one cell; else the whole sheet is meant. */
  selection: Block | null;
  /** Shows a short text in the corner for some seconds. */
  tell(text: string, seconds: number): void;
}

/** A cell with one of our formulas. */
export interface FormulaCell {
  row: number;
  column: number;
  formula: string;
}

/** Whether a cell lies in a block; everything lies in `null`, the whole sheet. */
export const liesIn = (block: Block | null, row: number, column: number): boolean =>
  !block ||
  (row >= block.row && row < block.row + block.rows && column >= block.column && column < block.column + block.columns);
