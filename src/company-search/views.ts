import type { SearchTotals } from "../jobs/protocol";
import type { NamedProblem } from "../service/filters";
import type { CompanyFilters } from "../service/operations";
// The server's answers to the page about searches for companies.

/** A column that arrived with the companies of a page. */
export interface CompanyColumn {
  /** The field's name, nested ones with dots. */
  name: string;
  /** The first value that is not blank, cut to what can be shown. */
  sample: string;
  /** The number of companies of the page that have a value. */
  filled: number;
}

export type SearchPreview =
  /** Problems found before any call, or by the service. */
  | { state: "rejected"; problems: NamedProblem[] }
  | { state: "nothing" }
  | {
      state: "found";
      /** The filters as the service has accepted them: a job asks for the same, and its first page is free. */
      filters: CompanyFilters;
      columns: CompanyColumn[];
      /** A row of texts for each company of the first page, in the order of `columns`. */
      rows: string[][];
      totals: SearchTotals;
      /** True if the preview cost nothing. */
      isFree: boolean;
      /**
       * The columns chosen last in this spreadsheet, as far as these companies have them; empty before the first job.
       */
      chosenBefore: string[];
    };

/** The results of all searches of a long list together. */
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

/** A column of the sheet as entries of a list. */
export interface ListColumn {
  sheetId: number;
  sheetName: string;
  columns: { column: number; letter: string; header: string; isLikely: boolean }[];
  /** The chosen column; 0 if the sheet is empty. */
  column: number;
  /** Each distinct text once, without the header, blanks and errors. */
  values: string[];
  /** Values left out because the list would get too long. */
  leftOut: number;
}

export interface KeptSearches {
  names: string[];
  /** The search last previewed or filled; `null` if there is none. */
  last: CompanyFilters | null;
  /** The page's hints of earlier answers, in the page's own format; "" before the first. */
  hints: string;
}
