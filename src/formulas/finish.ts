import { withLock } from "../google";
import { type Block, type SheetContent, unlessGoogleFails } from "../sheet/table";
import { givesOneValue, isRunning } from "./result-extent";
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
  namesOfOurs,
  PROGRESS_SECONDS,
  RESULT_SECONDS,
  rangeOf,
  type SheetWork,
  STOP_AFTER_MS,
  writeTogether,
} from "./sheet-formulas";
import { findUnfinished, type Unfinished } from "./unfinished";

/**
 * No function has a name with this prefix, so the cell shows an error, and Google forgets its answer. The formula stays
 * in its cell, so that people may move, copy or delete it.
 */
const ASIDE = "SHEETSCOUT_FINISH_";

/** Google runs 30 executions of a user at the same time; some are left for the sidebar. */
const FORMULAS_AT_A_TIME = 25;

/** Every formula ends after 30 s, with or without an answer. */
const WAIT_FOR_FORMULAS_MS = 35_000;
const LOOK_EVERY_MS = 1_000;

/** Until the time in this document property, an execution counts as working. */
const LEASE_PROPERTY = "finish-formulas";
/** A group takes less time, with its formulas and the calls around them. */
const FINISH_LEASE_MS = 60_000;
const LOCK_WAIT_MS = 10_000;

export const isFinishing = ({ store, clock }: Pick<SheetWork, "store" | "clock">): boolean =>
  Number(store.get(LEASE_PROPERTY)) > clock.nowMs();

export const FINISHING = "Somebody is finishing formulas here. Try again in a minute.";

/** Bringing back formulas may fail because people move rows. After these tries the message names the formulas. */
const MAX_LOOKS = 4;

/**
 * Google answers a formula from its memory until it has seen the cell without the call, so each one is set aside and
 * brought back, as often as that helps. Formulas that a stopped execution has set aside come first.
 */
export function finishFormulas(work: SheetWork): void {
  const { tell, clock, store, lock } = work;
  const keepLease = (): void => store.set(LEASE_PROPERTY, String(clock.nowMs() + FINISH_LEASE_MS));
  /** Two executions at the same time would interrupt each other's formulas. */
  const isTaken = withLock(lock, LOCK_WAIT_MS, false, () => {
    if (isFinishing(work)) return false;
    keepLease();
    return true;
  });
  if (!isTaken) {
    tell(FINISHING, RESULT_SECONDS);
    return;
  }
  try {
    finishUnderLease(work, keepLease);
  } finally {
    // Whoever chooses it again after a failure need not wait.
    unlessGoogleFails(() => store.set(LEASE_PROPERTY, "0"));
  }
}

function finishUnderLease({ sheet, selection: selected, tell, clock }: SheetWork, keepLease: () => void): void {
  const selection = rangeOf(selected);
  const stopMs = clock.nowMs() + STOP_AFTER_MS;
  let content = sheet.readAll();
  calculate(asideIn(content));
  const first = findUnfinished(content, selection);
  let left = first;
  const refusing = new Set<string>();
  // If a round finishes no cell, an obstacle (no credits, a wrong argument) is in the way.
  for (let before = Infinity; left.cells < before && clock.nowMs() < stopMs; ) {
    before = left.cells;
    calculateEachOnce();
  }
  const ours = formulasOf(content).filter(({ row, column }) => liesIn(selection, row, column)).length;
  const place = selection ? "selection" : "sheet";
  const errors = findReferenceErrors(content, selection);
  const refused = left.formulas.filter((cell) => refusing.has(cellName(cell)));
  tell(summary({ first, left, refused, ours, place, ...errors, aside: asideIn(content) }), RESULT_SECONDS);

  function calculateEachOnce(): void {
    const tried = new Set<string>();
    refusing.clear();
    for (;;) {
      const open = left.formulas.filter((cell) => !tried.has(cellName(cell)));
      if (open.length === 0 || clock.nowMs() >= stopMs) return;
      tell(`Finishing formulas: ${counted(left.cells, "cell")} to go.`, PROGRESS_SECONDS);
      keepLease();
      const group = open.slice(0, FORMULAS_AT_A_TIME);
      for (const cell of group) tried.add(cellName(cell));
      const refused = replace(group, ({ formula }) => namesOfOurs(formula).map((name) => [name, ASIDE + name]));
      for (const cell of refused) refusing.add(cellName(cell));
      content = sheet.readAll();
      calculate(group);
      left = findUnfinished(content, selection, refusing);
    }
  }

  /** Finds formulas that are set aside, wherever they are by now, and waits for their results. */
  function calculate(cells: FormulaCell[]): void {
    if (cells.length === 0) return;
    for (let looks = 0; looks < MAX_LOOKS; looks++) {
      const aside = asideIn(content);
      if (aside.length === 0) break;
      replace(aside, () => [[ASIDE, ""]]);
      content = sheet.readAll();
    }
    for (const untilMs = clock.nowMs() + WAIT_FOR_FORMULAS_MS; ; clock.sleep(LOOK_EVERY_MS)) {
      // Without a flush Google may answer a second reading from its memory of the first.
      sheet.flush();
      content = sheet.readAll();
      const isOver = cells.every((cell) => !isRunning(content, cell));
      if (isOver || clock.nowMs() >= untilMs) return;
    }
  }

  /**
   * If people move rows meanwhile, this may set aside or bring back other formulas of ours, but nothing else.
   * @returns the cells that refuse
   */
  function replace(
    cells: FormulaCell[],
    textsOf: (cell: FormulaCell) => [text: string, replacement: string][],
  ): FormulaCell[] {
    return writeTogether(sheet, cells, (together) => {
      for (const block of joinBlocks(together.map(blockOf))) {
        const texts = together.filter(({ row, column }) => liesIn(block, row, column)).flatMap(textsOf);
        for (const [text, replacement] of new Map(texts)) sheet.replaceText(block, text, replacement);
      }
    });
  }
}

/** Formulas that are set aside, or were when an execution was stopped. */
export const asideIn = ({ formulas }: SheetContent): FormulaCell[] =>
  formulas.flatMap((row, i) =>
    row.flatMap((formula, j) => (formula.includes(ASIDE) ? [{ row: i + 1, column: j + 1, formula }] : [])),
  );

interface Outcome {
  first: Unfinished;
  left: Unfinished;
  refused: FormulaCell[];
  ours: number;
  place: "selection" | "sheet";
  blocked: FormulaCell[];
  broken: FormulaCell[];
  aside: FormulaCell[];
}

function summary({ first, left, refused, ours, place, blocked, broken, aside }: Outcome): string {
  const parts: string[] = [];
  const { running } = left;
  const open = left.cells - left.refused - left.errors.length - left.explained.length - running.length;
  const finished = Math.max(0, first.cells - left.cells);
  if (first.cells > 0) parts.push(`Finished ${counted(finished, "cell")}.`);
  if (open > 0) parts.push(`${open} left: choose Finish formulas again.`);
  if (refused.length > 0) parts.push(aboutRefused(refused));
  if (running.length > 0)
    parts.push(
      `Still running, or an answer that ends in dots: ${namedCells(running)}. Choose Finish formulas again; if nothing changes, copy them and paste them as values only.`,
    );
  if (left.explained.length > 0)
    parts.push(`${left.explained.length} cannot be finished now (${namedCells(left.explained)}): the cell says why.`);
  const errors = [...left.errors, ...broken];
  if (errors.length > 0) parts.push(aboutErrors(errors));
  if (blocked.length > 0)
    parts.push(`No room for the result of ${namedCells(blocked)}: point at a cell to see what is in its way.`);
  if (aside.length > 0)
    parts.push(
      `These cells refused to get their formulas back: ${namedCells(aside)}. Once they can be edited, choose Finish formulas again.`,
    );
  if (left.cells + broken.length + blocked.length + aside.length === 0)
    parts.push(
      ours + first.cells === 0
        ? `There is no Sheetscout formula to finish in this ${place}.`
        : `All Sheetscout formulas in this ${place} are finished.`,
    );
  return parts.join(" ");
}

const REFERENCE_ERROR = "#REF!";

/** A single value finds room everywhere, and a reference to a deleted cell leaves the error in the formula itself. */
function findReferenceErrors(content: SheetContent, selection: Block | null): Pick<Outcome, "blocked" | "broken"> {
  const found = formulasOf(content).filter(
    ({ row, column }) => liesIn(selection, row, column) && at(content.values, row, column) === REFERENCE_ERROR,
  );
  const blocked = found.filter(({ formula }) => !(givesOneValue(formula) || formula.includes(REFERENCE_ERROR)));
  return { blocked, broken: found.filter((cell) => !blocked.includes(cell)) };
}
