import { type Refusal, refusal } from "../result";
import { columnOf, columnsOfMarks } from "../sheet/pinned-columns";
import { type CellValue, MovedError, type OpenSpreadsheet, type Table, unlessGoogleFails } from "../sheet/table";
import {
  clear,
  fieldOf,
  formatsBack,
  isNameOfTable,
  misplaced,
  placesAfter,
  placesAtEnd,
  refuseUncleared,
  unpinnedOf,
} from "./column-places";
import {
  type ColumnsRequest,
  type Making,
  type NamedColumnsRequest,
  newMaking,
  type RefusedColumns,
} from "./columns-request";
import { sizeOf } from "./deletion";
import { type Call, foresee, guard, type Plan, type State, unpin } from "./guard";
import { cellAt, columnNumber, headerIn, isAmongNames, isSame, isTableName, numbersTo } from "./rows";
import { createStyling, type Styling } from "./show-columns";
import { patiently } from "./steady";
import { removalOf, unnaming, unpinning } from "./take-out";
import { emptying, type RowsToWrite, type WrittenBlock } from "./write-step";

/**
 * Nothing is left of an attempt. `moving`: somebody moves columns all the time. `gone`: the column to insert after was
 * deleted. `refused`: Google refuses to change these columns. `protected`: it always will, because this user may not edit
 * their header. `full`: the spreadsheet has no room for them. Google's words are shown and never parsed.
 */
export interface NoColumns {
  why: "moving" | "gone" | "refused" | "protected" | "full";
  words: string;
  columns: string[];
}

/** @param told what the message tells besides, by default Google's words */
export const refusalOfColumns = ({ why, words }: NoColumns, told = words): Refusal =>
  refusal(why === "full" ? "SHEET_FULL" : "COLUMNS_REFUSED", told);

/** Without a plan for columns nothing can end like this. */
export type NoneOf<Columns extends ColumnsPlan | null> = Columns extends ColumnsPlan ? NoColumns : never;

export const hasNoColumns = (outcome: object): outcome is NoColumns => "why" in outcome;

export interface ColumnsPlan {
  /** The rows that tell where columns and their headers are; `null` for all. */
  rows(table: Table): number[] | null;
  /** `null` once all columns are there. */
  next(state: State, last: WrittenBlock | null): Plan<NoColumns> | null;
  /** @returns why there are no columns; `null` to try again */
  failed(words: string): NoColumns | null;
  /**
   * Remembers which columns were made, once, before anything is written into them: a later attempt does not take a
   * column with content for one of ours.
   */
  finish(): Call[];
  /**
   * To be called last. A failure removes what is left of the attempt. @returns why there are no columns, else `null`
   * @throws what Google throws when it does not remember columns that are there: the next attempt finds them
   */
  end(failure: NoColumns | null): NoColumns | null;
}

/** The top rows are enough to tell whether a column that was just inserted is blank. */
const TOP_ROWS = 500;

function topRows(table: Table): number[] {
  let last = TOP_ROWS;
  while (last > 1 && !table.hasCell(last, 1)) last = Math.ceil(last / 2);
  return numbersTo(last);
}

/** Makes missing columns. However often this is interrupted and repeated, each one is inserted once. */
export function planColumns(world: Pick<OpenSpreadsheet, "book" | "clock">, request: ColumnsRequest): ColumnsPlan {
  const making = newMaking(request);
  let seen: State | null = null;
  let areThere = false;
  let isFinished = false;
  const styling = createStyling(request, making.intention !== null);
  const patient = patiently(world, (): NoColumns => ({ why: "refused", ...making.failure }));
  const failed = (failure: RefusedColumns): NoColumns | null => {
    making.failure = failure;
    const table = seen?.table;
    // Names are planned before the insertion. A column without its mark was not inserted, and somebody's is there.
    const marks = (making.named.size > 0 && unlessGoogleFails(() => table?.marksNow())) || [];
    for (const [mark, { row }] of making.named) {
      const column = columnOf(marks, mark);
      if (column !== null && table?.canEdit({ row, column }) === false) return { why: "protected", ...failure };
    }
    return patient("");
  };
  const remember: Call = {
    apply() {
      request.remember(making.intention?.made ?? []);
      isFinished = true;
    },
  };
  return {
    rows(sheet) {
      if (request.place === "end") return null;
      const top = topRows(sheet);
      return making.headerRow > top.length ? [...top, making.headerRow] : top;
    },
    next(state, last) {
      seen = state;
      if (areThere) return null;
      const refused = last && refusedNames(state, { ...request, headerRow: making.headerRow }, last);
      making.failure = { words: "", columns: [] };
      const failure = refused && failed(refused);
      const step = failure ? { done: failure } : nextStep(state, request, making, styling);
      areThere = step === null;
      return step;
    },
    failed(words) {
      // After the columns are made, a failure is about something else.
      if (areThere) return null;
      const columns = request.columns.flatMap(({ mark, header }) =>
        making.intention?.made.includes(mark) ? header : [],
      );
      return failed({ words, columns });
    },
    finish: () =>
      isFinished || !seen ? [] : [remember, ...styling.lastLooks(seen, making.headerRow, making.intention?.made ?? [])],
    end(failure) {
      const failed = failure ?? { why: "moving", words: "", columns: [] };
      if (!seen) return failed;
      const { table } = seen;
      if (areThere) {
        if (!isFinished) remember.apply(table, seen);
        return null;
      }
      const isFull = failed.why === "refused" && world.book.isFull(sizeOf(table, "rows") * request.columns.length);
      return removeAttempt(world, table.id, request, making, isFull ? { ...failed, why: "full" } : failed);
    },
  };
}

function refusedNames(
  { marks }: State,
  { columns, headerRow }: NamedColumnsRequest,
  last: WrittenBlock,
): RefusedColumns | null {
  const refusing = new Set(
    [...last.refused, ...last.unwritten].flatMap((cell) => (cell.row === headerRow ? [cell.column] : [])),
  );
  const told = columns.flatMap(({ mark, header }) => (refusing.has(columnOf(marks, mark) ?? 0) ? header : []));
  return told.length > 0 ? { words: last.words, columns: told } : null;
}

/** The header is among these rows even if people insert rows above it. */
const MAX_HEADER_ROW = 50;

/** 0 if there is none. */
function headerRowIn(
  { marks, ought }: State,
  { headerRow: told, header, columns }: ColumnsRequest,
  making: Making,
): number {
  if (told === 0) return 0;
  const isName = isAmongNames(columns.map(fieldOf));
  const isHeader = (cell: CellValue): boolean => isName(cell) || columns.some(({ under }) => cell === under);
  const hidden = columns.find(({ isHidden }) => isHidden);
  const headerRow = told ?? headerIn(ought, isHeader, hidden ? columnOf(marks, hidden.mark) : null).row;
  const textsOf = (row: number): Set<string> =>
    new Set((ought.get(row) ?? []).map(String).filter((text) => text !== ""));
  const isIn = (text: string, row: number): boolean => textsOf(row).has(text);
  if (!making.header) {
    const named = header ? [...ought.keys()].find((row) => row <= MAX_HEADER_ROW && isIn(header, row)) : undefined;
    making.header = textsOf(header && !isIn(header, headerRow) ? (named ?? headerRow) : headerRow);
  }
  const known = making.header;
  const namesIn = (row: number): number => {
    const texts = textsOf(row);
    return [...known].filter((text) => texts.has(text)).length;
  };
  // A header that was sorted into the list may be anywhere.
  const lastRow = headerRow > MAX_HEADER_ROW ? Infinity : MAX_HEADER_ROW;
  let [found, most] = [headerRow, namesIn(headerRow)];
  for (const row of ought.keys()) {
    if (row > lastRow) break;
    const count = namesIn(row);
    if (count > most) [found, most] = [row, count];
  }
  return found;
}

/** Pure, except for what its calls remember when they are made. */
function nextStep(state: State, wanted: ColumnsRequest, making: Making, styling: Styling): Plan<NoColumns> | null {
  making.headerRow = headerRowIn(state, wanted, making);
  const request: NamedColumnsRequest = { ...wanted, headerRow: making.headerRow };
  const begun = making.intention;
  const hasCleared = making.isClearing && state.isAsMeant;
  const isUnchecked = begun !== null && (hasCleared || !state.isAsMeant);
  if (isUnchecked && !state.isWhole) return { isUnfound: true };
  const wrong = isUnchecked ? misplaced(state, request, making) : [];
  const strayed = wrong.length === 0 || hasCleared ? [] : namesToClear(state, request, begun?.made ?? []);
  making.isClearing = strayed.length > 0;
  // Until then the marks stay: without them a later attempt would take a column with our name for somebody's.
  if (making.isClearing) return { calls: [], write: strayed };
  const calls: Call[] = wrong.length > 0 ? [unpin(wrong)] : [];
  const missing = request.columns.filter(({ mark }) => wrong.includes(mark) || columnOf(state.marks, mark) === null);
  let made = begun?.made ?? [];
  let areNew = false;
  if (missing.length > 0) {
    const left = foresee(state, calls);
    const places =
      request.place === "end"
        ? placesAtEnd(left, request, missing, making)
        : placesAfter(left, request, missing, making);
    // The marks tell which columns have to be removed with the attempt.
    if (!places) return calls.length > 0 ? { calls, write: [] } : { done: { why: "gone", ...making.failure } };
    calls.push(...places.calls);
    made = places.intention?.made ?? [];
    ({ areNew } = places);
  }
  // Clearing the names was as meant, but what was wrong before still has to be put right.
  const now = { ...foresee(state, calls), isAsMeant: state.isAsMeant && !hasCleared };
  if (isUnchecked) {
    calls.unshift(...formatsBack(now, request, made, making));
    const columns = columnsOfMarks(now.marks, made);
    const isUncleared = making.uncleared !== "" || columns.some((column) => !making.cleared.includes(column));
    if (missing.length === 0 && isUncleared) calls.push(clear(columns, making), refuseUncleared(making));
  }
  calls.push(...hiding(now, request, made, making), ...styling.colours(now, made));
  const names = namesOf(now, request, made, making);
  const notes = styling.notes(now, making.headerRow, made, areNew);
  if (calls.length > 0 && names.length > 0 && state.was.size > 0)
    calls.push(refuseTyped(now, request.headerRow, names, making));
  // Somebody's column with a note also has a name, which has just been looked for.
  calls.push(...notes);
  const write = [...names, ...namesElsewhere(now, making, made)];
  return calls.length + write.length > 0 ? { calls, write } : null;
}

/** Making columns takes seconds. Whoever has inserted a column meanwhile may have named it where our names would go. */
const refuseTyped = ({ ought }: State, headerRow: number, names: RowsToWrite[], making: Making): Call => ({
  apply(table) {
    const [cells = []] = table.readRows(headerRow, headerRow);
    const isTyped = (column: number): boolean => {
      const cell = cells[column - 1] ?? "";
      return !isSame(cell, cellAt(ought, headerRow, column)) && !isNameOfTable(cell, making);
    };
    if (names.some(({ columns }) => columns.some(isTyped))) throw new MovedError();
  },
});

/** Marks are about to move, and some may have landed on somebody's column. Our names come again where they belong. */
function namesToClear(
  { marks, ought }: State,
  { columns, headerRow }: NamedColumnsRequest,
  made: string[],
): RowsToWrite[] {
  const named = columns.flatMap(({ mark, header }) => {
    const column = columnOf(marks, mark) ?? 0;
    const isAlone = marks.every((other) => other.column !== column || made.includes(other.value));
    const isOurs = made.includes(mark) && isAlone && headerRow > 0;
    return isOurs && isSame(cellAt(ought, headerRow, column), header) ? [column] : [];
  });
  return named.length > 0 ? [{ columns: named, rows: [{ row: headerRow, values: named.map(() => "") }] }] : [];
}

/** Columns of others that were hit, because somebody moved columns, are shown again. */
function hiding(
  { marks, isAsMeant }: State,
  { columns, repeated }: ColumnsRequest,
  made: string[],
  { hidden }: Making,
): Call[] {
  const isMade = (mark: string): boolean => made.includes(mark);
  const own = columns.flatMap(({ mark, isHidden }) => (isHidden && isMade(mark) ? [mark] : []));
  const wanted = repeated && isMade(repeated.by) ? [...own, repeated.mark] : own;
  return wanted.flatMap((mark): Call[] => {
    const column = columnOf(marks, mark);
    const before = hidden.get(mark);
    if (column === null || (before === column && isAsMeant)) return [];
    return [
      {
        apply(table) {
          if (before !== undefined && before !== column) table.showColumns(before, 1);
          hidden.set(mark, column);
          table.hideColumn(column);
        },
      },
    ];
  });
}

/** If a header vanishes this often from where it was written, a merge covers its cell. */
const MAX_VANISHED = 2;

/**
 * Names new columns whatever is there, and others that have no header. The sheet's own headers are written first,
 * unchanged: a table's typed column that refuses its header would also refuse everything below.
 */
function namesOf(
  state: State,
  { columns, place, headerRow }: NamedColumnsRequest,
  made: string[],
  { failure, named }: Making,
): RowsToWrite[] {
  if (headerRow === 0) return [];
  const placed = columns.map((own) => {
    const column = columnOf(state.marks, own.mark) ?? 0;
    return { ...own, column, there: cellAt(state.ought, headerRow, column), isMade: made.includes(own.mark) };
  });
  const isCovered = ({ mark, column, there }: (typeof placed)[number]): boolean => {
    const before = named.get(mark);
    if (before?.row !== headerRow || before.column !== column || there !== "") return false;
    return before.vanished >= MAX_VANISHED;
  };
  const missing = placed.filter(
    (own) => (own.isMade ? !isSame(own.there, own.header) : own.there === "") && !isCovered(own),
  );
  for (const { mark, column } of missing) {
    const before = named.get(mark);
    const isAgain = before?.row === headerRow && before.column === column;
    named.set(mark, { row: headerRow, column, vanished: isAgain ? before.vanished + 1 : 0 });
  }
  if (missing.length === 0 && failure.columns.length === 0) return [];
  const taken =
    place === "end" ? placed.filter(({ isMade, there }) => !isMade && typeof there === "string" && there) : [];
  return [ownNames(state.table, headerRow, taken), missing]
    .filter((names) => names.length > 0)
    .map((names) => ({
      columns: names.map(columnNumber),
      rows: [{ row: headerRow, values: names.map(({ header }) => header) }],
    }));
}

/**
 * Clears names of new columns where no header is: that of a table is elsewhere, or the header has moved since an attempt
 * has died. A table may name them again, so this is done once.
 */
function namesElsewhere({ marks, ought }: State, making: Making, made: string[]): RowsToWrite[] {
  const columns = columnsOfMarks(marks, made);
  const isName = (cell: CellValue): boolean => isTableName(cell) || making.names.has(cell);
  const isNamed = ([row, cells]: [number, CellValue[]]): boolean =>
    row !== making.headerRow && columns.every((column) => isName(cells[column - 1] ?? ""));
  const [row = 0] = [...ought].find(isNamed) ?? [];
  if (making.isUnnamed || row === 0 || columns.length === 0) return [];
  making.isUnnamed = true;
  return emptying(columns.map((column) => ({ row, column })));
}

interface PlacedName {
  column: number;
  header: string;
}

function ownNames(table: Table, row: number, taken: (PlacedName & { there: CellValue })[]): PlacedName[] {
  if (taken.length === 0) return [];
  const columns = Math.max(...taken.map(columnNumber));
  const [formulas = []] = table.readFormulas({ row, column: 1, rows: 1, columns });
  return taken.filter(({ column }) => !formulas[column - 1]).map((each) => ({ ...each, header: String(each.there) }));
}

const STAYING = "The columns inserted for this job are still there: Google refused to delete them.";

/** Removes what a failed attempt has made. The next attempt uses what cannot be removed. */
function removeAttempt(
  world: Pick<OpenSpreadsheet, "book" | "clock">,
  sheetId: number,
  request: ColumnsRequest,
  making: Making,
  failure: NoColumns,
): NoColumns {
  const { place, columns } = request;
  const { intention } = making;
  const names = new Set(columns.map(({ header }) => header));
  const isBeside = place !== "end";
  let isUnnamed = false;
  const stay = (): NoColumns => ({ ...failure, words: `${failure.words.replace(/\.$/, "")}. ${STAYING}` });
  const outcome = guard<NoColumns>(world, {
    sheetId,
    hasFormulas: isBeside,
    gone: () => failure,
    columns: (marks) => marks.map(columnNumber),
    failed: failure.why === "protected" ? stay : patiently(world, stay),
    plan(state) {
      const made = intention?.made ?? [];
      const forget: Call = { apply: () => request.intend(null) };
      const end = { done: failure, calls: [...unpinning([...making.pinned, ...made]), ...(intention ? [forget] : [])] };
      if (isBeside) {
        const isOurs = (mark: string): boolean =>
          [...state.ought.values()].every((cells) => {
            const cell = cells[(columnOf(state.marks, mark) ?? 0) - 1] ?? "";
            return cell === "" || names.has(String(cell)) || isNameOfTable(cell, making);
          });
        const unpinned = unpinnedOf(state, request, making);
        return (made.every(isOurs) && removalOf(state.marks, made, unpinned)) || end;
      }
      // Otherwise the next attempt would take these headers for somebody's own.
      const unnamed = unnaming(state, making.headerRow || 1, made, [...names]);
      if (unnamed.calls.length === 0 || (isUnnamed && state.isAsMeant && unnamed.write.length === 0)) return end;
      isUnnamed = true;
      return unnamed;
    },
  });
  return outcome ?? failure;
}
