import type { CellValue, HeaderStyle } from "../sheet/table";

// Which columns of ours a list is to have, and what an attempt to make them remembers.

export interface OwnColumn {
  mark: string;
  header: string;
  isHidden?: boolean;
  /** Only under this header somebody's column is taken; `null` for none. By default the headers of its field count. */
  under?: string | null;
  /** Texts and their backgrounds. A column that already has these colours gets them down to its last row. */
  colours?: [text: string, background: string][];
  /** The note of a new column's header, and a width that fits. */
  style?: Omit<HeaderStyle, "column">;
}

/** What an attempt is about to make, and what it has made, is kept outside of the sheet. */
export interface MadeColumns {
  /** The intention of an attempt that was not completed. */
  intended(): Intention | null;
  /** Called before the first change of the sheet, and with `null` after a failed attempt has been removed. */
  intend(intention: Intention | null): void;
  /** Called once all columns are there. Forgets the intention. */
  remember(made: string[]): void;
}

export interface ColumnsRequest extends MadeColumns {
  group: string;
  columns: OwnColumn[];
  /**
   * Missing columns go right of the mark `after` and of the list's own columns that touch it. At the end, each goes
   * under its header if the sheet has it, or else right of everything.
   */
  place: { after: string } | "end";
  /** 0 if there is no header, `null` if it has to be looked for. */
  headerRow: number | null;
  /** A text in the header row; `""` if none is known. */
  header?: string;
  /** The column `mark` is hidden when the column `by`, which repeats it, is made. */
  repeated?: { mark: string; by: string };
}

export interface NamedColumnsRequest extends ColumnsRequest {
  headerRow: number;
}

/** What the steps of one attempt remember. */
export type Making = ReturnType<typeof newMaking>;

export const newMaking = ({
  columns,
  headerRow,
  intended,
}: Pick<ColumnsRequest, "columns" | "headerRow" | "intended">) => ({
  names: new Set<CellValue>(columns.map(({ header }) => header)),
  /** True once the names that a table has given them were cleared. */
  isUnnamed: false,
  /** The texts of the header row when it was first found. */
  header: null as Set<string> | null,
  headerRow: headerRow ?? 0,
  intention: intended(),
  hasInserted: false,
  /** Texts of the header row before the insertion, because a table gives names to inserted columns. */
  namesBefore: null as Set<string> | null,
  pinned: new Set<string>(),
  /** The numbers of the columns at the time when their inherited formats were cleared. */
  cleared: [] as number[],
  /** Google's words if it refused to clear them. */
  uncleared: "",
  /** True if names above wrong columns have just been cleared. */
  isClearing: false,
  /** Where columns were hidden, by mark. */
  hidden: new Map<string, number>(),
  failure: { words: "", columns: [] } as RefusedColumns,
  /** Where headers were last written, by the marks of their columns, and how often they have vanished there. */
  named: new Map<string, { row: number; column: number; vanished: number }>(),
});

/** What tells the columns that an attempt has inserted. */
export interface Inserted extends Pick<Making, "intention" | "namesBefore" | "headerRow"> {
  names?: Making["names"];
}

export interface RefusedColumns {
  words: string;
  columns: string[];
}

/** An attempt keeps this before it inserts the first column, so that a later one recognises what is left of it. */
export interface Intention {
  /** The number of columns that the sheet had. */
  gridColumns: number;
  /** The marks of the columns that were missing. */
  made: string[];
}
