import type { TaggedValue } from "../tagged-value";
import { type Cell, isCellError } from "../workbook/cell";
import { showsDate } from "./display-text";
import { fromSerial } from "./time-zones";
/** A cell's value as `getValue` gives it: blank is `""`, errors are text, date cells are dates. */
export function scriptValue(cell: Cell, timeZone: string): TaggedValue {
  const { value, numberFormat } = cell;
  if (value === null) return "";
  if (isCellError(value)) return value.error;
  if (typeof value === "number" && showsDate(numberFormat)) return { date: fromSerial(value, timeZone) };
  return value;
}
