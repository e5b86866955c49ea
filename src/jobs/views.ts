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
import type { Pile } from "./sendable";

// The server's answers to the page about jobs.

/** Rows by their state. */
export interface RowCounts {
  rows: number;
  blank: number;
  /** Errors and cells that are still loading. */
  waiting: number;
  malformed: number;
  /** Pages, links and sites on hosts that are never the company. */
  onSharedHost: number;
  done: number;
  /** Verified by the domain search that found them. */
  foundValid: number;
  /** The same, longer ago than the settings allow. */
  foundLongAgo: number;
  /** Rows that this choice of rows leaves out, as they were never done. */
  unwanted: number;
  /** Companies of the column that is left out. */
  leftOut: number;
  todo: number;
}

/** A question, and the row it stands in. */
export interface ScannedQuestion extends Omit<Question, "attempts"> {
  /** 0 for pages. */
  row: number;
}

export interface Scan {
  stretch: number;
  /** The number of stretches now. */
  stretches: number;
  ask: ScannedQuestion[];
  /** Rows that need no question: those that cannot be an address, and those whose status is known already. */
  write: Entry[];
  /** No more questions than this are to be asked from now on; `null` for no limit. */
  mostQuestions: number | null;
}

/** All of an answer that is to be written, except the rows. */
export type AnswerEntry = Omit<Entry, "key" | "rows">;

/** The answer to one question, or why there is none. */
export type Answer =
  | {
      key: string;
      state: "answered";
      entry: AnswerEntry;
      /** Questions that follow from the answer: the further pages of a search. */
      next?: string[];
      /** It does not count towards `mostQuestions`: a search without companies. */
      isNothing?: boolean;
    }
  /** `retryMs` is `null` if asking again is no use: the entry tells the failure then, and holds what has come before it. */
  | { key: string; state: "failed"; code: string; entry: AnswerEntry; retryMs: number | null }
  /** There was no turn for it, somebody else is asking it, or the account has stopped it; then with what has come. */
  | { key: string; state: "unasked"; entry?: AnswerEntry };

export interface AskReport {
  do: "ask";
  answers: Answer[];
  /** The number of questions that go together now; 0 if nothing was asked. */
  batchCalls: number;
  /** Formulas of this spreadsheet are asking as well. */
  isShared: boolean;
  /** Google's words when no answer came to some question; they are shown and never parsed. */
  words: string;
  /** The spending of the job with this asking, some of it still held; `null` if nothing was asked. */
  spent: Spent | null;
  /** The asking after which `spent` was read: reports may arrive in another order. */
  asking: number;
  /** The reason why the job cannot go on; `null` when it can. */
  stop: Refusal | null;
}

export interface WriteReport extends WriteOutcome {
  do: "write";
  written: WrittenView | null;
  /** Somebody else appends to the same sheet: nothing was written. */
  isBusy: boolean;
  stop: Refusal | null;
}

export type StepReport = { do: "look" } | (Scan & { do: "scan" }) | AskReport | WriteReport;

/** The rows that a job has appended to its list so far. */
export interface WrittenView {
  /** Emails, or companies. */
  rows: number;
  /** Those that stood there already. */
  alreadyThere: number;
  /** Of a list of companies: those that the user has already. */
  leftOut: number;
  /** Emails among them that lack the company details which were wanted; finding them again gets these for nothing. */
  withoutDetails: number;
  /** Of a list of companies: pages 1 to this are in the sheet. */
  pages: number;
  /** The number of pages wanted; `null` while it is not known. */
  pagesWanted: number | null;
  /** The number of pages that the search has; `null` while it is not known. */
  pagesInAll: number | null;
  /** Pages that cost nothing. */
  freePages: number;
  /** Pages bought but not in the sheet, and until when they are free to ask again; `null` when there are none. */
  unwritten: { pages: number; freeUntilMs: number } | null;
}

/** The operation of the service by which a job asks its questions. */
export type JobOperation = Extract<Operation, "email-verifier" | "domain-search" | "search-company">;

export interface JobView
  extends Pick<JobRecord, "id" | "title" | "startedMs" | "toAsk">,
    Pick<Standing, "epoch" | "state" | "reason" | "capHalves" | "done"> {
  kind: KindName;
  operation: JobOperation;
  /** Of the input column, or of the list of companies. */
  sheetId: number;
  /** `""` when the sheet is gone. */
  sheetName: string;
  /** The sheet its list is appended to; `null` when it appends none. */
  list: { sheetId: number; sheetName: string } | null;
  /** Columns of results. */
  fields: string[];
  find: FindOptions | null;
  /** The most that one more question can cost. */
  halvesPerQuestion: number;
  spent: Spent;
  /** True if it is running and has asked lately: another page may drive it, or was closed just now. */
  isActive: boolean;
  /** False if the caller's key is not the one that pays. */
  isYourKey: boolean;
  /** It checks new rows of its column by itself. */
  isWatch: boolean;
  written: WrittenView | null;
}

/** The price that a user was told, in half credits, and the most that each question can take of it. */
export interface ToldPrice {
  halves: number;
  halvesPerQuestion: number;
  /** Those that can cost less, by their keys. */
  cheaper: ReadonlyMap<string, number>;
}

/** A job that begins or goes on, with its first scan. */
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
  /** True if it seems to hold what is wanted. */
  isLikely: boolean;
}

/** What a user who comes back from the sheet may have changed, as far as it can be told without reading cells. */
export interface SheetLook {
  /** The sheet in front and its current cell: if the sheet or the column changes, the user means another column now. */
  front: { sheetId: number; row: number; column: number };
  /** The selection, if it is more than one row. */
  selection: RowSpan[];
  /** The rows and columns with content of the sheet that was looked at; 0 when it is gone. */
  extent: { rows: number; columns: number };
  /** When the youngest job of the spreadsheet was started: another page may have started one meanwhile. */
  latestStartMs: number;
}

/** The free dry run of a column: what a job would do and cost at most. */
export interface ColumnPlan extends SheetLook {
  kind: ColumnKindName;
  operation: JobOperation;
  sheetId: number;
  sheetName: string;
  columns: PlanColumn[];
  /** The chosen one; 0 when the sheet has none to choose. */
  column: number;
  /** The selected column of addresses, where one of websites was chosen instead. */
  passedOver: number | null;
  /** Rows down to this one are no inputs; 0 if there is no header. */
  headerRow: number;
  /** Where the names of our columns stand, if that is among the rows: somebody has sorted them into the list. */
  headingRow: number | null;
  /** The first texts, by which the column is known again. */
  sample: string[];
  counts: RowCounts;
  /** Rows whose cells are not read as they stand, or not at all, by what they are like. */
  oddRows: OddRows[];
  /** Most cells of a column of emails read as names of people do: they may be people chips. */
  looksLikeNames: boolean;
  /** Rows that repeat an input of another row that is to be asked. */
  duplicates: number;
  /** Calls: each distinct input once. */
  toAsk: number;
  maxHalves: number;
  seconds: number;
  availableFields: string[];
  /** Rows that a domain search calls VALID, verified since or not. */
  foundValidRows: number;
  /** Cells that people have filled or typed over where results will stand: these replace their texts. */
  filledCells: number;
  /** Rows with an error for a result that asking again may mend. */
  failedRows: number;
  /** Rows whose mail server did not answer. */
  notKnownRows: number;
  /** `null` when emails are to be verified. */
  find: FindPlan | null;
  /** `null` if nothing is to be left out. */
  leaveOut: LeaveOutPlan | null;
}

/** Rows whose cells are alike in what is odd about them. */
export interface OddRows {
  /** "several addresses" */
  what: string;
  /** True if they are asked as read, false if they are left out. */
  isAsked: boolean;
  rows: number;
  /** Where they stand; the first ones of very many. */
  spans: RowSpan[];
  /** They are asked as meant if the user wants that. */
  misspelt: Misspelt | null;
  /** Each holds several addresses. */
  isSeveral: boolean;
}

export interface FindPlan {
  /** Sheets of found emails that more can be added to, the likeliest first. */
  emailSheets: { sheetId: number; sheetName: string }[];
  /** For a new one. */
  newSheetName: string;
  /** Distinct domains among what is to be asked: their emails can be counted beforehand. */
  domains: number;
}

export interface CompaniesPlan {
  kind: "companies";
  /** `null` when it is not known how much there is. */
  pages: number | null;
  /** Rows that are added at most, unless rows of earlier pages were deleted. */
  rows: number | null;
  /** Leaves out searches that are not counted. */
  maxHalves: number | null;
  seconds: number | null;
  /** Searches of a long list that are not counted. */
  uncounted: number;
  problems: NamedProblem[];
  /** Columns of the target that get these fields. */
  matchedColumns: { field: string; letter: string; header: string }[];
  /** Columns that are added to the target. */
  addedColumns: string[];
  /** Rows the target has already. */
  rowsThere: number;
  /** Its columns tell companies: one is named as their websites or names are. */
  namesCompanies: boolean;
  /** Pages of this search that were bought here within 30 days, and so are free. */
  freePages: number;
  /** Pages of this search that were written into the target: they count, and bring nothing new. */
  pagesThere: number;
  /** `null` if nothing is to be left out. */
  leaveOut: LeaveOutPlan | null;
}

/** A column whose entries are left out, as far as it is chosen. */
export interface LeaveOutPlan {
  /** All that can be chosen, until one is. */
  sheets: { id: number; name: string }[];
  chosen: LeftOutView | null;
}

export type Plan = ColumnPlan | CompaniesPlan;

export interface PastJobView extends Omit<PastJob, "by"> {
  /** `""` when the sheet is gone. */
  sheetName: string;
  isYourKey: boolean;
  /** It can still be seen and undone; `null` for one of which only this is kept. */
  job: JobView | null;
}

export interface PastChoices {
  sheetId: number;
  /** Of its inputs now; `null` for lists of companies. */
  column: number | null;
  /** Where the column is now that it has left out. */
  leaveOut: LeaveOutChoice | null;
  choices: JobChoices;
}

/** The questions that a job has left to ask, by the rows as they are now. */
export interface LeftToAsk {
  questions: number;
  /** The most that they can cost the caller, in half credits: what was answered and not written is free. */
  halves: number;
}

export interface JobSummary {
  job: JobView;
  /** `null` for a list of companies, which knows its pages. */
  left: LeftToAsk | null;
  /** Rows by what their status says; companies with any emails together as "with emails". */
  byStatus: Record<string, number>;
  /** The rows by their verdict; empty if the job writes none. */
  byVerdict: Record<string, number>;
  /** Rows with an error that asking again may mend. */
  failed: number;
  /** As of a plan. */
  headingRow: number | null;
  /** The columns that hold the results, and the first of them. */
  results: { column: number; letters: string } | null;
  receipts: PageReceipts[];
  /** Of a list of companies: where *Find emails* can go on, the column of websites or of names. */
  companyColumn: number | null;
}

/** Pages in the sheet that were bought on one day. */
export interface PageReceipts {
  fromPage: number;
  toPage: number;
  /** The earliest purchase among them, and how long the same pages stay free for the team; 0 if they came free. */
  boughtMs: number;
  freeUntilMs: number;
  rows: number;
}

export interface UndoView {
  /** Cells of results, and their rows. */
  cells: number;
  rows: number;
  /** Whole columns. */
  removedFields: string[];
  /** Of these only the job's own rows. */
  clearedFields: string[];
  /** Rows of the list it has appended to. */
  listRows: number;
  /** The sheet of the list goes as a whole. */
  removesSheet: boolean;
  /** The sheet was made for the list, and stays without its rows: no other one can be seen. */
  staysAsLast: boolean;
  /** Of the list's rows those that another job has answered since: its results go with them. */
  answeredRows: number;
  /** Rows with another job's results in columns or a sheet that the job has made: these stay. */
  otherJobsRows: number;
  /** Rows that no longer fit their hidden cell, as somebody has edited them or sorted without it: they stay. */
  unfitRows: number;
  /** Cells of such rows in columns or a sheet that the job has made: the user chooses if they stay. */
  unfitCells: number;
  /** All other cells that people have filled there: the user chooses if they stay. */
  othersCells: number;
  /** Rows that are still there: undo again. */
  left: number;
}

/** A column of addresses with our results, whenever they came: of a verification, or of a search that has found them. */
export interface VerifiedColumn {
  /** By which it is found again, wherever it is moved. */
  mark: string;
  column: number;
  letter: string;
  /** `""` without a header row. */
  header: string;
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
  shown: { text: string; count: number }[];
}

export interface LeftOutView {
  sheetId: number;
  sheetName: string;
  columns: Omit<VerifiedColumn, "mark">[];
  /** The chosen one; 0 in a blank sheet. */
  column: number;
  /** The text at its top. */
  first: string;
  addresses: number;
  domains: number;
  /** Names of companies. */
  names: number;
  /** Cells that name none of them. */
  unread: number;
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
