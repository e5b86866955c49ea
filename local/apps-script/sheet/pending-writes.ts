import type { DocumentState } from "../document-state";
import { withoutCovered } from "../extras/merges";
import { tableAfter } from "../extras/tables";
import type { HostSettings } from "../settings";
import type { Area, Cell, CellInput, CellStyle } from "../workbook/cell";
import type { Actor, Change } from "../workbook/change";
import type { Workbook } from "../workbook/workbook";
import { areaOfRows, intersection, lastColumn, lastRow } from "./areas";
import type { Write } from "./cell-values";
import { checkTypedColumns, checkWrite, type Found, foundNow, withRule } from "./check-write";

type CellsChange = Extract<Change, { type: "setCells" }>;

type Settings = Pick<HostSettings, "refusals" | "readsCached" | "typedColumns">;
type ReadKind = "cells" | "notes" | "styles";

/**
 * Writes of one execution that only it sees until `flush`: its reads lay them over the workbook. What moves cells about,
 * and all rarer changes, flush at once. Google refuses a write when it comes to it: at the flush, the next read or the
 * end of the execution. The writes before a refused one are kept; it and those behind it are lost.
 *
 * Cells that the execution has read are not read again until it writes or flushes, whatever others do meanwhile.
 */
export class PendingWrites {
  readonly #document: DocumentState;
  readonly #workbook: Workbook;
  readonly #actor: Actor & { kind: "script" };
  readonly #settings: Settings;
  #writes: Write[] = [];
  /** The number of pending writes that a read has found acceptable. */
  #checked = 0;
  #reads: { kind: ReadKind; sheetId: number; area: Area; rows: unknown[][] }[] = [];
  readonly #extents = new Map<number, { rows: number; columns: number }>();

  constructor(document: DocumentState, user: string, settings: Settings) {
    this.#document = document;
    this.#workbook = document.workbook;
    this.#actor = { kind: "script", user };
    this.#settings = settings;
  }

  get isEmpty(): boolean {
    return this.#writes.length === 0;
  }

  add(write: Write): void {
    if (this.#settings.refusals === "at-write") this.check(write);
    this.#writes.push({ ...write, changes: this.#uncovered(write.changes) });
    this.#forgetReads();
  }

  /** Throws at once if the write would be refused after those pending. */
  check(write: Write, found = this.#foundAfter(this.#writes)): void {
    checkWrite(this.#document, this.#actor.user, write, found);
    checkTypedColumns(write, found, this.#settings.typedColumns);
  }

  /** Carries out what is pending and then `changes`. */
  applyNow(...changes: Change[]): void {
    this.flush();
    if (changes.length > 0) this.#workbook.apply(changes, this.#actor);
    this.#forgetReads();
  }

  /** Throws the `ServiceError` of the first refused write when those before it are carried out. */
  flush(): void {
    const refusal = this.#dropRefused();
    const writes = this.#writes;
    this.#writes = [];
    this.#checked = 0;
    this.#forgetReads();
    // Somebody may have merged cells since.
    const changes = this.#uncovered(writes.flatMap((write) => write.changes));
    if (changes.length > 0) this.#workbook.apply(changes, this.#actor);
    const { extras } = this.#document;
    for (const { sheetId, area, rule } of writes) {
      if (rule === undefined) continue;
      extras.update((data) => {
        data.validations = withRule(data.validations, sheetId, area, rule, extras.newId());
      });
    }
    if (refusal !== null) throw refusal;
  }

  /** Carries out what is pending where a formula waits in the area: its result takes the workbook's engine, and time. */
  flushFormulas(sheetId: number, area: Area): void {
    this.#throwRefusal();
    const waits = this.#changes().some(
      (change) =>
        change.type === "setCells" &&
        change.sheetId === sheetId &&
        intersection(area, areaOfRows(change.row, change.column, change.cells)) !== null &&
        change.cells.some((row) => row.some((input) => input !== undefined && "formula" in input)),
    );
    if (waits) this.flush();
  }

  read(sheetId: number, area: Area): Cell[][] {
    this.flushFormulas(sheetId, area);
    return this.#once("cells", sheetId, area, () => this.peek(sheetId, area));
  }

  /** The cells as a write finds them: no read, so nothing is refused; a pending formula has no value yet. */
  peek(sheetId: number, area: Area): Cell[][] {
    return this.#foundAfter(this.#writes).read(sheetId, area);
  }

  /** The last row and column with content. */
  extent(sheetId: number): { rows: number; columns: number } {
    const known = this.#extents.get(sheetId);
    if (known !== undefined) return known;
    this.#throwRefusal();
    const extent = this.#extentNow(sheetId);
    if (this.#settings.readsCached) this.#extents.set(sheetId, extent);
    return extent;
  }

  #extentNow(sheetId: number): { rows: number; columns: number } {
    const extent = this.#workbook.extent(sheetId);
    for (const change of this.#changes()) {
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
    this.#throwRefusal();
    if (this.#changes().some((change) => change.type === "setNotes")) this.flush();
    return this.#once("notes", sheetId, area, () => this.#workbook.readNotes(sheetId, area));
  }

  readStyles(sheetId: number, area: Area): CellStyle[][] {
    this.#throwRefusal();
    if (this.#changes().some((change) => change.type === "setStyle" || change.type === "setStyles")) this.flush();
    return this.#once("styles", sheetId, area, () => this.#workbook.readStyles(sheetId, area));
  }

  readValidations(): Found["validations"] {
    this.#throwRefusal();
    return this.#foundAfter(this.#writes).validations;
  }

  #once<T>(kind: ReadKind, sheetId: number, area: Area, read: () => T[][]): T[][] {
    const known = this.#reads.find(
      (read) => read.kind === kind && read.sheetId === sheetId && isWithin(area, read.area),
    );
    if (known !== undefined) {
      const [top, left] = [area.row - known.area.row, area.column - known.area.column];
      const rows = known.rows as T[][];
      return rows.slice(top, top + area.rows).map((row) => row.slice(left, left + area.columns));
    }
    const rows = read();
    if (this.#settings.readsCached) this.#reads.push({ kind, sheetId, area, rows });
    return rows;
  }

  #forgetReads(): void {
    this.#reads = [];
    this.#extents.clear();
  }

  #uncovered(changes: Change[]): Change[] {
    return withoutCovered(changes, this.#document.extras.data.merges);
  }

  #changes(): Change[] {
    return this.#writes.flatMap((write) => write.changes);
  }

  /** Takes the first write that is refused, and those behind it, out of what is pending; checks from `first` on. */
  #dropRefused(first = 0): unknown {
    if (this.#settings.refusals === "at-write") return null;
    const before = this.#writes.slice(0, first);
    const found = this.#foundAfter(before);
    for (const write of this.#writes.slice(first)) {
      try {
        this.check(write, found);
      } catch (refusal) {
        this.#writes = before;
        return refusal;
      }
      before.push(write);
      carryOn(found, write);
    }
    return null;
  }

  /** A read makes Google come to the pending writes; others still do not see them. */
  #throwRefusal(): void {
    const refusal = this.#dropRefused(this.#checked);
    this.#checked = this.#writes.length;
    if (refusal !== null) throw refusal;
  }

  /** The document with these writes laid over it. */
  #foundAfter(writes: readonly Write[]): Found {
    const now = foundNow(this.#document);
    const found: Found = {
      ...now,
      read: (sheetId, area) => {
        const cells = now.read(sheetId, area);
        for (const { changes } of writes) for (const change of changes) lay(change, sheetId, area, cells);
        return cells;
      },
    };
    for (const write of writes) carryOn(found, write);
    return found;
  }
}

/** The extras after one more write. */
function carryOn(found: Found, { sheetId, area, changes, rule }: Write): void {
  if (rule !== undefined) found.validations = withRule(found.validations, sheetId, area, rule);
  if (found.tables.length === 0) return;
  for (const change of changes) found.tables = found.tables.flatMap((table) => tableAfter(table, change) ?? []);
}

function lay(change: Change, sheetId: number, area: Area, cells: Cell[][]): void {
  if (change.type === "setCells" && change.sheetId === sheetId) layCells(change, area, cells);
  if (change.type === "setStyle" && change.sheetId === sheetId) {
    layFormat(change.area, area, cells, () => change.style);
  }
  if (change.type === "setStyles" && change.sheetId === sheetId) {
    const covered = areaOfRows(change.row, change.column, change.styles);
    layFormat(covered, area, cells, (row, column) => change.styles[row - change.row]?.[column - change.column]);
  }
}

function layCells(change: CellsChange, area: Area, cells: Cell[][]): void {
  const common = intersection(area, areaOfRows(change.row, change.column, change.cells));
  if (common === null) return;
  for (let row = common.row; row <= lastRow(common); row++) {
    for (let column = common.column; column <= lastColumn(common); column++) {
      const input = change.cells[row - change.row]?.[column - change.column];
      if (input === undefined) continue;
      const cell = (cells[row - area.row] as Cell[])[column - area.column] as Cell;
      delete cell.formula;
      if ("formula" in input) Object.assign(cell, { value: null, formula: input.formula });
      else cell.value = input.value;
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

function isWithin(area: Area, other: Area): boolean {
  const common = intersection(area, other);
  return common !== null && common.rows === area.rows && common.columns === area.columns;
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
