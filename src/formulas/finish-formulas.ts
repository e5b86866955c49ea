import type { Clock } from "../pacing/clock";
import { type VerticalRun, verticalRuns } from "../sheet/vertical-runs";
import { counted } from "./counted";
import type { Block, FormulaCell, SheetWork } from "./sheet-cells";
import { findHeld, findUnfinished, heldText, isLoading, type Unfinished } from "./unfinished-cells";

/** Google stops a script after 6 minutes (facts 2.1); the last formulas may take half a minute. */
const STOP_AFTER_MS = 300_000;

/** Google runs 30 executions of a user at the same time (facts 1.7); some are left for the sidebar. */
const FORMULAS_AT_A_TIME = 20;

/** A formula is over after 30 s, one way or the other (facts 1.4). */
const WAIT_FOR_FORMULAS_MS = 35_000;
const LOOK_EVERY_MS = 1_000;

const PROGRESS_SECONDS = 40;
const RESULT_SECONDS = 15;

/** Calculates the unfinished cells of our formulas again, and again, while that helps and there is time. */
export function finishFormulas({ sheet, selection, tell }: SheetWork, clock: Clock): void {
  const stopMs = clock.nowMs() + STOP_AFTER_MS;
  const first = findUnfinished(sheet.read(), selection);
  let unfinished = first;
  for (let before = Number.POSITIVE_INFINITY; unfinished.cells < before && clock.nowMs() < stopMs; ) {
    // What stands in the way (no credits, a wrong argument) does not go away by asking once more.
    before = unfinished.cells;
    unfinished = calculateEachOnce(unfinished);
  }
  tell(summary(first, unfinished), RESULT_SECONDS);

  function calculateEachOnce(seen: Unfinished): Unfinished {
    const tried = new Set<string>();
    for (let now = seen; ; now = findUnfinished(sheet.read(), selection)) {
      const open = now.formulas.filter(({ row, column }) => !tried.has(`${row}:${column}`));
      if (open.length === 0 || clock.nowMs() >= stopMs) return now;
      tell(`Finishing formulas: ${counted(now.cells, "cell")} to go.`, PROGRESS_SECONDS);
      const group = open.slice(0, FORMULAS_AT_A_TIME);
      for (const { row, column } of group) tried.add(`${row}:${column}`);
      calculateAgain(group);
    }
  }

  /** A formula runs again when another content has stood in its cell (facts 1.6). */
  function calculateAgain(formulas: FormulaCell[]): void {
    verticalRuns(formulas).forEach(hold);
    sheet.flush();
    // Somebody may have inserted or deleted rows meanwhile: each formula goes where its text is now.
    const held = findHeld(sheet.read());
    for (const run of verticalRuns(held)) {
      sheet.writeFormulas(
        blockOf(run),
        run.items.map(({ formula }) => [formula]),
      );
    }
    sheet.flush();
    const waitUntilMs = clock.nowMs() + WAIT_FOR_FORMULAS_MS;
    while (held.length > 0 && clock.nowMs() < waitUntilMs && areLoading(held)) clock.sleep(LOOK_EVERY_MS);
  }

  function hold(run: VerticalRun<FormulaCell>): void {
    try {
      sheet.writeValues(
        blockOf(run),
        run.items.map(({ formula }) => [heldText(formula)]),
      );
    } catch {
      // A protected cell, or one whose validation refuses the text: it stays unfinished, the others need not.
    }
  }

  function areLoading(formulas: FormulaCell[]): boolean {
    // One call for all: what stands between them is read in vain.
    const block = blockAround(formulas);
    const values = sheet.readValues(block);
    return formulas.some(({ row, column }) => isLoading(values[row - block.row]?.[column - block.column]));
  }
}

const blockOf = ({ row, column, items }: VerticalRun<FormulaCell>) => ({ row, column, rows: items.length, columns: 1 });

function blockAround(cells: FormulaCell[]): Block {
  const row = Math.min(...cells.map((cell) => cell.row));
  const column = Math.min(...cells.map((cell) => cell.column));
  const rows = Math.max(...cells.map((cell) => cell.row)) - row + 1;
  const columns = Math.max(...cells.map((cell) => cell.column)) - column + 1;
  return { row, column, rows, columns };
}

function summary(first: Unfinished, left: Unfinished): string {
  if (first.cells === 0) return "All Sheetscout formulas are finished.";
  if (left.cells === 0) return `Finished ${counted(first.cells, "cell")}. All Sheetscout formulas are finished.`;
  const parts = [`Finished ${counted(Math.max(0, first.cells - left.cells), "cell")}.`];
  const open = left.cells - left.errors;
  if (open > 0) parts.push(`${open} left: choose Finish formulas again, or see what they say.`);
  if (left.errors > 0) parts.push(`${left.errors} in error: point at a cell to see what to change.`);
  return parts.join(" ");
}
