import type { ValidationRule } from "../../extras/extras";
import { moveFormula } from "../../formulas/shift-formula";
import { MESSAGES } from "../../messages";
import type { TaggedValue } from "../../protocol";
import { columnName } from "../../sheet/a1";
import { type Area, AUTOMATIC_FORMAT, type CellStyle } from "../../workbook/cell";
import { isNothing, toInt, wrongSignature } from "../arguments";
import { call, exception } from "../bridge";
import { requirePermission } from "../permissions";
import { CSS_COLORS } from "./css-colors";
import { DataValidation } from "./data-validation";
import { addMetadata, type DeveloperMetadata, findMetadata, MetadataFinder } from "./developer-metadata";
import { addProtection, type Protection } from "./protection";
import type { Sheet } from "./sheet";
import { TextFinder } from "./text-finder";

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
}

/** The part of a `Range` besides values and formats: validations, protection, merges, metadata. */
export class RangeMore extends RangeBase {
  getDataValidations(): (DataValidation | null)[][] {
    const rules = this.ask<(ValidationRule | null)[][]>("Range.getDataValidations", "getDataValidations");
    return rules.map((row) => row.map((rule) => (rule === null ? null : new DataValidation(rule))));
  }
  getDataValidation(): DataValidation | null {
    return this.getDataValidations()[0]?.[0] ?? null;
  }
  setDataValidation(rule: DataValidation | null): this {
    this.write("Range.setDataValidation", "setDataValidation", rule === null ? null : rule.plain());
    return this;
  }
  clearDataValidations(): this {
    this.write("Range.setDataValidation", "clearDataValidations", null);
    return this;
  }
  /** True if the range has a cell of a merged one (google.merged-cells). */
  isPartOfMerge(): boolean {
    return this.ask<{ area: Area }[]>("Range.getMerges", "isPartOfMerge").length > 0;
  }
  getMergedRanges(): unknown[] {
    const merges = this.ask<{ area: Area }[]>("Range.getMerges", "getMergedRanges");
    return merges.map(({ area }) => this.sheet.getRange(area.row, area.column, area.rows, area.columns));
  }
  merge(): this {
    return this.#merge("merge", [this.area]);
  }
  /** Each row becomes one cell. */
  mergeAcross(): this {
    const { row, rows, ...columns } = this.area;
    const areas = Array.from({ length: rows }, (_, down) => ({ ...columns, row: row + down, rows: 1 }));
    return this.#merge("mergeAcross", areas);
  }
  /** Each column becomes one cell. */
  mergeVertically(): this {
    const { column, columns, ...rows } = this.area;
    const areas = Array.from({ length: columns }, (_, right) => ({ ...rows, column: column + right, columns: 1 }));
    return this.#merge("mergeVertically", areas);
  }
  breakApart(): this {
    return this.#merge("breakApart", []);
  }
  protect(): Protection {
    return addProtection({ sheetId: this.sheetId, area: this.area }, this.sheet);
  }

  /** Only a whole row or column can carry metadata (google.metadata-places). */
  addDeveloperMetadata(key: string, value?: unknown, visibility?: unknown): this {
    addMetadata({ sheetId: this.sheetId, area: this.area }, key, value, visibility);
    return this;
  }
  /** Of this very row or column; a cell's does not include its row's (google.metadata-places). */
  getDeveloperMetadata(): DeveloperMetadata[] {
    const dimension = this.#dimension();
    return findMetadata(this.sheet.getParent(), (metadata) => {
      if (metadata.sheetId !== this.sheetId || metadata.dimension !== dimension || metadata.area === undefined)
        return false;
      return dimension === "rows" ? metadata.area.row === this.area.row : metadata.area.column === this.area.column;
    });
  }
  createDeveloperMetadataFinder(): MetadataFinder {
    return new MetadataFinder(this.sheet.getParent(), { sheetId: this.sheetId, area: this.area });
  }

  #merge(method: string, areas: Area[]): this {
    this.write(
      "Range.setMerges",
      method,
      areas.filter(({ rows, columns }) => rows * columns > 1),
    );
    return this;
  }
  #dimension(): "rows" | "columns" | null {
    const { row, column, rows, columns } = this.area;
    if (rows === 1 && column === 1 && columns === this.sheet.getMaxColumns()) return "rows";
    if (columns === 1 && row === 1 && rows === this.sheet.getMaxRows()) return "columns";
    return null;
  }
}

type Name = keyof CellStyle;

/** A format as the cell keeps it and gives it back: colours as `#rrggbb`, an automatic number format as none. */
function kept(name: Name, value: unknown): unknown {
  if (name === "numberFormat") return value === AUTOMATIC_FORMAT ? null : value;
  if ((name !== "background" && name !== "fontColor") || typeof value !== "string") return value;
  const color = value.toLowerCase();
  return CSS_COLORS.get(color) ?? color.replace(/^#(\w)(\w)(\w)$/, "#$1$1$2$2$3$3");
}

/** Formats of ranges: one for all cells, or one each. */
export class RangeFormats extends RangeMore {
  setBackground = (color: string | null) => this.#one("setBackground", "background", color);
  setBackgrounds = (colors: (string | null)[][]) => this.#each("setBackgrounds", "background", colors);
  setFontColor = (color: string | null) => this.#one("setFontColor", "fontColor", color);
  setFontColors = (colors: (string | null)[][]) => this.#each("setFontColors", "fontColor", colors);
  setFontWeight = (weight: string | null) => this.#one("setFontWeight", "fontWeight", weight);
  setFontWeights = (weights: (string | null)[][]) => this.#each("setFontWeights", "fontWeight", weights);
  setFontStyle = (style: string | null) => this.#one("setFontStyle", "fontStyle", style);
  setHorizontalAlignment = (side: string | null) => this.#one("setHorizontalAlignment", "horizontalAlignment", side);
  setNumberFormat = (format: string) => this.#one("setNumberFormat", "numberFormat", format);
  setNumberFormats = (formats: string[][]) => this.#each("setNumberFormats", "numberFormat", formats);
  setWrap = (wrap: boolean) => this.#one("setWrap", "wrap", wrap);
  setWrapStrategy = (strategy: unknown) => this.#one("setWrapStrategy", "wrap", String(strategy) === "WRAP");

  getBackgrounds = () => this.#read("getBackgrounds", "background", "#ffffff");
  getBackground = () => this.getBackgrounds()[0]?.[0];
  getFontColors = () => this.#read("getFontColors", "fontColor", "#000000");
  getFontColor = () => this.getFontColors()[0]?.[0];
  getFontWeights = () => this.#read("getFontWeights", "fontWeight", "normal");
  getFontWeight = () => this.getFontWeights()[0]?.[0];
  getWraps = () => this.#read("getWraps", "wrap", true);
  getWrap = () => this.getWraps()[0]?.[0];
  getNumberFormats = () => this.ask<string[][]>("Range.getNumberFormats", "getNumberFormats");
  getNumberFormat = () => this.getNumberFormats()[0]?.[0];

  #one(method: string, name: Name, value: unknown): this {
    this.write("Range.setStyle", method, { [name]: kept(name, value) });
    return this;
  }
  #each(method: string, name: Name, values: unknown[][]): this {
    this.write(
      "Range.setStyles",
      method,
      values.map((row) => row.map((value) => ({ [name]: kept(name, value) }))),
    );
    return this;
  }
  #read(method: string, name: Name, normal: unknown): unknown[][] {
    const styles = this.ask<CellStyle[][]>("Range.getStyles", method);
    return styles.map((row) => row.map((style) => style[name] ?? normal));
  }
}

/** A rectangle of cells. Its geometry is known here; what cells hold is asked of the document. */
export class Range extends RangeFormats {
  /** Open sides as A1 notation gave them: `5:7` and `D:F` stay so. */
  readonly #a1: string | null;

  constructor(sheet: Sheet, area: Area, a1: string | null = null) {
    super(sheet, area);
    this.#a1 = a1;
  }

  getRow = () => this.area.row;
  getColumn = () => this.area.column;
  getNumRows = () => this.area.rows;
  getNumColumns = () => this.area.columns;
  getHeight = () => this.area.rows;
  getWidth = () => this.area.columns;
  getRowIndex = () => this.area.row;
  getColumnIndex = () => this.area.column;
  getLastRow = () => this.area.row + this.area.rows - 1;
  getLastColumn = () => this.area.column + this.area.columns - 1;
  getSheet = (): Sheet => this.sheet;
  getGridId = () => this.sheet.getSheetId();

  /** Without the sheet's name and `$`. */
  getA1Notation(): string {
    if (this.#a1 !== null) return this.#a1;
    const first = `${columnName(this.area.column)}${this.area.row}`;
    if (this.area.rows === 1 && this.area.columns === 1) return first;
    return `${first}:${columnName(this.getLastColumn())}${this.getLastRow()}`;
  }
  getCell(row: unknown, column: unknown): Range {
    const [down, right] = [toInt(row), toInt(column)];
    if (down < 1 || right < 1 || down > this.area.rows || right > this.area.columns)
      throw exception(MESSAGES.cellOutsideRange());
    return this.sheet.getRange(this.area.row + down - 1, this.area.column + right - 1);
  }
  offset(rows: unknown, columns: unknown, height?: unknown, width?: unknown): Range {
    return this.sheet.getRange(
      this.area.row + toInt(rows),
      this.area.column + toInt(columns),
      isNothing(height) ? this.area.rows : toInt(height),
      isNothing(width) ? this.area.columns : toInt(width),
    );
  }

  getValues(): unknown[][] {
    return this.ask<TaggedValue[][]>("Range.getValues", "getValues").map((row) => row.map(toScript));
  }
  getValue(): unknown {
    return this.first().getValues()[0]?.[0];
  }
  getDisplayValues(): string[][] {
    return this.ask("Range.getDisplayValues", "getDisplayValues");
  }
  getDisplayValue(): string {
    return this.first().getDisplayValues()[0]?.[0] as string;
  }
  getFormulas(): string[][] {
    return this.ask("Range.getFormulas", "getFormulas");
  }
  getFormula(): string {
    return this.first().getFormulas()[0]?.[0] as string;
  }
  isBlank(): boolean {
    return (
      this.getValues().every((row) => row.every((value) => value === "")) &&
      this.getFormulas()
        .flat()
        .every((formula) => formula === "")
    );
  }

  setValues(values: unknown): this {
    this.#checkSize("setValues", values);
    this.write(
      "Range.setValues",
      "setValues",
      (values as unknown[][]).map((row) => row.map(fromScript)),
    );
    return this;
  }
  /** One value for every cell; `null` and `undefined` clear (google.null-clears). */
  setValue(value: unknown): this {
    const { rows, columns } = this.area;
    const one = fromScript(value);
    const all = Array.from({ length: rows }, () => new Array<TaggedValue>(columns).fill(one));
    this.write("Range.setValues", "setValue", all);
    return this;
  }
  setFormulas(formulas: unknown): this {
    this.#checkSize("setFormulas", formulas);
    const texts = (formulas as unknown[][]).map((row) =>
      row.map((formula) => (isNothing(formula) ? "" : String(formula))),
    );
    this.write("Range.setFormulas", "setFormulas", texts);
    return this;
  }
  /** The formula is that of the first cell; the others' relative references are shifted. */
  setFormula(formula: unknown): this {
    const { rows, columns } = this.area;
    const text = isNothing(formula) ? "" : String(formula);
    this.write(
      "Range.setFormulas",
      "setFormula",
      Array.from({ length: rows }, (_row, r) => Array.from({ length: columns }, (_cell, c) => moveFormula(text, r, c))),
    );
    return this;
  }
  setRichTextValue(value: { getText(): string }): this {
    const { rows, columns } = this.area;
    const texts = Array.from({ length: rows }, () => new Array<string>(columns).fill(value.getText()));
    this.write("Range.setTexts", "setRichTextValue", texts);
    return this;
  }
  setRichTextValues(values: { getText(): string }[][]): this {
    this.#checkSize("setRichTextValues", values);
    this.write(
      "Range.setTexts",
      "setRichTextValues",
      values.map((row) => row.map((value) => value.getText())),
    );
    return this;
  }

  getNotes(): string[][] {
    return this.ask("Range.getNotes", "getNotes");
  }
  getNote(): string {
    return this.first().getNotes()[0]?.[0] as string;
  }
  /** `null` and `""` clear. */
  setNotes(notes: unknown): this {
    this.#checkSize("setNotes", notes);
    this.write(
      "Range.setNotes",
      "setNotes",
      (notes as unknown[][]).map((row) => row.map(noteText)),
    );
    return this;
  }
  setNote(note: unknown): this {
    const { rows, columns } = this.area;
    const notes = Array.from({ length: rows }, () => new Array<string | null>(columns).fill(noteText(note)));
    this.write("Range.setNotes", "setNote", notes);
    return this;
  }
  clear(options?: { contentsOnly?: boolean; formatOnly?: boolean; commentsOnly?: boolean }): this {
    const isPart = options?.contentsOnly === true || options?.formatOnly === true || options?.commentsOnly === true;
    return this.#clear("clear", {
      contents: !isPart || options?.contentsOnly === true,
      formats: !isPart || options?.formatOnly === true,
      notes: options?.commentsOnly === true,
    });
  }
  clearContent(): this {
    return this.#clear("clearContent", { contents: true, formats: false, notes: false });
  }
  clearFormat(): this {
    return this.#clear("clearFormat", { contents: false, formats: true, notes: false });
  }
  clearNote(): this {
    return this.#clear("clearNote", { contents: false, formats: false, notes: true });
  }
  /** By column numbers of the sheet, or `{column, ascending}` of them. */
  sort(by: unknown): this {
    const keys = (Array.isArray(by) ? by : [by]).map((key: number | { column: number; ascending?: boolean }) =>
      typeof key === "number"
        ? { column: key, ascending: true }
        : { column: key.column, ascending: key.ascending !== false },
    );
    this.write("Range.sort", "sort", keys);
    return this;
  }
  removeDuplicates(columns: number[] = []): Range {
    const rows = this.write<number>("Range.removeDuplicates", "removeDuplicates", columns);
    return new Range(this.sheet, { ...this.area, rows });
  }
  createTextFinder(text: unknown): TextFinder {
    return new TextFinder(String(text), (search, replacement) =>
      this.write<number>("Range.replaceAll", "replaceAllWith", search, replacement),
    );
  }
  activate(): this {
    call("Spreadsheet.setSelection", { sheetId: this.sheetId, areas: [this.area] });
    return this;
  }

  #clear(method: string, what: { contents: boolean; formats: boolean; notes: boolean }): this {
    this.write("Range.clear", method, what);
    return this;
  }
  first(): Range {
    return new Range(this.sheet, { ...this.area, rows: 1, columns: 1 });
  }
  #checkSize(method: string, rows: unknown): void {
    requirePermission("writeSheet", method);
    if (!Array.isArray(rows) || !rows.every(Array.isArray))
      throw wrongSignature(`SpreadsheetApp.Range.${method}`, [rows]);
    if (rows.length !== this.area.rows) throw exception(MESSAGES.rowsDiffer(rows.length, this.area.rows));
    for (const row of rows) {
      if (row.length !== this.area.columns) throw exception(MESSAGES.columnsDiffer(row.length, this.area.columns));
    }
  }
}

function noteText(note: unknown): string | null {
  return isNothing(note) || note === "" ? null : String(note);
}

/** Several ranges of one sheet; each act is done on all. */
export class RangeList {
  readonly #ranges: Range[];

  constructor(ranges: Range[]) {
    this.#ranges = ranges;
  }
  getRanges = () => this.#ranges;
  setValue(value: unknown): this {
    const [first] = this.#ranges;
    if (first === undefined) return this;
    requirePermission("writeSheet", "setValue");
    const areas = this.#ranges.map(({ area }) => area);
    call("RangeList.setValue", first.getGridId(), areas, fromScript(value));
    return this;
  }
  setFormula = (formula: string) => this.#all((range) => range.setFormula(formula));
  setNote = (note: string) => this.#all((range) => range.setNote(note));
  setBackground = (color: string | null) => this.#all((range) => range.setBackground(color));
  setFontColor = (color: string | null) => this.#all((range) => range.setFontColor(color));
  setFontWeight = (weight: string | null) => this.#all((range) => range.setFontWeight(weight));
  setNumberFormat = (format: string) => this.#all((range) => range.setNumberFormat(format));
  clear = (options?: Parameters<Range["clear"]>[0]) => this.#all((range) => range.clear(options));
  clearContent = () => this.#all((range) => range.clearContent());
  clearFormat = () => this.#all((range) => range.clearFormat());
  clearNote = () => this.#all((range) => range.clearNote());

  #all(act: (range: Range) => unknown): this {
    for (const range of this.#ranges) act(range);
    return this;
  }
}
