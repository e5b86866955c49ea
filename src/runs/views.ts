/** Rows from one to another, both included. */
export interface RowSpan {
  from: number;
  to: number;
}

/** Which rows a run does. */
export type RowChoice =
  | { kind: "all" }
  /** Not done yet, or for another address than the row holds now. */
  | { kind: "todo" }
  /** Where the selected rows stand at the start; the wish then goes along with them. */
  | { kind: "selected"; spans: RowSpan[] }
  /** Hidden neither by a filter nor by hand. */
  | { kind: "visible" }
  | { kind: "older"; days: number }
  /** Those that have an error for a result. */
  | { kind: "failed" };

/** What the user decides before a run. */
export interface RunWish {
  sheetId: number;
  /** From 1. */
  column: number;
  hasHeader: boolean;
  rows: RowChoice;
  /** Fields to write, one column each. */
  fields: string[];
  /** Credits in halves; `null` for no limit but the balance. */
  capHalves: number | null;
  /** Emails that a domain search already calls VALID are verified all the same. */
  alsoFoundValid: boolean;
}

/** What a plan is asked for: what is not given is chosen from the selection and the content. */
export interface PlanRequest {
  sheetId: number | null;
  column: number | null;
  hasHeader: boolean | null;
  rows: RowChoice;
  fields: string[];
  alsoFoundValid: boolean;
}

/** A column that can be chosen. */
export interface PlanColumn {
  column: number;
  letter: string;
  /** `""` when the first row is no header. */
  header: string;
  hasHeader: boolean;
  /** Whether it seems to hold what is wanted. */
  isLikely: boolean;
}

/** The free dry run: what a run would do and cost at most. */
export interface RunPlan {
  sheetId: number;
  sheetName: string;
  columns: PlanColumn[];
  /** The chosen one; 0 when the sheet has none to choose. */
  column: number;
  hasHeader: boolean;
  counts: RowCounts;
  /** Rows that repeat an address of another row that is to be asked. */
  duplicates: number;
  /** Calls: each distinct address once. */
  toAsk: number;
  maxHalves: number;
  seconds: number;
  /** Fields that this column has results of. */
  presentFields: string[];
  availableFields: string[];
  /** Rows with an error for a result. */
  failedRows: number;
  /** What is selected now, when it is more than one row. */
  selection: RowSpan[];
}

/** How far a run has come. */
export type RunState = "running" | "paused" | "stopped" | "finished";

/** A run as the sidebar knows it. */
export interface RunView {
  id: string;
  sheetId: number;
  sheetName: string;
  /** The header of its input column, or its letter. */
  columnName: string;
  fields: string[];
  state: RunState;
  startedMs: number;
  /** Why it ended early; empty when it did not. */
  reason: string;
  capHalves: number | null;
  /** Whether the columns for its results are there: what `prepareRun` makes while the first questions are asked. */
  isPrepared: boolean;
  /** At most so much was spent, in halves. */
  spentHalves: number;
  /** Answers that cost nothing. */
  freeAnswers: number;
  /** Whether the caller's key is the one it was started with. */
  isYourKey: boolean;
}

/** What rows are. */
export interface RowCounts {
  rows: number;
  blank: number;
  /** Errors and cells that are still loading. */
  waiting: number;
  malformed: number;
  done: number;
  /** Verified by the domain search that found them. */
  foundValid: number;
  todo: number;
}

/** What undoing takes away. */
export interface UndoView {
  cells: number;
  rows: number;
  /** Whole columns. */
  removedFields: string[];
  /** Of these only the run's own rows. */
  clearedFields: string[];
}

/** What a run has led to. */
export interface RunSummary {
  run: RunView;
  /** Rows by what their status says. */
  byStatus: Record<string, number>;
  /** Rows with an error. */
  failed: number;
}
