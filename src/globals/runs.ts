import type { Result } from "../result";
import { answerRun } from "../run-wiring";
import {
  isCountRequest,
  isEndRequest,
  isLookRequest,
  isPlanRequest,
  isResumable,
  isRunId,
  isRunWish,
  isSliceRequest,
} from "../runs/check-request";
import { resumeRun as continueRun, endRun as leaveRun, findRuns as listRuns } from "../runs/end";
import { countEmails } from "../runs/find/count-emails";
import { lookAhead as lookAtRows } from "../runs/look";
import { planRun as makePlan } from "../runs/plan";
import { prepareRun as makeRunColumns } from "../runs/prepare";
import { runSlice as doSlice } from "../runs/slice";
import type { EndRequest, Look, LookRequest, SliceReport, SliceRequest, StartedRun } from "../runs/slices";
import { startRun as beginRun } from "../runs/start";
import { insertChart, summariseRun as summariseRows } from "../runs/summary";
import { undoRun as takeRunBack } from "../runs/undo";
import type {
  CountedEmails,
  CountRequest,
  PlanRequest,
  RunPlan,
  RunSummary,
  RunView,
  RunWish,
  UndoView,
} from "../runs/views";
import { showSidebarAt } from "../settings-wiring";

/** Menu: opens the sidebar to verify the column of emails. */
export function verifyColumn(): void {
  showSidebarAt("verify");
}

/** Menu: opens the sidebar to find emails for the column of companies. */
export function findEmails(): void {
  showSidebarAt("find-emails");
}

/**
 * For the sidebar: the free dry run of a column run. Nothing is changed.
 *
 * @param request Sheet, column, rows and fields.
 * @return What the run would do and cost at most.
 */
export function planRun(request: PlanRequest): Result<RunPlan> {
  return answerRun(request, isPlanRequest, makePlan);
}

/**
 * For the sidebar: how many emails are known for the domains that a run would ask. Free.
 *
 * @param request What the plan was asked for, and where to go on.
 * @return The numbers, and where to go on.
 */
export function countColumnEmails(request: CountRequest): Result<CountedEmails> {
  return answerRun(request, isCountRequest, countEmails);
}

/**
 * For the sidebar: begins a run and takes its first look.
 *
 * @param wish What the user has decided.
 * @return The run, or why there is none.
 */
export function startRun(wish: RunWish): Result<StartedRun> {
  return answerRun(wish, isRunWish, beginRun);
}

/**
 * For the sidebar: makes the columns for a run's results.
 *
 * @param runId The run.
 * @return The run.
 */
export function prepareRun(runId: string): Result<RunView> {
  return answerRun(runId, isRunId, makeRunColumns);
}

/**
 * For the sidebar: reads some rows of a run.
 *
 * @param request Which rows.
 * @return What is to be asked of them.
 */
export function lookAhead(request: LookRequest): Result<Look> {
  return answerRun(request, isLookRequest, lookAtRows);
}

/**
 * For the sidebar: asks one batch of a run and writes the answers beside their addresses.
 *
 * @param request The batch.
 * @return What became of it.
 */
export function runSlice(request: SliceRequest): Result<SliceReport> {
  return answerRun(request, isSliceRequest, doSlice);
}

/**
 * For the sidebar: pauses, stops or finishes a run.
 *
 * @param request How it ends.
 * @return The run as it is left.
 */
export function endRun(request: EndRequest): Result<RunView> {
  return answerRun(request, isEndRequest, leaveRun);
}

/**
 * For the sidebar: goes on with a run that was paused or left.
 *
 * @param runId The run.
 * @param withOwnKey Whether the user agrees to spend the credits of another key than the one it was started with.
 * @param capHalves What it may cost in all, in half credits; `null` for no limit. What was allowed before if it is left out.
 * @return The run, or why it cannot go on.
 */
export function resumeRun(runId: string, withOwnKey: boolean, capHalves?: number | null): Result<RunView> {
  return answerRun(runId, isResumable(capHalves), (parts, id) =>
    continueRun(parts, id, withOwnKey === true, capHalves),
  );
}

/**
 * For the sidebar: the runs of this spreadsheet.
 *
 * @return The runs, the youngest first.
 */
export function findRuns(): Result<RunView[]> {
  return answerRun(null, (value): value is null => value === null, listRuns);
}

/**
 * For the sidebar: what a run has led to.
 *
 * @param runId The run.
 * @return Rows by status.
 */
export function summariseRun(runId: string): Result<RunSummary> {
  return answerRun(runId, isRunId, summariseRows);
}

/**
 * For the sidebar: puts a run's summary into a new sheet, with a chart.
 *
 * @param runId The run.
 * @return The name of the sheet.
 */
export function insertRunChart(runId: string): Result<{ sheetName: string }> {
  return answerRun(runId, isRunId, insertChart);
}

/**
 * For the sidebar: takes a run's results out of the sheet again.
 *
 * @param runId The run.
 * @param isMeant Whether to do it; otherwise it is only counted.
 * @return What is taken away.
 */
export function undoRun(runId: string, isMeant: boolean): Result<UndoView> {
  return answerRun(runId, isRunId, (parts, id) => takeRunBack(parts, id, isMeant === true));
}
