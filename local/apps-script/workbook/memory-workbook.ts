import type { CustomFunctions } from "../formulas/custom-functions";
import { FormulaEngine } from "../formulas/formula-engine";
import { areaOfRows } from "../sheet/areas";
import { applyChange, type ChangeTarget } from "./apply-change";
import type { Area, Cell, CellStyle } from "./cell";
import type { Actor, Change, Dimension } from "./change";
import { type FormulaCell, type MemoryCell, MemorySheet } from "./memory-sheet";
import type { ChangeListener, Selection, SheetInfo, Workbook } from "./workbook";

export interface MemoryWorkbookOptions {
  /** Default: one sheet named `Sheet1` of 1,000 × 26 cells, as Google makes it (google.grid-does-not-grow). */
  sheets?: { name: string; rows?: number; columns?: number }[];
}

const DEFAULT_ROWS = 1000;
const DEFAULT_COLUMNS = 26;

/** A workbook without a display: fast, synchronous, for tests and programs without a browser. */
export function createMemoryWorkbook(options: MemoryWorkbookOptions = {}): Workbook {
  return new MemoryWorkbook(options.sheets ?? [{ name: "Sheet1" }]);
}

class MemoryWorkbook implements Workbook, ChangeTarget {
  readonly sheetList: MemorySheet[];
  readonly #listeners = new Set<ChangeListener>();
  readonly #selections = new Map<string, Selection>();
  readonly #engine = new FormulaEngine(this);
  /** The extents that were counted since the last change. */
  readonly #extents = new Map<number, { rows: number; columns: number }>();
  #formulaCount = 0;

  constructor(sheets: { name: string; rows?: number; columns?: number }[]) {
    this.sheetList = sheets.map(
      ({ name, rows, columns }, id) => new MemorySheet(id, name, rows ?? DEFAULT_ROWS, columns ?? DEFAULT_COLUMNS),
    );
  }

  sheets(): SheetInfo[] {
    return this.sheetList.map((sheet) => ({
      sheetId: sheet.sheetId,
      name: sheet.name,
      rows: sheet.rows,
      columns: sheet.columns,
      hidden: sheet.isHidden,
      frozenRows: sheet.frozen.rows,
      frozenColumns: sheet.frozen.columns,
    }));
  }

  sheet(sheetId: number): MemorySheet {
    const found = this.sheetList.find((sheet) => sheet.sheetId === sheetId);
    if (found === undefined) throw new RangeError(`No sheet has the id ${sheetId}.`);
    return found;
  }

  addSheet(sheet: { sheetId: number; name: string; rows: number; columns: number }, index: number): void {
    this.sheetList.splice(index, 0, new MemorySheet(sheet.sheetId, sheet.name, sheet.rows, sheet.columns));
  }

  newFormula(text: string): FormulaCell {
    const key = `f${++this.#formulaCount}`;
    return { key, text, value: null, isVolatile: false, isDirty: true, reads: [], spill: null };
  }

  forget(formula: FormulaCell): void {
    this.#engine.forget(formula);
  }

  read(sheetId: number, area: Area): Cell[][] {
    return this.#map(sheetId, area, (cell) => {
      if (cell === undefined) return { value: null, numberFormat: "General" };
      const numberFormat = cell.style?.numberFormat ?? cell.formula?.numberFormat ?? cell.spilledFormat ?? "General";
      if (cell.formula === undefined) return { value: cell.value, numberFormat };
      return { value: cell.formula.value, formula: cell.formula.text, numberFormat };
    });
  }

  readStyles(sheetId: number, area: Area): CellStyle[][] {
    return this.#map(sheetId, area, (cell) => ({ ...cell?.style }));
  }

  readNotes(sheetId: number, area: Area): (string | null)[][] {
    return this.#map(sheetId, area, (cell) => cell?.note ?? null);
  }

  extent(sheetId: number): { rows: number; columns: number } {
    const known = this.#extents.get(sheetId);
    if (known !== undefined) return { ...known };
    const extent = { rows: 0, columns: 0 };
    for (const [row, column, cell] of this.sheet(sheetId).cells()) {
      if (cell.formula === undefined && cell.value === null) continue;
      extent.rows = Math.max(extent.rows, row);
      extent.columns = Math.max(extent.columns, column);
    }
    this.#extents.set(sheetId, { ...extent });
    return extent;
  }

  hidden(sheetId: number, dimension: Dimension): Set<number> {
    const { hidden } = this.sheet(sheetId).bands[dimension];
    return new Set([...hidden.keys()].filter((index) => hidden[index] === true).map((index) => index + 1));
  }

  filter(sheetId: number): { area: Area; hiddenRows: number[] } | null {
    return this.sheet(sheetId).filter;
  }

  size(sheetId: number, dimension: Dimension, index: number): number {
    return this.sheet(sheetId).pixels(dimension, index);
  }

  apply(changes: readonly Change[], by: Actor): void {
    this.#extents.clear();
    for (const change of changes) {
      this.#check(change);
      this.#engine.before(change);
      applyChange(this, change);
      this.#engine.after(change);
    }
    this.#engine.recalculate();
    for (const listener of this.#listeners) listener(changes, by);
  }

  settle(): Promise<void> {
    return Promise.resolve();
  }

  selection(user: string): Selection {
    const first = this.sheetList[0] as MemorySheet;
    const selection = this.#selections.get(user);
    const isThere = selection !== undefined && this.sheetList.some((sheet) => sheet.sheetId === selection.sheetId);
    return isThere ? selection : { sheetId: first.sheetId, areas: [{ row: 1, column: 1, rows: 1, columns: 1 }] };
  }

  select(user: string, selection: Selection): void {
    this.#selections.set(user, selection);
  }

  onChange(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  useCustomFunctions(functions: CustomFunctions): void {
    this.#engine.useCustomFunctions(functions);
    functions.onSettled((cells) => {
      this.#extents.clear();
      this.#engine.markAsking(cells);
      this.#engine.recalculate();
      for (const listener of this.#listeners) listener([], { kind: "formulas" });
    });
  }

  close(): void {
    this.#listeners.clear();
  }

  #map<T>(sheetId: number, area: Area, take: (cell: MemoryCell | undefined) => T): T[][] {
    const sheet = this.sheet(sheetId);
    checkArea(sheet, area);
    // Loops, as every read of a script comes here: `Array.from` takes five times as long.
    const all: T[][] = [];
    for (let row = area.row; row < area.row + area.rows; row++) {
      const taken: T[] = [];
      for (let column = area.column; column < area.column + area.columns; column++)
        taken.push(take(sheet.at(row, column)));
      all.push(taken);
    }
    return all;
  }

  #check(change: Change): void {
    if (change.type === "setCells")
      checkArea(this.sheet(change.sheetId), areaOfRows(change.row, change.column, change.cells));
    if (change.type === "setStyle") checkArea(this.sheet(change.sheetId), change.area);
  }
}

function checkArea(sheet: MemorySheet, { row, column, rows, columns }: Area): void {
  if (row < 1 || column < 1 || row + rows - 1 > sheet.rows || column + columns - 1 > sheet.columns) {
    throw new RangeError(`Row ${row}, column ${column}, ${rows} × ${columns} lies outside ${sheet.name}.`);
  }
}
