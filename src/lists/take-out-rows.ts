import { isRefused, type Refusal, refusal, wordsOf } from "../result";
import { isHeaderOf } from "../service/field-words";
import {
  checkOf,
  type FieldColumn,
  isAnsweredForMark,
  isOwnMark,
  isPasted,
  readAnsweredFor,
  readTag,
} from "../sheet/pinned-columns";
import { type Book, type CellValue, type OpenSpreadsheet, spansOf, type Table } from "../sheet/table";
import { type AppendList, fieldsIn, type OpenAppendList, openAppendList } from "./append";
import { removeSheet } from "./list-sheet";
import { hiddenLast, unnameColumns } from "./show-columns";
import { MOST_ATTEMPTS, readSteadily } from "./steady";
import { readToRestore } from "./write-block";

/** The outcome of taking rows out of a list, done or only counted. */
export interface TakenRows {
  rows: number;
  /** The whole sheet, which was made for the list. */
  removesSheet: boolean;
  /** That sheet stays although it was made for the list: no other one can be seen. */
  staysAsLast: boolean;
  /** Cells of others in that sheet, or in the job's rows; none that we hide, none of rows that do not fit. */
  othersCells: number;
  /** Rows among them that another job has answered since: its results go, too. */
  answeredRows: number;
  /** Rows of another job in a sheet that was made for the list: they stay. */
  otherJobsRows: number;
  /** Rows that their hidden cells do not fit, or not for sure: they stay. */
  unfitRows: number;
  /** Their cells, if they go with the whole sheet or keep it. */
  unfitCells: number;
  /** Rows that are still there: Google ends every execution after 6 minutes. */
  left: number;
}

export const NOTHING_TAKEN: TakenRows = {
  rows: 0,
  removesSheet: false,
  staysAsLast: false,
  othersCells: 0,
  answeredRows: 0,
  otherJobsRows: 0,
  unfitRows: 0,
  unfitCells: 0,
  left: 0,
};

/** The manner of taking them out. */
export interface TakeOut {
  do: "look" | "undo";
  /** Content of others: it stays with its rows, or goes with them. */
  others: "keep" | "remove";
  /** Marks of columns that were made for the list: they lose their names when nothing stands in them any more. */
  made: string[];
  /** No other job that is known has to do with this list. */
  isLast: boolean;
}

/** Of the 6 minutes of an execution. */
const LONGEST_MS = 240_000;

/** So many deletions are looked at together: until then nobody would notice that rows have moved. */
const SPANS_AT_ONCE = 20;

/** A sheet as it stands. */
interface Seen {
  /** To be written again: formulas where there are any. */
  cells: CellValue[][];
  /** Of each row, to know it again. */
  texts: string[];
  /** The hidden cells, from row 1 on. */
  tags: CellValue[];
  /** The job's rows. */
  own: number[];
  /** Rows beside which a hidden cell of the job stands that does not fit them for sure. */
  unfit: number[];
  /** Rows that another job has brought. */
  ofOtherJobs: number[];
  /** Of the list, and of results beside it. */
  columns: Set<number>;
  /** Rows that another job has answered. */
  answered: Set<number>;
  /** True for a cell of ours that somebody has typed over. */
  isTypedOver(row: number, column: number): boolean;
  /** True for content other than the text of a hidden cell, which nobody sees. */
  isShown(row: number, column: number): boolean;
  /** The row of the names, from 1, wherever it stands by now; 0 when there is none. */
  headerRow: number;
  width: number;
}

/**
 * Takes rows out of a list, wherever they have been moved, or the whole sheet when it was made for the list and holds
 * nothing of anyone else's. Rows in which others have written stay whole, unless that is to go with them.
 * Google deletes by number: when somebody moves rows in that very moment, and others have gone, they are put back with
 * their content.
 */
export function takeOutRows(
  { book, clock }: Pick<OpenSpreadsheet, "book" | "clock">,
  list: AppendList,
  how: TakeOut,
): TakenRows | Refusal {
  const latestMs = clock.nowMs() + LONGEST_MS;
  const taken = { ...NOTHING_TAKEN };
  let moves = 0;
  for (let isCounted = false; ; ) {
    book.flush();
    const open = openAppendList(book, list);
    if (isRefused(open)) return withoutList(book, list, how, taken);
    if (!isCounted) {
      const read = readWholeList(book, list);
      if (isRefused(read)) {
        if (read.code === "COLUMNS_MOVING") return read;
        // Another execution, whose page was closed, undoes it as well.
        continue;
      }
      const { read: counted } = read;
      const { own } = counted;
      const going = goingOf(counted, how);
      taken.rows = taken.left = going.length;
      taken.answeredRows = going.filter((row) => counted.answered.has(row)).length;
      taken.othersCells = sumOf(own.map((row) => besides(counted, row)));
      taken.otherJobsRows = list.hasMadeSheet ? counted.ofOtherJobs.length : 0;
      const isWhole = list.hasMadeSheet && counted.ofOtherJobs.length === 0;
      taken.staysAsLast = isWhole && open.table.isLastVisible();
      if (isWhole && !taken.staysAsLast) {
        const others = cellsOfOthers(counted);
        taken.removesSheet = mayGo(counted, how);
        taken.unfitCells = sumOf(counted.unfit.map((row) => shownCells(counted, row)));
        taken.othersCells = others - taken.unfitCells;
      }
      taken.unfitRows = taken.removesSheet ? 0 : counted.unfit.length;
      if (how.do === "look") return taken;
      const mayStillGo = (): boolean => {
        const seenLast = readWholeList(book, list);
        return !isRefused(seenLast) && mayGo(seenLast.read, how);
      };
      if (taken.removesSheet && removeSheet(book, open.table, mayStillGo)) return { ...taken, left: 0 };
      // It holds something of others by now, or all others are hidden: only its own rows go.
      taken.removesSheet = false;
      isCounted = true;
      continue;
    }
    try {
      open.table.keepOneBesides("rows", taken.left);
    } catch (thrown) {
      return refusal("PROTECTED", wordsOf(thrown));
    }
    // The last call before something goes: what others have written until then is seen.
    const seen = look(open);
    const going = goingOf(seen, how);
    taken.left = going.length;
    if (going.length === 0) {
      // Columns that move meanwhile would make all rows look gone.
      const left = readWholeList(book, list);
      if (isRefused(left)) {
        if (left.code === "COLUMNS_MOVING") return left;
        continue;
      }
      if (goingOf(left.read, how).length === 0) return takeOutMade(open, how) ? taken : refusal("UNDO_MOVED");
      moves++;
    }
    if (clock.nowMs() > latestMs) return taken;
    if (moves >= MOST_ATTEMPTS) return refusal("UNDO_MOVED");
    if (going.length === 0) continue;
    try {
      if (!deleteRows(book, open, seen, how)) moves++;
    } catch (thrown) {
      return book.table(list.sheetId) ? refusal("PROTECTED", wordsOf(thrown)) : taken;
    }
  }
}

/** Looks at a whole list, when nobody moves its columns or adds rows meanwhile. */
function readWholeList(book: Book, list: AppendList): { read: Seen } | Refusal {
  const placesOf = ({ tagColumn, fields, table }: OpenAppendList) => [
    ...[tagColumn, fields],
    ...[table.lastRow(), table.lastColumn()],
  ];
  return readSteadily(book, () => openAppendList(book, list), placesOf, look);
}

const sumOf = (numbers: number[]): number => numbers.reduce((sum, each) => sum + each, 0);

/**
 * The list has no hidden column, or no sheet, any more. Where its columns hold nothing but their names, these go all the
 * same, or the sheet that was made for it; where they hold more, nothing tells whose that is.
 */
function withoutList(book: Book, list: AppendList, how: TakeOut, taken: TakenRows): TakenRows | Refusal {
  const table = book.table(list.sheetId);
  if (!table) return taken;
  const marks = table.marks();
  const fields = fieldsIn(marks, list.group);
  const made = marks.filter(({ value }) => how.made.includes(value));
  const own = new Set((made.length > 0 ? made : fields).map(({ column }) => column));
  let headerRow = 1;
  const isBlank = (): boolean => {
    const { values } = readWhole(table, table.lastRow(), Math.max(1, table.lastColumn()));
    headerRow = headerRowIn(values, fields);
    const isBlankIn = (cell: CellValue, c: number): boolean => cell === "" || !(list.hasMadeSheet || own.has(c + 1));
    return values.every((row, r) => r + 1 === headerRow || row.every(isBlankIn));
  };
  if (!isBlank()) return fields.length > 0 ? refusal("UNDO_UNKNOWN", `“${table.name()}”`) : taken;
  const isMeant = how.do === "undo";
  const staysAsLast = list.hasMadeSheet && table.isLastVisible();
  const mayRemove = list.hasMadeSheet && !staysAsLast;
  const removesSheet = mayRemove && (!isMeant || removeSheet(book, table, isBlank));
  if (isMeant && !removesSheet) unnameColumns(table, headerRow || 1, how.made);
  return { ...taken, removesSheet, staysAsLast };
}

/**
 * Takes the names off columns that were made for the list and hold nothing any more, and what is pinned to the others.
 */
function takeOutMade(open: OpenAppendList, { made, isLast }: TakeOut): boolean {
  const { table, list } = open;
  const marks = table.marks();
  const { cells, headerRow } = look(open);
  const isBlank = (column: number): boolean =>
    cells.every((row, r) => r + 1 === headerRow || (row[column - 1] ?? "") === "");
  const gone = marks.filter(({ column, value }) => made.includes(value) && isBlank(column)).map(({ value }) => value);
  if (!unnameColumns(table, headerRow || 1, gone)) return false;
  // Without its hidden column it is no list any more, whoever else was to fill it; with rows of ours it stays one.
  const isOver = gone.includes(list.group + list.type.tagMark) || (isLast && isBlank(open.tagColumn));
  if (isOver) table.unpin(hiddenLast(marks.map(({ value }) => value).filter((value) => value.startsWith(list.group))));
  return true;
}

function look({ table, marks, tagColumn, fields, list }: OpenAppendList): Seen {
  const [rows, width] = [table.lastRow(), Math.max(tagColumn, table.lastColumn())];
  const results = marks.filter(({ value }) => isOwnMark(value));
  const columns = new Set([...fields, ...results].map(({ column }) => column));
  const answering = results.filter(({ value }) => isAnsweredForMark(value)).map(({ column }) => column);
  const { values, cells } = readWhole(table, rows, width);
  const tags = values.map((row) => row[tagColumn - 1] ?? "");
  const fieldColumns = new Map(fields.map(({ field, column }) => [field, column]));
  const isShown = (row: number, column: number): boolean => {
    const value = values[row - 1]?.[column - 1] ?? "";
    const isOurs = column === tagColumn ? readTag(value) !== null : answering.includes(column) && !isPasted(value);
    return !isOurs && (cells[row - 1]?.[column - 1] ?? "") !== "";
  };
  const [own, unfit, ofOtherJobs]: [number[], number[], number[]] = [[], [], []];
  for (const [i, row] of values.entries()) {
    const tag = readTag(tags[i]);
    if (!tag) continue;
    const cellOf = (column: number | undefined): CellValue | undefined => column && (row[column - 1] ?? "");
    // A row that somebody has emptied is nobody else's.
    const isEmptied = row.every((cell, c) => cell === "" || !isShown(i + 1, c + 1));
    const isFit = isEmptied || list.type.fits(tag, list.columns, (field) => cellOf(fieldColumns.get(field)));
    if (tag.jobId === list.jobId) (isFit ? own : unfit).push(i + 1);
    else if (!isEmptied) ofOtherJobs.push(i + 1);
  }
  const headerRow = headerRowIn(values, fields);
  const texts = cells.map((row) => JSON.stringify(row));
  const answered = new Set(
    values.flatMap((row, r) => (answering.some((column) => (row[column - 1] ?? "") !== "") ? [r + 1] : [])),
  );
  const shownResults = results.map(({ column }) => column).filter((at) => at !== tagColumn && !answering.includes(at));
  const fieldAt = new Map(fields.map(({ field, column }) => [column, list.columns.indexOf(field)]));
  const isTypedOver = (row: number, column: number): boolean => {
    const cell = values[row - 1]?.[column - 1] ?? "";
    // A text of a day comes back as a date.
    if (cell === "" || cell instanceof Date) return false;
    const tag = readTag(tags[row - 1]);
    const written = tag?.jobId === list.jobId ? list.type.checksIn(tag)[fieldAt.get(column) ?? -1] : undefined;
    if (written !== undefined) return written !== checkOf(cell);
    if (!shownResults.includes(column)) return false;
    const checks = answering.flatMap((each) => readAnsweredFor(values[row - 1]?.[each - 1])?.checks ?? []);
    return checks.length > 0 && !checks.includes(checkOf(cell));
  };
  return { cells, texts, tags, own, unfit, ofOtherJobs, columns, answered, isTypedOver, isShown, headerRow, width };
}

/** The row in which a column has its field's name, from 1: people insert rows above it. 0 when there is none. */
const headerRowIn = (values: CellValue[][], fields: FieldColumn[]): number =>
  values.findIndex((row) => fields.some(({ field, column }) => isHeaderOf(row[column - 1] ?? "", field))) + 1;

const readWhole = (table: Table, rows: number, columns: number): ReturnType<typeof readToRestore> =>
  rows > 0 ? readToRestore(table, { row: 1, column: 1, rows, columns }) : { values: [], cells: [] };

const shownCells = ({ cells, isShown }: Seen, row: number): number =>
  (cells[row - 1] ?? []).filter((_, c) => isShown(row, c + 1)).length;

/** Cells in a row outside of the list's columns and of results beside it, and cells of ours that were typed over. */
const besides = ({ cells, columns, isTypedOver }: Seen, row: number): number =>
  (cells[row - 1] ?? []).filter((cell, c) => cell !== "" && (!columns.has(c + 1) || isTypedOver(row, c + 1))).length;

/** The job's rows that are to go. */
const goingOf = (seen: Seen, { others }: TakeOut): number[] =>
  others === "remove" ? seen.own : seen.own.filter((row) => besides(seen, row) === 0);

/** Cells outside of the list's own rows, its columns' names and its columns. */
const cellsOfOthers = (seen: Seen): number => {
  const rows = new Set([seen.headerRow, ...seen.own]);
  return sumOf(seen.cells.map((_, r) => (rows.has(r + 1) ? besides : shownCells)(seen, r + 1)));
};

/** True for a sheet that may go as a whole. */
const mayGo = (seen: Seen, { others }: TakeOut): boolean =>
  seen.ofOtherJobs.length === 0 && (others === "remove" || cellsOfOthers(seen) === 0);

/** @returns false when rows were moved meanwhile; nothing of somebody else's is gone then */
function deleteRows(book: Book, open: OpenAppendList, seen: Seen, how: TakeOut): boolean {
  // From below: what is deleted moves what stands under it.
  const going = goingOf(seen, how);
  const spans = spansOf(going).reverse().slice(0, SPANS_AT_ONCE);
  for (const { from, to } of spans) open.table.deleteRows(from, to - from + 1);
  book.flush();
  const now = openAppendList(book, open.list);
  if (isRefused(now)) return true;
  const back = look(now);
  const meant = new Set(spans.flatMap(({ from, to }) => seen.tags.slice(from - 1, to).map(String)));
  // A copy of such a row that somebody has changed is none of them.
  const stayed = goingOf(back, how).filter((row) => meant.has(String(back.tags[row - 1]))).length;
  if (stayed === 0) return true;
  const counts = new Map<string, number>();
  for (const text of back.texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const isMeant = new Set(going);
  const lost = seen.texts.flatMap((text, i) => {
    const left = counts.get(text) ?? 0;
    counts.set(text, left - 1);
    const isBlank = seen.cells[i]?.every((cell) => cell === "");
    return left > 0 || isBlank || isMeant.has(i + 1) ? [] : [i];
  });
  for (const i of lost.slice(0, stayed)) putBack(now, seen, i);
  return false;
}

/** Puts a row back behind the one it followed. */
function putBack({ table }: OpenAppendList, seen: Seen, index: number): void {
  table.flush();
  const rows = table.lastRow();
  const texts = readWhole(table, rows, seen.width).cells.map((row) => JSON.stringify(row));
  let after = rows;
  for (let before = index - 1; before >= 0; before--) {
    const at = texts.lastIndexOf(seen.texts[before] ?? "");
    if (at < 0) continue;
    after = at + 1;
    break;
  }
  table.insertRowsAfter(after, 1);
  table.write({ row: after + 1, column: 1, rows: 1, columns: seen.width }, [seen.cells[index] ?? []]);
  table.flush();
}
