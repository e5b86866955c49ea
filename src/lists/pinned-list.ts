import { isRefused, type Refusal, refusal } from "../result";
import { isHeaderOf, listedWords, resultWords } from "../service/field-words";
import type { Input } from "../sheet/cell-text";
import type { SearchColumns } from "../sheet/find-column";
import {
  checkOf,
  type FieldColumn,
  type FoundColumns,
  fieldOfMark,
  isFieldMark,
  type PinnedColumns,
  pinnedColumns,
  readAnsweredFor,
  readTag,
  writeClaim,
} from "../sheet/pinned-columns";
import type { Book, CellValue, ColumnMark, Table } from "../sheet/table";
import type { State } from "./guard";
import { columnNumber, grouped, isOnce, isTableName, type Rows, rowsFrom } from "./rows";
import { untilSteady } from "./steady";

/** Results of such a list stand beside its inputs. */
export interface ListShape {
  sheetId: number;
  group: string;
  /** Fields of the results. The first one says how a row went. */
  fields: string[];
  /** The content of the input column, in words for a message. */
  inputColumn: string;
  hiddenHeader: string;
  readInput(cell: CellValue): Input;
}

/** The columns for results may not be made yet. */
export interface ReadableList {
  shape: ListShape;
  table: Table;
  marks: ColumnMark[];
  columns: FoundColumns & { input: number };
  statusColumn: number | null;
}

export interface OpenList extends ReadableList {
  columns: PinnedColumns;
  statusColumn: number;
}

/** The cells of a search are `""` if it has no such columns, or if they are about another address. */
export interface WindowRow extends Record<keyof SearchColumns, CellValue> {
  row: number;
  input: Input;
  status: CellValue;
  answeredFor: CellValue;
  cells: CellValue[];
  /** By the column's number at the time of reading; `""` outside of what was read. */
  at(column: number): CellValue;
}

export function openToRead(book: Book, shape: ListShape): ReadableList | Refusal {
  const found = book.pinnedTable(shape.sheetId);
  if (!found) return listIsGone(book, shape);
  const list = listIn(found, shape);
  return list.columns.input > 0 ? list : refusal("COLUMN_GONE", shape.inputColumn);
}

/** Without pins, the whole sheet is gone, or only the column of inputs. */
export const listIsGone = (book: Book, { sheetId, inputColumn }: ListShape): Refusal =>
  book.table(sheetId) ? refusal("COLUMN_GONE", inputColumn) : refusal("SHEET_GONE");

/** If the column of inputs is gone, they look blank. */
export function listIn({ table, marks }: Pick<ReadableList, "table" | "marks">, shape: ListShape): ReadableList {
  const pinned = pinnedColumns(marks, shape.group);
  return readableList(shape, { table, marks }, { ...pinned, input: pinned.input ?? 0 });
}

export function readableList(
  shape: ListShape,
  { table, marks }: Pick<ReadableList, "table" | "marks">,
  columns: ReadableList["columns"],
): ReadableList {
  const statusColumn = columns.outputs.find(({ field }) => field === shape.fields[0])?.column ?? null;
  return { shape, table, marks, columns, statusColumn };
}

export function openList(book: Book, shape: ListShape): OpenList | Refusal {
  const list = openToRead(book, shape);
  return isRefused(list) ? list : withAllColumns(list);
}

export const HIDDEN_COLUMN = "Sheetscout's hidden column";

/** Ends the header of a column if its sheet has another one with that header. */
export const WHEN_VERIFIED = " when verified";

export const isNameOf = (cell: CellValue, field: string): boolean =>
  typeof cell === "string" && cell !== "" && isHeaderOf(cell.replace(WHEN_VERIFIED, ""), field, resultWords(field));

/** The header of a column of results. */
export function nameIn(marks: ColumnMark[], field: string): string {
  const { header } = resultWords(field);
  const isTaken = marks.some((mark) => isFieldMark(mark) && listedWords(fieldOfMark(mark.value)).header === header);
  return isTaken ? header + WHEN_VERIFIED : header;
}

export function withAllColumns(list: ReadableList): OpenList | Refusal {
  const { columns, statusColumn, shape } = list;
  if (statusColumn === null) return refusal("COLUMN_GONE", `the column ${resultWords(shape.fields[0] ?? "").header}`);
  const { answeredFor } = columns;
  if (answeredFor === null) return refusal("COLUMN_GONE", HIDDEN_COLUMN);
  return { ...list, columns: { ...columns, answeredFor }, statusColumn };
}

/** Reads again if somebody moves columns meanwhile: otherwise inputs look blank, and cells belong to other columns. */
export function readPinned<Read>(
  book: Book,
  shape: ListShape,
  read: (list: ReadableList) => Read,
): { list: ReadableList; read: Read } | Refusal {
  const attempt = (): { list: ReadableList; read: Read } | Refusal | null => {
    book.flush();
    const list = openToRead(book, shape);
    if (isRefused(list)) return list;
    const done = read(list);
    book.flushLater();
    const now = openToRead(book, shape);
    if (isRefused(now)) return now;
    // Columns that another execution makes meanwhile do not affect what was read.
    return haveStayed(list, now) ? { list, read: done } : null;
  };
  return untilSteady(attempt);
}

export const rowsIn = (list: ReadableList, cells: CellValue[][], firstRow = 1): WindowRow[] => [
  ...rowsOf(list, rowsFrom(firstRow, cells)).values(),
];

export const readRows = (list: ReadableList): WindowRow[] => rowsIn(list, list.table.readUsed());

function haveStayed(before: ReadableList, now: ReadableList): boolean {
  const { outputs, ...others } = before.columns;
  return (
    Object.entries(others).every(([name, at]) => at === null || now.columns[name as keyof typeof others] === at) &&
    outputs.every(({ field, column }) =>
      now.columns.outputs.some((each) => each.field === field && each.column === column),
    )
  );
}

export const areSameColumns = (one: ReadableList, other: ReadableList): boolean =>
  JSON.stringify(one.columns) === JSON.stringify(other.columns);

export function rowsOf({ shape, columns, statusColumn }: ReadableList, rows: Rows): Map<number, WindowRow> {
  const { input, answeredFor, anonId, foundStatus, lastVerified, foundType, foundBy } = columns;
  return new Map(
    [...rows].map(([row, cells]) => {
      const at = (column: number | null): CellValue => (column === null ? "" : (cells[column - 1] ?? ""));
      const text = shape.readInput(at(input));
      const isFound = foundBy === null || isFoundAs(text, at(foundBy));
      const read: WindowRow = {
        row,
        cells,
        at,
        input: text,
        status: at(statusColumn),
        answeredFor: at(answeredFor),
        anonId: isFound ? at(anonId) : "",
        foundStatus: isFound ? at(foundStatus) : "",
        lastVerified: isFound ? at(lastVerified) : "",
        foundType: isFound ? at(foundType) : "",
      };
      return [row, read];
    }),
  );
}

/** The search knows nothing about an address that somebody has typed over the one that was found. */
const isFoundAs = (input: Input, tag: CellValue): boolean =>
  input.kind === "text" && (readTag(tag)?.key.endsWith(` ${input.key.replace(/\s+/g, "")}`) ?? false);

export const rowsByKey = (rows: Map<number, WindowRow>): Map<string, number[]> =>
  grouped(rows.keys(), (row) => keyAt(rows, row));

export function keyAt(seen: Map<number, WindowRow>, row: number): string | null {
  const input = seen.get(row)?.input;
  return input?.kind === "text" ? input.key : null;
}

/** A table that took the header for a row gives such names: `Column 2`, `Column 3`. One alone may be somebody's. */
export function isTableHeading(ours: number[], { at }: WindowRow): boolean {
  const names = ours.map((column) => String(at(column)));
  const stems = new Set(names.map((name) => name.replace(/(?<!\d)\d+$/, "")));
  return names.length > 1 && names.every(isTableName) && stems.size === 1;
}

export const outputsOf = ({ columns, shape }: Pick<ReadableList, "columns" | "shape">): FieldColumn[] =>
  columns.outputs.filter(({ field }) => shape.fields.includes(field));

/** How `guard` follows the columns of such a list. */
export const besideChange = (shape: ListShape, jobId: string) => ({
  sheetId: shape.sheetId,
  columns: (marks: ColumnMark[]) => numbersOf(pinnedColumns(marks, shape.group)),
  tagColumn: (marks: ColumnMark[]) => pinnedColumns(marks, shape.group).answeredFor,
  rowReader(state: State) {
    const { columns } = listIn(state, shape);
    const outputs = outputsOf({ columns, shape });
    const inputIn = (cells: CellValue[]): Input => shape.readInput(cells[columns.input - 1] ?? "");
    return {
      /** If nothing tells what the hidden cell held, the input is asked once more, which is free. */
      unknownTag: (cells: CellValue[]): CellValue => (inputIn(cells).kind === "text" ? writeClaim(jobId) : ""),
      resultsOfInput(cells: CellValue[]): number[] {
        const input = inputIn(cells);
        const tagColumn = columns.answeredFor ?? 0;
        const tag = readAnsweredFor(cells[tagColumn - 1]);
        const isResult = ({ field, column }: FieldColumn): boolean =>
          checkOf(cells[column - 1] ?? "") === tag?.checks[shape.fields.indexOf(field)];
        const isOwn = input.kind === "text" && input.key === tag?.key && outputs.every(isResult);
        return isOwn ? [tagColumn, ...outputs.map(columnNumber)] : [];
      },
    };
  },
});

const numbersOf = ({ input, answeredFor, outputs }: FoundColumns): number[] => [
  ...[input, answeredFor].flatMap((column) => column ?? []),
  ...outputs.map(columnNumber),
];

/**
 * True if the cells tell where each column is. A hidden cell of the job identifies its input; headers, or checks in
 * such cells, identify results. Before the job's first write, an expected input and the headers are enough.
 */
export function isListConfirmed(
  { columns, shape }: ReadableList,
  { was }: Pick<State, "was">,
  jobId: string,
  keys: ReadonlyMap<number, string> = new Map(),
): boolean {
  const { answeredFor } = columns;
  const outputs = outputsOf({ columns, shape });
  // Marks that were found while the columns were made lack some of them.
  if (answeredFor === null || outputs.length < shape.fields.length) return false;
  const told = new Set([columns.input, answeredFor]);
  // If somebody moves a column out from between two others, one of these moves as well.
  const isTold = (column: number): boolean => told.has(column) || (told.has(column - 1) && told.has(column + 1));
  let [areNamed, isHiddenNamed, isTagged, isExpected] = [false, false, false, false];
  for (const [row, cells] of was) {
    const at = (column: number): CellValue => cells[column - 1] ?? "";
    if (outputs.every(({ field, column }) => isNameOf(at(column), field) && isOnce(cells, at(column)))) {
      areNamed = true;
      isHiddenNamed ||= at(answeredFor) === shape.hiddenHeader && isOnce(cells, shape.hiddenHeader);
    }
    const tag = readAnsweredFor(at(answeredFor));
    const input = shape.readInput(at(columns.input));
    const isOwn = tag?.jobId === jobId && input.kind === "text" && input.key === tag.key;
    isTagged ||= isOwn;
    isExpected ||= input.kind === "text" && keys.get(row) === input.key;
    if (areNamed && (isTagged || (isHiddenNamed && isExpected))) return true;
    if (!isOwn) continue;
    const numbers = cells.map(checkOf);
    for (const { field, column } of outputs) {
      const check = tag.checks[shape.fields.indexOf(field)];
      // The column of a result cannot be where another column was identified.
      const isOnlyOne = numbers.every((number, i) => number !== check || i === column - 1 || told.has(i + 1));
      // A blank cell would not tell if its column were moved next.
      if (check === numbers[column - 1] && isOnlyOne && at(column) !== "") told.add(column);
    }
    if (outputs.every(({ column }) => isTold(column))) return true;
  }
  return false;
}
