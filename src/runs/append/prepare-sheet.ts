import type { Refusal } from "../../result";
import { parse } from "../run-record";
import { refusal } from "../run-refusal";
import type { ListTarget } from "../views";
import type { AppendParts, ListKind, ListPlace } from "./append-list";
import { groupIn, makeColumns } from "./columns";

/** What list is wished. */
export interface ListWish {
  kind: ListKind;
  target: ListTarget;
  /** For a new sheet without one. */
  defaultName: string;
  columns: string[];
}

/** The sheet last made for a list of this kind: what was wished, and the name it got. */
interface MadeSheet {
  wished: string;
  name: string;
}

const madeName = ({ keyMark }: ListKind): string => `made-sheet${keyMark}`;

/**
 * Makes the sheet of a list, or its columns in one that is there; to be called under the document lock. Interrupted
 * anywhere and begun again, it makes no sheet twice.
 * @param isTaken whether a record knows the sheet
 */
export function prepareSheet(
  parts: AppendParts,
  { kind, target, defaultName, columns }: ListWish,
  isTaken: (sheetId: number) => boolean,
): ListPlace | Refusal {
  const { book, sheets, newId } = parts;
  const hasMadeSheet = target.kind === "new";
  let sheetId: number;
  try {
    sheetId =
      target.kind === "new" ? makeSheet(parts, kind, target.sheetName.trim() || defaultName, isTaken) : target.sheetId;
  } catch (thrown) {
    return refusal("SHEET_FULL", wordsOf(thrown));
  }
  const table = book.table(sheetId);
  if (!table) return refusal("SHEET_GONE");
  const isBlank = table.lastRow() === 0;
  const group = groupIn(table.marks(), kind) ?? newId();
  try {
    makeColumns(table, kind, group, columns);
    if (isBlank || hasMadeSheet) sheets.freezeHeader(sheetId);
  } catch (thrown) {
    return refusal("PROTECTED", wordsOf(thrown));
  }
  return { sheetId, group, hasMadeSheet };
}

/** Its name is written down first: so a sheet that an interrupted start has made is known again. */
function makeSheet(
  { store, sheets, book }: AppendParts,
  kind: ListKind,
  wished: string,
  isTaken: (sheetId: number) => boolean,
): number {
  const last = parse<MadeSheet>(store.get(madeName(kind)));
  const left = last?.wished === wished ? sheets.findSheet(last.name) : null;
  if (left !== null && !isTaken(left) && (book.table(left)?.lastRow() ?? 0) <= 1) return left;
  const made: MadeSheet = { wished, name: sheets.freeName(wished) };
  store.set(madeName(kind), JSON.stringify(made));
  return sheets.addSheet(made.name);
}

export const wordsOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));
