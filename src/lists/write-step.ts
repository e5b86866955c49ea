import { wordsOf } from "../result";
import type { CellAt, Table } from "../sheet/table";
import { grouped } from "./grouped";
import type { Cell } from "./rows";
import { type RowsToWrite, type WrittenBlock, writeBlock } from "./write-block";

export interface ToWrite {
  /** Blocks in the numbers that hold after the calls of the same step. */
  write: RowsToWrite[];
  keep?: NotesToKeep;
}

/** Texts that somebody has put where something is going to be written. They are kept in notes. */
export interface NotesToKeep {
  lines: { row: number; text: string }[];
  /** The columns whose cells may take the notes, the best one first. */
  columns: number[];
}

export interface WrittenStep extends WrittenBlock {
  cells: Cell[];
  unsent: Cell[];
}

/** Writes block by block. A row is left out if its note could not be kept. */
export function writeStep(table: Table, { write, keep }: ToWrite): WrittenStep {
  const unkept = keep ? keepNotes(table, keep) : { cells: [], words: "" };
  const all: WrittenStep = { refused: [], unwritten: unkept.cells, words: unkept.words, cells: [], unsent: [] };
  for (const block of write) {
    const rows = block.rows.filter(({ row }) => !unkept.cells.some((cell) => cell.row === row));
    const written = writeBlock(table, { ...block, rows });
    for (const cell of cellsOf({ ...block, rows }, written.refused))
      all[isAmong(written.unwritten, cell) ? "unsent" : "cells"].push(cell);
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

export function blocksOf(cells: Cell[]): RowsToWrite[] {
  const blocks = new Map<string, RowsToWrite>();
  for (const [row, own] of grouped(cells, ({ row }) => row)) {
    const columns = own.map(({ column }) => column);
    const block = blocks.get(columns.join()) ?? { columns, rows: [] };
    blocks.set(columns.join(), { ...block, rows: [...block.rows, { row, values: own.map(({ value }) => value) }] });
  }
  return [...blocks.values()];
}

export const emptying = (cells: CellAt[]): RowsToWrite[] =>
  blocksOf(cells.map(({ row, column }) => ({ row, column, value: "" })));

const isAmong = (cells: CellAt[], { row, column }: CellAt): boolean =>
  cells.some((cell) => cell.row === row && cell.column === column);

const cellsOf = ({ columns, rows, seal }: RowsToWrite, refused: CellAt[]): Cell[] =>
  rows
    .flatMap(({ row, values }): Cell[] => [
      ...columns.map((column, i) => ({ row, column, value: values[i] ?? "" })),
      ...(seal ? [{ row, column: seal.column, value: seal.cell(row, refusedIn(refused, row)) }] : []),
    ])
    .filter((cell) => !isAmong(refused, cell));

const refusedIn = (refused: CellAt[], row: number): number[] =>
  refused.filter((cell) => cell.row === row).map(({ column }) => column);
