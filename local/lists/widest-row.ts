/** The number of columns that rows of different lengths need. */
export const widestRow = (rows: readonly (readonly unknown[])[]): number =>
  rows.reduce((columns, row) => Math.max(columns, row.length), 0);
