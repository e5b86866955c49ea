import type { Act } from "./acts";
import { contentOf } from "./addon-sheets";
import { canUndo, canUndoSort, remember } from "./keyboard-undo";
import { a1 } from "./letters";
import type { Kind } from "./scenario";
import { ONLY_IN_SCENES } from "./scenes";
import { OWNER, type World } from "./world";

const LISTS_OF_FINDS: Kind[] = ["find", "fill"];

/** The sheet that the add-on fills; `null` when there is none, or nothing in it. */
function there({ addon, workbook }: World): { sheetId: number; name: string; rows: number; columns: number } | null {
  const [sheetId] = addon.ids;
  if (sheetId === undefined) return null;
  addon.isTouched = true;
  const { rows, columns } = workbook.extent(sheetId);
  return { sheetId, name: addon.nameOf(sheetId), rows, columns };
}

const newText = ({ addon }: World): string => `own-${addon.typed++}`;

/**
 * A row that somebody deletes between its writing and the look is written again. Taking back the deletion then leaves
 * what a copy of the row would leave: nobody can tell whose it is. If columns had moved as it was written, it looks like
 * one that somebody has corrected.
 */
function noteTwice({ addon, counts }: World, sheetId: number, row: string[]): void {
  const same = addon.shows(sheetId).filter((cells) => contentOf(cells) === contentOf(row));
  if (same.length < 2) return;
  for (const text of row) addon.twice.add(text);
  if (new Set(same.map((cells) => cells.join("\n"))).size > 1) addon.misplaced.add(contentOf(row));
  counts.undecided++;
}

/** Acts in the sheet that the add-on fills with emails or companies. */
export const ACTS_THERE = {
  "sorts the found": {
    weight: 4,
    kinds: LISTS_OF_FINDS,
    do(world, [die = 0, other = 0]) {
      const sheet = there(world);
      if (!sheet || sheet.rows < 3) return null;
      const column = 1 + Math.floor(die * sheet.columns);
      const place = { row: 2, column: 1, rows: sheet.rows - 1, columns: sheet.columns };
      const isSorted = canUndoSort(world, sheet.sheetId, place);
      world.owner.keyboard.sort(sheet.name, a1(2, 1, place.rows, place.columns), column, other < 0.5);
      isSorted();
      return `by column ${column}`;
    },
  },
  "deletes a row of the found": {
    weight: 3,
    kinds: LISTS_OF_FINDS,
    do(world, [die = 0]) {
      const sheet = there(world);
      if (!sheet || sheet.rows < 2) return null;
      const row = 2 + Math.floor(die * (sheet.rows - 1));
      const own: string[] = [];
      const deleted = world.addon.shows(sheet.sheetId)[row - 1] ?? [];
      for (const text of deleted) {
        world.addon.removed.add(text);
        if (world.addon.ownTexts.delete(text)) own.push(text);
      }
      const putBack = remember(world, sheet.sheetId, "rows", row, 1);
      world.owner.keyboard.delete(sheet.name, "rows", row);
      canUndo(world, "the deletion of a found row", () => {
        if (world.addon.nameOf(sheet.sheetId) === "") return false;
        world.addon.pushes(sheet.sheetId);
        if (putBack() === null) return false;
        for (const text of own) world.addon.ownTexts.add(text);
        noteTwice(world, sheet.sheetId, deleted);
        return true;
      });
      return `row ${row}`;
    },
  },
  "inserts a blank row among the found": {
    weight: 3,
    kinds: LISTS_OF_FINDS,
    do(world, [die = 0]) {
      const sheet = there(world);
      if (!sheet) return null;
      const row = 1 + Math.floor(die * (sheet.rows + 1)) + (sheet.rows > 0 ? 1 : 0);
      if (row <= sheet.rows) world.addon.pushes(sheet.sheetId);
      world.owner.keyboard.insert(sheet.name, "rows", row);
      return `row ${row}`;
    },
  },
  "types a row of their own below the found": {
    weight: 4,
    kinds: LISTS_OF_FINDS,
    do(world, [die = 0]) {
      const sheet = there(world);
      if (!sheet || sheet.rows === 0) return null;
      const row = sheet.rows + (die < 0.7 ? 1 : 2);
      const text = newText(world);
      world.addon.types(text);
      world.owner.keyboard.type(sheet.name, a1(row, 1), text);
      return `row ${row}`;
    },
  },
  "inserts a column of their own among the found": {
    weight: 3,
    kinds: LISTS_OF_FINDS,
    do(world, [die = 0]) {
      const sheet = there(world);
      if (!sheet || sheet.rows === 0) return null;
      const column = 1 + Math.floor(die * (sheet.columns + 1));
      world.owner.keyboard.insert(sheet.name, "columns", column);
      const isAt = world.addon.watchColumn(sheet.sheetId, column);
      world.moments.soon(() => {
        const at = isAt();
        if (at === null) return;
        const text = newText(world);
        world.addon.ownTexts.add(text);
        world.owner.keyboard.type(world.addon.nameOf(sheet.sheetId), a1(1, at), text);
        world.note(`names column ${at}`);
      });
      return `column ${column}, to name it`;
    },
  },
  "corrects a cell of the found": {
    weight: ONLY_IN_SCENES,
    kinds: LISTS_OF_FINDS,
    do(world, [die = 0, other = 0]) {
      const sheet = there(world);
      if (!sheet || sheet.rows < 2) return null;
      const fields = ["name", "first_name", "last_name", "industry", "headcount"].flatMap((field) => {
        const column = world.addon.columnOf(sheet.sheetId, field);
        return column === null ? [] : [column];
      });
      const column = fields[Math.floor(other * fields.length)];
      const row = 2 + Math.floor(die * (sheet.rows - 1));
      if (column === undefined) return null;
      const text = `corrected-${world.addon.corrected.size}`;
      world.addon.corrected.add(text);
      world.addon.ownTexts.delete(world.addon.shows(sheet.sheetId)[row - 1]?.[column - 1] ?? "");
      world.owner.keyboard.type(sheet.name, a1(row, column), text);
      return `row ${row}, column ${column}: ${text}`;
    },
  },
  "types beside the found": {
    weight: 2,
    kinds: LISTS_OF_FINDS,
    do(world, [die = 0]) {
      const sheet = there(world);
      if (!sheet || sheet.rows < 2) return null;
      const row = 2 + Math.floor(die * (sheet.rows - 1));
      const text = newText(world);
      world.addon.types(text);
      world.owner.keyboard.type(sheet.name, a1(row, sheet.columns + 1), text);
      return `row ${row}, column ${sheet.columns + 1}`;
    },
  },
  "renames the sheet of the found": {
    weight: 1.5,
    kinds: LISTS_OF_FINDS,
    do(world, [die = 0]) {
      const sheet = there(world);
      if (!sheet) return null;
      const name = `Found ${Math.floor(die * 1_000)}`;
      world.owner.keyboard.renameSheet(sheet.name, name);
      return name;
    },
  },
  "moves a column of the found": {
    weight: 2,
    kinds: LISTS_OF_FINDS,
    do(world, [die = 0, other = 0]) {
      const sheet = there(world);
      if (!sheet || sheet.columns < 2) return null;
      const index = 1 + Math.floor(die * sheet.columns);
      const before = 1 + Math.floor(other * (sheet.columns + 1));
      if (before === index || before === index + 1) return null;
      const { sheetId } = sheet;
      const change = { type: "move" as const, sheetId, dimension: "columns" as const, index, count: 1, before };
      world.workbook.apply([change], { kind: "person", user: OWNER });
      return `column ${index} before ${before}`;
    },
  },
  "deletes the sheet of the found": {
    weight: 0.3,
    kinds: LISTS_OF_FINDS,
    do(world) {
      const sheet = there(world);
      if (!sheet) return null;
      for (const text of world.addon.shows(sheet.sheetId).flat()) world.addon.ownTexts.delete(text);
      world.owner.keyboard.deleteSheet(sheet.name);
      return sheet.name;
    },
  },
} satisfies Record<string, Act>;
