import type { CellValue } from "../workbook/cell";

/** One argument that a formula hands a custom function: a value, a rectangle of values, or nothing. */
export type FormulaArgument = FormulaScalar | FormulaScalar[][] | undefined;

/** A cell's value, or the serial number of a date cell, which arrives as `Date` (google.custom-function-arguments). */
export type FormulaScalar = CellValue | { date: number };

/** The cell that asks. */
export interface AskingCell {
  sheetId: number;
  row: number;
  column: number;
  /**
   * The formula's identity. It stays the same while the cell is moved and is new when the formula is typed anew, so
   * that a call runs again only then or when an argument changes. A workbook without such identities uses the position
   * and calls `forget` when a formula is replaced or cleared.
   */
  key: string;
}

/** The answer to a formula, at once. */
export type FormulaAnswer =
  | { state: "loading"; value: string }
  /**
   * A scalar, or a rectangle to spill; blank is `null`. Serial numbers of dates come with the format they are shown in.
   */
  | {
      state: "done";
      value: CellValue | CellValue[][];
      numberFormat?: string;
      numberFormats?: (string | undefined)[][];
    };

/**
 * A workbook's formula engine computes custom functions with this, the same for every workbook: argument and result
 * conversion, memory, `Loading...`, volatile refusal, errors with notes (google.custom-function-arguments,
 * google.recalculation).
 */
export interface CustomFunctions {
  /** The functions cells may call, in capitals: none that has the name of a built-in one. */
  names(): string[];
  /**
   * Answers from memory or starts an execution and answers `Loading...`. `volatile` says that an argument depends on
   * NOW, RAND, RANDARRAY or RANDBETWEEN. Never throws.
   */
  ask(name: string, args: FormulaArgument[], cell: AskingCell, volatile?: boolean): FormulaAnswer;
  /** Forgets what the formula with this key has been answered. */
  forget(key: string): void;
  /** Calls back when results have arrived: evaluate these cells' formulas again. Returns the stop. */
  onSettled(listener: (cells: AskingCell[]) => void): () => void;
  /** Executions asked for and not yet answered. */
  pending(): number;
}
