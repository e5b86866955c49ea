import { NOT_FINISHED } from "../service/input-problems";
import type { Block, CellAt, SheetContent } from "../sheet/table";
import { FINISH_ADVICE } from "./cells";
import { type Extent, givesOneValue, isRunning, mayFill, resultExtent } from "./result-extent";
import { cellName, ERROR, type FormulaCell, liesIn, usesSheetscout } from "./sheet-formulas";

export interface Unfinished {
  formulas: FormulaCell[];
  cells: number;
  /** How many of these cells belong to formulas that refused to be changed. */
  refused: number;
  /** Cells with an error. Their note tells whether an argument is wrong or Google stopped the formula. */
  errors: CellAt[];
  /** Cells that say why they are not finished, such as that no credits are left. */
  explained: CellAt[];
  /** A short text with dots at its end may come from a running formula, or be an answer. */
  running: CellAt[];
}

/** @param refusing the names of cells that refused to be changed */
export function findUnfinished(
  content: SheetContent,
  selection: Block | null,
  refusing: ReadonlySet<string> = new Set(),
): Unfinished {
  const { values, formulas } = content;
  const found = new Map<string, FormulaCell>();
  let [cells, refused] = [0, 0];
  const errors: CellAt[] = [];
  const explained: CellAt[] = [];
  const running: CellAt[] = [];
  const ownerOf = createOwners(content);
  // The last formula in each column so far. Filled cells below it may be its result.
  const above: (FormulaCell | null)[] = [];
  values.forEach((rowValues, i) => {
    rowValues.forEach((value, j) => {
      const formula = formulas[i]?.[j] ?? "";
      if (formula !== "") above[j] = usesSheetscout(formula) ? { row: i + 1, column: j + 1, formula } : null;
      const here = { row: i + 1, column: j + 1 };
      if (!isUnfinished(content, value, { ...here, formula })) return;
      const cell = ownerOf(above, here);
      if (!cell || !(liesIn(selection, i + 1, j + 1) || liesIn(selection, cell.row, cell.column))) return;
      found.set(cellName(cell), cell);
      cells++;
      if (refusing.has(cellName(cell))) refused++;
      else if (value === ERROR) errors.push(here);
      else if (!String(value).startsWith(NOT_FINISHED)) running.push(here);
      else if (value !== NOT_FINISHED && !String(value).startsWith(FINISH_ADVICE)) explained.push(here);
    });
  });
  return { formulas: [...found.values()], cells, refused, errors, explained, running };
}

function isUnfinished(content: SheetContent, value: unknown, cell: FormulaCell): boolean {
  if (typeof value !== "string") return false;
  if (value.startsWith(NOT_FINISHED)) return true;
  return usesSheetscout(cell.formula) && (value === ERROR || isRunning(content, cell));
}

/** Finds the formula whose result covers a cell: above it first, then to the left. */
function createOwners(content: SheetContent) {
  // A long result may have many cells that are not finished.
  const extents = new Map<FormulaCell, Extent | null>();
  const extentOf = (cell: FormulaCell): Extent | null => {
    if (!extents.has(cell)) extents.set(cell, resultExtent(content, cell));
    return extents.get(cell) ?? null;
  };
  return (above: (FormulaCell | null)[], here: CellAt): FormulaCell | null => {
    for (let column = here.column; column >= 1; column--) {
      const cell = above[column - 1];
      if (!cell) continue;
      const isHere = cell.row === here.row && column === here.column;
      // Where no result reaches, somebody may have typed these words.
      const isReached = () => !givesOneValue(cell.formula) && mayFill(content, cell, extentOf(cell), here);
      if (isHere || isReached()) return cell;
    }
    return null;
  };
}
