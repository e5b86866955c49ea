import type { Clock, DocumentLock, Store } from "../google";
import { type Block, type CellAt, columnLetter, type SheetContent, type Table } from "../sheet/table";
import { FORMULAS } from "./definitions";

export interface SheetWork {
  sheet: Pick<Table, "readAll" | "write" | "replaceText" | "flush">;
  selection: Block | null;
  tell(text: string, seconds: number): void;
  confirm(question: string): boolean;
  clock: Clock;
  /** Document properties. */
  store: Pick<Store, "get" | "set">;
  lock: DocumentLock;
}

/** Google stops a script after 6 minutes; the last formulas may take half a minute. */
export const STOP_AFTER_MS = 300_000;

export const PROGRESS_SECONDS = 40;
export const RESULT_SECONDS = 15;

/**
 * If a cell refuses, halves the items again and again, so that only refusing cells stay as they are.
 * @param isLate ends that, and leaves the rest as it is @returns the items that refuse
 */
export function writeTogether<Item>(
  sheet: SheetWork["sheet"],
  items: Item[],
  write: (items: Item[]) => void,
  isLate = () => false,
): Item[] {
  try {
    write(items);
    sheet.flush();
    return [];
  } catch {
    if (items.length < 2) return items;
    const middle = items.length >> 1;
    return [items.slice(0, middle), items.slice(middle)].flatMap((half) =>
      isLate() ? [] : writeTogether(sheet, half, write, isLate),
    );
  }
}

export interface FormulaCell extends CellAt {
  formula: string;
}

const CALL = new RegExp(`\\b(?:${Object.keys(FORMULAS).join("|")})(?=\\s*\\()`, "gi");

export const withoutStrings = (formula: string): string => formula.replace(/"(?:[^"]|"")*"/g, '""');

export const namesOfOurs = (formula: string): string[] =>
  formula === "" ? [] : (withoutStrings(formula).match(CALL) ?? []);

export const usesSheetscout = (formula: string): boolean => namesOfOurs(formula).length > 0;

export const at = <Value>(rows: Value[][], row: number, column: number): Value | "" =>
  rows[row - 1]?.[column - 1] ?? "";

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

export const cellName = ({ row, column }: CellAt): string => `${columnLetter(column)}${row}`;

const MAX_NAMED = 3;

/** `B2, B3, B4 and 12 more`. */
export const namedCells = (cells: CellAt[]): string =>
  cells.slice(0, MAX_NAMED).map(cellName).join(", ") +
  (cells.length > MAX_NAMED ? ` and ${cells.length - MAX_NAMED} more` : "");

export const aboutErrors = (cells: CellAt[]): string =>
  `${cells.length} in error (${namedCells(cells)}): point at a cell to see what to change.`;

export const aboutRefused = (cells: CellAt[]): string =>
  `${cells.length} protected, or refused by Google: ${namedCells(cells)}.`;

/** `null` means the whole sheet, because one cell is no selection. */
export const rangeOf = (selection: Block | null): Block | null =>
  selection && selection.rows * selection.columns > 1 ? selection : null;

/** A block of `null` is the whole sheet. */
export const liesIn = (block: Block | null, row: number, column: number): boolean =>
  !block ||
  (row >= block.row && row < block.row + block.rows && column >= block.column && column < block.column + block.columns);

export function formulasOf({ formulas }: SheetContent): FormulaCell[] {
  return formulas.flatMap((row, i) =>
    row.flatMap((formula, j) => (usesSheetscout(formula) ? [{ row: i + 1, column: j + 1, formula }] : [])),
  );
}

/** A formula that has thrown, or that Google has stopped, shows this in every language. */
export const ERROR = "#ERROR!";

/** True for what a cell shows while its formula is still running, in any language (google.running-cells). */
export const endsInDots = (value: unknown): value is string => typeof value === "string" && /(?:\.\.\.|…)$/.test(value);

export const blockOf = ({ row, column }: CellAt): Block => ({ row, column, rows: 1, columns: 1 });

/** Blocks of equal width that stand directly below each other take only one call. */
export function joinBlocks(blocks: Block[]): Block[] {
  const joined: Block[] = [];
  for (const { row, column, rows, columns } of [...blocks].sort((a, b) => a.column - b.column || a.row - b.row)) {
    const last = joined[joined.length - 1];
    const isBelow = last?.column === column && last.columns === columns && last.row + last.rows === row;
    if (last && isBelow) last.rows += rows;
    else joined.push({ row, column, rows, columns });
  }
  return joined;
}
