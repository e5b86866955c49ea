import { format, isDateFormat } from "numfmt";
import type { ValidationRule } from "../extras/extras";
import type { TaggedValue } from "../protocol";
import { type Area, type Cell, type CellInput, type CellStyle, type CellValue, isCellError } from "../workbook/cell";
import type { Change } from "../workbook/change";
import { readSurprisingText } from "./surprising-texts";
import { fromSerial, toSerial, wallTime } from "./time-zones";
import { readTypedValue } from "./typed-values";

const dateFormats = new Map<string, boolean>();

/** True for formats that make a number a date, a time or a duration. */
export function showsDate(numberFormat: string): boolean {
  const known = dateFormats.get(numberFormat);
  if (known !== undefined) return known;
  const isDate = numberFormat !== "General" && isDateFormat(numberFormat);
  dateFormats.set(numberFormat, isDate);
  return isDate;
}

/** The text that a cell shows. */
export function displayText(value: CellValue, numberFormat: string): string {
  if (value === null) return "";
  if (isCellError(value)) return value.error;
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  return format(numberFormat === "@" ? "General" : numberFormat, value, { leap1900: false });
}

/** A cell's value as `getValue` gives it: blank is `""`, errors are text, date cells are dates. */
export function scriptValue(cell: Cell, timeZone: string): TaggedValue {
  const { value, numberFormat } = cell;
  if (value === null) return "";
  if (isCellError(value)) return value.error;
  if (typeof value === "number" && showsDate(numberFormat)) return { date: fromSerial(value, timeZone) };
  return value;
}

/** A text as typed into a cell; with a `numberFormat` when the text brings one (dates, percentages, currency). */
export interface Typed {
  input: CellInput;
  numberFormat?: string;
}

/**
 * The beginning of a formula. Sheets takes full-width signs for plain ones where they are typed. It is not documented
 * whether blanks and invisible signs may stand before them: here they may, which is the harder reading.
 */
const FORMULA_START = /^[\s\p{Cf}]*[=＝](?=.)/su;
const SIGN_START = /^[\s\p{Cf}]*[+\-＋－](?=.)/su;

/** Texts, names of sheets and array literals of a formula, which keep their semicolons. */
const QUOTED = /"(?:[^"]|"")*"|'(?:[^']|'')*'|\{[^}]*\}?/g;

/** A formula as the cell keeps it: a semicolon between arguments counts as a comma. */
export function readFormula(typed: string): string {
  const plain = typed.replace(FORMULA_START, "=");
  const formula = plain.startsWith("=") ? plain : `=${plain}`;
  let kept = "";
  let end = 0;
  for (const { index, 0: quoted } of formula.matchAll(QUOTED)) {
    kept += formula.slice(end, index).replaceAll(";", ",") + quoted;
    end = index + quoted.length;
  }
  return kept + formula.slice(end).replaceAll(";", ",");
}

function text(value: string): Typed {
  return { input: { value: value === "" ? null : value } };
}

/** What of a document tells how texts are read in it. */
interface TypedInto {
  timeZone: string;
  locale: string;
}

/**
 * Reads a text as if typed into a cell (google.writes-parse-text): `=` begins a formula, `'` literal text, numbers,
 * dates and booleans become what they look like in the document's locale. In a cell with the number format `@`
 * everything but a formula stays text.
 */
function readTyped(typed: string, numberFormat: string, document: TypedInto, nowMs: number): Typed {
  if (FORMULA_START.test(typed)) return { input: { formula: readFormula(typed) } };
  if (numberFormat === "@") return text(typed);
  if (typed.startsWith("'")) return text(typed.slice(1));
  const thisYear = wallTime(nowMs, document.timeZone).year;
  const surprise = readSurprisingText(typed.trim(), thisYear);
  if (surprise !== null) return { input: { value: surprise.value }, numberFormat: surprise.numberFormat };
  const read = readTypedValue(typed, document.locale, thisYear);
  if (read !== null) return { input: { value: read.value }, numberFormat: read.numberFormat };
  // A sign begins a formula too, unless a number follows.
  if (SIGN_START.test(typed)) return { input: { formula: readFormula(typed) } };
  return text(typed);
}

/** The number format that a date brings to a cell without a date format. */
export const dateFormat = (serial: number): string => (Number.isInteger(serial) ? "m/d/yyyy" : "m/d/yyyy h:mm:ss");

/** Reads one value given to `setValue` (google.writes-parse-text). */
function written(value: TaggedValue, cell: Cell, document: TypedInto, nowMs: number): Typed {
  if (typeof value === "string") return readTyped(value, cell.numberFormat, document, nowMs);
  if (typeof value !== "object" || value === null) return { input: { value } };
  if (Array.isArray(value) || !("date" in value)) return { input: { value: null } };
  const serial = toSerial(value.date, document.timeZone);
  const numberFormat = dateFormat(serial);
  if (cell.numberFormat === "@") return { input: { value: displayText(serial, numberFormat) } };
  return { input: { value: serial }, numberFormat };
}

/**
 * A number format that comes with a value is taken only by a cell that shows numbers some other way
 * (google.writes-parse-text).
 */
function takesFormat(cell: Cell, numberFormat: string | undefined): numberFormat is string {
  if (numberFormat === undefined) return false;
  return cell.numberFormat === "General" || (showsDate(numberFormat) && !showsDate(cell.numberFormat));
}

/** The changes of one call: carried out as a whole, or refused as a whole. */
export interface Write {
  sheetId: number;
  area: Area;
  changes: Change[];
  /** The validation the area gets; `null` takes away what it has. */
  rule?: ValidationRule | null;
}

/** The write of a rectangle of values to cells that hold `before`. */
export function writeValues(
  document: TypedInto,
  place: { sheetId: number; area: Area },
  values: TaggedValue[][],
  before: Cell[][],
  nowMs: number,
): Write {
  const { sheetId, area } = place;
  const cells: CellInput[][] = [];
  const styles: (CellStyle | undefined)[][] = [];
  let hasStyles = false;
  values.forEach((row, r) => {
    const inputs: CellInput[] = [];
    const formats: (CellStyle | undefined)[] = [];
    row.forEach((value, c) => {
      const cell = (before[r] as Cell[])[c] as Cell;
      const { input, numberFormat } = written(value, cell, document, nowMs);
      inputs.push(input);
      const isTaken = takesFormat(cell, numberFormat);
      hasStyles ||= isTaken;
      formats.push(isTaken ? { numberFormat } : undefined);
    });
    cells.push(inputs);
    styles.push(formats);
  });
  const changes: Change[] = [{ type: "setCells", sheetId, row: area.row, column: area.column, cells }];
  if (hasStyles) changes.push({ type: "setStyles", sheetId, row: area.row, column: area.column, styles });
  return { sheetId, area, changes };
}

/** Numbers come first, then text, booleans, errors; blanks are last in either direction. */
function rank(value: CellValue): number {
  if (typeof value === "number") return 0;
  if (typeof value === "string") return 1;
  if (typeof value === "boolean") return 2;
  return isCellError(value) ? 3 : 4;
}

function compare(a: CellValue, b: CellValue): number {
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "string" && typeof b === "string") return a.localeCompare(b, "en", { sensitivity: "base" });
  return Number(a) - Number(b) || 0;
}

/** The rows' new order when hidden ones stay where they are (google.sorting). */
export function sortShown(
  rows: CellValue[][],
  keys: { column: number; ascending: boolean }[],
  isHidden: (index: number) => boolean,
): number[] {
  const shown = rows.flatMap((_, index) => (isHidden(index) ? [] : [index]));
  const sorted = sortOrder(
    shown.map((index) => rows[index] as CellValue[]),
    keys,
  );
  const order = rows.map((_, index) => index);
  shown.forEach((index, place) => {
    order[index] = shown[sorted[place] as number] as number;
  });
  return order;
}

/** The rows' new order by columns (from 0), as `reorderRows` wants it: stable. */
export function sortOrder(rows: CellValue[][], keys: { column: number; ascending: boolean }[]): number[] {
  return rows
    .map((_, index) => index)
    .sort((a, b) => {
      for (const { column, ascending } of keys) {
        const [x, y] = [rows[a]?.[column] ?? null, rows[b]?.[column] ?? null];
        if (x === null || y === null) {
          if (x !== y) return x === null ? 1 : -1;
          continue;
        }
        const order = compare(x, y);
        if (order !== 0) return ascending ? order : -order;
      }
      return a - b;
    });
}
