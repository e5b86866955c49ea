import type { Cell } from "../service/cells";
import { readInput, type Input as SheetInput } from "../sheet/input";

/** A cell that was given to a formula. */
export type Input = SheetInput<Cell>;

/** A cell, or the cells of a range, as rows. */
export function readGrid(value: unknown): { rows: Input[][]; isRange: boolean } {
  const read = (cell: unknown): Input => readInput(cell as Cell);
  if (!Array.isArray(value)) return { rows: [[read(value)]], isRange: false };
  const rows = value.map((row: unknown) => (Array.isArray(row) ? row : [row]).map(read));
  return { rows, isRange: true };
}
