import type { Area } from "../workbook/cell";

/** `1` is `A`, `27` is `AA`. */
export function columnName(column: number): string {
  let name = "";
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  }
  return name;
}

export function columnNumber(name: string): number {
  return [...name.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** An area as A1 notation says it: missing sides are open. */
export interface A1Area {
  sheetName?: string;
  row?: number;
  column?: number;
  lastRow?: number;
  lastColumn?: number;
}

const CORNER = /^\$?([A-Za-z]{1,3})?\$?([1-9]\d*)?$/;

function corner(text: string): { row?: number; column?: number } | null {
  const numbered = R1C1.exec(text);
  if (numbered !== null) return { row: Number(numbered[1]), column: Number(numbered[2]) };
  const match = CORNER.exec(text);
  if (match === null || text === "") return null;
  return {
    column: match[1] === undefined ? undefined : columnNumber(match[1]),
    row: match[2] === undefined ? undefined : Number(match[2]),
  };
}

const R1C1 = /^R([1-9]\d*)C([1-9]\d*)$/i;

/**
 * Reads `B2`, `A1:C3`, `A:A`, `5:7`, `A2:A`, `R5C3`, with or without a sheet's name and `$`; `null` for anything else.
 */
export function parseA1(text: string): A1Area | null {
  const bang = text.lastIndexOf("!");
  const sheetName =
    bang <= 0
      ? undefined
      : text
          .slice(0, bang)
          .replace(/^'(.*)'$/, "$1")
          .replace(/''/g, "'");
  const [first = "", second, ...more] = text
    .slice(bang + 1)
    .trim()
    .split(":");
  const from = corner(first);
  const to = second === undefined ? from : corner(second);
  if (from === null || to === null || more.length > 0) return null;
  if (second === undefined && (from.row === undefined || from.column === undefined)) return null;
  return {
    sheetName,
    row: least(from.row, to.row),
    column: least(from.column, to.column),
    lastRow: from.row === undefined || to.row === undefined ? undefined : Math.max(from.row, to.row),
    lastColumn: from.column === undefined || to.column === undefined ? undefined : Math.max(from.column, to.column),
  };
}

/** A1 notation of an area with open sides, put in order; `null` for one with none. */
export function openA1({ row, column, lastRow, lastColumn }: A1Area): string | null {
  if (lastRow !== undefined && lastColumn !== undefined) return null;
  const corner = (columnNumber?: number, rowNumber?: number) =>
    `${columnNumber === undefined ? "" : columnName(columnNumber)}${rowNumber ?? ""}`;
  return `${corner(column, row)}:${corner(lastColumn, lastRow)}`;
}

function least(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

/** The rectangle in a sheet of that size; open sides reach its edge. */
export function closeArea(open: A1Area, size: { rows: number; columns: number }): Area {
  const row = open.row ?? 1;
  const column = open.column ?? 1;
  return {
    row,
    column,
    rows: (open.lastRow ?? size.rows) - row + 1,
    columns: (open.lastColumn ?? size.columns) - column + 1,
  };
}

/** `B2` or `B2:C4`. */
export function toA1(area: Area): string {
  const first = `${columnName(area.column)}${area.row}`;
  if (area.rows === 1 && area.columns === 1) return first;
  return `${first}:${columnName(area.column + area.columns - 1)}${area.row + area.rows - 1}`;
}
