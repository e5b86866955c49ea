import { answeredForMark, outputMark, type Pinned, pinnedColumns } from "../sheet/pinned-columns";
import type { Table } from "../sheet/table";
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

/**
 * Makes the columns that are missing, beside the addresses: blank columns that stand there already are used, new ones
 * inserted. Interrupted anywhere and begun again, it makes no column twice.
 */
export function makeColumns(table: Table, { group, fields, hasHeader, answeredForHeader }: Wish): MadeColumns {
  const marks = table.marks();
  const pinned = pinnedColumns(marks, group);
  const present = pinned.outputs.map(({ field }) => field);
  const made: MadeColumns = {
    fields: fields.filter((field) => !present.includes(field)),
    answeredFor: pinned.answeredFor === null,
  };
  const wanted = [
    ...made.fields.map((field) => ({ mark: outputMark(group, field), header: field })),
    ...(made.answeredFor ? [{ mark: answeredForMark(group), header: answeredForHeader }] : []),
  ];
  if (pinned.input === null || wanted.length === 0) return made;
  const after = lastColumn(pinned, pinned.input);
  const isPinned = (column: number): boolean => marks.some((mark) => mark.column === column);
  const headers = wanted.map(({ header }) => header);
  const blank = blankColumnsAfter(table, after, hasHeader ? headers : headers.map(() => ""), isPinned);
  if (blank < wanted.length) table.insertColumnsAfter(after + blank, wanted.length - blank);
  // Names first: a column without a mark is found again, one without a name would stay so.
  if (hasHeader) {
    const block = { row: 1, column: after + 1, rows: 1, columns: wanted.length };
    table.write(block, [headers]);
  }
  if (made.answeredFor) table.hideColumn(after + wanted.length);
  wanted.forEach(({ mark }, index) => {
    table.pin(after + 1 + index, mark);
  });
  return made;
}

/** New columns come after those of the list that touch it. */
function lastColumn({ outputs, answeredFor }: Pinned, input: number): number {
  const own = new Set([...outputs.map(({ column }) => column), answeredFor]);
  let last = input;
  while (own.has(last + 1)) last++;
  return last;
}

/** How many columns in a row have neither a mark nor content, but for the names that an interrupted start left. */
function blankColumnsAfter(
  table: Table,
  after: number,
  names: string[],
  isPinned: (column: number) => boolean,
): number {
  const beyond = Math.max(0, Math.min(names.length, table.gridColumns() - after));
  const reach = Math.max(0, Math.min(beyond, table.lastColumn() - after));
  const cells = reach === 0 ? [] : table.read({ row: 1, column: after + 1, rows: table.lastRow(), columns: reach });
  let blank = 0;
  const isBlank = (index: number): boolean =>
    cells.every((row, r) => (row[index] ?? "") === "" || (r === 0 && row[index] === names[index]));
  while (blank < beyond && !isPinned(after + 1 + blank) && isBlank(blank)) blank++;
  return blank;
}
