import type { Refusal } from "../../src/result";
import type { RunView } from "../../src/runs/views";
import type { Spent } from "../format/credits";

/** What a run needs and that does not come back by itself: only a new one goes on. */
const GONE = ["SHEET_GONE", "EMAILS_GONE", "COLUMN_GONE", "RUN_GONE"];

/** Whether a run can never go on. */
export const isGone = (refusals: (Refusal | null)[]): boolean =>
  refusals.some((refusal) => refusal !== null && GONE.includes(refusal.code));

/** Which of its sheets a run that is still open has lost, and what then; empty when they are there. */
export function lostSheetText({ sheetName, find }: RunView): string {
  if (sheetName === "") return "Its sheet was deleted. What was asked before is free when it is asked again.";
  if (find?.sheetName !== "") return "";
  return "The sheet of the found emails was deleted. To get them again, find all rows again: it is free.";
}

/**
 * What more of a run can cost.
 * @param unasked how many questions are left; `null` when it is not known
 */
export const spentBy = ({ capHalves, spentHalves, halvesPerQuestion }: RunView, unasked: number | null): Spent => ({
  capHalves,
  spentHalves,
  eachHalves: halvesPerQuestion,
  leftHalves: unasked === null ? null : unasked * halvesPerQuestion,
});
