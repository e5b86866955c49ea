import { failureCode } from "../service/errors";
import { COMPANY_REFUSALS } from "../service/limits";
import type { Input } from "../sheet/cell-text";
import { type AnsweredFor, isWantedBy, readAnsweredFor } from "../sheet/pinned-columns";
import type { CellValue } from "../sheet/table";
import type { RowChoice } from "./protocol";
import type { RowCounts } from "./views";

/** One row of a list, as it stands. */
export interface ListRow {
  /** As the job's kind reads it. */
  input: Input;
  /** The column that says how it went. */
  status: CellValue;
  answeredFor: CellValue;
  /** Of a domain search; `""` when the list has no such columns. */
  anonId: CellValue;
  foundStatus: CellValue;
}

/** The state of a row for a job. */
export type RowState =
  | { state: "blank" }
  /** An error or a cell that is still loading. */
  | { state: "waiting" }
  | { state: "malformed"; key: string; problem: string }
  | { state: "done" }
  /** The domain search that found it calls it VALID: that is its result, for nothing. */
  | { state: "foundValid"; key: string }
  | { state: "todo"; key: string; text: string }
  /** To be done, but not by this job. */
  | { state: "unwanted" };

/** Everything by which a job judges rows. */
export interface RowRules {
  /** `null` while it is only planned. */
  jobId: string | null;
  rows: RowChoice;
  alsoFoundValid: boolean;
  /** Days since 1970. */
  today: number;
  /** Says why a text cannot be asked; `null` when it can. */
  problem(text: string): string | null;
}

/** How a domain search says that an email needs no verification. */
export const FOUND_VALID = "VALID";

/** Before any row was counted. */
export const NO_ROWS: RowCounts = { rows: 0, blank: 0, waiting: 0, malformed: 0, done: 0, foundValid: 0, todo: 0 };

/** True if a status says that its row has failed, and asking again may mend it. */
export function isRetryable(status: CellValue): boolean {
  const code = failureCode(String(status));
  return code !== null && !COMPANY_REFUSALS.includes(code);
}

/** Rows that are chosen by where they are carry the wish along in the hidden column. */
export const isByPlace = (rows: RowChoice): rows is Extract<RowChoice, { kind: "selected" | "visible" }> =>
  rows.kind === "selected" || rows.kind === "visible";

/** Decides what a job does with a row. */
export function judgeRow(row: ListRow, rules: RowRules): RowState {
  const { input } = row;
  if (input.kind === "blank") return { state: "blank" };
  if (input.kind === "unchanged") return { state: "waiting" };
  const answered = readAnsweredFor(row.answeredFor);
  const holds = answered !== null && answered.key === input.key && (answered.isRefused || row.status !== "");
  if (holds && !isToBeDoneAgain(row, answered, rules)) return { state: "done" };
  if (!isWanted(row, answered, holds, rules)) return { state: "unwanted" };
  const problem = rules.problem(input.text);
  if (problem !== null) return { state: "malformed", key: input.key, problem };
  if (!rules.alsoFoundValid && row.foundStatus === FOUND_VALID) {
    return { state: "foundValid", key: input.key };
  }
  return { state: "todo", key: input.key, text: input.text };
}

/** True if a row that has its result is to get a new one. */
function isToBeDoneAgain(row: ListRow, answered: AnsweredFor, rules: RowRules): boolean {
  const { jobId, rows, today, alsoFoundValid } = rules;
  if (answered.jobId === jobId) return false;
  switch (rows.kind) {
    case "all":
      return true;
    case "older":
      return answered.day <= today - rows.days;
    case "failed":
      return isRetryable(row.status);
    case "selected":
    case "visible":
      // Its wish has replaced the mark of what was answered before.
      return jobId === null;
    case "todo":
      return alsoFoundValid && row.foundStatus === FOUND_VALID;
  }
}

function isWanted(row: ListRow, answered: AnsweredFor | null, holds: boolean, { jobId, rows }: RowRules): boolean {
  // These are about results that are there.
  const isRepeat = rows.kind === "failed" || rows.kind === "older";
  if (jobId === null) return !isRepeat || holds;
  if (isByPlace(rows)) {
    // Its input was edited after this job had answered it.
    return isWantedBy(row.answeredFor, jobId) || answered?.jobId === jobId;
  }
  return !isRepeat || holds || answered?.jobId === jobId;
}
