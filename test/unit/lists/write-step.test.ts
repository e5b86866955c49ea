import { describe, expect, test } from "@jest/globals";
import { type Seal, writeBlock } from "../../../src/lists/write-step";
import type { CellValue, Table } from "../../../src/sheet/table";
import { createFakeBook, type FakeBook } from "../support/fake-book";

const ROWS = 6;

/** Columns 3 and 4 are given `s2`, `t2` and so on; column 5 seals them. */
const rows = Array.from({ length: ROWS }, (_, i) => ({ row: i + 2, values: [`s${i + 2}`, `t${i + 2}`] }));
const seal: Seal = {
  column: 5,
  before: () => "",
  cell: (row, refused) => `done ${row}${refused.map((column) => ` not ${column}`)}`,
};
const BLOCK = { columns: [3, 4], rows, seal };

const ONLY_YES = (value: CellValue): boolean => value === "yes";

function open(): { book: FakeBook; table: Table; cells: () => CellValue[][] } {
  const book = createFakeBook();
  book.keepsWritesBack = true;
  book.add("Leads", [["Name", "Email"], ...rows.map(({ row }) => [`n${row}`, `e${row}`])]);
  const table = book.table(1) as Table;
  book.calls.length = 0;
  return { book, table, cells: () => (book.sheets[0]?.rows ?? []).slice(1).map((row) => row.slice(2)) };
}

const NOW = { marks: [], nowMs: () => 0 };

const whole = rows.map(({ row, values }) => [...values, `done ${row}`]);
const writes = ({ calls }: FakeBook): number => calls.filter((name) => name === "write").length;

describe("a block of cells", () => {
  test("is written and sent in two calls when nothing refuses it", () => {
    const { book, table, cells } = open();
    expect(writeBlock(table, BLOCK, NOW)).toEqual({ refused: [], unwritten: [], words: "" });
    expect(book.calls).toEqual(["write", "flush"]);
    expect(cells()).toEqual(whole);
  });

  test("lacks only the cell that refuses, whose value stands in its note", () => {
    const { book, table, cells } = open();
    book.setRule(1, { row: 4, column: 3, rows: 1, columns: 1 }, ONLY_YES);
    const { refused, unwritten } = writeBlock(table, BLOCK, NOW);
    expect(refused).toEqual([{ row: 4, column: 3, words: expect.stringContaining("violates"), isNoted: true }]);
    expect(unwritten).toEqual([]);
    expect(cells()).toEqual(whole.map((row, i) => (i === 2 ? [undefined, "t4", "done 4 not 3"] : row)));
    expect([...(book.sheets[0]?.notes ?? [])]).toEqual([["4:3", expect.stringMatching(/does not accept: s4$/)]]);
    expect(book.sheets[0]?.rules.size).toBe(1);
  });

  test("notes a refused true as the sheet would show it", () => {
    const { book, table } = open();
    book.setRule(1, { row: 4, column: 3, rows: 1, columns: 1 }, ONLY_YES);
    const rowsOfTrue = BLOCK.rows.map(({ row }) => ({ row, values: [true, false] }));
    writeBlock(table, { ...BLOCK, rows: rowsOfTrue }, NOW);
    expect([...(book.sheets[0]?.notes ?? [])]).toEqual([["4:3", expect.stringMatching(/does not accept: TRUE$/)]]);
  });

  test("may consist of nothing but refusals beside the seal", () => {
    const { book, table, cells } = open();
    book.setRule(1, { row: 1, column: 3, rows: 20, columns: 2 }, ONLY_YES);
    const { refused, unwritten } = writeBlock(table, BLOCK, NOW);
    expect(refused).toHaveLength(2 * ROWS);
    expect(unwritten).toEqual([]);
    expect(cells().map((row) => row[2])).toEqual(rows.map(({ row }) => `done ${row} not 3, not 4`));
  });

  test.each([1, 2, 5, 9, 13])(
    "stands whole, without a note, or is told to be unwritten, after %i failures of Google in a row",
    (failures) => {
      for (let begin = 0; begin < 30; begin++) {
        for (const isRuled of [false, true]) {
          const { book, table, cells } = open();
          if (isRuled) book.setRule(1, { row: 4, column: 3, rows: 1, columns: 1 }, ONLY_YES);
          let flushes = 0;
          book.onCall = (name) => {
            if (name === "flush" && flushes++ === begin) book.failingFlushes = failures;
          };
          const { refused, unwritten } = writeBlock(table, BLOCK, NOW);
          const isUnwritten = (row: number): boolean => unwritten.some((cell) => cell.row === row);
          const wrong = cells().filter((cellsOfRow, i) => {
            const isRefused = refused.some(({ row }) => row === i + 2);
            const wanted = isRefused ? [undefined, `t${i + 2}`, `done ${i + 2} not 3`] : whole[i];
            return isUnwritten(i + 2)
              ? (cellsOfRow[2] ?? "") !== ""
              : JSON.stringify(cellsOfRow) !== JSON.stringify(wanted);
          });
          const others = refused.filter(({ row, column }) => !isRuled || row !== 4 || column !== 3);
          expect({ begin, isRuled, wrong, others }).toEqual({ begin, isRuled, wrong: [], others: [] });
        }
      }
    },
  );

  test("is given up soon, with Google's words, when nothing at all can be written", () => {
    const { book, table, cells } = open();
    book.failingFlushes = 1_000;
    const { refused, unwritten, words } = writeBlock(table, BLOCK, NOW);
    expect({ refused, words }).toEqual({
      refused: [],
      words: "Service error: Spreadsheets",
    });
    expect(new Set(unwritten.map(({ row }) => row)).size).toBe(ROWS);
    expect(cells().flat()).toEqual([]);
    expect(writes(book)).toBeLessThan(20);
  });

  test("takes no more calls where all are protected for many rows apart from each other than for a few", () => {
    const callsFor = (count: number): number => {
      const { book, table } = open();
      const apart = Array.from({ length: count }, (_, i) => ({ row: 2 * i + 2, values: ["", ""] }));
      book.setRule(1, { row: 1, column: 1, rows: 2 * count + 2, columns: 5 }, () => false);
      const emptied = { ...seal, before: (row: number) => `done ${row}`, cell: () => "" };
      expect(writeBlock(table, { columns: [3, 4], rows: apart, seal: emptied }, NOW).refused).toEqual([]);
      return book.calls.length;
    };
    expect(callsFor(400)).toBeLessThanOrEqual(callsFor(40));
  });

  test("leaves for another time what refuses in too many places, and says so", () => {
    const { book, table } = open();
    const many = Array.from({ length: 200 }, (_, i) => ({ row: i + 2, values: ["s", "t"] }));
    book.setRule(1, { row: 1, column: 3, rows: 300, columns: 1 }, ONLY_YES);
    const { refused, unwritten } = writeBlock(table, { ...BLOCK, rows: many }, NOW);
    expect(refused.length).toBeGreaterThan(30);
    expect(unwritten.length).toBeGreaterThan(30);
    expect(writes(book)).toBeLessThan(200);
  });

  test("takes at most a minute and one try more, however slow Google is, and keeps its lease meanwhile", () => {
    const { book, table } = open();
    const many = Array.from({ length: 50 }, (_, i) => ({ row: i + 2, values: ["s", "t"] }));
    book.setRule(1, { row: 1, column: 3, rows: 300, columns: 1 }, ONLY_YES);
    const trySeconds = 5;
    let renewals = 0;
    const slow = { ...NOW, nowMs: () => 1_000 * trySeconds * writes(book), renewLease: () => void renewals++ };
    const { unwritten } = writeBlock(table, { ...BLOCK, rows: many }, slow);
    expect(unwritten.length).toBeGreaterThan(30);
    expect(writes(book)).toBeLessThan(30);
    expect(renewals).toBe(writes(book));
  });
});
