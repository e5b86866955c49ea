import path from "node:path";
import type { CellInput } from "../apps-script/workbook/cell";
import { widestRow } from "../lists/widest-row";
import type { SheetContent } from "./univer/new-workbook";

/** Numbers as people write them; leading zeros and long digits are identifiers, which must stay as they are. */
const NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{1,10})?$/;
const NAME_LIMIT = 100;

const MEASURED_ROWS = 200;
/** The width of an average letter in the sheet's font. */
const CHARACTER_PX = 8.5;
const PADDING_PX = 12;
/** Google's width of a new column. */
const NARROWEST_PX = 100;
const WIDEST_PX = 300;

function cellFor(field: string): CellInput | null {
  if (field === "") return null;
  return { value: NUMBER.test(field) ? Number(field) : field };
}

/** A sheet with a person's own list. Texts that look like formulas stay texts: anybody may have made the file. */
export function listSheet(file: string, rows: readonly string[][]): SheetContent {
  const name = path
    .parse(file)
    .name.replace(/[[\]*?:\\/]/g, " ")
    .slice(0, NAME_LIMIT);
  return {
    name: name.trim() || "List",
    rows: rows.map((row) => row.map(cellFor)),
    columnWidthsPx: Array.from({ length: widestRow(rows) }, (_, column) => widthPx(rows, column)),
    // As Google wants it before a sheet is sorted: the header stays.
    ...(namesColumns(rows[0] ?? []) && { frozenRows: 1 }),
  };
}

/** Wide enough for the longest of the first texts. */
function widthPx(rows: readonly string[][], column: number): number {
  const longest = rows.slice(0, MEASURED_ROWS).reduce((length, row) => Math.max(length, row[column]?.length ?? 0), 0);
  return Math.min(WIDEST_PX, Math.max(NARROWEST_PX, Math.ceil(longest * CHARACTER_PX) + PADDING_PX));
}

/** A header has a text over each column, and none of them is an address or a number. */
function namesColumns(row: readonly string[]): boolean {
  return row.every((field) => field.trim() !== "" && !field.includes("@") && !NUMBER.test(field.trim()));
}

/** The name, with a number behind it if the workbook has such a sheet already. */
export function freeName(name: string, others: readonly { name: string }[]): string {
  const isTaken = (candidate: string) => others.some((other) => other.name.toLowerCase() === candidate.toLowerCase());
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name} ${number}`;
    if (!isTaken(candidate)) return candidate;
  }
}
