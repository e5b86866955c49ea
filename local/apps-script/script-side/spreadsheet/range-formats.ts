import { AUTOMATIC_FORMAT, type CellStyle } from "../../workbook/cell";
import { CSS_COLORS } from "./css-colors";
import { RangeSurroundings } from "./range-surroundings";

type Name = keyof CellStyle;

/** The names of the automatic number format (google.automatic-format). */
const AUTOMATIC_NAME = /^#?general$/i;

/** A format as the cell keeps it and gives it back: colours as `#rrggbb`, an automatic number format as none. */
function kept(name: Name, value: unknown): unknown {
  if (name === "numberFormat") return value === AUTOMATIC_FORMAT || AUTOMATIC_NAME.test(String(value)) ? null : value;
  if ((name !== "background" && name !== "fontColor") || typeof value !== "string") return value;
  const color = value.toLowerCase();
  return CSS_COLORS.get(color) ?? color.replace(/^#(\w)(\w)(\w)$/, "#$1$1$2$2$3$3");
}

/** Formats of ranges: one for all cells, or one each. */
export class RangeFormats extends RangeSurroundings {
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
    this.checkSize(method, values);
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
