import { isUnmoved } from "../sheet/pinned-columns";
import { type CellAt, type CellValue, numbersBetween, widthOf } from "../sheet/table";
import {
  type Cell,
  cellAt,
  grouped,
  type Intended,
  isBlankColumn,
  isBlankRow,
  isSame,
  isTableName,
  MARGIN_ROWS,
  type Now,
  numbersTo,
  type Rows,
  rowNumber,
  valuesWritten,
  writtenTags,
} from "./rows";
import { alignColumns, alignRows } from "./same-lines";

interface Moved {
  columnBefore: Map<number, number>;
  rowBefore: Map<number, number>;
  /** Present places, by the column numbers that were used for writing. */
  targets: Map<number, number | undefined>;
  /** Our columns whose content went astray as a whole, by the present places of somebody's columns. */
  strays: Map<number, number>;
  haveColumnsMoved: boolean;
  /** All differences then come from somebody's typing, or from a merge that covers cells. */
  isInPlace: boolean;
}

interface Written {
  inRow: Map<number, Cell[]>;
  taggedWith: Map<CellValue, Cell[]>;
  has(row: number | undefined, column: number, cell: CellValue): boolean;
  isText(cell: CellValue): boolean;
}

function writtenBy(meant: Intended): Written {
  const { written } = meant;
  const inRow = grouped(written, rowNumber);
  const texts = new Set(["", ...written.map(({ value }) => String(value))]);
  return {
    inRow,
    taggedWith: writtenTags(meant),
    has: (row, column, cell) =>
      row !== undefined && (inRow.get(row) ?? []).some((each) => each.column === column && isSame(cell, each.value)),
    isText: (cell) =>
      texts.has(String(cell)) || (cell instanceof Date && written.some(({ value }) => isSame(cell, value))),
  };
}

/**
 * Tells somebody's changes from ours gone astray, because lines have moved between reading, writing and look.
 * @returns the cells that would be there now if nothing of ours had gone astray
 */
export function settle(meant: Intended, now: Now): Rows {
  const written = writtenBy(meant);
  const moved = whatMoved({ meant, now, written });
  return moved.isInPlace ? now.rows : settleMoved({ meant, now, written }, moved);
}

function settleMoved({ meant, now, written }: Compared, moved: Moved): Rows {
  const isOld = heldBefore(meant.was);
  return new Map(
    [...now.rows].map(([row, cells]) => {
      const seen = seeRow(row, cells, { meant, written, moved });
      if (seen.isNew && seen.own.length > 0 && !seen.isWhole) return [row, cells.map(() => "")];
      const results = meant.resultsOfInput?.(cells) ?? [];
      const isFree = (column: number): boolean => {
        const before = placeOf(seen, column, { meant, moved }).before ?? "";
        return before === "" || isSame(before, cells[column - 1] ?? "");
      };
      // Half of them would stand beside what somebody has typed, or without their hidden cell.
      const kept = results.every(isFree) ? results : [];
      const settled = cells.map((cell, i) => {
        const place = placeOf(seen, i + 1, { meant, moved });
        if (kept.includes(place.column)) return cell;
        const isMine = place.mine !== undefined && isSame(cell, place.mine.value);
        if (isMine && mayStay(seen, place, meant)) return cell;
        if (isMine) return seen.wasBlank ? "" : (place.before ?? "");
        if (isToPutBack(seen, place, cell, { meant, written, moved })) return place.before ?? "";
        return settleAstray(seen, place, cell, { meant, moved, isOld });
      });
      return [row, settled];
    }),
  );
}

/** Tells whether a column held a cell's content; as fast for a sheet full of new rows. */
function heldBefore(was: Rows): (cell: CellValue, column?: number) => boolean {
  const columns = numbersTo(widthOf(was.values())).map((column) =>
    [...was.keys()].map((row) => cellAt(was, row, column)),
  );
  const texts = columns.map((cells) => new Set(cells.map(String)));
  const dates = columns.map((cells) => cells.find((cell) => cell instanceof Date));
  return (cell, column = 0) => {
    const date = dates[column - 1];
    const isText = [String(cell), `'${String(cell)}`].some((text) => texts[column - 1]?.has(text));
    return isText || (date !== undefined && isSame(date, cell));
  };
}

interface Settled {
  rows: Rows;
  /** Where a cell was; row or column is 0 if that is not known. */
  placeBefore(cell: CellAt): CellAt;
}

/** Settles a sheet without marks. @returns `null` if it is as meant, or nobody has moved lines */
export function settleUnmarked(meant: Intended, shown: Rows): Settled | null {
  const valueAt = valuesWritten(meant.written);
  const last = Math.max(0, ...meant.was.keys());
  // Rows at the end that are blank now are not read.
  const rows = new Map([...numbersTo(last + MARGIN_ROWS).map((row): [number, CellValue[]] => [row, []]), ...shown]);
  const isAsMeant = (row: number, column: number): boolean =>
    isSame(cellAt(rows, row, column), valueAt(row, column) ?? cellAt(meant.was, row, column));
  const columnsThere = numbersTo(Math.max(widthOf(rows.values()), widthOf(meant.was.values())));
  if (
    [...new Set([...rows.keys(), ...meant.was.keys()])].every((row) =>
      columnsThere.every((column) => isAsMeant(row, column)),
    )
  )
    return null;
  const columns = alignColumns(meant, { rows, marks: [] });
  const areStill = [...columns].every(isSameNumber);
  if (areStill && [...alignRows(meant, { rows, marks: [] }, columns)].every(isSameNumber)) return null;
  // Columns that were overwritten are told by the others, which have stayed.
  const marks = areStill ? meant.written.map(({ column }) => ({ column, value: String(column) })) : [];
  const compared = { meant: { ...meant, marks }, now: { rows, marks }, written: writtenBy(meant) };
  const moved = whatMoved(compared);
  if (moved.isInPlace) return null;
  const settled = settleMoved(compared, moved);
  // Nobody writes again what has hit another line, or was shown by a formula that is gone.
  for (const [row, cells] of settled)
    for (const { column, value } of compared.written.inRow.get(moved.rowBefore.get(row) ?? 0) ?? []) {
      const place = moved.targets.get(column) ?? 0;
      if (place > 0 && (cells[place - 1] ?? "") === "") cells[place - 1] = value;
    }
  return {
    rows: settled,
    placeBefore: ({ row, column }) => ({
      row: moved.rowBefore.get(row) ?? 0,
      column: moved.columnBefore.get(column) ?? 0,
    }),
  };
}

interface Settling {
  meant: Intended;
  written: Written;
  moved: Moved;
}

interface SeenRow {
  row: number;
  /** `undefined` if the row was not there, or is not recognised. */
  from: number | undefined;
  cells: CellValue[];
  own: Cell[];
  /** True if everything that was written to it is there. */
  isWhole: boolean;
  wasBlank: boolean;
  /** Cells that were written to rows that have had its number, or that a tag has carried to it. */
  hits: Cell[];
  /** True for a row that was blank or has newly appeared, if it holds only texts of ours. */
  isNew: boolean;
}

function seeRow(row: number, cells: CellValue[], { meant, written, moved }: Settling): SeenRow {
  const { rowBefore, targets } = moved;
  const from = rowBefore.get(row);
  const own = from === undefined ? [] : (written.inRow.get(from) ?? []);
  const isThere = ({ column, value }: Cell): boolean => isSame(cells[(targets.get(column) ?? 0) - 1] ?? "", value);
  const wasBlank = from !== undefined && isBlankRow(meant.was, from);
  // A tag of several rows identifies one of them only together with everything written beside it.
  const carried = cells.flatMap((cell) => {
    const tagged = written.taggedWith.get(cell) ?? [];
    return tagged.flatMap((tag) => {
      const beside = tag.row === row ? [] : (written.inRow.get(tag.row) ?? []);
      return tagged.length === 1 || (beside.length > 1 && beside.every(isThere)) ? beside : [];
    });
  });
  return {
    row,
    from,
    cells,
    own,
    isWhole: own.every(isThere),
    wasBlank,
    hits: [...rowsPassed(row, from).flatMap((each) => written.inRow.get(each) ?? []), ...carried],
    isNew: (from === undefined || wasBlank) && cells.every(written.isText),
  };
}

interface Place {
  column: number;
  /** `undefined` if the column was not there. */
  origin: number | undefined;
  /** What was written to the cell; `undefined` if nothing was. */
  mine: Cell | undefined;
  /** What it would hold if nothing had been written astray; `null` if that is not known. */
  before: CellValue | null;
}

function placeOf({ from, own }: SeenRow, column: number, { meant, moved }: Omit<Settling, "written">): Place {
  const origin = moved.columnBefore.get(column);
  const mine = own.find((each) => moved.targets.get(each.column) === column);
  const before = from === undefined ? null : origin === undefined ? "" : cellAt(meant.ought, from, origin);
  return { column, origin, mine, before };
}

/** A tag says that its row is done, so it needs all beside it. A row that was blank stays whole or is cleared. */
const mayStay = ({ isWhole, wasBlank }: SeenRow, { mine }: Place, { tagColumn }: Intended): boolean =>
  isWhole || (!wasBlank && mine?.column !== tagColumn);

/** True for a cell that is as it was read, or that ours has hit because a column of it went astray as a whole. */
function isToPutBack(
  { row, from }: SeenRow,
  { column, origin }: Place,
  cell: CellValue,
  { meant, written, moved }: Settling,
): boolean {
  if (from !== undefined && origin !== undefined && isSame(cell, cellAt(meant.was, from, origin))) return true;
  const stray = moved.strays.get(column);
  return stray !== undefined && [row, from].some((each) => written.has(each, stray, cell));
}

/** The right content of a cell that was neither written here nor is to be put back. */
function settleAstray(
  { row, from, cells, own, isWhole, hits, isNew }: SeenRow,
  { column, origin, before }: Place,
  cell: CellValue,
  { meant, moved, isOld }: Pick<Settling, "meant" | "moved"> & { isOld(cell: CellValue, column?: number): boolean },
): CellValue {
  const { haveColumnsMoved, targets } = moved;
  const isAt = (hit: Cell): boolean =>
    hit.column === column || hit.column === origin || targets.get(hit.column) === column;
  // Somebody may have typed what another row, or this one, gets in another column.
  const isInOrder = isWhole && own.length > 0;
  const mayBeAt = (hit: Cell): boolean =>
    haveColumnsMoved || isAt(hit) || (!isInOrder && (hit.row === row || hit.row === from));
  const isHit = hits.some(isAt);
  const isOurs = hits.some(
    (hit) => isSame(cell, hit.value) && mayBeAt(hit) && (hit.value !== "" || haveColumnsMoved || hit.column === column),
  );
  if (isNew && !isOld(cell, origin) && (before === null || !isOurs)) return "";
  if (!isOurs) return cell;
  if (before === null) return origin === meant.tagColumn ? meant.unknownTag(cells) : isHit ? "" : cell;
  // In other places the same text may be there by chance, so nothing is removed.
  return isHit || before !== "" ? before : cell;
}

/** The most inserted rows whose insertion somebody may have taken back. */
const TAKEN_BACK_ROWS = 2;

/** Rows may have been inserted above this one, and deleted again, around the write: it may have had all these numbers. */
function rowsPassed(row: number, from = row): number[] {
  if (Math.abs(row - from) > MARGIN_ROWS) return [row];
  return numbersBetween(Math.min(row, from) - TAKEN_BACK_ROWS, Math.max(row, from) + TAKEN_BACK_ROWS);
}

/** The sheet as it was meant, and as it is. */
interface Compared {
  meant: Intended;
  now: Now;
  written: Written;
}

type Aligned = Omit<Moved, "strays" | "isInPlace">;

function whatMoved(compared: Compared): Moved {
  const { meant, now } = compared;
  const columnBefore = alignColumns(meant, now);
  const rowBefore = alignRows(meant, now, columnBefore);
  const targets = targetsNow(compared, columnBefore);
  const haveColumnsMoved = !isUnmoved(meant.marks, now.marks) || ![...columnBefore].every(isSameNumber);
  const aligned = { columnBefore, rowBefore, targets, haveColumnsMoved };
  const strays = straysNow(compared, aligned);
  const isInPlace =
    !haveColumnsMoved &&
    !haveRowsMoved(compared, aligned) &&
    strays.size === 0 &&
    !meant.written.some((cell) => isMissed(cell, compared));
  return { ...aligned, strays, isInPlace };
}

const isSameNumber = ([to, from]: [number, number]): boolean => to === from;

function haveRowsMoved({ meant, now, written }: Compared, { rowBefore, targets }: Aligned): boolean {
  const isKnown = ({ row }: Cell): boolean => rowBefore.has(row) || !now.rows.has(row);
  /** False for a row that has just got the tag of another. */
  const isTagged = ([row, cells]: [number, CellValue[]]): boolean => {
    const { was, tagColumn } = meant;
    if (tagColumn === null || !was.has(row)) return true;
    const tag = cells[tagColumn - 1] ?? "";
    const tagged = written.taggedWith.get(tag);
    // Equal inputs have equal tags.
    return !tagged || tagged.some((each) => each.row === row) || cellAt(was, row, tagColumn) === tag;
  };
  /** True for a row that was blank and has texts of others: somebody has sorted them while they were written in parts. */
  const isMixed = ([row, cells]: [number, CellValue[]]): boolean =>
    isBlankRow(meant.was, row) &&
    cells.every(written.isText) &&
    (written.inRow.get(row) ?? []).some(({ column, value }) => {
      const cell = cells[(targets.get(column) ?? 0) - 1] ?? "";
      return cell !== "" && !isSame(cell, value);
    });
  return (
    ![...rowBefore].every(isSameNumber) ||
    !meant.written.every(isKnown) ||
    ![...now.rows].every(isTagged) ||
    [...now.rows].some(isMixed)
  );
}

/** The cell is as it was: Google has failed, or somebody had inserted a line just then, and has deleted it since. */
function isMissed({ row, column, value }: Cell, { meant, now }: Compared): boolean {
  const [before, cell] = [cellAt(meant.was, row, column), cellAt(now.rows, row, column)];
  // A merge may cover a cell that was blank.
  const mayBeCovered = before === "" && cellAt(meant.ought, row, column) === "";
  return !mayBeCovered && isSame(cell, before) && !isSame(cell, value);
}

/** Nothing of the write is in place: somebody had inserted a column, and has moved it away since. */
function isAllMissed({ meant, now }: Compared, { targets }: Aligned): boolean {
  const isThere = ({ row, column, value }: Cell): boolean =>
    isSame(cellAt(now.rows, row, targets.get(column) ?? 0), value);
  return meant.written.length > 1 && !meant.written.some(isThere);
}

function straysNow(compared: Compared, aligned: Aligned): Map<number, number> {
  const hadMoved = aligned.haveColumnsMoved || isAllMissed(compared, aligned);
  const strays = new Map<number, number>();
  for (const column of numbersTo(widthOf(compared.now.rows.values()))) {
    const stray = strayIn(column, compared, aligned, hadMoved);
    if (stray !== undefined) strays.set(column, stray);
  }
  return strays;
}

/** @param hadMoved true if columns have moved, or had moved when ours were written */
function strayIn(
  column: number,
  { meant, now, written }: Compared,
  { columnBefore, rowBefore, targets, haveColumnsMoved }: Aligned,
  hadMoved: boolean,
): number | undefined {
  if ([...targets.values()].includes(column)) return undefined;
  const origin = columnBefore.get(column);
  const isBlank = origin === undefined || isBlankColumn(meant.was, origin);
  const filled = [...now.rows.keys()].filter((row) => cellAt(now.rows, row, column) !== "");
  return [...targets.keys()].find((ours) => {
    const isOurs = (row: number): boolean =>
      [row, rowBefore.get(row)].some((each) => written.has(each, ours, cellAt(now.rows, row, column)));
    if (isBlank && hadMoved) return filled.length > 0 && filled.every(isOurs);
    const cells = meant.written.filter((cell) => cell.column === ours && cell.value !== "");
    const isAll = cells.length > 1 && cells.every(({ row, value }) => isSame(cellAt(now.rows, row, column), value));
    // Somebody may have copied a text that was in the row before.
    const isNew = ({ row, value }: Cell): boolean => !(meant.was.get(row) ?? []).some((cell) => isSame(cell, value));
    return isAll && (haveColumnsMoved || cells.some(isNew));
  });
}

/** A column is where its mark is, else where its content is. */
function targetsNow({ meant, now, written }: Compared, columnBefore: Map<number, number>): Moved["targets"] {
  const columnNow = new Map([...columnBefore].map(([to, from]) => [from, to]));
  /** A table may have given it a name. */
  const isOurs = (from: number, to: number): boolean => {
    const cells = [...now.rows.values()].map((row) => row[to - 1] ?? "");
    const others = cells.filter((cell) => !written.isText(cell));
    return isBlankColumn(meant.was, from) && others.length < 2 && others.every(isTableName);
  };
  const targetOf = (column: number): number | undefined => {
    const mark = meant.marks.find((each) => each.column === column)?.value;
    const marked = now.marks.find(({ value }) => value === mark)?.column;
    // A new mark may have landed on somebody's column.
    const isTold =
      mark !== undefined && (!meant.pinned.includes(mark) || (marked !== undefined && isOurs(column, marked)));
    return isTold ? marked : columnNow.get(column);
  };
  return new Map(meant.written.map(({ column }) => [column, targetOf(column)]));
}
