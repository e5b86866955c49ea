import { neutralText } from "../sheet/neutral-text";
import type { Block, SheetContent } from "./sheet-cells";

/** The part of a result that the sheet has content for: a range may end far below it. */
export function filledBlock({ values }: SheetContent, { row, column, rows, columns }: Block): Block {
  return {
    row,
    column,
    rows: Math.min(rows, values.length - row + 1),
    columns: Math.min(columns, (values[0]?.length ?? 0) - column + 1),
  };
}

/** Joins results of equal width that stand directly below each other, so that one call replaces them. */
export function joinBlocks(blocks: Block[]): Block[] {
  const joined: Block[] = [];
  for (const block of [...blocks].sort((a, b) => a.column - b.column || a.row - b.row)) {
    const last = joined[joined.length - 1];
    const isBelow =
      last?.column === block.column && last.columns === block.columns && last.row + last.rows === block.row;
    if (last && isBelow) last.rows += block.rows;
    else joined.push({ ...block });
  }
  return joined;
}

/** What a block shows, so that writing it leaves text text. */
export function valuesToWrite({ values }: SheetContent, { row, column, rows, columns }: Block): unknown[][] {
  return Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, (__, j) => {
      const value = values[row - 1 + i]?.[column - 1 + j] ?? "";
      return typeof value === "string" ? neutralText(value) : value;
    }),
  );
}
