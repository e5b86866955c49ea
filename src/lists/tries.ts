import { neutralText } from "../sheet/cell-text";
import type { CellAt } from "../sheet/spans";
import type { CellValue, Table } from "../sheet/table";

/** A contiguous part of what is to be written. */
export interface Piece extends CellAt {
  values: CellValue[][];
}

/** Text that Google would parse is marked as text. */
export const harmless = (value: CellValue): CellValue => (typeof value === "string" ? neutralText(value) : value);

/** Tries to write and to send, and remembers which tries Google has accepted. */
export function createTries(table: Table) {
  let count = 0;
  let acceptedAt = 0;
  let known: Piece | null = null;
  let words = "";

  function attempt(pieces: Piece[]): boolean {
    count++;
    try {
      for (const { row, column, values } of pieces)
        table.write({ row, column, rows: values.length, columns: values[0]?.length ?? 0 }, values);
      table.flush();
    } catch (thrown) {
      words = thrown instanceof Error ? thrown.message : String(thrown);
      return false;
    }
    acceptedAt = count;
    known = pieces[0] ?? known;
    return true;
  }

  return {
    attempt,
    count: () => count,
    acceptedAt: () => acceptedAt,
    words: () => words,
    /** True if Google writes at this moment: a cell that was written is written again, else one as it stands. */
    proveWith(cell: CellAt | null): boolean {
      if (known) return attempt([firstCell(known)]);
      if (!cell) return false;
      try {
        const block = { ...cell, rows: 1, columns: 1 };
        const values = table.read(block).map((row) => row.map(harmless));
        table.write(block, values);
        table.flush();
      } catch {
        return false;
      }
      acceptedAt = ++count;
      return true;
    },
  };
}

export type Tries = ReturnType<typeof createTries>;

const firstCell = ({ row, column, values }: Piece): Piece => ({ row, column, values: [[values[0]?.[0] ?? ""]] });
