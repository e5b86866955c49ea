import { isHeaderOf } from "../service/field-words";
import type { CellValue } from "../sheet/table";
import { type ColumnsRequest, fieldOf, type Making } from "./column-places";
import type { State } from "./guard";
import type { Rows } from "./rows";

/** Titles may be above the header. Further down, a company may have such a name. */
const MAX_TITLES = 9;

export const isAmongNames =
  (fields: readonly string[]) =>
  (cell: CellValue): boolean =>
    fields.some((field) => isHeaderOf(cell, field));

/** The header row, from 1: the first of the rows that hold the most names. If no row holds one, it is the first row. */
export function headerIn(rows: Rows, isName: (cell: CellValue) => boolean): { row: number; cells: CellValue[] } {
  const best = { row: 1, cells: rows.get(1) ?? [], names: 0 };
  for (const [row, cells] of rows) {
    if (row > MAX_TITLES + 1) continue;
    const names = cells.filter(isName).length;
    if (names > best.names) Object.assign(best, { row, cells, names });
  }
  return best;
}

/** The header is among these rows even if people insert rows above it. */
const MAX_HEADER_ROW = 50;

/** 0 if there is none. */
export function headerRowIn(
  { ought }: State,
  { headerRow: told, header, columns }: ColumnsRequest,
  making: Making,
): number {
  if (told === 0) return 0;
  const isName = isAmongNames(columns.map(fieldOf));
  const headerRow = told ?? headerIn(ought, (cell) => isName(cell) || columns.some(({ under }) => cell === under)).row;
  const textsOf = (row: number): Set<string> =>
    new Set((ought.get(row) ?? []).map(String).filter((text) => text !== ""));
  const isIn = (text: string, row: number): boolean => textsOf(row).has(text);
  if (!making.header) {
    const named = header ? [...ought.keys()].find((row) => row <= MAX_HEADER_ROW && isIn(header, row)) : undefined;
    making.header = textsOf(header && !isIn(header, headerRow) ? (named ?? headerRow) : headerRow);
  }
  const known = making.header;
  const namesIn = (row: number): number => {
    const texts = textsOf(row);
    return [...known].filter((text) => texts.has(text)).length;
  };
  // A header that was sorted into the list may be anywhere.
  const lastRow = headerRow > MAX_HEADER_ROW ? Infinity : MAX_HEADER_ROW;
  let [found, most] = [headerRow, namesIn(headerRow)];
  for (const row of ought.keys()) {
    if (row > lastRow) break;
    const count = namesIn(row);
    if (count > most) [found, most] = [row, count];
  }
  return found;
}
