import type { Pile } from "./sendable";
import type { LeftOutView } from "./views";

/**
 * A column of addresses with our results, of any age. They come from a verification, or from a search that has found
 * the addresses.
 */
export interface VerifiedColumn {
  /** Identifies the column wherever it is moved. */
  mark: string;
  column: number;
  letter: string;
  /** `""` without a header row. */
  header: string;
}

/** A text that a list can be filtered by. It stands beside some of its rows, in any letter case. */
export interface ShownText {
  text: string;
  count: number;
  /** The rows among them that were changed since, so that the text says nothing about them. */
  changed: number;
}

export interface CleanListPlan {
  sheetId: number;
  sheetName: string;
  columns: VerifiedColumn[];
  column: number;
  rows: number;
  piles: Record<Pile, number>;
  /** The signs that no column tells: addresses with them are in the list. */
  unknown: ("disposable" | "role")[];
  leaveOut: LeftOutView | null;
  /** The texts that rows can be filtered by: their verdicts, or else their statuses. */
  shown: ShownText[];
  /**
   * What our columns are filtered by: one of these texts, or `null` for another filter. Left out if they are not
   * filtered.
   */
  filter?: { text: string | null };
}

export interface MadeListView {
  sheetId: number;
  sheetName: string;
  rows: number;
  /** A checksum of the content, to see if somebody has changed it since. */
  check: number;
}

export interface SelectedRows {
  selected: number;
  left: number;
}
