import { columnLetter, columnNumber } from "../sheet/spans";
import type { CellValue, SheetContent } from "../sheet/table";
import { at, cellName, movable } from "./sheet-formulas";

/** A cell that this execution has written to. */
export interface WrittenCell {
  row: number;
  column: number;
  /** A formula, or a value as it is to be typed. */
  text: CellValue;
}

/** The columns of an earlier copy of a sheet in which somebody has inserted, deleted or moved columns since. */
export interface MovedColumns {
  /** The number that each column of the copy has now, by its number then; 0 when that cannot be told. */
  now: number[];
  /** True if nothing in a row contradicts these columns. */
  agree(row: number): boolean;
}

/** True if a cell still is as it was written. */
export const isAsWritten = ({ values, formulas }: SheetContent, { row, column, text }: WrittenCell): boolean =>
  (at(formulas, row, column) || at(values, row, column)) === text;

/** A cell that was written over agrees with anything, but weighs less than one that can be compared. */
const FORMULA_WRITTEN_OVER = 0.01;
const VALUE_EMPTIED = 0.005;
/** A value that is missing is rather below a formula just written than deleted. */
const VALUE_FILLED = 0.95;

/** So many rows above and below: all rows of a long sheet would take seconds. */
const NEAR_ROWS = 20;
const NEAR = Array.from({ length: 2 * NEAR_ROWS + 1 }, (_, i) => i - NEAR_ROWS);

/** With fewer cells than this part of all in their columns, other things have moved. */
const LEAST_AGREEING = 0.4;

const textAt = ({ values, formulas }: SheetContent, row: number, column: number): string =>
  movable(at(formulas, row, column)) || String(at(values, row, column));

/**
 * Compares a sheet with an earlier copy of it; `null` when its columns stand where they did.
 * @param rows the columns are told by what stands in these and near them, and by the header
 * @param written as they still are
 */
export function movedColumns(
  copy: SheetContent,
  content: SheetContent,
  rows: number[],
  written: WrittenCell[],
): MovedColumns | null {
  const texts = new Map(written.map((cell) => [cellName(cell), cell.text]));
  const width = copy.values[0]?.length ?? 0;
  const widthNow = content.values[0]?.length ?? 0;
  const scores: number[][] = [];
  const score = (from: number, to: number) => at(scores, from, to) || 0;
  let cells = 0;
  for (const row of new Set([1, ...rows.flatMap((row) => NEAR.map((by) => row + by))])) {
    const now = Array.from({ length: widthNow }, (_, i) => textAt(content, row, i + 1));
    const writtenNow = now.map((_, i) => texts.get(cellName({ row, column: i + 1 })));
    for (let from = 1; from <= width; from++) {
      const was = textAt(copy, row, from);
      if (was === "") continue;
      cells++;
      const isFormula = at(copy.formulas, row, from) !== "";
      scores[from - 1] ??= [];
      const line = scores[from - 1] as number[];
      now.forEach((is, i) => {
        const text = writtenNow[i];
        const writtenOver = isFormula ? FORMULA_WRITTEN_OVER : text === "" ? VALUE_EMPTIED : VALUE_FILLED;
        line[i] = (line[i] ?? 0) + (text === undefined ? Number(was === is) : writtenOver);
      });
    }
  }
  // The most that can agree up to a column, in order, and where its columns stand then.
  type Best = { sum: number; now: number[] };
  let best: Best[] = Array.from({ length: widthNow + 1 }, () => ({ sum: 0, now: [0] }));
  let unmoved = 0;
  for (let from = 1; from <= width; from++) {
    unmoved += score(from, from);
    const before = best;
    best = [];
    before.forEach((above, to) => {
      const options = [{ sum: above.sum, now: [...above.now, 0] }];
      const left = best[to - 1];
      const corner = before[to - 1];
      if (left) options.push(left);
      if (corner && score(from, to) > 0) options.push({ sum: corner.sum + score(from, to), now: [...corner.now, to] });
      best.push(options.reduce((one, other) => (other.sum > one.sum ? other : one)));
    });
  }
  const { sum, now } = best[widthNow] as Best;
  if (sum < unmoved + 0.001 || sum < LEAST_AGREEING * cells) return null;
  now.forEach((found, from) => {
    if (found || !from) return;
    // Dragged elsewhere; or without content, beside its neighbour.
    const beside = (now[from - 1] ?? 0) + 1;
    const columns = [...Array(widthNow + 1).keys()].filter((to) => score(from, to) >= 1);
    now[from] = [...columns, beside].find((to) => !now.includes(to)) ?? 0;
  });
  const agree = (row: number) =>
    now.every((column, from) => {
      const texts = [textAt(copy, row, from), textAt(content, row, column)];
      return (
        texts[0] === texts[1] ||
        texts.includes("") ||
        written.some((cell) => cell.row === row && cell.column === column)
      );
    });
  return { now, agree };
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
