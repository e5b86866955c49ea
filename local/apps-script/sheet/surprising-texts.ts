import type { CellValue } from "../workbook/cell";

/** The errors of a spreadsheet, whoever types them. */
const ERROR = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NUM!|NAME\?|NULL!|ERROR!)$/i;

/** A time as programs write it. Sheets knows no zones: the time of day stays what is written. */
const ISO_TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?(?:Z|[+-]\d{2}(?::?\d{2})?)?$/i;

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const MONTH_AND_NUMBER = new RegExp(`^${MONTH}[ -]?(\\d{1,2}|\\d{4})$|^(\\d{1,2})[ -]?${MONTH}$`, "i");

/** Serial numbers count days from 30 December 1899. */
const EPOCH_MS = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const serialOf = (utcMs: number): number => (utcMs - EPOCH_MS) / DAY_MS;

function readIsoTime(text: string): number | null {
  const [, day, hour, minute, second = "0"] = ISO_TIME.exec(text) ?? [];
  const dayMs = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(dayMs) || Number(hour) > 23 || Number(minute) > 59 || Number(second) >= 60) return null;
  return serialOf(dayMs + (Number(hour) * 60 + Number(minute)) * MINUTE_MS + Number(second) * 1000);
}

/** `MAY26` and `May 26` are a day of this year, `MAY45` and `MAY2026` months. */
function readMonthAndNumber(text: string, year: number): { serial: number; numberFormat: string } | null {
  const match = MONTH_AND_NUMBER.exec(text);
  if (match === null) return null;
  const month = MONTHS.indexOf((match[1] ?? match[4] ?? "").slice(0, 3).toLowerCase());
  const number = Number(match[2] ?? match[3]);
  const day = new Date(Date.UTC(year, month, number));
  if (number > 0 && day.getUTCMonth() === month) return { serial: serialOf(day.getTime()), numberFormat: "d-mmm" };
  if (match[2] === undefined) return null;
  const ofYear = number >= 100 ? number : number + (number < 50 ? 2000 : 1900);
  return { serial: serialOf(Date.UTC(ofYear, month, 1)), numberFormat: "mmm-yy" };
}

/**
 * Reads texts that few people would take for values and Sheets does: `MAY26`, `2026-01-31T10:00:00Z`, `#N/A`
 * (google.surprising-texts). `null` for all others.
 * @param year of dates that have none
 */
export function readSurprisingText(text: string, year: number): { value: CellValue; numberFormat?: string } | null {
  if (ERROR.test(text)) return { value: { error: text.toUpperCase() } };
  const time = readIsoTime(text);
  if (time !== null) return { value: time, numberFormat: "yyyy-mm-dd hh:mm:ss" };
  const date = readMonthAndNumber(text, year);
  return date === null ? null : { value: date.serial, numberFormat: date.numberFormat };
}
