import { a1 } from "./letters";
import { RESULT_FIELDS } from "./people";
import type { World } from "./world";

/** The texts of the list, by row and column from 1. */
export interface Shown {
  at(row: number, column: number): string;
  rows: number;
  columns: number;
}

export function shownOf({ workbook, list, owner, listName }: World): Shown {
  const { rows, columns } = workbook.extent(list.sheetId);
  const cells = rows * columns === 0 ? [] : owner.keyboard.shows(listName(), a1(1, 1, rows, columns));
  return { rows, columns, at: (row, column) => cells[row - 1]?.[column - 1] ?? "" };
}

/**
 * The column of each result: by its header, or by its mark when the list has none. A deleted column that comes back by
 * the keyboard has its header and no mark, so a job may have made another one meanwhile.
 */
export function resultPlaces(world: World, shown: Shown): Map<string, number> {
  const { list, scenario } = world;
  const marked = markedPlaces(world);
  const header = scenario.sheet.layout === "header" ? list.otherRows.get("header")?.at : undefined;
  if (header === undefined) return marked;
  const places = new Map<string, number>();
  const own = new Set([...list.columns.values()].map(({ at }) => at));
  for (let column = 1; column <= shown.columns; column++) {
    const name = shown.at(header, column);
    if (own.has(column) || name === "") continue;
    // A copy that was made before our columns had their names keeps those of a table: nothing tells them from typed ones.
    const isUnnamed = world.copy?.document === world.document && /^Column \d+$/.test(name);
    const [ofMark] = (isUnnamed && [...marked].find(([, at]) => at === column)) || [];
    if (ofMark !== undefined) world.counts.undecided++;
    const field = ofMark ?? RESULT_FIELDS.get(name) ?? name;
    if (!places.has(field) || places.get(field) !== marked.get(field)) places.set(field, column);
  }
  return places;
}

/**
 * Without names nothing but the marks tells which column holds what: people move them, and later jobs add some. A deleted
 * input that comes back by the keyboard has no mark, and a later job makes columns of its own for it.
 */
function markedPlaces({ document, list, scenario }: World): Map<string, number> {
  const marks = document.save().extras.metadata.filter(({ sheetId }) => sheetId === list.sheetId);
  const isOfInput = (group: string): boolean => marks.some(({ value }) => value === `${group}:in`);
  const places = new Map<string, number>();
  for (const isFirst of [true, false]) {
    for (const { area, value } of marks) {
      const [, group = "", field] = new RegExp(`^(.*_${scenario.kind})=(.+)$`).exec(value ?? "") ?? [];
      if (field && area && isOfInput(group) === isFirst && !places.has(field)) places.set(field, area.column);
    }
  }
  return places;
}
