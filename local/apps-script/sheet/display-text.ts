import { format, isDateFormat } from "numfmt";
import { type CellValue, isCellError } from "../workbook/cell";

const dateFormats = new Map<string, boolean>();

/** True for formats that make a number a date, a time or a duration. */
export function showsDate(numberFormat: string): boolean {
  const known = dateFormats.get(numberFormat);
  if (known !== undefined) return known;
  const isDate = numberFormat !== "General" && isDateFormat(numberFormat);
  dateFormats.set(numberFormat, isDate);
  return isDate;
}

/** What a cell shows. */
export function displayText(value: CellValue, numberFormat: string): string {
  if (value === null) return "";
  if (isCellError(value)) return value.error;
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "TRUE" : "FALSE";
  return format(numberFormat === "@" ? "General" : numberFormat, value, { leap1900: false });
}
