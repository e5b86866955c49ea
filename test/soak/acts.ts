import { mergesIn } from "../../local/apps-script/extras/merges";
import { ACTS_IN_THE_DOCUMENT } from "./acts-document";
import { ACTS_WITH_FORMULAS } from "./acts-formulas";
import { ACTS_OVER_THE_CELLS } from "./acts-over";
import { ACTS_THERE } from "./acts-there";
import { noteShown } from "./fill-list";
import { canUndo, canUndoSort, deleteColumn, deleteRows, follow } from "./keyboard-undo";
import { a1 } from "./letters";
import {
  at,
  columnsOf,
  cutRow,
  isAllowed,
  isHere,
  merges,
  newInput,
  newTag,
  noteTaken,
  resultColumns,
  rowsOf,
  shownAt,
  typedAt,
  typeRow,
  types,
} from "./list-typing";
import type { OwnRow } from "./model";
import type { Kind } from "./scenario";
import { ONLY_IN_SCENES } from "./scenes";
import type { World } from "./world";

/** Something that a person does at the keyboard. */
export interface Act {
  weight: number;
  /** All kinds when it is not given. */
  kinds?: Kind[];
  /**
   * @param dice numbers from 0 to below 1
   * @returns what was done, in a few words; `null` when it could not be
   */
  do(world: World, dice: number[]): string | null;
}

const LISTS: Kind[] = ["verify", "find", "enrich"];
const ALL_LISTS: Kind[] = ["verify", "find", "enrich", "formulas"];

/** Lets the text come back that stood in a result before somebody typed there. */
function canRetype(world: World, row: OwnRow, column: number, before: string): void {
  const now = follow(world.workbook, world.list.sheetId, "columns", [column]);
  canUndo(world, "a result", () => {
    const [place] = now();
    if (world.list.isGone || place == null || !world.list.rows.has(row.tag)) return false;
    return types(world, row.at, place, before);
  });
}

/** Everything that people do. */
export const ACTS = {
  ...ACTS_THERE,
  ...ACTS_WITH_FORMULAS,
  ...ACTS_OVER_THE_CELLS,
  ...ACTS_IN_THE_DOCUMENT,
  "sorts the list": {
    weight: 8,
    kinds: ALL_LISTS,
    do(world, [die = 0, other = 0]) {
      const rows = rowsOf(world);
      const [first] = rows;
      const last = rows[rows.length - 1];
      const column = at(columnsOf(world), die);
      if (!isHere(world) || !first || !last || !column) return null;
      const { columns } = world.workbook.extent(world.list.sheetId);
      const place = {
        row: first.at,
        column: 1,
        rows: last.at - first.at + 1,
        columns: Math.max(columns, ...columnsOf(world).map((each) => each.at)),
      };
      const area = a1(place.row, 1, place.rows, place.columns);
      const isSorted = canUndoSort(world, world.list.sheetId, place);
      if (!isAllowed(() => world.owner.keyboard.sort(world.listName(), area, column.at, other < 0.5))) return null;
      isSorted();
      return `${area} by column ${column.at}`;
    },
  },
  "inserts blank rows": {
    weight: 5,
    kinds: ALL_LISTS,
    do(world, [die = 0, other = 0]) {
      const row = at(rowsOf(world), die);
      if (!isHere(world) || !row) return null;
      const count = 1 + Math.floor(other * 3);
      world.owner.keyboard.insert(world.listName(), "rows", row.at, count);
      const [id, blank] = [...world.list.otherRows].find(([, { at }]) => at === row.at - 1) ?? [];
      canUndo(world, "the blank row", () => {
        if (!isHere(world) || id === undefined || world.list.otherRows.get(id) !== blank || !blank) return false;
        world.owner.keyboard.delete(world.listName(), "rows", blank.at);
        return true;
      });
      return `${count} before row ${row.at - count}`;
    },
  },
  "inserts a row above the header": {
    weight: ONLY_IN_SCENES,
    kinds: LISTS,
    do(world) {
      const header = world.list.otherRows.get("header");
      if (!isHere(world) || !header) return null;
      const row = header.at;
      world.owner.keyboard.insert(world.listName(), "rows", row);
      return `row ${row}`;
    },
  },
  "inserts a row while somebody else deletes one": {
    weight: 3,
    kinds: LISTS,
    do(world, [die = 0, other = 0]) {
      const rows = rowsOf(world);
      const row = at(rows, die);
      const gone = at(rows, other);
      if (!isHere(world) || !row || !gone || row === gone || rows.length < 4) return null;
      const told = `before row ${row.at}, and row ${gone.at}`;
      world.owner.keyboard.insert(world.listName(), "rows", row.at);
      world.colleague.keyboard.delete(world.listName(), "rows", gone.at);
      return told;
    },
  },
  "inserts a row with an input": {
    weight: 5,
    kinds: ALL_LISTS,
    do(world, [die = 0, other = 0, third = 0]) {
      const row = at(rowsOf(world), die);
      if (!isHere(world) || !row) return null;
      const place = row.at;
      world.owner.keyboard.insert(world.listName(), "rows", place);
      for (const [id, each] of world.list.otherRows) if (each.at === place) world.list.otherRows.delete(id);
      const input = newInput(world, other, third);
      typeRow(world, newTag(world), place, input);
      return `row ${place}, ${input}`;
    },
  },
  "adds a row below": {
    weight: 5,
    kinds: ALL_LISTS,
    do(world, [die = 0, other = 0]) {
      if (!isHere(world)) return null;
      const last = Math.max(
        ...rowsOf(world).map((row) => row.at),
        ...[...world.list.otherRows.values()].map((row) => row.at),
      );
      const input = newInput(world, die, other);
      typeRow(world, newTag(world), last + 1, input);
      return `row ${last + 1}, ${input}`;
    },
  },
  "deletes rows": {
    weight: 6,
    kinds: ALL_LISTS,
    do(world, [die = 0, other = 0]) {
      const rows = rowsOf(world);
      const row = at(rows, die);
      if (!isHere(world) || !row || rows.length < 4) return null;
      const count = rows.some((each) => each.at === row.at + 1) && other < 0.4 ? 2 : 1;
      const place = row.at;
      deleteRows(world, place, count);
      return `${count} from row ${place}`;
    },
  },
  "edits an input": {
    weight: 8,
    kinds: ALL_LISTS,
    do(world, [die = 0, other = 0, third = 0]) {
      const row = at(rowsOf(world), die);
      const column = world.list.inputColumn;
      if (!isHere(world) || !row || !column) return null;
      // What somebody types over a write gone astray goes when their former content is put back.
      const isHit = row.shown.has(column.id) && shownAt(world, row.at, column.at) !== row.shown.get(column.id);
      if (isHit) {
        world.counts.undecided++;
        return null;
      }
      const input = newInput(world, other, third);
      const before = typedAt(world, row.at, column.at);
      if (!types(world, row.at, column.at, input)) return null;
      row.stale = new Set(resultColumns(world).map((place) => shownAt(world, row.at, place)));
      row.isEdited = true;
      noteShown(world, [row.tag], column.id);
      canUndo(world, "the input", () => {
        const now = world.list.inputColumn;
        if (!world.list.rows.has(row.tag) || !now || !types(world, row.at, now.at, before)) return false;
        noteShown(world, [row.tag], now.id);
        return true;
      });
      return `row ${row.at}: ${input}`;
    },
  },
  "inserts a column": {
    weight: 8,
    kinds: ALL_LISTS,
    do(world, [die = 0, other = 0]) {
      if (!isHere(world)) return null;
      const ends = [...columnsOf(world).map((column) => column.at), ...resultColumns(world)];
      const place = 1 + Math.floor(die * (Math.max(...ends) + 1));
      world.owner.keyboard.insert(world.listName(), "columns", place);
      if (other > 0.5) return `column ${place}, blank`;
      const column = columnsOf(world).find((each) => each.at === place);
      if (!column) return `column ${place}`;
      world.moments.soon(() => {
        // Nobody fills a column that has got a name meanwhile, or is hidden.
        noteTaken(world);
        if (world.list.isGone || world.list.columns.get(column.id) !== column) return;
        for (const row of world.list.rows.values()) types(world, row.at, column.at, `${column.id}-${row.tag}`);
        noteShown(world, [...world.list.rows.keys()], column.id);
        world.note(`fills column ${column.at}`);
      });
      return `column ${place}, to fill it`;
    },
  },
  "deletes a column of its own": {
    weight: 3,
    kinds: LISTS,
    do(world, [die = 0]) {
      const column = at(
        columnsOf(world).filter(({ id }) => id !== "tag" && id !== "in"),
        die,
      );
      if (!isHere(world) || !column) return null;
      const place = column.at;
      deleteColumn(world, place, column);
      return `column ${place}`;
    },
  },
  "deletes the inputs": {
    weight: 0.3,
    kinds: LISTS,
    do(world) {
      const column = world.list.inputColumn;
      if (!isHere(world) || !column) return null;
      deleteColumn(world, column.at, column);
      return `column ${column.at}`;
    },
  },
  "deletes a result column": {
    weight: 1,
    kinds: LISTS,
    do(world, [die = 0]) {
      const place = at(resultColumns(world), die);
      if (!isHere(world) || place === undefined) return null;
      const isHidden = world.workbook.hidden(world.list.sheetId, "columns").has(place);
      deleteColumn(world, place, null);
      for (const row of world.list.rows.values()) {
        row.isEdited = true;
        // Nothing tells any more that its results are not somebody's own.
        row.isOverwritten ||= isHidden;
      }
      return `column ${place}`;
    },
  },
  "moves a column": {
    weight: 4,
    kinds: LISTS,
    do(world, [die = 0, other = 0]) {
      const column = at(columnsOf(world), die);
      if (!isHere(world) || !column) return null;
      const width = Math.max(...columnsOf(world).map((each) => each.at), ...resultColumns(world));
      const before = 1 + Math.floor(other * (width + 1));
      const from = column.at;
      if (before === from || before === from + 1) return null;
      const move = (to: number): boolean =>
        isAllowed(() => world.owner.keyboard.move(world.listName(), "columns", column.at, 1, to));
      if (!move(before)) return null;
      canUndo(world, "the column's place", () => {
        if (world.list.columns.get(column.id) !== column || column.at === from) return false;
        return move(column.at > from ? from : from + 1);
      });
      return `column ${from} before ${before}`;
    },
  },
  "moves rows": {
    weight: 2,
    kinds: LISTS,
    do(world, [die = 0, other = 0]) {
      const row = at(rowsOf(world), die);
      const target = at(rowsOf(world), other);
      if (!isHere(world) || !row || !target || row === target || target.at === row.at + 1) return null;
      const [from, before] = [row.at, target.at];
      if (!isAllowed(() => world.owner.keyboard.move(world.listName(), "rows", from, 1, before))) return null;
      return `row ${from} before ${before}`;
    },
  },
  "types into a result": {
    weight: 3,
    kinds: LISTS,
    do(world, [die = 0, other = 0]) {
      const row = at(rowsOf(world), die);
      const place = at(resultColumns(world), other);
      if (!isHere(world) || !row || place === undefined) return null;
      const before = typedAt(world, row.at, place);
      if (!types(world, row.at, place, "mine")) return null;
      row.isOverwritten = true;
      canRetype(world, row, place, before);
      return `row ${row.at}, column ${place}`;
    },
  },
  "clears results": {
    weight: 2,
    kinds: LISTS,
    do(world, [die = 0, other = 0]) {
      const row = at(rowsOf(world), die);
      const place = at(resultColumns(world), other);
      if (!isHere(world) || !row || place === undefined) return null;
      const before = typedAt(world, row.at, place);
      world.owner.keyboard.clear(world.listName(), a1(row.at, place));
      row.isOverwritten = true;
      canRetype(world, row, place, before);
      return `row ${row.at}, column ${place}`;
    },
  },
  "cuts a row and pastes it below": {
    weight: 3,
    kinds: LISTS,
    do(world, [die = 0]) {
      const row = at(rowsOf(world), die);
      if (!isHere(world) || !row) return null;
      const last = Math.max(...[...world.list.rows.values(), ...world.list.otherRows.values()].map((each) => each.at));
      const from = row.at;
      if (last + 1 > (world.workbook.sheets().find(({ sheetId }) => sheetId === world.list.sheetId)?.rows ?? 0))
        return null;
      if (mergesIn(merges(world), world.list.sheetId, { row: from, column: 1, rows: 1, columns: 99 }).length > 0)
        return null;
      cutRow(world, row, last + 1);
      return `row ${from} to row ${last + 1}`;
    },
  },
} satisfies Record<string, Act>;

export type ActName = keyof typeof ACTS;
