import { type Refusal, refusal, wordsOf } from "../result";
import type { Book, OpenSpreadsheet, Table } from "../sheet/table";
import { type AppendList, groupIn, type ListType } from "./append";

// The sheet of a list that grows at its end: how it comes, and how it goes.

/** The place of a list, and the way to take its sheet back when the job cannot begin. */
export interface PlacedList {
  list: Pick<AppendList, "sheetId" | "group" | "hasMadeSheet">;
  /** To be kept along with the job, which is known to have made the sheet then. */
  also: Record<string, string>;
  takeBack(): void;
}

/** A new sheet, or one that more rows are added to. */
type ListTarget = { kind: "new"; sheetName: string } | { kind: "append"; sheetId: number };

const wantedName = ({ sheetName }: ListType, target: ListTarget): string =>
  target.kind === "new" ? target.sheetName.trim() || sheetName : "";

/** The name that the sheet of a new list would get. */
export const freeNameFor = (book: Book, type: ListType, target: ListTarget): string =>
  target.kind === "new" ? book.freeName(wantedName(type, target)) : "";

/**
 * Makes the sheet of a new list, or finds the one that more rows are added to; under the document lock. The columns come
 * with the first write. The name of a new sheet is written down until a job is kept that fills it: the next start takes one
 * that was made in vain, and names it as it is wanted by now, or removes it where rows go to another sheet.
 * @param freeName the name for a new one
 */
export function placeList(
  { book, store, newId }: OpenSpreadsheet,
  type: ListType,
  target: ListTarget,
  freeName = (): string => freeNameFor(book, type, target),
): PlacedList | Refusal {
  const name = `making${type.tagMark}`;
  try {
    const [wantedBefore, ...names] = (store.get(name) ?? "").split("\n");
    const begun = names.map((each) => book.findSheet(each)).find((sheet) => sheet !== null);
    const isBlank = (): boolean => begun?.lastRow() === 0;
    const left = begun && isBlank() ? begun : null;
    const table = target.kind === "append" ? book.table(target.sheetId) : sheetFor(wantedName(type, target));
    if (!table) return refusal("LIST_GONE");
    const hasMadeSheet = target.kind === "new" || table.id === left?.id;
    if (left && table.id !== left.id) removeBlank(left);
    const groupThere = target.kind === "append" ? groupIn(table.marks(), type) : null;
    return {
      list: { sheetId: table.id, group: groupThere ?? newId(), hasMadeSheet },
      also: { [name]: "" },
      takeBack() {
        if (hasMadeSheet && table.lastRow() === 0) table.remove();
      },
    };

    function removeBlank(sheet: Table): void {
      try {
        removeSheet(book, sheet, isBlank);
      } catch {
        // The list goes elsewhere.
      }
    }

    function sheetFor(wanted: string): Table {
      const [named] = names;
      if (left && wanted === wantedBefore && left.name() === named) return left;
      const free = freeName();
      try {
        return sheetNamed(wanted, free);
      } catch (thrown) {
        // One may have its name in other letters; or Google has failed, perhaps after making it.
        const other = book.findSheet(free) ? free : book.freeName(wanted, true);
        if (other === free) throw thrown;
        return sheetNamed(wanted, other);
      }
    }

    function sheetNamed(wanted: string, free: string): Table {
      // Both names: whether it was renamed is not known if this execution dies.
      store.set(name, [wanted, free, ...(left ? [left.name()] : [])].join("\n"));
      if (!left) return book.addSheet(free);
      left.rename(free);
      return left;
    }
  } catch (thrown) {
    return refusal("SHEET_NOT_MADE", wordsOf(thrown));
  }
}

/**
 * Hides a sheet, looks at it once more, and deletes it: hardly anybody types into a sheet that is hidden.
 * @returns false when it may not be removed
 * @throws what Google says when it refuses or fails; the sheet is shown again then
 */
export function removeSheet(book: Book, table: Table, mayGo: () => boolean): boolean {
  const isGone = (): boolean => book.table(table.id) === null;
  try {
    table.hide();
    book.flush();
    const isFree = mayGo();
    if (isFree) table.remove();
    else table.show();
    book.flush();
    return isFree || isGone();
  } catch (thrown) {
    if (isGone()) return true;
    table.show();
    book.flush();
    throw thrown;
  }
}
