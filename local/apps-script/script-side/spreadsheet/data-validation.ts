import type { ValidationRule } from "../../extras/extras";
import { javaEnum } from "../java-enum";
import type { RangeBase } from "./range-base";

export const DataValidationCriteria = javaEnum([
  "CHECKBOX",
  "NUMBER_BETWEEN",
  "NUMBER_GREATER_THAN",
  "NUMBER_GREATER_THAN_OR_EQUAL_TO",
  "TEXT_CONTAINS",
  "TEXT_IS_VALID_EMAIL",
  "VALUE_IN_LIST",
  "VALUE_IN_RANGE",
  "CUSTOM_FORMULA",
]);

/** A finished rule. */
export class DataValidation {
  readonly #rule: ValidationRule;

  constructor(rule: ValidationRule) {
    this.#rule = rule;
  }
  getAllowInvalid = () => this.#rule.allowInvalid;
  getHelpText = () => this.#rule.helpText;
  getCriteriaType = () => DataValidationCriteria[this.#rule.criteria];
  getCriteriaValues = () => this.#rule.values;
  copy = () => new DataValidationBuilder(this.#rule);
  /** @internal */
  plain = () => this.#rule;
}

/** `SpreadsheetApp.newDataValidation()`. */
export class DataValidationBuilder {
  #rule: ValidationRule;

  constructor(rule: ValidationRule = { criteria: "CUSTOM_FORMULA", values: [], allowInvalid: true, helpText: null }) {
    this.#rule = rule;
  }
  requireValueInList = (values: unknown[], showDropdown = true) =>
    this.#require("VALUE_IN_LIST", [values.map(String), showDropdown]);
  requireValueInRange = (range: RangeBase, showDropdown = true) =>
    this.#require("VALUE_IN_RANGE", [{ sheetId: range.sheet.getSheetId(), area: range.area }, showDropdown]);
  requireCheckbox = (...values: unknown[]) => this.#require("CHECKBOX", values);
  requireNumberBetween = (least: number, most: number) => this.#require("NUMBER_BETWEEN", [least, most]);
  requireNumberGreaterThan = (number: number) => this.#require("NUMBER_GREATER_THAN", [number]);
  requireNumberGreaterThanOrEqualTo = (number: number) => this.#require("NUMBER_GREATER_THAN_OR_EQUAL_TO", [number]);
  requireTextContains = (text: string) => this.#require("TEXT_CONTAINS", [text]);
  requireTextIsEmail = () => this.#require("TEXT_IS_VALID_EMAIL", []);
  requireFormulaSatisfied = (formula: string) => this.#require("CUSTOM_FORMULA", [formula]);
  setAllowInvalid(allowInvalid: boolean): this {
    this.#rule = { ...this.#rule, allowInvalid };
    return this;
  }
  setHelpText(helpText: string): this {
    this.#rule = { ...this.#rule, helpText };
    return this;
  }
  build(): DataValidation {
    return new DataValidation(this.#rule);
  }
  #require(criteria: string, values: unknown[]): this {
    this.#rule = { ...this.#rule, criteria, values };
    return this;
  }
}
