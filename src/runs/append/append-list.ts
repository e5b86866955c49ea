import type { SheetMaker } from "../../sheet/sheet-maker";
import type { CellValue, Table } from "../../sheet/table";
import type { RunParts } from "../run-parts";

/** What tells lists of one kind from those of another. */
export interface ListKind {
  /** Ends the mark of the hidden column. Marks with "=" are results: they are not offered as columns of addresses. */
  keyMark: string;
  /** The name of the hidden column. */
  keyHeader: string;
  /** Whether a run has written this hidden cell. */
  isKey(cell: CellValue): boolean;
}

/** A list that grows at its end: its columns are pinned, and a hidden one says of each row who has brought what. */
export interface AppendList {
  kind: ListKind;
  sheetId: number;
  /** The columns, by their marks. */
  group: string;
  /** Those that are written, in the order of the cells. */
  columns: string[];
}

/** Where a list is, and whether the sheet was made for it. */
export interface ListPlace {
  sheetId: number;
  group: string;
  /** The sheet did not exist before: undoing may take it away. */
  hasMadeSheet: boolean;
}

/** Where the columns of a list are now. */
export interface ListColumns {
  /** By field, in the order of the sheet; what people have deleted is not there. */
  fields: { field: string; column: number }[];
  /** The hidden column. */
  key: number;
}

/** A list as found. */
export interface OpenAppendList {
  table: Table;
  columns: ListColumns;
}

/** Everything that lists need of the world, in one execution. */
export interface AppendParts extends RunParts {
  sheets: SheetMaker;
}
