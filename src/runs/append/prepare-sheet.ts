import { type ColumnsWish, makeOwnColumns } from "../../lists/own-columns";
import type { Refusal } from "../../result";
import { parse } from "../run-record";
import { columnsRefusal, isRefused, refusal } from "../run-refusal";
import type { ListTarget } from "../views";
import type { AppendParts, ListKind, ListPlace } from "./append-list";
import { fieldMark, groupIn, keyMarkOf } from "./columns";

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

/** Google fails now and then for some seconds. */
const FAILED_WAIT_MS = 2_000;

const madeName = ({ keyMark }: ListKind): string => `made-sheet${keyMark}`;

/**
 * Makes the sheet of a list, or its columns in one that is there; to be called under the document lock. Interrupted
 * anywhere and begun again, it makes no sheet twice.
 * @param isTaken whether a record knows the sheet
 */
export function prepareSheet(
  parts: AppendParts,
  wish: ListWish,
  isTaken: (sheetId: number) => boolean,
): ListPlace | Refusal {
  const place = findSheet(parts, wish, isTaken);
  return isRefused(place) ? place : (makeListColumns(parts, wish, place) ?? place);
}

/** As `prepareSheet`, but a new sheet has no columns yet: `makeListColumns` takes seconds. */
export function findSheet(
  parts: AppendParts,
  { kind, target, defaultName }: ListWish,
  isTaken: (sheetId: number) => boolean,
): ListPlace | Refusal {
  const { book, newId } = parts;
  const hasMadeSheet = target.kind === "new";
  let sheetId: number;
  try {
    sheetId =
      target.kind === "new" ? makeSheet(parts, kind, target.sheetName.trim() || defaultName, isTaken) : target.sheetId;
  } catch (thrown) {
    return refusal("SHEET_NOT_MADE", wordsOf(thrown));
  }
  const table = book.table(sheetId);
  return table ? { sheetId, group: groupIn(table.marks(), kind) ?? newId(), hasMadeSheet } : refusal("SHEET_GONE");
}

const wishOf = (kind: ListKind, group: string, fields: string[]): ColumnsWish => ({
  group,
  hasHeader: true,
  columns: [
    ...fields.map((field) => ({ mark: fieldMark(group, field), header: field })),
    { mark: keyMarkOf(kind, group), header: kind.keyHeader, isHidden: true },
  ],
  place: "end",
});

/** Makes the columns of a list that are missing. @returns why there are none; `null` when they are there */
export function makeListColumns(
  { book, sheets, clock }: AppendParts,
  { kind, columns }: Pick<ListWish, "kind" | "columns">,
  { sheetId, group, hasMadeSheet }: ListPlace,
): Refusal | null {
  const table = book.table(sheetId);
  if (!table) return refusal("SHEET_GONE");
  try {
    const isBlank = hasMadeSheet || table.lastRow() === 0;
    const own = makeOwnColumns(table, wishOf(kind, group, columns), () => clock.sleep(FAILED_WAIT_MS));
    if (!own.isThere) return book.table(sheetId) ? columnsRefusal(own) : refusal("SHEET_GONE");
    if (isBlank) sheets.freezeHeader(sheetId);
    return null;
  } catch (thrown) {
    return book.table(sheetId) ? refusal("PROTECTED", wordsOf(thrown)) : refusal("SHEET_GONE");
  }
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

/** What was thrown, in Google's words: they are shown and never parsed. */
export const wordsOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));
