import { isNameOf, type ReadableList, type WindowRow } from "../../lists/pinned-list";
import { MAX_TITLES } from "../../lists/rows";
import { knownText, SAMPLE_ROWS } from "../../sheet/find-column";
import {
  columnOf,
  type FieldColumn,
  fieldOfAnyMark,
  inputMark,
  isOwnMark,
  isPasted,
  readAnsweredFor,
} from "../../sheet/pinned-columns";
import type { CellAt, CellValue, ColumnMark } from "../../sheet/table";
import type { ColumnJobChoices, ColumnKindName } from "../protocol";
import type { Job } from "../record";
import { traitsOf } from "../rows";

const groupIn = ({ value }: ColumnMark): string => /^\w+/.exec(value)?.[0] ?? "";

export interface UnmarkedColumns {
  answeredFor: number;
  outputs: FieldColumn[];
}

/**
 * Finds results right of their inputs that have lost their marks, as in an imported sheet. They have the names of any
 * version, and the hidden column tells of their rows; `null` if there are none.
 */
export function unmarkedColumns(
  kind: ColumnKindName,
  rows: CellValue[][],
  headerRow: number,
  input: number,
  marks: ColumnMark[],
): UnmarkedColumns | null {
  const { hiddenHeader, statusField, writableFields } = traitsOf(kind);
  const header = rows[headerRow - 1] ?? [];
  const answeredFor = input + 1;
  // A start that has died may have left the marks of a list without inputs.
  const isTaken = (column: number): boolean =>
    marks.some((mark) => mark.column === column && columnOf(marks, inputMark(groupIn(mark))) !== null);
  const tells = rows.slice(headerRow).some((row) => readAnsweredFor(row[answeredFor - 1] ?? "") !== null);
  if (!tells || header[answeredFor - 1] !== hiddenHeader || isTaken(answeredFor)) return null;
  const outputs: FieldColumn[] = [];
  for (let column = answeredFor + 1; ; column++) {
    const name = header[column - 1] ?? "";
    const field = writableFields.find((each) => isNameOf(name, each) && !outputs.some((other) => other.field === each));
    if (field === undefined || isTaken(column)) break;
    outputs.push({ field, column });
  }
  return outputs.some(({ field }) => field === statusField) ? { answeredFor, outputs } : null;
}

function isNamedByMark(cell: CellValue, mark: string): boolean {
  const field = fieldOfAnyMark(mark);
  return field !== null && isNameOf(cell, field);
}

/**
 * True for a row with names of our columns, of any list, wherever it was sorted to. It is no input and is not
 * overwritten. With an answer in its hidden cell it is a row of the list: a company may be called *Company*.
 */
export const isHeading = ({ columns, marks }: ReadableList, { at }: WindowRow): boolean =>
  (columns.outputs.some(({ field, column }) => isNameOf(at(column), field)) || isNamedByMarks(marks, at)) &&
  !isAnswered(marks, at);

const isNamedByMarks = (marks: ColumnMark[], at: WindowRow["at"]): boolean =>
  marks.some(({ column, value }) => isNamedByMark(at(column), value));

const isAnswered = (marks: ColumnMark[], at: WindowRow["at"]): boolean =>
  marks.some(({ column, value }) => isOwnMark(value) && readAnsweredFor(at(column)) !== null);

/** The first row may name columns of ours, of any list; 0 if it names none. */
export function ownHeaderRow([first = []]: CellValue[][], marks: ColumnMark[]): 0 | 1 {
  const at = (column: number): CellValue => first[column - 1] ?? "";
  return isNamedByMarks(marks, at) && !isAnswered(marks, at) ? 1 : 0;
}

/**
 * True for the header of the inputs while our columns have no names. It may be below inserted rows, or sorted into the
 * list. Far from the top, a certain input counts as one: the list may have had no header.
 */
export const isNamedAs = ({ kind, header }: ColumnJobChoices, { row, input }: WindowRow): boolean =>
  input.kind === "text" && knownText(input.text) === header && (row <= SAMPLE_ROWS || !isCertain(kind, { input }));

/** True for an address or a website. Any other text may be a title, though it may be a company's name. */
const isCertain = (kind: ColumnKindName, { input }: Pick<WindowRow, "input">): boolean =>
  input.kind === "text" && traitsOf(kind).inputs[0]?.matches(input.text) === true;

/**
 * The header row of the youngest job over the list, while our columns are named there. A user may have chosen it by
 * hand because its content does not tell. Before the list's first job, one over another list of the sheet tells, unless
 * its header row is blank above these inputs: they may belong to a table that begins further down.
 * @param jobs the youngest first @param rows all rows from row 1 on @returns `null` if no job tells
 */
export function toldHeaderRow(jobs: Job[], list: ReadableList, rows: WindowRow[]): number | null {
  const { sheetId, group } = list.shape;
  const ofSheet = jobs.filter(({ place }) => place?.sheetId === sheetId);
  const own = ofSheet.find(({ place }) => place?.group === group);
  for (const { choices } of own ? [own] : ofSheet) {
    const row = "headerRow" in choices ? rows[choices.headerRow - 1] : undefined;
    if (row && isHeading(list, row) && (own || row.at(list.columns.input) !== "")) return row.row;
  }
  return null;
}

/** `null` if the header stands above the rows, as it does in row 1 even if somebody says that there is none. */
export const movedHeading = (list: ReadableList, rows: WindowRow[], headerRow: number): number | null =>
  rows.find((row) => row.row > Math.max(headerRow, 1) && isHeading(list, row))?.row ?? null;

/**
 * Rows above the header count as well if it was sorted into the list. Rows that were only inserted above it hold titles,
 * unless their inputs are certain.
 */
export function rowsOfList(
  list: ReadableList,
  rows: WindowRow[],
  choices: ColumnJobChoices,
  all: () => WindowRow[],
): WindowRow[] {
  const { headerRow, kind } = choices;
  const { outputs } = list.columns;
  const isHeader = (row: WindowRow): boolean => isNamedAs(choices, row) || (outputs.length > 0 && isHeading(list, row));
  const below = rows.filter(({ row }) => row > headerRow);
  const above = rows.filter(({ row }) => row <= headerRow);
  if (above.length === 0 || above.some(isHeader)) return below;
  const near = below.find((each) => each.row <= headerRow + MAX_TITLES && isHeader(each))?.row;
  if (near !== undefined) {
    const isDone = ({ answeredFor }: WindowRow): boolean => answeredFor !== "" && !isPasted(answeredFor);
    const isListed = rows.some((each) => each.row < near && isDone(each));
    return isListed ? rows : rows.filter((each) => each.row > near || isCertain(kind, each));
  }
  const hasMoved =
    outputs.length > 0 &&
    above.some(({ input }) => input.kind === "text") &&
    movedHeading(list, all(), headerRow) !== null;
  return hasMoved ? rows : below;
}

/** Before our columns are made, there is only the header of the inputs. */
export function headerCells(list: ReadableList, rows: WindowRow[], choices: ColumnJobChoices): CellAt[] {
  const { statusColumn, columns } = list;
  const named = rows.find((row) => isHeading(list, row)) ?? rows.find((row) => isNamedAs(choices, row));
  const row = named?.row ?? (statusColumn === null && choices.header === null ? choices.headerRow : 0);
  return row === 0 ? [] : [statusColumn ?? 0, columns.input].filter((at) => at > 0).map((column) => ({ row, column }));
}
