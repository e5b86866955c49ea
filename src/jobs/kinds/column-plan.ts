import { type ReadableList, readableList, rowsIn, type WindowRow } from "../../lists/pinned-list";
import { grouped, rowNumber } from "../../lists/rows";
import { isRefused, type Refusal, SHEET_DELETED } from "../../result";
import { NOT_KNOWN, WITH_DETAILS } from "../../service/result-words";
import { readInput } from "../../sheet/cell-text";
import {
  filledColumns,
  findColumns,
  findWaitingColumns,
  headingRows,
  knownText,
  shortened,
  topOf,
} from "../../sheet/find-column";
import { answersIn, checkOf, type FieldColumn, groupOf, isOwnMark, pinnedColumns } from "../../sheet/pinned-columns";
import { type CellValue, lastFilledColumn, type Selected, spansOf, type Table } from "../../sheet/table";
import { planLeftOut } from "../leave-out";
import { secondsFor } from "../own-key";
import { type ColumnKindName, type ColumnPlanRequest, MAX_SPANS } from "../protocol";
import { type Job, listRecords, type World } from "../record";
import {
  FOUND_VALID,
  findInputs,
  isRetryable,
  judgeRow,
  LIKE_A_NAME,
  type RowState,
  rulesOf,
  SEVERAL_ADDRESSES,
  traitsOf,
  writtenFields,
} from "../rows";
import type { ColumnPlan, FindPlan, LeftOutView, OddRows, PlanColumn, RowCounts, SheetLook } from "../views";
import { rowFilter } from "./column";
import { filledIn } from "./filled-cells";
import { isHeading, movedHeading, ownHeaderRow, toldHeaderRow, unmarkedColumns } from "./heading";
import type { Kind } from "./kind";

/** A column is recognised by this many texts of its inputs. */
const SAMPLE_TEXTS = 10;

/** The header is offered among so many rows. If it was recognised further down, some rows below it are offered too. */
const OFFERED_ROWS = 10;
const OFFERED_BELOW = 3;

export function planColumn(
  world: World,
  request: ColumnPlanRequest,
  { operation, worstHalves }: Pick<Kind<ColumnKindName>, "operation" | "worstHalves">,
  planFind: (keys: string[], rows: PlannedRow[]) => FindPlan | null = () => null,
): ColumnPlan | Refusal {
  const read = readColumn(world, request);
  if (isRefused(read)) return read;
  const { table, columns, chosen, headerRow, sample, look } = read;
  const known = { done: 0, foundValid: 0, foundLongAgo: 0, unwanted: 0, leftOut: 0 };
  const counts: RowCounts = { rows: 0, blank: 0, waiting: 0, malformed: 0, onSharedHost: 0, ...known, todo: 0 };
  const texts = new Map<string, string>();
  let duplicates = 0;
  for (const { judged } of read.rows) {
    counts.rows++;
    counts[judged.state]++;
    if (judged.state !== "todo") continue;
    if (texts.has(judged.key)) duplicates++;
    texts.set(judged.key, judged.text);
  }
  const oddRows = oddRowsOf(read, request.kind);
  const names = oddRows.find(({ what }) => what === LIKE_A_NAME)?.rows ?? 0;
  return {
    kind: request.kind,
    operation,
    sheetId: table.id,
    sheetName: table.name(),
    columns,
    column: chosen?.column ?? 0,
    passedOver: read.passedOver,
    headerRow,
    topTexts: topTexts(read),
    headingRow: read.headingRow,
    sample,
    counts,
    oddRows,
    looksLikeNames: names * 2 > counts.rows - counts.blank,
    duplicates,
    toAsk: texts.size,
    maxHalves: texts.size * worstHalves(request),
    seconds: secondsFor(world, operation, texts.size),
    availableFields: [...traitsOf(request.kind).writableFields],
    ...look,
    foundValidRows: read.rows.filter(({ row }) => row.foundStatus === FOUND_VALID).length,
    filledCells: countReplacedByPlan(read, request),
    lackingRows: countLacking(read, request),
    failedRows: read.rows.filter(({ row }) => isRetryable(row.status)).length,
    notKnownRows: read.rows.filter(({ row }) => row.status === NOT_KNOWN).length,
    find: planFind([...texts.keys()], read.rows),
    leaveOut: read.leaveOut,
  };
}

/** The texts of the top rows, among which people choose the header. Our own columns do not help to tell it. */
function topTexts({ top, columns, headerRow: chosenRow }: ReadColumn): string[] {
  const headerRows = [chosenRow, ...columns.map(({ headerRow }) => headerRow)];
  const last = Math.max(OFFERED_ROWS, ...headerRows.map((row) => row + OFFERED_BELOW));
  return top.slice(0, last).map((row) => {
    const texts = columns.map(({ column }) => knownText(row[column - 1]));
    return shortened(texts.filter(Boolean).join(", "));
  });
}

function oddRowsOf({ rows, chosen }: ReadColumn, kind: ColumnKindName): OddRows[] {
  const odd = rows.flatMap(({ row: { row, at }, judged: { state } }) => {
    const isAsked = state === "todo";
    const input = readInput(at(chosen?.column ?? 0));
    if (input.kind !== "text" || !(isAsked || state === "malformed" || state === "onSharedHost")) return [];
    const misspelt = isAsked ? traitsOf(kind).misspeltIn(input.text) : null;
    const what = misspelt
      ? `${misspelt.domain}, probably ${misspelt.meant}`
      : traitsOf(kind).oddityOf(input.text, isAsked);
    return what === null ? [] : [{ row, what, isAsked, misspelt }];
  });
  const groups = grouped(odd, ({ what }) => what);
  return [...groups].map(([what, same]) => ({
    what,
    isAsked: same.every(({ isAsked }) => isAsked),
    rows: same.length,
    spans: spansOf(same.map(rowNumber)).slice(0, MAX_SPANS),
    misspelt: same[0]?.misspelt ?? null,
    isSeveral: what === SEVERAL_ADDRESSES,
  }));
}

function countReplacedByPlan(read: ReadColumn, { kind, fields: chosen }: ColumnPlanRequest): number {
  const traits = traitsOf(kind);
  const fields = writtenFields(traits, chosen);
  const isWritten = ({ field }: FieldColumn): boolean => fields.includes(field) || (read.isList && traits.renewsAll);
  const list = { ...read, written: read.outputs.filter(isWritten) };
  return read.rows.reduce((sum, { row, judged }) => sum + filledIn(row, judged, list, traits), 0);
}

/** The records of the kept jobs tell what each has asked for. */
function countLacking({ rows, outputs, records }: ReadColumn, { kind, fields }: ColumnPlanRequest): number {
  const traits = traitsOf(kind);
  const fieldsOf = new Map(records.map(({ id, choices }) => [id, "fields" in choices ? choices.fields : []]));
  const columns = new Map(outputs.map(({ field, column }) => [field, column]));
  const chosen = writtenFields(traits, fields);
  return rows.filter(({ row: { status, answeredFor, at }, judged }) => {
    if (judged.state !== "done" || traits.summaryOf(String(status)) !== WITH_DETAILS) return false;
    const answers = answersIn(answeredFor);
    const asked = answers.flatMap(({ jobId }) => fieldsOf.get(jobId) ?? []);
    const isBlank = (field: string): boolean => (at(columns.get(field) ?? 0) ?? "") === "";
    // The column of a detail that was asked may have been deleted.
    const blank = chosen.filter((field) => !columns.has(field) || (!asked.includes(field) && isBlank(field)));
    // Of a forgotten job it is only known how many cells its answer has left blank.
    const forgotten = answers.filter(({ jobId }) => !fieldsOf.has(jobId));
    const unknown = forgotten.map(({ checks }) => checks.filter((check) => check === checkOf("")).length);
    return blank.some((field) => !columns.has(field)) || blank.length > Math.max(0, ...unknown);
  }).length;
}

interface ReadColumn extends ChoosableColumns {
  records: Job[];
  table: Table;
  headerRow: number;
  headingRow: number | null;
  sample: string[];
  look: SheetLook;
  outputs: FieldColumn[];
  /** True if earlier jobs have marked its columns. */
  isList: boolean;
  hasHidden: boolean;
  leaveOut: LeftOutView | null;
  rows: PlannedRow[];
}

export interface PlannedRow {
  row: WindowRow;
  judged: RowState;
}

export const lookOf = (
  records: Job[],
  { table: { id }, row, column, rows, isRange }: Selected,
  sheetId: number,
  extent: SheetLook["extent"],
): SheetLook => ({
  front: { sheetId: id, row, column },
  selection: isRange && id === sheetId ? rows : [],
  extent,
  latestStartMs: Math.max(0, ...records.map(({ startedMs }) => startedMs)),
});

/** Reads the wanted column, or else the one that is probably meant. */
export function readColumn(world: World, request: ColumnPlanRequest): ReadColumn | Refusal {
  const { book, clock, validForDays } = world;
  const selected = book.selected();
  const isInFront = request.sheetId === null || request.sheetId === selected.table.id;
  const table = isInFront ? selected.table : book.table(request.sheetId ?? 0);
  if (!table) return SHEET_DELETED;
  if (request.told?.sheetId === table.id) book.rememberName(table.id, request.told.sheetName);
  const cells = table.readUsed();
  const choosable = chooseColumn(table, topOf(cells), isInFront ? selected : null, request);
  const { chosen, columns } = choosable;
  const inputs = chosen && { sheetId: table.id, column: chosen.column };
  const wanted = "leaveOut" in request ? request.leaveOut : null;
  const leaveOut = wanted ? planLeftOut(book, wanted, "companies", inputs) : null;
  const records = listRecords(world.store.all());
  const read: ReadColumn = {
    ...choosable,
    records,
    table,
    headerRow: request.headerRow ?? chosen?.headerRow ?? 0,
    headingRow: null,
    sample: [],
    look: lookOf(records, selected, table.id, { rows: cells.length, columns: lastFilledColumn(cells) }),
    outputs: [],
    isList: false,
    hasHidden: false,
    leaveOut: leaveOut?.view ?? null,
    rows: [],
  };
  if (!chosen) return read;
  const there = listThere(request, table, chosen.column, choosable.top, read.headerRow);
  const list = rowsIn(there, cells);
  read.outputs = there.columns.outputs;
  read.isList = there.shape.group !== "";
  read.hasHidden = there.columns.answeredFor !== null;
  const isChosen = rowFilter(world, table, request.rows, list.length);
  const rules = rulesOf({ ...request, validForDays: validForDays() }, null, clock.nowMs(), leaveOut?.keys);
  read.headerRow = request.headerRow ?? toldHeaderRow(records, there, list) ?? read.headerRow;
  if (read.headerRow > 0 && read.headerRow !== chosen.headerRow) {
    const header = choosable.top[read.headerRow - 1] ?? [];
    read.columns = columns.map((each) => ({ ...each, header: knownText(header[each.column - 1]) }));
  }
  read.sample = sampleColumn(choosable.top, chosen.column, read.headerRow);
  read.headingRow = movedHeading(there, list, read.headerRow);
  for (const row of list)
    if (row.row > read.headerRow && isChosen(row.row) && !isHeading(there, row))
      read.rows.push({ row, judged: judgeRow(row, rules) });
  return read;
}

/** The first texts of a column. A job recognises its column by them. */
export function sampleColumn(rows: CellValue[][], column: number, headerRow: number): string[] {
  const inputs = rows.slice(headerRow).map((row) => readInput(row[column - 1] ?? ""));
  return inputs.flatMap((input) => (input.kind === "text" ? [knownText(input.key)] : [])).slice(0, SAMPLE_TEXTS);
}

function listThere(
  { kind }: ColumnPlanRequest,
  table: Table,
  input: number,
  top: CellValue[][],
  headerRow: number,
): ReadableList {
  const traits = traitsOf(kind);
  const marks = table.marks();
  const known = groupOf(marks, input, kind);
  const group = known ?? "";
  const found =
    known === null
      ? { ...traits.foundColumns(top[headerRow - 1] ?? []), ...unmarkedColumns(kind, top, headerRow, input, marks) }
      : {};
  const shape = { ...traits, sheetId: table.id, group, fields: [traits.statusField] };
  return readableList(shape, { table, marks }, { ...pinnedColumns(marks, group), ...found, input });
}

interface ChoosableColumns {
  columns: PlanColumn[];
  /** `null` on an empty sheet. */
  chosen: PlanColumn | null;
  passedOver: number | null;
  top: CellValue[][];
}

/**
 * Chooses the wanted column, else the selected one if it holds such inputs, else the likeliest. Addresses stand for
 * companies only without another column: not every company has one in the list, and some are private.
 */
function chooseColumn(
  table: Table,
  top: CellValue[][],
  selected: Selected | null,
  request: ColumnPlanRequest,
): ChoosableColumns {
  if (top.length === 0) return { columns: [], chosen: null, passedOver: null, top };
  const { inputs, isOnSharedHost } = traitsOf(request.kind);
  const marks = table.marks();
  const pinned = new Set(marks.flatMap(({ column, value }) => (isOwnMark(value) ? [column] : [])));
  // Results of another job may look more like companies than the inputs do.
  const found = findInputs(request.kind, top).filter(({ column }) => !pinned.has(column));
  const isOfAddresses = addressColumns(top, request);
  // If a column can be read in several ways, the surest one counts.
  const likely = found
    .filter(({ column }, i) => found.findIndex((each) => each.column === column) === i)
    .sort((a, b) => Number(isOfAddresses(a.column)) - Number(isOfAddresses(b.column)));
  const ownOf = (column: number) => likely.find((each) => each.column === column);
  const findWaiting = () => {
    const waiting = findWaitingColumns(top, inputs).filter(({ column }) => !pinned.has(column));
    return waiting.find(({ column }) => column === selected?.column) ?? waiting[0];
  };
  // Nothing in such a column is asked, and the dry run says why. Without companies, it is still the best choice.
  const likeliest =
    likely[0] ??
    inputs.flatMap(({ header }) => findColumns(top, { header, matches: isOnSharedHost }))[0] ??
    findWaiting();
  // A column that nothing identifies has its header in the row of the emails beside it, of our columns, or of usual headers.
  const known = likeliest ?? findInputs("verify", top)[0];
  const headerRow = known?.headerRow ?? ownHeaderRow(top, marks);
  const rowOf = known || headerRow > 0 ? () => headerRow : headingRows(top);
  const columns = filledColumns(top, (column) => ownOf(column)?.headerRow ?? rowOf(column))
    .filter(({ column }) => !pinned.has(column))
    .map((each): PlanColumn => ({ ...each, isLikely: ownOf(each.column) !== undefined }));
  const wanted = columns.find(({ column }) => column === request.column);
  // For a selected column, one such input is enough.
  const holdsOne = (column: number): boolean =>
    inputs.some(
      ({ matches, isNamedOnly }) => !isNamedOnly && top.some((row) => matches(String(row[column - 1]).trim())),
    );
  const ofSelection = columns.find(
    ({ column, isLikely }) => column === selected?.column && (isLikely || holdsOne(column) || isOfAddresses(column)),
  );
  const best = columns.find(({ column }) => column === likeliest?.column);
  const isPassedOver =
    !wanted &&
    ofSelection !== undefined &&
    isOfAddresses(ofSelection.column) &&
    likely.some(({ column }) => !isOfAddresses(column));
  const chosen = wanted ?? (isPassedOver ? best : ofSelection) ?? best ?? columns[0] ?? null;
  return { columns, chosen, passedOver: isPassedOver ? ofSelection.column : null, top };
}

function addressColumns(top: CellValue[][], { kind }: ColumnPlanRequest): (column: number) => boolean {
  if (kind === "verify") return () => false;
  const found = findInputs("verify", top);
  return (column) => found.some((each) => each.column === column);
}
