import type { ShownRows } from "../sheet/table";
import { changeSheets } from "./sheet-memory";

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
type Filter = GoogleAppsScript.Spreadsheet.Filter;
type Criteria = GoogleAppsScript.Spreadsheet.FilterCriteria;

/**
 * Sets the condition that a sheet's filter has for one column. Other columns keep theirs (google.filters).
 * @returns false if the sheet has a filter over other rows, which is left alone
 */
export function showOnly(sheet: Sheet, { column, text, headerRow, lastColumn }: ShownRows): boolean {
  changeSheets();
  const filter = sheet.getFilter();
  if (filter && isOver(filter, column)) {
    if (filter.getRange().getRow() !== headerRow) return false;
    if (text !== null) filter.setColumnFilterCriteria(column, criteriaOf(text));
    else if (filter.getColumnFilterCriteria(column)) filter.removeColumnFilterCriteria(column);
    return true;
  }
  if (text === null) return true;
  if (!filter) {
    // The filter reaches to the end of the sheet, so that rows which somebody adds are filtered as well.
    const range = sheet.getRange(headerRow, 1, sheet.getMaxRows() - headerRow + 1, lastColumn);
    range.createFilter().setColumnFilterCriteria(column, criteriaOf(text));
    return true;
  }
  return filter.getRange().getRow() === headerRow && widen(sheet, filter, column, text);
}

export function isShownOnly(sheet: Sheet, column: number, text: string): boolean {
  const filter = sheet.getFilter();
  const criteria = filter && isOver(filter, column) ? filter.getColumnFilterCriteria(column) : null;
  return criteria !== null && criteria.getCriteriaValues()[0] === text;
}

const criteriaOf = (text: string): Criteria => SpreadsheetApp.newFilterCriteria().whenTextEqualTo(text).build();

function isOver(filter: Filter, column: number): boolean {
  const range = filter.getRange();
  return range.getColumn() <= column && column <= range.getLastColumn();
}

/** Makes a filter again so that it also covers a column of ours outside it. */
function widen(sheet: Sheet, filter: Filter, column: number, text: string): boolean {
  const range = filter.getRange();
  const [row, from, rows, to] = [range.getRow(), range.getColumn(), range.getNumRows(), range.getLastColumn()];
  const kept: [number, Criteria][] = [];
  for (let each = from; each <= to; each++) {
    const criteria = filter.getColumnFilterCriteria(each);
    if (criteria) kept.push([each, criteria]);
  }
  const first = Math.min(from, column);
  filter.remove();
  try {
    const made = sheet.getRange(row, first, rows, Math.max(to, column) - first + 1).createFilter();
    for (const [each, criteria] of kept) made.setColumnFilterCriteria(each, criteria);
    made.setColumnFilterCriteria(column, criteriaOf(text));
  } catch (thrown) {
    sheet.getFilter()?.remove();
    const again = range.createFilter();
    for (const [each, criteria] of kept) again.setColumnFilterCriteria(each, criteria);
    throw thrown;
  }
  return true;
}
