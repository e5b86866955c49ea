import type { EmailType } from "../service/resources";

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

/** Where a list is written: to a sheet of its own, or below what a sheet has. */
export type ListTarget = { kind: "new"; sheetName: string } | { kind: "append"; sheetId: number };

/** What is asked of each company. */
export interface FindOptions {
  /** Emails wanted of each company, at least 1 and at most `MOST_EMAILS`. */
  limit: number;
  emailType: EmailType;
  /** Of `COMPANY_FIELDS`: columns of the company beside each of its emails. */
  enrichment: string[];
}

/** What the user decides about the emails that are found. */
export interface FindWish extends FindOptions {
  /** The sheet of the emails. */
  target: ListTarget;
}

/** What the user decides before a run. */
export interface RunWish {
  sheetId: number;
  /** From 1. */
  column: number;
  /** The name that the column had in the plan: people insert columns meanwhile. `null` when it had none. */
  header: string | null;
  hasHeader: boolean;
  rows: RowChoice;
  /** Fields to write, one column each. */
  fields: string[];
  /** Credits in halves; `null` for no limit but the balance. */
  capHalves: number | null;
  /** Emails that a domain search already calls VALID are verified all the same. */
  alsoFoundValid: boolean;
  /** `null` to verify emails. */
  find: FindWish | null;
}

/** What a plan is asked for: what is not given is chosen from the selection and the content. */
export interface PlanRequest {
  sheetId: number | null;
  column: number | null;
  hasHeader: boolean | null;
  rows: RowChoice;
  fields: string[];
  alsoFoundValid: boolean;
  /** `null` to verify emails. */
  find: FindOptions | null;
}

/** Asks for the numbers of emails of the domains that a run would ask, so many in a call as there is time for. */
export interface CountRequest extends PlanRequest {
  /** From 0: the first domain that was not counted before. */
  offset: number;
}

/** Free numbers that narrow what finding emails costs at most. */
export interface CountedEmails {
  /** Domains that this call has counted. */
  counted: number;
  /** Where to go on; `null` when all are counted. */
  nextOffset: number | null;
  emails: number;
  /** Domains without any. */
  withoutEmails: number;
  /** The most that these domains can cost, by their own numbers. */
  halves: number;
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
  /** `null` when emails are to be verified. */
  find: FindPlan | null;
}

/** What is to be known before emails are found. */
export interface FindPlan {
  /** Sheets of found emails that can be filled on, the likeliest first. */
  emailSheets: { sheetId: number; sheetName: string }[];
  /** For a new one. */
  newSheetName: string;
  /** Distinct domains among what is to be asked: their emails can be counted beforehand. */
  domains: number;
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
  /** The most that one more question can cost. */
  halvesPerQuestion: number;
  /** Answers that cost nothing. */
  freeAnswers: number;
  /** Whether the caller's key is the one it was started with. */
  isYourKey: boolean;
  /** `null` when emails are verified. */
  find: FoundView | null;
}

/** What a run has found so far. */
export interface FoundView extends FindOptions {
  /** The sheet of the emails. */
  sheetId: number;
  /** `""` when it is gone, or, among all runs, the run is over. */
  sheetName: string;
  /** Emails written there. */
  emails: number;
  /** Emails that stood there already. */
  alreadyThere: number;
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
  /** Rows of found emails. */
  emailRows: number;
  /** The sheet of the emails goes as a whole: the run has made it, and nothing else stands there. */
  removesEmailSheet: boolean;
}

/** What a run has led to. */
export interface RunSummary {
  run: RunView;
  /** Rows by what their status says; companies with any emails together as "with emails". */
  byStatus: Record<string, number>;
  /** Rows with an error. */
  failed: number;
  /** Rows that were left out because the domain search that found them calls them VALID. */
  foundValid: number;
}
