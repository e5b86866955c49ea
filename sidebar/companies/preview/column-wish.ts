import type { SearchPreview } from "../../../src/company-search/views";

type FirstPage = Pick<Extract<SearchPreview, { state: "found" }>, "columns" | "chosenBefore">;

/** All columns in the wanted order, and those that are not wanted. */
export interface ColumnWish {
  order: readonly string[];
  left: readonly string[];
}

/** Those of the last fill in their order; before the first one all that hold something. */
export function firstWish({ columns, chosenBefore }: FirstPage): ColumnWish {
  const names = columns.map(({ name }) => name);
  const before = chosenBefore.filter((name) => names.includes(name));
  const others = names.filter((name) => !before.includes(name));
  const empty = columns.filter(({ filled }) => filled === 0).map(({ name }) => name);
  return { order: [...before, ...others], left: before.length > 0 ? others : empty };
}

/** The columns that are to be filled, in their order. */
export const wishedColumns = ({ order, left }: ColumnWish): string[] => order.filter((name) => !left.includes(name));
