import type { WriteOutcome } from "../lists/beside";
import type { TakenRows } from "../lists/take-out-rows";
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
import type { Misspelt, RowState } from "./rows";

// The server's answers to the page about jobs.

export type RowCounts = Record<"rows" | RowState["state"], number>;

export interface ScannedQuestion extends Omit<Question, "attempts"> {
  /** 0 for a page. */
  row: number;
  /** True if the row has an answer that has become too old for a watch. */
  isRenewal?: true;
}

export interface Scan {
  stretch: number;
  stretches: number;
  ask: ScannedQuestion[];
  /** Results that need no question: the text of their rows cannot be asked, or their status is known. */
  write: Entry[];
  /** The most questions that may be asked from now on; `null` for no limit. */
  mostQuestions: number | null;
  /** Questions whose results are in the sheet, in the first scan of a job that goes on. */
  done?: number;
}

export type AnswerEntry = Omit<Entry, "key" | "rows">;

export type Answer =
  | {
      key: string;
      state: "answered";
      entry: AnswerEntry;
      /** The other pages of a search. */
      next?: string[];
      /** True for a search without companies, which does not count towards `mostQuestions`. */
      isNothing?: boolean;
    }
  /** `retryMs` is `null` if asking again is no use. The entry then tells the failure and what has come before it. */
  | { key: string; state: "failed"; code: string; entry: AnswerEntry; retryMs: number | null }
  /** The question had no turn, somebody else asks it, or the account has failed. The entry holds what has come. */
  | { key: string; state: "unasked"; entry?: AnswerEntry };

export interface AskReport {
  do: "ask";
  answers: Answer[];
  /** Questions that can go together now; 0 if nothing was asked. */
  batchCalls: number;
  /** True if formulas of this spreadsheet are asking as well. */
  isShared: boolean;
  /** Google's words if a question got no answer. They are shown and never parsed. */
  words: string;
  /** The job's cost with this call, whose unanswered questions are still held; `null` if nothing was asked. */
  spent: Spent | null;
  /** Numbers the calls that ask: `spent` was read after this one. Reports may arrive in another order. */
  askNumber: number;
  stop: Refusal | null;
}

export interface WriteReport extends WriteOutcome {
  do: "write";
  written: WrittenView | null;
  /** True if nothing was written, because somebody else writes to the same sheet. */
  isBusy: boolean;
  stop: Refusal | null;
  /** The job, if this write has ended it. */
  ended?: JobView;
}

export type StepReport = { do: "look" } | (Scan & { do: "scan" }) | AskReport | WriteReport;

/** In half credits: what has been spent without what is held. */
export const settledOf = ({ halves, heldHalves }: Spent): number => halves - heldHalves;

export const NOTHING_WRITTEN = {
  /** Emails or companies. */
  rows: 0,
  alreadyThere: 0,
  /** Companies that the user has already. */
  leftOut: 0,
  /** Emails already there without the wanted company details. Finding them again adds these for nothing. */
  withoutDetails: 0,
  /** For a list of companies: pages 1 to this one are in the sheet. */
  pages: 0,
  /** `null` while the number is not known. */
  pagesWanted: null as number | null,
  /** `null` while the number is not known. */
  pagesInAll: null as number | null,
  freePages: 0,
  /** Pages that were bought but not written, free to ask again until this time; `null` if there are none. */
  unwritten: null as { pages: number; freeUntilMs: number } | null,
};
export type WrittenView = typeof NOTHING_WRITTEN;

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
  /** `null` if the job appends to no list. */
  list: { sheetId: number; sheetName: string } | null;
  fields: string[];
  find: FindOptions | null;
  halvesPerQuestion: number;
  spent: Spent;
  /** True if the job runs and has asked lately: another page may drive it, or was closed just now. */
  isActive: boolean;
  isYourKey: boolean;
  isWatch: boolean;
  written: WrittenView | null;
}

/** The price that a user was told, in half credits, and how much of it each question can take. */
export interface ToldPrice {
  halves: number;
  halvesPerQuestion: number;
  /** Questions that can cost less, by their keys. */
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
  /** The recognised one; 0 if there is none. */
  headerRow: number;
  /** True if the column seems to hold the wanted inputs. */
  isLikely: boolean;
}

/** Shows that a user has changed the sheet, without reading cells. */
export interface SheetLook {
  /** If the sheet in front or its current column changes, the user means another column. */
  front: { sheetId: number; row: number; column: number };
  /** Empty for a single row. */
  selection: RowSpan[];
  /** The used size of the sheet that was asked about; 0 if it is gone. A dry run leaves out formulas that show nothing. */
  extent: { rows: number; columns: number };
  /** The start of the youngest job: another page may have started one meanwhile. */
  latestStartMs: number;
}

export interface ColumnPlan extends SheetLook {
  kind: ColumnKindName;
  operation: JobOperation;
  sheetId: number;
  sheetName: string;
  columns: PlanColumn[];
  /** 0 if the sheet has none to choose. */
  column: number;
  /** The selected column of addresses, if a column of websites was chosen instead. */
  passedOver: number | null;
  /** Rows down to this one are no inputs; 0 if there is no header. */
  headerRow: number;
  /** What people see of the first rows, one of which may be the header. */
  topTexts: string[];
  /** The row with the headers of our columns, if somebody has sorted it into the list. */
  headingRow: number | null;
  sample: string[];
  counts: RowCounts;
  /** Rows that are asked in another form or not at all, grouped by what is odd about them. */
  oddRows: OddRows[];
  /** True if most cells look like names of people. They may be people chips. */
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
  /** Result cells that people have filled or typed over. Results replace their texts. */
  filledCells: number;
  /** Rows with details that lack some of the chosen ones, because they were done before. */
  lackingRows: number;
  /** Rows with an error that asking again may remove. */
  failedRows: number;
  /** Rows whose mail server did not answer. */
  notKnownRows: number;
  /** `null` for a job that verifies or adds details. */
  find: FindPlan | null;
  /** `null` without a chosen column, or if its sheet is gone. */
  leaveOut: LeftOutView | null;
}

export interface OddRows {
  what: string;
  isAsked: boolean;
  rows: number;
  /** Only the first ones, if there are very many. */
  spans: RowSpan[];
  /** The user may choose to ask these addresses at the provider that is meant. */
  misspelt: Misspelt | null;
  isSeveral: boolean;
}

export interface FindPlan {
  /** The likeliest comes first. */
  emailSheets: { sheetId: number; sheetName: string }[];
  newSheetName: string;
  /** Different domains to ask. Their emails can be counted beforehand. */
  domains: number;
  /** Companies whose emails were in a sheet that is deleted. They count as done. */
  lostRows: number;
}

export interface CompaniesPlan {
  kind: "companies";
  /** `null` if the number is not known. */
  pages: number | null;
  /** Of the whole search; `null` if the number is not known. */
  pagesInAll: number | null;
  /** The most rows that are added, unless rows of earlier pages were deleted. */
  rows: number | null;
  /** Uncounted searches are not included. */
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
  /** Pages that are already in the target. They count, but bring nothing new. */
  pagesThere: number;
  /** `null` without a chosen column, or if its sheet is gone. */
  leaveOut: LeftOutView | null;
}

export type Plan = ColumnPlan | CompaniesPlan;

export const JOB_TITLES: Record<KindName, string> = {
  verify: "Verify emails",
  find: "Find emails",
  enrich: "Add details",
  companies: "Find companies",
};

export interface PastJobView extends Omit<PastJob, "by" | "isExact"> {
  /** True if `halves` is the exact cost, as the summary says it. */
  isExact: boolean;
  /** `""` if the sheet is gone. */
  sheetName: string;
  paidWith: "your key" | "another key" | "several keys";
  /** `null` if the job is only remembered, and cannot be undone. */
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
  /** The highest cost to the caller, in half credits. Answered but unwritten questions are free. */
  halves: number;
  /** Filled cells that would be replaced; left out if there are none. */
  filledCells?: number;
}

export interface JobSummary {
  job: JobView;
  /** `null` for a list of companies, which knows its pages. */
  left: LeftToAsk | null;
  /** Companies with any number of emails count together as "with emails". */
  byStatus: Record<string, number>;
  byVerdict: Record<string, number>;
  /** Rows with an error that asking again may remove. */
  failed: number;
  /** Rows that are left to do, but for a status that somebody has typed. */
  typedRows: number;
  /** Rows that the column to leave out names. */
  leftOutRows: number;
  /** Rows whose formulas are loading or in error. */
  waitingRows: number;
  headingRow: number | null;
  /** `column` is the first column of the results. */
  results: { column: number; letters: string } | null;
  receipts: ReceiptView[];
  /** *Find emails* can go on with this column of websites or names; `null` in other jobs. */
  companyColumn: number | null;
  /** What a search has beyond the pages in the sheet; `null` in other jobs. */
  ahead: PagesAhead | null;
}

interface PagesAhead {
  /** The caller's key has paid for these pages, in a preview or another list. The numbers count over all searches. */
  paidPages: number[];
  /** `null` if nobody knows how many the search finds. */
  companies: number | null;
}

export interface ReceiptView {
  fromPage: number;
  toPage: number;
  /** The earliest purchase of these pages; 0 if they came free. */
  boughtMs: number;
  /** The pages are free for the caller until then; 0 if the caller's key has not certainly paid. */
  freeUntilMs: number;
  isOtherKeys: boolean;
  rows: number;
}

/** The columns beside the inputs count along with the list. The user chooses whether cells of others stay. */
export interface UndoView extends TakenRows {
  /** Cells beside the inputs. */
  cells: number;
  /** Rows of the inputs. */
  rows: number;
  /** The headers of columns that people have renamed, by field. */
  headers: Record<string, string>;
  removedFields: string[];
  /** Columns in which only the job's own rows are cleared. */
  clearedFields: string[];
  /** Checks for new rows that end: they would do the same rows again, or their column goes with the sheet. */
  endedWatches: number;
  /** Jobs that cannot go on, because their column goes with the sheet. */
  endedJobs: number;
}

export interface SheetName {
  id: number;
  name: string;
}

export interface LeftOutView {
  sheetId: number;
  columns: { column: number; letter: string; header: string }[];
  /** 0 in a blank or deleted sheet. */
  column: number;
  first: string;
  addresses: number;
  domains: number;
  names: number;
  /** Cells that may be loading are not counted. A start is refused if there are fewer by then. */
  entries: number;
  /** Cells without an entry. */
  unread: number;
  isGone: boolean;
}
