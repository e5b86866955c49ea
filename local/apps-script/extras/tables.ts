import { intersection, lastColumn, lastRow, shiftArea } from "../sheet/areas";
import type { Area } from "../workbook/cell";
import type { Change } from "../workbook/change";

/** The type of a table's column; `null` takes anything. */
export type ColumnType = "number" | "date" | "checkbox" | "smartChip" | { dropdown: string[] } | null;

/** A table (*Insert > Tables*); its first row is the header. */
export interface TableRecord {
  id: number;
  sheetId: number;
  area: Area;
  /** One for each column. */
  columnTypes: ColumnType[];
}

/**
 * A table after a change of the workbook, `null` when it is gone. Columns inserted inside or directly behind it belong to
 * it and take anything; rows written directly below extend it.
 */
export function tableAfter(table: TableRecord, change: Change): TableRecord | null {
  if (change.sheetId !== table.sheetId) return table;
  if (change.type === "removeSheet") return null;
  if (change.type === "setCells")
    return { ...table, area: { ...table.area, rows: table.area.rows + rowsBelow(table, change) } };
  const shifted = shiftArea(table.area, change);
  if (shifted === null) return null;
  const area = { ...shifted, columns: shifted.columns + columnsBehind(table, change) };
  const columnTypes = new Array<ColumnType>(area.columns).fill(null);
  table.columnTypes.forEach((type, offset) => {
    const column = shiftArea({ ...table.area, column: table.area.column + offset, columns: 1 }, change)?.column;
    if (column !== undefined) columnTypes[column - area.column] = type;
  });
  return { ...table, area, columnTypes };
}

/** The header cells that a change has just put into a table (as it is after the change), if any. */
export function newHeaders(table: TableRecord, change: Change): Area | null {
  if (change.type !== "insert" || change.sheetId !== table.sheetId || change.dimension !== "columns") return null;
  const { row, column } = table.area;
  if (change.index === column) return null;
  return intersection(table.area, { row, column: change.index, rows: 1, columns: change.count });
}

/** Names as Google gives them: `Column 1`, `Column 2` …, those that no other column has. */
export function freeHeaders(taken: readonly unknown[], count: number): string[] {
  const names: string[] = [];
  for (let number = 1; names.length < count; number++) {
    if (!taken.includes(`Column ${number}`)) names.push(`Column ${number}`);
  }
  return names;
}

/** The number of rows that a write directly below a table adds to it. */
function rowsBelow({ area }: TableRecord, { row, column, cells }: Extract<Change, { type: "setCells" }>): number {
  const first = lastRow(area) + 1 - row;
  if (first < 0) return 0;
  const holdsSomething = (line: (typeof cells)[number] | undefined) =>
    line?.some((input, right) => {
      const isInside = column + right >= area.column && column + right <= lastColumn(area);
      return isInside && input !== undefined && ("formula" in input || input.value !== null);
    }) === true;
  const end = cells.slice(first).findIndex((line) => !holdsSomething(line));
  return end < 0 ? Math.max(0, cells.length - first) : end;
}

function columnsBehind({ area }: TableRecord, change: Change): number {
  const isBehind = change.type === "insert" && change.dimension === "columns" && change.index === lastColumn(area) + 1;
  return isBehind ? change.count : 0;
}
