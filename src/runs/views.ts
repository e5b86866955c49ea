import type { Refusal } from "../result";
import type { CellValue } from "../sheet/table";

/** What a run does with a column. */
export type RunKind = "verify" | "find-emails";

/** Which rows a run does. */
export type RowChoice =
  | { kind: "all" }
  /** Not done yet, or for another address than the row holds now. */
  | { kind: "todo" }
  | { kind: "selected" }
  /** Hidden neither by a filter nor by hand. */
  | { kind: "visible" }
  | { kind: "older"; days: number }
  /** Those that have an error for a result. */
  | { kind: "failed" };

/** What the user decides before a run. */
export interface RunWish {
  kind: RunKind;
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
  kind: RunKind;
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
  /** Areas of more than one row are selected. */
  hasSelection: boolean;
}

/** How far a run has come. */
export type RunState = "running" | "paused" | "stopped" | "finished";

/** A run as the sidebar knows it. */
export interface RunView {
  id: string;
  kind: RunKind;
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

/** Something to be asked, in one row. */
export interface RowItem {
  row: number;
  key: string;
  text: string;
  /** The id of a domain search, which costs less to verify. */
  anonId?: string;
}

/** Results to be written beside an address. */
export interface RowFill {
  row: number;
  key: string;
  cells: CellValue[];
}

/** A run that has begun, and what its first rows have to be asked. */
export interface StartedRun {
  run: RunView;
  look: Look;
}

/** What the driver asks of one look at the sheet. */
export interface LookRequest {
  runId: string;
  driverId: string;
  /** Numbers of the chunks still to be looked at, in order; the first one that nobody else holds is taken. */
  wanted: number[];
  /** Looks at so many chunks at once. */
  count: number;
  /** The chunks it still works on. */
  held: number[];
  /** Waits before looking. */
  waitMs: number;
}

/** What stands in some chunks of rows. */
export interface Look {
  /** The chunks looked at; empty when others hold all wanted ones. */
  taken: number[];
  /** Wanted ones that others hold. */
  busy: number[];
  /** How many chunks the sheet has now. */
  chunks: number;
  ask: RowItem[];
  /** Rows that need no question: what cannot be an address. */
  fill: RowFill[];
  counts: RowCounts;
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

/** Questions of one slice. */
export interface SliceItem {
  key: string;
  text: string;
  /** Where its address stood when it was looked at. */
  rows: number[];
  anonId?: string;
  /** How often it has failed. */
  attempts: number;
  /** The last turn it had: that claim is its own. */
  lastStartMs: number | null;
}

/** One slice: one batch asked and written. */
export interface SliceRequest {
  runId: string;
  driverId: string;
  ask: SliceItem[];
  /** Results to be written along with the answers. */
  fill: RowFill[];
  held: number[];
  /** Halves that earlier slices reserved and did not spend. */
  unspentHalves: number;
  freeAnswers: number;
  waitMs: number;
}

/** What became of one question. */
export type SliceAnswer =
  | { key: string; state: "answered"; cells: CellValue[]; isFree: boolean }
  /** `retryMs` is `null` when it is final and stands in the sheet. */
  | { key: string; state: "failed"; code: string; cells: CellValue[]; retryMs: number | null; startMs: number }
  /** Somebody else is asking it. */
  | { key: string; state: "claimed" }
  /** There was no turn for it. */
  | { key: string; state: "unasked" };

/** What one slice did. */
export interface SliceReport {
  answers: SliceAnswer[];
  /** Rows that now have a result. */
  writtenRows: number;
  /** Keys whose address was not found in the sheet any more, or not where it was wanted. */
  lostKeys: string[];
  /** Cells whose own rule refused the result; it stands in their note. */
  refusedCells: number;
  /** How long it waited for its turn. */
  waitedMs: number;
  batchCalls: number;
  unspentHalves: number;
  freeAnswers: number;
  /** Why the run cannot go on; `null` when it can. */
  stop: Refusal | null;
}

/** How a driver leaves a run. */
export interface EndRequest {
  runId: string;
  driverId: string;
  state: "paused" | "stopped" | "finished";
  reason: string;
  unspentHalves: number;
  freeAnswers: number;
}
