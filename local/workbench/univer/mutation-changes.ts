import type { ICellData, IMutationInfo, IRange, Nullable, Workbook as UniverModel } from "@univerjs/core";
import {
  type IInsertSheetMutationParams,
  InsertColMutation,
  InsertRowMutation,
  InsertSheetMutation,
  type ISetFrozenMutationParams,
  type ISetRangeValuesMutationParams,
  type ISetWorksheetHideMutationParams,
  type ISetWorksheetNameMutationParams,
  type ISetWorksheetOrderMutationParams,
  MoveColsMutation,
  MoveRowsMutation,
  RemoveColMutation,
  RemoveRowMutation,
  RemoveSheetMutation,
  SetColHiddenMutation,
  SetColVisibleMutation,
  SetFrozenMutation,
  SetRangeValuesMutation,
  SetRowHiddenMutation,
  SetRowVisibleMutation,
  SetWorksheetHideMutation,
  SetWorksheetNameMutation,
  SetWorksheetOrderMutation,
} from "@univerjs/sheets";
import type { CellInput, CellStyle } from "../../apps-script/workbook/cell";
import type { Change, Dimension } from "../../apps-script/workbook/change";
import { hostStyle } from "./cell-styles";
import { cellValueOf } from "./cell-values";
import { gidOf } from "./sheet-ids";

interface SheetParams {
  subUnitId: string;
}
type Translate = (params: never, model: UniverModel) => Change[];

const ofBand = (dimension: Dimension, make: (band: ReturnType<typeof bandOf>) => Change) => (params: unknown) => {
  const { subUnitId, range, ranges } = params as SheetParams & { range?: IRange; ranges?: IRange[] };
  return (ranges ?? (range ? [range] : [])).map((each) => make(bandOf(subUnitId, dimension, each)));
};

const ofMove = (dimension: Dimension) => (params: SheetParams & { sourceRange: IRange; targetRange: IRange }) => {
  const before = (dimension === "rows" ? params.targetRange.startRow : params.targetRange.startColumn) + 1;
  return [{ type: "move" as const, before, ...bandOf(params.subUnitId, dimension, params.sourceRange) }];
};

const TRANSLATIONS: Record<string, Translate> = {
  [SetRangeValuesMutation.id]: cellChanges,
  [InsertRowMutation.id]: ofBand("rows", (band) => ({ type: "insert", ...band })),
  [InsertColMutation.id]: ofBand("columns", (band) => ({ type: "insert", ...band })),
  [RemoveRowMutation.id]: ofBand("rows", (band) => ({ type: "delete", ...band })),
  [RemoveColMutation.id]: ofBand("columns", (band) => ({ type: "delete", ...band })),
  [MoveRowsMutation.id]: ofMove("rows"),
  [MoveColsMutation.id]: ofMove("columns"),
  [SetRowHiddenMutation.id]: ofBand("rows", (band) => ({ type: "setHidden", hidden: true, ...band })),
  [SetRowVisibleMutation.id]: ofBand("rows", (band) => ({ type: "setHidden", hidden: false, ...band })),
  [SetColHiddenMutation.id]: ofBand("columns", (band) => ({ type: "setHidden", hidden: true, ...band })),
  [SetColVisibleMutation.id]: ofBand("columns", (band) => ({ type: "setHidden", hidden: false, ...band })),
  [SetFrozenMutation.id]: ({ subUnitId, ySplit, xSplit }: ISetFrozenMutationParams) => [
    { type: "setFrozen", sheetId: gidOf(subUnitId), rows: ySplit, columns: xSplit },
  ],
  [InsertSheetMutation.id]: ({ sheet, index }: IInsertSheetMutationParams) => {
    const { id, name, rowCount, columnCount } = sheet;
    return [{ type: "addSheet", sheetId: gidOf(id), name, index, rows: rowCount, columns: columnCount }];
  },
  [RemoveSheetMutation.id]: ({ subUnitId }: SheetParams) => [{ type: "removeSheet", sheetId: gidOf(subUnitId) }],
  [SetWorksheetNameMutation.id]: ({ subUnitId, name }: ISetWorksheetNameMutationParams) => [
    { type: "renameSheet", sheetId: gidOf(subUnitId), name },
  ],
  [SetWorksheetOrderMutation.id]: ({ subUnitId, toOrder }: ISetWorksheetOrderMutationParams) => [
    { type: "moveSheet", sheetId: gidOf(subUnitId), index: toOrder },
  ],
  [SetWorksheetHideMutation.id]: ({ subUnitId, hidden }: ISetWorksheetHideMutationParams) => [
    { type: "setSheetHidden", sheetId: gidOf(subUnitId), hidden: hidden === 1 },
  ],
};

/** A page's mutation in the host's terms; nothing for what the host does not know (borders, merges …). */
export function changesOf({ id, params }: IMutationInfo<object>, model: UniverModel): Change[] {
  return TRANSLATIONS[id]?.(params as never, model) ?? [];
}

function bandOf(subUnitId: string, dimension: Dimension, range: IRange) {
  const [start, end] = dimension === "rows" ? [range.startRow, range.endRow] : [range.startColumn, range.endColumn];
  return { sheetId: gidOf(subUnitId), dimension, index: start + 1, count: end - start + 1 };
}

function cellChanges({ subUnitId, cellValue }: ISetRangeValuesMutationParams, model: UniverModel): Change[] {
  const written = Object.entries(cellValue ?? {}).flatMap(([row, cells]) =>
    Object.entries((cells ?? {}) as Record<string, Nullable<ICellData>>).map(([column, data]) => ({
      row: Number(row) + 1,
      column: Number(column) + 1,
      data,
    })),
  );
  if (written.length === 0) return [];
  const row = Math.min(...written.map((cell) => cell.row));
  const column = Math.min(...written.map((cell) => cell.column));
  const rectangle = <T>(pick: (data: Nullable<ICellData>) => T | undefined): (T | undefined)[][] | null => {
    const rows: (T | undefined)[][] = [];
    let found = false;
    for (const cell of written) {
      const value = pick(cell.data);
      if (value === undefined) continue;
      found = true;
      rows[cell.row - row] ??= [];
      (rows[cell.row - row] as (T | undefined)[])[cell.column - column] = value;
    }
    return found ? Array.from(rows, (line) => Array.from(line ?? [])) : null;
  };
  const sheetId = gidOf(subUnitId);
  const cells = rectangle(inputOf);
  const styles = rectangle((data) => styleOf(data, model));
  return [
    ...(cells ? [{ type: "setCells" as const, sheetId, row, column, cells }] : []),
    ...(styles ? [{ type: "setStyles" as const, sheetId, row, column, styles }] : []),
  ];
}

function inputOf(data: Nullable<ICellData>): CellInput | undefined {
  if (!data) return { value: null };
  if (data.f) return { formula: data.f };
  return data.v !== undefined || data.p ? { value: cellValueOf(data, false) } : undefined;
}

function styleOf(data: Nullable<ICellData>, model: UniverModel): CellStyle | undefined {
  return data?.s ? hostStyle(model.getStyles().getStyleByCell(data)) : undefined;
}
