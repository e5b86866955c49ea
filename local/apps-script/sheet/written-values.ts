import type { DocumentState } from "../document-state";
import type { TaggedValue } from "../tagged-value";
import type { Area, Cell, CellInput, CellStyle } from "../workbook/cell";
import type { Change } from "../workbook/change";
import type { Write } from "./check-write";
import { displayText, showsDate } from "./display-text";
import { toSerial } from "./time-zones";
import { readTyped, type Typed } from "./typed-text";

/** How a date is shown in a cell without a date format. */
const DATE_FORMAT = "m/d/yyyy";
const DATE_TIME_FORMAT = "m/d/yyyy h:mm:ss";

/** What one value given to `setValue` makes of a cell (google.writes-parse-text). */
function written(value: TaggedValue, cell: Cell, timeZone: string, nowMs: number): Typed {
  if (typeof value === "string") return readTyped(value, cell.numberFormat, nowMs);
  if (typeof value !== "object" || value === null) return { input: { value } };
  if (Array.isArray(value) || !("date" in value)) return { input: { value: null } };
  const serial = toSerial(value.date, timeZone);
  const numberFormat = Number.isInteger(serial) ? DATE_FORMAT : DATE_TIME_FORMAT;
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

/** What writing a rectangle of values does to its cells, which hold `held`. */
export function writeValues(
  document: Pick<DocumentState, "timeZone">,
  place: { sheetId: number; area: Area },
  values: TaggedValue[][],
  held: Cell[][],
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
      const cell = (held[r] as Cell[])[c] as Cell;
      const { input, numberFormat } = written(value, cell, document.timeZone, nowMs);
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
