import { isRefused, type Refusal, refusal, wordsOf } from "../result";
import { isHeaderOf, listedWords } from "../service/field-words";
import { isDateField } from "../service/fields";
import {
  checkOf,
  columnOf,
  type FieldColumn,
  fieldColumns,
  fieldMark,
  type RowTag,
  readTag,
} from "../sheet/pinned-columns";
import {
  type Book,
  type CellAt,
  type CellValue,
  type ColumnMark,
  MovedError,
  numbersBetween,
  type OpenSpreadsheet,
  type PinnedTable,
  type Table,
} from "../sheet/table";
import { sizeOf } from "./deletion";
import { type Call, guard, type Plan, type State, type Step } from "./guard";
import type { ColumnsPlan, NoColumns, NoneOf } from "./own-columns";
import { HIDDEN_COLUMN } from "./pinned-list";
import {
  cellAt,
  columnNumber,
  isContent,
  isOnce,
  isSame,
  lastFilledRow,
  MARGIN_ROWS,
  type Rows,
  rowNumber,
} from "./rows";
import { takeNoteOff } from "./take-out";
import { emptying, NOTE_OF_REFUSED, type RowsToWrite, type WrittenBlock } from "./write-step";

export interface ListType {
  /** Ends the mark of the hidden column. Marks with "=" are results, which are not offered as columns of inputs. */
  tagMark: string;
  tagHeader: string;
  sheetName: string;
  /**
   * True if the hidden cell was written for this row: people may sort without it. False if nothing tells.
   * @param at the cell of a field; `undefined` if its column was deleted
   */
  fits(tag: RowTag, columns: string[], at: (field: string) => CellValue | undefined): boolean;
  /** In the order of the list's columns. A cell that does not fit its check was typed over. */
  checksIn(tag: RowTag): number[];
  /** Ends the mark of a column of results beside the list, which new rows fill as well. */
  besideMark?: string;
}

/** A hidden column says which job has brought each row. */
export interface AppendList {
  type: ListType;
  sheetId: number;
  /** Begins the marks of its columns. */
  group: string;
  columns: string[];
  /** The headers of existing columns by field, as the user was told. By default they are the fields' names. */
  headers?: Record<string, string> | undefined;
  hasMadeSheet: boolean;
  jobId: string;
}

export interface OpenAppendList {
  list: AppendList;
  table: Table;
  marks: ColumnMark[];
  /** Columns that people have deleted are missing. The column beside the list comes last, under its mark. */
  fields: FieldColumn[];
  tagColumn: number;
}

export interface NewRow {
  /** No other row has the same hidden cell. */
  tag: string;
  /** In the order of the list's columns, followed by the column beside the list, if the type has one. */
  cells: CellValue[];
}

/** Rows are added to a sheet for several writes at once, because each addition takes three calls. */
const ADDED_ROWS = 1_000;
const ADDED_TIMES = 4;

/** The most times that lost rows are written further down in one go. Each may take as many tries as one write has. */
const MAX_REWRITES = 3;

export const tagMarkOf = ({ type, group }: AppendList): string => group + type.tagMark;

export function groupIn(marks: ColumnMark[], { tagMark }: ListType): string | null {
  const mark = marks.find(({ value }) => value.endsWith(tagMark));
  return mark ? mark.value.slice(0, -tagMark.length) : null;
}

export function openAppendList(book: Book, list: AppendList): OpenAppendList | Refusal {
  const found = book.pinnedTable(list.sheetId);
  if (found) return openIn(found, list);
  return book.table(list.sheetId) ? refusal("COLUMN_GONE", HIDDEN_COLUMN) : refusal("LIST_GONE");
}

function openIn({ table, marks }: PinnedTable, list: AppendList): OpenAppendList | Refusal {
  const columns = columnsIn(marks, list);
  return columns ? { list, table, marks, ...columns } : refusal("COLUMN_GONE", HIDDEN_COLUMN);
}

function columnsIn(marks: ColumnMark[], list: AppendList): Pick<OpenAppendList, "fields" | "tagColumn"> | null {
  const tagColumn = columnOf(marks, tagMarkOf(list));
  if (tagColumn === null) return null;
  const fields = fieldsIn(marks, list.group);
  const mark = list.type.besideMark ?? null;
  const column = mark === null ? undefined : marks.find(({ value }) => value.endsWith(mark))?.column;
  if (mark !== null && column !== undefined) fields.push({ field: mark, column });
  return { fields, tagColumn };
}

export const fieldsIn = (marks: ColumnMark[], group: string): FieldColumn[] =>
  fieldColumns(marks, fieldMark(group, ""));

/** The sheet's first row does not count, unless a job has written it. */
export const cellsOf = ({ tagColumn }: OpenAppendList, rows: Rows, column: number): CellValue[] =>
  [...rows].flatMap(([row, cells]) =>
    row > 1 || readTag(cells[tagColumn - 1] ?? "") !== null ? [cells[column - 1] ?? ""] : [],
  );

/** `null` for rows that no job has written. */
export const tagsIn = (list: OpenAppendList, rows: Rows): (RowTag | null)[] =>
  cellsOf(list, rows, list.tagColumn).map(readTag);

export interface Addition<Chosen extends { rows: NewRow[] }, Columns extends ColumnsPlan | null> {
  list: AppendList;
  columns: Columns;
  lastRow: number;
  mostRows: number;
  /** @param rows `null` if the sheet ends where it was left @returns `null` if all rows have to be known */
  choose(open: OpenAppendList, rows: Rows | null): Chosen | null;
}

export interface Added<Chosen> {
  chosen: Chosen;
  lastRow: number;
}

/** Some rows were not written, and a later try may write them. */
export interface Unwritten {
  /** Google's words, which are shown and never parsed; `""` if somebody keeps moving columns or rows. */
  unwritten: string;
}

export const isUnwritten = (outcome: object): outcome is Unwritten => "unwritten" in outcome;

/** Writes rows below everything in a sheet. Whatever people move, each row is there once, and nothing else is gone. */
export function appendRows<Chosen extends { rows: NewRow[] }, Columns extends ColumnsPlan | null>(
  world: Pick<OpenSpreadsheet, "book" | "clock">,
  addition: Addition<Chosen, Columns>,
): Added<Chosen> | Unwritten | Refusal | NoneOf<Columns> {
  const { list, columns } = addition;
  const run = newRun<Chosen>();
  const outcome = guard<Added<Chosen> | Unwritten | Refusal | NoColumns>(world, {
    sheetId: list.sheetId,
    rows: (table) => rowsNearEnd(table, addition),
    hasSize: true,
    gone: () => refusal("LIST_GONE"),
    columns(marks) {
      const found = columnsIn(marks, list);
      return found ? allColumns(found) : [];
    },
    tagColumn: (marks) => columnOf(marks, tagMarkOf(list)),
    isConfirmed: (state) => isConfirmedToAppend(state, list),
    failed(words) {
      run.failure = words;
      return run.full ?? columns?.failed(words) ?? null;
    },
    plan(state, last) {
      const hasEmptied = run.isEmptying;
      run.isEmptying = false;
      const making = columns?.next(state, last);
      if (making && !("isUnfound" in making)) run.sent = [];
      if (making) return making;
      const open = openIn(state, list);
      if (isRefused(open)) return { done: open };
      const emptied = last && emptyLost(run, open, state, last, hasEmptied);
      if (emptied) return emptied;
      return run.ending ? { done: run.ending } : writeMissing(run, addition, open, state);
    },
  });
  return (outcome as Added<Chosen> | Unwritten | Refusal | NoneOf<Columns> | null) ?? { unwritten: run.failure };
}

type Run<Chosen> = ReturnType<typeof newRun<Chosen>>;

function newRun<Chosen>() {
  return {
    chosen: null as Chosen | null,
    hasWritten: false,
    /** The outcome of these rows comes next. */
    sent: [] as { row: number; tag: CellValue; at(column: number): CellValue }[],
    /** True if the outcome that comes next is that of emptying lost rows. */
    isEmptying: false,
    rewrites: 0,
    /** Given once lost rows are emptied. */
    ending: null as Unwritten | null,
    full: null as Refusal | null,
    failure: "",
  };
}

/** @returns `null` if all rows are wanted */
function rowsNearEnd(
  table: Table,
  { columns, lastRow, mostRows }: Omit<Addition<never, ColumnsPlan | null>, "choose">,
): number[] | null {
  if (columns || lastRow === 0 || !table.hasCell(lastRow, 1)) return null;
  const first = Math.max(1, lastRow - MARGIN_ROWS);
  let last = lastRow + mostRows + MARGIN_ROWS;
  while (!table.hasCell(last, 1)) last--;
  return numbersBetween(first, last);
}

/** Empties rows that the last write has left without a cell; `null` if there are none. */
function emptyLost(
  run: Run<unknown>,
  open: OpenAppendList,
  { ought, isAsMeant }: State,
  last: WrittenBlock,
  hasEmptied: boolean,
): Step | null {
  if (hasEmptied && last.refused.length + last.unwritten.length > 0) run.ending ??= { unwritten: last.words };
  const rowsOfLast = rowsLost(last, open);
  const lost = run.sent.filter(({ row }) => rowsOfLast.has(row));
  if (lost.length === 0) return null;
  const mayGoOn = lost.length < run.sent.length && isAsMeant && ++run.rewrites <= MAX_REWRITES;
  run.ending = mayGoOn ? null : { unwritten: wordsFor(last, open) };
  run.sent = [];
  const isAt = (row: number): boolean => lost.some((each) => each.row === row);
  /** The row may have come without its hidden cell. If it holds anything else, it is somebody's. */
  const isAsSent = (row: number, at: (column: number) => CellValue): boolean =>
    (ought.get(row) ?? []).every((cell, i) => cell === "" || isSame(cell, at(i + 1)));
  // If somebody has moved rows, their hidden cells tell where they are.
  const isLost = (row: number): boolean =>
    isAsMeant
      ? isAt(row)
      : lost.some(({ tag, row: sent, at }) => tag === tagAt(open, ought, row) || (sent === row && isAsSent(row, at)));
  const write = emptying(filledCells(open, ought, isLost));
  const noted = isAsMeant ? last.refused.filter(({ row, isNoted }) => isNoted && isAt(row)) : [];
  run.isEmptying = write.length + noted.length > 0;
  return run.isEmptying ? { calls: noted.map((cell) => takeNoteOff(cell, NOTE_OF_REFUSED)), write } : null;
}

function writeMissing<Chosen extends { rows: NewRow[] }>(
  run: Run<Chosen>,
  { columns, lastRow, choose }: Addition<Chosen, ColumnsPlan | null>,
  open: OpenAppendList,
  { ought, isWhole }: State,
): Plan<Added<Chosen>> {
  const end = lastFilledRow(ought, isContent);
  const isLeftThere = end === lastRow && cellAt(ought, end, open.tagColumn) !== "";
  if (!(isWhole || run.hasWritten || isLeftThere)) return { isUnfound: true };
  const isFirst = isWhole && !run.hasWritten;
  const astray = isFirst ? astrayIn(open, ought) : [];
  const parts = isFirst ? partsIn(open, ought) : [];
  const chooseWithout = (gone: number[]): Chosen | null =>
    choose(open, isWhole ? new Map([...ought].filter(([row]) => !gone.includes(row))) : null);
  const gone = astray.map(rowNumber);
  const first = run.chosen ?? chooseWithout([...gone, ...parts]);
  if (!first) return { isUnfound: true };
  const toComplete = parts.flatMap((row) => {
    const known = first.rows.find(({ tag }) => tag === tagAt(open, ought, row));
    return known ? [{ ...known, row }] : [];
  });
  // In other rows that lack cells, somebody has cleared them.
  const isOurs = toComplete.length === parts.length;
  const chosen = isOurs ? first : (chooseWithout([...gone, ...toComplete.map(rowNumber)]) ?? first);
  run.chosen = chosen;
  const toEmpty = astray.filter(({ key }) => chosen.rows.some(({ tag }) => readTag(tag)?.key === key));
  if (toEmpty.length + toComplete.length > 0) {
    run.hasWritten = true;
    return { write: [...emptying(toEmpty), blockOf(open, toComplete)] };
  }
  const tags = new Set([...ought.keys()].map((row) => tagAt(open, ought, row)));
  const missing = chosen.rows.filter(({ tag }) => !tags.has(tag));
  const finishing = columns?.finish() ?? [];
  if (missing.length === 0) return { done: { chosen, lastRow: end }, calls: finishing };
  const newEnd = end + missing.length;
  const isRoomy = open.table.hasCell(newEnd, 1);
  // A date that was written into a wrong column has given its cell the format of dates.
  const again: Call[] = run.hasWritten && isRoomy ? [{ apply: (table) => table.clearRowFormats(end + 1, newEnd) }] : [];
  run.hasWritten = true;
  const block = blockOf(
    open,
    missing.map((each, i) => ({ ...each, row: end + 1 + i })),
  );
  run.sent = block.rows.map(({ row, values }) => {
    const at = (column: number): CellValue => values[block.columns.indexOf(column)] ?? "";
    return { row, tag: at(open.tagColumn), at };
  });
  const calls = [...again, ...finishing, ...(isRoomy ? [] : [adding(run, missing.length)])];
  return { ...(calls.length > 0 && { calls }), write: [block] };
}

/** A spreadsheet that is almost full may have room for just these rows. */
const adding = (run: Run<unknown>, count: number): Call => ({
  apply(table, sheet) {
    const last = sizeOf(table, "rows");
    let words: string | null = null;
    for (const more of [Math.max(ADDED_ROWS, ADDED_TIMES * count), count]) {
      try {
        table.insertRowsAfter(last, more);
        // Google may have added some before it failed.
        sheet.size = words === null ? sheet.size + more : 0;
        return;
      } catch (thrown) {
        if (thrown instanceof MovedError) throw thrown;
        words = wordsOf(thrown);
      }
    }
    run.full = refusal("SHEET_FULL", words ?? "");
    throw new Error(words ?? "");
  },
});

/**
 * Rows that lost a cell that nothing holds, or their hidden cell. They are emptied: no row stands there in part, and a row
 * without its hidden cell is nobody's.
 */
const rowsLost = ({ refused, unwritten }: WrittenBlock, { tagColumn }: OpenAppendList): Set<number> => {
  const lost = refused.filter(({ column, isNoted }) => !isNoted || column === tagColumn);
  return new Set([...unwritten, ...lost].map(rowNumber));
};

const allColumns = ({ fields, tagColumn }: Pick<OpenAppendList, "fields" | "tagColumn">): number[] => [
  ...fields.map(columnNumber),
  tagColumn,
];

const filledCells = (open: OpenAppendList, rows: Rows, isIn: (row: number) => boolean): CellAt[] =>
  [...rows.keys()]
    .filter(isIn)
    .flatMap((row) =>
      allColumns(open).flatMap((column) => (cellAt(rows, row, column) === "" ? [] : [{ row, column }])),
    );

/**
 * Finds the job's cells in rows that an execution wrote as somebody moved the hidden column, before it died. A row without
 * one of its texts was typed over, and one outside the list's columns was moved there: both are somebody's.
 */
export function astrayIn(
  { list, fields, tagColumn }: Pick<OpenAppendList, "list" | "fields" | "tagColumn">,
  rows: Rows,
) {
  const isThere = (field: string): boolean => fields.some((each) => each.field === field);
  return [...rows].flatMap(([row, cells]) => {
    const isTag = (cell: CellValue | undefined): boolean => readTag(cell)?.jobId === list.jobId;
    const tag = readTag(readTag(cells[tagColumn - 1]) ? "" : cells.find(isTag));
    if (!tag) return [];
    const checks = list.type.checksIn(tag);
    const numbers = ["", ...cells].map(checkOf);
    const isMissing = (field: string, i: number): boolean =>
      isThere(field) && !isDateField(field) && !numbers.includes(checks[i] ?? 0);
    if (list.columns.some(isMissing)) return [];
    // A blank has the check 0.
    const dates = list.columns.filter((field, i) => isDateField(field) && checks[i]);
    const isDateOurs = cells.filter((cell) => cell instanceof Date).length <= dates.length;
    const isOurs = (cell: CellValue): boolean =>
      cell instanceof Date ? isDateOurs : cell !== "" && (isTag(cell) || checks.includes(checkOf(cell)));
    const ours = cells.flatMap((cell, i) => (isOurs(cell) ? { row, column: i + 1, key: tag.key } : []));
    return ours.some(({ column }) => fields.some((field) => field.column === column)) ? ours : [];
  });
}

/** Rows that an execution wrote column by column, as Google failed, before it died. What is there is as it was written. */
const partsIn = ({ list, fields, tagColumn }: OpenAppendList, rows: Rows): number[] =>
  [...rows.keys()].filter((row) => {
    const tag = readTag(cellAt(rows, row, tagColumn));
    if (tag?.jobId !== list.jobId) return false;
    const checks = list.type.checksIn(tag);
    const checked = fields.map(({ field, column }) => {
      const [cell, check] = [cellAt(rows, row, column), checks[list.columns.indexOf(field)]];
      if (cell === "" || check === undefined) return check ? "missing" : "";
      return isDateField(field) || checkOf(cell) === check ? "" : "other";
    });
    return checked.includes("missing") && !checked.includes("other");
  });

function wordsFor({ refused, words }: WrittenBlock, { fields, tagColumn, list }: OpenAppendList): string {
  const isRefused = (column: number): boolean => refused.some((cell) => cell.column === column);
  const names = fields.flatMap(({ field, column }) => (isRefused(column) ? [listedWords(field).header] : []));
  if (isRefused(tagColumn)) names.push(list.type.tagHeader);
  // If all of them refuse, it is the rows that do.
  if (names.length === 0 || names.length > fields.length) return words;
  const columns = names.map((name) => `“${name}”`).join(", ");
  return `refused by the ${names.length === 1 ? "column" : "columns"} ${columns}: ${words}`;
}

/** True if the headers of all columns, or checks in the job's hidden cells, tell where each column is. */
function isConfirmedToAppend({ marks, was }: State, list: AppendList): boolean {
  const found = columnsIn(marks, list);
  if (!found) return false;
  const { fields, tagColumn } = found;
  const open = new Set(fields);
  for (const cells of was.values()) {
    const at = (column: number): CellValue => cells[column - 1] ?? "";
    const isNamed = ({ field, column }: FieldColumn): boolean =>
      isHeaderOf(at(column), field) && isOnce(cells, at(column));
    if (at(tagColumn) === list.type.tagHeader && isOnce(cells, list.type.tagHeader) && fields.every(isNamed))
      return true;
    const tag = readTag(at(tagColumn));
    if (tag?.jobId !== list.jobId) continue;
    const checks = list.type.checksIn(tag);
    const numbers = cells.map((cell) => (cell === "" || cell instanceof Date ? null : checkOf(cell)));
    const dates = cells.filter((cell) => cell instanceof Date);
    for (const each of open) {
      const check = checks[list.columns.indexOf(each.field)];
      const isDate = dates.length === 1 && at(each.column) === dates[0];
      const isText = numbers[each.column - 1] === check && numbers.filter((number) => number === check).length === 1;
      if (isDateField(each.field) ? isDate : isText) open.delete(each);
    }
    if (open.size === 0) return true;
  }
  return false;
}

/** In a column of plain text, a cell shows the apostrophe that marks a text. */
const withoutMark = (cell: CellValue): string => String(cell).replace(/^'/, "");

const tagAt = ({ tagColumn }: OpenAppendList, rows: Rows, row: number): string =>
  withoutMark(cellAt(rows, row, tagColumn));

function blockOf({ fields, tagColumn, list }: OpenAppendList, rows: (NewRow & { row: number })[]): RowsToWrite {
  const names = [...list.columns, list.type.besideMark];
  const own = fields.filter(({ field }) => names.includes(field));
  // If they are written one by one, and the execution dies, the hidden cells tell whose cells these are.
  const columns = [
    { column: tagColumn, index: null as number | null },
    ...own.map(({ field, column }) => ({ column, index: names.indexOf(field) })),
  ];
  return {
    columns: columns.map(columnNumber),
    dateColumns: fields.flatMap(({ field, column }) => (isDateField(field) ? [column] : [])),
    rows: rows.map(({ row, tag, cells }) => ({
      row,
      values: columns.map(({ index }) => (index === null ? tag : (cells[index] ?? ""))),
    })),
  };
}
