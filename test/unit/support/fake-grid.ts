import type { CellValue, ColumnMark } from "../../../src/sheet/table";

/** The cells of a sheet in memory. */
export interface FakeSheet {
  id: number;
  name: string;
  rows: CellValue[][];
  gridRows: number;
  gridColumns: number;
  marks: ColumnMark[];
  hidden: Set<number>;
  isFrozen: boolean;
  isHidden: boolean;
  /** By `row:column`; whatever is inserted after a column takes over the rules of that column. */
  rules: Map<string, Rule>;
  notes: Map<string, string>;
  /** Columns of a Google table: what is inserted between or after them gets a header, and belongs to it. */
  tables: { from: number; to: number; typed: Set<number> }[];
}

/** Tells which values a cell takes. */
export type Rule = (value: CellValue) => boolean;

/** As `Sheet.insertColumnsBefore`: new columns take over rules from the left, and in a table they get a header. */
export function insertColumns(sheet: FakeSheet, before: number, count: number): void {
  for (const row of sheet.rows) {
    while (row.length < before - 1) row.push("");
    row.splice(before - 1, 0, ...Array.from({ length: count }, () => ""));
  }
  for (const mark of sheet.marks) if (mark.column >= before) mark.column += count;
  sheet.gridColumns += count;
  sheet.rules = moved(sheet.rules, before, count);
  sheet.notes = moved(sheet.notes, before, count);
  sheet.hidden = new Set([...sheet.hidden].map((column) => (column >= before ? column + count : column)));
  for (const [key, rule] of [...sheet.rules]) {
    const [row = 0, column = 0] = key.split(":").map(Number);
    for (let i = 0; column === before - 1 && i < count; i++) sheet.rules.set(`${row}:${before + i}`, rule);
  }
  for (const table of sheet.tables) growTable(sheet, table, before, count);
}

export function deleteColumns(sheet: FakeSheet, from: number, count: number): void {
  const to = from + count - 1;
  for (const row of sheet.rows) row.splice(from - 1, count);
  sheet.marks = sheet.marks.filter(({ column }) => column < from || column > to);
  for (const mark of sheet.marks) if (mark.column > to) mark.column -= count;
  sheet.gridColumns -= count;
  sheet.rules = moved(without(sheet.rules, from, to), to + 1, -count);
  sheet.notes = moved(without(sheet.notes, from, to), to + 1, -count);
  sheet.hidden = new Set(
    [...sheet.hidden].flatMap((column) => (column < from ? [column] : column > to ? [column - count] : [])),
  );
  for (const table of sheet.tables) {
    table.typed = new Set(
      [...table.typed].flatMap((column) => (column < from ? [column] : column > to ? [column - count] : [])),
    );
    if (table.to >= from) table.to -= Math.min(count, table.to - from + 1);
    if (table.from > to) table.from -= count;
  }
}

/** Things that belong to cells, by `row:column`, after columns were inserted or deleted before this one. */
function moved<Value>(cells: Map<string, Value>, from: number, by: number): Map<string, Value> {
  return new Map(
    [...cells].map(([key, value]) => {
      const [row = 0, column = 0] = key.split(":").map(Number);
      return [`${row}:${column >= from ? column + by : column}`, value];
    }),
  );
}

function without<Value>(cells: Map<string, Value>, from: number, to: number): Map<string, Value> {
  return new Map([...cells].filter(([key]) => !(Number(key.split(":")[1]) >= from && Number(key.split(":")[1]) <= to)));
}

/** Columns inserted inside a table, or right after a column of it that is not its last, belong to it. */
function growTable(sheet: FakeSheet, table: FakeSheet["tables"][number], before: number, count: number): void {
  const isInside = before > table.from && before <= table.to;
  const typedLeft = table.typed.has(before - 1);
  table.typed = new Set([...table.typed].map((column) => (column >= before ? column + count : column)));
  if (before <= table.from) table.from += count;
  if (before <= table.to) table.to += count;
  if (!isInside) return;
  for (let i = 0; i < count; i++) {
    if (typedLeft) table.typed.add(before + i);
    const names = sheet.rows[0] ?? [];
    let number = 1;
    while (names.includes(`Column ${number}`)) number++;
    names[before + i - 1] = `Column ${number}`;
  }
}
