import type { UserSession } from "../../apps-script/host-document";
import { toA1 } from "../../apps-script/sheet/a1";
import type { Workbook } from "../../apps-script/workbook/workbook";

/**
 * *Data ▸ Sort sheet*: all rows below the frozen ones, by one column, as the person at the keyboard.
 * @param sheetName a name that no sheet has any more changes nothing
 * @param column counted from 1
 */
export function sortSheet(
  workbook: Workbook,
  { keyboard }: Pick<UserSession, "keyboard">,
  sheetName: string,
  column: number,
  ascending: boolean,
): void {
  const sheet = workbook.sheets().find(({ name }) => name === sheetName);
  if (!sheet) return;
  const { rows, columns } = workbook.extent(sheet.sheetId);
  const row = sheet.frozenRows + 1;
  // Beyond the last column with content all rows are equal.
  if (rows <= row || column > columns) return;
  keyboard.sort(sheetName, toA1({ row, column: 1, rows: rows - row + 1, columns }), column, ascending);
}
