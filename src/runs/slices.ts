import type { Refusal } from "../result";
import type { CellValue } from "../sheet/table";
import type { RowCounts, RunView } from "./views";

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
  /** Whether the columns for the results are known to be there. */
  isPrepared: boolean;
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
  /** Formulas of this spreadsheet are asking as well. */
  isShared: boolean;
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
