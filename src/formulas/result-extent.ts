import { ACCOUNT_FIELDS, FOUND_EMAIL_FIELDS } from "../service/fields";
import { isPossibleEmail } from "../service/recognise";
import { referenceSize } from "../sheet/reference-size";
import { DEFAULT_COMPANY_COLUMNS } from "./company-info";
import { type FormulaCall, quotedText, readCall } from "./formula-call";
import { givesOneValue, SHAPE_FORMULAS } from "./names";
import type { FormulaCell, SheetContent } from "./sheet-cells";

/** How far a formula's result reaches. */
export interface Extent {
  rows: number;
  columns: number;
  /** Whether nothing else can be part of it, and nothing of it lies outside. */
  isCertain: boolean;
}

/** The names that a table's header row can hold. */
const HEADERS: readonly string[] = [...FOUND_EMAIL_FIELDS, ...ACCOUNT_FIELDS, "as_of"];

/** Derives from a formula and what stands in the sheet how far its result reaches. */
export function resultExtent(content: SheetContent, cell: FormulaCell): Extent {
  const call = readCall(cell.formula);
  const area = createArea(content, cell);
  const shape = call && SHAPE_FORMULAS.some((name) => name === call.name) ? shapeExtent(call, area) : null;
  if (shape) return shape;
  if (givesOneValue(cell.formula)) return { rows: 1, columns: 1, isCertain: true };
  return area.headers().length > 0 ? tableExtent(area) : blockExtent(area);
}

/** What stands at a formula and right of and below it. */
interface Area {
  /** Free of other formulas, within the content. */
  isFilled(row: number, column: number): boolean;
  value(row: number, column: number): unknown;
  /** The names of columns at its top. */
  headers(): string[];
  rowsLeft: number;
}

function createArea({ values, formulas }: SheetContent, cell: FormulaCell): Area {
  const value = (row: number, column: number) => values[cell.row - 1 + row]?.[cell.column - 1 + column] ?? "";
  const isOwn = (row: number, column: number) =>
    (row === 0 && column === 0) || !formulas[cell.row - 1 + row]?.[cell.column - 1 + column];
  const isFilled = (row: number, column: number) => isOwn(row, column) && value(row, column) !== "";
  return {
    value,
    isFilled,
    headers() {
      const names: string[] = [];
      while (isFilled(0, names.length) && HEADERS.includes(String(value(0, names.length)))) {
        names.push(String(value(0, names.length)));
      }
      return names;
    },
    rowsLeft: values.length - cell.row + 1,
  };
}

/** As many rows as its range has, as many columns as are named. */
function shapeExtent({ name, args }: FormulaCall, { rowsLeft }: Area): Extent | null {
  const [first = ""] = args;
  const size = quotedText(first) === null ? referenceSize(first) : { rows: 1, columns: 1 };
  const named = args[1] === undefined || args[1] === "" ? "" : quotedText(args[1]);
  if (!size || named === null) return null;
  const names = named.split(/[,;]/).filter((text) => text.trim() !== "").length;
  const usual = name === "COMPANY_INFO" ? DEFAULT_COMPANY_COLUMNS.length : 1;
  const width = names > 0 ? names : usual;
  if (size.columns === null) return null;
  return { rows: size.rows ?? rowsLeft, columns: size.columns > 1 ? size.columns : width, isCertain: true };
}

/** A header row, and below it rows until a blank one, or one that has no email where the emails are. */
function tableExtent(area: Area): Extent {
  const headers = area.headers();
  const columns = headers.length;
  const emailColumn = headers.indexOf("email");
  const isBlank = (row: number) => headers.every((_, column) => !area.isFilled(row, column));
  const belongs = (row: number) =>
    !isBlank(row) && (emailColumn < 0 || isPossibleEmail(String(area.value(row, emailColumn))));
  let rows = 1;
  while (rows < area.rowsLeft && belongs(rows)) rows++;
  // "no emails found" stands alone below the header.
  if (rows === 1 && area.isFilled(1, 0)) rows = 2;
  return { rows, columns, isCertain: isBlank(rows) && !area.isFilled(0, columns) };
}

/** Everything that touches: certain only when nothing does. */
function blockExtent(area: Area): Extent {
  let columns = 1;
  while (area.isFilled(0, columns)) columns++;
  let rows = 1;
  const isRowFilled = (row: number) => Array.from({ length: columns }).some((_, column) => area.isFilled(row, column));
  while (rows < area.rowsLeft && isRowFilled(rows)) rows++;
  return { rows, columns, isCertain: rows === 1 && columns === 1 };
}
