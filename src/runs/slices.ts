import type { Refusal } from "../result";
import type { CellValue } from "../sheet/table";
import type { Cost } from "./open-questions";
import type { RowCounts, RunView } from "./views";

/** What slices have learnt of what their questions cost, until it is booked. */
export interface Settlement {
  costs: Cost[];
  freeAnswers: number;
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
  /** Found emails, which are written before the result: each company's once, with the first of its rows. */
  emails?: FoundRow[];
  /** Whose emails they are: the domain the service has found, else the key. */
  company?: string;
}

/** An email for the sheet of found emails. */
export interface FoundRow {
  email: string;
  /** In the order of the run's email columns. */
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

/**
 * One slice: one batch asked and written. Of a run that finds emails either asked, and the answers come back with the
 * emails, or written: `ask` and `fill` are never both given.
 */
export interface SliceRequest extends Settlement {
  runId: string;
  driverId: string;
  ask: SliceItem[];
  /** Results to be written along with the answers. */
  fill: RowFill[];
  /** Whether the columns for the results are known to be there. */
  isPrepared: boolean;
  held: number[];
  waitMs: number;
}

/** What became of one question. */
export type SliceAnswer =
  | {
      key: string;
      state: "answered";
      cells: CellValue[];
      isFree: boolean;
      /** Of a run that finds emails; nothing of this answer is written yet. */
      emails?: FoundRow[];
      /** As in `RowFill`. */
      company?: string;
    }
  /** `retryMs` is `null` when it is final: an email's failure stands in the sheet then, a company's is to be written. */
  | { key: string; state: "failed"; code: string; cells: CellValue[]; retryMs: number | null; startMs: number }
  /** Somebody else is asking it. */
  | { key: string; state: "claimed" }
  /** There was no turn for it. */
  | { key: string; state: "unasked" };

/** What one slice did. */
export interface SliceReport extends Settlement {
  answers: SliceAnswer[];
  /** Rows that now have a result. */
  writtenRows: number;
  /** Keys whose address was not found in the sheet any more, or not where it was wanted. */
  lostKeys: string[];
  /** Cells whose own rule refused the result; it stands in their note. */
  refusedCells: number;
  /** Results that were not written though their cells do not refuse them: to be written again, never asked again. */
  unwritten: { row: number; key: string }[];
  /** Google's words about them. */
  unwrittenWords: string;
  /** How long it waited for its turn. */
  waitedMs: number;
  /** Formulas of this spreadsheet are asking as well. */
  isShared: boolean;
  batchCalls: number;
  /** Found emails that now stand in their sheet, and those that did before. */
  emailsWritten: number;
  alreadyThere: number;
  /** Somebody else writes found emails: nothing was written, and is to be sent again after a wait. */
  isWriterBusy: boolean;
  /** Why the run cannot go on; `null` when it can. */
  stop: Refusal | null;
  /** No answer came, nor one to a free question; the run pauses when that lasts. */
  silence: Refusal | null;
}

/** How a driver leaves a run. */
export interface EndRequest extends Settlement {
  runId: string;
  driverId: string;
  state: "paused" | "stopped" | "finished";
  reason: string;
}
