import type { Area } from "../workbook/cell";
import type { FormulaCell } from "../workbook/memory-sheet";

/** Touched areas up to this many cells are looked up cell by cell. */
const MAX_CELLS_LOOKED_UP = 2_000;

function keyOf(sheetId: number, row: number, column: number): string {
  return `${sheetId} ${row} ${column}`;
}

/** Formulas by the cells that they have read: single cells one by one, ranges and spills all together. */
export class ReadIndex {
  readonly #byCell = new Map<string, Set<FormulaCell>>();
  readonly #ofRanges = new Set<FormulaCell>();
  readonly #keys = new Map<FormulaCell, string[]>();

  /** Notes what a formula has just read. */
  note(formula: FormulaCell): void {
    this.remove(formula);
    const keys: string[] = [];
    for (const { sheetId, area } of formula.reads) {
      if (area.rows * area.columns > 1) this.#ofRanges.add(formula);
      else keys.push(keyOf(sheetId, area.row, area.column));
    }
    if (formula.spill !== null) this.#ofRanges.add(formula);
    for (const key of keys) {
      const readers = this.#byCell.get(key) ?? new Set();
      this.#byCell.set(key, readers.add(formula));
    }
    this.#keys.set(formula, keys);
  }

  remove(formula: FormulaCell): void {
    this.#ofRanges.delete(formula);
    for (const key of this.#keys.get(formula) ?? []) this.#byCell.get(key)?.delete(formula);
    this.#keys.delete(formula);
  }

  /** All formulas that may have read in the area, and perhaps some that have not. */
  candidates(sheetId: number, area: Area): Iterable<FormulaCell> {
    if (area.rows * area.columns > MAX_CELLS_LOOKED_UP) return this.#keys.keys();
    const found = new Set(this.#ofRanges);
    for (let row = area.row; row < area.row + area.rows; row++) {
      for (let column = area.column; column < area.column + area.columns; column++) {
        for (const formula of this.#byCell.get(keyOf(sheetId, row, column)) ?? []) found.add(formula);
      }
    }
    return found;
  }
}
