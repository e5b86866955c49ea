import { type ICellData, type Nullable, Tools, type Worksheet } from "@univerjs/core";
import { LexerTreeBuilder } from "@univerjs/engine-formula";
import { SetRangeValuesMutation } from "@univerjs/sheets";
import type { Area } from "../../apps-script/workbook/cell";
import type { Engine } from "./engine";

/** Sorts an area: values, styles and formulas, whose relative references go along with their row. */
export function reorderRows(engine: Engine, sheet: Worksheet, area: Area, order: readonly number[]): void {
  const matrix = sheet.getCellMatrix();
  const lexer = engine.get<LexerTreeBuilder>(LexerTreeBuilder);
  const cellValue: Record<number, Record<number, Nullable<ICellData>>> = {};
  order.forEach((from, to) => {
    const row: Record<number, Nullable<ICellData>> = {};
    for (let column = area.column - 1; column < area.column - 1 + area.columns; column++) {
      const data = matrix.getValue(area.row - 1 + from, column);
      // A cell is merged into what stands there: every field is named, so that nothing of it stays.
      row[column] = data ? { ...NOTHING, ...moved(data, area.row - 1 + from, column, to - from) } : null;
    }
    cellValue[area.row - 1 + to] = row;
  });
  const target = { unitId: engine.unitId, subUnitId: sheet.getSheetId() };
  engine.run(SetRangeValuesMutation.id, { ...target, cellValue });

  function moved(data: ICellData, row: number, column: number, rowsDown: number): ICellData {
    const copy = Tools.deepClone(data);
    const formula =
      data.f ??
      (data.si && engine.formulas.getFormulaStringByCell(row, column, sheet.getSheetId(), engine.unitId)) ??
      null;
    if (!formula) return copy;
    // Its result goes along until it is calculated again.
    return { ...copy, si: null, f: lexer.moveFormulaRefOffset(formula, 0, rowsDown) };
  }
}

const NOTHING = { v: null, t: null, f: null, si: null, p: null, s: null, custom: null } as ICellData;
