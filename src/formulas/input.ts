import type { Cell } from "../service/cells";
import { isOwnWord } from "../service/own-words";
import { readInput, type Input as SheetInput } from "../sheet/input";

/** A cell that was given to a formula. */
export type Input = SheetInput<Cell>;

function read(cell: unknown): Input {
  const input = readInput(cell as Cell);
  return input.kind === "text" && isOwnWord(input.text) ? { kind: "unchanged", value: cell as Cell } : input;
}

/** A cell, or the cells of a range, as rows. */
export function readGrid(value: unknown): { rows: Input[][]; isRange: boolean } {
  if (!Array.isArray(value)) return { rows: [[read(value)]], isRange: false };
  const rows = value.map((row: unknown) => (Array.isArray(row) ? row : [row]).map(read));
  return { rows, isRange: true };
}
