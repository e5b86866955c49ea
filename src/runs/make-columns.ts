import { type NamedColumn, nameColumns } from "../sheet/name-columns";
import { answeredForMark, outputMark, type Pinned, pinnedColumns } from "../sheet/pinned-columns";
import type { ColumnMark, Table } from "../sheet/table";
import type { MadeColumns } from "./run-record";

/** What columns are wanted. */
interface Wish {
  group: string;
  fields: string[];
  hasHeader: boolean;
  /** The name of the hidden column. */
  answeredForHeader: string;
}

/** Whether all columns for the results are there. */
export const isComplete = ({ outputs, answeredFor }: Pinned, fields: string[]): boolean =>
  answeredFor !== null && fields.every((field) => outputs.some((each) => each.field === field));

/** Somebody who moves columns at the very moment of each attempt is waited out so often. */
const MAX_ROUNDS = 4;

/**
 * Makes the columns that are missing, beside the inputs: blank columns that stand there already are used, new ones
 * inserted. Interrupted anywhere and begun again, it makes no column twice. Marks come first and are looked at before
 * anything is written: people who move columns meanwhile must not find their own taken for ours.
 * @returns `null` when the columns keep moving
 */
export function makeColumns(table: Table, wish: Wish): MadeColumns | null {
  const { group, fields, hasHeader, answeredForHeader } = wish;
  const wanted: NamedColumn[] = [
    ...fields.map((field) => ({ mark: outputMark(group, field), header: field })),
    { mark: answeredForMark(group), header: answeredForHeader },
  ];
  const made = new Set<string>();
  let marks = table.marks();
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const pinned = pinnedColumns(marks, group);
    const { input, answeredFor } = pinned;
    if (input === null) break;
    const missing = wanted.filter(({ mark }) => !marks.some(({ value }) => value === mark));
    for (const { mark } of missing) made.add(mark);
    if (missing.length > 0) {
      marks = pinBlankColumns(table, marks, lastColumn(pinned, input), missing);
      continue;
    }
    const naming = hasHeader ? nameColumns(table, marks, wanted) : { marks, nameless: [] };
    // Those that an interrupted start has left count as made.
    for (const mark of naming.nameless) made.add(mark);
    if (naming.marks === marks) {
      if (answeredFor !== null) table.hideColumn(answeredFor);
      const isMade = (field: string): boolean => made.has(outputMark(group, field));
      return { fields: fields.filter(isMade), answeredFor: made.has(answeredForMark(group)) };
    }
    marks = naming.marks;
  }
  return null;
}

/**
 * Pins blank columns, or takes the marks off again when they have come to columns that are not.
 * @returns the marks there are now
 */
function pinBlankColumns(table: Table, marks: ColumnMark[], after: number, wanted: NamedColumn[]): ColumnMark[] {
  const isPinned = (column: number): boolean => marks.some((mark) => mark.column === column);
  const blank = blankColumnsAfter(table, after, wanted.length, isPinned);
  if (blank < wanted.length) table.insertColumnsAfter(after + blank, wanted.length - blank);
  const values = wanted.map(({ mark }) => mark);
  for (const [index, value] of values.entries()) table.pin(after + 1 + index, value);
  const now = table.marks();
  const isOther = (column: number): boolean =>
    now.some((mark) => mark.column === column && !values.includes(mark.value));
  const own = new Set(now.flatMap(({ column, value }) => (values.includes(value) ? [column] : [])));
  const first = Math.min(...own);
  const isTogether = own.size === values.length && Math.max(...own) - first === values.length - 1;
  if (isTogether && blankColumnsAfter(table, first - 1, values.length, isOther) === values.length) return now;
  table.unpin(values);
  return table.marks();
}

/** New columns come after those of the list that touch it. */
function lastColumn({ outputs, answeredFor }: Pinned, input: number): number {
  const own = new Set([...outputs.map(({ column }) => column), answeredFor]);
  let last = input;
  while (own.has(last + 1)) last++;
  return last;
}

/** How many columns in a row have neither a mark nor content. */
function blankColumnsAfter(table: Table, after: number, most: number, isPinned: (column: number) => boolean): number {
  const beyond = Math.max(0, Math.min(most, table.gridColumns() - after));
  const reach = Math.max(0, Math.min(beyond, table.lastColumn() - after));
  const rows = reach === 0 ? 0 : table.lastRow();
  const cells = rows === 0 ? [] : table.read({ row: 1, column: after + 1, rows, columns: reach });
  let blank = 0;
  const isBlank = (index: number): boolean => cells.every((row) => (row[index] ?? "") === "");
  while (blank < beyond && !isPinned(after + 1 + blank) && isBlank(blank)) blank++;
  return blank;
}
