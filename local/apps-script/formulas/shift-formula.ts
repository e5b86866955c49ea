import { columnName, columnNumber } from "../sheet/a1";
import { shiftArea } from "../sheet/areas";
import type { Band, Change } from "../workbook/change";

const REFERENCE =
  /("(?:[^"]|"")*")|((?:(?<!')'(?:[^']|'')+'|(?<![\w.])[A-Za-z_][\w.]*)!)?(\$?)([A-Za-z]{1,3})(\$?)([1-9]\d*)(?::(\$?)([A-Za-z]{1,3})(\$?)([1-9]\d*))?(?![\w(.])/g;

type Structural = Extract<Change, Band>;

/**
 * A formula after rows or columns were inserted, deleted or moved in the sheet named `changedSheet`: its references
 * follow their cells, those to deleted cells become `#REF!`. `ownSheet` is the sheet the formula stands on.
 */
export function shiftFormula(formula: string, ownSheet: string, changedSheet: string, change: Structural): string {
  return formula.replace(REFERENCE, (all: string, text: string | undefined, sheet: string | undefined, ...rest) => {
    if (text !== undefined) return all;
    const before = rest[8] as number;
    const source = rest[9] as string;
    if (before > 0 && /[\w$]/.test(source[before - 1] as string)) return all;
    const named = sheet
      ?.slice(0, -1)
      .replace(/^'(.*)'$/, "$1")
      .replace(/''/g, "'");
    if ((named ?? ownSheet) !== changedSheet) return all;
    const [fixColumn, column, fixRow, row, fixLastColumn = "", lastColumn = column, fixLastRow = "", lastRow = row] =
      rest as string[];
    const first = { row: Number(row), column: columnNumber(column as string) };
    const last = { row: Number(lastRow), column: columnNumber(lastColumn as string) };
    const shifted = shiftArea(
      { ...first, rows: last.row - first.row + 1, columns: last.column - first.column + 1 },
      change,
    );
    if (shifted === null) return `${sheet ?? ""}#REF!`;
    const start = `${sheet ?? ""}${fixColumn}${columnName(shifted.column)}${fixRow}${shifted.row}`;
    if (rest[4] === undefined && rest[5] === undefined) return start;
    const end = { row: shifted.row + shifted.rows - 1, column: shifted.column + shifted.columns - 1 };
    return `${start}:${fixLastColumn}${columnName(end.column)}${fixLastRow}${end.row}`;
  });
}

/** Texts and names of sheets; references to cells; columns of `A:C` and `A2:C`. */
const RELATIVE =
  /("(?:[^"]|"")*"|'(?:[^']|'')*')|(?<![\w$.])(\$?)([A-Za-z]{1,3})(\$?)([1-9]\d*)(?![\w(.!])|(?<![\w$.])(\$?)([A-Za-z]{1,3})(?=:\$?[A-Za-z])(?![\w(.!])|(?<=:)(\$?)([A-Za-z]{1,3})(?![\w$(.!])/g;

/**
 * A formula that sorting or copying has moved `rows` down and `columns` to the right: its relative references go along,
 * those with `$` stay.
 */
export function moveFormula(formula: string, rows: number, columns = 0): string {
  if (rows === 0 && columns === 0) return formula;
  const shifted = (fix: string, name: string) => {
    if (fix !== "") return fix + name;
    const column = columnNumber(name) + columns;
    return column < 1 ? null : columnName(column);
  };
  return formula.replace(RELATIVE, (all: string, quoted: string | undefined, ...parts: string[]) => {
    if (quoted !== undefined) return all;
    const [fixColumn = "", name, fixRow = "", row, fixFirst = "", first, fixLast = "", last] = parts;
    if (name === undefined || row === undefined) {
      return (first === undefined ? shifted(fixLast, last as string) : shifted(fixFirst, first)) ?? "#REF!";
    }
    const column = shifted(fixColumn, name);
    const number = fixRow === "" ? Number(row) + rows : Number(row);
    return column === null || number < 1 ? "#REF!" : `${column}${fixRow}${number}`;
  });
}

const TEXT_OR_SHEET = /("(?:[^"]|"")*")|((?<!')'(?:[^']|'')+'|(?<![\w.])[A-Za-z_][\w.]*)!/g;

/** Names that need no quotes: they begin with a letter and are neither a cell nor a number. */
const PLAIN_NAME = /^(?![A-Za-z]{1,3}\d+$)[A-Za-z_][\w.]*$/;

/** A sheet's name in a formula: `Leads!`, `'Leads 2'!`. */
function sheetPrefix(name: string): string {
  return PLAIN_NAME.test(name) ? `${name}!` : `'${name.replace(/'/g, "''")}'!`;
}

/** A formula after a sheet has got another name: its references to that sheet follow; texts stay. */
export function renameSheetIn(formula: string, name: string, newName: string): string {
  return formula.replace(TEXT_OR_SHEET, (all: string, text: string | undefined, sheet: string | undefined) => {
    if (text !== undefined || sheet === undefined) return all;
    const named = sheet.startsWith("'") ? sheet.slice(1, -1).replace(/''/g, "'") : sheet;
    return named.toLowerCase() === name.toLowerCase() ? sheetPrefix(newName) : all;
  });
}
