import { MESSAGES } from "../messages";
import { ServiceError } from "../script-errors";
import { type A1Area, closeArea } from "../sheet/a1";
import type { Dimension } from "../workbook/change";
import type { Selection } from "../workbook/workbook";
import { checkArea, opened, type ServiceCalls, sheetInfo } from "./service-call";
export const sheetReads: ServiceCalls = {
  "SpreadsheetApp.getActive": (_state, execution) => {
    const { id, name, owner, timeZone, locale } = opened(execution).document;
    return { id, name, owner, timeZone, locale };
  },
  /** Carries out the execution's writes and lets formulas recalculate (google.own-writes-read). */
  "SpreadsheetApp.flush": async (_state, execution) => {
    const { document, pending } = opened(execution);
    pending.flush();
    await document.workbook.settle();
  },
  "Spreadsheet.getSheets": (_state, execution) => opened(execution).document.workbook.sheets(),
  "Spreadsheet.getSelection": (_state, execution) => opened(execution).document.workbook.selection(execution.user),
  "Spreadsheet.setSelection": (_state, execution, selection: Selection) => {
    const { document } = opened(execution);
    for (const area of selection.areas) checkArea(document, selection.sheetId, area);
    document.select(execution.user, selection);
  },
  /** What the person had selected there last, else A1. */
  "Spreadsheet.restoreSelection": (_state, execution, sheetId: number) => {
    const { document } = opened(execution);
    sheetInfo(document, sheetId);
    document.select(execution.user, document.lastSelection(execution.user, sheetId));
  },
  "Sheet.getInfo": (_state, execution, sheetId: number) => sheetInfo(opened(execution).document, sheetId),
  "Sheet.getRange": (_state, execution, sheetId: number, wanted: A1Area) => {
    const { document } = opened(execution);
    const area = closeArea(wanted, sheetInfo(document, sheetId));
    if (area.rows < 1 || area.columns < 1) throw new ServiceError(MESSAGES.outsideSheet());
    checkArea(document, sheetId, area);
    return area;
  },
  "Sheet.getExtent": async (_state, execution, sheetId: number) => {
    const { document, pending } = opened(execution);
    await document.workbook.settle();
    sheetInfo(document, sheetId);
    return pending.extent(sheetId);
  },
  "Sheet.isHidden": (_state, execution, sheetId: number, dimension: Dimension, index: number) =>
    opened(execution).document.workbook.hidden(sheetId, dimension).has(index),
  "Sheet.isHiddenByFilter": (_state, execution, sheetId: number, row: number) =>
    opened(execution).document.workbook.filter(sheetId)?.hiddenRows.includes(row) ?? false,
  "Sheet.getFilter": (_state, execution, sheetId: number) =>
    opened(execution).document.workbook.filter(sheetId)?.area ?? null,
  "Sheet.getSize": (_state, execution, sheetId: number, dimension: Dimension, index: number) =>
    opened(execution).document.workbook.size(sheetId, dimension, index),
};
