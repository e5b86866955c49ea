import { isObject, parse } from "../json";
import { questionId } from "../pacing/turns";
import type { Block, SheetContent } from "../sheet/table";
import type { Store } from "../world";
import { resultExtent } from "./result-extent";
import { at, callsOurs, cellName, type FormulaCell, formulasOf, liesIn, movable } from "./sheet-formulas";

/**
 * A formula that *Finish formulas* has taken out of its cell for a moment. It is put back from this record only, never
 * from any text in a sheet.
 */
export interface TakenFormula extends FormulaCell {
  sheet: number;
  /** Tells its row by what else stands there. */
  rowPrint: string;
  /** Tells of moved columns in a row that can be told. */
  filled?: string;
}

/** The record of one document: one person finishes formulas at a time. */
export interface TakenRecord {
  /** Until then an execution is believed to be at work. */
  untilMs: number;
  taken: TakenFormula[];
}

/** Document property. */
const PROPERTY = "finish-formulas";

/** A property holds 9 KB; text outside ASCII takes up to three bytes a character. */
export const MAX_RECORD_CHARACTERS = 3_000;

export function readRecord(store: Pick<Store, "get">): TakenRecord {
  const { untilMs, taken } = parse<Partial<TakenRecord>>(store.get(PROPERTY)) ?? {};
  return { untilMs: Number(untilMs) || 0, taken: Array.isArray(taken) ? taken.filter(isTakenFormula) : [] };
}

/** Nothing but our own formulas is ever taken out. */
const isTakenFormula = (each: unknown): each is TakenFormula =>
  isObject(each) &&
  callsOurs(String(each.formula)) &&
  typeof each.rowPrint === "string" &&
  [each.sheet, each.row, each.column].every((number) => Number.isInteger(number) && Number(number) >= 0);

export const writeRecord = (store: Pick<Store, "set">, record: TakenRecord): void =>
  store.set(PROPERTY, JSON.stringify(record));

/** The columns, from 0, of each row's content that is nobody's result. */
export function ownColumns(content: SheetContent): number[][] {
  const results: Block[] = formulasOf(content).map((cell) => ({ ...cell, ...resultExtent(content, cell) }));
  const tall = results.filter(({ rows, columns }) => rows > 1 || columns > 1);
  return content.values.map((values, i) => {
    const isOwn = (j: number) =>
      (content.formulas[i]?.[j] ?? "") === "" && !tall.some((block) => liesIn(block, i + 1, j + 1));
    return values.flatMap((value, j) => (value !== "" && isOwn(j) ? [j] : []));
  });
}

/** Names each row by the content that is nobody's result, and a row without any by the one above it that has some. */
export function rowPrints(content: SheetContent, own = ownColumns(content)): string[] {
  let above = "";
  let below = 0;
  return content.values.map((values, i) => {
    const columns = own[i] ?? [];
    if (columns.length === 0) return `${above}+${++below}`;
    above = questionId("row", JSON.stringify(columns.map((j) => values[j])));
    below = 0;
    return above;
  });
}

/** Names the columns of a row's own content, and tells if there is a header above a cell. */
export const filledAt = (own: number[][], row: number, column: number): string =>
  (own[row - 1] ?? []).join() + (row > 1 && own[0]?.includes(column - 1) ? HEADER : "");

const HEADER = "h";

/** The place to which a taken formula belongs now. */
export interface Place {
  taken: TakenFormula;
  /** `null` when its row or column cannot be told for certain. */
  row: number | null;
  /** True if the cell is free for it. */
  isFree: boolean;
}

/**
 * Finds the rows of taken formulas again, also where somebody has inserted, deleted or sorted rows meanwhile.
 * @param own of `content`
 */
export function findPlaces(content: SheetContent, own: number[][], prints: string[], taken: TakenFormula[]): Place[] {
  const isFree = (row: number, column: number) =>
    at(content.values, row, column) === "" && at(content.formulas, row, column) === "";
  const used = new Set<string>();
  const hasMoved = ({ column, filled, formula, rowPrint }: TakenFormula, row: number) => {
    const now = filledAt(own, row, column);
    const standsThere = at(content.formulas, row, column);
    return (
      (standsThere !== "" && movable(standsThere) !== movable(formula)) ||
      (prints[row - 1] === rowPrint && filled !== undefined && now !== filled && now !== filled + HEADER)
    );
  };
  const place = (each: TakenFormula, found: number | null): Place => {
    const row = found === null || hasMoved(each, found) ? null : found;
    if (row !== null) used.add(cellName({ row, column: each.column }));
    return { taken: each, row, isFree: row !== null && isFree(row, each.column) };
  };
  return taken.map((each) => {
    const { row, column, rowPrint } = each;
    // Below the content there are no rows left that could be told.
    if ((prints[row - 1] ?? rowPrint) === rowPrint) return place(each, row);
    // Something typed into the only cell of a row stays, and names the row otherwise.
    if (rowPrint.includes("+") && !isFree(row, column)) return place(each, row);
    const rows = prints.flatMap((print, i) => (print === rowPrint ? [i + 1] : []));
    const left = rows.filter((to) => !used.has(cellName({ row: to, column })) && isFree(to, column));
    return place(each, left[0] ?? (rows.length === 1 ? (rows[0] ?? null) : null));
  });
}

/** References with a row: `A5`, `$A5`, `List!A5`; not names of functions, nor what stands in quotes. */
const ROW_REFERENCE = /("(?:[^"]|"")*")|(?<![\p{L}\p{N}_.])(\$?[a-z]{1,3})(\$?)(\d+)(?![\p{L}\p{N}_.(])/giu;

/** A formula as it reads in another row; `null` when it names cells that may have moved otherwise. */
export function formulaInRow({ formula, row }: FormulaCell, to: number): string | null {
  if (to === row) return formula;
  let isCertain = true;
  const moved = formula.replace(ROW_REFERENCE, (all, quoted, column, dollar, of) => {
    if (quoted !== undefined) return all;
    if (dollar !== "" || Number(of) !== row) isCertain = false;
    return `${column}${to}`;
  });
  return isCertain ? moved : null;
}
