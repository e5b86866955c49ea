import { neutralText } from "./neutral-text";
import { spansOf } from "./pieces";
import type { CellValue, Table } from "./table";

/** A row and what its cells are given, in the order of the columns. */
export interface RowValues {
  row: number;
  values: CellValue[];
}

/** What the sheet did not take, and Google's words for it, which are shown and never parsed. */
export interface Refusals {
  cells: { row: number; column: number }[];
  words: string;
  /** Not one cell could be written, nor a note left: the cells are protected. */
  isProtected: boolean;
}

const NOTE = "Sheetscout's result, which the rule of this cell does not accept: ";

/**
 * Writes results in contiguous pieces. A piece that is refused is written cell by cell, and a cell that refuses gets a
 * note; rules are never removed (design 3.5).
 * @param toCell makes text harmless
 */
export function writeRows(
  table: Table,
  columns: number[],
  rows: RowValues[],
  toCell: (value: CellValue) => CellValue = harmless,
): Refusals {
  const refusals: Refusals = { cells: [], words: "", isProtected: false };
  let written = 0;
  let noted = 0;
  const byRow = new Map(rows.map((each) => [each.row, each.values.map(toCell)]));
  for (const { from, to } of spansOf(byRow.keys())) {
    for (const span of spansOf(columns)) {
      const block = { row: from, column: span.from, rows: to - from + 1, columns: span.to - span.from + 1 };
      const values = Array.from({ length: block.rows }, (_, r) =>
        Array.from({ length: block.columns }, (_, c) => byRow.get(from + r)?.[columns.indexOf(span.from + c)] ?? ""),
      );
      try {
        table.write(block, values);
        written++;
      } catch (thrown) {
        refusals.words = wordsOf(thrown);
        writeSingly(block.row, block.column, values);
      }
    }
  }
  return { ...refusals, isProtected: refusals.cells.length > 0 && written === 0 && noted === 0 };

  function writeSingly(row: number, column: number, values: CellValue[][]): void {
    values.forEach((cells, r) => {
      cells.forEach((cell, c) => {
        try {
          table.write({ row: row + r, column: column + c, rows: 1, columns: 1 }, [[cell]]);
          written++;
        } catch {
          refusals.cells.push({ row: row + r, column: column + c });
          noted += leaveNote(table, row + r, column + c, cell);
        }
      });
    });
  }
}

function leaveNote(table: Table, row: number, column: number, cell: CellValue): number {
  try {
    table.note(row, column, NOTE + String(cell));
    return 1;
  } catch {
    return 0;
  }
}

const harmless = (value: CellValue): CellValue => (typeof value === "string" ? neutralText(value) : value);

const wordsOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));
