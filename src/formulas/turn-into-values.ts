import type { Clock } from "../pacing/clock";
import { columnLetter } from "../sheet/column-letter";
import { verticalRuns } from "../sheet/vertical-runs";
import { counted } from "./counted";
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

/** Google stops a script after 6 minutes (facts 2.1). */
const STOP_AFTER_MS = 300_000;

/** Between two looks at the sheet; a call takes up to 0.8 s. */
const BLOCKS_AT_A_TIME = 20;

const PROGRESS_SECONDS = 40;
const RESULT_SECONDS = 15;

/** So many tables are named in a question. */
const MAX_NAMED = 5;

interface Turning extends FormulaCell {
  extent: Extent;
}

/**
 * Replaces our formulas, in a selection or the whole sheet, by what they show. Each result is replaced by one call, so
 * that it is whole before and after it; what turns out to be missing then is put back from the copy.
 */
export function turnFormulasIntoValues({ sheet, selection, tell, confirm }: TurningWork, clock: Clock): void {
  const stopMs = clock.nowMs() + STOP_AFTER_MS;
  const uncertain = findFinished(sheet.read()).turnings.filter(({ extent }) => !extent.isCertain);
  const withUncertain = uncertain.length > 0 && confirm(questionAbout(uncertain));
  const tried = new Set<string>();
  let restored = 0;
  // Read anew for each group: while a question stood open or others were written, people may have moved rows.
  for (;;) {
    const { copy, turnings, unfinished } = findFinished(sheet.read());
    const wanted = turnings.filter(({ extent }) => extent.isCertain || withUncertain);
    const open = wanted.filter((cell) => !tried.has(nameOf(cell)));
    if (open.length === 0 || clock.nowMs() >= stopMs) {
      const turned = tried.size - wanted.filter((cell) => tried.has(nameOf(cell))).length;
      tell(summary({ turned, unfinished, left: turnings.length, restored }), RESULT_SECONDS);
      return;
    }
    tell(`Turning formulas into values: ${open.length} to go.`, PROGRESS_SECONDS);
    const blocks = joinBlocks(open.map(({ row, column, extent }) => filledBlock(copy, { ...extent, row, column })));
    const group = blocks.slice(0, BLOCKS_AT_A_TIME);
    for (const cell of open) if (group.some((block) => liesIn(block, cell.row, cell.column))) tried.add(nameOf(cell));
    restored += replace(group, copy);
  }

  function findFinished(copy: SheetContent): { copy: SheetContent; turnings: Turning[]; unfinished: number } {
    const open = new Set(findUnfinished(copy, null).formulas.map(nameOf));
    const cells = formulasOf(copy).filter(({ row, column }) => liesIn(selection, row, column));
    const finished = cells.filter((cell) => !open.has(nameOf(cell)) && !isError(copy, cell));
    const turnings = finished.map((cell) => ({ ...cell, extent: resultExtent(copy, cell) }));
    return { copy, turnings, unfinished: cells.length - finished.length };
  }

  /** Writes the blocks' values; gives how many cells beside them had to be put back: a result reached further. */
  function replace(blocks: Block[], copy: SheetContent): number {
    const written = blocks.filter((block) => write(block, copy));
    sheet.flush();
    if (written.length === 0) return 0;
    const missing = findMissing(copy, sheet.read(), written);
    for (const { row, column, items } of verticalRuns(missing)) {
      write({ row, column, rows: items.length, columns: 1 }, copy);
    }
    if (missing.length > 0) sheet.flush();
    return missing.length;
  }

  function write(block: Block, copy: SheetContent): boolean {
    try {
      sheet.writeValues(block, valuesToWrite(copy, block));
      return true;
    } catch {
      // A protected cell: its formula stays, the others need not.
      return false;
    }
  }
}

const nameOf = ({ row, column }: { row: number; column: number }): string => `${row}:${column}`;

/** An error is no answer: `#REF!` of a result that found no room. */
const isError = ({ values }: SheetContent, { row, column }: FormulaCell): boolean =>
  String(values[row - 1]?.[column - 1]).startsWith("#");

function formulasOf({ formulas }: SheetContent): FormulaCell[] {
  return formulas.flatMap((row, i) =>
    row.flatMap((formula, j) => (callsOurs(formula) ? [{ row: i + 1, column: j + 1, formula }] : [])),
  );
}

function questionAbout(uncertain: Turning[]): string {
  const named = uncertain.slice(0, MAX_NAMED).map(({ row, column, extent }) => {
    return `${columnLetter(column)}${row}: ${extent.rows} × ${extent.columns} cells`;
  });
  const more = uncertain.length > MAX_NAMED ? `\nand ${uncertain.length - MAX_NAMED} more` : "";
  return `It is not certain how far these results reach, because other cells touch them:\n${named.join("\n")}${more}\n\nTurn them into values too? Your own text there stays as it is.`;
}

interface Turned {
  turned: number;
  unfinished: number;
  left: number;
  restored: number;
}

function summary({ turned, unfinished, left, restored }: Turned): string {
  const parts = [`Turned ${counted(turned, "formula")} into values.`];
  if (unfinished > 0) parts.push(`${unfinished} not finished or in error: choose Finish formulas first.`);
  if (left > 0)
    parts.push(`${left} left as ${left === 1 ? "a formula" : "formulas"}: not wished, protected, or no time left.`);
  if (restored > 0) parts.push(`${counted(restored, "cell")} of longer results put back.`);
  return parts.join(" ");
}
