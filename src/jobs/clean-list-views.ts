import type { Pile } from "./sendable";
import type { LeftOutView } from "./views";

export interface NamedColumn {
  column: number;
  letter: string;
  /** `""` without a header row. */
  header: string;
}

/** A column of addresses with results of a verification or of a search, of any age. */
export interface VerifiedColumn extends NamedColumn {
  /** Identifies the column wherever it is moved. */
  mark: string;
}

/** A verdict or status that a list can be filtered by, in any letter case. */
export interface ShownText {
  text: string;
  count: number;
  /** The text says nothing about these rows, because they have changed since. */
  changed: number;
  /** These rows, or others with their addresses, say not to write to them. */
  unwanted: number;
}

export interface CleanListPlan {
  sheetId: number;
  sheetName: string;
  columns: VerifiedColumn[];
  column: number;
  rows: number;
  piles: Record<Pile, number>;
  /** The columns that say of somebody not to write to them. */
  unwantedBy: NamedColumn[];
  /** No column tells these signs, so addresses with them stay in the list. */
  unknown: ("disposable" | "role")[];
  leaveOut: LeftOutView | null;
  /** Verdicts, or else statuses, that rows can be filtered by. */
  shown: ShownText[];
  /** The filter on our columns: its text, or `null` for another kind of filter. Left out if there is none. */
  filter?: { text: string | null };
}

export interface MadeListView {
  sheetId: number;
  sheetName: string;
  rows: number;
  /** A checksum of the content shows if somebody has changed it since. */
  check: number;
}

export interface SelectedRows {
  selected: number;
  left: number;
}
