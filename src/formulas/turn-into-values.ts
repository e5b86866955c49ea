import { verticalRuns } from "../sheet/vertical-runs";
import { findMissing } from "./missing-cells";
import { callsOurs } from "./names";
import { type Extent, resultExtent } from "./result-extent";
import { type Block, type FormulaCell, liesIn, type SheetContent, type SheetWork } from "./sheet-cells";
import { filledBlock, joinBlocks, valuesToWrite } from "./turned-blocks";
import { findUnfinished } from "./unfinished-cells";

/** What turning formulas into values needs besides the sheet. */
export interface TurningWork extends SheetWork {
  /** Asks a yes-or-no question. */
  confirm(question: string): boolean;
}

const RESULT_SECONDS = 15;

/** So many tables are named in a question. */
const MAX_NAMED = 5;

interface Turning extends FormulaCell {
  extent: Extent;
}

/**
 * Replaces our formulas, in a selection or the whole sheet, by what they show. Each result is replaced by one call, so
 * that it is whole before and after it; what turns out to be missing in the end is put back from the copy.
 */
export function turnFormulasIntoValues({ sheet, selection, tell, confirm }: TurningWork): void {
  let found = findFinished(sheet.read());
  const uncertain = found.turnings.filter(({ extent }) => !extent.isCertain);
  const withUncertain = uncertain.length > 0 && confirm(questionAbout(uncertain));
  // While the question stood open the sheet may have changed.
  if (uncertain.length > 0) found = findFinished(sheet.read());

  const { content: copy, unfinished } = found;
  const turnings = found.turnings.filter(({ extent }) => extent.isCertain || withUncertain);
  const blocks = turnings.map(({ row, column, extent }) => filledBlock(copy, { ...extent, row, column }));
  for (const block of joinBlocks(blocks)) sheet.writeValues(block, valuesToWrite(copy, block));
  sheet.flush();
  const restored = restoreMissing(copy, blocks);
  tell(summary(turnings.length, unfinished, found.turnings.length - turnings.length, restored), RESULT_SECONDS);

  function findFinished(content: SheetContent): { content: SheetContent; turnings: Turning[]; unfinished: number } {
    const open = new Set(findUnfinished(content, null).formulas.map(({ row, column }) => `${row}:${column}`));
    const cells = formulasOf(content).filter(({ row, column }) => liesIn(selection, row, column));
    const finished = cells.filter(({ row, column }) => !open.has(`${row}:${column}`) && !isError(content, row, column));
    const turnings = finished.map((cell) => ({ ...cell, extent: resultExtent(content, cell) }));
    return { content, turnings, unfinished: cells.length - finished.length };
  }

  /** Puts back what is gone beside a turned result: it reached further than thought. */
  function restoreMissing(before: SheetContent, turned: Block[]): number {
    const missing = findMissing(before, sheet.read(), turned);
    for (const { row, column, items } of verticalRuns(missing)) {
      const block = { row, column, rows: items.length, columns: 1 };
      sheet.writeValues(block, valuesToWrite(before, block));
    }
    if (missing.length > 0) sheet.flush();
    return missing.length;
  }
}

/** An error is no answer: `#REF!` of a result that found no room. */
const isError = ({ values }: SheetContent, row: number, column: number): boolean =>
  String(values[row - 1]?.[column - 1]).startsWith("#");

function formulasOf({ formulas }: SheetContent): FormulaCell[] {
  return formulas.flatMap((row, i) =>
    row.flatMap((formula, j) => (callsOurs(formula) ? [{ row: i + 1, column: j + 1, formula }] : [])),
  );
}

function questionAbout(uncertain: Turning[]): string {
  const named = uncertain.slice(0, MAX_NAMED).map(({ row, column, extent }) => {
    return `row ${row}, column ${column}: ${extent.rows} × ${extent.columns} cells`;
  });
  const more = uncertain.length > MAX_NAMED ? `\nand ${uncertain.length - MAX_NAMED} more` : "";
  return `It is not certain how far these results reach, because other cells touch them:\n${named.join("\n")}${more}\n\nTurn them into values too? Your own text there stays as it is.`;
}

function summary(turned: number, unfinished: number, left: number, restored: number): string {
  const parts = [`Turned ${turned} formulas into values.`];
  if (unfinished > 0)
    parts.push(`${unfinished} are not finished or in error and stay formulas: choose Finish formulas first.`);
  if (left > 0) parts.push(`${left} stay formulas, as you wished.`);
  if (restored > 0) parts.push(`${restored} cells of longer results were put back.`);
  return parts.join(" ");
}
