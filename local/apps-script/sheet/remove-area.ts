import type { Area } from "../workbook/cell";
import { intersection, lastColumn, lastRow } from "./areas";

/** What is left of an area when another is cut out: up to four rectangles. */
export function removeArea(area: Area, hole: Area): Area[] {
  const common = intersection(area, hole);
  if (common === null) return [area];
  const { row, column, columns } = area;
  const parts: Area[] = [
    { row, column, rows: common.row - row, columns },
    { row: lastRow(common) + 1, column, rows: lastRow(area) - lastRow(common), columns },
    { ...common, column, columns: common.column - column },
    { ...common, column: lastColumn(common) + 1, columns: lastColumn(area) - lastColumn(common) },
  ];
  return parts.filter((part) => part.rows > 0 && part.columns > 0);
}
