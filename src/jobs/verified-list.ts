import { type ReadableList, readableList, rowsIn, type WindowRow } from "../lists/pinned-list";
import { untilSteady } from "../lists/steady";
import { type Refusal, refusal, SHEET_DELETED } from "../result";
import { failureCode } from "../service/errors";
import { isHeaderOf } from "../service/field-words";
import { ASKED_ADDRESS } from "../service/fields";
import { isPossibleEmail, isUnfinished } from "../service/input-problems";
import { addressKeysAmong, refusalBelow, unwantedIn } from "../service/read-cell";
import { NOT_VERIFIED } from "../service/result-words";
import { VERDICT_FIELDS, type VerdictFacts, verdictSaid } from "../service/verdict";
import { knownText, SAMPLE_ROWS } from "../sheet/find-column";
import {
  columnOf,
  FOUND_BY,
  type FoundColumns,
  fieldMark,
  fieldOfMark,
  forEachFound,
  groupOf,
  inputMark,
  isFieldMark,
  isHiddenMark,
  isOwnMark,
  isUnmoved,
  pinnedColumns,
  readAnsweredFor,
} from "../sheet/pinned-columns";
import {
  type Book,
  byColumn,
  type CellLooks,
  type CellValue,
  type ColumnMark,
  columnLetter,
  type Table,
} from "../sheet/table";
import { oneSpelling } from "../spelling";
import type { NamedColumn, VerifiedColumn } from "./clean-list-views";
import { isHeading } from "./kinds/heading";
import { FOUND_FIELDS, findInputs, foundWord, isFoundWord, type RowRules, traitsOf } from "./rows";
import type { RowToSend } from "./sendable";

export interface VerifiedList {
  table: Table;
  columns: VerifiedColumn[];
  chosen: VerifiedColumn;
  /** 0 if there is none. */
  headerRow: number;
  cells: CellValue[][];
  looks: CellLooks | null;
  /** Neither the header nor what stands above it is among them. */
  rows: RowToSend[];
  /** The verdict column, else the status column; `null` if there is neither. */
  resultColumn: number | null;
  /** All columns that can be `resultColumn` at some time. */
  resultColumns: number[];
  /** The same for all lists in the sheet. */
  allResultColumns: number[];
  facts: string[];
  named(column: number): NamedColumn;
  /** We have hidden these columns, because they say nothing to people. */
  hidden: number[];
}

export interface ListWanted extends Pick<RowRules, "today" | "validForDays"> {
  sheetId: number;
  /** The column with this mark, or the nearest one at this number or left of it; `null` for the first one. */
  column: string | number | null;
  withLooks: boolean;
}

function foundColumn(marks: ColumnMark[], field: string): number | null {
  const tag = marks.find(({ value }) => value.endsWith(FOUND_BY))?.value;
  return tag === undefined ? null : columnOf(marks, fieldMark(tag.slice(0, -FOUND_BY.length), field));
}

/** Finds the verified columns, and the column of found emails. */
function inputColumns(marks: ColumnMark[]): ColumnMark[] {
  const found = foundColumn(marks, "email");
  const inputs = marks.filter(({ column, value }) => {
    const group = groupOf(marks, column, "verify");
    const isVerified = group !== null && value === inputMark(group) && pinnedColumns(marks, group).outputs.length > 0;
    return isVerified || (column === found && isFieldMark({ column, value }) && fieldOfMark(value) === "email");
  });
  return inputs.filter(({ column }, i) => inputs.findIndex((each) => each.column === column) === i).sort(byColumn);
}

function chooseInput(inputs: ColumnMark[], wanted: ListWanted["column"]): ColumnMark | undefined {
  if (typeof wanted === "string") return inputs.find(({ value }) => value === wanted);
  // A column of results stands right of its inputs.
  return inputs.filter(({ column }) => column <= (wanted ?? 0)).pop() ?? inputs[0];
}

function columnsOf(marks: ColumnMark[], input: number): FoundColumns & { input: number } {
  const pinned = { ...pinnedColumns(marks, groupOf(marks, input, "verify") ?? ""), input };
  if (foundColumn(marks, "email") !== input) return pinned;
  return { ...pinned, ...forEachFound((name) => pinned[name] ?? foundColumn(marks, FOUND_FIELDS[name])) };
}

const columnsOfFields = ({ outputs }: Pick<FoundColumns, "outputs">, fields: readonly string[]): number[] =>
  fields.flatMap((field) => outputs.flatMap((each) => (each.field === field ? [each.column] : [])));

function resultColumnsOf(marks: ColumnMark[], input: number): number[] {
  const { foundStatus, ...columns } = columnsOf(marks, input);
  const ofFields = columnsOfFields(columns, ["verdict", traitsOf("verify").statusField]);
  return foundStatus === null ? ofFields : [...ofFields, foundStatus];
}

/** Reads a list at one moment, and reads it again if somebody moves its columns meanwhile. */
export function readVerifiedList(book: Book, wanted: ListWanted): VerifiedList | Refusal {
  const read = (): VerifiedList | Refusal | null => {
    book.flush();
    const found = book.pinnedTable(wanted.sheetId);
    if (!found) return book.table(wanted.sheetId) ? refusal("NOTHING_VERIFIED") : SHEET_DELETED;
    const { table, marks } = found;
    const inputs = inputColumns(marks);
    const input = chooseInput(inputs, wanted.column);
    if (!input) return refusal("NOTHING_VERIFIED");
    const cells = table.readUsed();
    const block = { row: 1, column: 1, rows: Math.max(1, cells.length), columns: Math.max(1, cells[0]?.length ?? 0) };
    const looks = wanted.withLooks ? table.readLooks(block) : null;
    return isUnmoved(marks, table.marksNow()) ? listFrom(table, marks, input, inputs, cells, looks, wanted) : null;
  };
  return untilSteady(read);
}

function listFrom(
  table: Table,
  marks: ColumnMark[],
  { column: input, value: mark }: ColumnMark,
  inputs: ColumnMark[],
  cells: CellValue[][],
  looks: CellLooks | null,
  wanted: ListWanted,
): VerifiedList {
  const traits = traitsOf("verify");
  const shape = { ...traits, sheetId: table.id, group: "", fields: [traits.statusField] };
  const list = readableList(shape, { table, marks }, columnsOf(marks, input));
  const all = rowsIn(list, cells);
  const headerRow = findHeader(list, all, cells);
  const isOfList = (row: WindowRow): boolean =>
    row.row > headerRow || (row.row < headerRow && readAnsweredFor(row.answeredFor) !== null);
  const headerOf = (column: number): string => knownText(cells[headerRow - 1]?.[column - 1]);
  const named = (column: number) => ({ column, letter: columnLetter(column), header: headerOf(column) });
  const columns = inputs.map(({ column, value }) => ({ mark: value, ...named(column) }));
  const ours = marks.flatMap((mark) => (isOwnMark(mark.value) || isFieldMark(mark) ? [mark.column] : []));
  const typedOver = columnsOfFields(list.columns, [...VERDICT_FIELDS, traits.statusField]);
  const isUnwantedIn = (cells[0] ?? []).map((_, i): ((cell: string) => boolean) => {
    if (i + 1 === input) return (cell) => unwantedIn(cell).length > 0;
    if (!ours.includes(i + 1)) return refusalBelow(headerOf(i + 1));
    const isRefusal = refusalBelow("");
    return (cell) => typedOver.includes(i + 1) && verdictSaid(cell) === null && isRefusal(cell);
  });
  const unwantedBy = ({ at }: WindowRow): number[] =>
    isUnwantedIn.flatMap((isUnwanted, i) => (isUnwanted(String(at(i + 1))) ? [i + 1] : []));
  const rows = all
    .filter((row) => isOfList(row) && row.cells.some((cell) => cell !== ""))
    .map((row) => rowToSend(list, row, unwantedBy(row), wanted));
  const facts = list.columns.outputs.map(({ field }) => field).filter((field) => field !== traits.statusField);
  const resultColumns = resultColumnsOf(marks, input);
  return {
    table,
    columns,
    chosen: columns.find((each) => each.mark === mark) as VerifiedColumn,
    headerRow,
    cells,
    looks,
    rows,
    resultColumn: resultColumns[0] ?? null,
    resultColumns,
    allResultColumns: inputs.flatMap((each) => resultColumnsOf(marks, each.column)),
    facts: list.columns.foundType === null ? facts : [...facts, "type"],
    named,
    hidden: marks.flatMap(({ column, value }) => (isHiddenMark(value) ? [column] : [])),
  };
}

/** The header may be sorted into the list; 0 if there is none. */
function findHeader(list: ReadableList, rows: WindowRow[], cells: CellValue[][]): number {
  const { input } = list.columns;
  const named =
    rows.find((row) => isHeading(list, row)) ??
    (foundColumn(list.marks, "email") === input ? rows.find(({ at }) => isHeaderOf(at(input), "email")) : undefined);
  if (named) return named.row;
  const likely = findInputs("verify", cells.slice(0, SAMPLE_ROWS));
  const headerRow = likely.find(({ column }) => column === input)?.headerRow ?? 0;
  // Without a header, this row may hold a text that is no address, beside an error or the result that says so.
  const isRow = rows.some(
    ({ row, status, input: { kind } }) => row === headerRow && (String(status) !== "" || kind === "unchanged"),
  );
  return isRow ? 0 : headerRow;
}

/** Sheets shows booleans as words. */
const factOf = (cell: CellValue): unknown => (/^(?:true|false)$/i.test(String(cell)) ? /^t/i.test(String(cell)) : cell);

function rowToSend(
  { columns, statusColumn }: ReadableList,
  { row, input, at, status, answeredFor, foundStatus, lastVerified, foundType }: WindowRow,
  unwantedBy: number[],
  rules: Pick<RowRules, "today" | "validForDays">,
): RowToSend {
  const text = String(status);
  const key = input.kind === "text" ? input.key : null;
  // Without the hidden column nothing tells whether the input was edited since.
  const isAnswered =
    statusColumn !== null && (columns.answeredFor === null || readAnsweredFor(answeredFor)?.key === key);
  const isOwn = isAnswered && text !== "" && text !== NOT_VERIFIED && !isUnfinished(text) && failureCode(text) === null;
  const isOfSearch = text === NOT_VERIFIED || isFoundWord(text, foundStatus);
  const found = String(foundStatus) === "VALID" ? foundWord(lastVerified, rules).status : "";
  const anyCellOf = (field: string): CellValue => at(columns.outputs.find((each) => each.field === field)?.column ?? 0);
  const cellOf = (field: string): CellValue => (isOwn ? anyCellOf(field) : "");
  const isRefusal = columnsOfFields(columns, ["verdict"]).some((column) => unwantedBy.includes(column));
  const verdict = isRefusal ? "" : String(anyCellOf("verdict")).trim();
  const isOut = [null, "Do not send"].includes(verdictSaid(verdict));
  // Somebody may have typed it beside a found email without an answer. Beside an older answer it is ours and outdated.
  const isTypedAlone = isOut && (isAnswered || readAnsweredFor(answeredFor) === null);
  const asked = String(cellOf(ASKED_ADDRESS));
  const shown = isPossibleEmail(asked) ? asked : input.kind === "text" ? input.text : "";
  const facts: Record<string, unknown> = {};
  if (isOwn) for (const { field, column } of columns.outputs) if (at(column) !== "") facts[field] = factOf(at(column));
  facts.domain = shown.slice(shown.lastIndexOf("@") + 1);
  if (foundType !== "") facts.type ??= foundType;
  return {
    row,
    // Texts that are no address are nobody's duplicates.
    address: isPossibleEmail(shown) ? oneSpelling(shown) : null,
    isWaiting: input.kind === "unchanged",
    own: key,
    unwanted: unwantedBy.length > 0 ? addressKeysAmong(String(at(columns.input))) : [],
    unwantedBy,
    shown,
    // An email that was VALID when it was found may no longer count as valid today.
    status: isOwn && !isFoundWord(text, foundStatus) ? text : found,
    isChanged: statusColumn === null ? String(foundStatus) === "" : !isAnswered && !isOfSearch,
    facts: facts as VerdictFacts,
    verdict: isOwn || isTypedAlone ? verdict : "",
    reason: String(cellOf("verdict_reason")),
  };
}
