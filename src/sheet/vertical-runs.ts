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
