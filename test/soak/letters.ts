/** The letters of a column, counted from 1. */
export function columnLetterOf(column: number): string {
  let letters = "";
  for (let left = column; left > 0; left = Math.floor((left - 1) / 26)) {
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  }
  return letters;
}

/** A1 notation of a rectangle. */
export const a1 = (row: number, column: number, rows = 1, columns = 1): string =>
  `${columnLetterOf(column)}${row}:${columnLetterOf(column + columns - 1)}${row + rows - 1}`;
