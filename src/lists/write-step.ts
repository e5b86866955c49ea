import { wordsOf } from "../result";
import { harmless, typedCell } from "../sheet/cell-text";
import { isUnmoved } from "../sheet/pinned-columns";
import {
  type Block,
  type CellAt,
  type CellValue,
  type ColumnMark,
  numbersBetween,
  spansOf,
  type Table,
  unlessGoogleFails,
} from "../sheet/table";
import { type Cell, columnNumber, grouped, rowNumber } from "./rows";

interface RowValues {
  row: number;
  values: CellValue[];
}

/** Neither rows nor columns need to touch each other. */
export interface RowsToWrite {
  columns: number[];
  rows: RowValues[];
  /** The column whose cells say that their rows are complete. */
  seal?: Seal;
  /** Only in these columns the text of a date becomes a date. */
  dateColumns?: number[];
}

/** Seals are written with the rest, or last if Google refuses some of it. */
export interface Seal {
  column: number;
  /** @param refused the columns of this row whose cells have refused */
  cell(row: number, refused: number[]): CellValue;
  /** What the cell held when the sheet was read. */
  before(row: number): CellValue;
}

/** The cell was tried alone twice, while other cells could be written. */
interface RefusedCell extends CellAt {
  /** Google's words in the user's language. They are shown and never parsed. */
  words: string;
  isNoted: boolean;
}

export interface WrittenBlock {
  refused: RefusedCell[];
  /** Google fails, everything is protected, or too many cells refuse. The next try looks their places up anew. */
  unwritten: CellAt[];
  /** Google's last words; `""` if everything was written. */
  words: string;
}

/** The rows of which something was not written. */
export const rowsLeft = (written: WrittenBlock | null): number[] =>
  [...(written?.unwritten ?? []), ...(written?.refused ?? [])].map(rowNumber);

interface Circumstances {
  /** Where columns are as long as nobody moves them. */
  marks: ColumnMark[];
  nowMs(): number;
  /** Renews a lease that is about to run out. @throws when somebody else may change the sheet by now */
  renewLease?(): void;
}

export interface ToWrite {
  /** Blocks in the numbers that hold after the calls of the same step. */
  write: RowsToWrite[];
  keep?: NotesToKeep;
  /** Called when Google has refused a block, before it is written cell by cell. */
  onRefused?(): void;
  /** True if these cells hold something of ours, which may be written again to see if Google writes. */
  isRepair?: boolean;
}

/** Texts that somebody has put where something is going to be written. */
interface NotesToKeep {
  lines: { row: number; text: string }[];
  /** The cells of these columns may take the notes. The best column comes first. */
  columns: number[];
}

export interface WrittenStep extends WrittenBlock {
  cells: Cell[];
  unsent: Cell[];
}

/** A row is left out if its note could not be kept. */
export function writeStep(
  table: Table,
  { write, keep, onRefused, isRepair }: ToWrite,
  circumstances: Circumstances,
): WrittenStep {
  const unkept = keep ? keepNotes(table, keep) : { cells: [], words: "" };
  const all: WrittenStep = { refused: [], unwritten: unkept.cells, words: unkept.words, cells: [], unsent: [] };
  for (const block of write) {
    const rows = block.rows.filter(({ row }) => !unkept.cells.some((cell) => cell.row === row));
    const written = writeBlock(table, { ...block, rows }, circumstances, onRefused, isRepair);
    for (const cell of cellsOf({ ...block, rows }, written.refused))
      all[includesCell(written.unwritten, cell) ? "unsent" : "cells"].push(cell);
    const { seal } = block;
    // To learn whether a row is protected, its seal was written as it was, perhaps where somebody has moved columns.
    if (seal)
      for (const { row, column } of written.unwritten)
        if (column === seal.column) all.unsent.push({ row, column, value: seal.before(row) });
    all.refused.push(...written.refused);
    all.unwritten.push(...written.unwritten);
    all.words ||= written.words;
  }
  return all;
}

/** @returns the cells whose notes could not be kept */
function keepNotes(table: Table, { lines, columns }: NotesToKeep): { cells: CellAt[]; words: string } {
  let words = "";
  for (const column of columns) {
    try {
      table.addToNotes(column, lines);
      table.flush();
      return { cells: [], words: "" };
    } catch (thrown) {
      words = wordsOf(thrown);
    }
  }
  return { cells: lines.map(({ row }) => ({ row, column: columns[0] ?? 0 })), words };
}

/** Rows with equal columns become one block. A row may have no cells but its seal. */
export const rowsByColumns = (
  rows: Iterable<readonly [row: number, cells: Pick<Cell, "column" | "value">[]]>,
  seal?: Seal,
): RowsToWrite[] =>
  [...grouped(rows, ([, cells]) => cells.map(columnNumber).join()).values()].map((same) => ({
    columns: (same[0]?.[1] ?? []).map(columnNumber),
    rows: same.map(([row, cells]) => ({ row, values: cells.map(({ value }) => value) })),
    ...(seal && { seal }),
  }));

export const blocksOf = (cells: Cell[]): RowsToWrite[] => rowsByColumns(grouped(cells, rowNumber));

export const emptying = (cells: CellAt[]): RowsToWrite[] =>
  blocksOf(cells.map(({ row, column }) => ({ row, column, value: "" })));

const includesCell = (cells: CellAt[], { row, column }: CellAt): boolean =>
  cells.some((cell) => cell.row === row && cell.column === column);

const cellsOf = ({ columns, rows, seal }: RowsToWrite, refused: CellAt[]): Cell[] =>
  rows
    .flatMap(({ row, values }): Cell[] => [
      ...columns.map((column, i) => ({ row, column, value: values[i] ?? "" })),
      ...(seal ? [{ row, column: seal.column, value: seal.cell(row, refusedIn(refused, row)) }] : []),
    ])
    .filter((cell) => !includesCell(refused, cell));

const refusedIn = (refused: CellAt[], row: number): number[] =>
  refused.filter((cell) => cell.row === row).map(columnNumber);

/** A try takes some 300 ms. With more, people move cells, or Google ends the execution with rows written in part. */
const MAX_TRIES = 100;
const LONGEST_TRIES_MS = 60_000;

/** If this many tries fail and none succeeds, either Google fails or everything is protected. */
const VAIN_TRIES = 15;
const MARK_TRIES = 4;

/** No cell has been seen to fail this often by chance while others before and after it were written. */
const CONFIRMATIONS = 2;

/** Begins the line in the note of a cell that has refused its value. */
export const NOTE_OF_REFUSED = "Sheetscout's result, which the rule of this cell does not accept: ";

/**
 * Writes a block in two calls if nothing is refused. Google does not say which cell it refuses, nor in words for a
 * script whether it only failed, so a refused block is tried piece by piece. A refused value goes into the cell's note.
 * The cell's rule is never removed.
 */
export function writeBlock(
  table: Table,
  block: RowsToWrite,
  circumstances: Circumstances,
  onRefused?: () => void,
  isRepair = false,
): WrittenBlock {
  const tries = createTries(table, circumstances);
  const rows = harmlessRows(block);
  const parts = partsOf(block);
  if (rows.length === 0 || tries.attempt(parts.withSeals(rows))) return { refused: [], unwritten: [], words: "" };
  onRefused?.();
  const note: Noting = (refused) => leaveNotes(table, refused, circumstances.marks);
  return writeRefused(tries, parts, rows, note, isRepair);
}

function harmlessRows({ columns, rows, dateColumns = [] }: RowsToWrite): RowValues[] {
  const toCells = columns.map((column) => (dateColumns.includes(column) ? typedCell : harmless));
  return rows.map(({ row, values }) => ({ row, values: values.map((value, i) => (toCells[i] ?? harmless)(value)) }));
}

type Parts = ReturnType<typeof partsOf>;

function partsOf({ columns, seal }: RowsToWrite) {
  const all = seal ? [...columns, seal.column] : columns;
  const partOf = (of: number[], rows: RowValues[], valuesOf: (each: RowValues) => CellValue[]): Piece[] => {
    const values = rows.map((each) => ({ ...each, values: valuesOf(each) }));
    return piecesOf(of, values);
  };
  const sealsOf = (rows: RowValues[], cellOf: (row: number, of: Seal) => CellValue): Piece[] =>
    seal ? partOf([seal.column], rows, ({ row }) => [harmless(cellOf(row, seal))]) : [];
  return {
    columns,
    all,
    seal,
    ofColumn: (column: number, rows: RowValues[]): Piece[] =>
      partOf([column], rows, ({ values }) => [values[columns.indexOf(column)] ?? ""]),
    withSeals: (rows: RowValues[]): Piece[] =>
      partOf(all, rows, ({ row, values }) => (seal ? [...values, harmless(seal.cell(row, []))] : values)),
    seals: (rows: RowValues[], refused: CellAt[]): Piece[] =>
      sealsOf(rows, (row, { cell }) => cell(row, refusedIn(refused, row))),
    /** Only a protected row refuses what its seal holds already. */
    sealsAsTheyAre: (rows: RowValues[]): Piece[] => sealsOf(rows, (row, { before }) => before(row)),
  };
}

type Noting = (refused: FailedCell[]) => RefusedCell[];

function writeRefused(tries: Tries, parts: Parts, rows: RowValues[], note: Noting, isRepair: boolean): WrittenBlock {
  const { columns, all, seal, ofColumn, sealsAsTheyAre } = parts;
  // Several rows are tried, because some may be protected.
  const samples = [0, 1, rows.length - 1].flatMap((i) => rows[i]?.row ?? []);
  const ours = seal?.column ?? (isRepair ? columns[0] : undefined);
  const prove = (): boolean =>
    ours === undefined ? tries.proveWith(null) : samples.some((row) => tries.proveWith({ row, column: ours }));
  // Without a seal, the first column tells whose row it is, should the execution die before the next one.
  const triesOf = (column: number): number => (seal || isRepair || column !== columns[0] ? 1 : MARK_TRIES);
  const refuses = (column: number): boolean => !tries.attempt(ofColumn(column, rows));
  const refusing = columns.filter((column) => numbersBetween(1, triesOf(column)).every(() => refuses(column)));
  const takesSeals = (part: RowValues[]): boolean => tries.attempt(sealsAsTheyAre(part));
  // A rule refuses values of its own column. If the seals refuse what they hold as well, rows are protected.
  const isByRow =
    refusing.length === columns.length && rows.length > 1 && !(seal && [rows.slice(0, 1), rows].every(takesSeals));
  const { remaining, locked } = isByRow ? writeByRow(tries, rows, parts, prove) : { remaining: rows, locked: [] };
  const singly = refusing.flatMap((column) => ofColumn(column, remaining));
  const { refused, unwritten } = writePieces(tries, singly, prove, isByRow);
  unwritten.push(...locked.flatMap(({ row }) => all.map((column) => ({ row, column }))));
  const noted = note(refused);
  const open = new Set(unwritten.map(rowNumber));
  const complete = remaining.filter(({ row }) => !open.has(row));
  const seals = writePieces(tries, parts.seals(complete, refused), prove);
  // A row without its seal is not done, whatever the reason.
  return { refused: noted, unwritten: [...unwritten, ...seals.refused, ...seals.unwritten], words: tries.words };
}

/** Writes rows in ever smaller parts with their seals, so that what is written is also done. */
function writeByRow(
  tries: Tries,
  rows: RowValues[],
  { seal, withSeals, sealsAsTheyAre }: Parts,
  prove: () => boolean,
): { remaining: RowValues[]; locked: RowValues[] } {
  const inHalves = (part: RowValues[]): RowValues[][] => {
    const half = Math.ceil(part.length / 2);
    return [part.slice(0, half), part.slice(half)];
  };
  // Large parts come first: if the tries do not suffice, as few rows as possible are left.
  const parts = inHalves(rows);
  const remaining: RowValues[] = [];
  const locked: RowValues[] = [];
  let isOver = false;
  for (const part of parts) {
    if (tries.areVain()) isOver ||= !prove();
    isOver ||= tries.areOver();
    if (isOver) remaining.push(...part);
    else if (part.length === 1 && seal && !tries.attempt(sealsAsTheyAre(part))) locked.push(...part);
    else if (tries.attempt(withSeals(part))) continue;
    else if (part.length > 1) parts.push(...inHalves(part));
    else remaining.push(...part);
  }
  return { remaining, locked };
}

interface FailedCell extends CellAt {
  value: CellValue;
  words: string;
  failedAt: number;
}

/** @param isBounded true if there may be too many pieces to try each one */
function writePieces(
  tries: Tries,
  pieces: Piece[],
  prove: () => boolean,
  isBounded = false,
): { refused: FailedCell[]; unwritten: CellAt[] } {
  const stack = [...pieces].reverse();
  let failed: FailedCell[] = [];
  const unwritten: CellAt[] = [];
  let isHopeless = false;
  while (stack.length > 0) {
    const piece = stack.pop() as Piece;
    if (tries.areVain()) isHopeless ||= !prove();
    const isTooMuch = tries.areOver() && (isBounded || !pieces.includes(piece));
    if (isHopeless || isTooMuch) unwritten.push(...placesOf(piece));
    else if (tries.attempt([piece])) continue;
    else if (piece.values.length > 1) stack.push(...halvesOf(piece).reverse());
    else {
      const [value = ""] = piece.values[0] ?? [];
      failed.push({ row: piece.row, column: piece.column, value, words: tries.words, failedAt: tries.count });
    }
  }
  // A few cells are tried so quickly that Google may still be failing.
  while (failed.length > 0 && tries.acceptedAt === 0 && !tries.areVain()) failed = refusedOf(tries, failed);
  const { refused, failing } = confirm(tries, failed, prove);
  return { refused, unwritten: [...unwritten, ...failing] };
}

const refusedOf = (tries: Tries, cells: FailedCell[]): FailedCell[] =>
  cells.filter(({ row, column, value }) => !tries.attempt([{ row, column, values: [[value]] }]));

/** Tries cells again before and after other writes, so that failures of Google are not taken for refusals. */
function confirm(
  tries: Tries,
  failed: FailedCell[],
  prove: () => boolean,
): { refused: FailedCell[]; failing: FailedCell[] } {
  const last = failed[failed.length - 1];
  if (!last) return { refused: [], failing: [] };
  if (tries.acceptedAt < last.failedAt && !prove()) return { refused: [], failing: failed };
  let refused = failed;
  for (let round = 0; round < CONFIRMATIONS; round++) {
    refused = refusedOf(tries, refused);
    if (refused.length > 0 && !prove()) return { refused: [], failing: refused };
  }
  return { refused, failing: [] };
}

/** Trying cell by cell takes long enough for others to move columns. What has refused is then perhaps somebody's. */
function leaveNotes(table: Table, refused: FailedCell[], marks: ColumnMark[]): RefusedCell[] {
  let isInPlace = refused.length > 0;
  const ofColumns = (all: ColumnMark[]): ColumnMark[] =>
    all.filter(({ column }) => refused.some((cell) => cell.column === column));
  const note = (cells: FailedCell[]): boolean =>
    isInPlace &&
    unlessGoogleFails(() => {
      isInPlace = isUnmoved(ofColumns(table.marksNow()), ofColumns(marks));
      for (const ofColumn of isInPlace ? grouped(cells, columnNumber).values() : []) addToNotes(table, ofColumn);
      table.flush();
      return isInPlace;
    }) === true;
  const areNoted = note(refused);
  return refused.map((cell) => {
    const { row, column, words } = cell;
    return { row, column, words, isNoted: areNoted || note([cell]) };
  });
}

const shownOf = (value: CellValue): string =>
  typeof value === "boolean" ? String(value).toUpperCase() : String(value);

function addToNotes(table: Table, cells: FailedCell[]): void {
  const lineOf = (value: CellValue): string => NOTE_OF_REFUSED + shownOf(value).replace(/^'/, "").replace(/\n+/g, " ");
  const lines = cells.map(({ row, value }) => ({ row, text: lineOf(value) }));
  table.addToNotes(cells[0]?.column ?? 0, lines, NOTE_OF_REFUSED);
}

function piecesOf(columns: number[], rows: RowValues[]): Piece[] {
  const byRow = new Map(rows.map(({ row, values }) => [row, values]));
  return spansOf(byRow.keys()).flatMap(({ from, to }) =>
    spansOf(columns).map((span) => ({
      row: from,
      column: span.from,
      values: numbersBetween(from, to).map((row) =>
        numbersBetween(span.from, span.to).map((column) => byRow.get(row)?.[columns.indexOf(column)] ?? ""),
      ),
    })),
  );
}

const placesOf = ({ row, column, values }: Piece): CellAt[] => values.map((_, r) => ({ row: row + r, column }));

function halvesOf({ row, column, values }: Piece): Piece[] {
  const half = Math.ceil(values.length / 2);
  return [
    { row, column, values: values.slice(0, half) },
    { row: row + half, column, values: values.slice(half) },
  ];
}

interface Piece extends CellAt {
  values: CellValue[][];
}

const areaOf = ({ row, column, values }: Piece): Block => ({
  ...{ row, column },
  rows: values.length,
  columns: values[0]?.length ?? 0,
});

function createTries(table: Table, { nowMs, renewLease }: Circumstances) {
  const startedMs = nowMs();
  let known: Piece | null = null;

  /** The same value in scattered cells takes one call. */
  function send(pieces: Piece[]): void {
    const value = pieces[0]?.values[0]?.[0] ?? "";
    const isSame = pieces.every(({ values }) => values.every((cells) => cells.every((cell) => cell === value)));
    if (pieces.length > 1 && isSame) table.writeEverywhere(pieces.map(areaOf), value);
    else for (const piece of pieces) table.write(areaOf(piece), piece.values);
  }

  const tries = {
    count: 0,
    /** The number of the last try that was accepted; 0 for none. */
    acceptedAt: 0,
    words: "",
    areOver: (): boolean => tries.count >= MAX_TRIES || nowMs() - startedMs >= LONGEST_TRIES_MS,
    areVain: (): boolean => tries.acceptedAt === 0 && tries.count >= VAIN_TRIES,
    attempt(pieces: Piece[]): boolean {
      tries.count++;
      renewLease?.();
      try {
        send(pieces);
        table.flush();
      } catch (thrown) {
        tries.words = wordsOf(thrown);
        return false;
      }
      tries.acceptedAt = tries.count;
      known = pieces[0] ?? known;
      return true;
    },
    /** True if Google writes now. It gets a cell that was already written, or else a cell as it is. */
    proveWith(cell: CellAt | null): boolean {
      if (known) return tries.attempt([{ ...known, values: [[known.values[0]?.[0] ?? ""]] }]);
      if (!cell) return false;
      try {
        const block = { ...cell, rows: 1, columns: 1 };
        const values = table.read(block).map((row) => row.map(harmless));
        table.write(block, values);
        table.flush();
      } catch {
        return false;
      }
      tries.acceptedAt = ++tries.count;
      return true;
    },
  };
  return tries;
}

type Tries = ReturnType<typeof createTries>;
