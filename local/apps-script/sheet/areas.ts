import type { Area } from "../workbook/cell";
import type { Band, Change } from "../workbook/change";

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

/** The rectangle that rows fill from a cell on; all are as long as the first one. */
export function areaOfRows(row: number, column: number, rows: readonly (readonly unknown[])[]): Area {
  return { row, column, rows: rows.length, columns: rows[0]?.length ?? 0 };
}

/** An area without another one that is cut out: up to four rectangles. */
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

/** A stretch of rows or columns: its first and how many. */
interface Stretch {
  first: number;
  count: number;
}

function shiftForInsert({ first, count }: Stretch, band: Band): Stretch {
  if (band.index <= first) return { first: first + band.count, count };
  return band.index < first + count ? { first, count: count + band.count } : { first, count };
}

function shiftForDelete({ first, count }: Stretch, band: Band): Stretch | null {
  const end = band.index + band.count;
  const before = Math.max(0, Math.min(first, end) - band.index);
  const inside = Math.max(0, Math.min(first + count, end) - Math.max(first, band.index));
  return inside >= count ? null : { first: first - (first >= band.index ? before : 0), count: count - inside };
}

/** The new place of the row or column `number` after a band is moved before `before`. */
function movedTo(number: number, band: Band, before: number): number {
  const isInside = number >= band.index && number < band.index + band.count;
  const target = before > band.index ? before - band.count : before;
  if (isInside) return target + number - band.index;
  const without = number >= band.index + band.count ? number - band.count : number;
  return without >= target ? without + band.count : without;
}

function shiftForMove(stretch: Stretch, band: Band, before: number): Stretch {
  if (stretch.count > band.count && stretch.first <= band.index && band.index < stretch.first + stretch.count)
    return stretch;
  const first = movedTo(stretch.first, band, before);
  const last = movedTo(stretch.first + stretch.count - 1, band, before);
  return last - first + 1 === stretch.count ? { first, count: stretch.count } : stretch;
}

function shiftStretch(stretch: Stretch, change: Change): Stretch | null {
  if (change.type === "insert") return shiftForInsert(stretch, change);
  if (change.type === "delete") return shiftForDelete(stretch, change);
  if (change.type === "move") return shiftForMove(stretch, change, change.before);
  return stretch;
}

/** The place of an area after a structural change of its sheet; `null` if it is gone. */
export function shiftArea(area: Area, change: Change): Area | null {
  if (change.type !== "insert" && change.type !== "delete" && change.type !== "move") return area;
  if (change.dimension === "rows") {
    const shifted = shiftStretch({ first: area.row, count: area.rows }, change);
    return shifted === null ? null : { ...area, row: shifted.first, rows: shifted.count };
  }
  const shifted = shiftStretch({ first: area.column, count: area.columns }, change);
  return shifted === null ? null : { ...area, column: shifted.first, columns: shifted.count };
}
