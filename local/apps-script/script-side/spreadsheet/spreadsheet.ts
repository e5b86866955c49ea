import type { NamedRange } from "../../extras/extras";
import { MESSAGES } from "../../messages";
import { parseA1 } from "../../sheet/a1";
import type { Area } from "../../workbook/cell";
import type { Selection, SheetInfo } from "../../workbook/workbook";
import { isNothing } from "../arguments";
import { call, exception } from "../bridge";
import { requirePermission } from "../permissions";
import { addMetadata, type DeveloperMetadata, findMetadata, MetadataFinder } from "./developer-metadata";
import { listProtections, type Protection } from "./protection";
import type { Range } from "./range";
import { RangeList } from "./range-list";
import { Sheet } from "./sheet";

interface SpreadsheetInfo {
  id: string;
  name: string;
  owner: string;
  timeZone: string;
  locale: string;
}

/** The open document. */
export class Spreadsheet {
  #info: SpreadsheetInfo;

  constructor(spreadsheetInfo: SpreadsheetInfo) {
    this.#info = spreadsheetInfo;
  }
  getId = () => this.#info.id;
  getName = () => this.#info.name;
  getUrl = () => `https://docs.google.com/spreadsheets/d/${this.#info.id}/edit`;
  getSpreadsheetTimeZone = () => this.#info.timeZone;
  getSpreadsheetLocale = () => this.#info.locale;
  setSpreadsheetLocale(locale: unknown): null {
    requirePermission("writeSheet", "setSpreadsheetLocale");
    call("Spreadsheet.setLocale", String(locale));
    this.#info = { ...this.#info, locale: String(locale) };
    return null;
  }
  getOwner = () => ({ getEmail: () => this.#info.owner });

  getSheets(): Sheet[] {
    return this.infos().map(({ sheetId }) => new Sheet(this, sheetId));
  }
  getNumSheets(): number {
    return this.infos().length;
  }
  getSheetByName(name: unknown): Sheet | null {
    const found = this.infos().find((sheet) => sheet.name === String(name));
    return found === undefined ? null : new Sheet(this, found.sheetId);
  }
  getSheetById(id: number): Sheet | null {
    return this.infos().some(({ sheetId }) => sheetId === id) ? new Sheet(this, id) : null;
  }
  getActiveSheet(): Sheet {
    return new Sheet(this, this.#selection().sheetId);
  }
  setActiveSheet(sheet: Sheet, restoreSelection = false): Sheet {
    if (!restoreSelection) return sheet.activate();
    call("Spreadsheet.restoreSelection", sheet.getSheetId());
    return sheet;
  }
  getActiveRange(): Range | null {
    const { sheetId, areas } = this.#selection();
    const area = areas[areas.length - 1];
    return area === undefined ? null : new Sheet(this, sheetId).rangeOf(area);
  }
  getActiveCell(): Range | null {
    return this.getActiveRange()?.getCell(1, 1) ?? null;
  }
  getCurrentCell(): Range | null {
    return this.getActiveCell();
  }
  setActiveRange(range: Range): Range {
    return range.activate();
  }
  getActiveRangeList(): RangeList {
    const { sheetId, areas } = this.#selection();
    const sheet = new Sheet(this, sheetId);
    return new RangeList(areas.map((area) => sheet.rangeOf(area)));
  }
  getSelection() {
    return {
      toString: () => "Selection",
      getActiveRange: () => this.getActiveRange(),
      getActiveRangeList: () => this.getActiveRangeList(),
      getActiveSheet: () => this.getActiveSheet(),
      getCurrentCell: () => this.getCurrentCell(),
    };
  }
  getRange(a1: string): Range {
    const named = parseA1(a1)?.sheetName;
    const sheet = named === undefined ? this.getActiveSheet() : this.getSheetByName(named);
    if (sheet === null) throw exception(MESSAGES.rangeNotFound());
    return sheet.getRange(a1);
  }
  getDataRange = () => this.getActiveSheet().getDataRange();
  getLastRow = () => this.getActiveSheet().getLastRow();
  getLastColumn = () => this.getActiveSheet().getLastColumn();

  /** `(name)`, `(index)` or `(name, index)`; the new sheet becomes active. */
  insertSheet(first?: unknown, second?: unknown): Sheet {
    requirePermission("writeSheet", "insertSheet");
    const name = typeof first === "string" ? first : null;
    const index = typeof first === "number" ? first : typeof second === "number" ? second : null;
    return new Sheet(this, call("Spreadsheet.insertSheet", name, index));
  }
  /** The copy stands behind the active sheet, and becomes active (google.sheet-copies). */
  duplicateActiveSheet(): Sheet {
    requirePermission("writeSheet", "duplicateActiveSheet");
    const active = this.getActiveSheet();
    return this.sheetById(call("Sheet.copyTo", active.getSheetId(), active.getIndex())).activate();
  }
  deleteSheet(sheet: Sheet): null {
    requirePermission("writeSheet", "deleteSheet");
    call("Spreadsheet.deleteSheet", sheet.getSheetId());
    return null;
  }
  moveActiveSheet(position: number): null {
    requirePermission("writeSheet", "moveActiveSheet");
    call("Spreadsheet.moveSheet", this.getActiveSheet().getSheetId(), position - 1);
    return null;
  }
  getRangeByName(name: string): Range | null {
    const named = this.#namedRanges().find((range) => range.name === name);
    if (named !== undefined) return this.sheetById(named.sheetId).rangeOf(named.area);
    try {
      return parseA1(name) === null ? null : this.getRange(name);
    } catch {
      return null;
    }
  }
  getNamedRanges() {
    return this.#namedRanges().map(({ name, sheetId, area }) => ({
      toString: () => "NamedRange",
      getName: () => name,
      getRange: () => this.sheetById(sheetId).rangeOf(area),
      remove: () => this.removeNamedRange(name),
    }));
  }
  setNamedRange(name: string, range: Range): null {
    requirePermission("writeSheet", "setNamedRange");
    call("Spreadsheet.setNamedRange", { name, sheetId: range.getGridId(), area: range.area });
    return null;
  }
  removeNamedRange(name: string): null {
    requirePermission("writeSheet", "removeNamedRange");
    call("Spreadsheet.removeNamedRange", name);
    return null;
  }
  toast(message: unknown, title: unknown = "", timeoutSeconds: unknown = 5): null {
    requirePermission("writeSheet", "toast");
    const seconds = isNothing(timeoutSeconds) ? 5 : Number(timeoutSeconds);
    call("Spreadsheet.toast", String(message), isNothing(title) ? "" : String(title), seconds);
    return null;
  }
  getProtections(type: unknown): Protection[] {
    const isSheet = String(type) === "SHEET";
    return listProtections(
      (protection) => (protection.area === undefined) === isSheet,
      (id) => this.sheetById(id),
    );
  }
  addDeveloperMetadata(key: string, value?: unknown, visibility?: unknown): this {
    addMetadata({}, key, value, visibility);
    return this;
  }
  getDeveloperMetadata(): DeveloperMetadata[] {
    return findMetadata(this, (metadata) => metadata.sheetId === undefined);
  }
  createDeveloperMetadataFinder(): MetadataFinder {
    return new MetadataFinder(this, {});
  }

  /** @internal */
  ownerAddress(): string {
    return this.#info.owner;
  }
  /** @internal */
  sheetById(id: number): Sheet {
    return new Sheet(this, id);
  }
  /** @internal */
  infos(): SheetInfo[] {
    requirePermission("readSheet", "getSheets");
    return call("Spreadsheet.getSheets");
  }
  #selection(): Selection {
    requirePermission("readSheet", "getActiveRange");
    return call<{ sheetId: number; areas: Area[] }>("Spreadsheet.getSelection");
  }
  #namedRanges(): NamedRange[] {
    requirePermission("readSheet", "getRangeByName");
    return call("Spreadsheet.getNamedRanges");
  }
}
