import { isUnmoved } from "../sheet/pinned-columns";
import type { CellValue } from "../sheet/table";
import { grouped } from "./grouped";
import {
  type Cell,
  cellAt,
  isBlankColumn,
  isBlankRow,
  isSame,
  MARGIN_ROWS,
  type Meant,
  type Now,
  type Rows,
  tagsIn,
} from "./rows";
import { alignColumns, alignRows, numbersTo, widthOf } from "./same-lines";

/** What has become of rows and columns, above all of those that were written to. */
interface Moved {
  columnBefore: Map<number, number>;
  rowBefore: Map<number, number>;
  /** By the number that was used for writing: the present place of the column. */
  targets: Map<number, number | undefined>;
  /** By the present place of somebody's column: the number of our column whose content went astray to it as a whole. */
  strays: Map<number, number>;
  haveColumnsMoved: boolean;
  /** True if nothing has moved. Then all differences come from somebody's typing, or from a merge that covers cells. */
  isInPlace: boolean;
}

interface Written {
  inRow: Map<number, Cell[]>;
  taggedWith: Map<CellValue, Cell[]>;
  has(row: number | undefined, column: number, cell: CellValue): boolean;
  isText(cell: CellValue): boolean;
}

function writtenBy(meant: Meant): Written {
  const { written } = meant;
  const inRow = grouped(written, ({ row }) => row);
  const texts = new Set(["", ...written.map(({ value }) => String(value))]);
  return {
    inRow,
    taggedWith: tagsIn(meant),
    has: (row, column, cell) =>
      row !== undefined && (inRow.get(row) ?? []).some((each) => each.column === column && isSame(cell, each.value)),
    isText: (cell) => texts.has(String(cell)),
  };
}

/**
 * Tells for each cell whether it is somebody's change or ours gone astray. This is needed after a change that did not
 * end as it was meant, because rows or columns have moved between the reading and the writing, or between the writing
 * and the look.
 * @returns the cells that would be there now if nothing of ours had gone astray
 */
export function settle(meant: Meant, now: Now): Rows {
  const written = writtenBy(meant);
  const { columnBefore, rowBefore, targets, strays, haveColumnsMoved, isInPlace } = whatMoved(meant, now, written);
  if (isInPlace) return now.rows;
  const { tagColumn } = meant;
  const stoodIn = (column: number | undefined, cell: CellValue): boolean =>
    column !== undefined && [...meant.was.values()].some((cells) => isSame(cells[column - 1] ?? "", cell));
  const ought: Rows = new Map();
  for (const [row, cells] of now.rows) {
    const from = rowBefore.get(row);
    const own = from === undefined ? [] : (written.inRow.get(from) ?? []);
    const isThere = ({ column, value }: Cell): boolean => isSame(cells[(targets.get(column) ?? 0) - 1] ?? "", value);
    const isWhole = own.every(isThere);
    const wasBlank = from !== undefined && isBlankRow(meant.was, from);
    // If several rows have the same tag, it identifies one of them only together with everything that was written
    // beside it.
    const carried = cells.flatMap((cell) => {
      const tagged = written.taggedWith.get(cell) ?? [];
      return tagged.flatMap((tag) => {
        const beside = tag.row === row ? [] : (written.inRow.get(tag.row) ?? []);
        return tagged.length === 1 || (beside.length > 1 && beside.every(isThere)) ? beside : [];
      });
    });
    const hits = [...rowsPassed(row, from).flatMap((each) => written.inRow.get(each) ?? []), ...carried];
    // True for a row that was blank or has newly appeared, if it holds only texts of ours.
    const isNew = (from === undefined || wasBlank) && cells.every(written.isText);
    const right = cells.map((cell, i): CellValue => {
      const column = i + 1;
      const mine = own.find((each) => targets.get(each.column) === column);
      // A tag says that its row is done, so it is right only if everything beside it is there. A row that was blank is
      // new: it stays as a whole, or is cleared and written again elsewhere.
      const isMine = mine !== undefined && isSame(cell, mine.value);
      if (isMine && isWhole) return cell;
      if (isMine && wasBlank) return "";
      if (isMine && mine.column !== tagColumn) return cell;
      const origin = columnBefore.get(column);
      const old = from === undefined || origin === undefined ? null : cellAt(meant.was, from, origin);
      const before = origin === undefined ? "" : from === undefined ? null : cellAt(meant.ought, from, origin);
      if (isMine || (old !== null && isSame(cell, old))) return before ?? "";
      const stray = strays.get(column);
      if (stray !== undefined && [row, from].some((each) => written.has(each, stray, cell))) return before ?? "";
      const isHit = hits.some(
        (hit) => hit.column === column || hit.column === origin || targets.get(hit.column) === column,
      );
      const isOurs = hits.some(
        (hit) => isSame(cell, hit.value) && (hit.value !== "" || haveColumnsMoved || hit.column === column),
      );
      const isAstray = isNew && !stoodIn(origin, cell);
      if (isAstray && (before === null || !isOurs)) return "";
      if (!isOurs) return cell;
      if (before === null) return origin === tagColumn ? meant.unknownTag(cells) : isHit ? "" : cell;
      // In other places the same text may be there by chance, so nothing is removed.
      return isHit || before !== "" ? before : cell;
    });
    ought.set(row, right);
  }
  return ought;
}

/**
 * The numbers that a row has had between the reading and the look, one of them when it was written to: rows may have been
 * inserted above it before the write, and again after it.
 */
function rowsPassed(row: number, from = row): number[] {
  if (Math.abs(row - from) > MARGIN_ROWS) return [row];
  const first = Math.min(row, from);
  return Array.from({ length: Math.abs(row - from) + 1 }, (_, i) => first + i);
}

function whatMoved(meant: Meant, now: Now, written: Written): Moved {
  const columnBefore = alignColumns(meant, now);
  const rowBefore = alignRows(meant, now, columnBefore);
  const isSameNumber = ([to, from]: [number, number]): boolean => to === from;
  const haveColumnsMoved = !isUnmoved(meant.marks, now.marks) || ![...columnBefore].every(isSameNumber);
  const targets = targetsNow(meant, now, columnBefore, written);
  const strays = new Map<number, number>();
  for (const column of numbersTo(widthOf(now.rows))) {
    const stray = strayIn(column);
    if (stray !== undefined) strays.set(column, stray);
  }
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
  const haveRowsMoved =
    ![...rowBefore].every(isSameNumber) || !meant.written.every(isKnown) || ![...now.rows].every(isTagged);
  const isInPlace = !haveColumnsMoved && !haveRowsMoved && strays.size === 0;
  return { columnBefore, rowBefore, targets, strays, haveColumnsMoved, isInPlace };

  function strayIn(column: number): number | undefined {
    if ([...targets.values()].includes(column)) return undefined;
    const origin = columnBefore.get(column);
    const isBlank = origin === undefined || isBlankColumn(meant.was, origin);
    const filled = [...now.rows.keys()].filter((row) => cellAt(now.rows, row, column) !== "");
    return [...targets.keys()].find((ours) => {
      const isOurs = (row: number): boolean =>
        [row, rowBefore.get(row)].some((each) => written.has(each, ours, cellAt(now.rows, row, column)));
      if (isBlank && haveColumnsMoved) return filled.length > 0 && filled.every(isOurs);
      const cells = meant.written.filter((cell) => cell.column === ours && cell.value !== "");
      const isAll = cells.length > 1 && cells.every(({ row, value }) => isSame(cellAt(now.rows, row, column), value));
      // Somebody may have copied a text that was in the row before.
      const isNew = ({ row, value }: Cell): boolean => !(meant.was.get(row) ?? []).some((cell) => isSame(cell, value));
      return isAll && (haveColumnsMoved || cells.some(isNew));
    });
  }
}

/** The present place of each column that was written to: where its mark is, else where its content is. */
function targetsNow(
  meant: Meant,
  now: Now,
  columnBefore: Map<number, number>,
  { isText }: Written,
): Map<number, number | undefined> {
  const columnNow = new Map([...columnBefore].map(([to, from]) => [from, to]));
  const isOurs = (from: number, to: number): boolean =>
    isBlankColumn(meant.was, from) && [...now.rows.values()].every((cells) => isText(cells[to - 1] ?? ""));
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
