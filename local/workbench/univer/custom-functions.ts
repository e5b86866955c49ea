import type { Nullable } from "@univerjs/core";
import {
  BaseFunction,
  type BaseReferenceObject,
  type FunctionVariantType,
  IFunctionService,
  SetTriggerFormulaCalculationStartMutation,
} from "@univerjs/engine-formula";
import type { AskingCell, CustomFunctions } from "../../apps-script/formulas/custom-functions";
import { isCellError } from "../../apps-script/workbook/cell";
import type { Engine } from "./engine";
import { argumentOf, resultFor } from "./formula-arguments";
import type { FormulaKeys } from "./formula-keys";
import { gidOf, sheetByGid } from "./sheet-ids";

/** The built-in functions whose value changes by itself (google.volatile-arguments). */
const VOLATILE = /\b(NOW|RAND|RANDARRAY|RANDBETWEEN)\s*\(/i;

/** True if a formula, or a formula in a cell it is handed, contains a volatile function. */
function isVolatile(
  engine: Engine,
  sheetId: string,
  row: number,
  column: number,
  variants: FunctionVariantType[],
): boolean {
  // The cells themselves are asked: the engine builds its list of formulas anew each time, thousands of times a
  // calculation.
  const formulasOf = (id: string) => engine.model.getSheetBySheetId(id)?.getCellMatrix().getMatrix() ?? {};
  if (VOLATILE.test(formulasOf(sheetId)[row]?.[column]?.f ?? "")) return true;
  return variants.some((variant) => {
    if (!variant.isReferenceObject()) return false;
    const reference = variant as BaseReferenceObject;
    const rows = formulasOf(reference.getSheetId());
    const { startRow, endRow, startColumn, endColumn } = reference.getRangePosition();
    for (let asked = startRow; asked <= endRow; asked++)
      for (let place = startColumn; place <= endColumn; place++)
        if (VOLATILE.test(rows[asked]?.[place]?.f ?? "")) return true;
    return false;
  });
}

/** Google's limit on a formula's arguments is of this order; the engine wants a number. */
const MAX_PARAMETERS = 255;

export interface FunctionHooks {
  keys: FormulaKeys;
  /** Gets the note of a cell's error, or `undefined` once the cell has none. */
  noteError(univerSheetId: string, row: number, column: number, note: string | undefined): void;
  /** Resolves when no calculation is under way. */
  settle(): Promise<void>;
}

/** Makes the host's custom functions known to the formula engine, and evaluates cells again when their answers arrive. */
export function installCustomFunctions(engine: Engine, functions: CustomFunctions, hooks: FunctionHooks): () => void {
  class HostFunction extends BaseFunction {
    override minParams = 0;
    override maxParams = MAX_PARAMETERS;
    override needsReferenceObject = true;

    override calculate(...variants: FunctionVariantType[]) {
      const sheetId = this.subUnitId as string;
      const { row, column } = this;
      const cell: AskingCell = {
        sheetId: gidOf(sheetId),
        row: row + 1,
        column: column + 1,
        key: hooks.keys.keyAt(gidOf(sheetId), row + 1, column + 1),
      };
      const answer = functions.ask(
        String(this.name),
        variants.map(argumentOf),
        cell,
        isVolatile(engine, sheetId, row, column, variants),
      );
      if (answer.state === "done")
        hooks.noteError(sheetId, row, column, isCellError(answer.value) ? answer.value.note : undefined);
      return resultFor(answer.value);
    }
  }
  const service = engine.get<IFunctionService>(IFunctionService);
  service.registerExecutors(...functions.names().map((name) => new HostFunction(name)));
  let arrived: AskingCell[] = [];
  let isEvaluating = false;
  // A change during a calculation makes the engine stop and begin anew, so answers wait until it has ended.
  const evaluate = async () => {
    isEvaluating = true;
    while (arrived.length > 0) {
      const cells = arrived;
      arrived = [];
      evaluateAgain(engine, cells);
      await hooks.settle();
    }
    isEvaluating = false;
  };
  const stop = functions.onSettled((cells) => {
    arrived.push(...cells);
    if (!isEvaluating) void evaluate();
  });
  return () => {
    stop();
    arrived = [];
  };
}

/** Marks cells as dirty, so that the engine's next calculation (within 100 ms) asks for their values again. */
export function evaluateAgain(engine: Engine, cells: readonly Pick<AskingCell, "sheetId" | "row" | "column">[]): void {
  const names = new Map<number, Nullable<string>>();
  const nameOf = (gid: number) => {
    if (!names.has(gid)) names.set(gid, hasSheet(engine, gid) ? sheetByGid(engine.model, gid).getSheetId() : null);
    return names.get(gid);
  };
  const dirtyRanges = cells.flatMap(({ sheetId, row, column }) => {
    const name = nameOf(sheetId);
    const range = { startRow: row - 1, endRow: row - 1, startColumn: column - 1, endColumn: column - 1 };
    return name ? [{ unitId: engine.unitId, sheetId: name, range }] : [];
  });
  if (dirtyRanges.length === 0) return;
  const nothing = {
    dirtyNameMap: {},
    dirtyDefinedNameMap: {},
    dirtyUnitFeatureMap: {},
    dirtyUnitOtherFormulaMap: {},
    clearDependencyTreeCache: {},
  };
  engine.run(
    SetTriggerFormulaCalculationStartMutation.id,
    { ...nothing, dirtyRanges, forceCalculation: false },
    { onlyLocal: true },
  );
}

function hasSheet(engine: Engine, gid: number): boolean {
  return engine.model.getSheets().some((sheet) => gidOf(sheet.getSheetId()) === gid);
}
