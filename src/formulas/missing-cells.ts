import type { CellAt } from "../sheet/vertical-runs";
import type { Block, SheetContent } from "./sheet-cells";

/** Cells that touch a turned result on its right or below, held something, and are blank now. */
export function findMissing(before: SheetContent, after: SheetContent, turned: Block[]): CellAt[] {
  const covered = new Set<string>();
  for (const { row, column, rows, columns } of turned) {
    for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) covered.add(`${row + i}:${column + j}`);
  }
  const missing: CellAt[] = [];
  before.values.forEach((values, i) => {
    values.forEach((value, j) => {
      const [row, column] = [i + 1, j + 1];
      const isGone = value !== "" && (after.values[i]?.[j] ?? "") === "" && (before.formulas[i]?.[j] ?? "") === "";
      if (!isGone || covered.has(`${row}:${column}`)) return;
      if (!covered.has(`${row - 1}:${column}`) && !covered.has(`${row}:${column - 1}`)) return;
      covered.add(`${row}:${column}`);
      missing.push({ row, column });
    });
  });
  return missing;
}
