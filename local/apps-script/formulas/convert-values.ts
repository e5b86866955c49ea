import { MESSAGES } from "../messages";
import type { TaggedValue } from "../protocol";
import { dateFormat } from "../sheet/cell-values";
import { MAX_CELL_CHARACTERS } from "../sheet/check-write";
import { fromSerial, toSerial } from "../sheet/time-zones";
import type { CellValue } from "../workbook/cell";
import type { FormulaAnswer, FormulaArgument, FormulaScalar } from "./custom-functions";

function plainScalar(value: unknown, timeZone: string): FormulaScalar {
  if (value instanceof Date) return { date: toSerial(value.getTime(), timeZone) };
  return (value ?? null) as CellValue;
}

/** A JavaScript value as a formula would pass it: lists become rows, dates serial numbers, `null` a blank cell. */
export function plainArgument(value: unknown, timeZone: string): FormulaArgument {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) return plainScalar(value, timeZone);
  const rows = value.every(Array.isArray) ? (value as unknown[][]) : [value];
  return rows.map((row) => row.map((cell) => plainScalar(cell, timeZone)));
}

/** A cell as a JavaScript value: `""` for blank, `Date` for a date, `{error, note}` for an error. */
export function plainResult(answer: FormulaAnswer, timeZone: string): unknown {
  const { value } = answer;
  const plain = (cell: CellValue, numberFormat: string | undefined) =>
    numberFormat !== undefined && typeof cell === "number" ? new Date(fromSerial(cell, timeZone)) : (cell ?? "");
  const { numberFormat, numberFormats } = answer.state === "done" ? answer : {};
  if (!Array.isArray(value)) return plain(value, numberFormat);
  return value.map((row, r) => row.map((cell, c) => plain(cell, numberFormats?.[r]?.[c])));
}

function scalarArgument(value: FormulaScalar, timeZone: string): TaggedValue {
  if (value === null) return "";
  if (typeof value !== "object") return value;
  if ("date" in value) return { date: fromSerial(value.date, timeZone) };
  return value.error;
}

/**
 * An argument as the script receives it (google.custom-function-arguments): blank is `""`, an error its text, a date cell a `Date`,
 * a range a 2-D array.
 */
export function toScriptArgument(argument: FormulaArgument, timeZone: string): TaggedValue {
  if (argument === undefined) return { missing: true };
  if (!Array.isArray(argument)) return scalarArgument(argument, timeZone);
  return argument.map((row) => row.map((value) => scalarArgument(value, timeZone)));
}

function cellValue(value: TaggedValue, timeZone: string): CellValue {
  if (Array.isArray(value)) return cellValue(value[0] ?? null, timeZone);
  if (typeof value === "string" && value.length > MAX_CELL_CHARACTERS) {
    return { error: "#ERROR!", note: MESSAGES.cellTooLong() };
  }
  if (value === "") return null;
  if (typeof value !== "object" || value === null) return value;
  if ("date" in value) return toSerial(value.date, timeZone);
  return "error" in value ? { error: value.error } : null;
}

/**
 * A result as the cell shows it (google.custom-function-results): a 2-D array spills, a 1-D array is one column, `""`
 * and `null` are blank, `NaN` is `#NUM!`. Text stays text, even if it begins with `=`.
 */
export function toFormulaAnswer(result: TaggedValue, timeZone: string): FormulaAnswer {
  if (!Array.isArray(result)) {
    const value = cellValue(result, timeZone);
    const numberFormat = formatOf(result, value);
    return numberFormat === undefined ? { state: "done", value } : { state: "done", value, numberFormat };
  }
  const rows = result.map((row) => (Array.isArray(row) ? row : [row]));
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (width === 0) return { state: "done", value: null };
  const values = rows.map((row) =>
    Array.from({ length: width }, (_, column) => cellValue(row[column] ?? null, timeZone)),
  );
  const numberFormats = values.map((row, r) => row.map((value, c) => formatOf(rows[r]?.[c] ?? null, value)));
  const hasDates = numberFormats.some((row) => row.some((numberFormat) => numberFormat !== undefined));
  return hasDates ? { state: "done", value: values, numberFormats } : { state: "done", value: values };
}

/** The number format that a result brings to its cell: only dates bring one. */
function formatOf(result: TaggedValue, value: CellValue): string | undefined {
  const isDate = typeof result === "object" && result !== null && "date" in result;
  return isDate && typeof value === "number" ? dateFormat(value) : undefined;
}
