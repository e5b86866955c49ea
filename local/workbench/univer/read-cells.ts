import type { ICellData, Nullable, Worksheet } from "@univerjs/core";
import { type Area, type Cell, type CellStyle, type CellValue, isCellError } from "../../apps-script/workbook/cell";
import { BLOCKED_SPILL, REFERENCE_ERROR, whyBlocked } from "./blocked-spill";
import { hostStyle } from "./cell-styles";
import { cellValueOf, extrasOf, hasContent } from "./cell-values";
import type { Engine } from "./engine";

type SpilledCells = Record<number, Record<number, Nullable<ICellData>>> | undefined;

/** Reads cells without going through Univer's rendering hooks, which cost a hundred times as much. */
export function cellReader(engine: Engine, sheet: Worksheet) {
  const matrix = sheet.getCellMatrix();
  const styles = engine.model.getStyles();
  const sheetId = sheet.getSheetId();
  const spilled: SpilledCells = engine.formulas.getArrayFormulaCellData()?.[engine.unitId]?.[sheetId] as SpilledCells;

  const formulaAt = (row: number, column: number, data: Nullable<ICellData>) => {
    if (data?.f) return data.f;
    if (!data?.si) return undefined;
    return engine.formulas.getFormulaStringByCell(row, column, sheetId, engine.unitId) ?? undefined;
  };

  const each = <T>(area: Area, pick: (data: Nullable<ICellData>, row: number, column: number) => T): T[][] => {
    checkArea(sheet, area);
    return Array.from({ length: area.rows }, (_, down) =>
      Array.from({ length: area.columns }, (_, right) => {
        const row = area.row - 1 + down;
        const column = area.column - 1 + right;
        return pick(matrix.getValue(row, column), row, column);
      }),
    );
  };

  const withReason = (value: CellValue, row: number, column: number): CellValue => {
    if (!isCellError(value) || value.error !== BLOCKED_SPILL) return value;
    const note = whyBlocked(engine.formulas, engine.unitId, sheet, row, column);
    return note === undefined ? { error: REFERENCE_ERROR } : { error: REFERENCE_ERROR, note };
  };

  const cell = (data: Nullable<ICellData>, row: number, column: number): Cell => {
    const formula = formulaAt(row, column, data);
    const spill = formula === undefined && !hasContent(data) ? spilled?.[row]?.[column] : undefined;
    const value = spill ? cellValueOf(spill, true) : withReason(cellValueOf(data, formula !== undefined), row, column);
    const numberFormat = (data?.s && styles.getStyleByCell(data)?.n?.pattern) || "General";
    return formula === undefined ? { value, numberFormat } : { value, formula, numberFormat };
  };

  return {
    cells: (area: Area): Cell[][] => each(area, cell),
    styles: (area: Area): CellStyle[][] => each(area, (data) => hostStyle(styles.getStyleByCell(data))),
    notes: (area: Area): (string | null)[][] => each(area, (data) => extrasOf(data).note ?? null),
    /** The last row and column with content; blank formatted cells do not count. */
    extent: (): { rows: number; columns: number } => {
      const extent = { rows: 0, columns: 0 };
      const reach = (row: number, column: number) => {
        extent.rows = Math.max(extent.rows, row + 1);
        extent.columns = Math.max(extent.columns, column + 1);
      };
      matrix.forValue((row, column, data) => {
        if (hasContent(data)) reach(row, column);
      });
      for (const [row, cells] of Object.entries(spilled ?? {}))
        for (const [column, data] of Object.entries(cells ?? {}))
          if (hasContent(data)) reach(Number(row), Number(column));
      return extent;
    },
  };
}

/** Refuses what lies outside the sheet. */
export function checkArea(sheet: Worksheet, area: Area): void {
  const lastRow = area.row + area.rows - 1;
  const lastColumn = area.column + area.columns - 1;
  if (area.row < 1 || area.column < 1 || lastRow > sheet.getRowCount() || lastColumn > sheet.getColumnCount())
    throw new RangeError(`The area ${JSON.stringify(area)} is outside the sheet ${sheet.getName()}.`);
}
