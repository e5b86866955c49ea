/** Changes of the shape of sheets, which are known by their ids. */
export interface SheetMaker {
  /** @returns a name that Sheets takes and no other sheet has */
  freeName(wished: string): string;
  /**
   * @param name of `freeName`
   * @returns its id
   */
  addSheet(name: string): number;
  /** The id of the sheet with exactly this name; `null` when there is none. */
  findSheet(name: string): number | null;
  /** @throws when it is the last one */
  deleteSheet(sheetId: number): void;
  /** @throws when it is the last one that is visible */
  hideSheet(sheetId: number): void;
  showSheet(sheetId: number): void;
  /** Keeps the first row in view. */
  freezeHeader(sheetId: number): void;
  /** @throws when the spreadsheet would get more cells than it may have */
  addRows(sheetId: number, count: number): void;
  insertRowsAfter(sheetId: number, row: number, count: number): void;
  deleteRows(sheetId: number, from: number, count: number): void;
}
