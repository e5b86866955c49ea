import { columnLetter, columnNumber } from "../sheet/spans";
import { cellName, movable, type SheetContent } from "./sheet-formulas";

/** A cell that this execution has written to. */
export interface WrittenCell {
  row: number;
  column: number;
  /** A formula, or a value as it is to be typed. */
  text: unknown;
}

/** The columns of an earlier copy of a sheet in which somebody has inserted, deleted or moved columns since. */
export interface MovedColumns {
  /** Where each column of the copy stands now, by its number; 0 when that cannot be told. */
  now: number[];
  /** True if nothing in a row contradicts these columns. */
  agree(row: number): boolean;
  /** True if a cell still is as it was written. */
  isAsWritten(cell: WrittenCell): boolean;
}

/** A cell that was written over agrees with anything, but weighs less than one that can be compared. */
const FORMULA_WRITTEN_OVER = 0.01;
const VALUE_EMPTIED = 0.005;
/** A value that is missing is rather below a formula just written than deleted. */
const VALUE_FILLED = 0.95;

/** With fewer cells than this part of all in their columns, other things have moved. */
const LEAST_AGREEING = 0.4;

const textAt = ({ values, formulas }: SheetContent, i: number, j: number): string =>
  movable(formulas[i]?.[j] ?? "") || String(values[i]?.[j] ?? "");

/** Compares a sheet with an earlier copy of it; `null` when its columns stand where they did. */
export function movedColumns(copy: SheetContent, content: SheetContent, written: WrittenCell[]): MovedColumns | null {
  const isAsWritten = ({ row, column, text }: WrittenCell) =>
    (content.formulas[row - 1]?.[column - 1] || (content.values[row - 1]?.[column - 1] ?? "")) === text;
  const asWritten = new Map(written.filter(isAsWritten).map((cell) => [cellName(cell), cell.text]));
  const indexes = (rows: unknown[][]) => [...(rows[0] ?? []).keys()];
  const from = indexes(copy.values);
  const to = indexes(content.values);
  let cells = 0;
  const agreeing = from.map(() => to.map(() => 0));
  copy.values.forEach((_, i) => {
    const today = to.map((k) => textAt(content, i, k));
    for (const j of from) {
      const was = textAt(copy, i, j);
      if (was === "") continue;
      cells++;
      const counts = agreeing[j] ?? [];
      for (const k of to) {
        const text = asWritten.get(cellName({ row: i + 1, column: k + 1 }));
        const value = text === "" ? VALUE_EMPTIED : VALUE_FILLED;
        const count =
          text === undefined ? Number(was === today[k]) : copy.formulas[i]?.[j] ? FORMULA_WRITTEN_OVER : value;
        counts[k] = (counts[k] ?? 0) + count;
      }
    }
  });
  const at = (table: number[][], j: number, k: number) => table[j]?.[k] ?? 0;
  // The most that can agree from a column on, in order.
  const most: number[][] = [];
  for (const j of [...from].reverse()) {
    const row: number[] = [];
    most[j] = row;
    for (const k of [...to].reverse())
      row[k] = Math.max(at(most, j + 1, k), at(most, j, k + 1), at(most, j + 1, k + 1) + at(agreeing, j, k));
  }
  const unmoved = from.reduce((sum, j) => sum + at(agreeing, j, j), 0);
  if (at(most, 0, 0) < unmoved + 0.001 || at(most, 0, 0) < LEAST_AGREEING * cells) return null;
  const now = [0];
  for (let j = 0, k = 0; j < from.length && k < to.length; ) {
    if (at(most, j, k) === at(most, j + 1, k)) j++;
    else if (at(most, j, k) === at(most, j, k + 1)) k++;
    else now[++j] = ++k;
  }
  for (const j of from) {
    if (now[j + 1]) continue;
    // Dragged elsewhere; or without content, beside its neighbour.
    const isFree = (column: number) => !now.includes(column);
    const dragged = to.find((k) => at(agreeing, j, k) >= 1 && isFree(k + 1));
    const beside = (now[j] ?? 0) + 1;
    now[j + 1] = dragged !== undefined ? dragged + 1 : isFree(beside) ? beside : 0;
  }
  const agree = (row: number) =>
    from.every((j) => {
      const column = now[j + 1] ?? 0;
      const was = textAt(copy, row - 1, j);
      const is = textAt(content, row - 1, column - 1);
      return was === is || was === "" || is === "" || asWritten.has(cellName({ row, column }));
    });
  return { now, agree, isAsWritten };
}

/** References: `A5`, `$A5`, `A:A`, not names of functions, nor what stands in quotes. */
const REFERENCE = /("(?:[^"]|"")*")|(?<![\p{L}\p{N}_.])(\$?)([a-z]{1,3})(\$?\d+)?(?![\p{L}\p{N}_.(])/giu;

/** A formula as it reads after columns have moved; `null` when it names cells of which that cannot be told. */
export function formulaInColumns(formula: string, now: number[]): string | null {
  // Another sheet's columns have not moved.
  let isCertain = !formula.includes("!");
  const moved = formula.replace(REFERENCE, (all, quoted, dollar, letters, row = "", offset: number) => {
    const isColumn = formula[offset - 1] === ":" || formula[offset + all.length] === ":";
    if (quoted !== undefined || (row === "" && !isColumn)) return all;
    const column = now[columnNumber(letters)];
    if (!column) isCertain = false;
    return dollar + columnLetter(column ?? 0) + row;
  });
  return isCertain ? moved : null;
}
