import type { ColumnKind } from "../column-job/kind";
import { many } from "../format/words";
import { FIRST_DRAFT, type FindDraft, toPlanRequest, toRepeat, toRetry, toWish } from "./draft";
import { FindDryRun } from "./dry-run";
import { FindFigures } from "./figures";
import { FindForm } from "./form";
import { FindOutcome, VerifyNext } from "./outcome";
import { statusParts } from "./statuses";

/** Finds the emails of a column of companies. */
export const FIND_EMAILS: ColumnKind<FindDraft> = {
  name: "find",
  tab: "find-emails",
  words: {
    title: "Find emails",
    emptySheet: "Open the one with your companies, then look at the sheet again.",
    start: (count) => `Find emails of ${many(count, "company", "companies")}`,
    running: (columnName) => `Finding emails for “${columnName}”`,
    progress: "Companies asked",
    asked: "companies",
    freeAgain: "finding the emails of the same companies again",
  },
  firstDraft: FIRST_DRAFT,
  besidePlan: ["cap", "fields", "enrichment", "target", "sheetName"],
  toPlanRequest,
  toWish,
  toRetry,
  toRepeat,
  statusParts,
  Form: FindForm,
  DryRun: FindDryRun,
  Figures: FindFigures,
  Outcome: FindOutcome,
  NextStep: VerifyNext,
};
