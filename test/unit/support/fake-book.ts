import type { Block, Book, CellValue, PinnedTable, Table } from "../../../src/sheet/table";
import { deleteColumns, type FakeSheet, insertColumns, type Rule } from "./fake-grid";

/** A spreadsheet in memory that counts what is asked of it. */
export interface FakeBook extends Book {
  sheets: FakeSheet[];
  /** The names of the calls, in order; `onCall` may change a sheet, or throw to end the script there. */
  calls: string[];
  onCall: (name: string) => void;
  /** Writes show only when they are sent; false for tests that look into the sheet right after writing. */
  keepsWritesBack: boolean;
  /** The number of next flushes with something to send that fail, whatever it is. */
  failingFlushes: number;
  /** Puts a rule on cells. */
  setRule(sheetId: number, block: Block, rule: Rule): void;
  add(name: string, rows: CellValue[][]): FakeSheet;
  insertRows(sheetId: number, before: number, count: number): void;
  insertColumns(sheetId: number, before: number, count: number): void;
  deleteColumns(sheetId: number, from: number, count: number): void;
}

const GRID_COLUMNS = 26;
const GRID_ROWS = 1_000;

/** A write that is kept back until it is sent. */
interface PendingWrite {
  check(): boolean;
  apply(): void;
}

const REFUSED = "The data you entered violates the data validation rules set on this cell.";
const TYPED = "This operation is not allowed on cells in typed columns.";
const FAILED = "Service error: Spreadsheets";

/**
 * Keeps writes back as Google does: what is refused shows at the next flush or reading, and what was written after it is
 * lost. Differs from Google: only what lists use is there.
 */
export function createFakeBook(): FakeBook {
  const sheetOf = (id: number): FakeSheet => {
    const sheet = book.sheets.find((each) => each.id === id);
    if (!sheet) throw new Error("The sheet is gone.");
    return sheet;
  };
  function call<Value>(name: string, work: () => Value): Value {
    book.calls.push(name);
    book.onCall(name);
    return work();
  }
  let pending: PendingWrite[] = [];
  /** Sends what was kept back. */
  function send(): void {
    const writes = pending;
    pending = [];
    if (writes.length > 0 && book.failingFlushes > 0) {
      book.failingFlushes--;
      throw new Error(FAILED);
    }
    for (const { check, apply } of writes) {
      if (!check()) throw new Error(REFUSED);
      apply();
    }
  }
  function add(write: PendingWrite): void {
    pending.push(write);
    if (!book.keepsWritesBack) send();
  }
  const at = (row: number, column: number): string => `${row}:${column}`;
  const foundBefore = new Map<number, PinnedTable | null>();
  const book: FakeBook = {
    sheets: [],
    failingFlushes: 0,
    keepsWritesBack: false,
    setRule(sheetId, { row, column, rows, columns }, rule) {
      for (let r = row; r < row + rows; r++)
        for (let c = column; c < column + columns; c++) sheetOf(sheetId).rules.set(at(r, c), rule);
    },
    calls: [],
    onCall: () => {},
    add(name, rows) {
      const sheet: FakeSheet = {
        id: book.sheets.length + 1,
        name,
        rows: rows.map((row) => [...row]),
        gridRows: GRID_ROWS,
        gridColumns: GRID_COLUMNS,
        marks: [],
        hidden: new Set<number>(),
        isFrozen: false,
        isHidden: false,
        rules: new Map(),
        notes: new Map(),
        tables: [],
      };
      book.sheets.push(sheet);
      return sheet;
    },
    insertRows(sheetId, before, count) {
      sheetOf(sheetId).rows.splice(before - 1, 0, ...Array.from({ length: count }, () => []));
    },
    insertColumns: (sheetId, before, count) => insertColumns(sheetOf(sheetId), before, count),
    deleteColumns: (sheetId, from, count) => deleteColumns(sheetOf(sheetId), from, count),
    isFull: () => false,
    selected: () => ({ table: openTable(sheetOf(1)), row: 1, column: 1, rows: [], isRange: false }),
    table: (id) =>
      call("table", () => {
        const sheet = book.sheets.find((each) => each.id === id);
        return sheet ? openTable(sheet) : null;
      }),
    pinnedTable: (id) =>
      call("pinnedTable", () => {
        const sheet = book.sheets.find((each) => each.id === id);
        const marks = sheet?.marks.map((mark) => ({ ...mark })) ?? [];
        const found = sheet && marks.length > 0 ? { table: openTable(sheet), marks } : null;
        foundBefore.set(id, found);
        return found;
      }),
    // Also what an earlier execution has found, which is harder.
    pinnedBefore: (id) => foundBefore.get(id) ?? null,
    pinnedTables: () =>
      book.sheets.flatMap((each) => (each.marks.length > 0 ? [{ table: openTable(each), marks: each.marks }] : [])),
    sheetName: (id) => book.sheets.find((sheet) => sheet.id === id)?.name ?? "",
    rememberName: () => {},
    addChartSheet: (name) => name,
    addCopySheet: (name, { cells }) => ({ table: openTable(book.add(name, cells)), name, cells }),
    sheetIds: () => book.sheets.map(({ id }) => id),
    sheetNames: () => book.sheets.map(({ id, name }) => ({ id, name })),
    flush: () => call("flush", send),
    localTime: (ms) => new Date(ms).toISOString().slice(0, 16).replace("T", " "),
    freeName(wanted) {
      let name = wanted;
      for (let copy = 2; book.sheets.some((each) => each.name === name); copy++) name = `${wanted} ${copy}`;
      return name;
    },
    flushLater: () => {},
    takeOutHelpers: () => {},
    addSheet: (name) => call("addSheet", () => openTable(book.add(name, []))),
    findSheet: (name) =>
      call("findSheet", () => {
        const sheet = book.sheets.find((each) => each.name === name);
        return sheet ? openTable(sheet) : null;
      }),
  };

  function openTable(sheet: FakeSheet): Table {
    const isFilled = (cell: CellValue | undefined): boolean => cell !== undefined && cell !== "";
    const lastRow = (): number => sheet.rows.reduce((last, row, i) => (row.some(isFilled) ? i + 1 : last), 0);
    const check = ({ row, column, rows, columns }: Block): void => {
      if (rows < 1 || columns < 1 || row + rows - 1 > sheet.gridRows || column + columns - 1 > sheet.gridColumns)
        throw new Error("The coordinates of the range are outside the dimensions of the sheet.");
    };
    const write = (block: Block, values: CellValue[][]): void => {
      check(block);
      const cells = values.flatMap((row, r) =>
        row.map((value, c) => ({ row: block.row + r, column: block.column + c, value })),
      );
      if (cells.some(({ column }) => sheet.tables.some(({ typed }) => typed.has(column)))) throw new Error(TYPED);
      add({
        check: () => cells.every(({ row, column, value }) => sheet.rules.get(at(row, column))?.(value) ?? true),
        apply() {
          for (const { row, column, value } of cells) {
            while (sheet.rows.length < row) sheet.rows.push([]);
            const text = typeof value === "string" && value.startsWith("'") ? value.slice(1) : value;
            (sheet.rows[row - 1] as CellValue[])[column - 1] = text;
          }
        },
      });
    };
    return {
      copyNumberFormats: () => {},
      id: sheet.id,
      name: () => sheet.name,
      flush: () => call("flush", send),
      lastRow: () => call("lastRow", lastRow),
      lastColumn: () =>
        call("lastColumn", () =>
          Math.max(
            0,
            ...sheet.rows.map((row) => row.reduce<number>((last, cell, i) => (isFilled(cell) ? i + 1 : last), 0)),
          ),
        ),
      hasCell: (row, column) => row > 0 && row <= sheet.gridRows && column <= sheet.gridColumns,
      canEdit: () => true,
      gridColumns: () => sheet.gridColumns,
      isLastVisible: () => false,
      keepOneBesides: () => {},
      marks: () => call("marks", () => sheet.marks.map((mark) => ({ ...mark }))),
      marksNow: () => call("marks", () => sheet.marks.map((mark) => ({ ...mark }))),
      unpin: (values) =>
        call("unpin", () => {
          sheet.marks = sheet.marks.filter(({ value }) => !values.includes(value));
        }),
      pin: (column, value) => call("pin", () => void sheet.marks.push({ column, value })),
      read: (block) =>
        call("read", () => {
          send();
          check(block);
          return Array.from({ length: block.rows }, (_, r) =>
            Array.from(
              { length: block.columns },
              (__, c) => sheet.rows[block.row + r - 1]?.[block.column + c - 1] ?? "",
            ),
          );
        }),
      readRows: (from, to) =>
        call("read", () => {
          send();
          check({ row: from, column: 1, rows: to - from + 1, columns: 1 });
          const width = Math.max(sheet.gridColumns, ...sheet.rows.map((row) => row.length));
          return Array.from({ length: to - from + 1 }, (_, r) =>
            Array.from({ length: width }, (__, c) => sheet.rows[from + r - 1]?.[c] ?? ""),
          );
        }),
      readUsed: () =>
        call("read", () => {
          send();
          const width = Math.max(1, ...sheet.rows.map((row) => row.length));
          return sheet.rows.slice(0, lastRow()).map((row) => Array.from({ length: width }, (_, c) => row[c] ?? ""));
        }),
      readAll: () => ({ values: [], formulas: [] }),
      readColumn: (column) => sheet.rows.map((row) => row[column - 1] ?? ""),
      showOnly: () => true,
      removeConditions: () => {},
      conditionsOn: () => [],
      readLooks: () => ({ numberFormats: [], backgrounds: [] }),
      replaceText: () => {},
      mergedTo: (_row, column) => call("mergedTo", () => column),
      hasNotes: () => call("hasNotes", () => false),
      readUsedFormulas: () => call("readFormulas", () => []),
      readFormulas: (block) =>
        call("readFormulas", () => Array.from({ length: block.rows }, () => new Array<string>(block.columns).fill(""))),
      write: (block, values) => call("write", () => write(block, values)),
      addToNotes: (column, lines) =>
        call("addToNotes", () => {
          add({
            check: () => true,
            apply: () => {
              for (const { row, text } of lines) {
                const note = sheet.notes.get(at(row, column));
                sheet.notes.set(at(row, column), note ? `${note}\n${text}` : text);
              }
            },
          });
        }),
      visibleRows: (from, to) => ({
        rows: new Set(Array.from({ length: to - from + 1 }, (_, i) => from + i)),
        hasLeftHelper: false,
      }),
      writeEverywhere: (blocks, value) =>
        call("writeEverywhere", () => {
          for (const block of blocks)
            write(
              block,
              Array.from({ length: block.rows }, () => new Array<CellValue>(block.columns).fill(value)),
            );
        }),
      insertColumnsAfter: (column, count) =>
        call("insertColumnsAfter", () => book.insertColumns(sheet.id, column + 1, count)),
      hideColumn: (column) => call("hideColumn", () => void sheet.hidden.add(column)),
      showColumns: (column, count) =>
        call("showColumns", () => {
          for (let each = column; each < column + count; each++) sheet.hidden.delete(each);
        }),
      clearInherited: (column, count) =>
        call("clearInherited", () => {
          if (sheet.tables.some(({ typed }) => [...typed].some((each) => each >= column && each < column + count)))
            throw new Error(TYPED);
          for (const key of [...sheet.rules.keys()]) {
            const [, ruled = 0] = key.split(":").map(Number);
            if (ruled >= column && ruled < column + count) sheet.rules.delete(key);
          }
        }),
      deleteColumns: (column, count) => call("deleteColumns", () => book.deleteColumns(sheet.id, column, count)),
      insertRowsAfter: (row, count) => call("insertRowsAfter", () => book.insertRows(sheet.id, row + 1, count)),
      deleteRows: (from, count) =>
        call("deleteRows", () => {
          sheet.rows.splice(from - 1, count);
        }),
      styleHeader: () => call("styleHeader", () => {}),
      freezeHeader: () =>
        call("freezeHeader", () => {
          sheet.isFrozen = true;
        }),
      unstyleHeader: () => call("unstyleHeader", () => {}),
      bringForward: () => {},
      finishHeaders: () => {},
      clearRowFormats: () => call("clearRowFormats", () => {}),
      rename: (name) =>
        call("rename", () => {
          sheet.name = name;
        }),
      hide: () =>
        call("hide", () => {
          sheet.isHidden = true;
        }),
      show: () =>
        call("show", () => {
          sheet.isHidden = false;
        }),
      remove: () =>
        call("remove", () => {
          book.sheets = book.sheets.filter((each) => each !== sheet);
        }),
      addColours: () => [],
      removeColours: () => {},
    };
  }
  return book;
}
