import type { PlanRequest, RunPlan, RunWish } from "../../src/runs/views";
import { type ColumnDraft, FIRST_COLUMN, plannedColumn, readColumn } from "../column-run/draft";
import { capProblem, readCap } from "../format/credits";

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
export const toPlanRequest = (draft: VerifyDraft): PlanRequest => ({
  ...readColumn(draft),
  alsoFoundValid: draft.alsoFoundValid,
  find: null,
});

/** What the run is started with; `null` while the limit of credits is not valid. */
export function toWish(draft: VerifyDraft, plan: RunPlan): RunWish | null {
  if (capProblem(draft.cap)) return null;
  return { ...toPlanRequest(draft), ...plannedColumn(plan), find: null, capHalves: readCap(draft.cap) };
}
