import { isPossibleEmail } from "../service/input-problems";
import { type CellAt, numbersBetween, type SheetContent } from "../sheet/table";
import { fieldNamed } from "./cells";
import { FORMULAS, type Formula } from "./definitions";
import { at, endsInDots, type FormulaCell, liesIn, usesSheetscout, withoutStrings } from "./sheet-formulas";

export interface Extent {
  rows: number;
  columns: number;
}

const ONE_CELL: Extent = { rows: 1, columns: 1 };

/** @returns `null` if formula and sheet do not tell the extent for certain */
export function resultExtent(content: SheetContent, cell: FormulaCell): Extent | null {
  const ours = callOfOurs(cell.formula);
  const read = ours?.formula.shape === "table" ? tableExtent : cellsExtent;
  const extent = ours ? read(ours.formula, ours.call, content, cell) : null;
  if (extent && !reachesFormula(extent, content, cell)) return extent;
  return givesOneValue(cell.formula) ? ONE_CELL : null;
}

/** True unless the result surely does not reach the cell. Below emails, a row may say that they are not all. */
export function mayFill(
  content: SheetContent,
  cell: FormulaCell,
  extent: Extent | null,
  { row, column }: CellAt,
): boolean {
  if (!extent) return true;
  const { columns } = extent;
  const isFilled = (below: number): boolean =>
    numbersBetween(cell.column, cell.column + columns - 1).some(
      (each) => at(content.values, cell.row + below, each) !== "",
    );
  let { rows } = extent;
  // An address that only the service takes for one does not end a table.
  if (rows > 1 && callOfOurs(cell.formula)?.formula.shape === "table")
    while (cell.row + rows <= row && isFilled(rows)) rows++;
  return liesIn({ ...cell, rows, columns }, row, column);
}

/** More than "Loading..." has in any language: "Caricamento in corso..." has 23 characters and 3 words. */
const MOST_LOADING = { characters: 50, words: 5 };

/** What "Loading..." has in no language: an address, a number, a list. */
const NEVER_LOADING = /[@&,\d]|\.\p{L}/u;

/** True for a formula that may still be running. Until it has its result, no other cell shows any of it. */
export function isRunning(content: SheetContent, cell: FormulaCell): boolean {
  const shown = at(content.values, cell.row, cell.column);
  if (!endsInDots(shown) || hasGivenMore(content, cell)) return false;
  // Another formula may put its own text around ours.
  if (!callOfOurs(cell.formula)) return true;
  const { characters, words } = MOST_LOADING;
  return shown.length <= characters && shown.trim().split(/\s+/).length <= words && !NEVER_LOADING.test(shown);
}

function hasGivenMore(content: SheetContent, cell: FormulaCell): boolean {
  const extent = resultExtent(content, cell);
  if (!extent) return false;
  return content.values
    .slice(cell.row - 1, cell.row - 1 + extent.rows)
    .some((values, i) =>
      values.slice(cell.column - 1, cell.column - 1 + extent.columns).some((value, j) => i + j > 0 && value !== ""),
    );
}

/** True for a wrong extent: where a result would reach another formula, Google shows `#REF!` instead. */
function reachesFormula({ rows, columns }: Extent, { formulas }: SheetContent, { row, column }: FormulaCell): boolean {
  return formulas
    .slice(row - 1, row - 1 + rows)
    .some((texts, i) => texts.slice(column - 1, column - 1 + columns).some((text, j) => text !== "" && i + j > 0));
}

/** Returns `null` if the formula is more than our call. */
function callOfOurs(text: string): { call: FormulaCall; formula: Formula } | null {
  const call = readCall(unwrapped(text));
  const formula = (FORMULAS as Record<string, Formula | undefined>)[call?.name ?? ""];
  return call && formula ? { call, formula } : null;
}

/** `=IF(A2="", "", ours)` shows the result of ours, or a single value, so ours is read alone. */
function unwrapped(formula: string): string {
  const call = readCall(formula);
  if (!call || !["IF", "IFERROR", "IFNA"].includes(call.name)) return formula;
  const isShown = (argument: string, i: number) => usesSheetscout(argument) && (i > 0 || call.name !== "IF");
  const [ours, ...more] = call.args.filter(isShown);
  const others = call.args.filter((argument, i) => !isShown(argument, i));
  return ours !== undefined && more.length === 0 && others.every(givesOneValue) ? unwrapped(`=${ours}`) : formula;
}

/** Returns the usual columns if the call names none; `null` if other cells name them. */
function columnsOf({ args, columns, usualColumns }: Formula, call: FormulaCall): readonly string[] | null {
  const last = args.length - 1;
  const argument = args[last]?.startsWith("[") ? (call.args[last] ?? "") : "";
  const text = argument === "" ? "" : quotedText(argument);
  const names = text?.split(/[,;]/).map((name) => name.trim().toLowerCase());
  const named = names?.filter((name) => name !== "");
  return named?.length === 0 ? usualColumns : (named?.map((name) => fieldNamed(name, columns)) ?? null);
}

/** An open range ends with the last row of the sheet. */
function cellsExtent(formula: Formula, call: FormulaCall, content: SheetContent, cell: FormulaCell): Extent | null {
  const [first = ""] = call.args;
  const size = givesOneValue(first) ? ONE_CELL : referenceSize(first);
  const named = columnsOf(formula, call);
  if (!size || size.columns === null || named === null) return null;
  const columns = size.columns > 1 ? size.columns : named.length;
  const rows = size.rows ?? content.values.length - cell.row + 1;
  return { rows, columns };
}

/** A header and at least one row, or a row for each email. One cell if there is no header. */
function tableExtent(formula: Formula, call: FormulaCall, content: SheetContent, cell: FormulaCell): Extent | null {
  const names = columnsOf(formula, call);
  if (names === null) return null;
  if (at(content.values, cell.row, cell.column) !== names[0]) return ONE_CELL;
  const emails = names.indexOf("email");
  // Without a column of emails, only an account tells its size: rows of found people may be blank.
  if (emails < 0) return formula === FORMULAS.ACCOUNT_INFO ? { rows: 2, columns: names.length } : null;
  const isFound = (row: number) =>
    isPossibleEmail(String(at(content.values, row, cell.column + emails))) &&
    names.every((_, i) => at(content.formulas, row, cell.column + i) === "");
  let rows = 1;
  while (isFound(cell.row + rows)) rows++;
  // "no emails found" stands alone below the header.
  return { rows: Math.max(2, rows), columns: names.length };
}

/** Gives one value: one cell, no second argument, no other formula around it. */
const SCALAR_CALL = new RegExp(
  `\\b(?:${Object.entries<Formula>(FORMULAS)
    .filter(([, { shape, usualColumns }]) => shape === "cells" && usualColumns.length === 1)
    .map(([name]) => name)
    .join("|")})\\s*\\((?:[^(),;]|\\([^()]*\\))*\\)`,
  "gi",
);

const GIVES_MANY =
  /\b(?:INDIRECT|OFFSET|SPLIT|SEQUENCE|QUERY|MAKEARRAY|RANDARRAY|ARRAYFORMULA|FLATTEN|[HV]STACK|TO(?:COL|ROW)|IMPORT(?:RANGE|DATA|HTML|XML|FEED))\s*\(/i;

/** A sheet's name before a cell is no named range. */
const SHEET = /(?:(?<!')'(?:[^']|'')*'|(?<![\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_.]*)!/gu;

/** Words that name neither a function, nor a cell, nor a truth value: named ranges, tables and variables. */
const RANGE_NAME =
  /(?<![\p{L}\p{N}_.$])(?!\$?[a-z]{1,3}\$?\d+(?![\p{L}\p{N}_.])|(?:true|false)\b)[\p{L}_][\p{L}\p{N}_.]*(?![\p{L}\p{N}_.]|\s*\()/iu;

/** True if nothing in the formula is a range, a row or a table. */
export function givesOneValue(formula: string): boolean {
  const text = withoutStrings(formula).replace(SHEET, "");
  const hasRange = /[:{]/.test(text) || GIVES_MANY.test(text) || RANGE_NAME.test(text);
  return !hasRange && !usesSheetscout(text.replace(SCALAR_CALL, ""));
}

interface FormulaCall {
  /** In capitals. */
  name: string;
  args: string[];
}

/** Reads `=NAME(first, "second; too")` with commas or semicolons; `null` when the formula is more than one call. */
function readCall(formula: string): FormulaCall | null {
  const match = /^=\s*([A-Z_][A-Z0-9_.]*)\s*\((.*)\)\s*$/is.exec(formula);
  if (!match) return null;
  const [, name = "", inside = ""] = match;
  const args: string[] = [];
  let argument = "";
  let depth = 0;
  let isQuoted = false;
  for (const character of inside) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && "({".includes(character)) depth++;
    else if (!isQuoted && ")}".includes(character)) depth--;
    // The closing bracket comes before the end, so something follows the call.
    if (depth < 0) return null;
    if (!isQuoted && depth === 0 && (character === "," || character === ";")) {
      args.push(argument.trim());
      argument = "";
    } else argument += character;
  }
  if (args.length > 0 || argument.trim() !== "") args.push(argument.trim());
  return { name: name.toUpperCase(), args };
}

function quotedText(argument: string): string | null {
  const match = /^"((?:[^"]|"")*)"$/.exec(argument);
  return match ? (match[1] ?? "").replace(/""/g, '"') : null;
}

/** `null` for an open end. */
interface ReferenceSize {
  rows: number | null;
  columns: number | null;
}

const REFERENCE = /^(?:(?:'[^']+'|[^\s'!:;,()"]+)!)?\$?([a-z]{1,3})?\$?(\d+)?(?::\$?([a-z]{1,3})?\$?(\d+)?)?$/i;

/** Reads `A2`, `$A$2:B30`, `A2:A`, `A:C`, `List!A2:A9`; `null` for anything else. */
export function referenceSize(text: string): ReferenceSize | null {
  const match = REFERENCE.exec(text.trim());
  if (!match) return null;
  const [, column, row, toColumn, toRow] = match;
  if (!text.includes(":")) return column && row ? { rows: 1, columns: 1 } : null;
  return { rows: span(Number(row), Number(toRow)), columns: span(columnNumber(column), columnNumber(toColumn)) };
}

function span(from: number, to: number): number | null {
  return from > 0 && to > 0 ? Math.abs(to - from) + 1 : null;
}

/** `A` is 1, `AA` is 27; `NaN` without letters. */
function columnNumber(letters: string | undefined): number {
  if (!letters) return Number.NaN;
  return [...letters.toUpperCase()].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
}
