import { mergeWorksheetSnapshotWithDefault } from "@univerjs/core";
import {
  InsertSheetMutation,
  RemoveSheetCommand,
  SetFrozenMutation,
  SetWorksheetHideMutation,
  SetWorksheetNameCommand,
  SetWorksheetOrderMutation,
} from "@univerjs/sheets";
import type { Change } from "../../apps-script/workbook/change";
import { deleteBand, insertBand, moveBand, setBandHidden, setBandSize } from "./apply-to-bands";
import { setCells, setNotes, setStyle, setStyles } from "./apply-to-cells";
import type { Engine } from "./engine";
import { setFilter } from "./filters";
import { reorderRows } from "./reorder-rows";
import { sheetByGid } from "./sheet-ids";

type Of<Type extends Change["type"]> = Extract<Change, { type: Type }>;
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
