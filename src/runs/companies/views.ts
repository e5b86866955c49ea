import type { Refusal } from "../../result";
import type { CompanyFilters } from "../../service/resources";

import type { RemovedRows } from "../append/remove-rows";
import type { ListTarget, RunState } from "../views";

/** Something that is wrong with a search. */
export interface FilterProblem {
  /** The catalogue's path of the filter it belongs to; `null` when it names none. */
  path: string | null;
  message: string;
  /** The lowest plan that may use the filter, when that is what is missing. */
  plan: string | null;
}

/** A column that arrived with the companies of a page. */
export interface CompanyColumn {
  /** The field's name, nested ones with dots. It is the header, too. */
  name: string;
  /** The first value that is not blank, cut to what can be shown. */
  sample: string;
  /** How many companies of the page have a value. */
  filled: number;
}

/** What a preview shows. */
export type SearchPreview =
  /** Found by ourselves, before any call, or by the service: `problems` says where. */
  | { state: "rejected"; problems: FilterProblem[] }
  | { state: "nothing" }
  | {
      state: "found";
      /** The filters in the form that the service has taken: a fill asks for the same, and its first page is free. */
      filters: CompanyFilters;
      columns: CompanyColumn[];
      /** A row of texts for each company of the first page, in the order of `columns`. */
      rows: string[][];
      totals: SearchTotals;
      /** Whether the preview cost nothing. */
      isFree: boolean;
      /** The columns that were chosen last in this spreadsheet, those that have arrived now; empty before the first fill. */
      chosenBefore: string[];
    };

/** How much a search finds. */
export interface SearchTotals {
  companies: number;
  /** Pages that can be had: at most 1000 a search (specification 8.3). */
  pages: number;
  /** A list of more than 500 names or websites is split into so many searches. */
  searches: number;
  /** Companies and pages are those of so many of them: what the others find is only known when they are asked. */
  counted: number;
}

/** How much the searches of a long list find together. */
export interface CountedSearch {
  totals: SearchTotals;
  /** First pages that cost a credit now. They are free when the list is filled. */
  paidPages: number;
}

/** A location as the service itself writes it. */
export interface LocationSuggestion {
  name: string;
  type: string;
}

/** What to take the entries of a list from; `null` is chosen from the selection and the content. */
export interface ListColumnRequest {
  sheetId: number | null;
  column: number | null;
  wanted: "names" | "websites" | "texts";
}

/** A column of the sheet as entries of a list. */
export interface ListColumn {
  sheetId: number;
  sheetName: string;
  columns: { column: number; letter: string; header: string; isLikely: boolean }[];
  /** The chosen one; 0 when the sheet is empty. */
  column: number;
  /** Each distinct text once, without the header, blanks and errors. */
  values: string[];
  /** Rows left out because the list would get too long. */
  leftOut: number;
}

/** The searches this user has kept. */
export interface KeptSearches {
  names: string[];
  /** The one last previewed or filled; `null` when there is none. */
  last: CompanyFilters | null;
}

/** What the user decides before a fill. */
export interface FillWish {
  filters: CompanyFilters;
  /** As the preview gave them; `null` without one. */
  totals: SearchTotals | null;
  /** `null` for all that can be had. A page has 25 companies. */
  pages: number | null;
  /** Columns to write, in their order. */
  columns: string[];
  target: ListTarget;
  /** Credits in halves; `null` for no limit but the balance. */
  capHalves: number | null;
}

/** The free dry run of a fill. */
export interface FillPlan {
  /** `null` when it is not known how much there is. */
  pages: number | null;
  /** Rows at most. */
  rows: number | null;
  /** Without searches that are not counted. */
  maxHalves: number | null;
  seconds: number | null;
  /** Searches of a long list of which it is not known what they find. */
  uncounted: number;
  problems: FilterProblem[];
  /** Columns of the target that are filled on, by their headers. */
  matchedColumns: string[];
  /** Columns that are added to the target. */
  addedColumns: string[];
  /** Rows the target has already. */
  rowsThere: number;
  /** Fills of the same search in this spreadsheet, the youngest first. */
  earlier: FillView[];
  /** Pages of this search that were bought here within 30 days, and so are free. */
  freePages: number;
}

/** A fill as the sidebar knows it. */
export interface FillView {
  id: string;
  sheetId: number;
  /** `""` when the sheet is gone. */
  sheetName: string;
  state: RunState;
  /** Why it ended early; empty when it did not. */
  reason: string;
  startedMs: number;
  /** One line that tells the search from others. */
  searchLine: string;
  columns: string[];
  /** Pages 1 to this are in the sheet; the next one comes next. */
  pagesDone: number;
  /** How many pages it is to be; `null` while it is not known. */
  pages: number | null;
  /** Companies the search finds; `null` before the first page. */
  companies: number | null;
  rows: number;
  duplicates: number;
  /** Pages that cost nothing. */
  freePages: number;
  /** At most so much was spent, in halves. */
  spentHalves: number;
  capHalves: number | null;
  isYourKey: boolean;
  /** Pages bought but not in the sheet, and until when they are free to ask again; `null` when there are none. */
  unwritten: { pages: number; freeUntilMs: number } | null;
}

/** Pages in the sheet that were bought about the same time. */
export interface PageReceipts {
  fromPage: number;
  toPage: number;
  /** The earliest purchase among them, and how long the same pages stay free for the team. */
  boughtMs: number;
  freeUntilMs: number;
  rows: number;
  duplicates: number;
  freePages: number;
}

/** What a fill has led to. */
export interface FillSummary {
  fill: FillView;
  receipts: PageReceipts[];
  /** Where *Find emails* can go on: the column of websites, or of names; `null` when none was written. */
  companyColumn: number | null;
}

/** What undoing a fill takes away. */
export type FillUndo = RemovedRows;

/** A company as it goes into a row. */
export interface CompanyRow {
  /** Equal for the same company; it goes into the hidden column. */
  key: string;
  /** What the company goes by in rows that people have typed. */
  otherKeys: string[];
  cells: (string | number | boolean)[];
}

/** A page that is bought and waits for the ones before it. */
export interface HeldPage {
  /** From 0: which of the searches of a long list. */
  search: number;
  /** From 1. */
  page: number;
  isFree: boolean;
  companies: CompanyRow[];
}

/** One slice of a fill: up to 4 pages asked and written. */
export interface FillSliceRequest {
  fillId: string;
  driverId: string;
  /** What is in the sheet already is read anew. */
  isFirst: boolean;
  held: HeldPage[];
  /** How often the next page has failed. */
  attempts: number;
  /** Asks one page only: what was sent together has been lost together. */
  isAlone: boolean;
  /** Halves that earlier slices reserved and did not spend. */
  unspentHalves: number;
  freeAnswers: number;
  waitMs: number;
}

/** What one slice of a fill did. */
export interface FillSliceReport {
  fill: FillView;
  writtenPages: number;
  held: HeldPage[];
  /** The next page did not come; it is asked again after `retryMs`. */
  failure: { code: string; retryMs: number } | null;
  waitedMs: number;
  unspentHalves: number;
  freeAnswers: number;
  /** Everything wished is in the sheet. */
  isOver: boolean;
  /** Why the fill cannot go on; `null` when it can. */
  stop: Refusal | null;
  /** No answer came, nor one to a free question; the fill pauses when that lasts. */
  silence: Refusal | null;
}

/** How a driver leaves a fill. */
export interface FillEndRequest {
  fillId: string;
  driverId: string;
  state: "paused" | "stopped" | "finished";
  reason: string;
  unspentHalves: number;
  freeAnswers: number;
}
