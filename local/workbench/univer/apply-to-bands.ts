import { BooleanNumber, Direction, type ICellData, type IRange, RANGE_TYPE, type Worksheet } from "@univerjs/core";
import {
  InsertColByRangeCommand,
  InsertRowByRangeCommand,
  MoveColsCommand,
  MoveRowsCommand,
  RemoveColByRangeCommand,
  RemoveRowByRangeCommand,
  SetColHiddenMutation,
  SetColVisibleMutation,
  SetRowHiddenMutation,
  SetRowVisibleMutation,
  SetWorksheetColWidthMutation,
  SetWorksheetRowHeightMutation,
  SetWorksheetRowIsAutoHeightMutation,
} from "@univerjs/sheets";
import type { Band, Change } from "../../apps-script/workbook/change";
import type { Engine } from "./engine";
import { sheetByGid } from "./sheet-ids";

type CellStyles = Record<number, Record<number, Pick<ICellData, "s">>>;
type Of<Type extends Change["type"]> = Extract<Change, { type: Type }>;

export function insertBand(engine: Engine, change: Of<"insert">): void {
  const { sheet, target } = find(engine, change);
  const isRows = change.dimension === "rows";
  const [before, after] = isRows ? [Direction.UP, Direction.DOWN] : [Direction.LEFT, Direction.RIGHT];
  engine.run(isRows ? InsertRowByRangeCommand.id : InsertColByRangeCommand.id, {
    ...target,
    direction: change.index === 1 ? before : after,
    range: bandRange(sheet, change),
    cellValue: inheritedStyles(sheet, change),
  });
}

/** The formats of the row or column before the new ones, before the first of the one they push on. */
function inheritedStyles(sheet: Worksheet, { dimension, index, count }: Band): CellStyles {
  const neighbour = Math.max(0, index - 2);
  const styles: CellStyles = {};
  sheet.getCellMatrix().forValue((row, column, data) => {
    if (!data?.s || (dimension === "rows" ? row : column) !== neighbour) return;
    for (let n = index - 1; n < index - 1 + count; n++) {
      const [r, c] = dimension === "rows" ? [n, column] : [row, n];
      styles[r] = { ...styles[r], [c]: { s: data.s } };
    }
  });
  return styles;
}

export function deleteBand(engine: Engine, change: Of<"delete">): void {
  const { sheet, target } = find(engine, change);
  checkBand(sheet, change);
  engine.run(change.dimension === "rows" ? RemoveRowByRangeCommand.id : RemoveColByRangeCommand.id, {
    ...target,
    range: bandRange(sheet, change),
  });
}

export function moveBand(engine: Engine, change: Of<"move">): void {
  const { sheet, target } = find(engine, change);
  checkBand(sheet, change);
  const range = bandRange(sheet, change);
  const toRange = bandRange(sheet, { ...change, index: change.before, count: 1 });
  engine.run(change.dimension === "rows" ? MoveRowsCommand.id : MoveColsCommand.id, {
    ...target,
    range,
    fromRange: range,
    toRange,
  });
}

export function setBandHidden(engine: Engine, change: Of<"setHidden">): void {
  const { sheet, target } = find(engine, change);
  const [hide, show] =
    change.dimension === "rows"
      ? [SetRowHiddenMutation.id, SetRowVisibleMutation.id]
      : [SetColHiddenMutation.id, SetColVisibleMutation.id];
  engine.run(change.hidden ? hide : show, { ...target, ranges: [bandRange(sheet, change)] });
}

export function setBandSize(engine: Engine, change: Of<"setSize">): void {
  const { sheet, target } = find(engine, change);
  const ranges = [bandRange(sheet, change)];
  if (change.dimension === "columns") {
    engine.run(SetWorksheetColWidthMutation.id, { ...target, ranges, colWidth: change.pixels });
    return;
  }
  engine.run(SetWorksheetRowIsAutoHeightMutation.id, { ...target, ranges, autoHeightInfo: BooleanNumber.FALSE });
  engine.run(SetWorksheetRowHeightMutation.id, { ...target, ranges, rowHeight: change.pixels });
}

function find(engine: Engine, { sheetId }: Band) {
  const sheet = sheetByGid(engine.model, sheetId);
  return { sheet, target: { unitId: engine.unitId, subUnitId: sheet.getSheetId() } };
}

function checkBand(sheet: Worksheet, { dimension, index, count }: Band): void {
  const length = dimension === "rows" ? sheet.getRowCount() : sheet.getColumnCount();
  const last = index + count - 1;
  if (index < 1 || last > length) throw new RangeError(`There are no ${dimension} ${index} to ${last}.`);
}

function bandRange(sheet: Worksheet, { dimension, index, count }: Band): IRange {
  const [start, end] = [index - 1, index + count - 2];
  const [lastRow, lastColumn] = [sheet.getRowCount() - 1, sheet.getColumnCount() - 1];
  return dimension === "rows"
    ? { startRow: start, endRow: end, startColumn: 0, endColumn: lastColumn, rangeType: RANGE_TYPE.ROW }
    : { startRow: 0, endRow: lastRow, startColumn: start, endColumn: end, rangeType: RANGE_TYPE.COLUMN };
}
