import { ServiceError } from "../../local/apps-script/script-errors";
import { noteShown } from "./fill-list";
import { a1 } from "./letters";
import type { OwnColumn, OwnRow } from "./model";
import { inputOf } from "./sheet-plan";
import { OWNER, type World } from "./world";

export const at = <T>(list: readonly T[], die = 0): T | undefined => list[Math.floor(die * list.length)];
export const rowsOf = ({ list }: World): OwnRow[] => [...list.rows.values()].sort((a, b) => a.at - b.at);
export const columnsOf = ({ list }: World): OwnColumn[] => [...list.columns.values()].sort((a, b) => a.at - b.at);
export const isHere = ({ list }: World): boolean => !list.isGone && list.rows.size > 0 && list.columns.has("tag");

/** The columns that results stand in, from the left. */
export const resultColumns = ({ list }: World): number[] =>
  list.addonColumns.map((column) => column.at).sort((a, b) => a - b);

/** A text for an input: new, one that others have, with other letters, blank or nonsense. */
export function newInput({ scenario }: World, die: number, other: number): string {
  const number = Math.floor(other * 200);
  // Nonsense would be refused.
  if (scenario.sheet.features.includes("validated-inputs")) return inputOf(scenario.kind, 500 + number);
  if (die < 0.5) return inputOf(scenario.kind, 500 + number);
  if (die < 0.75) return inputOf(scenario.kind, Math.floor(other * 8));
  if (die < 0.85) return inputOf(scenario.kind, Math.floor(other * 8)).toUpperCase();
  return die < 0.93 ? "" : "ab";
}

/** @returns false when a rule of the cell refuses the text */
export function types(world: World, row: number, column: number, text: string): boolean {
  try {
    world.owner.keyboard.type(world.listName(), a1(row, column), text);
    return true;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

/** Types a whole row, beside the results. */
export function typeRow(world: World, tag: string, row: number, input: string): void {
  const { list } = world;
  const added: OwnRow = { tag, at: row, shown: new Map(), dress: new Map(), isEdited: true, isOverwritten: false };
  list.rows.set(tag, added);
  // Nobody types a text of their own into a column that has become the add-on's.
  noteTaken(world);
  for (const column of columnsOf(world)) {
    const text =
      column.role === "tag"
        ? tag
        : column.role === "input"
          ? input
          : column.role === "ask"
            ? list.askingFormula(added)
            : column.role === "formula"
              ? list.formulaAt(added)
              : `${column.id}-${tag}`;
    types(world, row, column.at, text);
  }
  noteShown(world, [tag]);
}

export function newTag({ list }: World): string {
  const tagOf = (count: number): string => `t${9_000 + count}${list.otherRows.size}`;
  let count = list.rows.size;
  // Between two rows that are typed another one may have gone.
  while (list.rows.has(tagOf(count))) count++;
  return tagOf(count);
}

export const shownAt = ({ owner, listName }: World, row: number, column: number): string =>
  owner.keyboard.shows(listName(), a1(row, column))[0]?.[0] ?? "";

/** The content of a cell as it was typed: a formula, or its text. */
export function typedAt(world: World, row: number, column: number): string {
  const [[cell] = []] = world.workbook.read(world.list.sheetId, { row, column, rows: 1, columns: 1 });
  return cell?.formula ?? shownAt(world, row, column);
}

/** Cuts all cells of a row, results included, and pastes them into another one that is blank. */
export function cutRow({ workbook, list }: World, row: OwnRow, to: number): void {
  const { sheetId } = list;
  const { columns } = workbook.extent(sheetId);
  const area = { row: row.at, column: 1, rows: 1, columns };
  const [cells = []] = workbook.read(sheetId, area);
  const from = row.at;
  row.at = to;
  list.otherRows.set(`cut ${list.otherRows.size} ${row.tag}`, { at: from });
  const pasted = cells.map(({ formula, value }, index) => {
    if (formula === undefined) return { value };
    // References of what was cut stay; those that point into its own row go with it.
    const own = [...list.columns.values()].find((column) => column.at === index + 1);
    return { formula: own?.role === "formula" ? list.formulaAt(row) : formula };
  });
  const styles = workbook.readStyles(sheetId, area);
  const notes = workbook.readNotes(sheetId, area);
  const none = { background: null, fontColor: null, fontWeight: null, fontStyle: null, numberFormat: null };
  workbook.apply(
    [
      { type: "setStyles", sheetId, row: to, column: 1, styles },
      { type: "setCells", sheetId, row: to, column: 1, cells: [pasted] },
      { type: "setNotes", sheetId, row: to, column: 1, notes },
      { type: "setStyle", sheetId, area, style: none },
      { type: "setCells", sheetId, row: from, column: 1, cells: [cells.map(() => ({ value: null }))] },
      { type: "setNotes", sheetId, row: from, column: 1, notes: [cells.map(() => null)] },
    ],
    { kind: "person", user: OWNER },
  );
}

/** The cells that are merged in the document. */
export const merges = ({ document }: World) => document.save().extras.merges;

/** @returns false when Google refuses it */
export function isAllowed(act: () => void): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

/**
 * Two blank columns are alike: one that somebody has inserted while the add-on made its own may have become one of these. It
 * carries their mark, and one of theirs is blank instead.
 */
export function noteTaken({ list, document, counts }: World): void {
  const { metadata } = document.save().extras;
  for (const { id, at } of [...list.columns.values()].filter((column) => column.id.startsWith("extra"))) {
    const isBlank = [...list.rows.values()].every(({ shown }) => (shown.get(id) ?? "") === "");
    const isPinned = metadata.some(
      ({ sheetId, dimension, area, value }) =>
        sheetId === list.sheetId &&
        dimension === "columns" &&
        area?.column === at &&
        /^\w+(?:=|:for$)/.test(value ?? ""),
    );
    if (!isBlank || !isPinned) continue;
    list.columns.delete(id);
    list.addonColumns.push({ at });
    list.taken++;
    counts.undecided++;
  }
}
