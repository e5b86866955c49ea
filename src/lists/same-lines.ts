import type { CellValue } from "../sheet/table";
import { grouped } from "./grouped";
import { type Cell, cellAt, isBlankColumn, isBlankRow, isSame, type Meant, type Now, type Rows, tagsIn } from "./rows";

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
export function alignColumns(meant: Meant, now: Now, mayGuess = true): Map<number, number> {
  const told = new Map<number, number>();
  for (const { value, column } of now.marks) {
    if (meant.pinned.includes(value)) continue;
    const before = meant.marks.find((mark) => mark.value === value)?.column;
    if (before !== undefined && !told.has(column)) told.set(column, before);
  }
  const isWritten = (row: number, column: number): boolean => writtenAt.has(`${row} ${column}`);
  const writtenAt = new Map(meant.written.map(({ row, column, value }) => [`${row} ${column}`, value]));
  const writtenColumns = [...new Set(meant.written.map(({ column }) => column))];
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
    // Of columns that hold the same texts, the one that holds them in the same rows.
    for (const [from, sum] of sums) pairs.push({ to, from, sum: isAlike(to, from) ? sum + 0.01 : sum });
  }
  const found = matched(pairs, fixed);
  if (!mayGuess) return found;
  const isGone = (from: number): boolean =>
    meant.marks.some(({ column, value }) => column === from && !now.marks.some((mark) => mark.value === value));
  const missingIn = (): number[] => {
    const taken = new Set(found.values());
    return numbersTo(widthBefore).filter(
      (from) => !taken.has(from) && !isGone(from) && !isBlankColumn(meant.was, from),
    );
  };
  // One that is missing may be one that was hit: no blank one is taken for either.
  const [isAnyHit, isAnyMissing] = [hitIn().length > 0, missingIn().length > 0];
  const isLikely = (to: number, from: number): boolean =>
    !isAnyHit || !isAnyMissing || isBlankColumn(now.rows, to) === isBlankColumn(meant.was, from);
  fillGaps(found, widthNow, widthBefore, isLikely);
  const [hit, missing] = [hitIn(), missingIn()];
  const isOnly = hit.length + missing.length === 2;
  // All of a column may have been written over: it is known by those that it stands between.
  return matched(
    hit
      .flatMap((to) => missing.map((from): Pair => ({ to, from, sum: besideSame(to, from) })))
      .filter(({ sum }) => sum > 0 || isOnly),
    found,
  );

  /** True if no row differs in two columns. */
  function isAlike(to: number, from: number): boolean {
    return [...now.rows].every(
      ([row, cells]) => isWritten(row, to) || (cells[to - 1] ?? "") === cellAt(meant.was, row, from),
    );
  }

  /** How many of the next columns on both sides are the same as before. */
  function besideSame(to: number, from: number): number {
    const [tos, froms] = [[...found.keys()], [...found.values()]];
    const isSameNext = (next: (among: number[], than: number) => number): boolean =>
      (found.get(next(tos, to)) ?? 0) === next(froms, from);
    const below = (among: number[], than: number): number => Math.max(0, ...among.filter((each) => each < than));
    const above = (among: number[], than: number): number => Math.min(...among.filter((each) => each > than));
    return Number(isSameNext(below)) + Number(isSameNext(above));
  }

  /** Columns that hold nothing but what we have written in one. */
  function hitIn(): number[] {
    return numbersTo(widthNow).filter((to) => !found.has(to) && isHit(to));
  }

  function isHit(column: number): boolean {
    const filled = [...now.rows].filter(([, cells]) => (cells[column - 1] ?? "") !== "");
    const isFrom = (from: number): boolean =>
      filled.every(([row, cells]) => isSame(writtenAt.get(`${row} ${from}`) ?? "", cells[column - 1] ?? ""));
    return filled.length > 0 && writtenColumns.some(isFrom);
  }
}

export const numbersTo = (last: number): number[] => Array.from({ length: last }, (_, i) => i + 1);

export const widthOf = (rows: Rows): number => Math.max(0, ...[...rows.values()].map((cells) => cells.length));

/** More rows than this with one text are not told by it. */
const MAX_ALIKE = 50;

/** Row numbers of now, and what they were before, told by the cells that we have not written. */
export function alignRows(
  meant: Meant,
  now: Now,
  columnBefore: Map<number, number>,
  mayGuess = true,
): Map<number, number> {
  const columns = [...columnBefore];
  const written = new Map(meant.written.map((cell) => [`${cell.row} ${cell.column}`, cell.value]));
  const isBlank = (from: number): boolean => isBlankRow(meant.was, from);
  const cellsBefore = [...meant.was].flatMap(([row, cells]) =>
    cells.flatMap((value, i): Cell[] => (value === "" ? [] : [{ row, column: i + 1, value }])),
  );
  const textOf = ({ column, value }: Cell): string | null => (value === "" ? null : `${column} ${value}`);
  const others = grouped(cellsBefore, textOf);
  const ours = new Set(meant.written.map(textOf));
  const texts = new Set(meant.written.map(({ value }) => String(value)));
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
      // What has gone astray from another column tells nothing.
      if (!isOurs && !texts.has(String(cell))) own += weightOf(Math.max(1, alike.length));
      if (alike.length > MAX_ALIKE) continue;
      for (const { row } of alike) sums.set(row, (sums.get(row) ?? 0) + weightOf(alike.length));
    }
    for (const [from, sum] of sums) if (sum >= own / 2) pairs.push({ to, from, sum });
  }
  const found = matched(pairs, new Map());
  byTags(meant, now, found);
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

/**
 * Where columns were moved, the input of a row may have been written over: then the tag beside it tells the row, if other
 * rows show that none had moved before the write.
 */
function byTags(meant: Meant, now: Now, found: Map<number, number>): void {
  const tags = tagsIn(meant);
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
function fillGaps(
  found: Map<number, number>,
  last: number,
  lastBefore: number,
  isLikelyAtEnd: (to: number, from: number) => boolean = () => true,
): void {
  const taken = new Set(found.values());
  let [to, from] = [0, 0];
  for (let next = 1; next <= last + 1; next++) {
    const nextFrom = next > last ? from + (next - to) : found.get(next);
    if (nextFrom === undefined) continue;
    const isEven = nextFrom - from === next - to;
    for (let i = 1; isEven && to + i < next; i++) {
      const isFree = from + i <= lastBefore && !taken.has(from + i);
      if (isFree && (next <= last || isLikelyAtEnd(to + i, from + i))) found.set(to + i, from + i);
    }
    [to, from] = [next, nextFrom];
  }
}
