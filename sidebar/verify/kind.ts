import type { ColumnKind } from "../column-job/kind";
import { many } from "../format/words";
import { FIRST_DRAFT, toPlanRequest, toWish, type VerifyDraft } from "./draft";
import { VerifyDryRun } from "./dry-run";
import { VerifyFigures, VerifyOutcome } from "./figures";
import { VerifyForm } from "./form";
import { statusParts } from "./status-parts";

/** Verifies the emails of a column. */
export const VERIFY: ColumnKind<VerifyDraft> = {
  name: "verify",
  tab: "verify",
  words: {
    title: "Verify emails",
    emptySheet: "Open the one with your emails, then look at the sheet again.",
    start: (count) => `Verify ${many(count, "email")}`,
    running: (columnName) => `Verifying “${columnName}”`,
    progress: "Emails verified",
    asked: "emails",
    freeAgain: "verifying the same emails again",
  },
  firstDraft: FIRST_DRAFT,
  besidePlan: ["cap", "fields"],
  toPlanRequest,
  toWish,
  statusParts,
  toRetry: () => ({ rows: "failed" }),
  Form: VerifyForm,
  DryRun: VerifyDryRun,
  Figures: VerifyFigures,
  Outcome: VerifyOutcome,
};
