import type { Nullable } from "@univerjs/core";
import {
  ArrayValueObject,
  type BaseReferenceObject,
  type BaseValueObject,
  BooleanValueObject,
  type ErrorType,
  ErrorValueObject,
  type FunctionVariantType,
  NumberValueObject,
  StringValueObject,
} from "@univerjs/engine-formula";
import type { FormulaArgument, FormulaScalar } from "../../apps-script/formulas/custom-functions";
import { type CellValue, isCellError } from "../../apps-script/workbook/cell";
import { BLOCKED_SPILL, REFERENCE_ERROR } from "./blocked-spill";

/** An argument as the formula engine has it, in the host's terms: a cell is a value, more cells a rectangle. */
export function argumentOf(variant: FunctionVariantType): FormulaArgument {
  const value = variant.isReferenceObject()
    ? withinSheet(variant as BaseReferenceObject).toArrayValueObject()
    : variant;
  if (!value.isArray()) return scalarOf(value as BaseValueObject);
  const rectangle: FormulaScalar[][] = [];
  (value as ArrayValueObject).iterator((cell, row, column) => {
    rectangle[row] ??= [];
    (rectangle[row] as FormulaScalar[])[column] = scalarOf(cell);
  });
  return rectangle.length === 1 && rectangle[0]?.length === 1 ? rectangle[0][0] : rectangle;
}

/** A range that is open below ends with the sheet. */
function withinSheet(reference: BaseReferenceObject): BaseReferenceObject {
  const range = reference.getRangeData();
  const lastRow = reference.getActiveSheetRowCount() - 1;
  if (range.endRow > lastRow) reference.setRangeData({ ...range, endRow: lastRow });
  return reference;
}

function scalarOf(value: Nullable<BaseValueObject>): FormulaScalar {
  if (!value || value.isNull()) return null;
  if (value.isError()) {
    const error: string = (value as ErrorValueObject).getErrorType();
    return { error: error === BLOCKED_SPILL ? REFERENCE_ERROR : error };
  }
  const plain = value.getValue();
  return typeof plain === "number" && value.isDateFormat() ? { date: plain } : plain;
}

/** A custom function's answer for the formula engine; a rectangle spills. */
export function resultFor(value: CellValue | CellValue[][]): BaseValueObject {
  if (!Array.isArray(value)) return valueObject(value);
  const columns = Math.max(1, ...value.map((row) => row.length));
  const rows = value.length > 0 ? value : [[null]];
  return ArrayValueObject.create({
    calculateValueList: rows.map((row) =>
      Array.from({ length: columns }, (_, index) => valueObject(row[index] ?? null)),
    ),
    rowCount: rows.length,
    columnCount: columns,
    unitId: "",
    sheetId: "",
    row: -1,
    column: -1,
  });
}

function valueObject(value: CellValue): BaseValueObject {
  if (value === null) return StringValueObject.create("");
  if (isCellError(value)) return ErrorValueObject.create(value.error as ErrorType);
  if (typeof value === "number") return NumberValueObject.create(value);
  if (typeof value === "boolean") return BooleanValueObject.create(value);
  return StringValueObject.create(value);
}
