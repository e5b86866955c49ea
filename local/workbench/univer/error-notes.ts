import type { ICellData } from "@univerjs/core";
import { SetRangeCustomMetadataCommand, SetRangeValuesMutation } from "@univerjs/sheets";
import { extrasOf } from "./cell-values";
import type { Engine } from "./engine";

/**
 * Keeps the notes of `#ERROR!` cells in the cells themselves, so that they move with them and pages can show them. They
 * are written between calculations: the engine must not be changed while it computes.
 */
export function createErrorNotes(engine: Engine) {
  const waiting = new Map<string, { sheetId: string; row: number; column: number; note: string | undefined }>();
  return {
    note(sheetId: string, row: number, column: number, note: string | undefined): void {
      waiting.set(`${sheetId}!${row},${column}`, { sheetId, row, column, note });
    },
    /** Writes the notes that have changed since the last time. */
    write(): void {
      const bySheet = new Map<string, Record<number, Record<number, ICellData>>>();
      for (const { sheetId, row, column, note } of waiting.values()) {
        const data = engine.model.getSheetBySheetId(sheetId)?.getCellMatrix().getValue(row, column);
        if (!data || extrasOf(data).error === note) continue;
        const cells = bySheet.get(sheetId) ?? {};
        bySheet.set(sheetId, cells);
        cells[row] ??= {};
        (cells[row] as Record<number, ICellData>)[column] = { custom: { ...extrasOf(data), error: note } };
      }
      waiting.clear();
      for (const [subUnitId, cellValue] of bySheet)
        engine.run(
          SetRangeValuesMutation.id,
          { unitId: engine.unitId, subUnitId, cellValue, trigger: SetRangeCustomMetadataCommand.id },
          { onlyLocal: true, fromFormula: true },
        );
    },
  };
}
