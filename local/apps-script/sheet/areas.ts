import type { Area } from "../workbook/cell";

export function lastRow(area: Area): number {
  return area.row + area.rows - 1;
}

export function lastColumn(area: Area): number {
  return area.column + area.columns - 1;
}

/** The common part of two areas, or `null`. */
export function intersection(a: Area, b: Area): Area | null {
  const row = Math.max(a.row, b.row);
  const column = Math.max(a.column, b.column);
  const rows = Math.min(lastRow(a), lastRow(b)) - row + 1;
  const columns = Math.min(lastColumn(a), lastColumn(b)) - column + 1;
  return rows > 0 && columns > 0 ? { row, column, rows, columns } : null;
}

export function contains(area: Area, row: number, column: number): boolean {
  return row >= area.row && row <= lastRow(area) && column >= area.column && column <= lastColumn(area);
}

/** The rectangle a list of rows fills from a cell on. */
export function areaOfRows(row: number, column: number, rows: readonly (readonly unknown[])[]): Area {
  return { row, column, rows: rows.length, columns: rows[0]?.length ?? 0 };
}
