import { isWantedBy } from "../sheet/answered-for";
import { spansOf } from "../sheet/pieces";
import { isDone } from "./judge-row";
import { type OpenList, readWindow, type WindowRow } from "./list-columns";

/** A row and the address that stands in it, or stood. */
export interface RowKey {
  row: number;
  key: string;
}

/** Where answers go. */
export interface Placement<Item extends RowKey> {
  /** With the row of each as it is now. */
  placed: Item[];
  /** Those whose address stands nowhere any more where it has no result yet. */
  lost: Item[];
  seen: Map<number, WindowRow>;
}

/** Rows so near are read in one call. */
const MAX_GAP_ROWS = 300;

/** Reads the rows where something was expected. */
export function readExpected(list: OpenList, rows: number[]): Map<number, WindowRow> {
  const seen = new Map<number, WindowRow>();
  for (const { from, to } of spansOf(rows, MAX_GAP_ROWS)) readInto(seen, list, from, to);
  return seen;
}

/**
 * Finds the rows for answers just before they are written: where the addresses were expected, else wherever they are
 * now (design 3.5).
 */
export function placeAnswers<Item extends RowKey>(list: OpenList, runId: string, expected: Item[]): Placement<Item> {
  const seen = readExpected(
    list,
    expected.map(({ row }) => row),
  );
  const placed = expected.filter(({ row, key }) => keyAt(seen, row) === key);
  const missing = expected.filter(({ row, key }) => keyAt(seen, row) !== key);
  if (missing.length === 0) return { placed, lost: [], seen };

  // Somebody has sorted, inserted, deleted or edited.
  readInto(seen, list, 1, list.table.lastRow());
  const rowsOf = openRows(seen, runId, new Set(placed.map(({ row }) => row)));
  const lost: Item[] = [];
  for (const item of missing) {
    const row = takeBest(rowsOf.get(item.key), seen, runId);
    if (row === undefined) lost.push(item);
    else placed.push({ ...item, row });
  }
  return { placed, lost, seen };
}

/** The address in a row; `null` when there is none. */
export function keyAt(seen: Map<number, WindowRow>, row: number): string | null {
  const input = seen.get(row)?.input;
  return input?.kind === "text" ? input.key : null;
}

/** The rows of each address that have no result of this run yet. */
function openRows(seen: Map<number, WindowRow>, runId: string, taken: Set<number>): Map<string, number[]> {
  const rowsOf = new Map<string, number[]>();
  for (const [row, content] of [...seen].sort(([a], [b]) => a - b)) {
    const key = keyAt(seen, row);
    if (key === null || taken.has(row) || isDone(content, key, runId)) continue;
    rowsOf.set(key, [...(rowsOf.get(key) ?? []), row]);
  }
  return rowsOf;
}

/** A row that carries the run's wish comes before others with the same address. */
function takeBest(rows: number[] | undefined, seen: Map<number, WindowRow>, runId: string): number | undefined {
  if (!rows) return undefined;
  const wished = rows.findIndex((row) => isWantedBy(seen.get(row)?.answeredFor ?? "", runId));
  return rows.splice(Math.max(0, wished), 1)[0];
}

function readInto(seen: Map<number, WindowRow>, list: OpenList, from: number, to: number): void {
  const read = (last: number): void => {
    for (const row of readWindow(list, from, last)) seen.set(row.row, row);
  };
  try {
    read(to);
  } catch {
    // Rows were deleted: the sheet is shorter now.
    const last = Math.min(to, list.table.lastRow());
    if (last >= from) read(last);
  }
}
