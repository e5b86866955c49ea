import { ACTS_WITH_FORMULAS } from "./acts-formulas";
import { ACTS_THERE } from "./acts-there";
import { noteShown } from "./fill-list";
import { a1 } from "./letters";
import type { OwnColumn, OwnRow } from "./model";
import type { Kind } from "./scenario";
import { inputOf } from "./sheet-plan";
import { OWNER, type World } from "./world";

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

const LISTS: Kind[] = ["verify", "find"];
const ALL_LISTS: Kind[] = ["verify", "find", "formulas"];

const at = <T>(list: readonly T[], die = 0): T | undefined => list[Math.floor(die * list.length)];
const rowsOf = ({ list }: World): OwnRow[] => [...list.rows.values()].sort((a, b) => a.at - b.at);
const columnsOf = ({ list }: World): OwnColumn[] => [...list.columns.values()].sort((a, b) => a.at - b.at);
const isHere = ({ list }: World): boolean => !list.isGone && list.rows.size > 0 && list.columns.has("tag");

/** The columns that results stand in, from the left. */
const resultColumns = ({ list }: World): number[] => list.addonColumns.map((column) => column.at).sort((a, b) => a - b);

/** A text for an input: new, one that others have, with other letters, blank or nonsense. */
function newInput({ scenario }: World, die: number, other: number): string {
  const number = Math.floor(other * 200);
  if (die < 0.5) return inputOf(scenario.kind, 500 + number);
  if (die < 0.75) return inputOf(scenario.kind, Math.floor(other * 8));
  if (die < 0.85) return inputOf(scenario.kind, Math.floor(other * 8)).toUpperCase();
  return die < 0.93 ? "" : "ab";
}

/** Types a whole row, beside the results. */
function typeRow(world: World, tag: string, row: number, input: string): void {
  const { list, owner } = world;
  const added: OwnRow = { tag, at: row, shown: new Map(), isEdited: true, isOverwritten: false };
  list.rows.set(tag, added);
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
    owner.keyboard.type(world.listName(), a1(row, column.at), text);
  }
  noteShown(world, [tag]);
}

const newTag = ({ list }: World): string => `t${9_000 + list.rows.size}${list.otherRows.size}`;

/** What people do. */
export const ACTS = {
  ...ACTS_THERE,
  ...ACTS_WITH_FORMULAS,
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
      const area = a1(
        first.at,
        1,
        last.at - first.at + 1,
        Math.max(columns, ...columnsOf(world).map((each) => each.at)),
      );
      world.owner.keyboard.sort(world.listName(), area, column.at, other < 0.5);
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
      return `${count} before row ${row.at - count}`;
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
      world.owner.keyboard.delete(world.listName(), "rows", place, count);
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
      const input = newInput(world, other, third);
      world.owner.keyboard.type(world.listName(), a1(row.at, column.at), input);
      row.isEdited = true;
      noteShown(world, [row.tag]);
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
      for (const row of world.list.rows.values())
        world.owner.keyboard.type(world.listName(), a1(row.at, place), `${column.id}-${row.tag}`);
      noteShown(world, [...world.list.rows.keys()]);
      return `column ${place}, and fills it`;
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
      world.owner.keyboard.delete(world.listName(), "columns", place);
      return `column ${place}`;
    },
  },
  "deletes the inputs": {
    weight: 0.3,
    kinds: LISTS,
    do(world) {
      const column = world.list.inputColumn;
      if (!isHere(world) || !column) return null;
      world.owner.keyboard.delete(world.listName(), "columns", column.at);
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
      world.owner.keyboard.delete(world.listName(), "columns", place);
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
      const { sheetId } = world.list;
      const change = { type: "move" as const, sheetId, dimension: "columns" as const, index: from, count: 1, before };
      world.workbook.apply([change], { kind: "person", user: OWNER });
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
      const { sheetId } = world.list;
      const change = { type: "move" as const, sheetId, dimension: "rows" as const, index: from, count: 1, before };
      world.workbook.apply([change], { kind: "person", user: OWNER });
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
      world.owner.keyboard.type(world.listName(), a1(row.at, place), "mine");
      row.isOverwritten = true;
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
      world.owner.keyboard.clear(world.listName(), a1(row.at, place));
      row.isOverwritten = true;
      return `row ${row.at}, column ${place}`;
    },
  },
  "renames the sheet": {
    weight: 2,
    do(world, [die = 0]) {
      if (world.list.isGone) return null;
      const name = `Renamed ${Math.floor(die * 1_000)}`;
      world.owner.keyboard.renameSheet(world.listName(), name);
      return name;
    },
  },
  "adds a sheet and goes there": {
    weight: 2,
    do(world, [die = 0]) {
      const name = `Other ${Math.floor(die * 1e6)}`;
      world.owner.keyboard.addSheet(name);
      world.owner.keyboard.select(name, "B2");
      return name;
    },
  },
  "deletes the list": {
    weight: 0.2,
    do(world) {
      if (world.list.isGone) return null;
      if (world.workbook.sheets().length === 1) world.owner.keyboard.addSheet("Left over");
      world.owner.keyboard.deleteSheet(world.listName());
      return "its sheet";
    },
  },
  "moves the sheet": {
    weight: 1,
    do(world) {
      if (world.list.isGone || world.workbook.sheets().length < 2) return null;
      const index = world.workbook.sheets().length - 1;
      world.workbook.apply([{ type: "moveSheet", sheetId: world.list.sheetId, index }], {
        kind: "person",
        user: OWNER,
      });
      return "to the end";
    },
  },
  "hides rows": {
    weight: 2,
    kinds: LISTS,
    do(world, [die = 0]) {
      const row = at(rowsOf(world), die);
      if (!isHere(world) || !row || world.scenario.job.rows === "visible") return null;
      world.owner.keyboard.hide(world.listName(), "rows", row.at);
      return `row ${row.at}`;
    },
  },
} satisfies Record<string, Act>;

export type ActName = keyof typeof ACTS;
