import {
  BooleanNumber,
  Direction,
  type ICellData,
  type IRange,
  mergeWorksheetSnapshotWithDefault,
  type Nullable,
  RANGE_TYPE,
  Tools,
  type Worksheet,
} from "@univerjs/core";
import { LexerTreeBuilder } from "@univerjs/engine-formula";
import {
  InsertColByRangeCommand,
  InsertRowByRangeCommand,
  InsertSheetMutation,
  MoveColsCommand,
  MoveRowsCommand,
  RemoveColByRangeCommand,
  RemoveRowByRangeCommand,
  RemoveSheetCommand,
  SetColHiddenMutation,
  SetColVisibleMutation,
  SetFrozenMutation,
  SetRangeValuesMutation,
  SetRowHiddenMutation,
  SetRowVisibleMutation,
  SetStyleCommand,
  SetWorksheetColWidthMutation,
  SetWorksheetHideMutation,
  SetWorksheetNameCommand,
  SetWorksheetOrderMutation,
  SetWorksheetRowHeightMutation,
  SetWorksheetRowIsAutoHeightMutation,
} from "@univerjs/sheets";
import type { Area } from "../../apps-script/workbook/cell";
import type { Band, Change } from "../../apps-script/workbook/change";
import { univerStyle } from "./cell-styles";
import { cellDataFor, extrasOf } from "./cell-values";
import type { Engine } from "./engine";
import { setFilter } from "./filters";
import { checkArea } from "./read-cells";
import { sheetByGid } from "./sheet-ids";

/** Sorts an area: values, styles and formulas, whose relative references go along with their row. */
function reorderRows(engine: Engine, sheet: Worksheet, area: Area, order: readonly number[]): void {
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

type Of<Type extends Change["type"]> = Extract<Change, { type: Type }>;

function setCells(engine: Engine, change: Of<"setCells">): void {
  setEach(engine, change, change.cells, cellDataFor);
}

function setNotes(engine: Engine, change: Of<"setNotes">): void {
  setEach(engine, change, change.notes, (note, data) => ({ custom: { ...extrasOf(data), note: note ?? undefined } }));
}

function setStyles(engine: Engine, change: Of<"setStyles">): void {
  setEach(engine, change, change.styles, (style) => ({ s: univerStyle(style) }), SetStyleCommand.id);
}

function setStyle(engine: Engine, { sheetId, area, style }: Of<"setStyle">): void {
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

type CellStyles = Record<number, Record<number, Pick<ICellData, "s">>>;

function insertBand(engine: Engine, change: Of<"insert">): void {
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

function deleteBand(engine: Engine, change: Of<"delete">): void {
  const { sheet, target } = find(engine, change);
  checkBand(sheet, change);
  engine.run(change.dimension === "rows" ? RemoveRowByRangeCommand.id : RemoveColByRangeCommand.id, {
    ...target,
    range: bandRange(sheet, change),
  });
}

function moveBand(engine: Engine, change: Of<"move">): void {
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

function setBandHidden(engine: Engine, change: Of<"setHidden">): void {
  const { sheet, target } = find(engine, change);
  const [hide, show] =
    change.dimension === "rows"
      ? [SetRowHiddenMutation.id, SetRowVisibleMutation.id]
      : [SetColHiddenMutation.id, SetColVisibleMutation.id];
  engine.run(change.hidden ? hide : show, { ...target, ranges: [bandRange(sheet, change)] });
}

function setBandSize(engine: Engine, change: Of<"setSize">): void {
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

type Appliers = { [Type in Change["type"]]: (engine: Engine, change: Of<Type>) => void };

function target(engine: Engine, sheetId: number) {
  return { unitId: engine.unitId, subUnitId: sheetByGid(engine.model, sheetId).getSheetId() };
}

const APPLIERS: Appliers = {
  setCells,
  setStyle,
  setStyles,
  setNotes,
  insert: insertBand,
  delete: deleteBand,
  move: moveBand,
  setHidden: setBandHidden,
  setSize: setBandSize,
  reorderRows: (engine, { sheetId, area, order }) =>
    reorderRows(engine, sheetByGid(engine.model, sheetId), area, order),
  setFilter: (engine, { sheetId, filter }) => setFilter(engine, sheetByGid(engine.model, sheetId), filter),
  setFrozen: (engine, { sheetId, rows, columns }) =>
    engine.run(SetFrozenMutation.id, {
      ...target(engine, sheetId),
      ySplit: rows,
      xSplit: columns,
      startRow: rows || -1,
      startColumn: columns || -1,
    }),
  addSheet: (engine, { sheetId, name, index, rows, columns }) =>
    engine.run(InsertSheetMutation.id, {
      unitId: engine.unitId,
      index,
      sheet: mergeWorksheetSnapshotWithDefault({
        id: String(sheetId),
        name,
        rowCount: rows,
        columnCount: columns,
      }),
    }),
  removeSheet: (engine, { sheetId }) => engine.run(RemoveSheetCommand.id, target(engine, sheetId)),
  renameSheet: (engine, { sheetId, name }) =>
    engine.run(SetWorksheetNameCommand.id, { ...target(engine, sheetId), name }),
  moveSheet: (engine, { sheetId, index }) =>
    engine.run(SetWorksheetOrderMutation.id, {
      ...target(engine, sheetId),
      fromOrder: engine.model.getSheets().indexOf(sheetByGid(engine.model, sheetId)),
      toOrder: index,
    }),
  setSheetHidden: (engine, { sheetId, hidden }) =>
    engine.run(SetWorksheetHideMutation.id, { ...target(engine, sheetId), hidden: hidden ? 1 : 0 }),
};

/** Carries out one change in Univer. */
export function applyChange(engine: Engine, change: Change): void {
  const apply = APPLIERS[change.type] as (engine: Engine, change: Change) => void;
  apply(engine, change);
}
