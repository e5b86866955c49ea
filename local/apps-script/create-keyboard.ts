import type { DocumentState } from "./document-state";
import { areWhole, isTorn, keepFirst, mergesIn, withoutCovered } from "./extras/merges";
import type { HostState } from "./host-state";
import type { Keyboard } from "./keyboard";
import { MESSAGES } from "./messages";
import { ServiceError } from "./script-errors";
import { closeArea, parseA1 } from "./sheet/a1";
import { areaOfRows } from "./sheet/areas";
import { displayText, scriptValue, sortOrder, writeValues } from "./sheet/cell-values";
import { checkDeletion, checkStaysVisible } from "./sheet/check-shape";
import { checkProtection, checkWrite, foundNow } from "./sheet/check-write";
import { copyOfSheet } from "./sheet/copy-sheet";
import type { Area } from "./workbook/cell";
import type { Change, Dimension } from "./workbook/change";
import type { SheetInfo } from "./workbook/workbook";

/** The keyboard of one person in the document. */
export function createKeyboard(state: HostState, document: DocumentState, user: string): Keyboard {
  const { workbook } = document;

  function sheetNamed(name: string): SheetInfo {
    const found = workbook.sheets().find((sheet) => sheet.name === name);
    if (found === undefined) throw new RangeError(`No sheet is named ${name}.`);
    return found;
  }

  function areaAt(sheet: SheetInfo, a1: string): Area {
    const parsed = parseA1(a1);
    if (parsed === null) throw new RangeError(`${a1} is no range.`);
    return closeArea(parsed, sheet);
  }

  function act(...changes: Change[]): void {
    document.lastUser = user;
    workbook.apply(withoutCovered(changes, document.extras.data.merges), { kind: "person", user });
  }

  function band(sheetName: string, dimension: Dimension, index: number, count = 1) {
    return { sheetId: sheetNamed(sheetName).sheetId, dimension, index, count };
  }

  /** The rows below the header for which `keep` does not hold. */
  function rowsToHide({ sheetId }: SheetInfo, area: Area, keep: (row: unknown[]) => boolean): number[] {
    const rows = workbook.read(sheetId, area).map((row) => row.map((cell) => scriptValue(cell, document.timeZone)));
    return rows.flatMap((row, offset) => (offset === 0 || keep(row) ? [] : [area.row + offset]));
  }

  function refuseMerges(sheetId: number, area: Area): void {
    if (mergesIn(document.extras.data.merges, sheetId, area).length > 0) throw new ServiceError(MESSAGES.mergedCells());
  }

  /** An area in which nothing is merged any longer. */
  function unmerged(sheetName: string, a1: string): { sheetId: number; area: Area } {
    const sheet = sheetNamed(sheetName);
    const { sheetId } = sheet;
    const area = areaAt(sheet, a1);
    const { extras } = document;
    if (!areWhole(extras.data.merges, sheetId, area)) throw new ServiceError(MESSAGES.partOfMerge());
    const gone = mergesIn(extras.data.merges, sheetId, area);
    extras.update((data) => {
      data.merges = data.merges.filter((merge) => !gone.includes(merge));
    });
    return { sheetId, area };
  }

  const keyboard: Keyboard = {
    type: (sheetName, a1, text) => keyboard.paste(sheetName, a1, [[text]]),
    paste(sheetName, a1, rows) {
      const sheet = sheetNamed(sheetName);
      const { row, column } = areaAt(sheet, a1);
      const area = areaOfRows(row, column, rows);
      const place = { sheetId: sheet.sheetId, area };
      const write = writeValues(document, place, rows, workbook.read(sheet.sheetId, area), state.clock.now());
      checkWrite(document, user, write, foundNow(document));
      act(...write.changes);
    },
    clear(sheetName, a1) {
      const sheet = sheetNamed(sheetName);
      const area = areaAt(sheet, a1);
      checkProtection(document, user, sheet.sheetId, area);
      const cells = Array.from({ length: area.rows }, () => new Array(area.columns).fill({ value: null }));
      act({ type: "setCells", sheetId: sheet.sheetId, row: area.row, column: area.column, cells });
    },
    put(sheetName, a1, cell) {
      const sheet = sheetNamed(sheetName);
      const { row, column } = areaAt(sheet, a1);
      act({ type: "setCells", sheetId: sheet.sheetId, row, column, cells: [[cell]] });
    },
    insert: (name, dimension, index, count) => act({ type: "insert", ...band(name, dimension, index, count) }),
    delete(name, dimension, index, count) {
      const change = { type: "delete" as const, ...band(name, dimension, index, count) };
      checkDeletion(sheetNamed(name), change);
      act(change);
    },
    move(name, dimension, index, count, before) {
      const change = { type: "move" as const, before, ...band(name, dimension, index, count) };
      if (isTorn(document.extras.data.merges, change)) throw new ServiceError(MESSAGES.mergedCells());
      act(change);
    },
    hide: (name, dimension, index, count) =>
      act({ type: "setHidden", hidden: true, ...band(name, dimension, index, count) }),
    sort(sheetName, a1, column, ascending = true) {
      const { sheetId, ...size } = sheetNamed(sheetName);
      const area = areaAt({ sheetId, ...size }, a1);
      refuseMerges(sheetId, area);
      const rows = workbook.read(sheetId, area).map((row) => row.map((cell) => cell.value));
      const order = sortOrder(rows, [{ column: column - area.column, ascending }]);
      act({ type: "reorderRows", sheetId, area, order });
    },
    filter(sheetName, a1, keep) {
      const sheet = sheetNamed(sheetName);
      const area = areaAt(sheet, a1);
      act({ type: "setFilter", sheetId: sheet.sheetId, filter: { area, hiddenRows: rowsToHide(sheet, area, keep) } });
    },
    filterView(sheetName, a1, keep) {
      const sheet = sheetNamed(sheetName);
      const hidden = new Set(rowsToHide(sheet, areaAt(sheet, a1), keep));
      document.person(user).filterViews.set(sheet.sheetId, hidden);
    },
    visibleRows(sheetName, a1) {
      const sheet = sheetNamed(sheetName);
      const { row, rows } = areaAt(sheet, a1);
      const hidden = [
        workbook.hidden(sheet.sheetId, "rows"),
        new Set(workbook.filter(sheet.sheetId)?.hiddenRows),
        document.person(user).filterViews.get(sheet.sheetId) ?? new Set<number>(),
      ];
      const all = Array.from({ length: rows }, (_, offset) => row + offset);
      return all.filter((number) => !hidden.some((those) => those.has(number)));
    },
    addSheet(name) {
      const index = workbook.sheets().length;
      act({ type: "addSheet", sheetId: document.newSheetId(), name, index, rows: 1000, columns: 26 });
    },
    renameSheet: (name, newName) => act({ type: "renameSheet", sheetId: sheetNamed(name).sheetId, name: newName }),
    deleteSheet(name) {
      const change = { type: "removeSheet" as const, sheetId: sheetNamed(name).sheetId };
      checkStaysVisible(document, change);
      act(change);
    },
    duplicateSheet(name, newName) {
      const sheet = sheetNamed(name);
      const sheetId = document.newSheetId();
      const index = 1 + workbook.sheets().findIndex((each) => each.sheetId === sheet.sheetId);
      act(...copyOfSheet(workbook, sheet, { sheetId, name: newName, index }));
      document.extras.duplicateSheet(sheet.sheetId, sheetId);
    },
    changeSettings({ timeZone = document.timeZone, locale = document.locale }) {
      Object.assign(document, { timeZone, locale });
    },
    select(sheetName, a1) {
      const sheet = sheetNamed(sheetName);
      workbook.select(user, { sheetId: sheet.sheetId, areas: [areaAt(sheet, a1)] });
    },
    protect(sheetName, a1, editors) {
      const sheet = sheetNamed(sheetName);
      const { extras } = document;
      const place = { sheetId: sheet.sheetId, area: areaAt(sheet, a1) };
      const id = extras.newId();
      const fields = { id, description: "", editors, warningOnly: false, domainEdit: false };
      extras.update((data) => data.protections.push({ ...place, ...fields }));
      return () =>
        extras.update((data) => {
          data.protections = data.protections.filter((each) => each.id !== id);
        });
    },
    restrict(sheetName, a1, rule) {
      const sheet = sheetNamed(sheetName);
      const record = { id: document.extras.newId(), sheetId: sheet.sheetId, area: areaAt(sheet, a1), rule };
      document.extras.update((data) => data.validations.push(record));
    },
    merge(sheetName, a1) {
      const { area, sheetId } = unmerged(sheetName, a1);
      act(keepFirst({ sheetId, area }));
      document.extras.update((data) => data.merges.push({ sheetId, area }));
    },
    unmerge: (sheetName, a1) => void unmerged(sheetName, a1),
    makeTable(sheetName, a1, columnTypes = []) {
      const sheet = sheetNamed(sheetName);
      const { extras } = document;
      const area = areaAt(sheet, a1);
      refuseMerges(sheet.sheetId, area);
      const types = Array.from({ length: area.columns }, (_, column) => columnTypes[column] ?? null);
      const table = { id: extras.newId(), sheetId: sheet.sheetId, area, columnTypes: types };
      extras.update((data) => data.tables.push(table));
    },
    shows(sheetName, a1) {
      const sheet = sheetNamed(sheetName);
      const cells = workbook.read(sheet.sheetId, areaAt(sheet, a1));
      return cells.map((row) => row.map((cell) => displayText(cell.value, cell.numberFormat)));
    },
  };
  return keyboard;
}
