import type { BaseReferenceObject, FunctionVariantType } from "@univerjs/engine-formula";
import type { Engine } from "./engine";

/** The built-in functions whose value changes by itself (facts 1.3). */
const VOLATILE = /\b(NOW|RAND|RANDARRAY|RANDBETWEEN)\s*\(/i;

/** Whether a formula, or a formula in a cell it is handed, contains a volatile function. */
export function isVolatile(
  engine: Engine,
  sheetId: string,
  row: number,
  column: number,
  variants: FunctionVariantType[],
): boolean {
  const formulas = engine.formulas.getFormulaData()?.[engine.unitId];
  if (VOLATILE.test(formulas?.[sheetId]?.[row]?.[column]?.f ?? "")) return true;
  return variants.some((variant) => {
    if (!variant.isReferenceObject()) return false;
    const reference = variant as BaseReferenceObject;
    const rows = formulas?.[reference.getSheetId()] ?? {};
    const { startRow, endRow, startColumn, endColumn } = reference.getRangePosition();
    const isInside = (place: string) => Number(place) >= startColumn && Number(place) <= endColumn;
    for (let asked = startRow; asked <= endRow; asked++)
      for (const [place, formula] of Object.entries(rows[asked] ?? {}))
        if (isInside(place) && VOLATILE.test(formula?.f ?? "")) return true;
    return false;
  });
}
