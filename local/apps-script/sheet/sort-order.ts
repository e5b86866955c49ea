import { type CellValue, isCellError } from "../workbook/cell";

/** Numbers come first, then text, booleans, errors; blanks are last in either direction. */
function rank(value: CellValue): number {
  if (typeof value === "number") return 0;
  if (typeof value === "string") return 1;
  if (typeof value === "boolean") return 2;
  return isCellError(value) ? 3 : 4;
}

function compare(a: CellValue, b: CellValue): number {
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "string" && typeof b === "string") return a.localeCompare(b, "en", { sensitivity: "base" });
  return Number(a) - Number(b) || 0;
}

/** The rows' new order by columns (from 0), as `reorderRows` wants it: stable. */
export function sortOrder(rows: CellValue[][], keys: { column: number; ascending: boolean }[]): number[] {
  return rows
    .map((_, index) => index)
    .sort((a, b) => {
      for (const { column, ascending } of keys) {
        const [x, y] = [rows[a]?.[column] ?? null, rows[b]?.[column] ?? null];
        if (x === null || y === null) {
          if (x !== y) return x === null ? 1 : -1;
          continue;
        }
        const order = compare(x, y);
        if (order !== 0) return ascending ? order : -order;
      }
      return a - b;
    });
}
