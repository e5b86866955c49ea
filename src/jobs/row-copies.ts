import { removeSheet } from "../lists/list-sheet";
import { numbersTo, rowNumber } from "../lists/rows";
import { untilSteady } from "../lists/steady";
import { isRefused, type Refusal, refusal, SHEET_DELETED, wordsOf } from "../result";
import { addressesIn } from "../service/read-cell";
import { topOf } from "../sheet/find-column";
import { isOwnMark, isUnmoved, sureCheckOf } from "../sheet/pinned-columns";
import {
  type Book,
  type CellLooks,
  type CellValue,
  lastFilledColumn,
  NEW_GRID,
  type RowCopy,
  type Table,
} from "../sheet/table";
import type { MadeListView } from "./clean-list-views";
import { followColumn } from "./kinds/column-start";
import type { MadeListRequest, SplitRequest } from "./protocol";
import { listRecords, underLock, type World, worksIn } from "./record";
import { searchColumns } from "./rows";

// Copies rows into a new sheet. The list they come from stays as it is.

interface Copied {
  table: Table;
  cells: CellValue[][];
  looks: CellLooks | null;
  without: number[];
}

/** A blank sheet counts as one column. */
export const copiedWidth = (cells: CellValue[][]): number => Math.max(1, lastFilledColumn(cells));

/** @param rows row numbers from 1, which may repeat @param cellOf gives a cell that differs from the original */
export function copyRows(
  { table, cells, looks, without }: Copied,
  rows: readonly number[],
  cellOf: (index: number, column: number) => CellValue | undefined,
): RowCopy {
  const columns = numbersTo(copiedWidth(cells)).filter((column) => !without.includes(column));
  const pick = <Item>(block: Item[][] | undefined, usual: Item): Item[][] =>
    rows.map((row) => columns.map((column) => block?.[row - 1]?.[column - 1] ?? usual));
  const copied = pick<CellValue>(cells, "");
  return {
    cells: copied.map((row, index) => row.map((cell, i) => cellOf(index, columns[i] as number) ?? cell)),
    numberFormats: pick(looks?.numberFormats, ""),
    backgrounds: pick(looks?.backgrounds, ""),
    madeOf: { sheetId: table.id, columns },
  };
}

/** @param rows the number of rows without the header */
export function makeCopy(book: Book, name: string, copy: RowCopy, rows: number): MadeListView | Refusal {
  return asRoomAllows(book, copy.cells, () => {
    const made = book.addCopySheet(name, copy, copy.cells.length - rows);
    return { sheetId: made.table.id, sheetName: made.name, rows, check: checkOfCells(made.cells) };
  });
}

/** @param cells the content of the sheet that is made @throws what Google threw, if there is room for it */
export function asRoomAllows<Made>(book: Book, cells: readonly unknown[][], make: () => Made): Made | Refusal {
  try {
    return make();
  } catch (thrown) {
    const size = Math.max(cells.length, NEW_GRID.rows) * Math.max(cells[0]?.length ?? 0, NEW_GRID.columns);
    if (book.isFull(size)) return refusal("SHEET_FULL", wordsOf(thrown));
    throw thrown;
  }
}

/** Deletes the sheet of a copy unless somebody has changed it, or a job works in it. */
export function undoCopy(world: World, { sheetId, check }: MadeListRequest): null | Refusal {
  const { book, store } = world;
  const table = book.table(sheetId);
  if (!table) return null;
  if (table.isLastVisible()) return refusal("LAST_SHEET");
  const isUnchanged = (): boolean => {
    book.flush();
    return !table.hasNotes() && checkOfCells(table.readUsed()) === check;
  };
  // Under the lock no job starts in between.
  return underLock(world, () => {
    const properties = store.all();
    if (listRecords(properties).some((job) => worksIn(properties, job, sheetId))) return refusal("SHEET_IN_USE");
    return isUnchanged() && removeSheet(book, table, isUnchanged) ? null : refusal("LIST_CHANGED");
  });
}

/** Blank cells at the ends do not count. */
function checkOfCells(cells: CellValue[][]): number {
  const lines = cells.map((row) => JSON.stringify(row).replace(/(?:,"")+\]$/, "]"));
  while (lines[lines.length - 1] === '[""]') lines.pop();
  return sureCheckOf(lines.join("\n"));
}

interface Part {
  row: number;
  /** `undefined` for the cell as it stands. */
  address: string | undefined;
  part: number;
}

/** Copies a list with a row for each address. Our results are about the first address, so they stay behind. */
export function splitRows({ book }: World, request: SplitRequest): MadeListView | Refusal {
  const read = (): (Copied & { column: number }) | Refusal | null => {
    book.flush();
    const table = book.table(request.sheetId);
    if (!table) return SHEET_DELETED;
    const marks = table.marksNow();
    const cells = table.readUsed();
    const column = followColumn(request, topOf(cells));
    if (column === null) return refusal("COLUMNS_CHANGED");
    const looks = table.readLooks({ row: 1, column: 1, rows: cells.length, columns: copiedWidth(cells) });
    if (!isUnmoved(marks, table.marksNow())) return null;
    const without = marks.filter(({ value }) => isOwnMark(value)).map((mark) => mark.column);
    return { table, cells, looks, without, column };
  };
  const list = untilSteady(read);
  if (isRefused(list)) return list;
  const { cells, column, without } = list;
  const { headerRow } = request;
  const ofFirst = Object.values(searchColumns(cells[headerRow - 1] ?? []));
  const parts = cells.flatMap((row, i): Part[] => {
    // Such a row holds at most results left where a row was cleared. Its copy would be blank.
    if (i + 1 <= headerRow || row.every((cell, at) => cell === "" || without.includes(at + 1))) return [];
    const addresses = addressesIn(String(row[column - 1] ?? ""));
    return (addresses.length > 1 ? addresses : [undefined]).map((address, part) => ({ row: i + 1, address, part }));
  });
  if (parts.every(({ address }) => address === undefined)) return refusal("NOTHING_TO_SPLIT");
  const header: Part[] = headerRow > 0 ? [{ row: headerRow, address: undefined, part: 0 }] : [];
  const all = [...header, ...parts];
  const copy = copyRows(list, all.map(rowNumber), (index, at) => {
    const { address, part } = all[index] as Part;
    if (at === column) return address;
    // A search's results are about the first address.
    return part > 0 && ofFirst.includes(at) ? "" : undefined;
  });
  return makeCopy(book, request.name, copy, parts.length);
}
