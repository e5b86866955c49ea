import { isPossibleEmail } from "../service/input-problems";
import type { SheetContent } from "../sheet/table";
import { FORMULAS, type Formula } from "./definitions";
import { callsOurs, type FormulaCell, withoutStrings } from "./sheet-formulas";

export interface Extent {
  rows: number;
  columns: number;
  /** True if the area is exact: no other cell can be part of the result. */
  isCertain: boolean;
}

const ALL: readonly (Formula & { name: string })[] = Object.entries(FORMULAS).map(([name, formula]) => ({
  name,
  ...(formula as Formula),
}));

/** The names that a table's header row can hold. */
const HEADERS = new Set(ALL.filter(({ shape }) => shape === "table").flatMap(({ columns }) => columns));

/** Derives the extent of a result from its formula and the content of the sheet. */
export function resultExtent(content: SheetContent, cell: FormulaCell): Extent {
  const call = readCall(cell.formula);
  const area = createArea(content, cell);
  const formula = ALL.find(({ name, shape }) => shape === "cells" && name === call?.name);
  const extent = call && formula ? cellsExtent(formula, call, area) : null;
  if (extent) return extent;
  if (givesOneValue(cell.formula)) return { rows: 1, columns: 1, isCertain: true };
  return area.headers().length > 0 ? tableExtent(area) : blockExtent(area);
}

/** The first cell in the way of a formula's result; `null` if none can be named. */
export function findInWay(content: SheetContent, cell: FormulaCell): { row: number; column: number } | null {
  const call = readCall(cell.formula);
  const formula = ALL.find(({ name }) => name === call?.name);
  const area = createArea(content, cell);
  const known = call && formula?.shape === "cells" ? cellsExtent(formula, call, area) : null;
  // A table is as wide as the columns named in the last argument; its length is unknown.
  const named = call && formula ? quotedText(call.args[formula.args.length - 1] ?? "") : null;
  const columns = known?.columns ?? (named === null ? (formula?.usualColumns.length ?? 1) : named.split(/[,;]/).length);
  for (let row = 0; row < (known?.rows ?? area.rowsLeft); row++) {
    for (let column = 0; column < columns; column++) {
      const isTaken = area.value(row, column) !== "" || !area.isOwn(row, column);
      if (isTaken && row + column > 0) return { row: cell.row + row, column: cell.column + column };
    }
  }
  return null;
}

/** The cells at a formula, right of it and below it. */
type Area = ReturnType<typeof createArea>;

function createArea({ values, formulas }: SheetContent, cell: FormulaCell) {
  const value = (row: number, column: number) => values[cell.row - 1 + row]?.[cell.column - 1 + column] ?? "";
  /** True if no other formula is there. */
  const isOwn = (row: number, column: number) =>
    (row === 0 && column === 0) || !formulas[cell.row - 1 + row]?.[cell.column - 1 + column];
  /** True for a cell with content and without another formula. */
  const isFilled = (row: number, column: number) => isOwn(row, column) && value(row, column) !== "";
  /** The names of columns at its top. */
  function headers(): string[] {
    const names: string[] = [];
    while (isFilled(0, names.length) && HEADERS.has(String(value(0, names.length)))) {
      names.push(String(value(0, names.length)));
    }
    return names;
  }
  return { value, isOwn, isFilled, headers, rowsLeft: values.length - cell.row + 1 };
}

/** As many rows as its range has, as many columns as are named. */
function cellsExtent({ args: names, usualColumns }: Formula, { args }: FormulaCall, area: Area): Extent | null {
  const [first = "", second = ""] = args;
  const size = quotedText(first) === null ? referenceSize(first) : { rows: 1, columns: 1 };
  const named = second === "" || names.length < 2 ? "" : quotedText(second);
  if (!size || size.columns === null || named === null) return null;
  const width = named.split(/[,;]/).filter((text) => text.trim() !== "").length || usualColumns.length;
  const columns = size.columns > 1 ? size.columns : width;
  if (size.rows !== null) return { rows: size.rows, columns, isCertain: true };
  // An open range ends with the list, below which something else may stand.
  let rows = 1;
  const isFree = (row: number) => Array.from({ length: columns }).every((_, column) => area.isOwn(row, column));
  while (rows < area.rowsLeft && isFree(rows)) rows++;
  return { rows, columns, isCertain: rows === area.rowsLeft };
}

/** A header row, and below it rows until a blank one, or one that has no email where the emails are. */
function tableExtent(area: Area): Extent {
  const headers = area.headers();
  const columns = headers.length;
  const emailColumn = headers.indexOf("email");
  const isBlank = (row: number) => headers.every((_, column) => !area.isFilled(row, column));
  const belongs = (row: number) =>
    !isBlank(row) && (emailColumn < 0 || isPossibleEmail(String(area.value(row, emailColumn))));
  let rows = 1;
  while (rows < area.rowsLeft && belongs(rows)) rows++;
  // "no emails found" stands alone below the header.
  if (rows === 1 && area.isFilled(1, 0)) rows = 2;
  return { rows, columns, isCertain: isBlank(rows) && !area.isFilled(0, columns) };
}

/** Everything that touches the formula's cell; exact only if nothing does. */
function blockExtent(area: Area): Extent {
  let columns = 1;
  while (area.isFilled(0, columns)) columns++;
  let rows = 1;
  const isRowFilled = (row: number) => Array.from({ length: columns }).some((_, column) => area.isFilled(row, column));
  while (rows < area.rowsLeft && isRowFilled(rows)) rows++;
  return { rows, columns, isCertain: rows === 1 && columns === 1 };
}

/** A call that gives one value: one cell, no second argument, no other formula around it. */
const SCALAR_CALL = new RegExp(
  `\\b(?:${ALL.filter(({ shape, usualColumns }) => shape === "cells" && usualColumns.length === 1)
    .map(({ name }) => name)
    .join("|")})\\s*\\((?:[^(),;]|\\([^()]*\\))*\\)`,
  "gi",
);

/** Functions that give several values without a range. */
const GIVES_MANY =
  /\b(?:INDIRECT|OFFSET|SPLIT|SEQUENCE|QUERY|MAKEARRAY|RANDARRAY|ARRAYFORMULA|IMPORT(?:RANGE|DATA|HTML|XML|FEED))\s*\(/i;

/** A sheet's name before a cell is no named range. */
const SHEET = /(?:'(?:[^']|'')*'|[\p{L}_][\p{L}\p{N}_.]*)!/gu;

/** Words that name neither a function, nor a cell, nor a truth value: named ranges, tables and variables. */
const RANGE_NAME =
  /(?<![\p{L}\p{N}_.$])(?!\$?[a-z]{1,3}\$?\d+(?![\p{L}\p{N}_.])|(?:true|false)\b)[\p{L}_][\p{L}\p{N}_.]*(?![\p{L}\p{N}_.]|\s*\()/iu;

/** True if a formula that calls ours can give one value only: no range, whatever it is called, no row, no table in it. */
function givesOneValue(formula: string): boolean {
  const text = withoutStrings(formula).replace(SHEET, "");
  const hasRange = /[:{]/.test(text) || GIVES_MANY.test(text) || RANGE_NAME.test(text);
  return !hasRange && !callsOurs(text.replace(SCALAR_CALL, ""));
}

/** A formula that is nothing but one call. */
interface FormulaCall {
  /** In capitals. */
  name: string;
  /** As they stand in the formula. */
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
    // The closing bracket stands before the end: something follows the call.
    if (depth < 0) return null;
    if (!isQuoted && depth === 0 && (character === "," || character === ";")) {
      args.push(argument.trim());
      argument = "";
    } else argument += character;
  }
  if (args.length > 0 || argument.trim() !== "") args.push(argument.trim());
  return { name: name.toUpperCase(), args };
}

/** The text of an argument that is a quoted text; `null` for any other. */
function quotedText(argument: string): string | null {
  const match = /^"((?:[^"]|"")*)"$/.exec(argument);
  return match ? (match[1] ?? "").replace(/""/g, '"') : null;
}

/** The rows and columns that a reference covers; `null` for an open end. */
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
