import { moveFormula } from "../../formulas/shift-formula";
import { MESSAGES } from "../../messages";
import type { TaggedValue } from "../../protocol";
import { columnName } from "../../sheet/a1";
import type { Area } from "../../workbook/cell";
import { isNothing, toInt } from "../arguments";
import { call, exception } from "../bridge";
import { requirePermission } from "../permissions";
import { copiedParts } from "./copy-paste";
import { DataValidationBuilder } from "./data-validation";
import { Filter } from "./filter";
import { fromScript, toScript } from "./range-base";
import { RangeFormats } from "./range-formats";
import { RichTextValue } from "./rich-text";
import type { Sheet } from "./sheet";
import { TextFinder } from "./text-finder";

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
    this.checkSize("setValues", values);
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
    this.checkSize("setFormulas", formulas);
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
    this.checkSize("setRichTextValues", values);
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
    this.checkSize("setNotes", notes);
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
  /** Several options clear what each of them names (google.clear-parts); without any, notes and validations stay. */
  clear(
    options: { contentsOnly?: boolean; formatOnly?: boolean; commentsOnly?: boolean; validationsOnly?: boolean } = {},
  ): this {
    const { contentsOnly, formatOnly, commentsOnly, validationsOnly } = options;
    const isWhole = [contentsOnly, formatOnly, commentsOnly, validationsOnly].every((part) => part !== true);
    return this.#clear("clear", {
      contents: isWhole || contentsOnly === true,
      formats: isWhole || formatOnly === true,
      notes: commentsOnly === true,
      ...(validationsOnly === true && { validations: true }),
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
  /** `(destination)`, `(destination, options)` or `(destination, type, transposed)`; nothing else of it is known. */
  copyTo(destination: Range, how?: unknown, isTransposed: unknown = false): null {
    const to = { sheetId: destination.getGridId(), area: destination.area };
    this.write("Range.copyTo", "copyTo", to, copiedParts(how), isTransposed === true);
    return null;
  }
  getRichTextValues(): (RichTextValue | null)[][] {
    const texts = this.ask<(string | null)[][]>("Range.getTexts", "getRichTextValues");
    return texts.map((row) => row.map((text) => (text === null ? null : new RichTextValue(text, null))));
  }
  getRichTextValue(): RichTextValue | null {
    return this.first().getRichTextValues()[0]?.[0] ?? null;
  }
  /** Unchecked ones: `false`, the second of two values, or nothing beside one (google.checkboxes). */
  insertCheckboxes(...values: unknown[]): this {
    this.setDataValidation(
      new DataValidationBuilder()
        .requireCheckbox(...values)
        .setAllowInvalid(false)
        .build(),
    );
    return this.setValue(values.length === 0 ? false : (values[1] ?? ""));
  }
  removeCheckboxes(): this {
    return this.clearDataValidations().clearContent();
  }
  createFilter(): Filter {
    this.write("Range.createFilter", "createFilter");
    return new Filter(this.sheet);
  }
  getFilter = () => this.sheet.getFilter();
  createTextFinder(text: unknown): TextFinder {
    return new TextFinder(String(text), (search, replacement) =>
      this.write<number>("Range.replaceAll", "replaceAllWith", search, replacement),
    );
  }
  activate(): this {
    requirePermission("writeSheet", "activate");
    call("Spreadsheet.setSelection", { sheetId: this.sheetId, areas: [this.area] });
    return this;
  }

  #clear(method: string, what: { contents: boolean; formats: boolean; notes: boolean; validations?: boolean }): this {
    this.write("Range.clear", method, what);
    return this;
  }
  first(): Range {
    return new Range(this.sheet, { ...this.area, rows: 1, columns: 1 });
  }
}

function noteText(note: unknown): string | null {
  return isNothing(note) || note === "" ? null : String(note);
}
