import type { BaseReferenceObject, FunctionVariantType } from "@univerjs/engine-formula";
import type { Engine } from "./engine";

/** The built-in functions whose value changes by itself (google.volatile-arguments). */
const VOLATILE = /\b(NOW|RAND|RANDARRAY|RANDBETWEEN)\s*\(/i;

/** Whether a formula, or a formula in a cell it is handed, contains a volatile function. */
export function isVolatile(
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
