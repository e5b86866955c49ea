import type { ConditionalFormat } from "../apps-script/extras/extras";
import type { CellStyle } from "../apps-script/workbook/cell";

/** A cell as its formats see it. */
export type ShownValue = string | number | boolean | null | undefined;

/** The style that conditional formats give a cell. */
export type ConditionalStyle = Pick<CellStyle, "background" | "fontColor" | "fontWeight" | "fontStyle">;

type Condition = (shown: ShownValue, values: readonly unknown[]) => boolean;

const isEmpty = (shown: ShownValue) => shown === null || shown === undefined || shown === "";
const textOf = (value: unknown) => String(value ?? "").toLowerCase();
const ofNumber =
  (holds: (shown: number, given: number) => boolean): Condition =>
  (shown, [given]) =>
    typeof shown === "number" && holds(shown, Number(given));

/** The kinds of rules scripts can make here; a `CUSTOM_FORMULA` is kept and not drawn. Letter case never counts. */
const CONDITIONS: Record<string, Condition> = {
  CELL_EMPTY: isEmpty,
  CELL_NOT_EMPTY: (shown) => !isEmpty(shown),
  NUMBER_EQUAL_TO: ofNumber((shown, given) => shown === given),
  NUMBER_GREATER_THAN: ofNumber((shown, given) => shown > given),
  NUMBER_LESS_THAN: ofNumber((shown, given) => shown < given),
  TEXT_CONTAINS: (shown, [text]) => textOf(shown).includes(textOf(text)),
  TEXT_EQUAL_TO: (shown, [text]) => !isEmpty(shown) && textOf(shown) === textOf(text),
  TEXT_STARTS_WITH: (shown, [text]) => textOf(shown).startsWith(textOf(text)),
};

/**
 * The style that conditional formats give a cell with this value; `null` if no rule applies. Where several do, the
 * first decides each property.
 *
 * @param formats the rules of the cell's sheet, in their order
 * @param shown asked for only when the cell lies in a rule's areas
 */
export function conditionalStyle(
  formats: readonly ConditionalFormat[],
  row: number,
  column: number,
  shown: () => ShownValue,
): ConditionalStyle | null {
  const applying: ConditionalStyle[] = [];
  for (const { areas, criteria, values, style: given } of formats) {
    const isInside = areas.some(
      (area) =>
        row >= area.row && row < area.row + area.rows && column >= area.column && column < area.column + area.columns,
    );
    if (isInside && CONDITIONS[criteria]?.(shown(), values)) applying.push(styleOf(given));
  }
  return applying.length > 0 ? Object.assign({}, ...applying.reverse()) : null;
}

function styleOf({ background, fontColor, bold, italic }: ConditionalFormat["style"]): ConditionalStyle {
  const style: ConditionalStyle = {};
  if (typeof background === "string") style.background = background;
  if (typeof fontColor === "string") style.fontColor = fontColor;
  if (bold === true) style.fontWeight = "bold";
  if (italic === true) style.fontStyle = "italic";
  return style;
}
