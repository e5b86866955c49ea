import type { PlanRequest, RunPlan, RunWish } from "../../src/runs/views";
import { type ColumnDraft, capProblem, FIRST_COLUMN, readCap, readColumn } from "../column-run/draft";

/** What the user has chosen so far. */
export interface VerifyDraft extends ColumnDraft {
  alsoFoundValid: boolean;
}

export const FIRST_DRAFT: VerifyDraft = {
  ...FIRST_COLUMN,
  ...{ fields: ["email_status", "email_sub_status", "type", "disposable"], alsoFoundValid: false },
};

export const toPlanRequest = (draft: VerifyDraft): PlanRequest => ({
  ...readColumn(draft),
  ...{ alsoFoundValid: draft.alsoFoundValid, find: null },
});

export function toWish(draft: VerifyDraft, { sheetId, column, hasHeader }: RunPlan): RunWish | null {
  if (capProblem(draft)) return null;
  return { ...toPlanRequest(draft), ...{ sheetId, column, hasHeader, find: null, capHalves: readCap(draft) } };
}
