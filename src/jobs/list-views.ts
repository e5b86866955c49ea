import type { Pile } from "./sendable";
import type { LeaveOutPlan } from "./views";

/** A column of addresses with our results, whenever they came: of a verification, or of a search that has found them. */
export interface VerifiedColumn {
  /** By which it is found again, wherever it is moved. */
  mark: string;
  column: number;
  letter: string;
  /** `""` without a header row. */
  header: string;
}

/** What a list can be filtered by: a text that stands beside some of its rows, in any letter case. */
export interface ShownText {
  text: string;
  count: number;
  /** Of these, rows of which the text says nothing any more: they were changed since. */
  changed: number;
}

/** What a clean list would hold, before it is made. */
export interface CleanListPlan {
  sheetId: number;
  sheetName: string;
  /** The columns of the sheet that have our results. */
  columns: VerifiedColumn[];
  /** The chosen one. */
  column: number;
  /** All rows of the list that hold anything. */
  rows: number;
  /** Each row counts in one pile. */
  piles: Record<Pile, number>;
  /** No column tells which addresses are so: they are in the list. */
  unknown: ("disposable" | "role")[];
  /** `null` if nothing is to be left out. */
  leaveOut: LeaveOutPlan | null;
  /** What the rows can be filtered by: the texts of their verdicts, or else of their statuses. */
  shown: ShownText[];
  /** What our columns are filtered by: one of these texts, or `null` for anything else; left out if by nothing. */
  filter?: { text: string | null };
}

export interface MadeListView {
  sheetId: number;
  sheetName: string;
  rows: number;
  /** What it holds, to see if somebody has changed it since. */
  check: number;
}

/** Rows that were selected in the sheet. */
export interface SelectedRows {
  selected: number;
  /** More than can be selected at a time. */
  left: number;
}
