import type { DocumentState } from "../document-state";
import type { Change } from "../workbook/change";
import { checkProtection, checkValidation } from "./check-write";

/**
 * Refuses what Google does not let a person do to cells by hand: writing into somebody else's protected range, or what a
 * validation rejects (facts 5.4, 5.6). Throws a `ServiceError` with Google's words.
 */
export function checkByHand(document: DocumentState, user: string, changes: readonly Change[]): void {
  const { protections, validations } = document.extras.data;
  if (protections.length + validations.length === 0) return;
  for (const change of changes) {
    if (change.type !== "setCells") continue;
    const { sheetId, row, column, cells } = change;
    const area = { row, column, rows: cells.length, columns: Math.max(1, ...cells.map((line) => line.length)) };
    checkProtection(document, user, sheetId, area);
    const before = document.workbook.read(sheetId, area);
    cells.forEach((line, down) => {
      line.forEach((input, right) => {
        const numberFormat = before[down]?.[right]?.numberFormat ?? "General";
        if (input) checkValidation(document, sheetId, row + down, column + right, input, numberFormat);
      });
    });
  }
}
