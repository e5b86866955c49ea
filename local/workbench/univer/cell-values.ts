import { CellValueType, type ICellData, type Nullable } from "@univerjs/core";
import { ERROR_TYPE_SET, type ErrorType } from "@univerjs/engine-formula";
import { type CellInput, type CellValue, isCellError } from "../../apps-script/workbook/cell";

/** The workbench's own fields of a cell, besides Univer's; they move with the cell and are saved with it. */
export interface CellExtras {
  /** A note somebody gave the cell. */
  note?: string;
  /** The reason why the cell's formula shows `#ERROR!`. */
  error?: string;
}

export function extrasOf(cell: Nullable<ICellData>): CellExtras {
  return (cell?.custom ?? {}) as CellExtras;
}

function textOf(cell: ICellData): string | undefined {
  return cell.p?.body?.dataStream.replace(/\r\n$/, "");
}

/** True if a cell holds a value or formula of its own; formats and notes do not count. */
export function hasContent(data: Nullable<ICellData>): boolean {
  if (!data) return false;
  return Boolean(data.f || data.si || data.p || (data.v !== undefined && data.v !== null && data.v !== ""));
}

/**
 * The value a cell holds. `computed` says that it is a formula's result, whose errors are errors; a typed text that
 * looks like one is text.
 */
export function cellValueOf(cell: Nullable<ICellData>, computed: boolean): CellValue {
  const value = cell?.v ?? (cell?.p ? textOf(cell) : null);
  if (value === null || value === undefined || value === "") return null;
  if (cell?.t === CellValueType.BOOLEAN || typeof value === "boolean") return Boolean(value);
  if (typeof value === "number") return value;
  if (computed && ERROR_TYPE_SET.has(value as ErrorType)) {
    const note = extrasOf(cell).error;
    return value === "#ERROR!" && note !== undefined ? { error: value, note } : { error: value };
  }
  return value;
}

/** The same for writing: everything a cell held is replaced, its style stays. */
export function cellDataFor(input: CellInput): ICellData {
  const blank = { v: null, t: null, f: null, si: null, p: null } as ICellData;
  if ("formula" in input) return { ...blank, f: input.formula };
  const { value } = input;
  if (value === null) return blank;
  if (isCellError(value)) return { ...blank, v: value.error, t: CellValueType.STRING };
  if (typeof value === "boolean") return { ...blank, v: value ? 1 : 0, t: CellValueType.BOOLEAN };
  if (typeof value === "number") return { ...blank, v: value, t: CellValueType.NUMBER };
  return { ...blank, v: value, t: looksTyped(value) ? CellValueType.FORCE_STRING : CellValueType.STRING };
}

/** Univer would take such a text for a number or boolean when the cell is next edited. */
function looksTyped(text: string): boolean {
  return text.trim() !== "" && (!Number.isNaN(Number(text)) || /^(true|false)$/i.test(text));
}
