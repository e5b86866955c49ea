import { shiftArea } from "../../local/apps-script/sheet/areas";
import type { Change, Dimension } from "../../local/apps-script/workbook/change";
import type { Workbook } from "../../local/apps-script/workbook/workbook";
import { resultColumns, shownAt } from "./list-typing";
import type { OwnColumn } from "./model";
import { OWNER, type World } from "./world";

// Ctrl+Z: what people take back of their own, however much scripts and others have done since.

/** Takes note of how to take back what a person has just done. @param undo gives false when it is too late */
export function canUndo(world: World, what: string, undo: () => boolean): void {
  // A formula that is being finished is set aside: somebody who deletes its row then gets no formula back.
  if (world.scenario.kind !== "formulas") world.undoable.push({ what, undo });
}

/** Takes back the last thing that can be. @returns what it was; `null` when nothing comes of it */
export function undoLast(world: World): string | null {
  const last = world.undoable.pop();
  return last?.undo() ? last.what : null;
}

/** Tells at any time where rows or columns stand that had these numbers; `null` for those that are gone. */
export function follow(
  workbook: Workbook,
  sheetId: number,
  dimension: Dimension,
  numbers: number[],
): () => (number | null)[] {
  let places: (number | null)[] = [...numbers];
  workbook.onChange((changes) => {
    for (const change of changes) {
      if (!("sheetId" in change) || change.sheetId !== sheetId) continue;
      places = places.map((place) => (place === null ? null : placeAfter(place, dimension, change)));
    }
  });
  return () => places;
}

function placeAfter(place: number, dimension: Dimension, change: Change): number | null {
  if (change.type === "removeSheet") return null;
  if (change.type === "reorderRows" && dimension === "rows") {
    const to = change.order.indexOf(place - change.area.row);
    return to < 0 ? place : change.area.row + to;
  }
  if (!("dimension" in change) || change.dimension !== dimension) return place;
  const isRow = dimension === "rows";
  const area = { row: isRow ? place : 1, column: isRow ? 1 : place, rows: 1, columns: 1 };
  return shiftArea(area, change)?.[isRow ? "row" : "column"] ?? null;
}

const PLAIN = { background: null, fontColor: null, fontWeight: null, fontStyle: null, numberFormat: null };

/**
 * Remembers rows or columns that a person is about to delete: cells, formats and notes. Nobody says that metadata comes
 * back with them, so it does not.
 * @returns what puts them back: it gives the number of the first of them, or `null` when their place is gone
 */
export function remember(
  world: World,
  sheetId: number,
  dimension: Dimension,
  index: number,
  count: number,
): () => number | null {
  const { workbook } = world;
  const isRow = dimension === "rows";
  const other: Dimension = isRow ? "columns" : "rows";
  const extent = workbook.extent(sheetId);
  const length = extent[other];
  const area = isRow
    ? { row: index, column: 1, rows: count, columns: length }
    : { row: 1, column: index, rows: length, columns: count };
  const cells = workbook.read(sheetId, area);
  const styles = workbook.readStyles(sheetId, area);
  const notes = workbook.readNotes(sheetId, area);
  const lines = follow(
    workbook,
    sheetId,
    other,
    Array.from({ length }, (_, line) => line + 1),
  );
  const own = [...(isRow ? world.list.columns : new Map([...world.list.rows, ...world.list.otherRows]))];
  const isList = sheetId === world.list.sheetId;
  const ids = new Map(isList ? own.map(([id, { at }]) => [at, id]) : []);
  const beside = follow(workbook, sheetId, dimension, [index - 1, index + count]);

  /** A line that comes back itself, like a row after its column, is known by its name. */
  function lineNow(line: number): number | null {
    const { list } = world;
    const id = ids.get(line);
    if (id === undefined) return lines()[line - 1] ?? null;
    return (isRow ? list.columns.get(id) : (list.rows.get(id) ?? list.otherRows.get(id)))?.at ?? null;
  }

  return () => {
    const [before, after] = beside();
    const name = world.addon.nameOf(sheetId);
    const place = after ?? (before == null ? null : before + 1);
    if (name === "" || place === null) return null;
    world.owner.keyboard.insert(name, dimension, place, count);
    const changes: Change[] = [];
    for (let offset = 0; offset < count; offset++) {
      for (let line = 1; line <= length; line++) {
        const now = lineNow(line);
        if (now === null) continue;
        const [down, right] = isRow ? [offset, line - 1] : [line - 1, offset];
        const at = isRow ? { row: place + offset, column: now } : { row: now, column: place + offset };
        const { formula, value } = cells[down]?.[right] ?? { value: null };
        const start = { sheetId, ...at };
        changes.push({ type: "setStyles", ...start, styles: [[{ ...PLAIN, ...styles[down]?.[right] }]] });
        changes.push({ type: "setCells", ...start, cells: [[formula === undefined ? { value } : { formula }]] });
        changes.push({ type: "setNotes", ...start, notes: [[notes[down]?.[right] ?? null]] });
      }
    }
    workbook.apply(changes, { kind: "person", user: OWNER });
    return place;
  };
}

/** A write gone astray has left results here without the hidden cell, to be put right. Nothing tells them from typed ones. */
function hasStrays(world: World, row: number): boolean {
  const shown = resultColumns(world).map((column) => shownAt(world, row, column));
  return shown.some((text) => text !== "") && !shown.some((text) => /^[0-9a-f]{6}\./.test(text));
}

/** Deletes rows of the list, which can come back. */
export function deleteRows(world: World, first: number, count: number): void {
  const { list } = world;
  const gone = [...list.rows].filter(([, { at }]) => at >= first && at < first + count);
  const offsets = new Map(gone.map(([tag, { at }]) => [tag, at - first]));
  const putBack = remember(world, list.sheetId, "rows", first, count);
  // A write that has hit them by their old numbers is put right where they stand: they come back with what they held.
  const callsBefore = world.counts.calls;
  const isBeforeLook = world.isUnseen || /getValues|flush|DeveloperMetadata.find/.test(world.nextCall);
  const withStrays = gone.flatMap(([tag, { at }]) => (hasStrays(world, at) ? [tag] : []));
  world.owner.keyboard.delete(world.listName(), "rows", first, count);
  canUndo(world, "the deletion of rows", () => {
    if (list.isGone || gone.some(([tag]) => list.rows.has(tag))) return false;
    const place = putBack();
    if (place === null) return false;
    for (const [id, { at }] of list.otherRows) if (at >= place && at < place + count) list.otherRows.delete(id);
    if (isBeforeLook || withStrays.length > 0) world.counts.undecided++;
    const isUnread = world.isUnseen || world.nextCall.endsWith("flush");
    // A trigger that has read the list meanwhile has not seen it.
    const isOver = world.scenario.goesOnClosed && world.counts.calls > callsBefore;
    for (const [tag, row] of gone) {
      const isEdited = row.isEdited || isBeforeLook;
      const isBack = isOver || row.isBack === true;
      const isOverwritten = row.isOverwritten || withStrays.includes(tag);
      const at = place + (offsets.get(tag) ?? 0);
      list.rows.set(tag, { ...row, isEdited, isBack, isUnread, isOverwritten, at });
    }
    mendFormulas(world);
    return true;
  });
}

/** Deletes a column of the list, which can come back. @param own `null` for one of results */
export function deleteColumn(world: World, at: number, own: OwnColumn | null): void {
  const { list } = world;
  const putBack = remember(world, list.sheetId, "columns", at, 1);
  world.owner.keyboard.delete(world.listName(), "columns", at);
  canUndo(world, `the deletion of ${own === null ? "results" : own.id}`, () => {
    if (list.isGone || (own && list.columns.has(own.id))) return false;
    const place = putBack();
    if (place === null) return false;
    for (const [id, column] of list.columns) if (column.at === place) list.columns.delete(id);
    if (own) {
      const back = { ...own, at: place };
      list.columns.set(own.id, back);
      world.hitCells.noteBack(back);
    } else list.addonColumns.push({ at: place });
    mendFormulas(world);
    return true;
  });
}

/** Lets formulas point again to cells that were deleted and have come back. */
function mendFormulas({ list, workbook }: World): void {
  if (!list.inputColumn) return;
  for (const column of [...list.columns.values()].filter(({ role }) => role === "formula")) {
    for (const row of list.rows.values()) {
      const place = { row: row.at, column: column.at };
      const [[cell] = []] = workbook.read(list.sheetId, { ...place, rows: 1, columns: 1 });
      const formula = list.formulaAt(row);
      if (cell?.formula === undefined || cell.formula === formula) continue;
      const change = { type: "setCells" as const, sheetId: list.sheetId, ...place, cells: [[{ formula }]] };
      workbook.apply([change], { kind: "person", user: OWNER });
    }
  }
}

/** Takes note of how to bring rows into the order that they have now, before they are sorted. */
export function canUndoSort(
  world: World,
  sheetId: number,
  area: { row: number; column: number; rows: number; columns: number },
): () => void {
  const { workbook, list } = world;
  const numbers = Array.from({ length: area.rows }, (_, offset) => area.row + offset);
  const rows = follow(workbook, sheetId, "rows", numbers);
  const own = Array.from({ length: area.columns }, (_, offset) => area.column + offset);
  const columns = follow(workbook, sheetId, "columns", own);
  return () =>
    canUndo(world, "sorting", () => {
      const now = rows();
      const top = Math.min(...now.map((row) => row ?? Infinity));
      // Wherever they were moved: cells that were sorted with their rows go back with them.
      const there = columns().flatMap((column) => column ?? []);
      const [left, right] = [Math.min(...there), Math.max(...there)];
      // A row that is gone, or others between them: nothing comes of it.
      if (there.length === 0 || now.some((row) => row === null || row >= top + now.length)) return false;
      const isOutside = (at: number): boolean => at < left || at > right;
      if (sheetId === list.sheetId && [...list.columns.values()].some(({ at }) => isOutside(at))) return false;
      const { extras } = world.document.save();
      if (extras.merges.some((merge) => merge.sheetId === sheetId)) return false;
      const results = resultColumns(world);
      // Results that have come since, beside what was sorted, stay where they are: the person has parted them from their rows.
      if (sheetId === list.sheetId && results.some(isOutside)) {
        const parted = [...list.rows.values(), ...list.otherRows.values()];
        const stale = new Set(parted.flatMap((row) => results.map((at) => shownAt(world, row.at, at))));
        for (const row of parted) row.stale = stale;
        for (const row of list.rows.values()) Object.assign(row, { isEdited: true, isOverwritten: true });
      }
      const order = now.map((row) => (row as number) - top);
      const sorted = { row: top, column: left, rows: now.length, columns: right - left + 1 };
      workbook.apply([{ type: "reorderRows", sheetId, area: sorted, order }], { kind: "person", user: OWNER });
      return true;
    });
}
