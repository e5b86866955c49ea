import type { Execution } from "../execution";
import { displayText } from "../sheet/display-text";
import { scriptValue } from "../sheet/script-values";
import { type Area, AUTOMATIC_FORMAT, type Cell } from "../workbook/cell";
import { checkArea, opened, type ServiceCall, type ServiceCalls } from "./service-call";

async function cellsOf(execution: Execution, sheetId: number, area: Area): Promise<Cell[][]> {
  const { document, pending } = opened(execution);
  checkArea(document, sheetId, area);
  pending.flushFormulas(sheetId, area);
  await document.workbook.settle();
  return pending.read(sheetId, area);
}

/** A read that takes something of every cell. */
function reading(take: (cell: Cell, timeZone: string) => unknown): ServiceCall {
  return async (_state, execution, sheetId: number, area: Area) => {
    const cells = await cellsOf(execution, sheetId, area);
    const { timeZone } = opened(execution).document;
    return cells.map((row) => row.map((cell) => take(cell, timeZone)));
  };
}

export const rangeReads: ServiceCalls = {
  "Range.getValues": reading(scriptValue),
  "Range.getDisplayValues": reading((cell) => displayText(cell.value, cell.numberFormat)),
  "Range.getFormulas": reading((cell) => cell.formula ?? ""),
  "Range.getNumberFormats": reading(({ numberFormat }) =>
    numberFormat === "General" ? AUTOMATIC_FORMAT : numberFormat,
  ),
  "Range.getNotes": (_state, execution, sheetId: number, area: Area) => {
    const { document, pending } = opened(execution);
    checkArea(document, sheetId, area);
    return pending.readNotes(sheetId, area).map((row) => row.map((note) => note ?? ""));
  },
  "Range.getStyles": (_state, execution, sheetId: number, area: Area) => {
    const { document, pending } = opened(execution);
    checkArea(document, sheetId, area);
    return pending.readStyles(sheetId, area);
  },
};
