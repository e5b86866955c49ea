import type { SheetMaker } from "../../../src/sheet/sheet-maker";
import type { Block, Book, CellValue, ColumnMark, Table } from "../../../src/sheet/table";

interface Sheet {
  id: number;
  name: string;
  rows: CellValue[][];
  gridRows: number;
  gridColumns: number;
  marks: ColumnMark[];
  hidden: Set<number>;
  isFrozen: boolean;
}

/** A spreadsheet in memory that counts what is asked of it. */
export interface FakeBook extends Book, SheetMaker {
  sheets: Sheet[];
  /** The names of the calls, in order; `onCall` may change a sheet, or throw to end the script there. */
  calls: string[];
  onCall: (name: string) => void;
  add(name: string, rows: CellValue[][]): Sheet;
  insertRows(sheetId: number, before: number, count: number): void;
  insertColumns(sheetId: number, before: number, count: number): void;
}

const GRID_COLUMNS = 26;
const GRID_ROWS = 1_000;

/** Differs from Google: no cell refuses anything, and only the functions that lists use are there. */
export function createFakeBook(): FakeBook {
  const sheetOf = (id: number): Sheet => {
    const sheet = book.sheets.find((each) => each.id === id);
    if (!sheet) throw new Error("The sheet is gone.");
    return sheet;
  };
  function call<Value>(name: string, work: () => Value): Value {
    book.calls.push(name);
    book.onCall(name);
    return work();
  }
  const book: FakeBook = {
    sheets: [],
    calls: [],
    onCall: () => {},
    add(name, rows) {
      const sheet: Sheet = {
        id: book.sheets.length + 1,
        name,
        rows: rows.map((row) => [...row]),
        gridRows: GRID_ROWS,
        gridColumns: GRID_COLUMNS,
        marks: [],
        hidden: new Set<number>(),
        isFrozen: false,
      };
      book.sheets.push(sheet);
      return sheet;
    },
    insertRows(sheetId, before, count) {
      sheetOf(sheetId).rows.splice(before - 1, 0, ...Array.from({ length: count }, () => []));
    },
    insertColumns(sheetId, before, count) {
      const sheet = sheetOf(sheetId);
      for (const row of sheet.rows) {
        while (row.length < before - 1) row.push("");
        row.splice(before - 1, 0, ...Array.from({ length: count }, () => ""));
      }
      for (const mark of sheet.marks) if (mark.column >= before) mark.column += count;
      sheet.gridColumns += count;
    },
    selected: () => ({ table: openTable(sheetOf(1)), column: 1, rows: [], isRange: false }),
    table: (id) =>
      call("table", () => {
        const sheet = book.sheets.find((each) => each.id === id);
        return sheet ? openTable(sheet) : null;
      }),
    pinnedTable: (id) =>
      call("pinnedTable", () => {
        const sheet = book.sheets.find((each) => each.id === id);
        const marks = sheet?.marks.map((mark) => ({ ...mark })) ?? [];
        return sheet && marks.length > 0 ? { table: openTable(sheet), marks } : null;
      }),
    pinnedTables: () =>
      book.sheets.flatMap((each) => (each.marks.length > 0 ? [{ table: openTable(each), marks: each.marks }] : [])),
    addChartSheet: (name) => name,
    flush: () => book.onCall("flush"),
    freeName(wished) {
      let name = wished;
      for (let copy = 2; book.sheets.some((each) => each.name === name); copy++) name = `${wished} ${copy}`;
      return name;
    },
    addSheet: (name) => call("addSheet", () => book.add(name, []).id),
    findSheet: (name) => call("findSheet", () => book.sheets.find((each) => each.name === name)?.id ?? null),
    deleteSheet: (id) =>
      call("deleteSheet", () => {
        book.sheets = book.sheets.filter((each) => each.id !== id);
      }),
    freezeHeader: (id) =>
      call("freezeHeader", () => {
        sheetOf(id).isFrozen = true;
      }),
    addRows: (id, count) =>
      call("addRows", () => {
        sheetOf(id).gridRows += count;
      }),
    deleteRows: (id, from, count) =>
      call("deleteRows", () => {
        sheetOf(id).rows.splice(from - 1, count);
      }),
  };

  function openTable(sheet: Sheet): Table {
    const isFilled = (cell: CellValue | undefined): boolean => cell !== undefined && cell !== "";
    const lastRow = (): number => sheet.rows.reduce((last, row, i) => (row.some(isFilled) ? i + 1 : last), 0);
    const check = ({ row, column, rows, columns }: Block): void => {
      if (rows < 1 || columns < 1 || row + rows - 1 > sheet.gridRows || column + columns - 1 > sheet.gridColumns)
        throw new Error("The coordinates of the range are outside the dimensions of the sheet.");
    };
    return {
      id: sheet.id,
      name: () => sheet.name,
      lastRow: () => call("lastRow", lastRow),
      lastColumn: () =>
        call("lastColumn", () =>
          Math.max(
            0,
            ...sheet.rows.map((row) => row.reduce<number>((last, cell, i) => (isFilled(cell) ? i + 1 : last), 0)),
          ),
        ),
      hasRow: (row) => row <= sheet.gridRows,
      gridColumns: () => sheet.gridColumns,
      marks: () => call("marks", () => sheet.marks.map((mark) => ({ ...mark }))),
      unpin: (values) =>
        call("unpin", () => {
          sheet.marks = sheet.marks.filter(({ value }) => !values.includes(value));
        }),
      pin: (column, value) => call("pin", () => void sheet.marks.push({ column, value })),
      read: (block) =>
        call("read", () => {
          check(block);
          return Array.from({ length: block.rows }, (_, r) =>
            Array.from(
              { length: block.columns },
              (__, c) => sheet.rows[block.row + r - 1]?.[block.column + c - 1] ?? "",
            ),
          );
        }),
      write: (block, values) =>
        call("write", () => {
          check(block);
          values.forEach((cells, r) => {
            cells.forEach((cell, c) => {
              while (sheet.rows.length < block.row + r) sheet.rows.push([]);
              const text = typeof cell === "string" && cell.startsWith("'") ? cell.slice(1) : cell;
              (sheet.rows[block.row + r - 1] as CellValue[])[block.column + c - 1] = text;
            });
          });
        }),
      note: () => {},
      visibleRows: (from, to) => new Set(Array.from({ length: to - from + 1 }, (_, i) => from + i)),
      writeEverywhere: (column, spans, value) =>
        call("writeEverywhere", () => {
          for (const { from, to } of spans) {
            for (let row = from; row <= to; row++) (sheet.rows[row - 1] as CellValue[])[column - 1] = value;
          }
        }),
      insertColumnsAfter: (column, count) =>
        call("insertColumnsAfter", () => book.insertColumns(sheet.id, column + 1, count)),
      hideColumn: (column) => call("hideColumn", () => void sheet.hidden.add(column)),
      deleteColumn: () => {},
      addColours: () => {},
      removeColours: () => {},
    };
  }
  return book;
}
