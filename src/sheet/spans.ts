/** Consecutive numbers: rows or columns that one call can read or write. */
export interface Span {
  from: number;
  to: number;
}

/**
 * Groups numbers into spans.
 * @param maxGap so many unwanted numbers in a row may lie in a span
 */
export function spansOf(numbers: Iterable<number>, maxGap = 0): Span[] {
  const spans: Span[] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = spans[spans.length - 1];
    if (last && number - last.to <= maxGap + 1) last.to = Math.max(last.to, number);
    else spans.push({ from: number, to: number });
  }
  return spans;
}

/** A cell by its row and column, both from 1. */
export interface CellAt {
  row: number;
  column: number;
}

/** Cells without a gap below each other, from the top. */
export interface VerticalRun<Item extends CellAt> extends CellAt {
  items: Item[];
}

/** Groups cells that stand directly below each other, so that one call can write them. */
export function verticalRuns<Item extends CellAt>(items: Item[]): VerticalRun<Item>[] {
  const sorted = [...items].sort((a, b) => a.column - b.column || a.row - b.row);
  const runs: VerticalRun<Item>[] = [];
  for (const item of sorted) {
    const run = runs[runs.length - 1];
    if (run && run.column === item.column && run.row + run.items.length === item.row) run.items.push(item);
    else runs.push({ row: item.row, column: item.column, items: [item] });
  }
  return runs;
}

const LETTERS = 26;

/** A column's name: 1 is A, 28 is AB. */
export function columnLetter(column: number): string {
  let rest = column;
  let letters = "";
  while (rest > 0) {
    letters = String.fromCharCode(65 + ((rest - 1) % LETTERS)) + letters;
    rest = Math.floor((rest - 1) / LETTERS);
  }
  return letters;
}

/** The rows and columns that a reference covers; `null` for an open end. */
export interface ReferenceSize {
  rows: number | null;
  columns: number | null;
}

const REFERENCE = /^(?:(?:'[^']+'|[^\s'!:;,()"]+)!)?\$?([a-z]{1,3})?\$?(\d+)?(?::\$?([a-z]{1,3})?\$?(\d+)?)?$/i;

/** Reads `A2`, `$A$2:B30`, `A2:A`, `A:C`, `List!A2:A9`; `null` for anything else. */
export function referenceSize(text: string): ReferenceSize | null {
  const match = REFERENCE.exec(text.trim());
  if (!match) return null;
  const [, column, row, toColumn, toRow] = match;
  if (!text.includes(":")) return column && row ? { rows: 1, columns: 1 } : null;
  return { rows: span(Number(row), Number(toRow)), columns: span(columnNumber(column), columnNumber(toColumn)) };
}

function span(from: number, to: number): number | null {
  return from > 0 && to > 0 ? Math.abs(to - from) + 1 : null;
}

/** `A` is 1, `AA` is 27; `NaN` without letters. */
export function columnNumber(letters: string | undefined): number {
  if (!letters) return Number.NaN;
  return [...letters.toUpperCase()].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
}
