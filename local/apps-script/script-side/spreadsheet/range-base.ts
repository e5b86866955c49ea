import { MESSAGES } from "../../messages";
import type { TaggedValue } from "../../protocol";
import type { Area } from "../../workbook/cell";
import { wrongSignature } from "../arguments";
import { call, exception } from "../bridge";
import { requirePermission } from "../permissions";
import type { Sheet } from "./sheet";

/** A cell's value as the script gets it. */
export function toScript(value: TaggedValue): unknown {
  return typeof value === "object" && value !== null && "date" in value ? new Date(value.date) : value;
}

/** A script's value on its way to a cell; objects become text (google.writes-parse-text). */
export function fromScript(value: unknown): TaggedValue {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "#NUM!" : { date: value.getTime() };
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  return typeof value === "string" || typeof value === "boolean" ? value : String(value);
}

/** The place of a `Range`, and its way to ask and to write. */
export class RangeBase {
  /** @internal */
  readonly area: Area;
  /** @internal */
  readonly sheet: Sheet;

  constructor(sheet: Sheet, area: Area) {
    this.sheet = sheet;
    this.area = area;
  }
  protected get sheetId(): number {
    return this.sheet.getSheetId();
  }
  protected ask<T>(hostCall: string, method: string, ...args: unknown[]): T {
    requirePermission("readSheet", method);
    return call<T>(hostCall, this.sheetId, this.area, ...args);
  }
  protected write<T = void>(hostCall: string, method: string, ...args: unknown[]): T {
    requirePermission("writeSheet", method);
    return call<T>(hostCall, this.sheetId, this.area, ...args);
  }
  protected checkSize(method: string, rows: unknown): void {
    requirePermission("writeSheet", method);
    if (!Array.isArray(rows) || !rows.every(Array.isArray))
      throw wrongSignature(`SpreadsheetApp.Range.${method}`, [rows]);
    if (rows.length !== this.area.rows) throw exception(MESSAGES.rowsDiffer(rows.length, this.area.rows));
    for (const row of rows) {
      if (row.length !== this.area.columns) throw exception(MESSAGES.columnsDiffer(row.length, this.area.columns));
    }
  }
}
