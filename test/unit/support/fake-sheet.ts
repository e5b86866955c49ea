import { expect } from "@jest/globals";
import type { SheetWork } from "../../../src/formulas/sheet-formulas";
import type { Block, CellValue } from "../../../src/sheet/table";

type SheetCells = SheetWork["sheet"];

/** The result of a formula: one value or a table. */
export type Calculate = (formula: string, row: number, column: number) => unknown;

export interface FakeSheet extends SheetCells {
  type(row: number, column: number, values: unknown[][]): void;
  shown(): unknown[][];
  formulaAt(row: number, column: number): string;
  /** Inserts as a person does: cells further right move, and all formulas name the moved cells. */
  insertColumn(before: number): void;
  deleteColumn(column: number): void;
  /** The names of the calls, in order; `onCall` may throw to end the script there. */
  calls: string[];
  onCall: (name: string) => void;
  calculate: Calculate;
}

/** A formula that *Finish formulas* has set aside. */
const isUnknown = (formula: string): boolean => formula.includes("SHEETSCOUT_FINISH_");

/** A sheet in memory whose formulas calculate when they are written, and spill where the cells are empty. */
export function createFakeSheet(calculate: Calculate): FakeSheet {
  const own = new Map<string, unknown>();
  const spilled = new Map<string, { value: unknown; owner: string }>();
  const at = (row: number, column: number) => `${row}:${column}`;

  function put(row: number, column: number, value: unknown): void {
    const key = at(row, column);
    const owner = spilled.get(key)?.owner;
    clearSpill(key);
    if (value === "") own.delete(key);
    else own.set(key, typeof value === "string" && value.startsWith("'") ? { text: value.slice(1) } : value);
    if (owner && value !== "") clearSpill(owner, "#REF!");
    if (typeof value === "string" && value.startsWith("="))
      spill(row, column, isUnknown(value) ? "#NAME?" : sheet.calculate(value, row, column));
  }

  function clearSpill(owner: string, error?: string): void {
    for (const [key, cell] of spilled) if (cell.owner === owner) spilled.delete(key);
    if (error) spilled.set(owner, { value: error, owner });
  }

  function spill(row: number, column: number, result: unknown): void {
    const owner = at(row, column);
    const table = Array.isArray(result) ? (result as unknown[][]) : [[result]];
    table.forEach((values, i) => {
      values.forEach((value, j) => {
        spilled.set(at(row + i, column + j), { value, owner });
      });
    });
  }

  function valueAt(row: number, column: number): unknown {
    const value = own.get(at(row, column));
    if (typeof value === "object" && value !== null) return (value as { text: string }).text;
    return typeof value === "string" && value.startsWith("=")
      ? spilledAt(row, column)
      : (value ?? spilledAt(row, column));
  }
  const spilledAt = (row: number, column: number) => spilled.get(at(row, column))?.value ?? "";
  const formulaAt = (row: number, column: number) => {
    const value = own.get(at(row, column));
    return typeof value === "string" && value.startsWith("=") ? value : "";
  };

  function grid<Value>(block: Block, read: (row: number, column: number) => Value): Value[][] {
    return Array.from({ length: block.rows }, (_, i) =>
      Array.from({ length: block.columns }, (__, j) => read(block.row + i, block.column + j)),
    );
  }

  function extent(): Block {
    const keys = [...own.keys(), ...spilled.keys()].map((key) => key.split(":").map(Number));
    const most = (index: number) => Math.max(1, ...keys.map((key) => key[index] ?? 0));
    return { row: 1, column: 1, rows: most(0), columns: most(1) };
  }

  function write({ row, column, rows, columns }: Block, values: unknown[][]): void {
    if (values.length !== rows || values.some((cells) => cells.length !== columns)) throw new Error("wrong dimensions");
    values.forEach((cells, i) => {
      cells.forEach((value, j) => {
        put(row + i, column + j, value);
      });
    });
  }

  /** Moves columns from `from` on; the one before them is gone when they move to the left. */
  function shift(from: number, by: 1 | -1): void {
    const moveKey = (key: string) => {
      const [row = 0, column = 0] = key.split(":").map(Number);
      return at(row, column >= from ? column + by : column);
    };
    const moveText = (text: string) =>
      text.replace(/(\$?)([A-Z])(\$?\d+)/g, (_, dollar, letter, row) => {
        const column = letter.charCodeAt(0) - 64;
        if (by < 0 && column === from - 1) return "#REF!";
        return dollar + String.fromCharCode(64 + (column >= from ? column + by : column)) + row;
      });
    const cells = [...own];
    const results = [...spilled];
    own.clear();
    spilled.clear();
    const isGone = (key: string) => by < 0 && Number(key.split(":")[1]) === from - 1;
    for (const [key, value] of cells) {
      const isFormula = typeof value === "string" && value.startsWith("=");
      if (!isGone(key)) own.set(moveKey(key), isFormula ? moveText(value) : value);
    }
    for (const [key, { value, owner }] of results) {
      if (!isGone(key)) spilled.set(moveKey(key), { value, owner: moveKey(owner) });
    }
  }

  function call<Result>(name: string, work: () => Result): Result {
    sheet.calls.push(name);
    sheet.onCall(name);
    return work();
  }

  const sheet: FakeSheet = {
    calls: [],
    onCall: () => {},
    calculate,
    formulaAt,
    insertColumn: (before) => shift(before, 1),
    deleteColumn: (column) => shift(column + 1, -1),
    type: (row, column, values) => write({ row, column, rows: values.length, columns: values[0]?.length ?? 0 }, values),
    shown: () => grid(extent(), valueAt),
    readAll: () =>
      call("readAll", () => ({
        values: grid(extent(), valueAt) as CellValue[][],
        formulas: grid(extent(), formulaAt),
      })),
    write: (block, values) => call("write", () => write(block, values)),
    replaceText: (block, text, replacement) =>
      call("replaceText", () => {
        for (let row = block.row; row < block.row + block.rows; row++) {
          for (let column = block.column; column < block.column + block.columns; column++) {
            const held = own.get(at(row, column));
            // A text with an apostrophe before it is read as if typed then.
            const typed = typeof held === "object" && held !== null ? (held as { text: string }).text : held;
            if (typeof typed !== "string" || !typed.includes(text)) continue;
            put(row, column, typed.replaceAll(text, replacement));
          }
        }
      }),
    flush: () => call("flush", () => {}),
  };
  return sheet;
}

/** Ends the script at its n-th call: that one and all after it do nothing, as on a machine that has died. */
export function killAt(sheet: FakeSheet, callNumber: number): void {
  sheet.onCall = () => {
    if (sheet.calls.length >= callNumber) throw new Error("killed");
  };
}

/** Runs a script that may be killed. */
export function expectToEnd(script: () => void): void {
  try {
    script();
  } catch (error) {
    expect(error).toEqual(new Error("killed"));
  }
}
