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
