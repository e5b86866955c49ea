import { checkArea, type Execution, opened } from "../execution";
import type { FilterColumn, FilterCriteriaValue } from "../extras/extras";
import type { ServiceCalls } from "../host-state";
import { MESSAGES } from "../messages";
import { ServiceError } from "../script-errors";
import { contains } from "../sheet/areas";
import { checkProtection } from "../sheet/check-write";
import { passes } from "../sheet/filter-criteria";
import type { Area } from "../workbook/cell";

/** The area of a sheet's filter, which has to have this column. */
function filterWith(execution: Execution, sheetId: number, column: number): Area {
  const filter = opened(execution).document.workbook.filter(sheetId);
  if (filter === null) throw new ServiceError(MESSAGES.filterGone());
  if (!contains(filter.area, filter.area.row, column)) throw new ServiceError(MESSAGES.outOfBounds("columns"));
  return filter.area;
}

/** Hides the rows that do not pass as they are now: later values do not change that (google.filters). */
async function filterBy(execution: Execution, sheetId: number, area: Area, columns: FilterColumn[]): Promise<void> {
  const { document, pending } = opened(execution);
  const { workbook, extras } = document;
  checkProtection(document, execution.user, sheetId, null);
  pending.flush();
  await workbook.settle();
  const hiddenRows = workbook.read(sheetId, area).flatMap((cells, offset) => {
    const isShown = columns.every(({ area: { column }, value }) => {
      const cell = cells[column - area.column];
      return cell === undefined || passes(cell, value);
    });
    return offset === 0 || isShown ? [] : [area.row + offset];
  });
  pending.applyNow({ type: "setFilter", sheetId, filter: { area, hiddenRows } });
  extras.update((data) => data.filterColumns.push(...columns));
}

export const filterCalls: ServiceCalls = {
  "Sheet.getFilter": (_state, execution, sheetId: number) =>
    opened(execution).document.workbook.filter(sheetId)?.area ?? null,
  /** A sheet has one filter at most. */
  "Range.createFilter": (_state, execution, sheetId: number, area: Area) => {
    const { document } = opened(execution);
    checkArea(document, sheetId, area);
    if (document.workbook.filter(sheetId) !== null) throw new ServiceError(MESSAGES.secondFilter());
    return filterBy(execution, sheetId, area, []);
  },
  "Filter.remove": (_state, execution, sheetId: number) => {
    const { document, pending } = opened(execution);
    checkProtection(document, execution.user, sheetId, null);
    pending.applyNow({ type: "setFilter", sheetId, filter: null });
  },
  "Filter.getCriteria": (_state, execution, sheetId: number, column: number): FilterCriteriaValue | null => {
    filterWith(execution, sheetId, column);
    const { filterColumns } = opened(execution).document.extras.data;
    return filterColumns.find((each) => each.sheetId === sheetId && each.area.column === column)?.value ?? null;
  },
  "Filter.setCriteria": (_state, execution, sheetId: number, column: number, value: FilterCriteriaValue | null) => {
    const area = filterWith(execution, sheetId, column);
    const { filterColumns } = opened(execution).document.extras.data;
    const columns = filterColumns.filter((each) => each.sheetId === sheetId && each.area.column !== column);
    if (value !== null) columns.push({ sheetId, area: { ...area, column, columns: 1 }, value });
    return filterBy(execution, sheetId, area, columns);
  },
};
