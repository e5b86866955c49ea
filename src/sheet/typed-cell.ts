import { neutralText } from "./neutral-text";
import type { CellValue } from "./table";

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2}:\d{2})(?:\.\d+)?(?:Z|\+00:00)?)?$/;

/**
 * Text of the service as it may be written: dates of the calendar become dates, which every sheet reads in this form
 * whatever its language, and everything else stays the text it is. Times are UTC and shown as such.
 */
export function typedCell(value: CellValue): CellValue {
  if (typeof value !== "string") return value;
  const [, year, month, day, time] = DATE.exec(value) ?? [];
  if (!year || !isDay(Number(year), Number(month), Number(day))) return neutralText(value);
  return time ? `${year}-${month}-${day} ${time}` : `${year}-${month}-${day}`;
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  // Sheets counts days from 1899 on.
  return year >= 1900 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
