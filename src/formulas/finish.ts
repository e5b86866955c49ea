import { neutralText } from "../sheet/cell-text";
import { type CellAt, columnLetter, verticalRuns } from "../sheet/spans";
import type { Block, SheetContent } from "../sheet/table";
import type { Clock, DocumentLock, Store } from "../world";
import { formulaInColumns, isAsWritten, type MovedColumns, movedColumns, type WrittenCell } from "./moved-columns";
import { findInWay } from "./result-extent";
import {
  at,
  callsOurs,
  cellName,
  counted,
  type FormulaCell,
  findUnfinished,
  formulasOf,
  isLoading,
  liesIn,
  movable,
  PROGRESS_SECONDS,
  RESULT_SECONDS,
  type SheetWork,
  STOP_AFTER_MS,
  type Unfinished,
  writeTogether,
} from "./sheet-formulas";
import {
  filledAt,
  findPlaces,
  formulaInRow,
  MAX_RECORD_CHARACTERS,
  ownColumns,
  type Place,
  readRecord,
  rowPrints,
  type TakenFormula,
  writeRecord,
} from "./taken-formulas";

export interface FinishWork extends SheetWork {
  store: Pick<Store, "get" | "set">;
  lock: DocumentLock;
}

/** Google runs 30 executions of a user at the same time; some are left for the sidebar. */
const FORMULAS_AT_A_TIME = 25;

/** A formula is over after 30 s, one way or the other. */
const WAIT_FOR_FORMULAS_MS = 35_000;
const LOOK_EVERY_MS = 1_000;

/** A group is over by then: its formulas, and the calls around them. */
const LEASE_MS = 60_000;
const LOCK_WAIT_MS = 10_000;

/** Putting back is looked at again so often: each time somebody may have moved rows meanwhile. */
const MAX_LOOKS = 4;

const MAX_NAMED = 3;

const nameOf = (row: number, column: number): string => `${columnLetter(column)}${row}`;

/**
 * Calculates the unfinished cells of our formulas again, and again, while that helps and there is time. Google answers
 * a formula from its own memory unless its cell has been empty: it is taken out, and put back from a stored record.
 * Formulas that a stopped execution has left in the record are put back first.
 */
export function finishFormulas(work: FinishWork, clock: Clock): void {
  const { sheet, selection, tell, store, lock } = work;
  const stopMs = clock.nowMs() + STOP_AFTER_MS;
  const broughtBack: string[] = [];
  if (!takeRecord()) {
    tell("Somebody is finishing formulas in this spreadsheet at the moment. Try again in a minute.", RESULT_SECONDS);
    return;
  }
  putBackLeft();
  let content = sheet.readAll();
  const first = findUnfinished(content, selection);
  let left = first;
  // An obstacle (no credits, a wrong argument) does not go away by asking once more.
  for (let before = Number.POSITIVE_INFINITY; left.cells < before && clock.nowMs() < stopMs; ) {
    before = left.cells;
    calculateEachOnce();
  }
  writeRecord(store, { ...readRecord(store), untilMs: 0 });
  const blocked = findBlocked(content, selection);
  const lost = leftHere().map(({ row, column, formula }) => `${nameOf(row, column)} ${formula}`);
  tell(summary({ first, left, blocked, lost, broughtBack }), RESULT_SECONDS);

  /** Two people at it at once would put back each other's formulas. */
  function takeRecord(): boolean {
    if (!lock.tryLock(LOCK_WAIT_MS)) return false;
    try {
      const { taken, untilMs } = readRecord(store);
      if (untilMs > clock.nowMs()) return false;
      keepRecord(taken);
      return true;
    } finally {
      lock.release();
    }
  }

  function keepRecord(taken: TakenFormula[]): void {
    writeRecord(store, { untilMs: clock.nowMs() + LEASE_MS, taken });
  }

  function leftHere(): TakenFormula[] {
    return readRecord(store).taken.filter(
      (each) => each.sheet === sheet.id && liesIn(selection, each.row, each.column),
    );
  }

  /** Puts back what an execution that was stopped has left, within the selection. */
  function putBackLeft(): void {
    const here = leftHere().map(cellName);
    if (here.length === 0) return;
    const { taken } = readRecord(store);
    const isHere = (each: TakenFormula) => each.sheet === sheet.id && here.includes(cellName(each));
    keepRecord([...taken.filter((each) => !isHere(each)), ...putBack(taken.filter(isHere), null)]);
  }

  function calculateEachOnce(): void {
    const tried = new Set<string>();
    for (;;) {
      const open = left.formulas.filter((cell) => !tried.has(cellName(cell)));
      if (open.length === 0 || clock.nowMs() >= stopMs) return;
      tell(`Finishing formulas: ${counted(left.cells, "cell")} to go.`, PROGRESS_SECONDS);
      const own = ownColumns(content);
      const prints = rowPrints(content, own);
      const others = readRecord(store).taken;
      const group = fitting(open, prints, own, others);
      for (const cell of group) tried.add(cellName(cell));
      calculateAgain(group, { content, prints }, others);
      content = sheet.readAll();
      left = findUnfinished(content, selection);
    }
  }

  /** The next formulas that go into the record together. */
  function fitting(open: FormulaCell[], prints: string[], own: number[][], others: TakenFormula[]): TakenFormula[] {
    const group: TakenFormula[] = [];
    for (const { row, column, formula } of open.slice(0, FORMULAS_AT_A_TIME)) {
      const rowPrint = prints[row - 1] ?? "";
      const taken = { sheet: sheet.id, row, column, formula, rowPrint, filled: filledAt(own, row, column) };
      if (JSON.stringify([...others, ...group, taken]).length > MAX_RECORD_CHARACTERS && group.length > 0) break;
      group.push(taken);
    }
    return group;
  }

  function calculateAgain(group: TakenFormula[], copy: Copy, others: TakenFormula[]): void {
    keepRecord([...others, ...group]);
    write(group.map((taken) => ({ ...taken, text: "" })));
    // All of them: a flush that has failed may have emptied some.
    keepRecord([...others, ...putBack(group, copy)]);
    const waitUntilMs = clock.nowMs() + WAIT_FOR_FORMULAS_MS;
    while (clock.nowMs() < waitUntilMs && areLoading(group)) clock.sleep(LOOK_EVERY_MS);
  }

  /**
   * Puts formulas back into the rows where they belong now, and what somebody has moved into their way back as well.
   * @param copy the sheet before they were taken out; `null` after a stopped execution
   * @returns those whose place cannot be told, or whose cells refuse them
   */
  function putBack(taken: TakenFormula[], copy: Copy | null): TakenFormula[] {
    let touched: (TakenFormula & WrittenCell)[] = taken.map((each) => ({ ...each, text: "" }));
    let pending = taken;
    for (let looks = 0; looks < MAX_LOOKS && pending.length > 0; looks++) {
      const content = sheet.readAll();
      const own = ownColumns(content);
      const prints = rowPrints(content, own);
      touched = touched.filter((cell) => isAsWritten(content, cell));
      const moved =
        copy &&
        movedColumns(
          copy.content,
          content,
          taken.map(({ row }) => row),
          touched,
        );
      const strayed = touched.filter(({ row, rowPrint }) => (prints[row - 1] ?? rowPrint) !== rowPrint);
      if (copy && moved) giveBack(touched, copy, (cell) => originInColumns(cell, moved));
      else if (copy && strayed.length > 0) giveBack(strayed, copy, (cell) => originInRows(cell, prints, copy));
      const places = moved
        ? pending.map((each) => placeInColumns(each, content, moved))
        : findPlaces(content, own, prints, pending);
      const free = places.filter(({ row, isFree }) => row === null || isFree);
      const ready = free.flatMap(({ taken: each, row }) => {
        if (row === null) return [];
        const text = moved ? formulaInColumns(each.formula, moved.now) : formulaInRow(each, row);
        const column = moved?.now[each.column] ?? each.column;
        return text === null ? [] : [{ ...each, row, column, text }];
      });
      // A cell that is not free holds the formula itself, or something that somebody has typed meanwhile.
      pending = free.map((place) => place.taken);
      if (ready.length === 0) break;
      touched = write(ready);
      if (!copy) broughtBack.push(...touched.map(({ row, column }) => nameOf(row, column)));
    }
    return pending;
  }

  function placeInColumns(taken: TakenFormula, content: SheetContent, moved: MovedColumns): Place {
    const { row, formula } = taken;
    const column = moved.now[taken.column] ?? 0;
    const stands = at(content.formulas, row, column);
    const isOther = stands !== "" && movable(stands) !== movable(formula);
    const isFree = stands === "" && at(content.values, row, column) === "";
    return { taken, row: column === 0 || isOther || !moved.agree(row) ? null : row, isFree };
  }

  /**
   * Writes what stood in cells that were written to because rows or columns had just moved.
   * @param origin finds the cell of the copy that stands here now, and how its formula reads here; `null` if unknown
   */
  function giveBack(touched: WrittenCell[], copy: Copy, origin: (cell: WrittenCell) => Origin | null): void {
    const cells = touched.flatMap((cell) => {
      const from = origin(cell);
      if (!from) return [];
      const formula = at(copy.content.formulas, from.row, from.column);
      const value = at(copy.content.values, from.row, from.column);
      // One of the taken formulas is put back from the record.
      if (from.column !== cell.column && callsOurs(formula) && cell.text === "") return [];
      const text = formula === "" ? null : from.read(formula);
      return [{ ...cell, text: text ?? (typeof value === "string" ? neutralText(value) : value) }];
    });
    write(cells);
  }

  function write<Cell extends WrittenCell>(cells: Cell[]): Cell[] {
    return writeTogether(sheet, cells, (together) => {
      for (const { row, column, items } of verticalRuns(together.filter(({ text }) => isFormula(text)))) {
        const block = { row, column, rows: items.length, columns: 1 };
        sheet.writeFormulas(
          block,
          items.map(({ text }) => [String(text)]),
        );
      }
      for (const { row, column, items } of verticalRuns(together.filter(({ text }) => !isFormula(text)))) {
        const block = { row, column, rows: items.length, columns: 1 };
        sheet.write(
          block,
          items.map(({ text }) => [text]),
        );
      }
    });
  }

  function areLoading(cells: FormulaCell[]): boolean {
    // One call for all: what stands between them is read in vain.
    const block = blockAround(cells);
    // Google may answer a second reading from its memory of the first.
    sheet.flush();
    const values = sheet.read(block);
    return cells.some(({ row, column }) => isLoading(values[row - block.row]?.[column - block.column]));
  }
}

const isFormula = (text: unknown): boolean => typeof text === "string" && text.startsWith("=");

interface Copy {
  content: SheetContent;
  prints: string[];
}

/** A cell of a copy, and how its formula reads where it stands now. */
interface Origin extends CellAt {
  read(formula: string): string | null;
}

function originInColumns({ row, column }: CellAt, moved: MovedColumns): Origin | null {
  if (!moved.agree(row)) return null;
  return { row, column: moved.now.indexOf(column, 1), read: (formula) => formulaInColumns(formula, moved.now) };
}

/** `null` unless exactly one row of the copy reads like the cell's row now. */
function originInRows({ row, column }: CellAt, prints: string[], copy: Copy): Origin | null {
  const print = prints[row - 1] ?? "";
  const from = copy.prints.indexOf(print) + 1;
  if (from === 0 || copy.prints.lastIndexOf(print) + 1 !== from) return null;
  return { row: from, column, read: (formula) => formulaInRow({ row: from, column, formula }, row) };
}

function blockAround(cells: FormulaCell[]): Block {
  const row = Math.min(...cells.map((cell) => cell.row));
  const column = Math.min(...cells.map((cell) => cell.column));
  const rows = Math.max(...cells.map((cell) => cell.row)) - row + 1;
  const columns = Math.max(...cells.map((cell) => cell.column)) - column + 1;
  return { row, column, rows, columns };
}

interface Outcome {
  first: Unfinished;
  left: Unfinished;
  /** Formulas whose result finds no room. */
  blocked: string[];
  /** Cells whose formulas were taken out and could not be put back. */
  lost: string[];
  /** Cells that got back what a stopped execution had recorded: somebody may have deleted it since. */
  broughtBack: string[];
}

function summary({ first, left, blocked, lost, broughtBack }: Outcome): string {
  const parts: string[] = [];
  const open = left.cells - left.errors;
  const finished = Math.max(0, first.cells - left.cells);
  if (first.cells > 0) parts.push(`Finished ${counted(finished, "cell")}.`);
  if (open > 0) parts.push(`${open} left: choose Finish formulas again, or see what they say.`);
  if (left.errors > 0) parts.push(`${left.errors} in error: point at a cell to see what to change.`);
  if (blocked.length > 0) parts.push(`No room for the result of ${named(blocked)}.`);
  if (broughtBack.length > 0)
    parts.push(`An earlier Finish formulas was stopped: its formulas are back in ${named(broughtBack)}.`);
  if (lost.length > 0) parts.push(`Not put back, because rows or columns have moved: ${named(lost)}.`);
  if (left.cells === 0 && broughtBack.length === 0 && blocked.length === 0 && lost.length === 0) {
    parts.push("All Sheetscout formulas are finished.");
  }
  return parts.join(" ");
}

const named = (texts: string[]): string =>
  texts.slice(0, MAX_NAMED).join(", ") + (texts.length > MAX_NAMED ? ` and ${texts.length - MAX_NAMED} more` : "");

/** Tells of results that find no room which cell is in their way: `B2 (C4 is in its way)`. */
function findBlocked(content: SheetContent, selection: Block | null): string[] {
  return formulasOf(content).flatMap((cell) => {
    if (!liesIn(selection, cell.row, cell.column) || at(content.values, cell.row, cell.column) !== "#REF!") return [];
    const inWay = findInWay(content, cell);
    return inWay ? [`${nameOf(cell.row, cell.column)} (${nameOf(inWay.row, inWay.column)} is in its way)`] : [];
  });
}
