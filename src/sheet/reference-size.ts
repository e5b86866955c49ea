/** How many rows and columns a reference covers; `null` for an open end. */
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
function columnNumber(letters: string | undefined): number {
  if (!letters) return Number.NaN;
  return [...letters.toUpperCase()].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
}
