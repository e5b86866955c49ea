import { fromSerial, toSerial } from "../sheet/serial-dates";
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

/** What a cell shows, as a JavaScript value: `""` for blank, `Date` for a date, `{error, note}` for an error. */
export function plainResult(answer: FormulaAnswer, timeZone: string): unknown {
  const { value } = answer;
  const plain = (cell: CellValue, numberFormat: string | undefined) =>
    numberFormat !== undefined && typeof cell === "number" ? new Date(fromSerial(cell, timeZone)) : (cell ?? "");
  const { numberFormat, numberFormats } = answer.state === "done" ? answer : {};
  if (!Array.isArray(value)) return plain(value, numberFormat);
  return value.map((row, r) => row.map((cell, c) => plain(cell, numberFormats?.[r]?.[c])));
}
