import type { Cell } from "../service/cells";

/** The cells of a row that are wanted, in the order they are wanted. */
export const pick = (row: Cell[], columns: readonly string[], wanted: readonly string[]): Cell[] =>
  wanted.map((name) => row[columns.indexOf(name)] ?? "");
