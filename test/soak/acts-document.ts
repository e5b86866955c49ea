import type { Act } from "./acts";
import { copyDocument } from "./document-copy";
import { undoLast } from "./keyboard-undo";
import { a1 } from "./letters";
import type { Kind } from "./scenario";
import { OWNER } from "./world";

const LISTS: Kind[] = ["verify", "find", "enrich"];

/** Acts on whole sheets, and on the document. */
export const ACTS_IN_THE_DOCUMENT = {
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
  "duplicates the sheet": {
    weight: 2,
    kinds: LISTS,
    do(world, [die = 0]) {
      if (world.list.isGone) return null;
      const name = `Copy ${Math.floor(die * 1e6)}`;
      if (world.workbook.sheets().some((sheet) => sheet.name === name)) return null;
      world.owner.keyboard.duplicateSheet(world.listName(), name);
      return name;
    },
  },
  "copies the document": {
    weight: 1,
    kinds: LISTS,
    do(world) {
      if (world.copy || world.list.isGone || !world.list.inputColumn) return null;
      world.copy = copyDocument(world);
      return "";
    },
  },
  "changes time zone and language": {
    weight: 2,
    do(world, [die = 0, other = 0]) {
      const timeZone = ["Asia/Tokyo", "America/New_York", "Europe/Berlin"][Math.floor(die * 3)] ?? "Etc/UTC";
      const locale = other < 0.5 ? "de_DE" : "en_GB";
      world.owner.keyboard.changeSettings({ timeZone, locale });
      return `${timeZone}, ${locale}`;
    },
  },
  "undoes by keyboard": {
    weight: 8,
    kinds: [...LISTS, "fill"],
    do: undoLast,
  },
  "types a formula that asks": {
    weight: 2,
    kinds: ["verify"],
    do(world, [die = 0]) {
      if (world.list.isGone) return null;
      const text = [...world.list.everInputs][Math.floor(die * world.list.everInputs.size)] ?? "";
      if (!/^[^\s"]+@[^\s"]+$/.test(text)) return null;
      if (!world.workbook.sheets().some(({ name }) => name === "Asked")) world.owner.keyboard.addSheet("Asked");
      world.paysElsewhere = true;
      world.owner.keyboard.type("Asked", a1(1 + Math.floor(die * 9), 3), `=VERIFY_EMAIL("${text}")`);
      return text;
    },
  },
  "looks through a filter view": {
    weight: 1,
    kinds: LISTS,
    do(world) {
      if (world.list.isGone) return null;
      const { rows, columns } = world.workbook.extent(world.list.sheetId);
      if (rows * columns === 0) return null;
      world.owner.keyboard.filterView(world.listName(), a1(1, 1, rows, columns), (row) => String(row[0]).length !== 5);
      return "";
    },
  },
} satisfies Record<string, Act>;
