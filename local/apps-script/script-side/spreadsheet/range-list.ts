import { call } from "../bridge";
import { requirePermission } from "../permissions";
import type { Range } from "./range";
import { fromScript } from "./range-base";

/** Several ranges of one sheet; each act is done on all. */
export class RangeList {
  readonly #ranges: Range[];

  constructor(ranges: Range[]) {
    this.#ranges = ranges;
  }
  getRanges = () => this.#ranges;
  activate(): this {
    requirePermission("writeSheet", "activate");
    const areas = this.#ranges.map(({ area }) => area);
    const [first] = this.#ranges;
    if (first !== undefined) call("Spreadsheet.setSelection", { sheetId: first.getGridId(), areas });
    return this;
  }
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
