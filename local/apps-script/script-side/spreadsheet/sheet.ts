import { MESSAGES } from "../../messages";
import { openA1, parseA1 } from "../../sheet/a1";
import type { Area } from "../../workbook/cell";
import type { SheetInfo } from "../../workbook/workbook";
import { isNothing, toInt, wrongSignature } from "../arguments";
import { call, exception } from "../bridge";
import { requirePermission } from "../permissions";
import { Range } from "./range";
import { fromScript } from "./range-base";
import { RangeList } from "./range-list";
import { SheetShape } from "./sheet-shape";
/** One sheet. */
export class Sheet extends SheetShape {
  getSheetId = () => this.id;
  getParent = () => this.spreadsheet;
  getName = () => this.info().name;
  getSheetName = () => this.info().name;
  getIndex = () => this.spreadsheet.infos().findIndex(({ sheetId }) => sheetId === this.id) + 1;
  getMaxRows = () => this.info().rows;
  getMaxColumns = () => this.info().columns;
  getLastRow = () => this.#extent("getLastRow").rows;
  getLastColumn = () => this.#extent("getLastColumn").columns;

  setName(name: unknown): this {
    requirePermission("writeSheet", "setName");
    call("Sheet.setName", this.id, String(name));
    return this;
  }
  activate(): this {
    this.rangeOf({ row: 1, column: 1, rows: 1, columns: 1 }).activate();
    return this;
  }

  /** By A1 notation, or by row, column and how many of each. */
  getRange(row: unknown, column?: unknown, numRows?: unknown, numColumns?: unknown): Range {
    requirePermission("readSheet", "getRange");
    if (typeof row === "string" && isNothing(column)) return this.#rangeByA1(row);
    if (isNothing(row) || isNothing(column)) throw wrongSignature("SpreadsheetApp.Sheet.getRange", [row, column]);
    const first = { row: toInt(row), column: toInt(column) };
    const rows = isNothing(numRows) ? 1 : toInt(numRows);
    const columns = isNothing(numColumns) ? 1 : toInt(numColumns);
    if (rows < 1) throw exception(MESSAGES.tooFew("rows"));
    if (columns < 1) throw exception(MESSAGES.tooFew("columns"));
    if (Math.min(first.row, first.column) < 1) throw exception(MESSAGES.invalidCoordinates());
    const last = { lastRow: first.row + rows - 1, lastColumn: first.column + columns - 1 };
    return this.rangeOf(call<Area>("Sheet.getRange", this.id, { ...first, ...last }));
  }
  /** From A1 to the last content; A1 alone on an empty sheet (google.empty-sheet). */
  getDataRange(): Range {
    const { rows, columns } = this.#extent("getDataRange");
    return this.rangeOf({ row: 1, column: 1, rows: Math.max(1, rows), columns: Math.max(1, columns) });
  }
  getRangeList(a1Notations: string[]): RangeList {
    return new RangeList(a1Notations.map((a1) => this.getRange(a1)));
  }
  getActiveRange(): Range | null {
    return this.spreadsheet.getActiveRange();
  }
  getActiveCell(): Range | null {
    return this.getActiveRange()?.getCell(1, 1) ?? null;
  }
  getSelection() {
    return this.spreadsheet.getSelection();
  }
  setActiveRange(range: Range): Range {
    return range.activate();
  }
  getSheetValues(row: number, column: number, rows: number, columns: number): unknown[][] {
    return this.getRange(row, column, rows, columns).getValues();
  }
  appendRow(values: unknown[]): this {
    requirePermission("writeSheet", "appendRow");
    call("Sheet.appendRow", this.id, values.map(fromScript));
    return this;
  }
  clear(options?: { contentsOnly?: boolean; formatOnly?: boolean }): this {
    this.#all().clear(options);
    return this;
  }
  clearContents(): this {
    this.#all().clearContent();
    return this;
  }
  clearFormats(): this {
    this.#all().clearFormat();
    return this;
  }
  clearNotes(): this {
    this.#all().clearNote();
    return this;
  }

  /** @internal */
  rangeOf(area: Area, a1: string | null = null): Range {
    return new Range(this, area, a1);
  }
  protected info(): SheetInfo {
    requirePermission("readSheet", "getSheet");
    return call("Sheet.getInfo", this.id);
  }
  #extent(method: string): { rows: number; columns: number } {
    requirePermission("readSheet", method);
    return call("Sheet.getExtent", this.id);
  }
  /** @internal */
  wholeArea(): Area {
    const { rows, columns } = this.info();
    return { row: 1, column: 1, rows, columns };
  }
  #all(): Range {
    return this.rangeOf(this.wholeArea());
  }
  #rangeByA1(text: string): Range {
    const parsed = parseA1(text);
    if (parsed === null) {
      const named = this.spreadsheet.getRangeByName(text);
      if (named === null) throw exception(MESSAGES.rangeNotFound());
      return named;
    }
    const sheet = parsed.sheetName === undefined ? this : this.spreadsheet.getSheetByName(parsed.sheetName);
    if (sheet === null) throw exception(MESSAGES.rangeNotFound());
    const area = call<Area>("Sheet.getRange", sheet.getSheetId(), parsed);
    return sheet.rangeOf(area, openA1(parsed));
  }
}
