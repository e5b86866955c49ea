import type { ICellData, Nullable } from "@univerjs/core";
import { type ISetRangeValuesMutationParams, SetRangeValuesMutation } from "@univerjs/sheets";
import type { Change } from "../../apps-script/workbook/change";
import { evaluateAgain } from "./custom-functions";
import type { Engine } from "./engine";
import type { FormulaKeys } from "./formula-keys";
import { changesOf } from "./mutation-changes";
import { gidOf } from "./sheet-ids";

/** Follows every mutation, so that formulas keep their keys when they move and get new ones when they are typed. */
export function trackFormulas(engine: Engine, keys: FormulaKeys) {
  let mode: "typing" | "adjusting" = "typing";

  const follow = (change: Change) => {
    if (change.type === "insert") keys.inserted(change);
    else if (change.type === "delete") keys.deleted(change);
    else if (change.type === "move") keys.moved(change);
    else if (change.type === "removeSheet") keys.scattered(change.sheetId);
    else if (change.type === "reorderRows") keys.reordered(change.sheetId, change.area, change.order);
  };

  const stop = engine.onMutation((mutation, options) => {
    if (options.fromFormula || options.applyFormulaCalculationResult) return;
    if (mutation.id !== SetRangeValuesMutation.id) {
      for (const change of changesOf(mutation, engine.model)) follow(change);
      return;
    }
    const { subUnitId, cellValue } = mutation.params as ISetRangeValuesMutationParams;
    const sheetId = gidOf(subUnitId);
    for (const [row, cells] of Object.entries(cellValue ?? {}))
      for (const [column, data] of Object.entries((cells ?? {}) as Record<string, Nullable<ICellData>>))
        written(sheetId, Number(row) + 1, Number(column) + 1, data);
  });

  const written = (sheetId: number, row: number, column: number, data: Nullable<ICellData>) => {
    const text = data?.f ?? data?.si;
    if (mode === "adjusting") {
      if (text) keys.adjusted(sheetId, row, column, text);
    } else if (text) keys.typed(sheetId, row, column, text);
    else if (!data || data.v !== undefined || data.p || data.f === null) keys.typed(sheetId, row, column, null);
  };

  return {
    /** Says how formula texts written meanwhile are meant; `change` is what the mutations alone would not tell. */
    during(how: typeof mode, act: () => void, change?: Change): void {
      mode = how;
      try {
        act();
        if (change?.type === "reorderRows") follow(change);
      } finally {
        mode = "typing";
      }
    },
    close: stop,
  };
}

/** Evaluates what has no result yet: in a new workbook everything, in a kept one what was loading when it ended. */
export function evaluateUnfinished(engine: Engine): void {
  const cells = engine.model.getSheets().flatMap((sheet) => {
    const found: { sheetId: number; row: number; column: number }[] = [];
    sheet.getCellMatrix().forValue((row, column, data) => {
      const isUnfinished = data?.v === undefined || data.v === null || data.v === "Loading...";
      if ((data?.f || data?.si) && isUnfinished)
        found.push({ sheetId: gidOf(sheet.getSheetId()), row: row + 1, column: column + 1 });
    });
    return found;
  });
  evaluateAgain(engine, cells);
}
