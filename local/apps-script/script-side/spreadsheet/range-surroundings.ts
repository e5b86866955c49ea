import type { ValidationRule } from "../../extras/extras";
import type { Area } from "../../workbook/cell";
import { DataValidation } from "./data-validation";
import { addMetadata, type DeveloperMetadata, findMetadata, MetadataFinder } from "./developer-metadata";
import { addProtection, type Protection } from "./protection";
import { RangeBase } from "./range-base";

/** The part of a `Range` besides values and formats: validations, protection, merges, metadata. */
export class RangeSurroundings extends RangeBase {
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
  /** True if the user may edit every cell of the range (google.protection). */
  canEdit(): boolean {
    return this.ask<boolean>("Range.canEdit", "canEdit");
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
