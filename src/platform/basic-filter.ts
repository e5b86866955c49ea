import type { FilterCondition, ShownRows } from "../sheet/table";
import { changeSheets } from "./sheet-memory";

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
type Filter = GoogleAppsScript.Spreadsheet.Filter;
type Criteria = GoogleAppsScript.Spreadsheet.FilterCriteria;

/** Keeps the conditions of others (google.filters). @returns false if the filter is over other rows, and left alone */
export function showOnly(sheet: Sheet, { column, text, headerRow, lastColumn, others }: ShownRows): boolean {
  changeSheets();
  const filter = sheet.getFilter();
  const isOfList = filter?.getRange().getRow() === headerRow;
  if (isOfList) removeConditions(sheet, others, (criteria) => textOf(criteria) !== null);
  if (filter && isOver(filter, column)) {
    if (!isOfList) return false;
    if (text !== null) filter.setColumnFilterCriteria(column, criteriaOf(text));
    else if (filter.getColumnFilterCriteria(column)) filter.removeColumnFilterCriteria(column);
    return true;
  }
  if (text === null) return true;
  if (!filter) {
    // The filter reaches to the end of the sheet, so that rows which somebody adds are filtered as well.
    createFilter(sheet.getRange(headerRow, 1, sheet.getMaxRows() - headerRow + 1, lastColumn), [
      [column, criteriaOf(text)],
    ]);
    return true;
  }
  return isOfList && widen(sheet, filter, column, text);
}

export function conditionsOn(sheet: Sheet, columns: number[]): FilterCondition[] {
  const filter = sheet.getFilter();
  if (!filter) return [];
  return columns.flatMap((column) => {
    const criteria = criteriaAt(filter, column);
    return criteria ? [{ column, text: textOf(criteria) }] : [];
  });
}

export function removeConditions(
  sheet: Sheet,
  columns: number[],
  isOne = (criteria: Criteria | null): boolean => criteria !== null,
): void {
  const filter = sheet.getFilter();
  for (const column of columns)
    if (filter && isOne(criteriaAt(filter, column))) filter.removeColumnFilterCriteria(column);
}

const criteriaAt = (filter: Filter, column: number): Criteria | null =>
  isOver(filter, column) ? filter.getColumnFilterCriteria(column) : null;

/** Returns the text that `showOnly` has asked for; `null` for any other condition. */
function textOf(criteria: Criteria | null): string | null {
  const isOurs =
    criteria?.getCriteriaType() === SpreadsheetApp.BooleanCriteria.TEXT_EQUAL_TO &&
    criteria.getHiddenValues().length === 0;
  return isOurs ? String(criteria.getCriteriaValues()[0]) : null;
}

const criteriaOf = (text: string): Criteria => SpreadsheetApp.newFilterCriteria().whenTextEqualTo(text).build();

type Condition = [column: number, criteria: Criteria];

function createFilter(range: GoogleAppsScript.Spreadsheet.Range, conditions: Condition[]): void {
  const filter = range.createFilter();
  for (const [column, criteria] of conditions) filter.setColumnFilterCriteria(column, criteria);
}

function isOver(filter: Filter, column: number): boolean {
  const range = filter.getRange();
  return range.getColumn() <= column && column <= range.getLastColumn();
}

function widen(sheet: Sheet, filter: Filter, column: number, text: string): boolean {
  const range = filter.getRange();
  const [row, from, rows, to] = [range.getRow(), range.getColumn(), range.getNumRows(), range.getLastColumn()];
  const kept: Condition[] = [];
  for (let each = from; each <= to; each++) {
    const criteria = filter.getColumnFilterCriteria(each);
    if (criteria) kept.push([each, criteria]);
  }
  const first = Math.min(from, column);
  filter.remove();
  try {
    const wider = sheet.getRange(row, first, rows, Math.max(to, column) - first + 1);
    createFilter(wider, [...kept, [column, criteriaOf(text)]]);
  } catch (thrown) {
    sheet.getFilter()?.remove();
    createFilter(range, kept);
    throw thrown;
  }
  return true;
}
