import { neutralText } from "../sheet/cell-text";
import { type Block, type CellAt, type CellValue, columnLetter, type SheetContent } from "../sheet/table";
import type { Clock } from "../world";
import { type Extent, resultExtent } from "./result-extent";
import {
  cellName,
  counted,
  type FormulaCell,
  findUnfinished,
  formulasOf,
  liesIn,
  PROGRESS_SECONDS,
  RESULT_SECONDS,
  type SheetWork,
  STOP_AFTER_MS,
  verticalRuns,
  writeTogether,
} from "./sheet-formulas";

/** Besides the sheet, *Turn formulas into values* needs this. */
export interface TurningWork extends SheetWork {
  confirm(question: string): boolean;
}

/** The wait between two looks at the sheet; a call takes up to 0.8 s. */
const BLOCKS_AT_A_TIME = 20;

const MAX_NAMED = 5;

interface Turning extends FormulaCell {
  extent: Extent;
}

/** The formulas that can be turned into values, and how many cannot. */
interface Finished {
  copy: SheetContent;
  turnings: Turning[];
  /** *Finish formulas* may complete them. */
  unfinished: number;
  /** Formulas that show an error of the sheet, such as `#REF!`: finishing them changes nothing. */
  inError: number;
}

/**
 * Replaces our formulas, in a selection or the whole sheet, by what they show. One call replaces a result, which is
 * whole before and after it; cells that are missing afterwards are put back from a copy.
 */
export function turnFormulasIntoValues({ sheet, selection, tell, confirm }: TurningWork, clock: Clock): void {
  const stopMs = clock.nowMs() + STOP_AFTER_MS;
  const { turnings: found, unfinished, inError } = findFinished(sheet.readAll());
  // A single selected cell may be the one that is meant.
  if (!selection && found.length > 1 && !confirm(questionAboutAll(found.length, unfinished + inError))) return;
  const uncertain = found.filter(({ extent }) => !extent.isCertain);
  const withUncertain = uncertain.length > 0 && confirm(questionAbout(uncertain));
  const tried = new Set<string>();
  let restored = 0;
  // Read anew for each group: during a question or another write, people may have moved rows.
  for (;;) {
    // Google may answer a second reading from its memory of the first.
    sheet.flush();
    const { copy, turnings, ...others } = findFinished(sheet.readAll());
    const wanted = turnings.filter(({ extent }) => extent.isCertain || withUncertain);
    const open = wanted.filter((cell) => !tried.has(cellName(cell)));
    if (open.length === 0 || clock.nowMs() >= stopMs) {
      const turned = tried.size - wanted.filter((cell) => tried.has(cellName(cell))).length;
      tell(summary({ ...others, turned, left: turnings.length, restored }), RESULT_SECONDS);
      return;
    }
    tell(`Turning formulas into values: ${open.length} to go.`, PROGRESS_SECONDS);
    const blocks = joinBlocks(open.map(({ row, column, extent }) => filledBlock(copy, { ...extent, row, column })));
    const group = blocks.slice(0, BLOCKS_AT_A_TIME);
    for (const cell of open) if (group.some((block) => liesIn(block, cell.row, cell.column))) tried.add(cellName(cell));
    restored += replace(group, copy);
  }

  function findFinished(copy: SheetContent): Finished {
    const open = new Set(findUnfinished(copy, null).formulas.map(cellName));
    const cells = formulasOf(copy).filter(({ row, column }) => liesIn(selection, row, column));
    const answered = cells.filter((cell) => !isError(copy, cell));
    const finished = answered.filter((cell) => !open.has(cellName(cell)));
    const turnings = finished.map((cell) => ({ ...cell, extent: resultExtent(copy, cell) }));
    const unfinished = answered.length - finished.length;
    return { copy, turnings, unfinished, inError: cells.length - answered.length };
  }

  /**
   * Writes the blocks' values.
   * @returns the number of cells beside them that had to be put back, as a result reached further
   */
  function replace(blocks: Block[], copy: SheetContent): number {
    const written = writeAll(blocks, copy);
    if (written.length === 0) return 0;
    const missing = findMissing(copy, sheet.readAll(), written);
    const runs = verticalRuns(missing).map(({ row, column, items }) => ({
      row,
      column,
      rows: items.length,
      columns: 1,
    }));
    if (runs.length > 0) writeAll(runs, copy);
    return missing.length;
  }

  function writeAll(blocks: Block[], copy: SheetContent): Block[] {
    return writeTogether(sheet, blocks, (together) => {
      for (const block of together) sheet.write(block, valuesToWrite(copy, block));
    });
  }
}

/** An error is no answer: `#REF!` of a result that found no room. */
const isError = ({ values }: SheetContent, { row, column }: FormulaCell): boolean =>
  String(values[row - 1]?.[column - 1]).startsWith("#");

const questionAboutAll = (finished: number, unfinished: number): string =>
  unfinished === 0
    ? `Turn all ${finished} Sheetscout formulas of this sheet into values?`
    : `Turn ${finished} Sheetscout formulas of this sheet into values? ${unfinished} more ${unfinished === 1 ? "stays" : "stay"}: not finished or in error.`;

function questionAbout(uncertain: Turning[]): string {
  const named = uncertain.slice(0, MAX_NAMED).map(({ row, column, extent }) => {
    return `${columnLetter(column)}${row}: ${extent.rows} × ${extent.columns} cells`;
  });
  const more = uncertain.length > MAX_NAMED ? `\nand ${uncertain.length - MAX_NAMED} more` : "";
  return `It is not certain how far these results reach, because other cells touch them:\n${named.join("\n")}${more}\n\nTurn them into values too? Your own text there stays as it is.`;
}

interface Turned extends Pick<Finished, "unfinished" | "inError"> {
  turned: number;
  left: number;
  restored: number;
}

function summary({ turned, unfinished, inError, left, restored }: Turned): string {
  if (turned + unfinished + inError + left === 0) return "There is no Sheetscout formula to turn into values.";
  const parts = [`Turned ${counted(turned, "formula")} into values.`];
  if (unfinished > 0) parts.push(`${unfinished} not finished: choose Finish formulas first.`);
  if (inError > 0) parts.push(`${inError} in error: point at a cell to see what to change.`);
  if (left > 0)
    parts.push(`${left} left as ${left === 1 ? "a formula" : "formulas"}: not wished, protected, or no time left.`);
  if (restored > 0) parts.push(`${counted(restored, "cell")} of longer results put back.`);
  return parts.join(" ");
}

/** The part of a result that has content: a range may end far below it. */
function filledBlock({ values }: SheetContent, { row, column, rows, columns }: Block): Block {
  return {
    row,
    column,
    rows: Math.min(rows, values.length - row + 1),
    columns: Math.min(columns, (values[0]?.length ?? 0) - column + 1),
  };
}

/** Joins results of equal width that stand directly below each other, so that one call replaces them. */
function joinBlocks(blocks: Block[]): Block[] {
  const joined: Block[] = [];
  for (const block of [...blocks].sort((a, b) => a.column - b.column || a.row - b.row)) {
    const last = joined[joined.length - 1];
    const isBelow =
      last?.column === block.column && last.columns === block.columns && last.row + last.rows === block.row;
    if (last && isBelow) last.rows += block.rows;
    else joined.push({ ...block });
  }
  return joined;
}

/** The values of a block, prepared so that text stays text when it is written. */
function valuesToWrite({ values }: SheetContent, { row, column, rows, columns }: Block): CellValue[][] {
  return Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, (__, j) => {
      const value = values[row - 1 + i]?.[column - 1 + j] ?? "";
      return typeof value === "string" ? neutralText(value) : value;
    }),
  );
}

/** Cells at the right of or below a turned result that had content and are blank now. */
function findMissing(before: SheetContent, after: SheetContent, turned: Block[]): CellAt[] {
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
