/** An error a cell shows instead of a value; `note` is what hovering over it says. */
export interface CellError {
  /** `#N/A`, `#REF!`, `#ERROR!`, `#NUM!` … */
  error: string;
  note?: string;
}

/**
 * The value of a cell. Dates, times and durations are serial numbers (days since 30 December 1899, spreadsheet time zone)
 * with a date number format, as in every spreadsheet; `null` is blank.
 */
export type CellValue = number | string | boolean | null | CellError;

/** A cell as a workbook reports it. */
export interface Cell {
  /** The value; for a formula its latest result. A spilled result is the value of the cells it covers. */
  value: CellValue;
  /** The formula with its leading `=`, only in the cell that was given it. */
  formula?: string;
  /** The number format (`General` when unset). */
  numberFormat: string;
}

/** Scripts read this number format of a cell that nobody has given one. */
export const AUTOMATIC_FORMAT = "0.###############";

/** A cell is given a formula or a value. The style stays. */
export type CellInput = { formula: string } | { value: CellValue };

/** A rectangle; rows and columns count from 1, as in Apps Script. */
export interface Area {
  row: number;
  column: number;
  rows: number;
  columns: number;
}

/** The formats the host knows. `null` sets one back to its default; a missing one stays. */
export interface CellStyle {
  /** Colours are `#rrggbb`. */
  background?: string | null;
  fontColor?: string | null;
  fontWeight?: "bold" | "normal" | null;
  fontStyle?: "italic" | "normal" | null;
  horizontalAlignment?: "left" | "center" | "right" | null;
  numberFormat?: string | null;
  wrap?: boolean | null;
}

export function isCellError(value: unknown): value is CellError {
  return typeof value === "object" && value !== null && "error" in value;
}
