import { type Cell, cellAt, differences, type Rows, rowsFrom, unmarked } from "../lists/rows";
import { settleUnmarked } from "../lists/settle";
import { insistently } from "../lists/steady";
import { harmless, isErrorValue, takeMarksAway } from "../sheet/cell-text";
import { type Block, type CellAt, type CellValue, numbersBetween, type SheetContent } from "../sheet/table";
import { isOfArgument } from "./cells";
import { asideIn, FINISHING, isFinishing } from "./finish";
import { resultExtent } from "./result-extent";
import {
  aboutErrors,
  aboutRefused,
  at,
  blockOf,
  cellName,
  counted,
  type FormulaCell,
  formulasOf,
  joinBlocks,
  liesIn,
  namedCells,
  PROGRESS_SECONDS,
  RESULT_SECONDS,
  rangeOf,
  type SheetWork,
  STOP_AFTER_MS,
  usesSheetscout,
  writeTogether,
} from "./sheet-formulas";
import { findUnfinished } from "./unfinished";

/** Between these blocks the sheet is read again, which takes up to 0.8 s. */
const BLOCKS_AT_A_TIME = 20;

type Turning = FormulaCell & Block;

interface Found {
  copy: SheetContent;
  turnings: Turning[];
  uncertain: FormulaCell[];
  unfinished: number;
  errors: FormulaCell[];
}

/**
 * Works on the selection if it has formulas of ours, otherwise on the sheet. One call replaces a whole result, so it is
 * never seen in part; what was hit because rows or columns have moved is put back from a copy. A formula stays if its
 * extent is not certain, because cells beside it may be somebody's own.
 */
export function turnFormulasIntoValues({ sheet, selection: selected, tell, confirm, clock, store }: SheetWork): void {
  const stopMs = clock.nowMs() + STOP_AFTER_MS;
  const content = sheet.readAll();
  const isSelected = ({ row, column }: FormulaCell): boolean => liesIn(selected, row, column);
  // A range without formulas does not mean the whole sheet; a single cell may be where the pointer happens to be.
  const selection = rangeOf(selected) ?? (formulasOf(content).some(isSelected) ? selected : null);
  const first = findFinished(content);
  if (first.turnings.length > 0 && !confirm(questionAbout(first, selection))) return;
  const tried = new Set<string>();
  const refused = new Set<string>();
  // The sheet is read again for each group: during the question or another write, people may have moved rows.
  for (;;) {
    // Without a flush Google may answer a second reading from its memory of the first.
    sheet.flush();
    const found = findFinished(sheet.readAll());
    const { copy, turnings } = found;
    if (selection && tried.size === 0 && haveMoved(rowsOf(first.copy), rowsOf(copy))) {
      tell("Rows or columns have moved meanwhile, so nothing was turned. Select the cells again.", RESULT_SECONDS);
      return;
    }
    const open = turnings.filter((cell) => !tried.has(cellName(cell)));
    if (open.length === 0 || isLate()) {
      const turned = tried.size - (turnings.length - open.length);
      const kept = turnings.filter((cell) => refused.has(cellName(cell)));
      const place = selection ? "selection" : "sheet";
      const ended = { ...found, isFinishing: isFinishing({ store, clock }) };
      tell(summary(ended, turned, kept, place), RESULT_SECONDS);
      return;
    }
    tell(`Turning formulas into values: ${open.length} to go.`, PROGRESS_SECONDS);
    const filled = open.map((cell) => ({ ...cell, ...filledBlock(copy, cell) }));
    const blocks = joinBlocks(filled).slice(0, BLOCKS_AT_A_TIME);
    const group = filled.filter(({ row, column }) => blocks.some((block) => liesIn(block, row, column)));
    for (const cell of group) tried.add(cellName(cell));
    replace(group, copy);
  }

  function haveMoved(was: Rows, now: Rows): boolean {
    return settleUnmarked(unmarked(was, was, []), now) !== null;
  }

  function isLate(): boolean {
    return clock.nowMs() >= stopMs;
  }

  function findFinished(copy: SheetContent): Found {
    const open = new Set(findUnfinished(copy, null).formulas.map(cellName));
    const aside = asideIn(copy).filter(({ row, column }) => liesIn(selection, row, column));
    const found: Found = { copy, turnings: [], uncertain: [], unfinished: aside.length, errors: [] };
    for (const cell of formulasOf(copy)) {
      if (!liesIn(selection, cell.row, cell.column)) continue;
      if (isError(String(at(copy.values, cell.row, cell.column)))) found.errors.push(cell);
      else if (open.has(cellName(cell))) found.unfinished++;
      else {
        const extent = resultExtent(copy, cell);
        if (extent) found.turnings.push({ ...cell, ...extent });
        else found.uncertain.push(cell);
      }
    }
    return found;
  }

  function replace(turnings: Turning[], copy: SheetContent): void {
    const valueAt = ({ row, column }: CellAt): CellValue => at(copy.values, row, column);
    for (const cell of writeAll(turnings, (cell) => harmless(valueAt(cell)), isLate)) refused.add(cellName(cell));
    let now = look();
    // Google may fail after it has written.
    const isWritten = (cell: Turning) => !refused.has(cellName(cell)) || at(now.formulas, cell.row, cell.column) === "";
    const cells = turnings
      .filter(isWritten)
      .flatMap((block) => cellsIn(block).map((cell) => ({ ...cell, value: valueAt(cell) })));
    if (takeMarksAway(sheet, cells, (row, column) => at(now.values, row, column))) now = look();
    const was = rowsOf(copy, cells);
    const turned = new Set(cells.map(cellName));
    putRight({ written: cells, was, ought: was, now, before: (cell) => cell }, (value, from, rowNow) => {
      const { row, column } = from;
      const isOfFormula = !turned.has(cellName(from)) && cellAt(was, row, column) === value;
      const formula = isOfFormula ? at(copy.formulas, row, column) : "";
      return formula === "" ? harmless(value) : withRowsMoved(formula, rowNow) || harmless(valueAt(from));
    });
  }

  /** What was written is wrong for ever if nobody looks. */
  function look(): SheetContent {
    const seen = insistently(clock, () => {
      // Otherwise what a range formula showed before a failed flush may still be read below its values.
      if (refused.size > 0) sheet.flush();
      return sheet.readAll();
    });
    if ("thrown" in seen) throw seen.thrown;
    return seen.found;
  }

  /** Gives back what was hit because rows or columns have moved meanwhile, as long as others move some. */
  function putRight({ written, was, ought, now, before }: Look, again: Again, left = MAX_REPAIRS): void {
    const rows = rowsOf(now);
    const settled = left > 0 && settleUnmarked(unmarked(was, ought, written), rows);
    if (!settled) return;
    const placeBefore = (cell: CellAt): CellAt => before(settled.placeBefore(cell));
    const rowsNow = new Map([...settled.rows.keys()].map((row) => [placeBefore({ row, column: 1 }).row, row]));
    const known = [...rowsNow.keys()].filter(Boolean);
    const areInOrder = known.every((row, i) => row >= (known[i - 1] ?? 0));
    const hit = differences({ was: rows, ought: settled.rows, formulas: rowsFrom(1, now.formulas) });
    writeAll(hit.map(blockOf), (cell) => {
      const from = placeBefore(cell);
      // Where rows were sorted, formulas do not follow the other rows to which they point.
      const rowNow = (row: number) => (areInOrder || row === from.row ? rowsNow.get(row) : undefined);
      return again(cellAt(settled.rows, cell.row, cell.column), from, from.column === cell.column ? rowNow : null);
    });
    const next = { written: hit, was: rows, ought: settled.rows, now: look(), before: placeBefore };
    putRight(next, again, left - 1);
  }

  function writeAll(blocks: Block[], valueAt: (cell: CellAt) => CellValue, isLate?: () => boolean): Block[] {
    const write = (together: Block[]): void => {
      for (const block of joinBlocks(together)) {
        const cells = cellsIn(block).map(valueAt);
        const rows = numbersBetween(0, block.rows - 1).map((i) =>
          cells.slice(i * block.columns, (i + 1) * block.columns),
        );
        sheet.write(block, rows);
      }
    };
    return writeTogether(sheet, blocks, write, isLate);
  }

  /**
   * The values, but formulas that stay as texts that are the same when their row moves or Google calculates again. One
   * that points to other rows shows its value.
   */
  function rowsOf({ values, formulas }: SheetContent, turned: CellAt[] = []): Rows {
    const names = new Set(turned.map(cellName));
    const shown = (value: CellValue, row: number, column: number): CellValue => {
      const formula = at(formulas, row, column);
      if (formula === "" || names.has(cellName({ row, column }))) return value;
      let isElsewhere = false;
      const text = formula.replace(ROW_NUMBER, (found) => {
        if (Number(found) === row) return OWN_ROW;
        isElsewhere ||= Number(found) > 0;
        return found;
      });
      return isElsewhere && !usesSheetscout(text) ? value : text;
    };
    return rowsFrom(
      1,
      values.map((cells, i) => cells.map((value, j) => shown(value, i + 1, j + 1))),
    );
  }
}

interface Look {
  written: Cell[];
  was: Rows;
  ought: Rows;
  now: SheetContent;
  /** Where a cell was at the first reading; row or column is 0 if that is not known. */
  before(cell: CellAt): CellAt;
}

/** Gives the present row; `undefined` if that is not known. `null` in another column, where all would be wrong. */
type RowNow = ((row: number) => number | undefined) | null;

/** @param from where the cell was at the first reading @returns what is written to it */
type Again = (value: CellValue, from: CellAt, rowNow: RowNow) => CellValue;

/** Gives the formula for the present rows; `""` if one of them is not known. */
function withRowsMoved(formula: string, rowNow: RowNow): string {
  let isKnown = rowNow !== null;
  const text = formula.replace(ROW_NUMBER, (found) => {
    const now = Number(found) > 0 ? rowNow?.(Number(found)) : found;
    isKnown &&= now !== undefined;
    return String(now);
  });
  return isKnown ? text : "";
}

/** So often may others move lines while cells are put back. */
const MAX_REPAIRS = 6;

/** Stands in a formula for the number of its row. */
const OWN_ROW = "\n";

/** Also finds texts and cells of other sheets, whose numbers are no row's here; neither are those of `ATAN2(`. */
const ROW_NUMBER = /"[^"]*"|(?:'[^']*'|[\p{L}\p{N}_.]+)![$\w:]+|(?<=(?<![\p{L}\p{N}_.])[A-Z]{1,3}\$?)\d+\b(?![(!])/gu;

const cellsIn = ({ row, column, rows, columns }: Block): CellAt[] =>
  numbersBetween(0, rows * columns - 1).map((i) => ({
    row: row + Math.floor(i / columns),
    column: column + (i % columns),
  }));

/** Also true for what is wrong with an argument. A failure of the service is an answer, and is turned. */
const isError = (text: string): boolean => isErrorValue(text) || isOfArgument(text);

function blockName({ row, column, rows, columns }: Block): string {
  const [first, last] = [cellName({ row, column }), cellName({ row: row + rows - 1, column: column + columns - 1 })];
  return first === last ? first : `${first}:${last}`;
}

function questionAbout({ turnings, uncertain, unfinished, errors }: Found, selection: Block | null): string {
  const others = uncertain.length + unfinished + errors.length;
  const which = counted(turnings.length, "Sheetscout formula");
  const place = selection ? `in ${blockName(selection)}` : "of this whole sheet";
  const question = `Turn ${which} ${place} into values?`;
  const hint = selection ? "" : " To turn others, answer No and select their cells first.";
  if (others === 0) return question + hint;
  const reasons = [
    unfinished > 0 && `${unfinished} not finished`,
    errors.length > 0 && `${errors.length} in error (${namedCells(errors)})`,
    uncertain.length > 0 && `${uncertain.length} with results of unknown size (${namedCells(uncertain)})`,
  ].filter(Boolean);
  return `${question} ${others} more ${others === 1 ? "stays" : "stay"}: ${reasons.join(", ")}.${hint}`;
}

function summary(
  { turnings, uncertain, unfinished, errors, isFinishing }: Found & { isFinishing: boolean },
  turned: number,
  refused: FormulaCell[],
  place: "selection" | "sheet",
): string {
  const left = turnings.length - refused.length;
  if (turned + turnings.length + uncertain.length + unfinished + errors.length === 0)
    return `There is no Sheetscout formula to turn into values in this ${place}.`;
  const parts = [`Turned ${counted(turned, "formula")} into values.`];
  if (unfinished > 0) parts.push(isFinishing ? FINISHING : `${unfinished} not finished: choose Finish formulas first.`);
  if (errors.length > 0) parts.push(aboutErrors(errors));
  if (uncertain.length > 0) {
    const cells = namedCells(uncertain);
    parts.push(`It is not certain how far these results reach: ${cells}. Copy them and paste them as values only.`);
  }
  if (refused.length > 0) parts.push(aboutRefused(refused));
  if (left > 0) parts.push(`${left} left as ${left === 1 ? "a formula" : "formulas"}: no time left. Choose it again.`);
  return parts.join(" ");
}

/** A range may end far below the part that has content. */
function filledBlock({ values }: SheetContent, { row, column, rows, columns }: Block): Block {
  return {
    row,
    column,
    rows: Math.min(rows, values.length - row + 1),
    columns: Math.min(columns, (values[0]?.length ?? 0) - column + 1),
  };
}
