import { contains, intersection, shiftArea } from "../sheet/areas";
import type { Area } from "../workbook/cell";
import type { Change } from "../workbook/change";

/** Cells that show as one: the first of them. The others are covered. */
export interface MergeRecord {
  sheetId: number;
  area: Area;
}

/** A merge after a change of the workbook; `null` when it is gone, or has one cell left. */
export function mergeAfter(merge: MergeRecord, change: Change): MergeRecord | null {
  if (change.sheetId !== merge.sheetId) return merge;
  if (change.type === "removeSheet") return null;
  const area = shiftArea(merge.area, change);
  return area === null || area.rows * area.columns === 1 ? null : { ...merge, area };
}

/** The merges that have a cell in an area. */
export const mergesIn = (merges: readonly MergeRecord[], sheetId: number, area: Area): MergeRecord[] =>
  merges.filter((merge) => merge.sheetId === sheetId && intersection(merge.area, area) !== null);

/** The changes without what they write into covered cells: it vanishes (google.merged-cells). */
export function withoutCovered<Any extends Change>(changes: Any[], merges: readonly MergeRecord[]): Any[] {
  if (merges.length === 0) return changes;
  const isCovered = (sheetId: number, row: number, column: number): boolean =>
    merges.some(
      ({ sheetId: id, area }) =>
        id === sheetId && contains(area, row, column) && (row !== area.row || column !== area.column),
    );
  return changes.map((change) => {
    if (change.type !== "setCells") return change;
    const { sheetId, row, column } = change;
    const cells = change.cells.map((line, down) =>
      line.map((input, right) => (isCovered(sheetId, row + down, column + right) ? undefined : input)),
    );
    return { ...change, cells };
  });
}

/** True if a merge would be torn apart by the move. */
export function isTorn(merges: readonly MergeRecord[], change: Extract<Change, { type: "move" }>): boolean {
  const { sheetId, dimension, index, count, before } = change;
  return merges.some(({ sheetId: id, area }) => {
    if (id !== sheetId) return false;
    const first = dimension === "rows" ? area.row : area.column;
    const end = first + area[dimension];
    const cuts = (at: number): boolean => first < at && at < end;
    return cuts(index) || cuts(index + count) || cuts(before);
  });
}

/** Merging leaves this of the cells: the first one's content. */
export function keepFirst({ sheetId, area }: MergeRecord): Change {
  const cells = Array.from({ length: area.rows }, (_row, down) =>
    Array.from({ length: area.columns }, (_cell, right) => (down + right === 0 ? undefined : { value: null })),
  );
  return { type: "setCells", sheetId, row: area.row, column: area.column, cells };
}

/** True if no merge lies partly in the area. */
export function areWhole(merges: readonly MergeRecord[], sheetId: number, area: Area): boolean {
  return mergesIn(merges, sheetId, area).every((merge) => {
    const common = intersection(merge.area, area);
    return common?.rows === merge.area.rows && common.columns === merge.area.columns;
  });
}
