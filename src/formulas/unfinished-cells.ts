import { NOT_FINISHED } from "./answer-texts";
import { callsOurs } from "./names";
import { type Block, type FormulaCell, liesIn, type SheetContent } from "./sheet-cells";

/** What is written into a cell while its formula is taken out: after a crash it tells what belongs there. */
const HELD_FORMULA = `${NOT_FINISHED}: =`;

/** The text that stands for a formula for a moment. */
export const heldText = (formula: string): string => `${HELD_FORMULA}${formula.slice(1)}`;

/** Formulas to be calculated again, and how many of their cells are not finished. */
export interface Unfinished {
  formulas: FormulaCell[];
  cells: number;
}

/** Finds the unfinished cells of our formulas, in a selection or in the whole sheet, and the formulas they belong to. */
export function findUnfinished(content: SheetContent, selection: Block | null): Unfinished {
  const found = new Map<string, FormulaCell>();
  let cells = 0;
  content.values.forEach((values, i) => {
    values.forEach((value, j) => {
      const formula = content.formulas[i]?.[j] ?? "";
      const cell = isUnfinished(value, formula) ? ownerOf(content, i, j) : null;
      if (!cell || !(liesIn(selection, i + 1, j + 1) || liesIn(selection, cell.row, cell.column))) return;
      found.set(`${cell.row}:${cell.column}`, cell);
      cells++;
    });
  });
  return { formulas: [...found.values()], cells };
}

/** Whether a cell's text is that of a formula that has not come to its end. */
export function isLoading(value: unknown): boolean {
  return typeof value === "string" && (value.endsWith("...") || value.endsWith("…"));
}

function isUnfinished(value: unknown, formula: string): boolean {
  if (typeof value !== "string") return false;
  if (value.startsWith(NOT_FINISHED)) return true;
  // A formula that Google has stopped says "#ERROR!", in every language.
  return callsOurs(formula) && (value === "#ERROR!" || isLoading(value));
}

/** The formula whose result fills a cell: its own, else the nearest above, then further left. */
function ownerOf({ values, formulas }: SheetContent, i: number, j: number): FormulaCell | null {
  const held = String(values[i]?.[j]);
  if (held.startsWith(HELD_FORMULA))
    return { row: i + 1, column: j + 1, formula: `=${held.slice(HELD_FORMULA.length)}` };
  for (let column = j; column >= 0; column--) {
    for (let row = i; row >= 0; row--) {
      const formula = formulas[row]?.[column] ?? "";
      if (callsOurs(formula)) return { row: row + 1, column: column + 1, formula };
      // Another formula's result begins here: nothing from above reaches over it.
      if (formula !== "") break;
    }
  }
  return null;
}
