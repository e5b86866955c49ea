import { widestRow } from "../lists/widest-row";

/** A name that no column of the list has yet: lists that were verified before keep their old columns. */
function freeName(name: string, taken: readonly string[]): string {
  const inUse = new Set(taken.map((each) => each.trim().toLowerCase()));
  let free = name;
  for (let copy = 2; inUse.has(free); copy++) free = `${name}_${copy}`;
  return free;
}

/**
 * Puts answers behind the columns of a list.
 * @param rows the list, rows of any length
 * @param hasHeader whether the first row names the columns; then the new ones get names too
 * @param names of the new columns
 * @param answers one row for each row of the list but the header
 */
export function addColumns(rows: string[][], hasHeader: boolean, names: string[], answers: string[][]): string[][] {
  const width = widestRow(rows);
  const header = names.map((name) => freeName(name, rows[0] ?? []));
  const added = hasHeader ? [header, ...answers] : answers;
  return rows.map((row, index) => [
    ...row,
    ...Array.from({ length: width - row.length }, () => ""),
    ...(added[index] ?? []),
  ]);
}
