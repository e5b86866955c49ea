/** Changes of the shape of sheets, which are known by their ids. */
export interface SheetMaker {
  /** @returns its id and its name, made unlike all others */
  addSheet(name: string): { sheetId: number; name: string };
  /** @throws when it is the last one */
  deleteSheet(sheetId: number): void;
  /** Keeps the first row in view. */
  freezeHeader(sheetId: number): void;
  gridRows(sheetId: number): number;
  /** @throws when the spreadsheet would get more cells than it may have */
  addRows(sheetId: number, count: number): void;
  deleteRows(sheetId: number, from: number, count: number): void;
}
