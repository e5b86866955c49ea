import type { ConditionalFormat } from "../../extras/extras";
import { MESSAGES } from "../../messages";
import type { Area } from "../../workbook/cell";
import { exception } from "../bridge";
import { javaEnum } from "../java-enum";
import type { Range } from "./range";

export const BooleanCriteria = javaEnum([
  "CELL_EMPTY",
  "CELL_NOT_EMPTY",
  "CUSTOM_FORMULA",
  "NUMBER_BETWEEN",
  "NUMBER_EQUAL_TO",
  "NUMBER_GREATER_THAN",
  "NUMBER_GREATER_THAN_OR_EQUAL_TO",
  "NUMBER_LESS_THAN",
  "NUMBER_LESS_THAN_OR_EQUAL_TO",
  "NUMBER_NOT_EQUAL_TO",
  "TEXT_CONTAINS",
  "TEXT_DOES_NOT_CONTAIN",
  "TEXT_ENDS_WITH",
  "TEXT_EQUAL_TO",
  "TEXT_NOT_EQUAL_TO",
  "TEXT_STARTS_WITH",
]);

/** A finished rule. */
export class ConditionalFormatRule {
  readonly #format: ConditionalFormat;
  readonly #rangeOf: (area: Area) => Range;

  constructor(format: ConditionalFormat, rangeOf: (area: Area) => Range) {
    this.#format = format;
    this.#rangeOf = rangeOf;
  }
  getRanges = () => this.#format.areas.map(this.#rangeOf);
  getBooleanCondition = () => ({
    getCriteriaType: () => BooleanCriteria[this.#format.criteria],
    getCriteriaValues: () => this.#format.values,
    getBackground: () => this.#format.style.background ?? null,
    getFontColor: () => this.#format.style.fontColor ?? null,
    getBold: () => this.#format.style.bold ?? null,
  });
  getGradientCondition = () => null;
  copy = () => new ConditionalFormatRuleBuilder(this.#format, this.#rangeOf);
  /** @internal */
  plain = () => this.#format;
}

const EMPTY: ConditionalFormat = { sheetId: -1, areas: [], criteria: "CELL_NOT_EMPTY", values: [], style: {} };

/** `SpreadsheetApp.newConditionalFormatRule()`. */
export class ConditionalFormatRuleBuilder {
  #format: ConditionalFormat;
  #rangeOf: (area: Area) => Range;

  constructor(format: ConditionalFormat = EMPTY, rangeOf: (area: Area) => Range = () => undefined as never) {
    this.#format = format;
    this.#rangeOf = rangeOf;
  }
  whenCellEmpty = () => this.#when("CELL_EMPTY", []);
  whenCellNotEmpty = () => this.#when("CELL_NOT_EMPTY", []);
  whenFormulaSatisfied = (formula: string) => this.#when("CUSTOM_FORMULA", [formula]);
  whenNumberEqualTo = (number: number) => this.#when("NUMBER_EQUAL_TO", [number]);
  whenNumberGreaterThan = (number: number) => this.#when("NUMBER_GREATER_THAN", [number]);
  whenNumberLessThan = (number: number) => this.#when("NUMBER_LESS_THAN", [number]);
  whenTextContains = (text: string) => this.#when("TEXT_CONTAINS", [text]);
  whenTextEqualTo = (text: string) => this.#when("TEXT_EQUAL_TO", [text]);
  whenTextStartsWith = (text: string) => this.#when("TEXT_STARTS_WITH", [text]);
  setBackground = (background: string | null) => this.#style({ background });
  setFontColor = (fontColor: string | null) => this.#style({ fontColor });
  setBold = (bold: boolean) => this.#style({ bold });
  setItalic = (italic: boolean) => this.#style({ italic });
  /** All on one sheet. */
  setRanges(ranges: Range[]): this {
    const sheetId = ranges[0]?.getGridId() ?? -1;
    if (ranges.some((range) => range.getGridId() !== sheetId)) throw exception(MESSAGES.otherSheet());
    this.#format = { ...this.#format, sheetId, areas: ranges.map((range) => range.area) };
    const sheet = ranges[0]?.getSheet();
    if (sheet !== undefined) this.#rangeOf = (area) => sheet.rangeOf(area);
    return this;
  }
  build(): ConditionalFormatRule {
    return new ConditionalFormatRule(this.#format, this.#rangeOf);
  }
  #when(criteria: string, values: unknown[]): this {
    this.#format = { ...this.#format, criteria, values };
    return this;
  }
  #style(style: Record<string, unknown>): this {
    this.#format = { ...this.#format, style: { ...this.#format.style, ...style } };
    return this;
  }
}
