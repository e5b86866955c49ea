import type { JobView } from "../../src/jobs/views";
import type { Refusal } from "../../src/result";

/** Something that a job needs was deleted, and does not come back by itself: only a new job goes on. */
const GONE = ["SHEET_GONE", "LIST_GONE", "COLUMN_GONE", "JOB_GONE"];

/** True if a job can never go on. */
export const isGone = (refusals: (Refusal | null)[]): boolean =>
  refusals.some((refusal) => refusal !== null && GONE.includes(refusal.code));

/** True if a job may still go on. */
export const isOpen = ({ state }: JobView): boolean => state === "running" || state === "paused";

/** Says which of its sheets a job that is still open has lost, and what to do; empty when they are there. */
export function lostSheetText({ sheetName, list }: JobView): string {
  if (sheetName === "") return "Its sheet was deleted. What was paid for is free when you ask it again.";
  if (list?.sheetName !== "") return "";
  return "The sheet that it writes to was deleted. Choose all rows and start again: what was paid for is free.";
}

/** Questions whose results are not in the sheet, or pages; `null` if it is not known. */
export function leftOf({ kind, toAsk, done, written }: JobView): number | null {
  if (kind !== "companies") return toAsk === null ? null : Math.max(0, toAsk - done);
  const { pages = 0, pagesWanted = null } = written ?? {};
  return pagesWanted === null ? null : Math.max(0, pagesWanted - pages);
}

/** Rows that have the same status. */
export interface StatusCount {
  status: string;
  tone: "good" | "middling" | "bad" | "other";
  count: number;
}
