import { wordsOf } from "../result";
import { columnOf, type FieldColumn, fieldOfMark } from "../sheet/pinned-columns";
import type { CellValue, ColumnMark, HeaderStyle, Table } from "../sheet/table";
import type { SheetWorld } from "../world";
import { isHeaderOf, type RefusedColumns, showColumns, styleHeaders, unnameColumns } from "./show-columns";
import { MOST_ATTEMPTS, PAUSE_MS } from "./steady";
import { takeOutColumns } from "./take-out-columns";

/** A column of ours: what is pinned to it by developer metadata, and its name. */
export interface OwnColumn {
  mark: string;
  header: string;
  isHidden?: boolean;
  /** Of a new one: the field as a note of its header, and a width that fits. */
  style?: Omit<HeaderStyle, "column">;
}

/** The columns that a list has to have. */
export interface ColumnsWish {
  /** Begins all marks of this list. */
  group: string;
  /** From left to right. */
  columns: OwnColumn[];
  /**
   * The place for missing ones: inserted right of the column with this mark and of the list's own that touch it;
   * or, at the end, under their names where the sheet has such columns, and else right of everything.
   */
  place: { after: string } | "end";
  /** The row of the names; 0 if there is none. */
  headerRow: number;
  /** Keeps which marks were made, before the sheet itself forgets it. */
  remember(made: string[]): void;
}

/** The outcome of making columns. */
export type OwnColumns =
  /** `made` are the marks of the columns that were not there before this start. */
  | { isThere: true; marks: ColumnMark[]; made: string[] }
  /**
   * Nothing is left of the attempt. `moving`: somebody moves columns all the time. `gone`: the column to insert after
   * is deleted. `refused`: Google says no to these columns, with its words, which are shown and never parsed.
   */
  | { isThere: false; why: "moving" | "gone" | "refused"; words: string; columns: string[] };

/** A refusal that comes again after a pause is not one of Google's passing failures. */
const REFUSALS = 2;

/**
 * Makes the columns that are missing and names, clears and hides them. However often this is interrupted and repeated,
 * they are inserted once. Every position that is written to is looked up just before; what was written over a column that
 * has moved meanwhile is put back.
 */
export function makeOwnColumns(world: Pick<SheetWorld, "clock">, table: Table, wish: ColumnsWish): OwnColumns {
  const pause = (): void => world.clock.sleep(PAUSE_MS);
  const placing: Placing = { hasInserted: false, namesBefore: null, pinned: new Set(), intention: null };
  let failure: RefusedColumns = { words: "", columns: [] };
  let refusals = 0;
  let known: ColumnMark[] | null = null;
  for (let round = 1; round <= MOST_ATTEMPTS; round++) {
    try {
      if (!known && round > 1) table.flush();
      const marks: ColumnMark[] = known ?? table.marks();
      known = null;
      failure = { words: "", columns: [] };
      const isMissing = ({ mark }: OwnColumn): boolean => columnOf(marks, mark) === null;
      if (wish.columns.some(isMissing)) {
        known = pinMissing(table, marks, wish, placing);
        if (known) continue;
        return takenOut(table, wish, placing, { why: "gone", ...failure });
      }
      const intention = intentionIn(marks, wish.group) ?? placing.intention;
      const made = intention?.made ?? [];
      const shown = showColumns(table, marks, wish, made);
      if (shown === "moved") continue;
      if (shown !== "shown") {
        failure = shown;
        if (++refusals >= REFUSALS) break;
        pause();
        continue;
      }
      // Before they are remembered: if this execution dies between, the next one styles them.
      styleHeaders(world, table, wish, made);
      wish.remember(made);
      if (intention) table.unpin([intention.value]);
      return { isThere: true, marks: marks.filter(({ value }) => value !== intention?.value), made };
    } catch (thrown) {
      failure = { words: wordsOf(thrown), columns: [] };
      pause();
    }
  }
  return takenOut(table, wish, placing, { why: failure.words ? "refused" : "moving", ...failure });
}

/** Takes out what a failed attempt has made, and passes its failure on. */
function takenOut(
  table: Table,
  { group, place, headerRow }: ColumnsWish,
  { pinned, intention: planned }: Placing,
  failure: Omit<Extract<OwnColumns, { isThere: false }>, "isThere">,
): OwnColumns {
  try {
    table.flush();
    const intention = intentionIn(table.marks(), group) ?? planned;
    const made = intention?.made ?? [];
    // Else the next attempt would take their names for somebody's own.
    if (place === "end") unnameColumns(table, headerRow, made);
    else takeOutColumns(table, made);
    table.unpin([...pinned, ...made, ...(intention ? [intention.value] : [])]);
    table.flush();
  } catch {
    // The start has failed already, and says why. What could not be taken out is used by the next one.
  }
  return { isThere: false, ...failure };
}

/** The memory of an attempt to make columns, from round to round. */
interface Placing {
  hasInserted: boolean;
  /** The names in the first row before anything was inserted: a table names what is inserted. */
  namesBefore: Set<string> | null;
  /** Marks that were pinned. */
  pinned: Set<string>;
  /** The intention that was pinned, also when somebody deletes the column that it is pinned to. */
  intention: Intention | null;
}

/** Pinned before the first column is inserted: an attempt that begins anew knows what is left of the one before. */
interface Intention {
  value: string;
  /** The number of columns that the sheet had. */
  gridColumns: number;
  /** The marks of those that were missing. */
  made: string[];
}

const isIntention = (mark: string): boolean => /^\w+>/.test(mark);

/** Reads the intention of an attempt that has not ended; `null` when there is none. */
function intentionIn(marks: ColumnMark[], group: string): Intention | null {
  const value = marks.find((mark) => mark.value.startsWith(`${group}>`))?.value;
  if (value === undefined) return null;
  return { value, ...(JSON.parse(value.slice(group.length + 1)) as Omit<Intention, "value">) };
}

function intentionOf(group: string, gridColumns: number, missing: OwnColumn[]): Intention {
  const made = missing.map(({ mark }) => mark);
  return { value: `${group}>${JSON.stringify({ gridColumns, made })}`, gridColumns, made };
}

/** Nobody inserts more columns between two calls. */
const INSERTED_MEANWHILE = 8;

/** The place where a column is to be pinned. */
interface Spot extends OwnColumn {
  column: number;
  /** A column of the sheet that has this name already. */
  isNamed: boolean;
}

/** Finds the wished columns that a sheet has already, by their marks or their headers. */
export function matchColumns(
  header: CellValue[],
  known: FieldColumn[],
  wished: string[],
): { field: string; column: number | null }[] {
  const taken = new Set(known.map(({ column }) => column));
  return wished.map((field) => {
    const pinned = known.find((each) => each.field === field)?.column;
    if (pinned !== undefined) return { field, column: pinned };
    const index = header.findIndex((cell, i) => cell !== "" && isHeaderOf(cell, field) && !taken.has(i + 1));
    if (index < 0) return { field, column: null };
    taken.add(index + 1);
    return { field, column: index + 1 };
  });
}

/** The field of a column: in a list that grows at its end the mark ends with it, beside inputs it is the header. */
const fieldOf = ({ mark, header }: OwnColumn): string => (mark.includes("~") ? fieldOfMark(mark) : header);

/**
 * Pins the columns that are missing, inserting what has to be inserted, and takes off marks that have landed on other
 * columns because somebody moved them meanwhile.
 * @returns the marks as they are then; `null` when the column to insert after is gone
 */
function pinMissing(table: Table, marks: ColumnMark[], wish: ColumnsWish, placing: Placing): ColumnMark[] | null {
  const missing = wish.columns.filter(({ mark }) => columnOf(marks, mark) === null);
  const spots =
    wish.place === "end" ? spotsAtEnd(table, marks, wish, missing) : spotsAfter(table, marks, wish, missing, placing);
  if (!spots) return null;
  // At the end the hidden column comes first: an attempt that begins anew knows the list by it.
  for (const { mark, column } of wish.place === "end" ? spots.reverse() : spots) {
    placing.pinned.add(mark);
    table.pin(column, mark);
  }
  table.flush();
  const pinned = table.marks();
  const wrong = misplaced(table, pinned, spots, placing, wish.headerRow);
  if (wrong.length > 0) table.unpin(wrong);
  return pinned.filter(({ value }) => !wrong.includes(value));
}

/** The places of columns that are inserted, right of the wished one and of those of the list that touch it. */
function spotsAfter(
  table: Table,
  marks: ColumnMark[],
  { group, place, columns }: ColumnsWish,
  missing: OwnColumn[],
  placing: Placing,
): Spot[] | null {
  const anchor = place === "end" ? null : columnOf(marks, place.after);
  if (anchor === null) return null;
  const left = intentionIn(marks, group) ?? placing.intention;
  const intention = left ?? intentionOf(group, table.gridColumns(), missing);
  placing.intention = intention;
  if (!left) table.pin(anchor, intention.value);
  else placing.hasInserted ||= table.gridColumns() > left.gridColumns;
  const begun = intention.made.flatMap((mark) => columnOf(marks, mark) ?? []);
  const isOwn = (column: number): boolean =>
    marks.some(
      (mark) =>
        mark.column === column &&
        (mark.value.startsWith(`${group}=`) || columns.some(({ mark: own }) => own === mark.value)),
    );
  let after = begun.length > 0 ? Math.max(...begun) : anchor;
  while (isOwn(after + 1)) after++;
  const inserted = placing.hasInserted ? freshColumnsAfter(table, marks, after, missing.length, placing) : 0;
  if (inserted < missing.length) {
    placing.namesBefore ??= new Set(readRow(table, 1).map(String));
    table.insertColumnsAfter(after + inserted, missing.length - inserted);
    placing.hasInserted = true;
  }
  return missing.map((each, i) => ({ ...each, column: after + 1 + i, isNamed: false }));
}

/** The places of columns at the end: where the sheet has one of the same name, else right of everything. */
function spotsAtEnd(
  table: Table,
  marks: ColumnMark[],
  { group, headerRow }: ColumnsWish,
  missing: OwnColumn[],
): Spot[] {
  const header = readRow(table, headerRow);
  const pinned = marks.filter(({ value }) => !isIntention(value));
  const known = pinned.filter(({ value }) => value.startsWith(group)).map(({ column }) => ({ field: "", column }));
  const matched = matchColumns(header, known, missing.map(fieldOf));
  const places = matched.map(({ column }) => column);
  let last = header.length;
  for (const i of leftToRight(missing, places, last > 0)) {
    do last++;
    while (pinned.some(({ column }) => column === last));
    places[i] = last;
  }
  const spots = missing.map(
    (each, i): Spot => ({ ...each, column: places[i] ?? 0, isNamed: matched[i]?.column !== null }),
  );
  const gridColumns = table.gridColumns();
  if (last > gridColumns) table.insertColumnsAfter(gridColumns, last - gridColumns);
  const added = spots.filter(({ isNamed }) => !isNamed);
  if (added[0] && !intentionIn(marks, group)) table.pin(added[0].column, intentionOf(group, gridColumns, added).value);
  return spots;
}

/** In a new sheet people paste rows of their own from the left, where two columns tell one row from another. */
const LEFT_OF_HIDDEN = 2;

/**
 * The columns that have no place yet, from left to right. The hidden one stands between others, so that whoever selects a
 * list to sort it takes it along: right of the columns that the sheet has already, or inside of new ones.
 */
function leftToRight(columns: OwnColumn[], places: (number | null)[], isFilled: boolean): number[] {
  const visible = [...columns.keys()].filter((i) => places[i] === null && !columns[i]?.isHidden);
  const hidden = [...columns.keys()].filter((i) => places[i] === null && columns[i]?.isHidden);
  const at = isFilled ? 0 : Math.min(LEFT_OF_HIDDEN, Math.max(1, visible.length - 1));
  visible.splice(at, 0, ...hidden);
  return visible;
}

/** The marks that have landed on other columns than those they were meant for. */
function misplaced(table: Table, marks: ColumnMark[], spots: Spot[], placing: Placing, headerRow: number): string[] {
  const found = spots.map(({ mark }) => columnOf(marks, mark) ?? 0);
  // One that was deleted meanwhile has no place.
  const first = Math.min(...found.filter((column) => column > 0));
  const cells = readColumns(table, first, Math.max(...found));
  return spots.flatMap((spot, i) => {
    const { mark, isNamed } = spot;
    const column = found[i] ?? 0;
    const isAlone = marks.every((other) => other.column !== column || other.value === mark || isIntention(other.value));
    const content = cells.map((row) => row[column - first] ?? "");
    const isAsMeant = isNamed ? isHeaderOf(content[headerRow - 1] ?? "", fieldOf(spot)) : isFresh(content, placing);
    return column > 0 && isAlone && isAsMeant ? [] : [mark];
  });
}

/** Counts the columns directly right of another one that were just inserted. */
function freshColumnsAfter(table: Table, marks: ColumnMark[], after: number, most: number, placing: Placing): number {
  const cells = readColumns(table, after + 1, Math.min(after + most, table.gridColumns()));
  const isTaken = (column: number): boolean => marks.some((mark) => mark.column === column);
  let fresh = 0;
  while (
    fresh < most &&
    !isTaken(after + 1 + fresh) &&
    isFresh(
      cells.map((row) => row[fresh] ?? ""),
      placing,
    )
  )
    fresh++;
  return fresh;
}

/** True for a name that a table gives to an inserted column, in its header: `Column 1`, `Spalte 1`. */
const isTableName = (cell: CellValue): boolean => /\D \d+$/.test(String(cell));

/** True for a column that was just inserted: it holds at most the name that a table gave it, wherever its header is. */
function isFresh(cells: CellValue[], { namesBefore }: Placing): boolean {
  const [name, ...others] = cells.filter((cell) => cell !== "");
  if (name === undefined) return true;
  const isNew = namesBefore && cells[0] === name ? !namesBefore.has(String(name)) : isTableName(name);
  return isNew && others.length === 0;
}

function readColumns(table: Table, from: number, to: number): CellValue[][] {
  const rows = table.lastRow();
  const columns = Math.min(to, table.gridColumns()) - from + 1;
  return rows > 0 && from > 0 && columns > 0 ? table.read({ row: 1, column: from, rows, columns }) : [];
}

/** A row, as far as the sheet has content. */
function readRow(table: Table, row: number): CellValue[] {
  const width = table.lastColumn();
  // Somebody may insert columns before it is read.
  const columns = Math.min(table.gridColumns(), width + INSERTED_MEANWHILE);
  const cells = width > 0 ? (table.read({ row, column: 1, rows: 1, columns })[0] ?? []) : [];
  const named = cells.reduce<number>((last, cell, i) => (cell === "" ? last : i + 1), 0);
  return cells.slice(0, Math.max(width, named));
}
