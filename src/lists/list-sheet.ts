import { type Refusal, refusal, wordsOf } from "../result";
import { type Book, NEW_GRID, type OpenSpreadsheet, sheetNameOf, type Table } from "../sheet/table";
import { type AppendList, groupIn, type ListType } from "./append";

// Makes and removes the sheet of a list that grows at its end.

interface PlacedList {
  list: Pick<AppendList, "sheetId" | "group" | "hasMadeSheet">;
  /** Properties that tell that the job has made the sheet. */
  also: Record<string, string>;
  takeBack(): void;
}

type ListTarget = { kind: "new"; sheetName: string } | { kind: "append"; sheetId: number };

const wantedName = ({ sheetName }: ListType, target: ListTarget): string =>
  target.kind === "new" ? target.sheetName.trim() || sheetName : "";

/**
 * Makes the sheet of a new list, or finds the one to append to. Called under the document lock. The name of a new sheet
 * is noted until a job is kept that fills it. If a start made a sheet in vain, the next one renames and uses it, or
 * removes it.
 * @param there the ids of the sheets until now; if given, the name is tried without asking whether it is free
 */
export function placeList(
  { book, store, newId }: OpenSpreadsheet,
  type: ListType,
  target: ListTarget,
  there: number[] | null = null,
): PlacedList | Refusal {
  const name = `making${type.tagMark}`;
  try {
    const [wantedBefore, thereBefore = "", ...names] = (store.get(name) ?? "").split("\n");
    const wereThere = thereBefore.split(",");
    const begun = names.flatMap((each) => book.findSheet(each) ?? []).find(({ id }) => !wereThere.includes(String(id)));
    const isBlank = (): boolean => begun?.lastRow() === 0;
    const left = begun && isBlank() ? begun : null;
    const others = there?.filter((id) => id !== left?.id) ?? [];
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
        // The list goes into another sheet, so this one only stays blank.
      }
    }

    function sheetFor(wanted: string): Table {
      const [named] = names;
      if (left && wanted === wantedBefore && left.name() === named) return left;
      const free = there ? sheetNameOf(wanted) : book.freeName(wanted);
      try {
        return sheetNamed(wanted, free);
      } catch (thrown) {
        try {
          return sheetNamed(wanted, free);
        } catch (again) {
          // In the same words, Google refuses the name of another sheet. Else it has failed, perhaps after it made ours.
          if (wordsOf(again) !== wordsOf(thrown)) throw thrown;
        }
        const other = book.freeName(wanted, true);
        if (other === free) throw thrown;
        return sheetNamed(wanted, other);
      }
    }

    function sheetNamed(wanted: string, free: string): Table {
      // Both names are noted: if this execution dies, nobody knows whether the sheet was renamed.
      store.set(name, [wanted, others.join(), free, ...(left ? [left.name()] : [])].join("\n"));
      if (!left) return book.addSheet(free);
      left.rename(free);
      return left;
    }
  } catch (thrown) {
    return refusal(book.isFull(NEW_GRID.rows * NEW_GRID.columns) ? "SHEET_FULL" : "SHEET_NOT_MADE", wordsOf(thrown));
  }
}

/**
 * Hides a sheet, looks once more, and deletes it: hardly anybody types into a hidden sheet.
 * @returns false if it may not be removed @throws Google's words; the sheet is visible again then
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
