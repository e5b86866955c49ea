import type { DocumentState } from "../document-state";
import { checkArea, type Execution, opened, sheetInfo } from "../execution";
import { isTorn } from "../extras/merges";
import type { ServiceCalls } from "../host-state";
import { MESSAGES } from "../messages";
import type { TaggedValue } from "../protocol";
import { ServiceError } from "../script-errors";
import { type A1Area, closeArea } from "../sheet/a1";
import { displayText, writeValues } from "../sheet/cell-values";
import {
  checkBand,
  checkCells,
  checkDeletion,
  checkFreezing,
  checkInsertion,
  checkName,
  checkStaysVisible,
} from "../sheet/check-shape";
import { checkProtection } from "../sheet/check-write";
import type { Area } from "../workbook/cell";
import type { Band, Change, Dimension } from "../workbook/change";
import type { Selection, Workbook } from "../workbook/workbook";

/** The workbook, in which the sheet has this row or column. */
function withBand(execution: Execution, sheetId: number, dimension: Dimension, index: number): Workbook {
  const { document } = opened(execution);
  checkBand(sheetInfo(document, sheetId), { dimension, index, count: 1 });
  return document.workbook;
}

function areaIn(document: DocumentState, sheetId: number, wanted: A1Area): Area {
  const area = closeArea(wanted, sheetInfo(document, sheetId));
  if (area.rows < 1 || area.columns < 1) throw new ServiceError(MESSAGES.outsideSheet());
  checkArea(document, sheetId, area);
  return area;
}

export const sheetReads: ServiceCalls = {
  "SpreadsheetApp.getActive": (_state, execution) => {
    const { id, name, owner, timeZone, locale } = opened(execution).document;
    return { id, name, owner, timeZone, locale };
  },
  "Spreadsheet.setLocale": (_state, execution, locale: string) => {
    const { document, pending } = opened(execution);
    pending.flush();
    document.locale = locale;
  },
  /** Carries out the execution's writes and lets formulas recalculate (google.own-writes-read). */
  "SpreadsheetApp.flush": async (_state, execution) => {
    const { document, pending } = opened(execution);
    pending.flush();
    await document.workbook.settle();
  },
  "Spreadsheet.getSheets": (_state, execution) => opened(execution).document.workbook.sheets(),
  /** In a formula it is the cell that is calculated (google.formula-cell). */
  "Spreadsheet.getSelection": (_state, execution): Selection => {
    const { cell } = execution;
    if (execution.entryPoint === "trigger") throw new ServiceError(MESSAGES.noActiveSheet());
    if (cell === undefined) return opened(execution).document.workbook.selection(execution.user);
    return { sheetId: cell.sheetId, areas: [{ row: cell.row, column: cell.column, rows: 1, columns: 1 }] };
  },
  "Spreadsheet.setSelection": (_state, execution, selection: Selection) => {
    const { document } = opened(execution);
    for (const area of selection.areas) checkArea(document, selection.sheetId, area);
    if (execution.entryPoint === "trigger") return;
    document.select(execution.user, selection);
  },
  /** The person's last selection there, else A1. */
  "Spreadsheet.restoreSelection": (_state, execution, sheetId: number) => {
    const { document } = opened(execution);
    sheetInfo(document, sheetId);
    if (execution.entryPoint === "trigger") return;
    document.select(execution.user, document.lastSelection(execution.user, sheetId));
  },
  "Sheet.getInfo": (_state, execution, sheetId: number) => sheetInfo(opened(execution).document, sheetId),
  "Sheet.getRange": (_state, execution, sheetId: number, wanted: A1Area) =>
    areaIn(opened(execution).document, sheetId, wanted),
  "Sheet.getRangeList": (_state, execution, sheetId: number, wanted: A1Area[]) =>
    wanted.map((each) => areaIn(opened(execution).document, sheetId, each)),
  "Sheet.getExtent": async (_state, execution, sheetId: number) => {
    const { document, pending } = opened(execution);
    await document.workbook.settle();
    sheetInfo(document, sheetId);
    return pending.extent(sheetId);
  },
  "Sheet.isHidden": (_state, execution, sheetId: number, dimension: Dimension, index: number) =>
    withBand(execution, sheetId, dimension, index).hidden(sheetId, dimension).has(index),
  "Sheet.isHiddenByFilter": (_state, execution, sheetId: number, row: number) =>
    withBand(execution, sheetId, "rows", row).filter(sheetId)?.hiddenRows.includes(row) ?? false,
  "Sheet.getSize": (_state, execution, sheetId: number, dimension: Dimension, index: number) =>
    withBand(execution, sheetId, dimension, index).size(sheetId, dimension, index),
};

/** The size of a sheet that is added (google.grid-does-not-grow). */
const NEW_SHEET = { rows: 1000, columns: 26 };

/** Google measures its letters; these are about as wide. */
const LETTER_PX = 7;
const PADDING_PX = 6;
const LEAST_WIDTH_PX = 21;

/** What a deletion takes away: a range protected by somebody else keeps its rows, columns and sheet (google.protection). */
function deletedArea(change: Change): Area | null {
  const whole = { row: 1, column: 1, rows: Number.MAX_SAFE_INTEGER, columns: Number.MAX_SAFE_INTEGER };
  if (change.type === "removeSheet") return whole;
  if (change.type !== "delete") return null;
  const { dimension, index, count } = change;
  return dimension === "rows" ? { ...whole, row: index, rows: count } : { ...whole, column: index, columns: count };
}

/** Carries out a change of a sheet's shape at once, after what is pending. */
function reshape(execution: Execution, change: Change): void {
  const { document, pending } = opened(execution);
  const deleted = deletedArea(change);
  checkProtection(document, execution.user, change.sheetId, null);
  if (deleted) checkProtection(document, execution.user, change.sheetId, deleted);
  pending.applyNow(change);
}

function freeName(document: DocumentState): string {
  const names = new Set(document.workbook.sheets().map((sheet) => sheet.name));
  let number = names.size + 1;
  while (names.has(`Sheet${number}`)) number++;
  return `Sheet${number}`;
}

export const sheetStructure: ServiceCalls = {
  /** @param beside the row or column that the script has named */
  "Sheet.insert": (_state, execution, band: Band, beside: number) => {
    const { document } = opened(execution);
    checkInsertion(document, sheetInfo(document, band.sheetId), band, beside);
    reshape(execution, { type: "insert", ...band });
  },
  "Sheet.delete": (_state, execution, band: Band) => {
    checkDeletion(sheetInfo(opened(execution).document, band.sheetId), band);
    reshape(execution, { type: "delete", ...band });
  },
  "Sheet.move": (_state, execution, band: Band, before: number) => {
    const change = { type: "move" as const, before, ...band };
    if (isTorn(opened(execution).document.extras.data.merges, change)) throw new ServiceError(MESSAGES.mergedCells());
    reshape(execution, change);
  },
  "Sheet.setHidden": (_state, execution, band: Band, hidden: boolean) => {
    checkBand(sheetInfo(opened(execution).document, band.sheetId), band);
    reshape(execution, { type: "setHidden", hidden, ...band });
  },
  "Sheet.setSize": (_state, execution, band: Band, pixels: number) => {
    checkBand(sheetInfo(opened(execution).document, band.sheetId), band);
    reshape(execution, { type: "setSize", pixels, ...band });
  },
  /** As wide as their longest text. */
  "Sheet.fitColumns": async (_state, execution, band: Band) => {
    const { document, pending } = opened(execution);
    const sheet = sheetInfo(document, band.sheetId);
    checkBand(sheet, band);
    pending.flush();
    await document.workbook.settle();
    const rows = Math.max(1, document.workbook.extent(band.sheetId).rows);
    for (let index = band.index; index < band.index + band.count; index++) {
      const cells = document.workbook.read(band.sheetId, { row: 1, column: index, rows, columns: 1 }).flat();
      const lengths = cells.map(({ value, numberFormat }) => displayText(value, numberFormat).length);
      const pixels = Math.max(LEAST_WIDTH_PX, PADDING_PX + LETTER_PX * Math.max(...lengths));
      reshape(execution, { type: "setSize", sheetId: band.sheetId, dimension: "columns", index, count: 1, pixels });
    }
  },
  "Sheet.setFrozen": (_state, execution, sheetId: number, dimension: Dimension, count: number) => {
    const { document } = opened(execution);
    const sheet = sheetInfo(document, sheetId);
    checkFreezing(document, sheet, dimension, count);
    const frozen = { rows: sheet.frozenRows, columns: sheet.frozenColumns, [dimension]: count };
    reshape(execution, { type: "setFrozen", sheetId, ...frozen });
  },
  "Sheet.setName": (_state, execution, sheetId: number, name: string) => {
    const { document } = opened(execution);
    if (sheetInfo(document, sheetId).name !== name) checkName(document, name);
    reshape(execution, { type: "renameSheet", sheetId, name });
  },
  "Sheet.setSheetHidden": (_state, execution, sheetId: number, hidden: boolean) => {
    const change = { type: "setSheetHidden" as const, sheetId, hidden };
    checkStaysVisible(opened(execution).document, change);
    reshape(execution, change);
  },
  /** Writes below the last content, growing the grid if need be; gives the row. */
  "Sheet.appendRow": (state, execution, sheetId: number, values: TaggedValue[]) => {
    const { document, pending } = opened(execution);
    const info = sheetInfo(document, sheetId);
    const row = pending.extent(sheetId).rows + 1;
    if (row > info.rows) reshape(execution, { type: "insert", sheetId, dimension: "rows", index: row, count: 1 });
    const missing = values.length - info.columns;
    if (missing > 0) {
      reshape(execution, { type: "insert", sheetId, dimension: "columns", index: info.columns + 1, count: missing });
    }
    const area = { row, column: 1, rows: 1, columns: values.length };
    pending.add(writeValues(document, { sheetId, area }, [values], pending.peek(sheetId, area), state.clock.now()));
  },
  "Spreadsheet.insertSheet": (_state, execution, name: string | null, index: number | null) => {
    const { document, pending } = opened(execution);
    const sheetName = name ?? freeName(document);
    checkName(document, sheetName);
    checkCells(document, NEW_SHEET.rows * NEW_SHEET.columns);
    const sheets = document.workbook.sheets();
    const sheetId = document.newSheetId();
    pending.applyNow({ type: "addSheet", sheetId, name: sheetName, index: index ?? sheets.length, ...NEW_SHEET });
    document.select(execution.user, { sheetId, areas: [{ row: 1, column: 1, rows: 1, columns: 1 }] });
    return sheetId;
  },
  "Spreadsheet.deleteSheet": (_state, execution, sheetId: number) => {
    const change = { type: "removeSheet" as const, sheetId };
    checkStaysVisible(opened(execution).document, change);
    reshape(execution, change);
  },
  "Spreadsheet.moveSheet": (_state, execution, sheetId: number, index: number) =>
    reshape(execution, { type: "moveSheet", sheetId, index }),
};
