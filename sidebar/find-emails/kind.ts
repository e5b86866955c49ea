import type { ColumnRunKind } from "../column-run/kind";
import { FIRST_DRAFT, type FindDraft, toPlanRequest, toRetry, toWish } from "./draft";
import { FindDryRun } from "./dry-run";
import { FindFigures } from "./figures";
import { FindForm } from "./form";
import { FindOutcome } from "./outcome";
import { statusParts } from "./statuses";
import { VerifyNext } from "./verify-next";
import { many } from "./words";

/** Finds the emails of a column of companies. */
export const FIND_EMAILS: ColumnRunKind<FindDraft> = {
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
  isOwn: ({ find }) => find !== null,
  firstDraft: FIRST_DRAFT,
  besidePlan: ["cap", "fields", "enrichment", "target", "sheetName"],
  toPlanRequest,
  toWish,
  toRetry,
  statusParts,
  Form: FindForm,
  DryRun: FindDryRun,
  Figures: FindFigures,
  Outcome: FindOutcome,
  NextStep: VerifyNext,
};
