import { numbersBetween, widthOf } from "../sheet/table";
import {
  type Cell,
  cellAt,
  columnNumber,
  grouped,
  type Intended,
  isBlankColumn,
  isBlankRow,
  isSame,
  type Now,
  numbersTo,
  type Rows,
  rowNumber,
  unmarked,
  valuesWritten,
  writtenTags,
} from "./rows";

interface SameLines {
  rows: Map<number, number>;
  columns: Map<number, number>;
}

/** @param deleted some lines of this kind are gone, so none of them is guessed from its neighbours */
export function sameLines(was: Now, now: Now, deleted: "rows" | "columns"): SameLines {
  const meant: Intended = { ...unmarked(was.rows, was.rows, []), marks: was.marks };
  const columns = alignColumns(meant, now, deleted !== "columns");
  return { columns, rows: alignRows(meant, now, columns, deleted !== "rows") };
}

const weightOf = (count: number): number => 1 / count;

/** Gives earlier numbers by present ones. */
export function alignColumns(meant: Intended, now: Now, mayGuess = true): Map<number, number> {
  const told = new Map<number, number>();
  /** True if the column shows what was to be overwritten, so the write has hit another one. */
  const isUnwritten = (to: number, from: number): boolean =>
    meant.written.some(({ row, column }) => {
      const before = column === from ? cellAt(meant.was, row, from) : "";
      return before !== "" && cellAt(now.rows, row, to) === before;
    });
  for (const { value, column } of now.marks) {
    const before = meant.marks.find((mark) => mark.value === value)?.column;
    if (before === undefined || told.has(column)) continue;
    // A mark that was just pinned may have landed anywhere.
    if (!meant.pinned.includes(value) || isUnwritten(column, before)) told.set(column, before);
  }
  const fixed = meant.isSure ? told : new Map<number, number>();
  const found = matched(pairsByTexts(meant, now, told, fixed), fixed);
  return mayGuess ? withGuesses(meant, now, found) : found;
}

/** Columns that have texts in common. What we have written does not count. */
function pairsByTexts(meant: Intended, now: Now, told: Map<number, number>, fixed: Map<number, number>): Pair[] {
  const writtenAt = valuesWritten(meant.written);
  const isWritten = (row: number, column: number): boolean => writtenAt(row, column) !== undefined;
  const holders = new Map<string, Map<number, number>>();
  for (const [row, cells] of meant.was) {
    for (const [i, cell] of cells.entries()) {
      if (cell === "" || isWritten(row, i + 1)) continue;
      const of = holders.get(String(cell)) ?? new Map<number, number>();
      holders.set(String(cell), of.set(i + 1, (of.get(i + 1) ?? 0) + 1));
    }
  }
  const isAlike = (to: number, from: number): boolean =>
    [...now.rows].every(([row, cells]) => isWritten(row, to) || (cells[to - 1] ?? "") === cellAt(meant.was, row, from));
  const pairs: Pair[] = [];
  for (const to of numbersTo(widthOf(now.rows.values()))) {
    if (fixed.has(to)) continue;
    const counts = new Map<string, number>();
    for (const [row, cells] of now.rows) {
      const cell = cells[to - 1] ?? "";
      // What we have written there may be the same text as in another column.
      const isOurs = isSame(writtenAt(row, to) ?? "", cell);
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
    // If columns hold the same texts, the one that holds them in the same rows wins.
    for (const [from, sum] of sums) pairs.push({ to, from, sum: isAlike(to, from) ? sum + 0.01 : sum });
  }
  return pairs;
}

/** Adds columns that their texts do not identify, by the columns beside them and by what we have written. */
function withGuesses(meant: Intended, now: Now, found: Map<number, number>): Map<number, number> {
  const writtenAt = valuesWritten(meant.written);
  const [widthBefore, widthNow] = [widthOf(meant.was.values()), widthOf(now.rows.values())];
  const writtenColumns = grouped(meant.written, columnNumber);
  const isHit = (column: number): boolean => {
    const filled = [...now.rows].filter(([, cells]) => (cells[column - 1] ?? "") !== "");
    const isFrom = (from: number): boolean =>
      filled.every(([row, cells]) => isSame(writtenAt(row, from) ?? "", cells[column - 1] ?? ""));
    return filled.length > 0 && [...writtenColumns.keys()].some(isFrom);
  };
  const hitNow = (): number[] => numbersTo(widthNow).filter((to) => !found.has(to) && isHit(to));
  const mostWritten = Math.max(0, ...[...writtenColumns.values()].map((cells) => cells.length));
  const writtenRows = new Set(meant.written.map(rowNumber));
  const isStill = (row: number): boolean =>
    [...found].every(([to, from]) => isSame(cellAt(now.rows, row, to), cellAt(meant.was, row, from))) &&
    [...found.keys()].some((to) => cellAt(now.rows, row, to) !== "");
  const rowsStill = [...meant.was].filter(([row]) => !writtenRows.has(row) && isStill(row));
  /** True if all that is missing of a column may have been overwritten. */
  const isAllHit = (to: number, from: number): boolean =>
    [...meant.was.values()].filter((cells) => (cells[from - 1] ?? "") !== "").length <= mostWritten &&
    rowsStill.every(([row, cells]) => (cells[from - 1] ?? "") === "" || cellAt(now.rows, row, to) !== "");
  const isGone = (from: number): boolean =>
    meant.marks.some(({ column, value }) => column === from && !now.marks.some((mark) => mark.value === value));
  const missingNow = (): number[] => {
    const taken = new Set(found.values());
    return numbersTo(widthBefore).filter(
      (from) => !taken.has(from) && !isGone(from) && !isBlankColumn(meant.was, from),
    );
  };
  // A missing column may be the one that was hit, so a blank column is taken for neither.
  const [isAnyHit, isAnyMissing] = [hitNow().length > 0, missingNow().length > 0];
  const isLikely = (to: number, from: number, isAtEnd: boolean): boolean => {
    // Unless we may have overwritten all of a column, its other cells would still tell it.
    if (isHit(to) && !isBlankColumn(meant.was, from)) return isAllHit(to, from);
    if (!isAtEnd || !isAnyHit || !isAnyMissing) return true;
    return isBlankColumn(now.rows, to) === isBlankColumn(meant.was, from);
  };
  fillGaps(found, widthNow, widthBefore, isLikely);
  const [hit, missing] = [hitNow(), missingNow()];
  const isOnly = hit.length + missing.length === 2;
  // If all of a column was overwritten, it is identified by the columns beside it.
  return matched(
    hit
      .flatMap((to) => missing.map((from): Pair => ({ to, from, sum: sameSides(found, to, from) })))
      .filter(({ to, from, sum }) => (sum > 0 || isOnly) && isAllHit(to, from)),
    found,
  );
}

/** Counts the sides on which the next known column is the same. */
function sameSides(found: Map<number, number>, to: number, from: number): number {
  const [tos, froms] = [[...found.keys()], [...found.values()]];
  const isSameNext = (next: (among: number[], than: number) => number): boolean =>
    (found.get(next(tos, to)) ?? 0) === next(froms, from);
  const below = (among: number[], than: number): number => Math.max(0, ...among.filter((each) => each < than));
  const above = (among: number[], than: number): number => Math.min(...among.filter((each) => each > than));
  return Number(isSameNext(below)) + Number(isSameNext(above));
}

/** A text does not identify a row if more rows than this have it. */
const MAX_ALIKE = 50;

/** Gives earlier numbers by present ones. The cells that we have not written identify a row. */
export function alignRows(
  meant: Intended,
  now: Now,
  columnBefore: Map<number, number>,
  mayGuess = true,
): Map<number, number> {
  const found = matched(pairsByCells(meant, now, columnBefore), new Map());
  byTags(meant, now, found);
  const most = (rows: Rows): number => Math.max(0, ...rows.keys());
  if (mayGuess) fillGaps(found, most(now.rows), most(meant.was));
  dropLost(meant, now, columnBefore, found);
  addPushed(meant, now, found);
  return found;
}

/** Rows that have texts in common in the same columns. */
function pairsByCells(meant: Intended, now: Now, columnBefore: Map<number, number>): Pair[] {
  const writtenAt = valuesWritten(meant.written);
  const others = grouped(cellsOf(meant.was), textOf);
  const ours = new Set(meant.written.map(textOf));
  const texts = new Set(meant.written.map(({ value }) => String(value)));
  // Only our text can identify a row that was blank. In other rows, it may belong to another row.
  const fresh = grouped(
    meant.written.filter(({ row }) => isBlankRow(meant.was, row)),
    textOf,
  );
  const pairs: Pair[] = [];
  for (const [to, cells] of now.rows) {
    const sums = new Map<number, number>();
    const isRead = meant.was.has(to);
    let own = 0;
    for (const [column, from] of columnBefore) {
      const cell = cells[column - 1] ?? "";
      if (cell === "") continue;
      const key = `${from} ${cell}`;
      const isOurs = ours.has(key) || isSame(writtenAt(to, column) ?? "", cell);
      const alike = (isOurs ? fresh : others).get(key) ?? [];
      // A text that went astray from another column says nothing about the row.
      const mayBeOurs = isOurs || texts.has(String(cell));
      if (!mayBeOurs) own += weightOf(Math.max(1, alike.length));
      // An input that is repeated further down, where nothing was read, is not the one that we have overwritten.
      if (alike.length > MAX_ALIKE || (mayBeOurs && !isOurs && !isRead)) continue;
      for (const { row } of alike) sums.set(row, (sums.get(row) ?? 0) + weightOf(alike.length));
    }
    for (const [from, sum] of sums) if (sum >= own / 2) pairs.push({ to, from, sum });
  }
  return pairs;
}

const cellsIn = (rows: Rows, row: number): Cell[] =>
  (rows.get(row) ?? []).map((value, i) => ({ row, column: i + 1, value }));

const cellsOf = (rows: Rows): Cell[] => [...rows.keys()].flatMap((row) => cellsIn(rows, row));

const textOf = ({ column, value }: Cell): string | null => (value === "" ? null : `${column} ${value}`);

/** Takes out rows that are not there, or hold less of somebody's than before, and nothing of that. */
function dropLost(meant: Intended, now: Now, columnBefore: Map<number, number>, found: Map<number, number>): void {
  const writtenAt = valuesWritten(meant.written);
  const writtenRows = new Set(meant.written.map(rowNumber));
  // Rows may have moved since they were hit.
  const ours = new Set(meant.written.map(textOf));
  const haveColumnsMoved = [...columnBefore].some(([to, from]) => to !== from);
  /** True for a row that was deleted, emptied or overwritten. */
  const isLost = (to: number, from: number): boolean => {
    if (haveColumnsMoved) return false;
    const isOurs = ({ column, value }: Cell): boolean =>
      ours.has(`${column} ${value}`) || [to, from].some((row) => isSame(writtenAt(row, column) ?? "", value));
    const before = cellsIn(meant.was, from).filter(
      ({ column, value }) => value !== "" && writtenAt(from, column) === undefined,
    );
    const others = cellsIn(now.rows, to).filter((cell) => cell.value !== "" && !isOurs(cell));
    return (
      others.length < before.length &&
      !others.some(({ column, value }) => isSame(value, cellAt(meant.was, from, column)))
    );
  };
  for (const [to, from] of found)
    if (!now.rows.has(to) || !(meant.was.has(from) || writtenRows.has(from)) || isLost(to, from)) found.delete(to);
}

/** If rows were inserted, a missing row had moved to where we have written. */
function addPushed({ was, size, written }: Intended, now: Now, found: Map<number, number>): void {
  const grown = size > 0 ? (now.size ?? 0) - size : 0;
  if (grown <= 0) return;
  const writtenRows = new Set(written.map(rowNumber));
  const there = new Set(found.values());
  const isOurs = (to: number): boolean =>
    writtenRows.has(to) && now.rows.has(to) && (!found.has(to) || isBlankRow(was, found.get(to) as number));
  for (const from of [...was.keys()].reverse()) {
    if (isBlankRow(was, from) || there.has(from)) continue;
    const place = numbersBetween(from + 1, from + grown)
      .reverse()
      .find(isOurs);
    if (place !== undefined) found.set(place, from);
  }
}

/** If columns moved and an input was overwritten, its tag tells the row, as long as no other row had moved before. */
function byTags(meant: Intended, now: Now, found: Map<number, number>): void {
  const tags = writtenTags(meant);
  const taken = new Set(found.values());
  const told = new Map<number, number>();
  let confirmed = 0;
  for (const [to, cells] of now.rows) {
    const [tag, ...more] = cells.flatMap((cell) => tags.get(cell) ?? []);
    if (!tag || more.length > 0) continue;
    const from = found.get(to);
    if (from === tag.row) confirmed++;
    else if (from !== undefined) return;
    else if (!taken.has(tag.row)) told.set(to, tag.row);
  }
  if (confirmed > 0) for (const [to, from] of told) found.set(to, from);
}

interface Pair {
  to: number;
  from: number;
  sum: number;
}

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

/** Two found lines tell the lines between them, if there were as many before. */
function fillGaps(
  found: Map<number, number>,
  last: number,
  lastBefore: number,
  isLikely: (to: number, from: number, isAtEnd: boolean) => boolean = () => true,
): void {
  const taken = new Set(found.values());
  let [to, from] = [0, 0];
  for (let next = 1; next <= last + 1; next++) {
    const nextFrom = next > last ? from + (next - to) : found.get(next);
    if (nextFrom === undefined) continue;
    const isEven = nextFrom - from === next - to;
    for (let i = 1; isEven && to + i < next; i++) {
      const isFree = from + i <= lastBefore && !taken.has(from + i);
      if (isFree && isLikely(to + i, from + i, next > last)) found.set(to + i, from + i);
    }
    [to, from] = [next, nextFrom];
  }
}
