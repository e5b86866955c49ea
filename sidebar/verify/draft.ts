import type { PlanRequest, RowChoice, RowSpan, RunPlan, RunWish } from "../../src/runs/views";
import { readCount } from "../format/numbers";

/** What the user has chosen so far; `null` leaves it to the sheet's content. */
export interface Draft {
  sheetId: number | null;
  column: number | null;
  hasHeader: boolean | null;
  rows: RowChoice["kind"];
  /** What was selected when the rows were chosen. */
  selection: RowSpan[];
  olderThanDays: string;
  fields: string[];
  /** Credits, as typed; empty for no limit. */
  cap: string;
  alsoFoundValid: boolean;
}

const USUAL_DAYS = 90;

export const FIRST_DRAFT: Draft = {
  ...{ sheetId: null, column: null, hasHeader: null, rows: "todo", selection: [], olderThanDays: String(USUAL_DAYS) },
  ...{ fields: ["email_status", "email_sub_status", "type", "disposable"], cap: "", alsoFoundValid: false },
};

function readRows({ rows, olderThanDays, selection }: Draft): RowChoice {
  if (rows === "older") return { kind: rows, days: readCount(olderThanDays) ?? USUAL_DAYS };
  return rows === "selected" ? { kind: rows, spans: selection } : { kind: rows };
}

export function toPlanRequest(draft: Draft): PlanRequest {
  const { sheetId, column, hasHeader, fields, alsoFoundValid } = draft;
  return { sheetId, column, hasHeader, rows: readRows(draft), fields, alsoFoundValid, find: null };
}

/** Why the credits cannot be used as a limit; empty when they can. */
export const capProblem = ({ cap }: Draft): string =>
  cap.trim() === "" || readCount(cap) !== null ? "" : "Give a whole number of credits, or leave it empty.";

export function toWish(draft: Draft, plan: RunPlan): RunWish {
  const { fields, alsoFoundValid } = draft;
  const credits = draft.cap.trim() === "" ? null : readCount(draft.cap);
  return {
    ...{ sheetId: plan.sheetId, column: plan.column, hasHeader: plan.hasHeader },
    ...{ rows: readRows(draft), fields, alsoFoundValid, capHalves: credits === null ? null : credits * 2 },
    find: null,
  };
}
