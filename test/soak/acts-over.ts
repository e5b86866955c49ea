import type { Act } from "./acts";
import { dressOf, noteShown } from "./fill-list";
import { canUndo, follow } from "./keyboard-undo";
import { a1 } from "./letters";
import { at, columnsOf, isAllowed, isHere, merges, resultColumns, rowsOf, shownAt } from "./list-typing";
import type { Kind } from "./scenario";
import { OWNER } from "./world";

const LISTS: Kind[] = ["verify", "find", "enrich"];

/** Acts on the looks and the layout of a list. */
export const ACTS_OVER_THE_CELLS = {
  "merges cells": {
    weight: 5,
    kinds: LISTS,
    do(world, [die = 0, other = 0, third = 0]) {
      const { list, workbook } = world;
      const row = at(rowsOf(world), die);
      const places = [...columnsOf(world).map((column) => column.at), ...resultColumns(world)].sort((a, b) => a - b);
      const column = at(places, other);
      if (!isHere(world) || !row || column === undefined) return null;
      const isAcross = third < 0.7;
      const area = { row: row.at, column, rows: isAcross ? 1 : 2, columns: isAcross ? 2 : 1 };
      const covers = (line: number, place: number): boolean =>
        line < area.row + area.rows && place < area.column + area.columns && line >= area.row && place >= column;
      const isCovered = (line: number, place: number): boolean =>
        covers(line, place) && (line !== area.row || place !== column);
      const rows = rowsOf(world).filter((each) => each.at >= area.row && each.at < area.row + area.rows);
      const tag = list.columns.get("tag");
      // Nobody hides the tag of a row, and cells below a list are not its own.
      if (rows.length < area.rows || rows.some((each) => isCovered(each.at, tag?.at ?? 0))) return null;
      const name = a1(area.row, column, area.rows, area.columns);
      const before = workbook.read(list.sheetId, area);
      const results = resultColumns(world);
      const stale = new Map(
        rows.map((each) => [each, new Set(results.map((place) => shownAt(world, each.at, place)))]),
      );
      if (!isAllowed(() => world.owner.keyboard.merge(world.listName(), name))) return null;
      const covered = columnsOf(world).filter((each) => rows.some((line) => isCovered(line.at, each.at)));
      for (const each of rows) {
        // Its results find no place, or hide somebody's own cells.
        each.isCovered = true;
        if (covered.some(({ id }) => id === "in")) Object.assign(each, { isEdited: true, stale: stale.get(each) });
        for (const own of covered) if (isCovered(each.at, own.at)) noteShown(world, [each.tag], own.id);
      }
      const rowsNow = follow(workbook, list.sheetId, "rows", [area.row]);
      const columnsNow = follow(workbook, list.sheetId, "columns", [column]);
      canUndo(world, "merging", () => {
        const [[top], [left]] = [rowsNow(), columnsNow()];
        if (list.isGone || top == null || left == null) return false;
        const now = merges(world).find(
          ({ sheetId, area: each }) => sheetId === list.sheetId && each.row === top && each.column === left,
        )?.area;
        if (!now || now.rows !== area.rows || now.columns !== area.columns) return false;
        world.owner.keyboard.unmerge(world.listName(), a1(top, left, now.rows, now.columns));
        const cells = before.map((line, down) =>
          line.map(({ formula, value }, right) => {
            if (down + right === 0) return undefined;
            return formula === undefined ? { value } : { formula };
          }),
        );
        const change = { type: "setCells" as const, sheetId: list.sheetId, row: top, column: left, cells };
        workbook.apply([change], { kind: "person", user: OWNER });
        for (const own of covered) {
          const tags = rowsOf(world).filter(
            (each) => each.at >= top && each.at < top + now.rows && rows.includes(each),
          );
          if (list.columns.has(own.id))
            noteShown(
              world,
              tags.map((each) => each.tag),
              own.id,
            );
        }
        return true;
      });
      return name;
    },
  },
  "colours cells and notes something": {
    weight: 3,
    kinds: LISTS,
    do(world, [die = 0, other = 0, third = 0]) {
      const row = at(rowsOf(world), die);
      const column = at(columnsOf(world), other);
      if (!isHere(world) || !row || !column) return null;
      const { sheetId } = world.list;
      const place = { row: row.at, column: column.at };
      const background = third < 0.5 ? "#ffcccc" : "#ccffcc";
      const style = {
        type: "setStyle" as const,
        sheetId,
        area: { ...place, rows: 1, columns: 1 },
        style: { background },
      };
      const note = { type: "setNotes" as const, sheetId, ...place, notes: [["ask again"]] };
      world.workbook.apply([style, note], { kind: "person", user: OWNER });
      row.dress.set(column.id, dressOf(world.workbook, sheetId, row.at, column.at));
      return `row ${row.at}, column ${column.at}`;
    },
  },
  "hides a column": {
    weight: 1.5,
    kinds: LISTS,
    do(world, [die = 0]) {
      const column = at(columnsOf(world), die);
      if (!isHere(world) || !column) return null;
      world.owner.keyboard.hide(world.listName(), "columns", column.at);
      return `column ${column.at}`;
    },
  },
  "shows every column": {
    weight: 1.5,
    kinds: LISTS,
    do(world) {
      if (!isHere(world)) return null;
      const { sheetId } = world.list;
      for (const index of world.workbook.hidden(sheetId, "columns")) {
        const change = {
          type: "setHidden" as const,
          sheetId,
          dimension: "columns" as const,
          index,
          count: 1,
          hidden: false,
        };
        world.workbook.apply([change], { kind: "person", user: OWNER });
      }
      return "";
    },
  },
  "makes a table of the list": {
    weight: 1.5,
    kinds: LISTS,
    do(world) {
      const rows = rowsOf(world);
      const header = world.list.otherRows.get("header")?.at;
      const isOne = world.document.save().extras.tables.some(({ sheetId }) => sheetId === world.list.sheetId);
      if (!isHere(world) || header === undefined || isOne) return null;
      const right = Math.max(...columnsOf(world).map((column) => column.at), ...resultColumns(world));
      const last = Math.max(...rows.map((row) => row.at));
      if (last <= header) return null;
      const [titles = []] = world.owner.keyboard.shows(world.listName(), a1(header, 1, 1, right));
      // A table names columns that have no name.
      if (titles.includes("")) return null;
      const area = a1(header, 1, last - header + 1, right);
      if (!isAllowed(() => world.owner.keyboard.makeTable(world.listName(), area))) return null;
      return `rows ${header} to ${last}`;
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
