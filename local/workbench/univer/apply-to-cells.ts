import type { ICellData, Nullable } from "@univerjs/core";
import { SetRangeValuesMutation, SetStyleCommand } from "@univerjs/sheets";
import type { Change } from "../../apps-script/workbook/change";
import { univerStyle } from "./cell-styles";
import { cellDataFor, extrasOf } from "./cell-values";
import type { Engine } from "./engine";
import { checkArea } from "./read-cells";
import { sheetByGid } from "./sheet-ids";

type Of<Type extends Change["type"]> = Extract<Change, { type: Type }>;

export function setCells(engine: Engine, change: Of<"setCells">): void {
  setEach(engine, change, change.cells, cellDataFor);
}

export function setNotes(engine: Engine, change: Of<"setNotes">): void {
  setEach(engine, change, change.notes, (note, data) => ({ custom: { ...extrasOf(data), note: note ?? undefined } }));
}

export function setStyles(engine: Engine, change: Of<"setStyles">): void {
  setEach(engine, change, change.styles, (style) => ({ s: univerStyle(style) }), SetStyleCommand.id);
}

export function setStyle(engine: Engine, { sheetId, area, style }: Of<"setStyle">): void {
  const row = Array.from({ length: area.columns }, () => style);
  const styles = Array.from({ length: area.rows }, () => row);
  setStyles(engine, { type: "setStyles", sheetId, row: area.row, column: area.column, styles });
}

/**
 * Writes a rectangle of partial cells; `undefined` leaves a cell as it is. `trigger` is the command Univer shall take for
 * the cause: after some it does not calculate.
 */
function setEach<T>(
  engine: Engine,
  at: { sheetId: number; row: number; column: number },
  rows: (T | undefined)[][],
  toData: (value: T, data: Nullable<ICellData>) => ICellData,
  trigger?: string,
): void {
  const sheet = sheetByGid(engine.model, at.sheetId);
  const columns = Math.max(0, ...rows.map((row) => row.length));
  if (rows.length === 0 || columns === 0) return;
  checkArea(sheet, { row: at.row, column: at.column, rows: rows.length, columns });
  const matrix = sheet.getCellMatrix();
  const cellValue: Record<number, Record<number, ICellData>> = {};
  rows.forEach((row, down) => {
    const written: Record<number, ICellData> = {};
    row.forEach((value, right) => {
      const column = at.column - 1 + right;
      if (value !== undefined) written[column] = toData(value, matrix.getValue(at.row - 1 + down, column));
    });
    cellValue[at.row - 1 + down] = written;
  });
  engine.run(SetRangeValuesMutation.id, {
    unitId: engine.unitId,
    subUnitId: sheet.getSheetId(),
    cellValue,
    trigger,
  });
}
