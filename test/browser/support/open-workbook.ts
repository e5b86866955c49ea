import type { CellInput } from "../../../local/apps-script/workbook/cell";
import type { Actor } from "../../../local/apps-script/workbook/change";
import type { WorkbookSnapshot } from "../../../local/workbench/messages";
import { loadUniver } from "../../../local/workbench/open-workbook";

export const SCRIPT: Actor = { kind: "script", user: "ann@company.example" };
export const SHEET = 0;

/** A workbook of one sheet of 1,000 × 26 cells, or the one of a snapshot. */
export function openWorkbook(snapshot?: WorkbookSnapshot) {
  const { createUniverWorkbook, newWorkbook } = loadUniver();
  const workbook = createUniverWorkbook(snapshot ?? newWorkbook("Test", [{ name: "Sheet1", rows: [] }]));
  return {
    workbook,
    /** Writes cells: texts with a leading `=` are formulas. */
    write(row: number, column: number, rows: (string | number | boolean | null)[][]): void {
      const cells = rows.map((line) =>
        line.map(
          (value): CellInput => (typeof value === "string" && value.startsWith("=") ? { formula: value } : { value }),
        ),
      );
      workbook.apply([{ type: "setCells", sheetId: SHEET, row, column, cells }], SCRIPT);
    },
    /** The values from a cell on, formulas recalculated. */
    async values(row: number, column: number, rows: number, columns: number): Promise<unknown[][]> {
      await workbook.settle();
      const cells = workbook.read(SHEET, { row, column, rows, columns });
      return cells.map((line) => line.map(({ value }) => value));
    },
  };
}
