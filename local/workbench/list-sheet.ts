import path from "node:path";
import type { CellInput } from "../apps-script/workbook/cell";
import type { SheetContent } from "./new-workbook";

/** Numbers as people write them; leading zeros and long digits are identifiers, which must stay as they are. */
const NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{1,10})?$/;
const NAME_LIMIT = 100;

function cellFor(field: string): CellInput | null {
  if (field === "") return null;
  return { value: NUMBER.test(field) ? Number(field) : field };
}

/** A sheet with a person's own list. Texts that look like formulas stay texts: the file comes from somewhere. */
export function listSheet(file: string, rows: readonly string[][]): SheetContent {
  const name = path
    .parse(file)
    .name.replace(/[[\]*?:\\/]/g, " ")
    .slice(0, NAME_LIMIT);
  return { name: name.trim() || "List", rows: rows.map((row) => row.map(cellFor)) };
}

/** The name, with a number behind it if the workbook has such a sheet already. */
export function freeName(name: string, taken: readonly string[]): string {
  const isTaken = (candidate: string) => taken.some((other) => other.toLowerCase() === candidate.toLowerCase());
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name} ${number}`;
    if (!isTaken(candidate)) return candidate;
  }
}
