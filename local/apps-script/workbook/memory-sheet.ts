import type { Area, CellStyle, CellValue } from "./cell";
import type { Band, Dimension } from "./change";

/** A formula and its latest result; the object moves with its cell and so is its identity. */
export interface FormulaCell {
  key: string;
  /** With its leading `=`. */
  text: string;
  value: CellValue;
  numberFormat?: string;
  /** Of the cells a result spills over. */
  numberFormats?: (string | undefined)[][];
  isVolatile: boolean;
  /** True when the result is out of date. */
  isDirty: boolean;
  /** The cells it has read, by sheet, and those where its result wants to spill. */
  reads: { sheetId: number; area: Area }[];
  spill: Area | null;
}

export interface MemoryCell {
  value: CellValue;
  formula?: FormulaCell;
  /** The formula whose spilled result this cell shows. */
  spilledBy?: FormulaCell;
  spilledFormat?: string;
  style?: CellStyle;
  note?: string;
}

type Row = (MemoryCell | undefined)[];

/** Columns and rows are 100 and 21 pixels unless sized. */
const DEFAULT_SIZE_PIXELS = { rows: 21, columns: 100 };

/** One sheet's cells as arrays, so that inserting, deleting and moving are splices. Positions count from 1. */
export class MemorySheet {
  readonly sheetId: number;
  name: string;
  rows: number;
  columns: number;
  isHidden = false;
  frozen = { rows: 0, columns: 0 };
  filter: { area: Area; hiddenRows: number[] } | null = null;
  readonly bands: Record<Dimension, { hidden: boolean[]; pixels: (number | undefined)[] }> = {
    rows: { hidden: [], pixels: [] },
    columns: { hidden: [], pixels: [] },
  };
  #grid: (Row | undefined)[] = [];

  constructor(sheetId: number, name: string, rows: number, columns: number) {
    this.sheetId = sheetId;
    this.name = name;
    this.rows = rows;
    this.columns = columns;
  }

  at(row: number, column: number): MemoryCell | undefined {
    return this.#grid[row - 1]?.[column - 1];
  }

  /** The cell to write to, made when missing. */
  make(row: number, column: number): MemoryCell {
    this.#grid[row - 1] ??= [];
    const cells = this.#grid[row - 1] as Row;
    cells[column - 1] ??= { value: null };
    return cells[column - 1] as MemoryCell;
  }

  /** Every cell that exists, with its place. */
  *cells(): Generator<[row: number, column: number, cell: MemoryCell]> {
    for (let row = 0; row < this.#grid.length; row++) {
      const cells = this.#grid[row];
      if (cells === undefined) continue;
      for (let column = 0; column < cells.length; column++) {
        const cell = cells[column];
        if (cell !== undefined) yield [row + 1, column + 1, cell];
      }
    }
  }

  insert({ dimension, index, count }: Band): void {
    this.#lists(dimension).forEach((list) => {
      padTo(list, index - 1);
      list.splice(index - 1, 0, ...new Array(count));
    });
    // New rows and columns are as high and wide as the one before them.
    const { pixels } = this.bands[dimension];
    pixels.fill(pixels[index - 2], index - 1, index - 1 + count);
    this[dimension] += count;
    if (index <= this.frozen[dimension]) this.frozen[dimension] += count;
    this.#inheritStyles(dimension, index, count);
  }

  delete({ dimension, index, count }: Band): void {
    for (const list of this.#lists(dimension)) list.splice(index - 1, count);
    this[dimension] -= count;
    this.frozen[dimension] -= Math.max(0, Math.min(this.frozen[dimension], index - 1 + count) - (index - 1));
  }

  move({ dimension, index, count }: Band, before: number): void {
    for (const list of this.#lists(dimension)) {
      padTo(list, Math.max(index - 1 + count, before - 1));
      const moved = list.splice(index - 1, count);
      list.splice((before > index ? before - count : before) - 1, 0, ...moved);
    }
  }

  /** The n-th row of the area becomes what was its row `order[n]`. */
  reorder(area: Area, order: number[]): void {
    const old = order.map((_, row) =>
      Array.from({ length: area.columns }, (_cell, column) => this.at(area.row + row, area.column + column)),
    );
    order.forEach((from, row) => {
      const cells = this.#grid[area.row - 1 + row] ?? [];
      this.#grid[area.row - 1 + row] = cells;
      for (let column = 0; column < area.columns; column++) {
        cells[area.column - 1 + column] = old[from]?.[column];
      }
    });
  }

  pixels(dimension: Dimension, index: number): number {
    return this.bands[dimension].pixels[index - 1] ?? DEFAULT_SIZE_PIXELS[dimension];
  }

  /** New rows and columns are formatted as the one before them; before the first, as the one they push on. */
  #inheritStyles(dimension: Dimension, index: number, count: number): void {
    const neighbour = index > 1 ? index - 1 : count + 1;
    for (const [row, column, cell] of [...this.cells()]) {
      const isNeighbour = (dimension === "rows" ? row : column) === neighbour;
      if (!isNeighbour || cell.style === undefined) continue;
      for (let n = index; n < index + count; n++) {
        const made = dimension === "rows" ? this.make(n, column) : this.make(row, n);
        made.style = { ...cell.style };
      }
    }
  }

  /** Everything that has one entry per row or column. */
  #lists(dimension: Dimension): unknown[][] {
    const { hidden, pixels } = this.bands[dimension];
    if (dimension === "rows") return [this.#grid, hidden, pixels];
    return [...this.#grid.filter((row) => row !== undefined), hidden, pixels];
  }
}

function padTo(list: unknown[], length: number): void {
  if (list.length < length) list.length = length;
}
