import type { ReadableList, WindowRow } from "../../lists/pinned-list";
import { isHeaderOf, resultWords } from "../../service/field-words";
import { knownText, SAMPLE_ROWS } from "../../sheet/find-column";
import type { CellValue } from "../../sheet/table";
import type { ColumnWish } from "../protocol";
import { traitsOf } from "../rows";

/** Ends the name of a column whose list has another one of that name. */
export const WHEN_VERIFIED = " when verified";

/** True for a cell that holds the name of a column of results. */
const isNameOf = (cell: CellValue, field: string): boolean =>
  isHeaderOf(String(cell).replace(WHEN_VERIFIED, ""), field, resultWords(field));

/** True for the row with the names of our columns, which is no input and is not written over: it may be sorted into the list. */
export const isHeading = ({ columns }: ReadableList, { at }: WindowRow): boolean =>
  columns.outputs.some(({ field, column }) => isNameOf(at(column), field));

/**
 * True for the header of the inputs before our columns are named: rows may be inserted above it, or it may be sorted into
 * the list. Far from the top, what is an input for certain counts as one: the list may have had no header.
 */
export function isNamedAs({ kind, header }: ColumnWish, { row, input }: WindowRow): boolean {
  if (input.kind !== "text" || knownText(input.text) !== header) return false;
  const [surest] = traitsOf(kind).inputs;
  return row <= SAMPLE_ROWS || surest?.matches(input.text) !== true;
}

/** Where the header stands, if that is among the rows; `null` if it stands above them. */
export const movedHeading = (list: ReadableList, rows: WindowRow[], headerRow: number): number | null =>
  rows.find((row) => row.row > headerRow && isHeading(list, row))?.row ?? null;
