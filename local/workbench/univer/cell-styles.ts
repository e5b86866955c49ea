import { BooleanNumber, HorizontalAlign, type IStyleData, type Nullable, WrapStrategy } from "@univerjs/core";
import type { CellStyle } from "../../apps-script/workbook/cell";

const ALIGNMENTS = { left: HorizontalAlign.LEFT, center: HorizontalAlign.CENTER, right: HorizontalAlign.RIGHT };

type StyleChange = { [Key in keyof IStyleData]?: IStyleData[Key] | null };

/** A style as Univer takes it: `null` resets a property, a missing one stays. */
export function univerStyle(style: CellStyle): IStyleData {
  const change: StyleChange = {};
  const color = (value: string | null) => (value === null ? null : { rgb: value });
  if (style.background !== undefined) change.bg = color(style.background);
  if (style.fontColor !== undefined) change.cl = color(style.fontColor);
  if (style.fontWeight !== undefined) change.bl = style.fontWeight === "bold" ? BooleanNumber.TRUE : null;
  if (style.fontStyle !== undefined) change.it = style.fontStyle === "italic" ? BooleanNumber.TRUE : null;
  if (style.horizontalAlignment !== undefined)
    change.ht = style.horizontalAlignment === null ? null : ALIGNMENTS[style.horizontalAlignment];
  if (style.numberFormat !== undefined) change.n = style.numberFormat === null ? null : { pattern: style.numberFormat };
  if (style.wrap !== undefined) change.tb = style.wrap ? WrapStrategy.WRAP : null;
  return change as IStyleData;
}

/** The formats the host knows, of what Univer keeps; unset ones are missing. */
export function hostStyle(style: Nullable<IStyleData>): CellStyle {
  if (!style) return {};
  const found: CellStyle = {};
  if (style.bg?.rgb) found.background = style.bg.rgb;
  if (style.cl?.rgb) found.fontColor = style.cl.rgb;
  if (style.bl === BooleanNumber.TRUE) found.fontWeight = "bold";
  if (style.it === BooleanNumber.TRUE) found.fontStyle = "italic";
  const alignment = Object.entries(ALIGNMENTS).find(([, value]) => value === style.ht)?.[0];
  if (alignment) found.horizontalAlignment = alignment as CellStyle["horizontalAlignment"];
  if (style.n?.pattern) found.numberFormat = style.n.pattern;
  if (style.tb === WrapStrategy.WRAP) found.wrap = true;
  return found;
}
