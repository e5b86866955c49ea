import type { ColumnMark } from "./table";

/**
 * Which column stands now where a column was written, told by the pinned columns around it.
 * @param column where was written
 * @returns its number before the move; `null` for one that somebody has inserted
 */
export function columnBefore(before: ColumnMark[], now: ColumnMark[], column: number): number | null {
  const moves = now.flatMap((mark) => {
    const from = before.find(({ value }) => value === mark.value)?.column;
    return from === undefined ? [] : [{ from, to: mark.column }];
  });
  const nearest = moves.filter(({ to }) => to <= column).sort((a, b) => b.to - a.to)[0];
  const from = nearest ? column - nearest.to + nearest.from : column;
  return moves.some((move) => move.from === from && move.to !== column) ? null : from;
}

const textOf = (marks: ColumnMark[]): string =>
  marks
    .map(({ column, value }) => `${column} ${value}`)
    .sort()
    .join();

/** Whether no pinned column was moved between two readings. */
export const isUnmoved = (one: ColumnMark[], other: ColumnMark[]): boolean => textOf(one) === textOf(other);
