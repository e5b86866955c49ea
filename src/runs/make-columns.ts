import {
  answeredForMark,
  foundMarks,
  groupOf,
  inputMark,
  outputMark,
  type Pinned,
  pinnedColumns,
} from "../sheet/pinned-columns";
import { searchColumns } from "../sheet/search-columns";
import type { Table } from "../sheet/table";

/** The columns of a run, all there. */
export interface MadeColumns {
  group: string;
  /** Fields that had no column before. */
  madeFields: string[];
  madeAnsweredFor: boolean;
}

/** The name of the hidden column. */
const ANSWERED_FOR_HEADER = "verified for";

/**
 * Makes the columns that are missing, beside the addresses: blank columns that stand there already are used, new ones
 * inserted. Interrupted anywhere and begun again, it makes no column twice.
 */
export function makeColumns(
  table: Table,
  input: number,
  { fields, hasHeader, newId }: { fields: string[]; hasHeader: boolean; newId(): string },
): MadeColumns {
  const marks = table.marks();
  const group = groupOf(marks, input) ?? newId();
  const pinned = pinnedColumns(marks, group);
  const present = pinned.outputs.map(({ field }) => field);
  const madeFields = fields.filter((field) => !present.includes(field));
  const madeAnsweredFor = pinned.answeredFor === null;
  const wanted = [
    ...madeFields.map((field) => ({ mark: outputMark(group, field), header: field })),
    ...(madeAnsweredFor ? [{ mark: answeredForMark(group), header: ANSWERED_FOR_HEADER }] : []),
  ];
  if (pinned.input === null) pinInputs(table, input, group, hasHeader);
  if (wanted.length > 0) {
    const after = lastColumn(pinned, input);
    const blank = blankColumnsAfter(table, after, wanted.length, new Set(marks.map(({ column }) => column)));
    if (blank < wanted.length) table.insertColumnsAfter(after + blank, wanted.length - blank);
    wanted.forEach(({ mark }, index) => {
      table.pin(after + 1 + index, mark);
    });
    if (hasHeader) {
      const block = { row: 1, column: after + 1, rows: 1, columns: wanted.length };
      table.write(block, [wanted.map(({ header }) => header)]);
    }
    if (madeAnsweredFor) table.hideColumn(after + wanted.length);
  }
  return { group, madeFields, madeAnsweredFor };
}

function pinInputs(table: Table, input: number, group: string, hasHeader: boolean): void {
  const { columns } = table.extent();
  const firstRow = hasHeader ? (table.read({ row: 1, column: 1, rows: 1, columns })[0] ?? []) : [];
  const { anonId, foundStatus } = searchColumns(firstRow);
  const marks = foundMarks(group);
  if (anonId !== null) table.pin(anonId, marks.anonId);
  if (foundStatus !== null) table.pin(foundStatus, marks.foundStatus);
  table.pin(input, inputMark(group));
}

/** New columns come after those of the list that touch it, before the hidden one goes out of sight. */
function lastColumn({ outputs, answeredFor }: Pinned, input: number): number {
  const own = new Set([...outputs.map(({ column }) => column), answeredFor]);
  let last = input;
  while (own.has(last + 1)) last++;
  return last;
}

/** How many columns in a row, at most `most`, have neither content nor a mark. */
function blankColumnsAfter(table: Table, after: number, most: number, marked: Set<number>): number {
  const { rows, columns } = table.extent();
  const beyond = Math.max(0, Math.min(most, table.gridColumns() - after));
  const reach = Math.max(0, Math.min(beyond, columns - after));
  const cells = reach === 0 ? [] : table.read({ row: 1, column: after + 1, rows, columns: reach });
  let blank = 0;
  while (blank < beyond && !marked.has(after + 1 + blank) && cells.every((row) => (row[blank] ?? "") === "")) blank++;
  return blank;
}
