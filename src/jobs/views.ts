import type { WriteOutcome } from "../lists/beside";
import type { Refusal } from "../result";
import type { NamedProblem } from "../service/filters";
import type { Operation } from "../service/operations";
import type { Spent, Standing } from "./credits";
import type { PastJob } from "./past-jobs";
import type {
  ColumnKindName,
  Entry,
  FindOptions,
  JobChoices,
  KindName,
  LeaveOutChoice,
  Question,
  RowSpan,
} from "./protocol";
import type { JobRecord } from "./record";
import type { Misspelt } from "./rows";

// The server's answers to the page about jobs.

export interface RowCounts {
  rows: number;
  blank: number;
  waiting: number;
  malformed: number;
  /** Cells with pages, links and sites on hosts that are never the company. */
  onSharedHost: number;
  done: number;
  foundValid: number;
  /** Emails that were found VALID longer ago than the settings allow. */
  foundLongAgo: number;
  /** Rows that are excluded by the choice of rows, because they were never done. */
  unwanted: number;
  leftOut: number;
  todo: number;
}

export interface ScannedQuestion extends Omit<Question, "attempts"> {
  /** 0 for a page. */
  row: number;
  /** The row has an answer, which has become too old for a watch. */
  isRenewal?: true;
}

export interface Scan {
  stretch: number;
  stretches: number;
  ask: ScannedQuestion[];
  /** Rows that need no question: those with a text that cannot be asked, and those whose status is already known. */
  write: Entry[];
  /** The most questions that may be asked from now on; `null` for no limit. */
  mostQuestions: number | null;
  /** In the first scan of a job that goes on: questions whose results are in the sheet. */
  done?: number;
}

export type AnswerEntry = Omit<Entry, "key" | "rows">;

export type Answer =
  | {
      key: string;
      state: "answered";
      entry: AnswerEntry;
      /** Questions that follow from the answer: the other pages of a search. */
      next?: string[];
      /** True for a search without companies, which does not count towards `mostQuestions`. */
      isNothing?: boolean;
    }
  /**
   * `retryMs` is `null` if asking again is no use. Then the entry tells the failure, along with what has come before
   * it.
   */
  | { key: string; state: "failed"; code: string; entry: AnswerEntry; retryMs: number | null }
  /**
   * The question had no turn, somebody else is asking it, or a failure of the account has stopped it. The entry holds
   * what has come before.
   */
  | { key: string; state: "unasked"; entry?: AnswerEntry };

export interface AskReport {
  do: "ask";
  answers: Answer[];
  /** The number of questions that can go together now; 0 if nothing was asked. */
  batchCalls: number;
  /** True if formulas of this spreadsheet are asking as well. */
  isShared: boolean;
  /** Google's words if a question got no answer. They are shown and never parsed. */
  words: string;
  /** What the job has spent, including this asking, of which some is still held; `null` if nothing was asked. */
  spent: Spent | null;
  /** The number of the asking after which `spent` was read. Reports may arrive in another order. */
  askNumber: number;
  stop: Refusal | null;
}

export interface WriteReport extends WriteOutcome {
  do: "write";
  written: WrittenView | null;
  /** True if nothing was written because somebody else is writing to the same sheet. */
  isBusy: boolean;
  stop: Refusal | null;
}

export type StepReport = { do: "look" } | (Scan & { do: "scan" }) | AskReport | WriteReport;

/** What a job has appended to its list so far. */
export interface WrittenView {
  /** The number of emails or companies. */
  rows: number;
  alreadyThere: number;
  /** For a list of companies: the companies that the user has already. */
  leftOut: number;
  /**
   * Emails that were already there without the company details that were wanted. Finding them again adds the details
   * for nothing.
   */
  withoutDetails: number;
  /** For a list of companies: pages 1 to this one are in the sheet. */
  pages: number;
  /** `null` while the number is not known. */
  pagesWanted: number | null;
  /** The number of pages that the search has; `null` while it is not known. */
  pagesInAll: number | null;
  freePages: number;
  /**
   * Pages that were bought but are not in the sheet, and the time until which they can be asked again for nothing;
   * `null` if there are none.
   */
  unwritten: { pages: number; freeUntilMs: number } | null;
}

export type JobOperation = Extract<Operation, "email-verifier" | "domain-search" | "search-company">;

export interface JobView
  extends Pick<JobRecord, "id" | "title" | "startedMs" | "toAsk">,
    Pick<Standing, "epoch" | "state" | "reason" | "capHalves" | "done"> {
  kind: KindName;
  operation: JobOperation;
  /** The sheet of the input column, or of the list of companies. */
  sheetId: number;
  /** `""` if the sheet is gone. */
  sheetName: string;
  /** The sheet of the list that the job appends to; `null` if it appends none. */
  list: { sheetId: number; sheetName: string } | null;
  fields: string[];
  find: FindOptions | null;
  halvesPerQuestion: number;
  spent: Spent;
  /** True if the job is running and has asked lately. Then another page may drive it, or was closed just now. */
  isActive: boolean;
  isYourKey: boolean;
  isWatch: boolean;
  written: WrittenView | null;
}

/** The price that a user was told, in half credits, and how much of it each question can take. */
export interface ToldPrice {
  halves: number;
  halvesPerQuestion: number;
  /** The questions that can cost less, by their keys. */
  cheaper: ReadonlyMap<string, number>;
}

export interface StartedJob {
  job: JobView;
  scan: Scan;
}

export interface PlanColumn {
  column: number;
  letter: string;
  /** `""` without a header row. */
  header: string;
  /** 0 if it has none. */
  headerRow: number;
  /** True if the column seems to hold the wanted inputs. */
  isLikely: boolean;
}

/** What a user may have changed in the sheet, as far as it can be told without reading cells. */
export interface SheetLook {
  /** The sheet in front and its current cell. If the sheet or the column changes, the user now means another column. */
  front: { sheetId: number; row: number; column: number };
  /** Empty for a single row. */
  selection: RowSpan[];
  /** The number of rows and columns with content in the sheet that was asked about; 0 if it is gone. */
  extent: { rows: number; columns: number };
  /**
   * The time when the youngest job of the spreadsheet was started, because another page may have started one meanwhile.
   */
  latestStartMs: number;
}

export interface ColumnPlan extends SheetLook {
  kind: ColumnKindName;
  operation: JobOperation;
  sheetId: number;
  sheetName: string;
  columns: PlanColumn[];
  /** The chosen column; 0 if the sheet has none to choose. */
  column: number;
  /** The selected column of addresses, if a column of websites was chosen instead. */
  passedOver: number | null;
  /** Rows down to this one are no inputs; 0 if there is no header. */
  headerRow: number;
  /** The row with the headers of our columns, if somebody has sorted it into the list. */
  headingRow: number | null;
  sample: string[];
  counts: RowCounts;
  /** Rows whose cells are asked in another form, or not at all, grouped by what is odd about them. */
  oddRows: OddRows[];
  /** True if most cells of a column of emails look like names of people. They may be people chips. */
  looksLikeNames: boolean;
  /** Rows that repeat an input that is already asked for another row. */
  duplicates: number;
  /** Each different input counts once. */
  toAsk: number;
  maxHalves: number;
  seconds: number;
  availableFields: string[];
  /** Rows that a domain search calls VALID, whether they were verified since or not. */
  foundValidRows: number;
  /** Cells in the columns of results that people have filled or typed over. Results replace their texts. */
  filledCells: number;
  /** Rows whose result is an error, and asking again may help. */
  failedRows: number;
  /** Rows whose mail server did not answer. */
  notKnownRows: number;
  /** `null` for a job that verifies or adds details. */
  find: FindPlan | null;
  /** `null` if no column is chosen, or its sheet is gone. */
  leaveOut: LeftOutView | null;
}

export interface OddRows {
  what: string;
  isAsked: boolean;
  rows: number;
  /** Only the first ones, if there are very many. */
  spans: RowSpan[];
  /** The user may choose to ask these addresses with the provider that is meant. */
  misspelt: Misspelt | null;
  isSeveral: boolean;
}

export interface FindPlan {
  /** Sheets of found emails that the job can add to, the likeliest first. */
  emailSheets: { sheetId: number; sheetName: string }[];
  newSheetName: string;
  /** The number of different domains that are to be asked. Their emails can be counted beforehand. */
  domains: number;
}

export interface CompaniesPlan {
  kind: "companies";
  /** `null` if it is not known how much there is. */
  pages: number | null;
  /** The most rows that are added, unless rows of earlier pages were deleted. */
  rows: number | null;
  /** Searches that are not counted are not included. */
  maxHalves: number | null;
  seconds: number | null;
  uncounted: number;
  problems: NamedProblem[];
  matchedColumns: { field: string; letter: string; header: string }[];
  addedColumns: string[];
  rowsThere: number;
  /** True if the target has a column of websites or names of companies. */
  namesCompanies: boolean;
  /** Pages of this search that were bought here within 30 days, and so are free. */
  freePages: number;
  /** Pages of this search that are already in the target. They count, but bring nothing new. */
  pagesThere: number;
  /** `null` if no column is chosen, or its sheet is gone. */
  leaveOut: LeftOutView | null;
}

export type Plan = ColumnPlan | CompaniesPlan;

export interface PastJobView extends Omit<PastJob, "by" | "isExact"> {
  /** True if `halves` is what it has spent, as its summary says it. */
  isExact: boolean;
  /** `""` if the sheet is gone. */
  sheetName: string;
  paidWith: "your key" | "another key" | "several keys";
  /** The job, if it can still be seen and undone; `null` if it is only remembered. */
  job: JobView | null;
}

export interface PastChoices {
  sheetId: number;
  /** The present column of its inputs; `null` for lists of companies. */
  column: number | null;
  leaveOut: LeaveOutChoice | null;
  choices: JobChoices;
}

export interface LeftToAsk {
  questions: number;
  /** The most that they can cost the caller, in half credits. Questions that were answered but not written are free. */
  halves: number;
  /** Cells that somebody has filled and that would be replaced; left out if there are none. */
  filledCells?: number;
}

export interface JobSummary {
  job: JobView;
  /** `null` for a list of companies, which knows its pages. */
  left: LeftToAsk | null;
  /** Rows by their status. Companies with any number of emails count together as "with emails". */
  byStatus: Record<string, number>;
  byVerdict: Record<string, number>;
  /** Rows whose result is an error, and asking again may help. */
  failed: number;
  /** Rows that are not done because somebody has typed their status. */
  typedRows: number;
  headingRow: number | null;
  /** `column` is the first column of the results. */
  results: { column: number; letters: string } | null;
  receipts: PageReceipts[];
  /** For a list of companies: the column of websites or of names, with which *Find emails* can go on. */
  companyColumn: number | null;
}

export interface PageReceipts {
  fromPage: number;
  toPage: number;
  /** The earliest purchase of these pages; 0 if they came free. */
  boughtMs: number;
  /**
   * The time until which these pages stay free for the caller; 0 if the caller's key has not certainly paid for them.
   */
  freeUntilMs: number;
  isOtherKeys: boolean;
  rows: number;
}

export interface UndoView {
  cells: number;
  rows: number;
  removedFields: string[];
  /** Columns in which only the job's own rows are cleared. */
  clearedFields: string[];
  listRows: number;
  removesSheet: boolean;
  /** The number of checks for new rows that end, because their column goes with the sheet. */
  endedChecks: number;
  /** True if the sheet was made for the list but stays, without its rows, because no other sheet is visible. */
  staysAsLast: boolean;
  /** Rows of the list that another job has answered since. Its results go with them. */
  answeredRows: number;
  /** Rows with another job's results in columns or a sheet that the job has made. They stay. */
  otherJobsRows: number;
  /** Rows that no longer fit their hidden cell, because somebody has edited them or sorted without it. They stay. */
  unfitRows: number;
  /** Cells of such rows in columns or a sheet that the job has made. The user chooses whether they stay. */
  unfitCells: number;
  /** All other cells there that people have filled. The user chooses whether they stay. */
  othersCells: number;
  /** Rows that are still there. They go with another undo. */
  left: number;
}

export interface SheetName {
  id: number;
  name: string;
}

export interface LeftOutView {
  sheetId: number;
  columns: { column: number; letter: string; header: string }[];
  /** The chosen column; 0 in a blank or deleted sheet. */
  column: number;
  first: string;
  addresses: number;
  domains: number;
  names: number;
  /** All of these, without cells that may be loading. A start is refused if there are fewer by then. */
  entries: number;
  /** Cells that hold no such entry. */
  unread: number;
  /** True if the sheet was deleted. */
  isGone: boolean;
}
