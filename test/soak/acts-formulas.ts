import type { Act } from "./acts";
import { a1 } from "./letters";
import type { Kind } from "./scenario";
import type { World } from "./world";

const FORMULAS: Kind[] = ["formulas"];
/** A sheet with copies of formulas. */
export const COPIES = "Copies";

const rowAt = ({ list }: World, die: number) => {
  const rows = [...list.rows.values()].sort((a, b) => a.at - b.at);
  return rows[Math.floor(die * rows.length)];
};

/** Acts on formulas. */
export const ACTS_WITH_FORMULAS = {
  "deletes a formula": {
    weight: 4,
    kinds: FORMULAS,
    do(world, [die = 0]) {
      const row = rowAt(world, die);
      const column = world.list.columns.get("ask");
      if (!row || !column || world.list.isGone) return null;
      const [[cell] = []] = world.workbook.read(world.list.sheetId, {
        row: row.at,
        column: column.at,
        rows: 1,
        columns: 1,
      });
      // While it is being finished there is nothing to delete.
      if (cell?.formula === undefined) return null;
      world.owner.keyboard.clear(world.listName(), a1(row.at, column.at));
      row.isOverwritten = true;
      return `row ${row.at}`;
    },
  },
  "types a formula again": {
    weight: 4,
    kinds: FORMULAS,
    do(world, [die = 0]) {
      const row = rowAt(world, die);
      const column = world.list.columns.get("ask");
      if (!row || !column || world.list.isGone || !world.list.inputColumn) return null;
      world.owner.keyboard.type(world.listName(), a1(row.at, column.at), world.list.askingFormula(row));
      row.isOverwritten = false;
      return `row ${row.at}`;
    },
  },
  "copies a formula to another sheet": {
    weight: 3,
    kinds: FORMULAS,
    do(world, [die = 0]) {
      const row = rowAt(world, die);
      if (!row || world.list.isGone || !world.list.inputColumn) return null;
      if (!world.workbook.sheets().some(({ name }) => name === COPIES)) world.owner.keyboard.addSheet(COPIES);
      const quoted = `'${world.listName().replaceAll("'", "''")}'`;
      const formula = world.list.askingFormula(row).replace("(", `(${quoted}!`);
      world.owner.keyboard.type(COPIES, a1(1 + Math.floor(die * 20), 1), formula);
      return formula;
    },
  },
  "finishes formulas": {
    weight: 6,
    kinds: FORMULAS,
    do(world) {
      world.clicksMenu("finishFormulas");
      return "";
    },
  },
  "turns formulas into values": {
    weight: 1.5,
    kinds: FORMULAS,
    do(world) {
      world.isTurned = true;
      world.clicksMenu("turnFormulasIntoValues");
      return "";
    },
  },
} satisfies Record<string, Act>;
