import type { FilterCriteriaValue } from "../../extras/extras";
import { MESSAGES } from "../../messages";
import type { Area } from "../../workbook/cell";
import { isNothing, nothing, toInt } from "../arguments";
import { call, exception } from "../bridge";
import { requirePermission } from "../permissions";
import { BooleanCriteria } from "./conditional-format";
import type { Range } from "./range";
import type { Sheet } from "./sheet";

const EMPTY: FilterCriteriaValue = { criteria: null, values: [], hiddenValues: [] };

/** What a filter asks of a column (google.filters). */
export class FilterCriteria {
  readonly #value: FilterCriteriaValue;
  readonly #visibleValues: string[];

  constructor(value: FilterCriteriaValue, visibleValues: string[] = []) {
    this.#value = value;
    this.#visibleValues = visibleValues;
  }
  getCriteriaType = () => (this.#value.criteria === null ? null : BooleanCriteria[this.#value.criteria]);
  getCriteriaValues = () => this.#value.values;
  getHiddenValues = () => this.#value.hiddenValues;
  getVisibleValues = () => this.#visibleValues;
  copy = () => new FilterCriteriaBuilder(this.#value, this.#visibleValues);
  /** @internal */
  plain(): FilterCriteriaValue {
    if (this.#visibleValues.length > 0) throw exception(MESSAGES.visibleValues());
    return this.#value;
  }
}

/** `SpreadsheetApp.newFilterCriteria()`. */
export class FilterCriteriaBuilder {
  #value: FilterCriteriaValue;
  #visibleValues: string[];

  constructor(value = EMPTY, visibleValues: string[] = []) {
    this.#value = value;
    this.#visibleValues = visibleValues;
  }
  whenCellEmpty = () => this.#when("CELL_EMPTY", []);
  whenCellNotEmpty = () => this.#when("CELL_NOT_EMPTY", []);
  whenNumberBetween = (least: number, most: number) => this.#when("NUMBER_BETWEEN", [least, most]);
  whenNumberEqualTo = (number: number) => this.#when("NUMBER_EQUAL_TO", [number]);
  whenNumberGreaterThan = (number: number) => this.#when("NUMBER_GREATER_THAN", [number]);
  whenNumberGreaterThanOrEqualTo = (number: number) => this.#when("NUMBER_GREATER_THAN_OR_EQUAL_TO", [number]);
  whenNumberLessThan = (number: number) => this.#when("NUMBER_LESS_THAN", [number]);
  whenNumberLessThanOrEqualTo = (number: number) => this.#when("NUMBER_LESS_THAN_OR_EQUAL_TO", [number]);
  whenNumberNotEqualTo = (number: number) => this.#when("NUMBER_NOT_EQUAL_TO", [number]);
  whenTextContains = (text: string) => this.#when("TEXT_CONTAINS", [text]);
  whenTextDoesNotContain = (text: string) => this.#when("TEXT_DOES_NOT_CONTAIN", [text]);
  whenTextEndsWith = (text: string) => this.#when("TEXT_ENDS_WITH", [text]);
  whenTextEqualTo = (text: string) => this.#when("TEXT_EQUAL_TO", [text]);
  whenTextNotEqualTo = (text: string) => this.#when("TEXT_NOT_EQUAL_TO", [text]);
  whenTextStartsWith = (text: string) => this.#when("TEXT_STARTS_WITH", [text]);
  setHiddenValues(values: unknown[]): this {
    this.#value = { ...this.#value, hiddenValues: values.map(String) };
    return this;
  }
  setVisibleValues(values: unknown[]): this {
    this.#visibleValues = values.map(String);
    return this;
  }
  copy = () => new FilterCriteriaBuilder(this.#value, this.#visibleValues);
  build = () => new FilterCriteria(this.#value, this.#visibleValues);
  #when(criteria: string, values: unknown[]): this {
    this.#value = { ...this.#value, criteria, values };
    return this;
  }
}

/** The basic filter of a sheet; columns are numbered as in the sheet (google.filters). */
export class Filter {
  readonly #sheet: Sheet;

  constructor(sheet: Sheet) {
    this.#sheet = sheet;
  }
  getRange(): Range {
    const area = call<Area | null>("Sheet.getFilter", this.#sheet.getSheetId());
    if (area === null) throw exception(MESSAGES.filterGone());
    return this.#sheet.rangeOf(area);
  }
  getColumnFilterCriteria(column: unknown): FilterCriteria | null {
    const value = call<FilterCriteriaValue | null>("Filter.getCriteria", this.#sheet.getSheetId(), toInt(column));
    return value === null ? null : new FilterCriteria(value);
  }
  /** Without criteria those that the column has are removed. */
  setColumnFilterCriteria(column: unknown, criteria: FilterCriteria | null): this {
    return this.#set("setColumnFilterCriteria", column, isNothing(criteria) ? null : criteria.plain());
  }
  removeColumnFilterCriteria(column: unknown): this {
    return this.#set("removeColumnFilterCriteria", column, null);
  }
  /** Below the header, in the order of one column. */
  sort(column: unknown, ascending: boolean): this {
    const range = this.getRange();
    if (range.getNumRows() > 1) {
      const rows = range.offset(1, 0, range.getNumRows() - 1);
      rows.sort({ column: toInt(column), ascending });
    }
    return this;
  }
  remove(): null {
    requirePermission("writeSheet", "remove");
    return nothing(call("Filter.remove", this.#sheet.getSheetId()));
  }
  #set(method: string, column: unknown, value: FilterCriteriaValue | null): this {
    requirePermission("writeSheet", method);
    call("Filter.setCriteria", this.#sheet.getSheetId(), toInt(column), value);
    return this;
  }
}
