import { NOT_FINISHED } from "../service/input-problems";
import type { Block, CellAt, SheetContent } from "../sheet/table";
import { FINISH_ADVICE } from "./cells";
import { givesOneValue } from "./result-extent";
import { cellName, ERROR, type FormulaCell, isLoading, liesIn, usesSheetscout } from "./sheet-formulas";

export interface Unfinished {
  formulas: FormulaCell[];
  cells: number;
  /** Cells that show `#ERROR!`. Their note tells whether an argument is wrong or Google stopped the formula. */
  errors: CellAt[];
  /** Cells that say why they are not finished, such as that no credits are left. */
  explained: CellAt[];
}

export function findUnfinished({ values, formulas }: SheetContent, selection: Block | null): Unfinished {
  const found = new Map<string, FormulaCell>();
  let cells = 0;
  const errors: CellAt[] = [];
  const explained: CellAt[] = [];
  // The last formula in each column so far. Filled cells below it may be its result.
  const above: (FormulaCell | null)[] = [];
  values.forEach((rowValues, i) => {
    rowValues.forEach((value, j) => {
      const formula = formulas[i]?.[j] ?? "";
      if (formula !== "") above[j] = usesSheetscout(formula) ? { row: i + 1, column: j + 1, formula } : null;
      if (!isUnfinished(value, formula)) return;
      const cell = ownerOf(above, i, j);
      if (!cell || !(liesIn(selection, i + 1, j + 1) || liesIn(selection, cell.row, cell.column))) return;
      found.set(cellName(cell), cell);
      cells++;
      const here = { row: i + 1, column: j + 1 };
      if (value === ERROR) errors.push(here);
      else if (value !== NOT_FINISHED && !isLoading(value) && !String(value).startsWith(FINISH_ADVICE))
        explained.push(here);
    });
  });
  return { formulas: [...found.values()], cells, errors, explained };
}

function isUnfinished(value: unknown, formula: string): boolean {
  if (typeof value !== "string") return false;
  if (value.startsWith(NOT_FINISHED)) return true;
  return usesSheetscout(formula) && (value === ERROR || isLoading(value));
}

/** The formula whose result may fill a cell: the one above it, or else the nearest to the left. */
function ownerOf(above: (FormulaCell | null)[], i: number, j: number): FormulaCell | null {
  for (let column = j; column >= 0; column--) {
    const cell = above[column];
    if (!cell) continue;
    const isHere = cell.row === i + 1 && column === j;
    // Beside a single value, somebody may have typed these words.
    if (isHere || !givesOneValue(cell.formula)) return cell;
  }
  return null;
}
