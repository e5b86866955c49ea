import type { WishOf } from "../../src/jobs/protocol";
import type { ColumnPlan } from "../../src/jobs/views";
import { type ColumnDraft, FIRST_COLUMN, plannedColumn, readColumn } from "../column-job/draft";
import { capProblem } from "../format/credits";

/** What the user has chosen so far. */
export interface VerifyDraft extends ColumnDraft {
  alsoFoundValid: boolean;
}

/** What is chosen before the first plan. */
export const FIRST_DRAFT: VerifyDraft = {
  ...FIRST_COLUMN,
  fields: ["email_status", "email_sub_status", "type", "disposable"],
  alsoFoundValid: false,
};

/** What the dry run is asked. */
export const toPlanRequest = (draft: VerifyDraft) => ({
  kind: "verify" as const,
  ...readColumn(draft),
  alsoFoundValid: draft.alsoFoundValid,
});

/** What the job is started with; `null` while the limit of credits is not valid. */
export const toWish = (draft: VerifyDraft, plan: ColumnPlan): WishOf<"verify"> | null =>
  capProblem(draft.cap) ? null : { ...toPlanRequest(draft), ...plannedColumn(draft, plan) };
