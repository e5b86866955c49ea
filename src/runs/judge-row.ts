import { FAILURE_MARK } from "../service/own-words";
import { type AnsweredFor, isWantedBy, readAnsweredFor } from "../sheet/answered-for";
import type { Input } from "../sheet/input";
import type { CellValue } from "../sheet/table";
import type { RowChoice } from "./views";

/** What stands in one row of a list. */
export interface ListRow {
  /** As the run's kind reads it. */
  input: Input;
  /** The column that says how it went. */
  status: CellValue;
  answeredFor: CellValue;
  /** Of a domain search; `""` when the list has no such columns. */
  anonId: CellValue;
  foundStatus: CellValue;
}

/** What a row is for a run. */
export type RowState =
  | { state: "blank" }
  /** An error or a cell that is still loading. */
  | { state: "waiting" }
  | { state: "malformed"; key: string; problem: string }
  | { state: "done" }
  | { state: "foundValid" }
  | { state: "todo"; key: string; text: string }
  /** To be done, but not by this run. */
  | { state: "unwanted" };

/** What a run needs to judge rows. */
export interface RowRules {
  /** `null` while it is only planned. */
  runId: string | null;
  rows: RowChoice;
  alsoFoundValid: boolean;
  today: number;
  /** Why a text cannot be asked; `null` when it can. */
  problem(text: string): string | null;
}

/** What failed stands in the status column like this; everything else is a result. */
export const failureCell = (code: string): string => FAILURE_MARK + code;

/** Whether a status says that its row has failed. */
export const isFailure = (status: CellValue): boolean => String(status).startsWith(FAILURE_MARK);

/** Whether a row has a result of this run for the address it holds. */
export function isDone(row: ListRow, key: string, runId: string): boolean {
  const answered = readAnsweredFor(row.answeredFor);
  return answered?.runId === runId && answered.key === key && (answered.isRefused || row.status !== "");
}

/** Decides what a run does with a row (design 3.4). */
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
  if (!rules.alsoFoundValid && row.foundStatus === "VALID") return { state: "foundValid" };
  return { state: "todo", key: input.key, text: input.text };
}

/** Whether a row that has its result is to get a new one. */
function isToBeDoneAgain(row: ListRow, answered: AnsweredFor, { runId, rows, today }: RowRules): boolean {
  if (answered.runId === runId) return false;
  switch (rows.kind) {
    case "all":
      return true;
    case "older":
      return answered.day <= today - rows.days;
    case "failed":
      return isFailure(row.status);
    case "selected":
    case "visible":
      // Its wish has replaced the mark of what was answered before.
      return runId === null;
    case "todo":
      return false;
  }
}

/** Rows of a choice that a formula of row numbers could not follow carry their wish with them. */
function isWanted(row: ListRow, answered: AnsweredFor | null, holds: boolean, { runId, rows }: RowRules): boolean {
  if (runId === null) return rows.kind !== "failed" || holds;
  if (rows.kind === "selected" || rows.kind === "visible") {
    // Its address was edited after this run had answered it.
    return isWantedBy(row.answeredFor, runId) || answered?.runId === runId;
  }
  return rows.kind !== "failed" || holds || answered?.runId === runId;
}
