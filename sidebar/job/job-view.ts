import type { JobView } from "../../src/jobs/views";
import type { Refusal } from "../../src/result";

/** What a job needs and that does not come back by itself: only a new one goes on. */
const GONE = ["SHEET_GONE", "LIST_GONE", "COLUMN_GONE", "JOB_GONE"];

/** True if a job can never go on. */
export const isGone = (refusals: (Refusal | null)[]): boolean =>
  refusals.some((refusal) => refusal !== null && GONE.includes(refusal.code));

/** True if a job may still go on. */
export const isOpen = ({ state }: JobView): boolean => state === "running" || state === "paused";

/** Which of its sheets a job that is still open has lost, and what then; empty when they are there. */
export function lostSheetText({ sheetName, list }: JobView): string {
  if (sheetName === "") return "Its sheet was deleted. What was asked before is free when it is asked again.";
  if (list?.sheetName !== "") return "";
  return "The sheet that it writes to was deleted. To get its rows again, do all rows again: it is free.";
}

/** Questions that are left, or pages; `null` if it is not known. */
export function leftOf({ kind, toAsk, answered, written }: JobView): number | null {
  if (kind !== "companies") return toAsk === null ? null : Math.max(0, toAsk - answered);
  const { pages = 0, pagesWanted = null } = written ?? {};
  return pagesWanted === null ? null : Math.max(0, pagesWanted - pages);
}

/** How many rows have a status, and whether that is good. */
export interface StatusCount {
  status: string;
  tone: "good" | "middling" | "bad" | "other";
  count: number;
}
