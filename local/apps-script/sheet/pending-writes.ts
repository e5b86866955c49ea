import type { Area, Cell, CellInput, CellStyle } from "../workbook/cell";
import type { Actor, Change } from "../workbook/change";
import type { Workbook } from "../workbook/workbook";
import { areaOfRows, intersection, lastColumn, lastRow } from "./areas";

type CellsChange = Extract<Change, { type: "setCells" }>;

/** A pending formula's value is known only to the workbook's engine. */
class NeedsFlush extends Error {}

/**
 * Writes of one execution that only it sees until `flush` (facts 5.1): its reads lay them over the workbook. What moves
 * cells about, and all rarer changes, flush at once.
 */
export class PendingWrites {
  readonly #workbook: Workbook;
  readonly #actor: Actor;
  #changes: Change[] = [];

  constructor(workbook: Workbook, actor: Actor) {
    this.#workbook = workbook;
    this.#actor = actor;
  }

  get isEmpty(): boolean {
    return this.#changes.length === 0;
  }

  add(...changes: Change[]): void {
    this.#changes.push(...changes);
  }

  /** Carries out what is pending and then `changes`. */
  applyNow(...changes: Change[]): void {
    const all = [...this.#changes, ...changes];
    this.#changes = [];
    if (all.length > 0) this.#workbook.apply(all, this.#actor);
  }

  flush(): void {
    this.applyNow();
  }

  /** Carries out what is pending where a formula waits in the area: its result takes the workbook's engine, and time. */
  flushFormulas(sheetId: number, area: Area): void {
    const waits = this.#changes.some(
      (change) =>
        change.type === "setCells" &&
        change.sheetId === sheetId &&
        intersection(area, areaOfRows(change.row, change.column, change.cells)) !== null &&
        change.cells.some((row) => row.some((input) => input !== undefined && "formula" in input)),
    );
    if (waits) this.flush();
  }

  read(sheetId: number, area: Area): Cell[][] {
    const cells = this.#workbook.read(sheetId, area);
    try {
      for (const change of this.#changes) this.#lay(change, sheetId, area, cells);
      return cells;
    } catch (error) {
      if (!(error instanceof NeedsFlush)) throw error;
      this.flush();
      return this.#workbook.read(sheetId, area);
    }
  }

  extent(sheetId: number): { rows: number; columns: number } {
    const extent = this.#workbook.extent(sheetId);
    for (const change of this.#changes) {
      if (change.type !== "setCells" || change.sheetId !== sheetId) continue;
      const area = areaOfRows(change.row, change.column, change.cells);
      if (
        touchesEdge(area, extent) &&
        change.cells.some((row) => row.some((input) => input !== undefined && isBlank(input)))
      ) {
        this.flush();
        return this.#workbook.extent(sheetId);
      }
      growBy(extent, change);
    }
    return extent;
  }

  readNotes(sheetId: number, area: Area): (string | null)[][] {
    if (this.#changes.some((change) => change.type === "setNotes")) this.flush();
    return this.#workbook.readNotes(sheetId, area);
  }

  readStyles(sheetId: number, area: Area): CellStyle[][] {
    if (this.#changes.some((change) => change.type === "setStyle" || change.type === "setStyles")) this.flush();
    return this.#workbook.readStyles(sheetId, area);
  }

  #lay(change: Change, sheetId: number, area: Area, cells: Cell[][]): void {
    if (change.type === "setCells" && change.sheetId === sheetId) layCells(change, area, cells);
    if (change.type === "setStyle" && change.sheetId === sheetId) {
      layFormat(change.area, area, cells, () => change.style);
    }
    if (change.type === "setStyles" && change.sheetId === sheetId) {
      const covered = areaOfRows(change.row, change.column, change.styles);
      layFormat(covered, area, cells, (row, column) => change.styles[row - change.row]?.[column - change.column]);
    }
  }
}

function layCells(change: CellsChange, area: Area, cells: Cell[][]): void {
  const common = intersection(area, areaOfRows(change.row, change.column, change.cells));
  if (common === null) return;
  for (let row = common.row; row <= lastRow(common); row++) {
    for (let column = common.column; column <= lastColumn(common); column++) {
      const input = change.cells[row - change.row]?.[column - change.column];
      if (input === undefined) continue;
      if ("formula" in input) throw new NeedsFlush();
      const cell = (cells[row - area.row] as Cell[])[column - area.column] as Cell;
      cell.value = input.value;
      delete cell.formula;
    }
  }
}

function layFormat(
  covered: Area,
  area: Area,
  cells: Cell[][],
  styleAt: (row: number, column: number) => CellStyle | undefined,
): void {
  const common = intersection(area, covered);
  if (common === null) return;
  for (let row = common.row; row <= lastRow(common); row++) {
    for (let column = common.column; column <= lastColumn(common); column++) {
      const numberFormat = styleAt(row, column)?.numberFormat;
      const cell = (cells[row - area.row] as Cell[])[column - area.column] as Cell;
      if (numberFormat !== undefined) cell.numberFormat = numberFormat ?? "General";
    }
  }
}

function isBlank(input: CellInput): boolean {
  return "value" in input && input.value === null;
}

function touchesEdge(area: Area, extent: { rows: number; columns: number }): boolean {
  return lastRow(area) >= extent.rows || lastColumn(area) >= extent.columns;
}

function growBy(extent: { rows: number; columns: number }, change: CellsChange): void {
  change.cells.forEach((inputs, rowOffset) => {
    inputs.forEach((input, columnOffset) => {
      if (input === undefined || isBlank(input)) return;
      extent.rows = Math.max(extent.rows, change.row + rowOffset);
      extent.columns = Math.max(extent.columns, change.column + columnOffset);
    });
  });
}
