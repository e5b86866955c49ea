import type { Clock, DocumentLock, Store } from "../google";
import { type Block, type CellAt, columnLetter, type SheetContent, type Table } from "../sheet/table";
import { FORMULAS } from "./definitions";

/** A sheet whose formulas are finished or turned into values, for the person before it. */
export interface SheetWork {
  sheet: Pick<Table, "readAll" | "write" | "replaceText" | "flush">;
  /** The user's selection, which may be a single cell. */
  selection: Block | null;
  /** Shows a short text in the corner for some seconds. */
  tell(text: string, seconds: number): void;
  /** Asks a yes-or-no question. */
  confirm(question: string): boolean;
  clock: Clock;
  /** Document properties. */
  store: Pick<Store, "get" | "set">;
  lock: DocumentLock;
}

/** Google stops a script after 6 minutes; the last formulas may take half a minute. */
export const STOP_AFTER_MS = 300_000;

/** Seconds for which a text in the corner is shown: during the work, and at its end. */
export const PROGRESS_SECONDS = 40;
export const RESULT_SECONDS = 15;

/**
 * Writes everything at once. If the flush shows that a cell refuses, writes each alone: only the refusing ones stay as
 * they are.
 * @returns those written
 */
export function writeTogether<Item>(sheet: SheetWork["sheet"], items: Item[], write: (items: Item[]) => void): Item[] {
  try {
    write(items);
    sheet.flush();
    return items;
  } catch {
    return items.length > 1 ? items.filter((item) => writeTogether(sheet, [item], write).length > 0) : [];
  }
}

export interface FormulaCell extends CellAt {
  formula: string;
}

const CALL = new RegExp(`\\b(?:${Object.keys(FORMULAS).join("|")})(?=\\s*\\()`, "gi");

/** A formula without its quoted texts. */
export const withoutStrings = (formula: string): string => formula.replace(/"(?:[^"]|"")*"/g, '""');

/** The names of our functions in a formula, alone or inside another function, as they are written there. */
export const namesOfOurs = (formula: string): string[] =>
  formula === "" ? [] : (withoutStrings(formula).match(CALL) ?? []);

export const usesSheetscout = (formula: string): boolean => namesOfOurs(formula).length > 0;

/** Reads one cell; `""` outside of the rows. */
export const at = <Value>(rows: Value[][], row: number, column: number): Value | "" =>
  rows[row - 1]?.[column - 1] ?? "";

/** A count with its noun: `1 cell`, `12 cells`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** A cell, as people write it: `B7`. */
export const cellName = ({ row, column }: CellAt): string => `${columnLetter(column)}${row}`;

const MAX_NAMED = 3;

/** Names the first of some cells: `B2, B3, B4 and 12 more`. */
export const namedCells = (cells: CellAt[]): string =>
  cells.slice(0, MAX_NAMED).map(cellName).join(", ") +
  (cells.length > MAX_NAMED ? ` and ${cells.length - MAX_NAMED} more` : "");

/** Advises what to do about formulas in error. */
export const aboutErrors = (cells: CellAt[]): string =>
  `${cells.length} in error (${namedCells(cells)}): point at a cell to see what to change.`;

/** A selection of more than one cell; `null`, which means the whole sheet, for any other. */
export const rangeOf = (selection: Block | null): Block | null =>
  selection && selection.rows * selection.columns > 1 ? selection : null;

/** True for a cell in a block; `null` is the whole sheet. */
export const liesIn = (block: Block | null, row: number, column: number): boolean =>
  !block ||
  (row >= block.row && row < block.row + block.rows && column >= block.column && column < block.column + block.columns);

export function formulasOf({ formulas }: SheetContent): FormulaCell[] {
  return formulas.flatMap((row, i) =>
    row.flatMap((formula, j) => (usesSheetscout(formula) ? [{ row: i + 1, column: j + 1, formula }] : [])),
  );
}

/** A formula that has thrown or that Google has stopped shows this, in every language. */
export const ERROR = "#ERROR!";

/** True for the text of an unfinished formula. */
export const isLoading = (value: unknown): boolean =>
  typeof value === "string" && (value.endsWith("...") || value.endsWith("…"));

/** A cell as a block of its own. */
export const blockOf = ({ row, column }: CellAt): Block => ({ row, column, rows: 1, columns: 1 });

/** Joins blocks of equal width that stand directly below each other, so that one call reaches them all. */
export function joinBlocks(blocks: Block[]): Block[] {
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
