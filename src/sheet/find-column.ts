import { isWholeHeader, mayHeadColumn, NAME_WORD, PEOPLE_WORD, PRIVATE_HEADER } from "../header-words";
import { KNOWN_CHARACTERS } from "../result";
import { plainHeader } from "../spelling";
import { ADDRESS_OR_DOMAIN, readInput } from "./cell-text";
import type { FoundName } from "./pinned-columns";
import {
  type CellValue,
  columnLetter,
  lastFilledColumn,
  lastThere,
  numbersBetween,
  type Table,
  widthOf,
} from "./table";

/** The first rows, with the header, tell what a column holds. */
export const SAMPLE_ROWS = 60;

/** Sheets has no column after ZZZ. */
const MAX_COLUMNS = 18_278;

/** The first rows of a sheet, as far as it has content. */
export function readTop(table: Table): CellValue[][] {
  const [rows, columns] = [Math.min(table.lastRow(), SAMPLE_ROWS), table.lastColumn()];
  return rows > 0 && columns > 0 ? table.read({ row: 1, column: 1, rows, columns }) : [];
}

/** Like `readTop`, without asking for the sheet's size: a single call, which reads more blank cells. */
export function readTopAtOnce(table: Table): CellValue[][] {
  const rows = lastThere(SAMPLE_ROWS, (row) => table.hasCell(row, 1));
  const columns = lastThere(MAX_COLUMNS, (column) => table.hasCell(1, column));
  return topOf(table.read({ row: 1, column: 1, rows, columns }));
}

/** The first of some rows that were read from row 1 on, as wide as their content; none if they are blank. */
export function topOf(cells: CellValue[][]): CellValue[][] {
  const top = cells.slice(0, SAMPLE_ROWS);
  const width = lastFilledColumn(top);
  return width === 0 ? [] : top.map((row) => row.slice(0, width));
}

/** A date is read as blank: the text that people see of it depends on the time zone and the format. */
const textOf = (cell: CellValue | undefined): string => (cell instanceof Date ? "" : String(cell ?? "").trim());

export const knownText = (cell: CellValue | undefined): string => textOf(cell).slice(0, KNOWN_CHARACTERS);

/** A text for people to read where there is room for its beginning only. */
export function shortened(cell: CellValue | undefined): string {
  const text = textOf(cell);
  return text.length > KNOWN_CHARACTERS ? `${text.slice(0, KNOWN_CHARACTERS - 1)}…` : text;
}

/** @param headerRowOf gives the row of a column's header, 0 if it has none */
export const filledColumns = (top: CellValue[][], headerRowOf: (column: number) => number) =>
  numbersBetween(1, widthOf(top))
    .filter((column) => top.some((row) => (row[column - 1] ?? "") !== ""))
    .map((column) => {
      const headerRow = headerRowOf(column);
      const header = knownText(top[headerRow - 1]?.[column - 1]);
      return { column, letter: columnLetter(column), headerRow, header };
    });

export interface InputKind {
  /** Words of a header that names it, in the languages of usual lists. */
  header: RegExp;
  matches(text: string): boolean;
  /** True if the content alone tells too little, so that only a header can show the column. */
  isNamedOnly?: boolean;
}

export interface ColumnChoice {
  column: number;
  /** `""` without a header row, and below a date. */
  header: string;
  /** 0 without a header row. */
  headerRow: number;
  /** Cells of the first rows that hold an input. */
  inputs: number;
  /** Inputs among the filled cells, from 0 to 1. */
  share: number;
  isNamed: boolean;
}

/** The share of the filled cells that must hold such content if the header does not name it. */
const CONTENT_SHARE = 0.5;

/** The likeliest column comes first. @param rows the first rows, from row 1 and column 1 on */
export function findColumns(rows: CellValue[][], kind: InputKind): ColumnChoice[] {
  const found = judgeColumns(rows, kind).filter(
    ({ share, isNamed }) => (share >= CONTENT_SHARE && !kind.isNamedOnly) || (isNamed && share > 0),
  );
  const compare = kind.isNamedOnly ? comparerOfNames(kind, found) : compareInputs;
  return found.sort(
    (a, b) =>
      Number(b.isNamed) - Number(a.isNamed) ||
      isPrivate(a) - isPrivate(b) ||
      compare(a, b) ||
      b.share - a.share ||
      a.column - b.column,
  );
}

type Comparer = (a: ColumnChoice, b: ColumnChoice) => number;

/** A column with many inputs is the list's own, and one with a few clean ones a supplement: a second address. */
const compareInputs: Comparer = (a, b) =>
  Number(b.share >= CONTENT_SHARE) - Number(a.share >= CONTENT_SHARE) || b.inputs - a.inputs;

/** Any text may be a name, so of two columns the fuller one is no likelier, unless the other is nearly empty. */
function comparerOfNames({ header }: InputKind, found: ColumnChoice[]): Comparer {
  const most = Math.max(0, ...found.map(({ inputs }) => inputs));
  const isNearlyEmpty = ({ inputs }: ColumnChoice): number => Number(inputs * 4 < most);
  const isSurelyNamed = (choice: ColumnChoice): number => Number(isWholeHeader(header, plainHeader(choice.header)));
  return (a, b) => isNearlyEmpty(a) - isNearlyEmpty(b) || isSurelyNamed(b) - isSurelyNamed(a);
}

/** Finds columns with nothing of the kind below their name, as in a form's sheet that has no answers yet. */
export function findWaitingColumns(rows: CellValue[][], kinds: InputKind[]): ColumnChoice[] {
  const isUseless = (row: CellValue[]): boolean => !row.some((cell) => kinds.some((kind) => holdsInput(kind, cell)));
  return kinds
    .flatMap((kind) => judgeColumns(rows, kind))
    .filter(({ column, headerRow, isNamed }) => {
      const below = rows.slice(headerRow);
      return isNamed && (below.every((row) => (row[column - 1] ?? "") === "") || below.every(isUseless));
    })
    .sort((a, b) => isPrivate(a) - isPrivate(b));
}

const isPrivate = ({ header }: ColumnChoice): number => Number(PRIVATE_HEADER.test(header));

function holdsInput({ matches }: Pick<InputKind, "matches">, cell: CellValue | undefined): boolean {
  const input = readInput(cell ?? "");
  return input.kind === "text" && matches(input.text.normalize());
}

function judgeColumns(rows: CellValue[][], kind: InputKind): ColumnChoice[] {
  const findHeader = headerFinder(rows, kind);
  return Array.from({ length: widthOf(rows) }, (_, index): ColumnChoice => {
    const { row: header, isNamed } = findHeader(index);
    const cells = rows.slice(header + 1).map((row) => row[index]);
    const filled = cells.filter((cell) => readInput(cell ?? "").kind === "text");
    const inputs = filled.filter((cell) => holdsInput(kind, cell)).length;
    return {
      column: index + 1,
      header: knownText(rows[header]?.[index]),
      headerRow: header + 1,
      inputs,
      share: filled.length === 0 ? 0 : inputs / filled.length,
      isNamed,
    };
  });
}

/** Two titles as wide as a list, and a blank row, may stand above its header. */
const MAX_WIDE_TITLE_ROWS = 3;

/** A title says of what day it is: `Stand 11/2026`. */
const DAY = /\d[./-]\d/;

/** `n/a` and `-` have none. They stand in place of an input. */
const WORD = /\p{L}{2}/u;

const isHeaderText = (cell: CellValue | undefined): boolean =>
  !(cell instanceof Date) && WORD.test(String(cell)) && !DAY.test(String(cell));

/** The first row that fills more than half as many columns as rows usually do. A short title does not. */
function firstWideRow(widths: number[]): number {
  const counts = widths.filter((count) => count > 0).sort((a, b) => a - b);
  const usual = counts[counts.length >> 1] ?? 0;
  return widths.findIndex((count) => count > 0 && count * 2 > usual);
}

const DATE = /^\d{1,4}[./-]\d\d?[./-]\d{1,4}$/;
/** Numbers have no shape, because years, months and sizes are names of columns. */
function shapeOf(cell: CellValue | undefined): string {
  const text = textOf(cell);
  if (cell instanceof Date || DATE.test(text)) return "date";
  return ADDRESS_OR_DOMAIN.test(text) && !/\s/.test(text) ? "address" : "";
}

function preferred<Item>(all: Item[], isBetter: (item: Item) => boolean): Item[] {
  const better = all.filter(isBetter);
  return better.length > 0 ? better : all;
}

/** Rows and columns count from 0 here, and -1 stands for no row. */
function headingsIn(rows: CellValue[][]) {
  const widths = rows.map((row) => row.filter((cell) => cell !== "").length);
  const firstWide = firstWideRow(widths);
  const textAt = (row: number, column: number): string => String(rows[row]?.[column] ?? "").trim();
  /** What stands in several rows is a value, such as a kind of customer. */
  const isHeadingAt = (row: number, column: number): boolean =>
    mayHeadColumn(textAt(row, column)) &&
    !rows.some((_, other) => other !== row && textAt(other, column) === textAt(row, column));
  /** A header may hold a date or a site, but not above others. */
  const isData = (row: number): boolean =>
    (rows[row] ?? []).some((cell, column) => {
      const shape = shapeOf(cell);
      return shape !== "" && shapeOf(rows.slice(row + 1).find((cells) => cells[column] !== "")?.[column]) === shape;
    });
  const words = rows
    .slice(0, firstWide + MAX_WIDE_TITLE_ROWS + 1)
    .map((cells, row) =>
      row < firstWide || isData(row) ? 0 : cells.filter((_, column) => isHeadingAt(row, column)).length,
    );
  const mostWords = Math.max(...words);
  /** -1 if no row has such words. */
  const worded = mostWords > 0 ? words.indexOf(mostWords) : -1;
  return { widths, firstWide, textAt, isHeadingAt, isData, words, worded };
}

/** @returns the row of a column's header, 0 if no words that head columns of any kind tell it */
export function headingRows(rows: CellValue[][]): (column: number) => number {
  const { firstWide, words, worded, isHeadingAt } = headingsIn(rows);
  // Below others, a single such word may be a value.
  const isHeader = (column: number): boolean =>
    (words[worded] ?? 0) > 1 || (worded === firstWide && isHeadingAt(worded, column - 1));
  return (column) => (isHeader(column) ? worded + 1 : 0);
}

function headerFinder(rows: CellValue[][], kind: InputKind) {
  const { header, isNamedOnly = false } = kind;
  const { widths, firstWide, textAt, isHeadingAt, isData, words, worded } = headingsIn(rows);
  const nameAt = (row: number, column: number): string => plainHeader(textAt(row, column));
  const holds = (row: number, column: number): boolean => holdsInput(kind, rows[row]?.[column]);
  const isName = (row: number, column: number): boolean => header.test(nameAt(row, column)) && !holds(row, column);
  /** "Company 1" is a company. */
  const isOnlyName = (row: number, column: number): boolean =>
    isName(row, column) && isWholeHeader(header, nameAt(row, column)) && !/\p{N}/u.test(textAt(row, column));
  /** The last row of a header of several rows, which name the same: *Company*, and *Website* or *Name* below it. */
  const lastHeader = (row: number, column: number): number =>
    (isWholeHeader(header, nameAt(row, column)) && isOnlyName(row + 1, column)) ||
    NAME_WORD.test(nameAt(row + 1, column))
      ? lastHeader(row + 1, column)
      : row;
  /** A short title may name the column above its header. One as sure as *Company* may be the only header of the list. */
  const belowTitle = (row: number, column: number): number => {
    if (row >= firstWide) return row;
    const next = isOnlyName(row, column) || worded < 0 ? firstWide : worded;
    const isTitle = !isOnlyName(row, column) || (words[next] ?? 0) > 1;
    return isTitle && textAt(next, column) !== "" ? next : row;
  };
  /** The row with the most words of headers, else the first wide one: by its shape, a title cannot be told from a header. */
  const likeliest = (candidates: number[], isBefore: (row: number) => boolean): number => {
    if (worded >= 0 && isBefore(worded)) {
      const above = candidates.filter((row) => row <= worded);
      return above.includes(worded) ? worded : (above[0] ?? -1);
    }
    if (candidates.includes(firstWide)) return firstWide;
    return preferred(candidates, (row) => widths[row + 1] !== 0)[0] ?? -1;
  };
  return (column: number): { row: number; isNamed: boolean } => {
    const filled = rows.map((_, row) => row).filter((row) => textAt(row, column) !== "");
    const firstInput = filled.find((row) => holds(row, column)) ?? rows.length;
    // A title may hold somebody's address.
    const firstOfList = filled.find((row) => row >= firstWide && holds(row, column)) ?? rows.length;
    // Any text may be a company's name, so a title looks like an input, and the header of names stands below it.
    const isBefore = (row: number): boolean => isNamedOnly || row < firstOfList;
    const candidates = filled.filter(
      (row) =>
        isBefore(row) &&
        (row <= firstWide || (row <= firstWide + MAX_WIDE_TITLE_ROWS && isHeaderText(rows[row]?.[column]))),
    );
    const likely = likeliest(
      preferred(candidates, (row) => isHeaderText(rows[row]?.[column])),
      isBefore,
    );
    const directlyAbove = filled.filter((row) => row < firstOfList).slice(-1);
    const isLikelySure = likely === worded && isHeadingAt(likely, column);
    const sure = [...candidates, ...directlyAbove].find(
      // In a column without inputs, such a text may be an answer: "How do we reach you?"
      (row) => isOnlyName(row, column) && ((firstOfList < rows.length && !isLikelySure) || row <= likely),
    );
    const titles = isNamedOnly ? [firstWide, ...candidates.filter((row) => row < firstWide)] : [];
    const named = sure ?? [likely, ...titles].find((row) => isName(row, column));
    if (named === undefined) return { row: likely < firstInput && !isData(likely) ? likely : -1, isNamed: false };
    const last = lastHeader(named, column);
    const below = belowTitle(last, column);
    const row = isBefore(below) ? below : last;
    return { row, isNamed: isName(row, column) || !PEOPLE_WORD.test(nameAt(named, column)) };
  };
}

/** Columns that a domain search has written; a verification takes from them what is known already. */
export type SearchColumns = Record<FoundName, number | null>;
