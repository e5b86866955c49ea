import type { DocumentState } from "../document-state";
import { MESSAGES } from "../messages";
import { ServiceError } from "../script-errors";
import type { Band, Change, Dimension } from "../workbook/change";
import type { SheetInfo } from "../workbook/workbook";

/** The size of a spreadsheet and of a sheet, and the letters of its name (google.cells-in-all, google.columns-in-all, google.sheet-names). */
const MAX_CELLS = 10_000_000;
export const MAX_COLUMNS = 18_278;
const MAX_NAME_CHARACTERS = 100;

/** A name that could be a reference, or holds other signs than letters, digits and `_`, cannot be given to a range. */
const RANGE_NAME = /^(?!true$|false$|[a-z]{1,3}\d+$|r\d*c\d*$)[\p{L}_][\p{L}\p{N}_]{0,249}$/iu;

type Place = Pick<Band, "dimension" | "index" | "count">;

/** Refuses rows or columns that the sheet does not have (google.grid-bounds). */
export function checkBand(sheet: SheetInfo, { dimension, index, count }: Place): void {
  if (count < 1) throw new ServiceError(MESSAGES.invalidArgument(`${count}`));
  if (index < 1 || index + count - 1 > sheet[dimension]) throw new ServiceError(MESSAGES.outOfBounds(dimension));
}

const frozenOf = (sheet: SheetInfo, dimension: Dimension): number =>
  dimension === "rows" ? sheet.frozenRows : sheet.frozenColumns;

/** Refuses to delete all rows or columns, or all that are not frozen (google.delete-rows). */
export function checkDeletion(sheet: SheetInfo, band: Place): void {
  checkBand(sheet, band);
  const { dimension, index, count } = band;
  if (count === sheet[dimension]) throw new ServiceError(MESSAGES.allDeleted(dimension));
  const frozen = frozenOf(sheet, dimension);
  const isRestFrozen = index <= frozen + 1 && index + count - 1 === sheet[dimension];
  if (isRestFrozen) throw new ServiceError(MESSAGES.allUnfrozenDeleted(dimension));
}

/**
 * Refuses an insertion beside a row or column that is not there, and beyond what a spreadsheet holds.
 * @param beside the row or column that the script has named
 */
export function checkInsertion(document: DocumentState, sheet: SheetInfo, band: Place, beside: number): void {
  const { dimension, count } = band;
  checkBand(sheet, { dimension, index: beside, count: 1 });
  if (count < 1) throw new ServiceError(MESSAGES.invalidArgument(`${count}`));
  if (dimension === "columns" && sheet.columns + count > MAX_COLUMNS) throw new ServiceError(MESSAGES.tooManyColumns());
  checkCells(document, count * (dimension === "rows" ? sheet.columns : sheet.rows));
}

export function checkCells(document: DocumentState, more: number): void {
  const cells = document.workbook.sheets().reduce((sum, { rows, columns }) => sum + rows * columns, 0);
  if (cells + more > MAX_CELLS) throw new ServiceError(MESSAGES.workbookTooLarge());
}

/** Refuses to freeze all that can be seen, or a part of a merged cell (google.freezing). */
export function checkFreezing(document: DocumentState, sheet: SheetInfo, dimension: Dimension, count: number): void {
  const { workbook, extras } = document;
  if (count < 0) throw new ServiceError(MESSAGES.invalidArgument(`${count}`));
  if (count > sheet[dimension]) throw new ServiceError(MESSAGES.outOfBounds(dimension));
  const hidden = [...workbook.hidden(sheet.sheetId, dimension)].filter((index) => index > count).length;
  if (sheet[dimension] - count - hidden < 1) throw new ServiceError(MESSAGES.allFrozen(dimension));
  const cutsMerge = extras.data.merges.some(({ sheetId, area }) => {
    const first = dimension === "rows" ? area.row : area.column;
    return sheetId === sheet.sheetId && first <= count && first + area[dimension] - 1 > count;
  });
  if (cutsMerge) throw new ServiceError(MESSAGES.mergeFrozen(dimension));
}

/** Refuses to hide or delete the only sheet that can be seen (google.last-sheet). */
export function checkStaysVisible(document: DocumentState, change: Change): void {
  const sheets = document.workbook.sheets();
  const others = sheets.filter((sheet) => sheet.sheetId !== change.sheetId);
  if (change.type === "removeSheet" && others.length === 0) throw new ServiceError(MESSAGES.lastSheet());
  if (others.some(({ hidden }) => !hidden) || others.length === sheets.length) return;
  if (change.type === "removeSheet") throw new ServiceError(MESSAGES.lastVisibleSheet());
  if (change.type === "setSheetHidden" && change.hidden) throw new ServiceError(MESSAGES.allHidden());
}

/** Refuses a sheet's name that is too long, or that another one has (google.sheet-names). */
export function checkName(document: DocumentState, name: string): void {
  if (name.length > MAX_NAME_CHARACTERS) throw new ServiceError(MESSAGES.sheetNameTooLong());
  if (document.workbook.sheets().some((sheet) => sheet.name.toLowerCase() === name.toLowerCase())) {
    throw new ServiceError(MESSAGES.sheetExists(name));
  }
}

/** Refuses the name of a range that is none (google.range-names). */
export function checkRangeName(name: string): void {
  if (!RANGE_NAME.test(name)) throw new ServiceError(MESSAGES.rangeName(name));
}
