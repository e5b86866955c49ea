/** A block of cells; rows and columns from 1. */
interface Block {
  row: number;
  column: number;
  rows: number;
  columns: number;
}

/** The sheet that is before the user now; it stays this one when the user changes to another. */
export function openActiveSheet() {
  const sheet = SpreadsheetApp.getActiveSheet();
  const rangeOf = ({ row, column, rows, columns }: Block) => sheet.getRange(row, column, rows, columns);
  return {
    get id() {
      return sheet.getSheetId();
    },
    read() {
      const content = sheet.getDataRange();
      return { values: content.getValues() as unknown[][], formulas: content.getFormulas() };
    },
    readValues: (block: Block): unknown[][] => rangeOf(block).getValues(),
    writeValues(block: Block, values: unknown[][]): void {
      rangeOf(block).setValues(values);
    },
    writeFormulas(block: Block, formulas: string[][]): void {
      rangeOf(block).setFormulas(formulas);
    },
    flush: () => SpreadsheetApp.flush(),
  };
}

/** What the user has selected, when it is more than one cell. */
export function readSelection(): Block | null {
  const range = SpreadsheetApp.getActiveRange();
  if (!range || range.getNumRows() * range.getNumColumns() <= 1) return null;
  return { row: range.getRow(), column: range.getColumn(), rows: range.getNumRows(), columns: range.getNumColumns() };
}
