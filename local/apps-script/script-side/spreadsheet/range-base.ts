import type { Area } from "../../workbook/cell";
import { call } from "../bridge";
import { requirePermission } from "../permissions";
import type { Sheet } from "./sheet";

/** What every part of `Range` shares: its place and how it asks and writes. */
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
  protected write(hostCall: string, method: string, ...args: unknown[]): void {
    requirePermission("writeSheet", method);
    call(hostCall, this.sheetId, this.area, ...args);
  }
}
