import type { UserSession } from "../../apps-script/host-document";
import { toA1 } from "../../apps-script/sheet/a1";
import type { Change } from "../../apps-script/workbook/change";
import { parseCsv } from "../../lists/csv-file";
import { freeName, listSheet } from "../list-sheet";
import type { UniverWorkbook } from "../univer/univer-workbook";

/** The rows below the frozen ones, as *Sort sheet* and a filter take them; `null` for a sheet without any. */
function listIn(workbook: UniverWorkbook, sheetName: string) {
  const sheet = workbook.sheets().find(({ name }) => name === sheetName);
  if (!sheet) return null;
  const { rows, columns } = workbook.extent(sheet.sheetId);
  const row = sheet.frozenRows + 1;
  return rows < row ? null : { sheet, area: { row, column: 1, rows: rows - row + 1, columns } };
}

/** The menus *File* and *Data*, for the person at the page. An action on something that is gone changes nothing. */
export function createSheetActions(
  workbook: UniverWorkbook,
  session: Pick<UserSession, "keyboard" | "check" | "user">,
) {
  /** The values that are hidden, by sheet and column: a filter of several columns shows what all of them let through. */
  const hiddenValues = new Map<number, Map<number, Set<string>>>();
  const by = { kind: "person" as const, user: session.user };
  const act = (change: Change) => {
    session.check([change]);
    workbook.apply([change], by);
  };
  return {
    /** Sorts all rows by one column, counted from 1. */
    sort(sheetName: string, column: number, ascending: boolean): void {
      const list = listIn(workbook, sheetName);
      // Beyond the last column with content all rows are equal.
      if (list && list.area.rows > 1 && column <= list.area.columns)
        session.keyboard.sort(sheetName, toA1(list.area), column, ascending);
    },
    /** Hides the rows in which a column shows one of these texts, besides those that its other columns hide. */
    filter(sheetName: string, column: number, hidden: readonly string[]): void {
      const list = listIn(workbook, sheetName);
      if (!list) return;
      const { sheet, area } = list;
      const columns = hiddenValues.get(sheet.sheetId) ?? new Map<number, Set<string>>();
      hiddenValues.set(sheet.sheetId, columns.set(column, new Set(hidden)));
      const hiddenRows = new Set<number>();
      for (const [index, texts] of columns) {
        const shown = session.keyboard.shows(sheetName, toA1({ ...area, column: index, columns: 1 }));
        shown.forEach(([text = ""], offset) => {
          if (texts.has(text)) hiddenRows.add(area.row + offset);
        });
      }
      // The header belongs to a filter's area.
      const top = Math.max(1, area.row - 1);
      const whole = { ...area, row: top, rows: area.rows + area.row - top };
      const filter = { area: whole, hiddenRows: [...hiddenRows].sort((one, other) => one - other) };
      act({ type: "setFilter", sheetId: sheet.sheetId, filter });
    },
    removeFilter(sheetName: string): void {
      const sheet = workbook.sheets().find(({ name }) => name === sheetName);
      if (!sheet) return;
      hiddenValues.delete(sheet.sheetId);
      act({ type: "setFilter", sheetId: sheet.sheetId, filter: null });
    },
    /**
     * Opens a CSV file as the first sheet.
     * @returns the sheet's name
     * @throws ListError for a file that is no list
     */
    openList(fileName: string, bytes: Uint8Array): string {
      const content = listSheet(fileName, parseCsv(fileName, bytes).rows);
      const name = freeName(content.name, workbook.sheets());
      workbook.addFirst({ ...content, name }, by);
      return name;
    },
  };
}
