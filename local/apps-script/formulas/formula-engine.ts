import { areaOfRows, intersection } from "../sheet/areas";
import { showsDate } from "../sheet/cell-values";
import { type Area, type CellValue, isCellError } from "../workbook/cell";
import { type Change, isStructural } from "../workbook/change";
import type { FormulaCell, MemoryCell, MemorySheet } from "../workbook/memory-sheet";
import type { AskingCell, CustomFunctions, FormulaScalar } from "./custom-functions";
import { evaluateFormula, type Surroundings } from "./evaluate";
import { ReadIndex } from "./read-index";
import { moveFormula, renameSheetIn, shiftFormula } from "./shift-formula";
import { placeResult, takeBackSpill } from "./spill";

/** Cells whose values are new; `by` is the formula that spilled them. */
interface Touched {
  sheetId: number;
  area: Area;
  by?: FormulaCell;
}

interface Placed {
  sheet: MemorySheet;
  row: number;
  column: number;
  cell: MemoryCell;
  formula: FormulaCell;
}

/** Spills that keep changing each other are left as they are after this many rounds of recalculation. */
const MAX_ROUNDS = 50;

/** Computes a memory workbook's formulas: only what depends on a change, each after what it reads. */
export class FormulaEngine {
  readonly #workbook: { sheetList: MemorySheet[] };
  #functions: CustomFunctions | undefined;
  #names = new Set<string>();
  /** The places of formulas; `null` after anything that moves or replaces one. */
  #placed: Map<FormulaCell, Placed> | null = null;
  #touched: Touched[] = [];
  readonly #index = new ReadIndex();
  readonly #rowsBefore = new Map<FormulaCell, number>();
  readonly #computing = new Set<FormulaCell>();

  constructor(workbook: { sheetList: MemorySheet[] }) {
    this.#workbook = workbook;
  }

  useCustomFunctions(functions: CustomFunctions): void {
    this.#functions = functions;
    this.#names = new Set(functions.names());
    for (const { formula } of this.#formulas().values()) formula.isDirty = true;
    this.recalculate();
  }

  forget(formula: FormulaCell): void {
    this.#functions?.forget(formula.key);
    const placed = this.#formulas().get(formula);
    if (placed !== undefined) takeBackSpill(placed.sheet, formula);
    this.#placed?.delete(formula);
    this.#index.remove(formula);
  }

  /** Cells about to move take no spilled values with them. */
  before(change: Change): void {
    if (!isStructural(change)) return;
    this.#rowsBefore.clear();
    const renamed =
      change.type === "renameSheet"
        ? this.#workbook.sheetList.find((sheet) => sheet.sheetId === change.sheetId)
        : undefined;
    for (const { sheet, row, formula } of this.#formulas().values()) {
      takeBackSpill(sheet, formula);
      this.#rowsBefore.set(formula, row);
      if (change.type === "renameSheet" && renamed)
        formula.text = renameSheetIn(formula.text, renamed.name, change.name);
    }
  }

  after(change: Change): void {
    if (change.type === "setCells") {
      this.#touched.push({ sheetId: change.sheetId, area: areaOfRows(change.row, change.column, change.cells) });
      if (change.cells.some((row) => row.some(isFormula))) this.#placed = null;
      return;
    }
    if (change.type === "setFilter" || change.type === "setHidden") {
      for (const { formula } of this.#formulas().values()) if (isSubtotal(formula)) formula.isDirty = true;
    }
    if (!isStructural(change)) return;
    this.#placed = null;
    for (const { sheet, row, formula } of this.#formulas().values()) {
      formula.isDirty = true;
      if (change.type === "reorderRows") {
        formula.text = moveFormula(formula.text, row - (this.#rowsBefore.get(formula) ?? row));
      }
      if (change.type !== "insert" && change.type !== "delete" && change.type !== "move") continue;
      const changed = this.#workbook.sheetList.find(({ sheetId }) => sheetId === change.sheetId);
      if (changed !== undefined) formula.text = shiftFormula(formula.text, sheet.name, changed.name, change);
    }
  }

  markAsking(cells: AskingCell[]): void {
    const keys = new Set(cells.map(({ key }) => key));
    for (const { formula } of this.#formulas().values()) if (keys.has(formula.key)) formula.isDirty = true;
  }

  /** Brings every result up to date. */
  recalculate(): void {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      this.#spreadDirt();
      const dirty = [...this.#formulas().values()].filter(({ formula }) => formula.isDirty);
      if (dirty.length === 0) return;
      for (const placed of dirty) this.#compute(placed);
    }
  }

  #formulas(): Map<FormulaCell, Placed> {
    if (this.#placed !== null) return this.#placed;
    this.#placed = new Map();
    for (const sheet of this.#workbook.sheetList) {
      for (const [row, column, cell] of sheet.cells()) {
        if (cell.formula !== undefined)
          this.#placed.set(cell.formula, { sheet, row, column, cell, formula: cell.formula });
      }
    }
    return this.#placed;
  }

  /** Formulas that read a touched cell, or wanted to spill there, are out of date, and so on from cell to cell. */
  #spreadDirt(): void {
    const formulas = this.#formulas();
    const queue = this.#touched;
    this.#touched = [];
    for (const placed of formulas.values()) if (placed.formula.isDirty) queue.push(ownArea(placed));
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      for (const formula of this.#index.candidates(next.sheetId, next.area)) {
        const placed = formulas.get(formula);
        if (placed === undefined || formula.isDirty || !reads(placed, next)) continue;
        formula.isDirty = true;
        queue.push(ownArea(placed));
      }
    }
  }

  #compute(placed: Placed): void {
    const { formula, sheet, row, column } = placed;
    if (!formula.isDirty) return;
    if (this.#computing.has(formula)) {
      formula.value = { error: "#REF!", note: "Circular dependency detected." };
      formula.isDirty = false;
      return;
    }
    this.#computing.add(formula);
    formula.reads = [];
    formula.isVolatile = false;
    delete formula.numberFormat;
    delete formula.numberFormats;
    const before = formula.spill;
    const result = evaluateFormula(
      formula.text.slice(1),
      { row, col: column, sheet: sheet.name },
      this.#around(placed),
    );
    this.#computing.delete(formula);
    formula.isDirty = false;
    takeBackSpill(sheet, formula);
    placeResult(sheet, row, column, formula, result);
    this.#index.note(formula);
    for (const area of [before, formula.spill]) {
      if (area !== null) this.#touched.push({ sheetId: sheet.sheetId, area, by: formula });
    }
  }

  #around({ sheet, row, column, formula }: Placed): Surroundings {
    const named = (name: string) => this.#workbook.sheetList.find((candidate) => candidate.name === name);
    const cellsOf = (name: string, area: Area): (MemoryCell | undefined)[][] => {
      const from = named(name) as MemorySheet;
      formula.reads.push({ sheetId: from.sheetId, area });
      return Array.from({ length: area.rows }, (_row, r) =>
        Array.from({ length: area.columns }, (_cell, c) => {
          const cell = this.#upToDate(from, area.row + r, area.column + c);
          formula.isVolatile ||= isVolatile(cell);
          return cell;
        }),
      );
    };
    return {
      sheetSize: (name) => named(name) ?? null,
      values: (name, area) => cellsOf(name, area).map((cells) => cells.map(shownValue)),
      scalars: (name, area) => cellsOf(name, area).map((cells) => cells.map(scalarOf)),
      visible(name, area, byUserToo) {
        const from = named(name) as MemorySheet;
        const cells = cellsOf(name, area);
        const filtered = new Set(from.filter?.hiddenRows);
        const isHidden = (row: number) => filtered.has(row) || (byUserToo && from.bands.rows.hidden[row - 1] === true);
        return cells.flatMap((row, r) =>
          isHidden(area.row + r) ? [] : row.filter((cell) => !isSubtotal(cell?.formula)).map(shownValue),
        );
      },
      isVolatile: (name, area) => cellsOf(name, area).some((cells) => cells.some(isVolatile)),
      sawVolatile: () => {
        formula.isVolatile = true;
      },
      isCustom: (name) => this.#names.has(name),
      callCustom: (name, args, isVolatile) => {
        const asking: AskingCell = { sheetId: sheet.sheetId, row, column, key: formula.key };
        const answer = this.#functions?.ask(name, args, asking, isVolatile);
        if (answer === undefined || answer.state === "loading") return answer?.value ?? null;
        formula.numberFormat = answer.numberFormat ?? answer.numberFormats?.[0]?.[0];
        formula.numberFormats = answer.numberFormats;
        return answer.value;
      },
    };
  }

  #upToDate(sheet: MemorySheet, row: number, column: number): MemoryCell | undefined {
    const cell = sheet.at(row, column);
    if (cell?.formula?.isDirty === true) {
      const placed = this.#formulas().get(cell.formula);
      if (placed !== undefined) this.#compute(placed);
    }
    return cell;
  }
}

function shownValue(cell: MemoryCell | undefined): CellValue {
  return cell?.formula?.value ?? cell?.value ?? null;
}

function scalarOf(cell: MemoryCell | undefined): FormulaScalar {
  const value = shownValue(cell);
  const numberFormat = cell?.style?.numberFormat ?? cell?.formula?.numberFormat ?? cell?.spilledFormat ?? "General";
  return typeof value === "number" && showsDate(numberFormat) ? { date: value } : value;
}

function isSubtotal(formula: FormulaCell | undefined): boolean {
  return formula !== undefined && /\bSUBTOTAL\(/i.test(formula.text);
}

function isVolatile(cell: MemoryCell | undefined): boolean {
  return (cell?.formula ?? cell?.spilledBy)?.isVolatile === true;
}

function isFormula(input: unknown): boolean {
  return typeof input === "object" && input !== null && "formula" in input;
}

function ownArea({ sheet, row, column, formula }: Placed): Touched {
  const isSpilled = formula.spill !== null && !isCellError(formula.value);
  const area = isSpilled ? (formula.spill as Area) : { row, column, rows: 1, columns: 1 };
  return { sheetId: sheet.sheetId, area, by: formula };
}

/** True if a formula has read something that is new, or would spill over it. */
function reads({ sheet, formula }: Placed, touched: Touched): boolean {
  if (touched.by === formula) return false;
  if (formula.spill !== null && sheet.sheetId === touched.sheetId) {
    if (intersection(formula.spill, touched.area) !== null) return true;
  }
  return formula.reads.some(
    ({ sheetId, area }) => sheetId === touched.sheetId && intersection(area, touched.area) !== null,
  );
}
