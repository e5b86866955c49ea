import { isHeaderOf } from "../service/field-words";
import { columnOf, readTag } from "../sheet/pinned-columns";
import type { CellValue } from "../sheet/table";
import { type ColumnsRequest, fieldOf, type Making } from "./column-places";
import type { State } from "./guard";
import { cellAt, type Rows } from "./rows";

/** Titles may be above the header. Further down, a company may have such a name. */
export const MAX_TITLES = 9;

export const isAmongNames =
  (fields: readonly string[]) =>
  (cell: CellValue): boolean =>
    fields.some((field) => isHeaderOf(cell, field));

/** The first row with the most names, else row 1; 0 if a job wrote row 1, because somebody has deleted the header. */
export function headerIn(
  rows: Rows,
  isName: (cell: CellValue) => boolean,
  tagColumn: number | null,
): { row: number; cells: CellValue[] } {
  const isListed = tagColumn !== null && readTag(cellAt(rows, 1, tagColumn)) !== null;
  const best = { row: isListed ? 0 : 1, cells: isListed ? [] : (rows.get(1) ?? []), names: 0 };
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
  { marks, ought }: State,
  { headerRow: told, header, columns }: ColumnsRequest,
  making: Making,
): number {
  if (told === 0) return 0;
  const isName = isAmongNames(columns.map(fieldOf));
  const isHeader = (cell: CellValue): boolean => isName(cell) || columns.some(({ under }) => cell === under);
  const hidden = columns.find(({ isHidden }) => isHidden);
  const headerRow = told ?? headerIn(ought, isHeader, hidden ? columnOf(marks, hidden.mark) : null).row;
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
