import { wordsOf } from "../result";
import { isHeaderOf } from "../service/field-words";
import { columnOf, columnsOfMarks, type FieldColumn, fieldOfMark, isReadMark } from "../sheet/pinned-columns";
import {
  byColumn,
  type CellValue,
  type ColumnMark,
  lastFilledColumn,
  numbersBetween,
  spansOf,
  widthOf,
} from "../sheet/table";
import type {
  ColumnsRequest,
  Inserted,
  Intention,
  MadeColumns,
  Making,
  NamedColumnsRequest,
  OwnColumn,
} from "./columns-request";
import { type Call, insertColumns, pin, type State, unpin } from "./guard";
import { cellAt, columnNumber, isSame, isTableName, numbersTo } from "./rows";

const markOf = ({ mark }: OwnColumn): string => mark;

interface WantedColumn extends Pick<OwnColumn, "under"> {
  field: string;
}

const isNameFor = (cell: CellValue, { field, under }: WantedColumn): boolean =>
  under === undefined ? isHeaderOf(cell, field) : under !== null && cell === under;

/** Marks, or else headers, identify columns; `null` for a column that the sheet does not have. */
function matchColumns(
  header: CellValue[],
  known: FieldColumn[],
  wanted: WantedColumn[],
): { field: string; column: number | null }[] {
  const taken = new Set(known.map(columnNumber));
  return wanted.map((each) => {
    const { field } = each;
    const pinned = known.find((other) => other.field === field)?.column;
    if (pinned !== undefined) return { field, column: pinned };
    const index = header.findIndex((cell, i) => isNameFor(cell, each) && !taken.has(i + 1));
    if (index < 0) return { field, column: null };
    taken.add(index + 1);
    return { field, column: index + 1 };
  });
}

/** In a list that grows at its end the mark ends with the field. Beside inputs the header is the field. */
export const fieldOf = ({ mark, header }: OwnColumn): string => (mark.includes("~") ? fieldOfMark(mark) : header);

const asWanted = (own: OwnColumn): WantedColumn => ({
  field: fieldOf(own),
  ...("under" in own && { under: own.under }),
});

export interface Places {
  calls: Call[];
  /** True if all columns are inserted by these calls. */
  areNew: boolean;
  intention: Intention | null;
}

/** Inserts and pins columns right of the anchor and of the list's columns there. Earlier ones get their places anew. */
export function placesAfter(
  state: State,
  request: NamedColumnsRequest,
  missing: OwnColumn[],
  making: Making,
): Places | null {
  const { marks } = state;
  const { columns } = request;
  const anchor = anchorOf(state, request, request.headerRow);
  if (anchor === null) return null;
  const begun = making.intention;
  const intention = begun ?? { gridColumns: gridColumns(state), made: missing.map(markOf) };
  const ours = columns.filter((own) => missing.includes(own) || intention.made.includes(own.mark));
  const hasInserted = making.hasInserted || (begun !== null && gridColumns(state) > begun.gridColumns);
  const { left, slots } = slotsAfter(state, request, ours, anchor, hasInserted ? making : null);
  const last = slots[slots.length - 1] ?? left;
  const toInsert = ours.length - slots.length;
  const numbers = [...slots, ...numbersBetween(last + 1, last + toInsert)];
  const placed = ours.map(({ mark }, i) => ({ mark, before: columnOf(marks, mark), column: numbers[i] ?? 0 }));
  const toPin = placed.filter(({ before, column }) => before !== column);
  const moved = toPin.flatMap(({ mark, before }) => (before === null ? [] : [mark]));
  const calls = begun ? [] : [begin(request, intention, making)];
  if (toInsert > 0) {
    const insertion = insertColumns(last, toInsert);
    calls.push({
      ...insertion,
      apply(table, sheet) {
        making.namesBefore ??= new Set((state.ought.get(request.headerRow || 1) ?? []).map(String));
        insertion.apply(table, sheet);
        making.hasInserted = true;
      },
    });
  }
  // Clearing hits whatever is there by then, so it comes at once. A refusal waits until the marks tell what has to go. An
  // attempt that has died may have marked columns that Google has not cleared, because it keeps that until the flush.
  calls.push(clear(numbers, making));
  // Marks are unpinned just before they are pinned again: if Google fails in between, nothing tells the columns.
  if (moved.length > 0) calls.push(unpin(moved));
  calls.push(...toPin.map(({ mark, column }) => pinOwn(column, mark, making)));
  calls.push(refuseUncleared(making));
  return { calls, areNew: toInsert === ours.length, intention };
}

/** New columns go right of this one. Google is asked only if the next column has content. */
function anchorOf(
  state: State,
  { place, ...request }: Pick<ColumnsRequest, "group" | "columns" | "place">,
  headerRow: number,
): number | null {
  const after = place === "end" ? null : columnOf(state.marks, place.after);
  if (after === null || !isFilled(state, after + 1)) return after;
  // Columns within a merged header get no headers.
  if (headerRow > 0 && cellAt(state.ought, headerRow, after + 1) === "") return state.table.mergedTo(headerRow, after);
  return endOfSpill(state, request, headerRow, after);
}

/**
 * A formula that fills the list from the left would fill new columns between its own as well (google.spill). Nothing
 * tells how far it fills: the columns that touch each other and have no formulas of their own count.
 */
function endOfSpill(
  state: State,
  request: Pick<ColumnsRequest, "group" | "columns">,
  headerRow: number,
  after: number,
): number {
  const { ought, table, marks } = state;
  const first = [...ought.keys()].find((row) => row > headerRow && cellAt(ought, row, after) !== "");
  if (first === undefined || !table.hasCell(first + 1, after)) return after;
  const top = headerRow || first;
  const columns = lastFilledColumn([ought.get(top) ?? [], ought.get(first) ?? []]);
  const formulas = table.readFormulas({ row: top, column: 1, rows: first + 2 - top, columns });
  // Nothing tells a typed cell from one that a formula fills.
  const isPlain = (row: number, column: number): boolean => !formulas[row - top]?.[column - 1];
  const mayFill = (row: number, column: number): boolean =>
    !isPlain(row, column) &&
    numbersTo(first - row + 1).every((rows) => isPlain(row + rows, column)) &&
    numbersTo(after + 1 - column).every((more) => isPlain(first, column + more));
  if (![top, first].some((row) => numbersTo(after).some((column) => mayFill(row, column)))) return after;
  let end = after;
  while (isFilled(state, end + 1) && isPlain(first, end + 1) && !isOfList(marks, request, end + 1)) end++;
  return end;
}

/**
 * Finds the columns inserted for ours, from left to right: those with our marks, and blank ones around these.
 * @param making `null` if nothing was inserted @returns also the column left of them
 */
function slotsAfter(
  state: State,
  request: Pick<ColumnsRequest, "group" | "columns">,
  ours: OwnColumn[],
  anchor: number,
  making: Inserted | null,
): { left: number; slots: number[] } {
  const { marks } = state;
  const pinned = columnsOfMarks(marks, ours.map(markOf)).sort((a, b) => a - b);
  const last = gridColumns(state);
  const rightmost = pinned[pinned.length - 1] ?? 0;
  // Somebody may have named a column of their own like one of ours, right of ours.
  const isFree = (column: number): boolean =>
    making !== null &&
    column <= last &&
    isUnpinned(marks, column) &&
    isFresh(columnCells(state, column), column > rightmost ? { ...making, names: new Set() } : making);
  let free = ours.length - pinned.length;
  let left = (pinned[0] ?? anchor + 1) - 1;
  const slots: number[] = [];
  if (pinned.length === 0) {
    while (isOfList(marks, request, left + 1)) left++;
  } else {
    let before = left;
    while (before > 0 && isFree(before)) before--;
    // Somebody may have moved a column between ours, or deleted one left of them and then undone that.
    if (!isGrownByOthers(state, making?.intention ?? null)) before = Math.min(before, anchor);
    for (let column = left; column > before && free > 0; column--) {
      if (!isFree(column)) continue;
      slots.unshift(column);
      free--;
    }
  }
  for (let column = left + 1; column <= rightmost || (free > 0 && isFree(column)); column++) {
    const isToFill = free > 0 && isFree(column);
    if (isToFill) free--;
    if (isToFill || pinned.includes(column)) slots.push(column);
  }
  return { left, slots };
}

/** True for a column of our list, whichever job has made it. */
const isOfList = (
  marks: ColumnMark[],
  { group, columns }: Pick<ColumnsRequest, "group" | "columns">,
  column: number,
): boolean =>
  marks.some(
    ({ column: at, value }) =>
      at === column && (value.startsWith(`${group}=`) || columns.some(({ mark }) => mark === value)),
  );

/** A blank column may be somebody's if others have inserted columns as well. */
const isGrownByOthers = (state: State, intention: Intention | null): boolean =>
  intention === null || gridColumns(state) > intention.gridColumns + intention.made.length;

/** Finds blank columns that a failed attempt has inserted and not pinned: as many as the sheet has grown by. */
export function unpinnedOf(
  state: State,
  request: Pick<ColumnsRequest, "group" | "columns" | "place">,
  making: Inserted,
): number[] {
  const { marks } = state;
  const { intention } = making;
  const anchor = intention && anchorOf(state, request, making.headerRow);
  if (anchor === null || intention === null) return [];
  const ours = request.columns.filter(({ mark }) => intention.made.includes(mark));
  const pinned = columnsOfMarks(marks, ours.map(markOf));
  const grownBy = gridColumns(state) - intention.gridColumns;
  const { slots } = slotsAfter(state, request, ours, anchor, making);
  return slots.filter((column) => !pinned.includes(column)).slice(0, Math.max(0, grownBy - pinned.length));
}

export const clear = (columns: number[], making: Making): Call => ({
  apply(table) {
    making.cleared = columns;
    making.uncleared = "";
    try {
      for (const { from, to } of spansOf(columns)) table.clearInherited(from, to - from + 1);
    } catch (thrown) {
      making.uncleared = wordsOf(thrown);
    }
  },
});

/** Rules that new columns have inherited would refuse what is written into them. */
export const refuseUncleared = (making: Making): Call => ({
  apply() {
    if (making.uncleared) throw new Error(making.uncleared);
  },
});

/** If the inputs were cleared instead of a new column that had moved, their number formats are copied back from it. */
export function formatsBack({ marks }: State, { place }: ColumnsRequest, made: string[], { cleared }: Making): Call[] {
  const anchor = place === "end" ? null : columnOf(marks, place.after);
  const columns = columnsOfMarks(marks, made);
  const intact = columns.find((column) => !cleared.includes(column));
  if (anchor === null || intact === undefined || !cleared.includes(anchor)) return [];
  return [{ apply: (table) => table.copyNumberFormats(intact, anchor) }];
}

const begin = ({ intend }: MadeColumns, intention: Intention, making: Making): Call => ({
  apply() {
    intend(intention);
    making.intention = intention;
  },
});

const pinOwn = (column: number, mark: string, { pinned }: Making): Call => ({
  ...pin(column, mark),
  apply(table) {
    pinned.add(mark);
    table.pin(column, mark);
  },
});

const gridColumns = ({ table, was, isWhole }: State): number => (isWhole ? table.gridColumns() : widthOf(was.values()));

/** Pins columns under the same headers where the sheet has them, else right of everything. */
export function placesAtEnd(state: State, request: NamedColumnsRequest, missing: OwnColumn[], making: Making): Places {
  const { group, headerRow } = request;
  const { marks } = state;
  const width = lastFilledColumn(state.ought.values());
  const top = state.ought.get(headerRow || 1) ?? [];
  const header = numbersTo(width).map((column): CellValue => top[column - 1] ?? "");
  const known = marks.filter(({ value }) => value.startsWith(group)).map(({ column }) => ({ field: "", column }));
  const matched = matchColumns(header, known, missing.map(asWanted));
  const places = matched.map(columnNumber);
  let last = header.length;
  for (const i of leftToRight(missing, places, last > 0)) {
    do last++;
    while (marks.some(({ column }) => column === last));
    places[i] = last;
  }
  const isRoomy = state.table.hasCell(1, last);
  const columns = isRoomy ? last : gridColumns(state);
  const made = missing.flatMap(({ mark }, i) => (matched[i]?.column === null ? [mark] : []));
  const intention = making.intention ?? (made.length > 0 ? { gridColumns: columns, made } : null);
  const calls = intention && !making.intention ? [begin(request, intention, making)] : [];
  if (last > columns) calls.push(insertColumns(columns, last - columns));
  // A later attempt recognises the list by the hidden column, so it is pinned first.
  calls.push(...missing.map(({ mark }, i) => pinOwn(places[i] ?? 0, mark, making)).reverse());
  return { calls, areNew: false, intention };
}

/** In a new sheet people paste rows of their own from the left, and two columns are enough to identify a row. */
const LEFT_OF_HIDDEN = 2;

/** Orders the columns without a place. The hidden one goes between others, so that sorting a list takes it along. */
function leftToRight(columns: OwnColumn[], places: (number | null)[], isFilled: boolean): number[] {
  const visible = [...columns.keys()].filter((i) => places[i] === null && !columns[i]?.isHidden);
  const hidden = [...columns.keys()].filter((i) => places[i] === null && columns[i]?.isHidden);
  const at = isFilled ? 0 : Math.min(LEFT_OF_HIDDEN, Math.max(1, visible.length - 1));
  visible.splice(at, 0, ...hidden);
  return visible;
}

export function misplaced(state: State, request: NamedColumnsRequest, making: Making): string[] {
  const { columns, headerRow } = request;
  const made = making.intention?.made ?? [];
  const isNew = (mark: string): boolean => made.includes(mark) || making.pinned.has(mark);
  const wrong = columns.flatMap((own) => {
    const { mark } = own;
    const column = columnOf(state.marks, mark);
    if (column === null) return [];
    // If a new mark is on a column that already had one, the new mark is the wrong one.
    const isAlone = state.marks.every(
      ({ column: at, value }) =>
        at !== column ||
        value === mark ||
        (isNew(value) && !isNew(mark)) ||
        (made.includes(mark) && isOfStart(state.marks, value)),
    );
    const cells = columnCells(state, column);
    const name = cells[headerRow - 1] ?? "";
    // The headers of an attempt that ended may each have landed on the neighbouring column.
    const isStray = columns.some((other) => made.includes(other.mark) && isSame(name, other.header));
    const isNamed = isHeaderOf(name, fieldOf(own)) || isNameFor(name, asWanted(own)) || isStray;
    const others = isNamed ? cells.filter((_, i) => i !== headerRow - 1) : cells;
    const isAsMeant = made.includes(mark) ? isFresh(others, making) : isNamed || !making.pinned.has(mark);
    return isAlone && isAsMeant ? [] : [mark];
  });
  return wrong.length > 0 ? wrong : landedTooFar(state, request, making);
}

/** A blank column of ours left of all marks shows that they landed too far right. The rightmost mark is then wrong. */
function landedTooFar(state: State, { place }: ColumnsRequest, making: Making): string[] {
  const { intention } = making;
  const anchor = place === "end" ? null : columnOf(state.marks, place.after);
  if (anchor === null || intention === null || isGrownByOthers(state, intention)) return [];
  const pinned = state.marks.filter(({ value }) => intention.made.includes(value)).sort(byColumn);
  const left = (pinned[0]?.column ?? 0) - 1;
  const isOurs = left > anchor && isUnpinned(state.marks, left) && isFresh(columnCells(state, left), making);
  return isOurs ? pinned.slice(-1).map(({ value }) => value) : [];
}

/** A job that is being started may have set the mark of a list without columns by mistake, and takes it off again. */
function isOfStart(marks: ColumnMark[], value: string): boolean {
  const group = value.slice(0, value.indexOf(":"));
  return isReadMark(value) && marks.every((mark) => !mark.value.startsWith(group) || isReadMark(mark.value));
}

const isUnpinned = (marks: ColumnMark[], column: number): boolean =>
  marks.every((mark) => mark.column !== column || isOfStart(marks, mark.value));

const isFilled = (state: State, column: number): boolean => columnCells(state, column).some((cell) => cell !== "");

const columnCells = ({ ought }: State, column: number): CellValue[] =>
  [...ought.values()].map((row) => row[column - 1] ?? "");

/** In some languages there is no blank before the number of a column that a table has named: `列1`. */
export const isNameOfTable = (cell: CellValue, { namesBefore }: Inserted): boolean =>
  isTableName(cell) || (namesBefore !== null && /\p{Nd}$/u.test(String(cell)) && !namesBefore.has(String(cell)));

/** A column just inserted holds at most one name: ours in any row, since the header may have moved, or that of a table. */
function isFresh(cells: CellValue[], making: Inserted): boolean {
  const [name, ...others] = cells.filter((cell) => cell !== "");
  if (name === undefined) return true;
  const isInHeader = cells[(making.headerRow || 1) - 1] === name;
  const isOwn = making.names?.has(name) === true && making.namesBefore?.has(String(name)) !== true;
  return others.length === 0 && (isOwn || (isInHeader ? isNameOfTable(name, making) : isTableName(name)));
}
