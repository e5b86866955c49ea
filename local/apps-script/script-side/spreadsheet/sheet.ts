import type { ChartRecord, ConditionalFormat } from "../../extras/extras";
import { MESSAGES } from "../../messages";
import { type A1Area, openA1, parseA1 } from "../../sheet/a1";
import type { Area } from "../../workbook/cell";
import type { Dimension } from "../../workbook/change";
import type { SheetInfo } from "../../workbook/workbook";
import { isNothing, nothing, toInt, wrongSignature } from "../arguments";
import { call, exception } from "../bridge";
import { requirePermission } from "../permissions";
import { EmbeddedChart, EmbeddedChartBuilder } from "./chart";
import { ConditionalFormatRule } from "./conditional-format";
import { addMetadata, type DeveloperMetadata, findMetadata, MetadataFinder } from "./developer-metadata";
import { Filter } from "./filter";
import { addProtection, listProtections, type Protection } from "./protection";
import { Range } from "./range";
import { fromScript } from "./range-base";
import { RangeList } from "./range-list";
import type { Spreadsheet } from "./spreadsheet";

/** The rows and columns of a sheet, and what lies over it. */
export abstract class SheetShape {
  protected readonly id: number;
  protected readonly spreadsheet: Spreadsheet;

  constructor(spreadsheet: Spreadsheet, id: number) {
    this.spreadsheet = spreadsheet;
    this.id = id;
  }
  protected abstract info(): SheetInfo;
  abstract rangeOf(area: Area, a1?: string | null): Range;

  insertRows = (row: number, count = 1) => nothing(this.#insert("insertRows", "rows", row, 0, count));
  insertRowsBefore = (row: number, count: number) => this.#insert("insertRowsBefore", "rows", row, 0, count);
  insertRowsAfter = (row: number, count: number) => this.#insert("insertRowsAfter", "rows", row, 1, count);
  insertRowBefore = (row: number) => this.insertRowsBefore(row, 1);
  insertRowAfter = (row: number) => this.insertRowsAfter(row, 1);
  insertColumns = (column: number, count = 1) => nothing(this.#insert("insertColumns", "columns", column, 0, count));
  insertColumnsBefore = (column: number, count: number) =>
    this.#insert("insertColumnsBefore", "columns", column, 0, count);
  insertColumnsAfter = (column: number, count: number) =>
    this.#insert("insertColumnsAfter", "columns", column, 1, count);
  insertColumnBefore = (column: number) => this.insertColumnsBefore(column, 1);
  insertColumnAfter = (column: number) => this.insertColumnsAfter(column, 1);
  deleteRows = (row: number, count: number) => nothing(this.#band("deleteRows", "Sheet.delete", "rows", row, count));
  deleteRow = (row: number) => this.#band("deleteRow", "Sheet.delete", "rows", row, 1);
  deleteColumns = (column: number, count: number) =>
    nothing(this.#band("deleteColumns", "Sheet.delete", "columns", column, count));
  deleteColumn = (column: number) => this.#band("deleteColumn", "Sheet.delete", "columns", column, 1);
  moveRows = (rows: Range, before: number) =>
    nothing(this.#move("moveRows", "rows", rows.getRow(), rows.getNumRows(), before));
  moveColumns = (columns: Range, before: number) =>
    nothing(this.#move("moveColumns", "columns", columns.getColumn(), columns.getNumColumns(), before));

  hideRows = (row: number, count = 1) => nothing(this.#band("hideRows", "Sheet.setHidden", "rows", row, count, true));
  showRows = (row: number, count = 1) => nothing(this.#band("showRows", "Sheet.setHidden", "rows", row, count, false));
  hideColumns = (column: number, count = 1) =>
    nothing(this.#band("hideColumns", "Sheet.setHidden", "columns", column, count, true));
  showColumns = (column: number, count = 1) =>
    nothing(this.#band("showColumns", "Sheet.setHidden", "columns", column, count, false));
  hideRow = (row: Range) => this.hideRows(row.getRow(), row.getNumRows());
  hideColumn = (column: Range) => this.hideColumns(column.getColumn(), column.getNumColumns());
  unhideRow = (row: Range) => this.showRows(row.getRow(), row.getNumRows());
  unhideColumn = (column: Range) => this.showColumns(column.getColumn(), column.getNumColumns());
  isRowHiddenByUser = (row: number) => call<boolean>("Sheet.isHidden", this.id, "rows", toInt(row));
  isColumnHiddenByUser = (column: number) => call<boolean>("Sheet.isHidden", this.id, "columns", toInt(column));
  isRowHiddenByFilter = (row: number) => call<boolean>("Sheet.isHiddenByFilter", this.id, toInt(row));
  setColumnWidth = (column: number, pixels: number) =>
    this.#band("setColumnWidth", "Sheet.setSize", "columns", column, 1, pixels);
  setColumnWidths = (column: number, count: number, pixels: number) =>
    this.#band("setColumnWidths", "Sheet.setSize", "columns", column, count, pixels);
  setRowHeight = (row: number, pixels: number) => this.#band("setRowHeight", "Sheet.setSize", "rows", row, 1, pixels);
  getColumnWidth = (column: number) => call<number>("Sheet.getSize", this.id, "columns", toInt(column));
  getRowHeight = (row: number) => call<number>("Sheet.getSize", this.id, "rows", toInt(row));
  autoResizeColumn = (column: number) => this.autoResizeColumns(column, 1);
  autoResizeColumns = (column: number, count: number) =>
    this.#band("autoResizeColumns", "Sheet.fitColumns", "columns", column, count);

  getFrozenRows = () => this.info().frozenRows;
  getFrozenColumns = () => this.info().frozenColumns;
  setFrozenRows = (rows: number) =>
    nothing(this.#write("setFrozenRows", "Sheet.setFrozen", this.id, "rows", toInt(rows)));
  setFrozenColumns = (columns: number) =>
    nothing(this.#write("setFrozenColumns", "Sheet.setFrozen", this.id, "columns", toInt(columns)));
  hideSheet = () => this.#write("hideSheet", "Sheet.setSheetHidden", this.id, true);
  showSheet = () => this.#write("showSheet", "Sheet.setSheetHidden", this.id, false);
  isSheetHidden = () => this.info().hidden;
  getFilter(): Filter | null {
    return call<Area | null>("Sheet.getFilter", this.id) === null ? null : new Filter(this as unknown as Sheet);
  }

  getConditionalFormatRules(): ConditionalFormatRule[] {
    requirePermission("readSheet", "getConditionalFormatRules");
    const formats = call<ConditionalFormat[]>("Sheet.getConditionalFormatRules", this.id);
    return formats.map((format) => new ConditionalFormatRule(format, (area) => this.rangeOf(area)));
  }
  setConditionalFormatRules(rules: ConditionalFormatRule[]): null {
    return this.#do(
      "setConditionalFormatRules",
      "Sheet.setConditionalFormatRules",
      this.id,
      rules.map((rule) => rule.plain()),
    );
  }
  clearConditionalFormatRules(): null {
    return this.setConditionalFormatRules([]);
  }
  getCharts = () =>
    call<ChartRecord[]>("Sheet.getCharts", this.id).map((chart) => new EmbeddedChart(chart, this.spreadsheet));
  newChart = () => new EmbeddedChartBuilder(this.id, this.spreadsheet);
  insertChart = (chart: EmbeddedChart) => this.#do("insertChart", "Sheet.insertChart", chart.plain());
  updateChart = (chart: EmbeddedChart) => this.#do("updateChart", "Sheet.updateChart", chart.plain());
  removeChart = (chart: EmbeddedChart) => this.#do("removeChart", "Sheet.removeChart", chart.getChartId());

  protect(): Protection {
    return addProtection({ sheetId: this.id }, this as unknown as Sheet);
  }
  getProtections(type: unknown): Protection[] {
    const wanted = String(type);
    return listProtections(
      (protection) => protection.sheetId === this.id && (protection.area === undefined) === (wanted === "SHEET"),
      (id) => this.spreadsheet.sheetById(id),
    );
  }
  addDeveloperMetadata(key: string, value?: unknown, visibility?: unknown): this {
    addMetadata({ sheetId: this.id }, key, value, visibility);
    return this;
  }
  getDeveloperMetadata(): DeveloperMetadata[] {
    return findMetadata(this.spreadsheet, (metadata) => metadata.sheetId === this.id && metadata.area === undefined);
  }
  createDeveloperMetadataFinder(): MetadataFinder {
    return new MetadataFinder(this.spreadsheet, { sheetId: this.id });
  }

  #write(method: string, hostCall: string, ...args: unknown[]): this {
    requirePermission("writeSheet", method);
    call(hostCall, ...args);
    return this;
  }
  #do(method: string, hostCall: string, ...args: unknown[]): null {
    return nothing(this.#write(method, hostCall, ...args));
  }
  #band(method: string, hostCall: string, dimension: Dimension, index: number, count: number, value?: unknown): this {
    const band = { sheetId: this.id, dimension, index: toInt(index), count: toInt(count) };
    return this.#write(method, hostCall, band, value);
  }
  /** @param distance from the row or column that the script has named */
  #insert(method: string, dimension: Dimension, beside: number, distance: number, count: number): this {
    const named = toInt(beside);
    return this.#band(method, "Sheet.insert", dimension, named + distance, count, named);
  }
  #move(method: string, dimension: Dimension, index: number, count: number, before: number): this {
    return this.#write(method, "Sheet.move", { sheetId: this.id, dimension, index, count }, toInt(before));
  }
}

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
  /** Into its own document, behind the other sheets (google.sheet-copies). */
  copyTo(spreadsheet: Spreadsheet): Sheet {
    requirePermission("writeSheet", "copyTo");
    return spreadsheet.sheetById(call("Sheet.copyTo", this.id, null));
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
    const parsed = a1Notations.map((a1) => parseA1(a1));
    const here = parsed.flatMap((each) => (each && each.sheetName === undefined ? each : []));
    if (here.length < parsed.length) return new RangeList(a1Notations.map((a1) => this.getRange(a1)));
    requirePermission("readSheet", "getRangeList");
    const areas = call<Area[]>("Sheet.getRangeList", this.id, here);
    return new RangeList(areas.map((area, i) => this.rangeOf(area, openA1(here[i] as A1Area))));
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
  /** All rows but the frozen ones (google.sorting). */
  sort(column: unknown, ascending = true): this {
    requirePermission("writeSheet", "sort");
    const { row, rows, ...columns } = this.wholeArea();
    const frozen = this.getFrozenRows();
    this.rangeOf({ ...columns, row: row + frozen, rows: rows - frozen }).sort({ column: toInt(column), ascending });
    return this;
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
