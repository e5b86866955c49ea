import { NOT_FINISHED } from "../service/own-words";
import { callsOurs } from "./names";
import { type Block, type FormulaCell, liesIn, type SheetContent } from "./sheet-cells";

/** What is written into a cell while its formula is taken out: after a crash it tells what belongs there. */
const HELD_FORMULA = `${NOT_FINISHED}: =`;

/** The text that stands for a formula for a moment. */
export const heldText = (formula: string): string => `${HELD_FORMULA}${formula.slice(1)}`;

/** What a formula says that has thrown or that Google has stopped, in every language. */
const ERROR = "#ERROR!";

/** Formulas to be calculated again, and how many of their cells are not finished. */
export interface Unfinished {
  formulas: FormulaCell[];
  cells: number;
  /** How many of the cells show `#ERROR!`, whose reason is in the cell's note: a wrong argument, or Google stopped it. */
  errors: number;
}

/** Finds the unfinished cells of our formulas, in a selection or in the whole sheet, and the formulas they belong to. */
export function findUnfinished({ values, formulas }: SheetContent, selection: Block | null): Unfinished {
  const found = new Map<string, FormulaCell>();
  let cells = 0;
  let errors = 0;
  // In each column the last formula seen from the top: what is filled below it may be its result.
  const above: (FormulaCell | null)[] = [];
  values.forEach((rowValues, i) => {
    rowValues.forEach((value, j) => {
      const formula = formulas[i]?.[j] ?? "";
      if (formula !== "") above[j] = callsOurs(formula) ? { row: i + 1, column: j + 1, formula } : null;
      if (!isUnfinished(value, formula)) return;
      const cell = heldFormula(value, i, j) ?? ownerOf(above, j);
      if (!cell || !(liesIn(selection, i + 1, j + 1) || liesIn(selection, cell.row, cell.column))) return;
      found.set(`${cell.row}:${cell.column}`, cell);
      cells++;
      if (value === ERROR) errors++;
    });
  });
  return { formulas: [...found.values()], cells, errors };
}

/** Finds the formulas that were taken out of their cells and not put back. */
export function findHeld({ values }: SheetContent): FormulaCell[] {
  return values.flatMap((row, i) => row.flatMap((value, j) => heldFormula(value, i, j) ?? []));
}

/** Whether a cell's text is that of a formula that has not come to its end. */
export function isLoading(value: unknown): boolean {
  return typeof value === "string" && (value.endsWith("...") || value.endsWith("…"));
}

function isUnfinished(value: unknown, formula: string): boolean {
  if (typeof value !== "string") return false;
  if (value.startsWith(NOT_FINISHED)) return true;
  return callsOurs(formula) && (value === ERROR || isLoading(value));
}

/** The formula that was taken out of a cell and not put back. */
function heldFormula(value: unknown, i: number, j: number): FormulaCell | null {
  const text = String(value);
  return text.startsWith(HELD_FORMULA)
    ? { row: i + 1, column: j + 1, formula: `=${text.slice(HELD_FORMULA.length)}` }
    : null;
}

/** The formula whose result fills a cell: the one above it, else the nearest further left. */
function ownerOf(above: (FormulaCell | null)[], j: number): FormulaCell | null {
  for (let column = j; column >= 0; column--) {
    const cell = above[column];
    if (cell) return cell;
  }
  return null;
}
