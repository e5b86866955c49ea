import { isUnmoved } from "../sheet/pinned-columns";
import type { CellValue, ColumnMark } from "../sheet/table";
import { grouped } from "./grouped";

/** Rows of a sheet by their numbers, each from the first column on. */
export type Rows = Map<number, CellValue[]>;

/** A cell and what it holds, or is to hold. */
export interface Cell {
  row: number;
  column: number;
  value: CellValue;
}

/** What was meant by a change: the sheet as it would stand if nobody had moved anything meanwhile. */
export interface Meant {
  /** Before cells were written, in the numbers that they were written by. */
  was: Rows;
  /** The same without what had gone astray earlier. */
  ought: Rows;
  marks: ColumnMark[];
  /** The number of rows of the sheet, blank ones included; 0 if it is not known. */
  size: number;
  /** Marks that were pinned in the same step: they may have landed anywhere. */
  pinned: string[];
  /** True if rows and marks belong to one moment. */
  isSure: boolean;
  /** The cells that were written, and those that may be. */
  written: Cell[];
  /** The column whose new cells are all different: they tell the rows that they were written to. */
  tagColumn: number | null;
  /** Stands in the tag's cell of a row of which nothing tells what it held. */
  unknownTag(cells: CellValue[]): CellValue;
}

/** The sheet as it stands afterwards; rows and marks belong to one moment. */
export interface Now {
  rows: Rows;
  marks: ColumnMark[];
  size?: number;
}

/** Rows that were read from a number on. */
export const rowsFrom = (first: number, cells: CellValue[][]): Rows => new Map(cells.map((row, i) => [first + i, row]));

export const cellAt = (rows: Rows, row: number, column: number): CellValue => rows.get(row)?.[column - 1] ?? "";

/** True if no other cell of a row holds the same. */
export const isOnce = (cells: CellValue[], value: CellValue): boolean =>
  cells.indexOf(value) === cells.lastIndexOf(value);

/** A text that a cell may take for a date. */
const MAY_BE_DATE = /^(?=.*\d)[\p{L}\d\s.,/-]+$|^[\d\s.,:/TZ+-]+$/u;

/**
 * True if a cell shows what was written, even if the sheet has made a number or a date of a text, or shows the mark of a
 * text.
 */
export const isSame = (cell: CellValue, written: CellValue): boolean =>
  cell === written ||
  String(cell) === String(written) ||
  cell === `'${String(written)}` ||
  (cell instanceof Date && typeof written === "string" && MAY_BE_DATE.test(written));

/**
 * Tells, cell by cell, what of a sheet is somebody's change and what is ours gone astray, after a change that did not end
 * as it was meant: rows or columns have moved between the reading and the writing, or between the writing and the look.
 * @returns the cells that would stand there now if nothing of ours had gone astray
 */
export function settle(meant: Meant, now: Now): Rows {
  const columnBefore = alignColumns(meant, now);
  const rowBefore = alignRows(meant, now, columnBefore);
  const isInPlace = ([to, from]: [number, number]): boolean => to === from;
  const haveColumnsMoved = !isUnmoved(meant.marks, now.marks) || ![...columnBefore].every(isInPlace);
  // Then whatever is otherwise than meant is somebody's typing, or a merge that covers cells.
  const isKnown = ({ row }: Cell): boolean => rowBefore.has(row) || !now.rows.has(row);
  if (!haveColumnsMoved && [...rowBefore].every(isInPlace) && meant.written.every(isKnown)) return now.rows;
  const writtenIn = grouped(meant.written, ({ row }) => row);
  const tags = meant.written.filter(({ column, value }) => column === meant.tagColumn && value !== "");
  const taggedWith = grouped(tags, ({ value }) => value);
  const columnNow = new Map([...columnBefore].map(([to, from]) => [from, to]));
  const { tagColumn } = meant;
  const texts = new Set(["", ...meant.written.map(({ value }) => String(value))]);
  /** True for a column that was blank, and holds nothing but what we may have written. */
  const isOurs = (from: number, to: number): boolean =>
    [...meant.was.values()].every((cells) => (cells[from - 1] ?? "") === "") &&
    [...now.rows.values()].every((cells) => texts.has(String(cells[to - 1] ?? "")));
  /** The place now of a column that was written to: where its mark is, else where its content is. */
  const targetOf = (column: number): number | undefined => {
    const mark = meant.marks.find((each) => each.column === column)?.value;
    const marked = now.marks.find(({ value }) => value === mark)?.column;
    // A new mark may have landed on a column of somebody's.
    const isTold =
      mark !== undefined && (!meant.pinned.includes(mark) || (marked !== undefined && isOurs(column, marked)));
    return isTold ? marked : columnNow.get(column);
  };
  const targets = new Map(meant.written.map(({ column }) => [column, targetOf(column)]));
  const ought: Rows = new Map();
  for (const [row, cells] of now.rows) {
    const from = rowBefore.get(row);
    const own = from === undefined ? [] : (writtenIn.get(from) ?? []);
    const isThere = ({ column, value }: Cell): boolean => isSame(cells[(targets.get(column) ?? 0) - 1] ?? "", value);
    const isWhole = own.every(isThere);
    const wasBlank = from !== undefined && (meant.was.get(from) ?? []).every((cell) => cell === "");
    // A tag of several rows tells one of them only together with all that was written beside it.
    const carried = cells.flatMap((cell) => {
      const tagged = taggedWith.get(cell) ?? [];
      return tagged.flatMap((tag) => {
        const beside = tag.row === row ? [] : (writtenIn.get(tag.row) ?? []);
        return tagged.length === 1 || (beside.length > 1 && beside.every(isThere)) ? beside : [];
      });
    });
    const hits = [...(writtenIn.get(row) ?? []), ...carried];
    const right = cells.map((cell, i): CellValue => {
      const column = i + 1;
      const mine = own.find((each) => targets.get(each.column) === column);
      // A tag says that its row is done: it is right only where all that it speaks of is. A row that was blank is new: it
      // stays as a whole, or is written anew elsewhere.
      if (mine && isSame(cell, mine.value)) {
        if (isWhole) return cell;
        if (wasBlank) return "";
        if (mine.column !== tagColumn) return cell;
      }
      const origin = columnBefore.get(column);
      const old = from === undefined || origin === undefined ? null : cellAt(meant.was, from, origin);
      const before = origin === undefined ? "" : from === undefined ? null : cellAt(meant.ought, from, origin);
      if (old !== null && isSame(cell, old)) return before ?? "";
      const isHit = hits.some(
        (hit) => hit.column === column || hit.column === origin || targets.get(hit.column) === column,
      );
      const isOurs = hits.some(
        (hit) => isSame(cell, hit.value) && (hit.value !== "" || haveColumnsMoved || hit.column === column),
      );
      if (!isOurs) return cell;
      if (before === null) return origin === tagColumn ? meant.unknownTag(cells) : isHit ? "" : cell;
      // Elsewhere the same may stand by chance: nothing is taken away there.
      return isHit || before !== "" ? before : cell;
    });
    ought.set(row, right);
  }
  return ought;
}

/** Numbers of now, and what they were before. */
export interface SameLines {
  rows: Map<number, number>;
  columns: Map<number, number>;
}

/**
 * Tells which rows and columns of a sheet were which before.
 * @param deleted lines of which some are gone: nothing is guessed of them by their neighbours
 */
export function sameLines(was: Now, now: Now, deleted: "rows" | "columns"): SameLines {
  const meant: Meant = {
    ...{ was: was.rows, ought: was.rows, marks: was.marks, size: 0, pinned: [], isSure: true },
    ...{ written: [], tagColumn: null, unknownTag: () => "" },
  };
  const columns = alignColumns(meant, now, deleted !== "columns");
  return { columns, rows: alignRows(meant, now, columns, deleted !== "rows") };
}

/** A text that stands in many cells tells little of any of them. */
const weightOf = (count: number): number => 1 / count;

/** Column numbers of now, and what they were before. */
function alignColumns(meant: Meant, now: Now, mayGuess = true): Map<number, number> {
  const told = new Map<number, number>();
  for (const { value, column } of now.marks) {
    if (meant.pinned.includes(value)) continue;
    const before = meant.marks.find((mark) => mark.value === value)?.column;
    if (before !== undefined && !told.has(column)) told.set(column, before);
  }
  const isWritten = (row: number, column: number): boolean => writtenAt.has(`${row} ${column}`);
  const writtenAt = new Map(meant.written.map(({ row, column, value }) => [`${row} ${column}`, value]));
  const widthBefore = widthOf(meant.was);
  const widthNow = widthOf(now.rows);
  /** By text: the columns that held it, and how often. */
  const holders = new Map<string, Map<number, number>>();
  for (const [row, cells] of meant.was) {
    for (const [i, cell] of cells.entries()) {
      if (cell === "" || isWritten(row, i + 1)) continue;
      const of = holders.get(String(cell)) ?? new Map<number, number>();
      holders.set(String(cell), of.set(i + 1, (of.get(i + 1) ?? 0) + 1));
    }
  }
  const fixed = meant.isSure ? told : new Map<number, number>();
  const pairs: Pair[] = [];
  for (let to = 1; to <= widthNow; to++) {
    if (fixed.has(to)) continue;
    const counts = new Map<string, number>();
    for (const [row, cells] of now.rows) {
      const cell = cells[to - 1] ?? "";
      // What we have written there may be the text of another column.
      const isOurs = isSame(writtenAt.get(`${row} ${to}`) ?? "", cell);
      if (cell !== "" && !isOurs) counts.set(String(cell), (counts.get(String(cell)) ?? 0) + 1);
    }
    const sums = new Map<number, number>();
    for (const [text, count] of counts) {
      const of = holders.get(text);
      if (!of) continue;
      const total = [...of.values()].reduce((sum, each) => sum + each, 0);
      for (const [from, countBefore] of of)
        sums.set(from, (sums.get(from) ?? 0) + Math.min(count, countBefore) * weightOf(total));
    }
    const hint = told.get(to);
    if (hint !== undefined) sums.set(hint, (sums.get(hint) ?? 0) + 0.5);
    for (const [from, sum] of sums) pairs.push({ to, from, sum });
  }
  const found = matched(pairs, fixed);
  if (!mayGuess) return found;
  fillGaps(found, widthNow, widthBefore);
  const taken = new Set(found.values());
  const isLeft = (to: number): boolean => !found.has(to);
  const [to, ...more] = numbersTo(widthNow).filter(isLeft);
  const [from, ...others] = numbersTo(widthBefore).filter((each) => !taken.has(each));
  // All of a column may have been written over: it is the only one that is missing.
  if (to !== undefined && from !== undefined && more.length + others.length === 0 && isHit(to)) found.set(to, from);
  return found;

  /** True for a column that holds nothing but what we have written there. */
  function isHit(column: number): boolean {
    const filled = [...now.rows].filter(([, cells]) => (cells[column - 1] ?? "") !== "");
    return (
      filled.length > 0 &&
      filled.every(([row, cells]) => isSame(writtenAt.get(`${row} ${column}`) ?? "", cells[column - 1] ?? ""))
    );
  }
}

const numbersTo = (last: number): number[] => Array.from({ length: last }, (_, i) => i + 1);

const widthOf = (rows: Rows): number => Math.max(0, ...[...rows.values()].map((cells) => cells.length));

/** More rows than this with one text are not told by it. */
const MAX_ALIKE = 50;

/** Row numbers of now, and what they were before, told by the cells that we have not written. */
function alignRows(meant: Meant, now: Now, columnBefore: Map<number, number>, mayGuess = true): Map<number, number> {
  const columns = [...columnBefore];
  const written = new Map(meant.written.map((cell) => [`${cell.row} ${cell.column}`, cell.value]));
  const isBlank = (from: number): boolean => (meant.was.get(from) ?? []).every((cell) => cell === "");
  const cellsBefore = [...meant.was].flatMap(([row, cells]) =>
    cells.flatMap((value, i): Cell[] => (value === "" ? [] : [{ row, column: i + 1, value }])),
  );
  const textOf = ({ column, value }: Cell): string | null => (value === "" ? null : `${column} ${value}`);
  const others = grouped(cellsBefore, textOf);
  const ours = new Set(meant.written.map(textOf));
  // Nothing but what was written there tells a row that was blank; elsewhere it may be another row's.
  const fresh = grouped(
    meant.written.filter(({ row }) => isBlank(row)),
    textOf,
  );
  const pairs: Pair[] = [];
  for (const [to, cells] of now.rows) {
    const sums = new Map<number, number>();
    let own = 0;
    for (const [column, from] of columns) {
      const cell = cells[column - 1] ?? "";
      if (cell === "") continue;
      const key = `${from} ${cell}`;
      const isOurs = ours.has(key) || isSame(written.get(`${to} ${column}`) ?? "", cell);
      const alike = (isOurs ? fresh : others).get(key) ?? [];
      if (!isOurs) own += weightOf(Math.max(1, alike.length));
      if (alike.length > MAX_ALIKE) continue;
      for (const { row } of alike) sums.set(row, (sums.get(row) ?? 0) + weightOf(alike.length));
    }
    for (const [from, sum] of sums) if (sum >= own / 2) pairs.push({ to, from, sum });
  }
  const found = matched(pairs, new Map());
  const most = (rows: Rows): number => Math.max(0, ...rows.keys());
  if (mayGuess) fillGaps(found, most(now.rows), most(meant.was));
  const haveColumnsMoved = columns.some(([to, from]) => to !== from);
  /** True if nothing stands there but what we have written, where more stood before: deleted, emptied or written over. */
  const isLost = (to: number, from: number): boolean => {
    if (haveColumnsMoved) return false;
    const before = meant.was.get(from) ?? [];
    const cells = now.rows.get(to) ?? [];
    const isOurs = (cell: CellValue, i: number): boolean =>
      [to, from].some((row) => isSame(written.get(`${row} ${i + 1}`) ?? "", cell));
    return (
      cells.every((cell, i) => cell === "" || isOurs(cell, i)) &&
      before.some((cell, i) => cell !== "" && !written.has(`${from} ${i + 1}`))
    );
  };
  const writtenRows = new Set(meant.written.map(({ row }) => row));
  for (const [to, from] of found)
    if (!now.rows.has(to) || !(meant.was.has(from) || writtenRows.has(from)) || isLost(to, from)) found.delete(to);
  const grown = meant.size > 0 ? (now.size ?? 0) - meant.size : 0;
  if (grown <= 0) return found;
  // Rows were inserted: what is missing had moved to where we have written.
  const there = new Set(found.values());
  for (const from of [...meant.was.keys()].reverse()) {
    if (isBlank(from) || there.has(from)) continue;
    const isOurs = (to: number): boolean =>
      writtenRows.has(to) && now.rows.has(to) && (!found.has(to) || isBlank(found.get(to) as number));
    const place = Array.from({ length: grown }, (_, i) => from + grown - i).find(isOurs);
    if (place !== undefined) found.set(place, from);
  }
  return found;
}

interface Pair {
  to: number;
  from: number;
  sum: number;
}

/** Pairs the most alike first; of equals, those that moved least. */
function matched(pairs: Pair[], fixed: Map<number, number>): Map<number, number> {
  const found = new Map(fixed);
  const taken = new Set(fixed.values());
  pairs.sort((a, b) => b.sum - a.sum || Math.abs(a.to - a.from) - Math.abs(b.to - b.from) || a.to - b.to);
  for (const { to, from } of pairs) {
    if (found.has(to) || taken.has(from)) continue;
    found.set(to, from);
    taken.add(from);
  }
  return found;
}

/** What stands between two that were found stays between them, if as many stood there before. */
function fillGaps(found: Map<number, number>, last: number, lastBefore: number): void {
  const taken = new Set(found.values());
  let [to, from] = [0, 0];
  for (let next = 1; next <= last + 1; next++) {
    const nextFrom = next > last ? from + (next - to) : found.get(next);
    if (nextFrom === undefined) continue;
    const isEven = nextFrom - from === next - to;
    for (let i = 1; isEven && to + i < next; i++) {
      if (from + i <= lastBefore && !taken.has(from + i)) found.set(to + i, from + i);
    }
    [to, from] = [next, nextFrom];
  }
}
